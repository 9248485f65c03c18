//! What is written about the suite holds: the direction of crates, the documents, the book, and the registry
//! of requirements. Findings are tested in `xtask`, which writes them.

mod architecture;
mod book;
mod readme;
mod requirements;
