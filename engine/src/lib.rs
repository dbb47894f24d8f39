//! The rules of cribbage, and nothing else: no I/O, no clock, no randomness.
//!
//! | module | contents |
//! |---|---|
//! | [`card`] | the 52 cards and the jokers, their notation, sets of them |
//! | [`rules`] | the rules that a club may set: [`Rules`], and the presets |
//! | [`show`] | counting a hand or the crib: explained by [`Hand::show`], fast by [`Hand::total`]; of any size and with jokers: [`AnyHand`] |
//! | [`play`] | the play, card by card: [`Play`] |
//! | [`discard`] | the choice of cards to throw: [`Discard`]; the discards of good players, found by fictitious play |
//! | [`game`] | one table's game of record: [`game::Game`], its commands, events, refusals and view |
//! | `fault` | with the feature `serde`: errors in the form that clients read |
//! | [`id`], [`time`] | the ids and times that come with a command |
//! | `text` | types that are written as text; numbers in words |
//!
//! A game is a fold of its events: `decide` turns a command into events or a refusal, `apply` takes an
//! event in. Callers use the flat exports; a game's nouns stay in [`game`]. With the feature
//! `serde` the types have the JSON of the HTTP interface; with `utoipa` they describe themselves in its OpenAPI
//! document.

pub mod card;
pub mod discard;
#[cfg(feature = "serde")]
pub mod fault;
pub mod game;
pub mod id;
pub mod play;
pub mod rules;
pub mod show;
pub mod text;
pub mod time;

pub use card::{Card, CardError, Declaration, HeldCard, Joker, JokerError, PlayedCard, PlayedCardError, Rank, Suit};
pub use discard::{Advice, Crib, CribOutlook, Discard, DiscardError, DiscardOption, HandOutlook, Opponent};
pub use game::Game;
pub use id::IdError;
pub use play::{
    Call, CardStep, DealError, GoStep, Next, Play, PlayError, PlaySummary, Score, ScoreKind, Step, Turn, TurnError,
    WrongGo,
};
#[cfg(feature = "utoipa")]
pub use rules::PenaltiesChange;
pub use rules::{FirstDeal, Nineteen, Penalties, Preset, Rules, RulesError, Skunk};
pub use show::{AnyHand, Hand, HandError, Item, ItemKind, Pattern, Show, TotalsByStarter};
pub use text::WordError;
pub use time::{Time, TimeError};
