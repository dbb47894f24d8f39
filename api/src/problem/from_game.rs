//! What the engine refuses, as problems of the interface. Pointers are those of a body.

use pegout_engine::game::{PegError, Refusal, SetupError};
use pegout_engine::league::SettingsError;
use pegout_engine::{DealError, DiscardError, HandError, PlayError};
use serde_json::json;

use crate::problem::{Problem, ProblemType};
use crate::store::StoreError;

impl From<HandError> for Problem {
    fn from(error: HandError) -> Problem {
        let detail = error.to_string();
        match error {
            HandError::NotFour { given } => Problem::invalid("/cards", detail).with("given", given),
            HandError::Duplicate { card, place } => duplicate(card, detail).at(format!("/cards/{place}")),
            HandError::StarterInHand { card } => duplicate(card, detail).at("/starter"),
        }
    }
}

impl From<DealError> for Problem {
    fn from(error: DealError) -> Problem {
        let detail = error.to_string();
        match error {
            DealError::Players(_) => Problem::invalid("/players", detail),
            DealError::Dealer { .. } => Problem::invalid("/dealer", detail),
            DealError::Hands { given, .. } => Problem::invalid("/hands", detail).with("given", given),
            DealError::NotFour { player, given } => {
                Problem::invalid(format!("/hands/{player}"), detail).with("given", given)
            }
            DealError::DuplicateCard { card, player, place } => {
                duplicate(card, detail).at(format!("/hands/{player}/{place}"))
            }
        }
    }
}

impl From<DiscardError> for Problem {
    fn from(error: DiscardError) -> Problem {
        let detail = error.to_string();
        match error {
            DiscardError::Players(_) => Problem::invalid("/players", detail),
            DiscardError::Cards { given, .. } => Problem::invalid("/cards", detail).with("given", given),
            DiscardError::Duplicate { card, place } => duplicate(card, detail).at(format!("/cards/{place}")),
        }
    }
}

impl From<PlayError> for Problem {
    fn from(illegal: PlayError) -> Problem {
        let detail = illegal.to_string();
        let of = |kind| Problem::new(kind, detail.clone());
        match illegal {
            PlayError::DuplicateCard { card } => duplicate(card, detail),
            PlayError::CardNotHeld { card } => of(ProblemType::CardNotHeld).with("card", json!(card)),
            PlayError::TooManyCards { card } => of(ProblemType::TooManyCards).with("card", json!(card)),
            PlayError::OverThirtyOne { card, count } => {
                of(ProblemType::OverThirtyOne).with("card", json!(card)).with("count", count)
            }
            PlayError::NotYourTurn { player, count, playable } => of(ProblemType::NotYourTurn)
                .with("player", player)
                .with("count", count)
                .with("playable", json!(playable)),
            PlayError::Renege { player, count, playable } => {
                of(ProblemType::Renege).with("player", player).with("count", count).with("playable", json!(playable))
            }
        }
    }
}

impl From<SetupError> for Problem {
    fn from(error: SetupError) -> Problem {
        let detail = error.to_string();
        match error {
            SetupError::Rules(error) => Problem::invalid(format!("/rules/{}", error.field()), detail),
            SetupError::Sides { given } => Problem::invalid("/sides", detail).with("given", given),
            SetupError::Sizes { sizes } => Problem::invalid("/sides", detail).with("given", sizes),
            SetupError::Name { side, .. } => Problem::invalid(format!("/sides/{side}"), detail),
            SetupError::FirstDealer { given, .. } => Problem::invalid("/first_dealer", detail).with("given", given),
        }
    }
}

impl From<PegError> for Problem {
    fn from(error: PegError) -> Problem {
        let detail = error.to_string();
        match error {
            PegError::Side { given, .. } => Problem::invalid("/side", detail).with("given", given),
            PegError::Muggins => Problem::invalid("/for", detail),
            PegError::Points { given, .. } => Problem::invalid("/points", detail).with("given", given),
            PegError::NoJack { .. } | PegError::Starter => Problem::invalid("/starter", detail),
            PegError::Cards { .. } => Problem::invalid("/cards", detail),
            PegError::Hand(error) => error.into(),
            PegError::Counted { given, counted } => {
                Problem::invalid("/points", detail).with("given", given).with("counted", counted)
            }
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        use ProblemType as P;
        let detail = refusal.to_string();
        let of = |kind| Problem::new(kind, detail.clone());
        match refusal {
            Refusal::Setup(error) => error.into(),
            Refusal::Peg(error) => error.into(),
            Refusal::Result(_) => Problem::invalid("/scores", detail),
            Refusal::InvalidName(_) => Problem::invalid("/by", detail),
            Refusal::InvalidReason(_) | Refusal::ReasonMissing => Problem::invalid("/reason", detail),
            Refusal::FirstDealerMissing | Refusal::FirstDealerByRule { .. } => {
                Problem::invalid("/first_dealer", detail)
            }
            Refusal::CoordinatorOnly { .. } => of(P::Forbidden),
            Refusal::NoSuchGame | Refusal::NoSuchPeg { .. } | Refusal::NoSuchDeal { .. } => of(P::NotFound),
            Refusal::GameIdTaken { .. }
            | Refusal::PegIdTaken { .. }
            | Refusal::DealIdTaken { .. }
            | Refusal::RematchIdTaken { .. } => of(P::AlreadyUsed),
            Refusal::GameOver { ref winner } => of(P::GameOver).with("winner", winner.as_str()),
            Refusal::GameVoid => of(P::GameVoid),
            Refusal::TooManyEvents { .. } => of(P::GameTooLong),
            Refusal::MayNotWin { .. } => of(P::MayNotWin),
            Refusal::ResultInForce => of(P::ResultStands),
            Refusal::DealNotNext { next, .. } => of(P::NotTheNextDeal).with("next", next),
            Refusal::DealNotNewest { newest, .. } => of(P::NotTheNewestDeal).with("newest", newest),
            Refusal::NotWon | Refusal::NoRematch => of(P::NotWon),
            Refusal::LeagueGame | Refusal::MatchTooLong { .. } => of(P::NoRematch),
            Refusal::RematchExists { rematch } => of(P::RematchExists).with("rematch", json!(rematch)),
        }
    }
}

impl From<SettingsError> for Problem {
    fn from(error: SettingsError) -> Problem {
        let detail = error.to_string();
        match error {
            SettingsError::Rules(error) => Problem::invalid(format!("/rules/{}", error.field()), detail),
            _ => Problem::invalid(format!("/{}", error.field()), detail),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        log::error!("503: {error}");
        match error {
            StoreError::Displaced(_) => Problem::displaced(),
            StoreError::CompanionDisplaced(_) => Problem::companion_displaced(),
            StoreError::Unavailable(_) | StoreError::Unusable(_) | StoreError::Conflict(_) => Problem::unavailable(),
        }
    }
}

fn duplicate(card: pegout_engine::Card, detail: String) -> Problem {
    Problem::new(ProblemType::DuplicateCard, detail).with("card", json!(card))
}
