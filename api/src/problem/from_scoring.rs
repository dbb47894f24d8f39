//! The errors of hands, deals, plays and discards as problems. Pointers are those of a body.

use pegout_engine::{Card, DealError, DiscardError, HandError, PlayError};
use serde_json::json;

use crate::problem::{Problem, ProblemType};

impl From<HandError> for Problem {
    fn from(error: HandError) -> Problem {
        let detail = error.to_string();
        match error {
            HandError::NotFour { given } => Problem::invalid("/cards", detail).member("given", given),
            HandError::Duplicate { card, place } => duplicate(card, detail).at_pointer(format!("/cards/{place}")),
            HandError::StarterInHand { card } => duplicate(card, detail).at_pointer("/starter"),
        }
    }
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
            DiscardError::Players(_) => Problem::invalid("/players", detail),
            DiscardError::Cards { given, .. } => Problem::invalid("/cards", detail).member("given", given),
            DiscardError::Duplicate { card, place } => duplicate(card, detail).at_pointer(format!("/cards/{place}")),
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
            PlayError::OverThirtyOne { card, count } => {
                of(ProblemType::OverThirtyOne).member("card", json!(card)).member("count", count)
            }
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

fn duplicate(card: Card, detail: String) -> Problem {
    Problem::new(ProblemType::DuplicateCard, detail).member("card", json!(card))
}
