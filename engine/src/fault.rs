//! Faults: errors of the engine in the form that clients read, with their kind, a sentence, the place and the values.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::card::HeldCard;
use crate::discard::DiscardError;
use crate::game::{PegError, Refusal, ResultError, SetupError};
use crate::play::{DealError, PlayError};
use crate::show::HandError;

/// An error as clients read it. The service adds the status and the title of its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// The kind, the last part of the problem's type.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// A sentence for people.
    pub detail: String,
    /// A JSON pointer into the request to the wrong part; none if the request as a whole is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The values in the sentence, for programs.
    #[serde(flatten)]
    pub members: Box<Map<String, Value>>,
}

impl Fault {
    /// Creates a fault of this kind with the sentence `detail`.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into(), pointer: None, members: Box::default() }
    }

    /// Creates the fault of a wrong part of the request.
    pub fn invalid(pointer: impl Into<String>, detail: impl Into<String>) -> Fault {
        Fault::new(Kind::Invalid, detail).at_pointer(pointer)
    }

    /// Sets the place of the fault.
    #[must_use]
    pub fn at_pointer(self, pointer: impl Into<String>) -> Fault {
        Fault { pointer: Some(pointer.into()), ..self }
    }

    fn member(mut self, name: &str, value: impl Into<Value>) -> Fault {
        self.members.insert(name.to_owned(), value.into());
        self
    }
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the service's table of problems explains each kind")]
pub enum Kind {
    Invalid,
    Forbidden,
    RoundClosed,
    RoundTakenBack,
    NightFinished,
    NotFound,
    AlreadyUsed,
    PegTakenBack,
    GameOver,
    GameVoid,
    GameTooLong,
    MayNotWin,
    NoResult,
    OwnResult,
    LeagueNames,
    SecondDealBegun,
    ResultStands,
    NotTheNextDeal,
    NotTheNewestDeal,
    NotWon,
    NoRematch,
    RematchExists,
    DuplicateCard,
    CardNotHeld,
    TooManyCards,
    OverThirtyOne,
    NotYourTurn,
    Renege,
}

crate::string_enum!(Kind, "a kind of fault", {
    Invalid => "invalid",
    Forbidden => "forbidden",
    RoundClosed => "round-closed",
    RoundTakenBack => "round-taken-back",
    NightFinished => "night-finished",
    NotFound => "not-found",
    AlreadyUsed => "already-used",
    PegTakenBack => "peg-taken-back",
    GameOver => "game-over",
    GameVoid => "game-void",
    GameTooLong => "game-too-long",
    MayNotWin => "may-not-win",
    NoResult => "no-result",
    OwnResult => "own-result",
    LeagueNames => "league-names",
    SecondDealBegun => "second-deal-begun",
    ResultStands => "result-stands",
    NotTheNextDeal => "not-the-next-deal",
    NotTheNewestDeal => "not-the-newest-deal",
    NotWon => "not-won",
    NoRematch => "no-rematch",
    RematchExists => "rematch-exists",
    DuplicateCard => "duplicate-card",
    CardNotHeld => "card-not-held",
    TooManyCards => "too-many-cards",
    OverThirtyOne => "over-thirty-one",
    NotYourTurn => "not-your-turn",
    Renege => "renege",
});

impl From<SetupError> for Fault {
    fn from(error: SetupError) -> Fault {
        let detail = error.to_string();
        match error {
            SetupError::Rules(error) => Fault::invalid(format!("/rules/{}", error.field()), detail),
            SetupError::Sides { given } => Fault::invalid("/sides", detail).member("given", given),
            SetupError::Sizes { sizes } => Fault::invalid("/sides", detail).member("given", sizes),
            SetupError::Name { side, .. } => Fault::invalid(format!("/sides/{side}"), detail),
            SetupError::NotCrash => Fault::invalid("/crash_directions", detail),
            SetupError::Directions { given, .. } => Fault::invalid("/crash_directions", detail).member("given", given),
            SetupError::FirstDealer { given, .. } => Fault::invalid("/first_dealer", detail).member("given", given),
        }
    }
}

