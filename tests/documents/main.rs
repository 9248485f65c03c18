//! What is written about the suite holds: the direction of crates, the documents, the book,
//! the findings, the registry of requirements, and the words of all of them.

mod architecture;
mod book;
mod findings;
mod hunts;
mod readme;
mod requirements;
mod words;
