//! The refusals and errors of the engine as problems. Pointers point into the body.

use pegout_engine::game::{PegError, Refusal, ResultError, SetupError};
use pegout_engine::{DealError, DiscardError, HandError, HeldCard, PlayError};
use serde_json::json;

use crate::problem::{Problem, ProblemType};

impl From<SetupError> for Problem {
    fn from(error: SetupError) -> Problem {
        let detail = error.to_string();
        match error {
            SetupError::Rules(error) => Problem::invalid(format!("/rules/{}", error.field()), detail),
            SetupError::Sides { given } => Problem::invalid("/sides", detail).member("given", given),
            SetupError::Sizes { sizes } => Problem::invalid("/sides", detail).member("given", sizes),
            SetupError::Name { side, .. } => Problem::invalid(format!("/sides/{side}"), detail),
            SetupError::NotCrash => Problem::invalid("/crash_directions", detail),
            SetupError::Directions { given, .. } => {
                Problem::invalid("/crash_directions", detail).member("given", given)
            }
            SetupError::FirstDealer { given, .. } => Problem::invalid("/first_dealer", detail).member("given", given),
        }
    }
}

impl From<PegError> for Problem {
    fn from(error: PegError) -> Problem {
        let detail = error.to_string();
        match error {
            PegError::Side { given, .. } => Problem::invalid("/side", detail).member("given", given),
            PegError::Muggins | PegError::NoCrib => Problem::invalid("/for", detail),
            PegError::Points { given, .. } => Problem::invalid("/points", detail).member("given", given),
            PegError::NoJack { .. } | PegError::Starter | PegError::NoSuchJoker { .. } => {
                Problem::invalid("/starter", detail)
            }
            PegError::Size { given, .. } => Problem::invalid("/cards", detail).member("given", given),
            PegError::Undeclared { .. } | PegError::Cards { .. } => Problem::invalid("/cards", detail),
            PegError::Hand(error) => error.into(),
            PegError::Counted { given, counted } => {
                Problem::invalid("/points", detail).member("given", given).member("counted", counted)
            }
        }
    }
}

impl From<ResultError> for Problem {
    fn from(error: ResultError) -> Problem {
        let pointer = match error {
            ResultError::Winner { .. } | ResultError::WinnerAlone => "/winner",
            ResultError::Loser { .. } => "/loser",
            ResultError::ShortBy { .. }
            | ResultError::ShortByAlone
            | ResultError::ShortByOfThree { .. }
            | ResultError::ShortByInLowball => "/short_by",
            ResultError::Missing { .. }
            | ResultError::Contradiction
            | ResultError::Scores { .. }
            | ResultError::Beyond { .. }
            | ResultError::Winners { .. } => "/scores",
        };
        Problem::invalid(pointer, error.to_string())
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
            Refusal::Result(error) => error.into(),
            Refusal::InvalidName(_) => Problem::invalid("/by", detail),
            Refusal::InvalidReason(_) | Refusal::ReasonMissing => Problem::invalid("/reason", detail),
            Refusal::FirstDealerMissing | Refusal::FirstDealerByRule { .. } => {
                Problem::invalid("/first_dealer", detail)
            }
            Refusal::NoSuchPlayer { given, .. } => Problem::invalid("/player", detail).member("given", given),
            Refusal::NoSuchSide { given, .. } => Problem::invalid("/side", detail).member("given", given),
            Refusal::SideChanges { given, .. } => Problem::invalid("/sides", detail).member("given", given),
            Refusal::PlayerNames { side, given, .. } => {
                Problem::invalid(format!("/sides/{side}/players"), detail).member("given", given)
            }
            Refusal::CoordinatorOnly { .. } | Refusal::NotAtTheTable => of(P::Forbidden),
            Refusal::RoundClosed { round } => of(P::RoundClosed).member("round", round),
            Refusal::ClosedResult => of(P::RoundClosed),
            Refusal::RoundTakenBack { round } => of(P::RoundTakenBack).member("round", round),
            Refusal::NightFinished => of(P::NightFinished),
            Refusal::NoSuchPeg { .. } | Refusal::NoSuchDeal { .. } => of(P::NotFound),
            Refusal::GameIdTaken { .. }
            | Refusal::PegIdTaken { .. }
            | Refusal::AmendmentIdTaken { .. }
            | Refusal::DealIdTaken { .. }
            | Refusal::RematchIdTaken { .. }
            | Refusal::ConfirmationIdTaken { .. }
            | Refusal::ChangeIdTaken { .. } => of(P::AlreadyUsed),
            Refusal::PegTakenBack { .. } => of(P::PegTakenBack),
            Refusal::GameOver { ref winner } | Refusal::OtherResult { ref winner } => {
                of(P::GameOver).member("winner", winner.as_str())
            }
            Refusal::GameVoid => of(P::GameVoid),
            Refusal::TooManyEvents { .. } => of(P::GameTooLong),
            Refusal::MayNotWin { .. } | Refusal::StinkHole { .. } => of(P::MayNotWin),
            Refusal::NoResult => of(P::NoResult),
            Refusal::OwnResult => of(P::OwnResult),
            Refusal::LeagueNames => of(P::LeagueNames),
            Refusal::SecondDealBegun => of(P::SecondDealBegun),
            Refusal::ResultInForce => of(P::ResultStands),
            Refusal::DealNotNext { next, .. } => of(P::NotTheNextDeal).member("next", next),
            Refusal::DealNotNewest { newest, .. } => of(P::NotTheNewestDeal).member("newest", newest),
            Refusal::NotWon | Refusal::NotARematch => of(P::NotWon),
            Refusal::LeagueGame | Refusal::MatchTooLong { .. } => of(P::NoRematch),
            Refusal::RematchExists { rematch } => of(P::RematchExists).member("rematch", json!(rematch)),
        }
    }
}

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
        let turn = |kind, player, count, playable| {
            of(kind).member("player", player).member("count", count).member("playable", playable)
        };
        match illegal {
            PlayError::DuplicateCard { card } => duplicate(card, detail),
            PlayError::CardNotHeld { card } => of(ProblemType::CardNotHeld).member("card", json!(card)),
            PlayError::TooManyCards { card } => of(ProblemType::TooManyCards).member("card", json!(card)),
            PlayError::OverThirtyOne { card, count, .. } => {
                of(ProblemType::OverThirtyOne).member("card", json!(card)).member("count", count)
            }
            PlayError::Undeclared { .. } | PlayError::NoSuchJoker { .. } => of(ProblemType::Invalid),
            PlayError::NotYourTurn { player, count, playable } => {
                turn(ProblemType::NotYourTurn, player, count, json!(playable))
            }
            PlayError::Renege { player, count, playable } => {
                turn(ProblemType::Renege, Some(player), count, json!(playable))
            }
        }
    }
}

fn duplicate(card: HeldCard, detail: String) -> Problem {
    Problem::new(ProblemType::DuplicateCard, detail).member("card", json!(card))
}
