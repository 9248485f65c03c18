//! What is wrong in a file of inputs is reported with file, line, fact and member.

use std::fs;
use std::process::Command;

use rstest::rstest;

/// A head that every case begins with; it has six lines.
const HEAD: &str = r#"about = "What `order` may be."
kind = "representation"
requirements = ["transpose.order-is-permutation"]
editions = ["3.0", "3.1"]
data_type = "int16"
shape = [2, 3]
"#;

/// A valid fact, on lines 7 to 10.
const VALID: &str = r#"[[fact]]
name = "valid"
codecs = '[{"name": "bytes", "configuration": {"endian": "big"}}]'
comment = "a valid fact"
"#;

/// The error of a file of inputs, without the name of the file.
pub(crate) fn error_of(inputs: &str) -> String {
    let root = tempfile::tempdir().expect("a temporary folder");
    let folder = root.path().join("generator/inputs/core");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("wrong.toml"), inputs).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_generator"))
        .args(["--check", "--root"])
        .arg(root.path())
        .output()
        .expect("the generator starts");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!output.status.success(), "{error}");
    let message = error.strip_prefix("error: generator/inputs/core/wrong.toml:");
    message.expect(&error).trim().to_owned()
}

#[rstest]
#[case::unknown_member(
    r#"nmae = "x""#,
    r#"12: fact: nmae: there is no such member; did you mean "name"?"#
)]
#[case::member_of_another_kind(
    r#"name = "x"
set.shape = "[]""#,
    r#"13: fact "x": set: there is no such member"#
)]
#[case::no_name(r#"refused = "x""#, "11: fact: name is missing")]
#[case::name_is_a_number("name = 7", r#"12: fact "7": name: found a number, expected a text"#)]
#[case::no_comment(
    r#"name = "x"
codecs = "[]""#,
    r#"11: fact "x": comment is missing"#
)]
#[case::unknown_requirement(
    r#"name = "x"
requirements = ["transpose.order-is-permutaton"]"#,
    r#"13: fact "x": requirements: there is no requirement "transpose.order-is-permutaton"; did you mean "transpose.order-is-permutation"?"#
)]
#[case::unknown_open_place(
    r#"name = "x"
open = "null-for-absnt""#,
    r#"13: fact "x": open: there is no open place "null-for-absnt"; did you mean "null-for-absent"?"#
)]
#[case::unknown_kind(
    r#"name = "x"
kind = "chunks""#,
    r#"13: fact "x": kind: there is no kind "chunks"; did you mean "chunk"?"#
)]
#[case::unknown_edition(
    r#"name = "x"
comment = "x"
editions = ["3.2"]"#,
    r#"14: fact "x": editions: found edition "3.2", expected one of "draft", "3.0", "3.1""#
)]
#[case::unknown_level(
    r#"name = "x"
comment = "x"
level = "open""#,
    r#"14: fact "x": level: found "open", expected "must", "should" or "may""#
)]
#[case::list_for_a_text(
    r#"name = "x"
comment = ["x"]"#,
    r#"13: fact "x": comment: found a list, expected a text"#
)]
#[case::unknown_data_type(
    r#"name = "x"
comment = "x"
data_type = "int17""#,
    r#"14: fact "x": data_type: unsupported: "int17" is not the identifier of a data type"#
)]
#[case::shape_with_a_fraction(
    r#"name = "x"
comment = "x"
shape = [2, 3.5]"#,
    r#"14: fact "x": shape: found [2,3.5], expected a list of integers from 0 to 2^64-1"#
)]
#[case::codecs_not_json(
    r#"name = "x"
comment = "x"
codecs = "[{]""#,
    r#"14: fact "x": codecs: [{] is not JSON: key must be a string at line 1 column 3"#
)]
#[case::name_without_a_text(
    r#"name = "x"
comment = "${why}""#,
    r#"13: fact "x": comment: ${why} stands for nothing"#
)]
#[case::name_that_is_not_closed(
    r#"name = "x"
comment = "${why""#,
    r#"13: fact "x": comment: found "${" without "}" in "${why""#
)]
#[case::text_of_itself(
    r#"name = "x"
comment = "a ${comment}""#,
    r#"13: fact "x": comment: "a ${comment}" stands for itself"#
)]
#[case::outcomes_of_what_is_refused(
    r#"name = "x"
comment = "x"
codecs = "[]"
refused = "x"
outcomes = [{ reading = "x" }]"#,
    r#"16: fact "x": outcomes: a fact is refused or open, and has no outcomes where it is refused"#
)]
#[case::unknown_member_of_an_outcome(
    r#"name = "x"
comment = "x"
codecs = "[]"
outcomes = [{ reading = "x", refuse = true }]"#,
    r#"15: fact "x": outcomes[0]: refuse: there is no such member; did you mean "refused"?"#
)]
#[case::outcome_without_a_reading(
    r#"name = "x"
comment = "x"
codecs = "[]"
outcomes = [{ refused = true }]"#,
    r#"15: fact "x": outcomes[0]: reading is missing"#
)]
#[case::reference_refuses(
    r#"name = "x"
