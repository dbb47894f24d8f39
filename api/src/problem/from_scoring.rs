//! The errors of hands, deals, plays and discards as problems. Pointers are those of a body.

use pegout_engine::{DealError, DiscardError, HandError, HeldCard, PlayError};
use serde_json::json;

use crate::problem::{Problem, ProblemType};

impl From<HandError> for Problem {
    fn from(error: HandError) -> Problem {
        let detail = error.to_string();
        match error {
            HandError::NotFour { given } | HandError::CribSize { given } => {
                Problem::invalid("/cards", detail).member("given", given)
            }
            HandError::NoCrib => Problem::invalid("/rules", detail),
            HandError::NoSuchJoker { place, .. } => Problem::invalid(pointer(place), detail),
            HandError::SuitMatters { place, low, high, .. } => {
                Problem::invalid(pointer(place), detail).member("low", low).member("high", high)
            }
            HandError::Duplicate { card, place } => duplicate(card, detail).at_pointer(format!("/cards/{place}")),
            HandError::StarterInHand { card } => duplicate(card, detail).at_pointer("/starter"),
        }
    }
}

/// The pointer to a card of a hand, or else to the starter.
fn pointer(place: Option<usize>) -> String {
    place.map_or("/starter".to_owned(), |place| format!("/cards/{place}"))
}

impl From<DealError> for Problem {
    fn from(error: DealError) -> Problem {
        let detail = error.to_string();
        match error {
            DealError::Players(_) => Problem::invalid("/players", detail),
            DealError::Dealer { .. } => Problem::invalid("/dealer", detail),
            DealError::Hands { given, .. } => Problem::invalid("/hands", detail).member("given", given),
            DealError::NotFour { player, given } => {
                Problem::invalid(format!("/hands/{player}"), detail).member("given", given)
            }
            DealError::NoSuchJoker { player, place, .. } => {
                Problem::invalid(format!("/hands/{player}/{place}"), detail)
            }
            DealError::DuplicateCard { card, player, place } => {
                duplicate(card, detail).at_pointer(format!("/hands/{player}/{place}"))
            }
        }
    }
}

impl From<DiscardError> for Problem {
    fn from(error: DiscardError) -> Problem {
        let detail = error.to_string();
        match error {
            DiscardError::NoDiscard | DiscardError::Jokers | DiscardError::Crash | DiscardError::Nineteen => {
                Problem::invalid("/rules", detail)
            }
            DiscardError::NoSuchJoker { place } => Problem::invalid(format!("/cards/{place}"), detail),
            DiscardError::Players(_) => Problem::invalid("/players", detail),
            DiscardError::Skilled(_) => Problem::invalid("/opponent", detail),
            DiscardError::Cards { given, .. } => Problem::invalid("/cards", detail).member("given", given),
            DiscardError::Duplicate { card, place } => {
                duplicate(card.into(), detail).at_pointer(format!("/cards/{place}"))
            }
        }
    }
}

impl From<PlayError> for Problem {
    fn from(illegal: PlayError) -> Problem {
        let detail = illegal.to_string();
        let of = |kind| Problem::new(kind, detail.clone());
        match illegal {
            PlayError::DuplicateCard { card } => duplicate(card, detail),
            PlayError::CardNotHeld { card } => of(ProblemType::CardNotHeld).member("card", json!(card)),
            PlayError::TooManyCards { card } => of(ProblemType::TooManyCards).member("card", json!(card)),
            PlayError::OverThirtyOne { card, count, .. } => {
                of(ProblemType::OverThirtyOne).member("card", json!(card)).member("count", count)
            }
            PlayError::Undeclared { .. } | PlayError::NoSuchJoker { .. } => of(ProblemType::Invalid),
            PlayError::NotYourTurn { player, count, playable } => of(ProblemType::NotYourTurn)
                .member("player", player)
                .member("count", count)
                .member("playable", json!(playable)),
            PlayError::Renege { player, count, playable } => of(ProblemType::Renege)
                .member("player", player)
                .member("count", count)
                .member("playable", json!(playable)),
        }
    }
}

fn duplicate(card: HeldCard, detail: String) -> Problem {
    Problem::new(ProblemType::DuplicateCard, detail).member("card", json!(card))
}
