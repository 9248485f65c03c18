//! What is in the repository is what the generator writes.

use std::process::Command;

#[test]
fn vectors_and_the_map_of_the_specification_are_up_to_date() {
    let output = Command::new(env!("CARGO_BIN_EXE_generator"))
        .arg("--check")
        .output();
    let output = output.expect("the generator starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
