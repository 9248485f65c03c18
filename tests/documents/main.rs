//! What is written about the suite holds: the direction of crates, the documents, the book, the registry
//! of requirements, and the words of all of them. Findings are tested in `xtask`, which writes them.

mod architecture;
mod book;
mod readme;
mod requirements;
mod rooms;
mod words;
