//! The rules, tried on worked examples, whole deals, every hand there is and whatever proptest thinks of.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod discard;
mod every_hand;
mod game;
mod hands;
mod league;
mod play;
mod properties;
mod rule_set;
mod times_and_ids;

use pegout_engine::Card;

/// The cards in a text, with spaces between them.
fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}
