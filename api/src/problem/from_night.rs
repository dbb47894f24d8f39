//! The refusals of a night and of its settings as problems. Pointers are those of a body.

use pegout_engine::league::SettingsError;
use pegout_engine::league::night::Refusal;
use serde_json::json;

use crate::problem::{Problem, ProblemType};

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        use ProblemType as P;
        let detail = refusal.to_string();
        let of = |kind| Problem::new(kind, detail.clone());
        match refusal {
            Refusal::NoSuchRound { .. } => of(P::NotFound),
            Refusal::NightIdTaken { .. } | Refusal::CommandIdTaken { .. } => of(P::AlreadyUsed),
            Refusal::CoordinatorOnly => of(P::Forbidden),
            Refusal::InvalidName(_) => Problem::invalid("/by", detail),
            Refusal::InvalidReason(_) => Problem::invalid("/reason", detail),
            Refusal::Settings(error) => Problem::invalid(format!("/{}", error.field()), detail),
            Refusal::Cancelled => of(P::NightCancelled),
            Refusal::Finished => of(P::NightFinished),
            Refusal::Playing => of(P::NightPlaying),
            Refusal::NotPlaying => of(P::NightNotPlaying),
            Refusal::RoundsDrawn { drawn, .. } => of(P::RoundsDrawn).member("drawn", drawn),
            Refusal::NotAMember => of(P::NotAMember),
            Refusal::RoundNotNext { next, .. } => of(P::NotTheNextRound).member("next", next),
            Refusal::NoMoreRounds { games_per_night } => of(P::NoMoreRounds).member("games_per_night", games_per_night),
            Refusal::StillPlaying { tables } => of(P::StillPlaying).member("tables", tables),
            Refusal::GamesStillPlaying { tables } => {
                let numbers: Vec<usize> = tables.iter().map(|at| at.table).collect();
                of(P::StillPlaying).member("tables", numbers).member("open", json!(tables))
            }
            Refusal::TooFewPlayers { present } => of(P::TooFewPlayers).member("present", present),
            // The service makes one id for each table.
            Refusal::TooFewGames { .. } => Problem::unavailable(),
            Refusal::RoundClosed { round } => of(P::RoundClosed).member("round", round),
            Refusal::RoundBegun { tables } => of(P::RoundBegun).member("tables", tables),
            Refusal::SamePlayer | Refusal::NotSeated { .. } => Problem::invalid("/players", detail),
            Refusal::AlreadyDrawn { player, amount } => {
                of(P::AlreadyDrawn).member("player_id", json!(player)).member("amount", amount)
            }
            Refusal::NobodyPaid | Refusal::NothingToDraw => of(P::NothingToDraw),
            Refusal::PoolTooSmall { .. } | Refusal::WinnerMustHavePaid => of(P::DrawStands),
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
