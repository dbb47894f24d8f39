//! The refusals of a night and of its settings as problems. Pointers point into the body.

use std::fmt::Display;

use pegout_league::SettingsError;
use pegout_league::night::{PersonView, Refusal, SeatError};
use serde_json::json;

use crate::problem::{Problem, ProblemType};

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        use ProblemType as P;
        let detail = refusal.to_string();
        let of = |kind| Problem::new(kind, detail.clone());
        match refusal {
            Refusal::NoSuchRound { .. }
            | Refusal::NoEntry { .. }
            | Refusal::NoCard { .. }
            | Refusal::NotCancelled
            | Refusal::TakenBackWithImport => of(P::NotFound),
            Refusal::NightIdTaken { .. } | Refusal::CommandIdTaken { .. } => of(P::AlreadyUsed),
            Refusal::CoordinatorOnly => of(P::Forbidden),
            Refusal::InvalidName(_) => Problem::invalid("/by", detail),
            Refusal::InvalidReason(_) | Refusal::ExcuseWithoutReason => Problem::invalid("/reason", detail),
            Refusal::Settings(error) => Problem::invalid(format!("/{}", error.field()), detail),
            Refusal::Cancelled | Refusal::NobodyComes => of(P::NightCancelled),
            Refusal::Finished => of(P::NightFinished),
            Refusal::Playing | Refusal::RepliesClosed => of(P::NightPlaying),
            Refusal::Imported | Refusal::ImportedDay | Refusal::WasPlayed => of(P::NightFinished),
            Refusal::NotPlaying => of(P::NightNotPlaying),
            Refusal::RoundsDrawn { drawn, .. } => of(P::RoundsDrawn).member("drawn", drawn),
            Refusal::FormatFixed => of(P::FormatFixed),
            Refusal::NotAMember => of(P::NotAMember),
            Refusal::RoundNotNext { next, .. } => of(P::NotTheNextRound).member("next", next),
            Refusal::NoMoreRounds { games_per_night } => of(P::NoMoreRounds).member("games_per_night", games_per_night),
            Refusal::StillPlaying { tables } => of(P::StillPlaying).member("tables", tables),
            Refusal::GamesStillPlaying { tables } => {
                let numbers: Vec<usize> = tables.iter().map(|at| at.table).collect();
                of(P::StillPlaying).member("tables", numbers).member("open", json!(tables))
            }
            Refusal::TooFewPlayers { present } | Refusal::TooFewPairs { present } => {
                of(P::TooFewPlayers).member("present", present)
            }
            // The service makes one id for each table.
            Refusal::TooFewGames { .. } => Problem::unavailable(),
            Refusal::RoundClosed { round } => of(P::RoundClosed).member("round", round),
            Refusal::RoundBegun { tables } | Refusal::DrawBegun { tables } => {
                of(P::RoundBegun).member("tables", tables)
            }
            Refusal::PairSits { table } => of(P::RoundBegun).member("tables", json!([table])),
            Refusal::NoSuchTable { .. } | Refusal::TableNamedTwice { .. } => Problem::invalid("/tables", detail),
            Refusal::SidesFixed { table } => Problem::invalid("/tables", detail).member("table", table),
            Refusal::ReasonMissing { tables } => Problem::invalid("/reason", detail).member("tables", tables),
            Refusal::TableSize { .. }
            | Refusal::SinglesOnly { .. }
            | Refusal::PairsOnly { .. }
            | Refusal::NoPairs
            | Refusal::SamePlayer
            | Refusal::NotSeated { .. } => Problem::invalid("/players", detail),
            Refusal::PairPlayers { .. } => Problem::invalid("/players", detail),
            Refusal::Seats { error, .. } => Problem::invalid(pointer(error), detail),
            Refusal::RoundNotNewest { given, newest } => {
                of(P::RoundClosed).member("round", given).member("newest", newest)
            }
            Refusal::ExcusedRound { given, .. } => Problem::invalid("/excused", detail).member("given", given),
            Refusal::AlreadyDrawn { player, amount } | Refusal::FiftyFiftyStands { player, amount } => {
                of(P::AlreadyDrawn).member("player_id", json!(player)).member("amount", amount)
            }
            Refusal::HandIdTaken { .. } => of(P::AlreadyUsed),
            Refusal::NotAtTheGame { .. } => Problem::invalid("/player_id", detail),
            Refusal::Hand(error) => Problem::from(error),
            Refusal::NotThatHand { counted, .. } => of(P::NotThatHand).member("counted", counted),
            Refusal::TooManyHands => of(P::GameTooLong),
            Refusal::NoSuchHand { .. } => of(P::NotFound),
            Refusal::OwnHand => of(P::OwnResult),
            Refusal::NotYourHand => of(P::Forbidden),
            Refusal::NobodyPaid | Refusal::NothingToDraw => of(P::NothingToDraw),
            Refusal::PoolTooSmall { .. } | Refusal::WinnerMustHavePaid => of(P::DrawStands),
        }
    }
}

impl Problem {
    /// Creates the problem of a 50/50 that other merges of players would make invalid.
    pub fn draw_stands(date: impl Display) -> Problem {
        let fee = "was drawn from a fee that would not count any more. Void the draw first.";
        Problem::new(ProblemType::DrawStands, format!("The 50/50 of the night of {date} {fee}"))
    }

    /// Creates the problem of `players` who cannot have the given seats.
    pub fn of_seats(error: SeatError, players: Vec<PersonView>) -> Problem {
        Problem::of_players(pointer(error), error, players)
    }

    /// Creates the problem of `players` in the field at this pointer.
    pub fn of_players(pointer: &'static str, error: SeatError, players: Vec<PersonView>) -> Problem {
        let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        Problem::invalid(pointer, error.sentence(&names)).member("players", json!(players))
    }
}

/// Returns the field with the players.
const fn pointer(error: SeatError) -> &'static str {
    match error {
        SeatError::Twice | SeatError::Away | SeatError::Nowhere | SeatError::NotAPair => "/tables",
        SeatError::OutAndSeated => "/out",
        SeatError::NamedTwice
        | SeatError::NotWaiting
        | SeatError::InAPair
        | SeatError::PlaysAlready
        | SeatError::HasSubstitute => "/players",
    }
}

impl From<SettingsError> for Problem {
    fn from(error: SettingsError) -> Problem {
        let detail = error.to_string();
        match error {
            SettingsError::Rules(error) => Problem::invalid(format!("/rules/{}", error.field()), detail),
            SettingsError::NotAtALeague { field } => Problem::invalid(format!("/rules/{field}"), detail),
            _ => Problem::invalid(format!("/{}", error.field()), detail),
        }
    }
}
