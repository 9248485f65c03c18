//! What is written about the suite holds: the direction of crates, the documents,
//! the findings, and the registry of requirements.

mod architecture;
mod findings;
mod readme;
mod requirements;
