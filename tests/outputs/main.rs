//! What is written about a run: the report for people, the forms for programs, and the site.

mod causes;
mod forms;
mod site;
#[path = "../support/mod.rs"]
mod support;
mod terminal;
