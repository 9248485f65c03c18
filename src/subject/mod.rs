//! An implementation under test.
