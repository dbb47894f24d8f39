//! The night in play, for a coordinator to practise: some games went as they should, and some did not.

use pegout_engine::game::{self, Confirmation, ConfirmationId, FinalScores, Verdict};
use pegout_league::{NightId, Table};

use super::coordinator::DemoCoordinator;
use super::plan::{self, NightPlan};
use pegout_model::grant::PhoneOwner;
use pegout_model::player::Player;
use pegout_service::problem::Problem;

/// The state of a table of the second round.
#[derive(Clone, Copy)]
enum Progress {
    /// Pegged by a phone of the table, until a side has this many points.
    Pegged(u8),
    /// Entered as a result by a phone of one side, and contested by a phone of the opponents.
    Contested,
}

/// The tables of the second round: a finished game, a contested game, a game before its first peg, and games in play.
const TABLES: [Progress; 6] = [
    Progress::Pegged(121),
    Progress::Contested,
    Progress::Pegged(0),
    Progress::Pegged(62),
    Progress::Pegged(31),
    Progress::Pegged(78),
];
/// The table of the first round whose game was called off.
const CALLED_OFF: usize = 2;

/// Plays the first game, and a part of the second. Two players arrive after the second draw, and wait.
pub async fn begin(
    plan: &NightPlan,
    coordinator: &mut DemoCoordinator,
    night: NightId,
    players: &[Player],
) -> Result<(), Problem> {
    plan.open(coordinator, night, players).await?;
    coordinator.draw_round(night).await?;
    coordinator.advance(plan::GAME);
    for (number, table) in (1..).zip(coordinator.tables(night).await?) {
        if number == CALLED_OFF {
            coordinator.call_off(table.game, "The board was needed elsewhere.").await?;
        } else {
            plan::enter_result(coordinator, &table).await?;
        }
    }
    coordinator.draw_round(night).await?;
    let began = coordinator.now();
    for ((number, table), progress) in (1..).zip(coordinator.tables(night).await?).zip(TABLES) {
        coordinator.set_clock(began);
        match progress {
            Progress::Pegged(until) => {
                let phone = coordinator.join(night, PhoneOwner::Table(number)).await?;
                plan::peg(coordinator, &phone, &table, until).await?;
            }
            Progress::Contested => contest(coordinator, night, &table).await?,
        }
    }
    coordinator.set_clock(began);
    plan.arrive_late(coordinator, night, players).await
}

/// Enters the result of a table by the phone of its first side, and contests it by the phone of its second side.
async fn contest(coordinator: &mut DemoCoordinator, night: NightId, table: &Table) -> Result<(), Problem> {
    let sides = table.seats.sides();
    let scores = |second| [121, second, 104].into_iter().take(sides.len()).collect::<Vec<u8>>();
    let mut phones = Vec::new();
    for player in sides.iter().take(2).filter_map(|side| side.first()) {
        phones.push(coordinator.join(night, PhoneOwner::Player(*player)).await?);
    }
    let [first, second] = phones.as_slice() else { return Ok(()) };
    coordinator.advance(600);
    let entered: FinalScores = scores(97).into();
    coordinator
        .send(first, table.game, game::Action::EnterResult { scores: entered, reason: None, id: None, device: None })
        .await?;
    coordinator.advance(20);
    let verdict = Verdict::Contested { scores: Some(scores(107)) };
    let id = ConfirmationId::from_bytes(coordinator.id());
    let confirmation = Confirmation { id, side: 1, verdict, device: None };
    coordinator.send(second, table.game, game::Action::Confirm(confirmation)).await
}
