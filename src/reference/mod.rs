//! The literal reference implementation of the specification.
