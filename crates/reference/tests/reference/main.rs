//! The reference, asked directly: examples, choices where the text leaves one, laws, and every fact.

mod choices;
mod examples;
mod facts;
mod laws;
mod unknown_length;
