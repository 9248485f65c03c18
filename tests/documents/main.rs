//! What is written about the suite holds: the direction of crates, the documents, the book,
//! the findings, and the registry of requirements.

mod architecture;
mod book;
mod findings;
mod hunts;
mod readme;
mod requirements;
