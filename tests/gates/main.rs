//! The suite's own proof, in a program of its own because it takes the longest.

mod gates;