comment = "x"
codecs = "[]""#,
    r#"11: fact "x": core/wrong/x: the reference refuses in edition 3.0: metadata: codecs: found the kinds [], expected any number of array -> array, exactly one array -> bytes, any number of bytes -> bytes"#
)]
#[case::reference_accepts(
    r#"name = "x"
comment = "x"
codecs = '[{"name": "bytes", "configuration": {"endian": "big"}}]'
refused = "x"
twin = "valid""#,
    r#"11: fact "x": core/wrong/x: the reference accepts in edition 3.0: Chain { codecs: [Bytes { endian: Some(Big), has_unused_bits: false }], representations: [Array { data_type: Int16, shape: [2, 3], fill_value: Bits(0) }, Bytes { length: Some(12) }] }"#
)]
#[case::each_without_rows(
    r#"name = "x"
each = { endian = "big" }"#,
    r#"11: fact "x": each: found a table, expected a list of tables"#
)]
#[case::where_without_a_variable(
    r#"name = "x"
where.endian = ["big"]"#,
    r#"13: fact "x": where: endian: there is no such variable"#
)]
#[case::row_of_each(
    r#"name = "of-${endian}"
each = [{ endian = ["big"] }]
comment = "${why}""#,
    r#"14: fact "of-big": comment: ${why} stands for nothing"#
)]
#[case::two_facts_of_one_name(
    r#"name = "valid"
comment = "x"
codecs = '[{"name": "bytes", "configuration": {"endian": "big"}}]'"#,
    r#"fact "valid": name: two facts have the id "core/wrong/valid""#
)]
#[case::name_with_capitals(
    r#"name = "Valid"
comment = "x"
codecs = '[{"name": "bytes", "configuration": {"endian": "big"}}]'"#,
    r#"fact "Valid": name: "core/wrong/Valid" is not lower-case words and digits joined by "-""#
)]
#[case::no_requirement(
    r#"name = "x"
comment = "x"
requirements = []
codecs = '[{"name": "bytes", "configuration": {"endian": "big"}}]'"#,
    r#"fact "x": requirements: found none, expected at least one"#
)]
#[case::open_without_a_place(
    r#"name = "x"
comment = "x"
codecs = "[]"
outcomes = [{ reading = "a" }, { reading = "b", refused = true }]"#,
    r#"fact "x": open is missing, and the fact is open"#
)]
#[case::more_elements_than_anybody_must_count(
    r#"name = "x"
comment = "x"
shape = [65536, 32768]
codecs = '[{"name": "bytes", "configuration": {"endian": "big"}}]'"#,
    r#"fact "x": level: a fact of level must has fewer than 2^31 elements, and no longer chunks"#
)]
#[case::refused_without_a_twin(
    r#"name = "x"
comment = "x"
codecs = "[]"
refused = "x""#,
    r#"fact "x": twin is missing, and the fact is refused"#
)]
#[case::unknown_twin(
    r#"name = "x"
comment = "x"
codecs = "[]"
refused = "x"
twin = "y""#,
    r#"fact "x": twin: there is no fact "core/wrong/y""#
)]
#[case::refused_twin(
    r#"name = "x"
comment = "x"
codecs = "[]"
refused = "x"
twin = "x""#,
    r#"fact "x": twin: core/wrong/x is refused too"#
)]
#[case::twin_of_fewer_editions(
    r#"name = "x"
comment = "x"
editions = ["draft", "3.0"]
codecs = '["a"]'
refused = "x"
twin = "valid""#,
    r#"fact "x": twin: core/wrong/valid does not hold in all editions"#
)]
fn of_a_fact(#[case] fact: &str, #[case] expected: &str) {
    let error = error_of(&format!("{HEAD}{VALID}[[fact]]\n{fact}\n"));
    assert_eq!(error, expected);
}

#[rstest]
#[case::not_toml(
    "[[fact]\nname = \"x\"\n",
    "TOML parse error at line 7, column 8\n  |\n7 | [[fact]\n  |        ^\nunclosed array table, expected `]`"
)]
#[case::unknown_member_of_the_head(
    "nmae = \"x\"",
    r#"7: head: nmae: there is no such member; did you mean "name"?"#
)]
#[case::fact_that_is_no_list("[fact]\nname = \"x\"", "7: head: fact: expected [[fact]]")]
#[case::empty_group("[[group]]\ncomment = \"x\"", "7: group: there is no fact in it")]
#[case::unknown_member_of_a_group(
    "[[group]]\nwhere.x = [\"x\"]",
    "8: group: where: there is no such member"
)]
#[case::unknown_computation(
    "[[group]]\ncomputed = \"special value\"",
    r#"8: group: computed: nothing computes "special value"; did you mean "special values"?"#
)]
#[case::each_of_a_group(
    "[[group]]\neach = [\"x\"]\n[[group.fact]]\nname = \"x\"",
    "7: group: each: found a text, expected a table"
)]
fn of_a_head_or_group(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(error_of(&format!("{HEAD}{text}\n")), expected);
}
