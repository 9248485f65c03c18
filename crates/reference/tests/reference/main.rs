//! The reference, asked directly: examples, choices where the text leaves one, laws, and every fact.

mod blosc;
mod choices;
mod crc32c;
mod examples;
mod facts;
mod gzip;
mod laws;
mod sharding;
mod unknown_length;
mod zstd;
