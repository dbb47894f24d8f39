//! Plays any bytes as a deal.

#![no_main]

#[path = "../invariants.rs"]
#[allow(dead_code, reason = "each target uses its own invariant")]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::play(bytes));