impl From<PegError> for Fault {
    fn from(error: PegError) -> Fault {
        let detail = error.to_string();
        match error {
            PegError::Side { given, .. } => Fault::invalid("/side", detail).member("given", given),
            PegError::Muggins | PegError::NoCrib => Fault::invalid("/for", detail),
            PegError::Points { given, .. } => Fault::invalid("/points", detail).member("given", given),
            PegError::NoJack { .. } | PegError::Starter | PegError::NoSuchJoker { .. } => {
                Fault::invalid("/starter", detail)
            }
            PegError::Size { given, .. } => Fault::invalid("/cards", detail).member("given", given),
            PegError::Undeclared { .. } | PegError::Cards { .. } => Fault::invalid("/cards", detail),
            PegError::Hand(error) => error.into(),
            PegError::Counted { given, counted } => {
                Fault::invalid("/points", detail).member("given", given).member("counted", counted)
            }
        }
    }
}

impl From<ResultError> for Fault {
    fn from(error: ResultError) -> Fault {
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
        Fault::invalid(pointer, error.to_string())
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        let (kind, detail) = (refusal.kind(), refusal.to_string());
        let of = || Fault::new(kind, detail.clone());
        match refusal {
            Refusal::Setup(error) => error.into(),
            Refusal::Peg(error) => error.into(),
            Refusal::Result(error) => error.into(),
            Refusal::InvalidName(_) => of().at_pointer("/by"),
            Refusal::InvalidReason(_) | Refusal::ReasonMissing => of().at_pointer("/reason"),
            Refusal::FirstDealerMissing | Refusal::FirstDealerByRule { .. } => of().at_pointer("/first_dealer"),
            Refusal::NoSuchPlayer { given, .. } => of().at_pointer("/player").member("given", given),
            Refusal::NoSuchSide { given, .. } => of().at_pointer("/side").member("given", given),
            Refusal::SideChanges { given, .. } => of().at_pointer("/sides").member("given", given),
            Refusal::PlayerNames { side, given, .. } => {
                of().at_pointer(format!("/sides/{side}/players")).member("given", given)
            }
            Refusal::RoundClosed { round } | Refusal::RoundTakenBack { round } => of().member("round", round),
            Refusal::GameOver { ref winner } | Refusal::OtherResult { ref winner } => {
                of().member("winner", winner.as_str())
            }
            Refusal::DealNotNext { next, .. } => of().member("next", next),
            Refusal::DealNotNewest { newest, .. } => of().member("newest", newest),
            Refusal::RematchExists { rematch } => of().member("rematch", json!(rematch)),
            _ => of(),
        }
    }
}

impl Refusal {
    /// The kind of the fault.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Refusal::Setup(_)
            | Refusal::Peg(_)
            | Refusal::Result(_)
            | Refusal::InvalidName(_)
            | Refusal::InvalidReason(_)
            | Refusal::ReasonMissing
            | Refusal::FirstDealerMissing
            | Refusal::FirstDealerByRule { .. }
            | Refusal::NoSuchPlayer { .. }
            | Refusal::NoSuchSide { .. }
            | Refusal::SideChanges { .. }
            | Refusal::PlayerNames { .. } => Kind::Invalid,
            Refusal::CoordinatorOnly { .. } | Refusal::NotAtTheTable => Kind::Forbidden,
            Refusal::RoundClosed { .. } | Refusal::ClosedResult => Kind::RoundClosed,
            Refusal::RoundTakenBack { .. } => Kind::RoundTakenBack,
            Refusal::NightFinished => Kind::NightFinished,
            Refusal::NoSuchPeg { .. } | Refusal::NoSuchDeal { .. } => Kind::NotFound,
            Refusal::GameIdTaken { .. }
            | Refusal::PegIdTaken { .. }
            | Refusal::AmendmentIdTaken { .. }
            | Refusal::DealIdTaken { .. }
            | Refusal::RematchIdTaken { .. }
            | Refusal::ConfirmationIdTaken { .. }
            | Refusal::ChangeIdTaken { .. } => Kind::AlreadyUsed,
            Refusal::PegTakenBack { .. } => Kind::PegTakenBack,
            Refusal::GameOver { .. } | Refusal::OtherResult { .. } => Kind::GameOver,
            Refusal::GameVoid => Kind::GameVoid,
            Refusal::TooManyEvents { .. } => Kind::GameTooLong,
            Refusal::MayNotWin { .. } | Refusal::StinkHole { .. } => Kind::MayNotWin,
            Refusal::NoResult => Kind::NoResult,
            Refusal::OwnResult => Kind::OwnResult,
            Refusal::LeagueNames => Kind::LeagueNames,
            Refusal::SecondDealBegun => Kind::SecondDealBegun,
            Refusal::ResultInForce => Kind::ResultStands,
            Refusal::DealNotNext { .. } => Kind::NotTheNextDeal,
            Refusal::DealNotNewest { .. } => Kind::NotTheNewestDeal,
            Refusal::NotWon | Refusal::NotARematch => Kind::NotWon,
            Refusal::LeagueGame | Refusal::MatchTooLong { .. } => Kind::NoRematch,
            Refusal::RematchExists { .. } => Kind::RematchExists,
        }
    }
}

