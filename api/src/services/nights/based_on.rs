//! Requests that name the version they were made at, and what another session has changed since.

use pegout_engine::Time;
use pegout_engine::game::{LastChange, Metadata};
use pegout_league::NightId;
use pegout_league::night::{Action, Event, EventKind, NewEntry, Refusal};
use serde_json::{Value, json};

use super::NightService;
use super::report::NightReport;
use crate::problem::{Problem, ProblemType};

/// Returns true if a decision is to change something, or was refused. What stands already as it was asked changes nothing.
pub fn has_effect(decision: &Result<Vec<Event>, Refusal>) -> bool {
    let is_noted = |event: &Event| matches!(event.kind, EventKind::CommandNoted { .. });
    decision.as_ref().map_or(true, |events| !events.iter().all(is_noted))
}

impl NightService {
    /// The problem of a part of a night that was changed meanwhile.
    pub(super) async fn changed_meanwhile(&self, id: NightId, action: &Action, change: &LastChange) -> Problem {
        match self.report(id).await {
            Ok(report) => {
                let Metadata { at, by, .. } = &change.metadata;
                Problem::changed_meanwhile(Some(*at), by.clone(), current(&report, action))
            }
            Err(problem) => problem,
        }
    }
}

/// The part of the night that an action would change, as it is.
fn current(report: &NightReport, action: &Action) -> Value {
    let night = report.view();
    match action {
        Action::Enter(NewEntry { player, .. }) | Action::Withdraw { player } => {
            json!(night.entries.iter().find(|entry| entry.player_id == *player))
        }
        Action::Reseat(new) => {
            let round = night.rounds.iter().filter(|round| round.number == new.round);
            let named = |number| new.tables.iter().any(|table| table.number == number);
            let tables = round.flat_map(|round| &round.tables).filter(|table| named(table.number));
            json!(tables.collect::<Vec<_>>())
        }
        Action::DrawFiftyFifty { .. } | Action::VoidFiftyFifty { .. } => json!(night.fifty_fifty),
        Action::PayOut(payout) | Action::Settle { payout, .. } => {
            json!(report.money().players.iter().find(|money| money.player_id == payout.player))
        }
        _ => json!({
            "date": night.date,
            "starts_at": night.starts_at,
            "ends_at": night.ends_at,
            "games_per_night": night.games_per_night,
        }),
    }
}

impl Problem {
    /// Creates the problem of something that another session has changed since the request was made. `by` names the author,
    /// and `at` the time, where they are known.
    pub fn changed_meanwhile(at: Option<Time>, by: Option<String>, current: Value) -> Problem {
        let author = by.as_ref().map_or_else(|| "Another session".to_owned(), |by| format!("“{by}”"));
        let detail =
            format!("{author} has changed this meanwhile. See what it is now, and ask again if it is to be changed.");
        Problem::new(ProblemType::ChangedMeanwhile, detail)
            .member("current", current)
            .member("by", by)
            .member("at", json!(at))
    }
}
