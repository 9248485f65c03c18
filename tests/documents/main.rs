//! What is written about the suite holds: the documents, the findings, and the registry of requirements.

mod findings;
mod readme;
mod requirements;
