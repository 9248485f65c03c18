//! What every target of libFuzzer needs beside its own function, which `fuzz-targets` has.

use std::cell::RefCell;
use std::panic;

pub use fuzz_targets::targets;
pub use libfuzzer_sys::fuzz_target;

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of a panic until it is known whether it is caught: the reference makes an
/// error of what its decoder of Zstandard blocks panics on. The hook of libFuzzer ends the process at once.
pub fn keep_panics() {
    panic::set_hook(Box::new(|panic| {
        LAST_PANIC.with_borrow_mut(|last| *last = panic.to_string());
    }));
}

/// Runs a target; a panic that it does not catch ends the process, as libFuzzer wants it.
pub fn run(target: fn(&[u8]), input: &[u8]) {
    if panic::catch_unwind(|| target(input)).is_err() {
        LAST_PANIC.with_borrow(|last| eprintln!("{last}"));
        std::process::abort();
    }
}

/// The entry points of libFuzzer, for the target of this name.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        $crate::fuzz_target!(
            init: {
                $crate::keep_panics();
                // What a target needs once, such as the checks of all facts, is not part of an input's time.
                $crate::targets::$name(&[]);
            },
            |input: &[u8]| $crate::run($crate::targets::$name, input)
        );
    };
}
