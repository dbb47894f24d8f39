//! The rules, tried on worked examples, whole deals, every possible hand and random cases of proptest.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod discard;
mod discard_variants;
mod every_hand;
mod game;
mod hands;
mod joker_play;
mod joker_shows;
mod play;
mod play_without_hands;
mod properties;
mod rule_set;
mod times_and_ids;
mod variants;

use pegout_engine::{Card, PlayedCard};

/// The cards in a text, with spaces between them.
fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// The cards in a text, jokers among them.
fn played(text: &str) -> Vec<PlayedCard> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}
