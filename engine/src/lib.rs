//! The rules of cribbage, and nothing else: no I/O, no clock, no randomness.
//!
//! | module | what it holds |
//! |---|---|
//! | [`card`] | the 52 cards, how they are written, sets of them |
//! | [`rules`] | what a club may set, and the presets |
//! | [`show`] | counting a hand or the crib: explained by [`Hand::show`], fast by [`Hand::total`] |
//! | [`play`] | the play, card by card: [`Play`] |
//! | [`game`] | one table's game of record: [`game::Game`], its commands, its events, what is told of it |
//! | [`league`] | a league night: [`league::Night`], seating, scorecards, standings, money |
//! | [`id`], [`time`] | what a command brings along: ids and moments |
//! | [`discard`] | which cards to throw: [`Discard`]; how often good players throw what, and how that is found |
//!
//! What people use is exported flat, but a game's nouns stay in [`game`], a night's in [`league`]. With the feature
//! `serde` the types travel as the HTTP interface writes them; with `utoipa` they describe themselves in its OpenAPI
//! document.

pub mod card;
pub mod discard;
mod english;
pub mod game;
pub mod id;
pub mod league;
pub mod play;
pub mod rules;
pub mod show;
mod text;
pub mod time;

pub use card::{Card, CardError, CardSet, Rank, Suit};
pub use discard::{Advice, Crib, CribOutlook, Discard, DiscardError, DiscardOption, HandOutlook, Opponent};
pub use game::Game;
pub use id::IdError;
pub use play::{
    Call, CardStep, DealError, GoStep, Next, Play, PlayError, PlaySummary, Score, ScoreKind, Step, Turn, TurnError,
};
pub use rules::{FirstDeal, Preset, Rules, RulesError, Skunk};
pub use show::{Hand, HandError, Item, ItemKind, Pattern, Show, TotalsByStarter};
pub use text::WordError;
pub use time::{Time, TimeError};
