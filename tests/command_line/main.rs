//! The program `conform`, used as one: what it is asked, what it answers, and with which exit code.

mod blame;
mod caller;
mod diff;
mod expect;
mod files;
mod fuzz;
mod help;
mod history;
mod honesty;
mod hostile;
mod hunts;
mod init;
mod keep;
mod known;
mod launcher;
mod matrix;
mod merge;
mod repeat;
mod runs;
mod scan;
mod spec;
mod strictness;
#[path = "../support/mod.rs"]
mod support;
mod usage;