impl From<HandError> for Fault {
    fn from(error: HandError) -> Fault {
        let detail = error.to_string();
        match error {
            HandError::NotFour { given } | HandError::CribSize { given } => {
                Fault::invalid("/cards", detail).member("given", given)
            }
            HandError::NoCrib => Fault::invalid("/rules", detail),
            HandError::NoSuchJoker { place, .. } => Fault::invalid(pointer(place), detail),
            HandError::SuitMatters { place, low, high, .. } => {
                Fault::invalid(pointer(place), detail).member("low", low).member("high", high)
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

impl From<DealError> for Fault {
    fn from(error: DealError) -> Fault {
        let detail = error.to_string();
        match error {
            DealError::Players(_) => Fault::invalid("/players", detail),
            DealError::Dealer { .. } => Fault::invalid("/dealer", detail),
            DealError::Hands { given, .. } => Fault::invalid("/hands", detail).member("given", given),
            DealError::NotFour { player, given } => {
                Fault::invalid(format!("/hands/{player}"), detail).member("given", given)
            }
            DealError::NoSuchJoker { player, place, .. } => Fault::invalid(format!("/hands/{player}/{place}"), detail),
            DealError::DuplicateCard { card, player, place } => {
                duplicate(card, detail).at_pointer(format!("/hands/{player}/{place}"))
            }
        }
    }
}

impl From<DiscardError> for Fault {
    fn from(error: DiscardError) -> Fault {
        let detail = error.to_string();
        match error {
            DiscardError::NoDiscard | DiscardError::Jokers | DiscardError::Crash | DiscardError::Nineteen => {
                Fault::invalid("/rules", detail)
            }
            DiscardError::NoSuchJoker { place } => Fault::invalid(format!("/cards/{place}"), detail),
            DiscardError::Players(_) => Fault::invalid("/players", detail),
            DiscardError::Skilled(_) => Fault::invalid("/opponent", detail),
            DiscardError::Cards { given, .. } => Fault::invalid("/cards", detail).member("given", given),
            DiscardError::Duplicate { card, place } => {
                duplicate(card.into(), detail).at_pointer(format!("/cards/{place}"))
            }
        }
    }
}

impl From<PlayError> for Fault {
    fn from(illegal: PlayError) -> Fault {
        let detail = illegal.to_string();
        let of = |kind| Fault::new(kind, detail.clone());
        let turn = |kind, player, count, playable| {
            of(kind).member("player", player).member("count", count).member("playable", playable)
        };
        match illegal {
            PlayError::DuplicateCard { card } => duplicate(card, detail),
            PlayError::CardNotHeld { card } => of(Kind::CardNotHeld).member("card", json!(card)),
            PlayError::TooManyCards { card } => of(Kind::TooManyCards).member("card", json!(card)),
            PlayError::OverThirtyOne { card, count, .. } => {
                of(Kind::OverThirtyOne).member("card", json!(card)).member("count", count)
            }
            PlayError::Undeclared { .. } | PlayError::NoSuchJoker { .. } => of(Kind::Invalid),
            PlayError::NotYourTurn { player, count, playable } => {
                turn(Kind::NotYourTurn, player, count, json!(playable))
            }
            PlayError::Renege { player, count, playable } => turn(Kind::Renege, Some(player), count, json!(playable)),
        }
    }
}

fn duplicate(card: HeldCard, detail: String) -> Fault {
    Fault::new(Kind::DuplicateCard, detail).member("card", json!(card))
}
