//! Reads any text as a card.

#![no_main]

#[path = "../invariants.rs"]
#[allow(dead_code, reason = "each target uses its own invariant")]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &str| invariants::card(text));
