//! The course of one night of the demonstration.

use pegout_engine::game::{self, DealId, GameId, Peg, PegId};
use pegout_league::night::Action;
use pegout_league::{NightId, Settings, Table};
use rand::RngExt;

use crate::cli::demo::coordinator::{DemoCoordinator, JoinedPhone};
use crate::cli::demo::deal::{self, Points};
use crate::problem::Problem;
use pegout_model::player::Player;

/// The length of a game in seconds.
pub const GAME: i64 = 1500;

/// The arrivals and departures of a night. Players are named by their places on the roster.
pub struct NightPlan {
    /// Players who stay at home.
    pub away: &'static [usize],
    /// Players who arrive after the first game.
    pub late: &'static [usize],
    /// Players who leave after the second game.
    pub early: &'static [usize],
    /// Players who have not paid.
    pub unpaid: &'static [usize],
}

impl NightPlan {
    /// Checks in the players who are there when the night begins.
    pub async fn open(
        &self,
        coordinator: &mut DemoCoordinator,
        night: NightId,
        players: &[Player],
    ) -> Result<(), Problem> {
        let is_there = |number: &usize| !self.away.contains(number) && !self.late.contains(number);
        self.check_in(coordinator, night, players, (0..players.len()).filter(is_there)).await
    }

    /// Plays the whole night, from the check-in to the finish.
    pub async fn play(
        &self,
        coordinator: &mut DemoCoordinator,
        night: NightId,
        players: &[Player],
    ) -> Result<(), Problem> {
        self.open(coordinator, night, players).await?;
        for round in 1..=Settings::default().games_per_night {
            coordinator.draw_round(night).await?;
            coordinator.advance(GAME);
            for table in coordinator.tables(night).await? {
                enter_result(coordinator, &table).await?;
            }
            if round == 1 {
                self.arrive_late(coordinator, night, players).await?;
            }
            if round == 2 {
                for number in self.early {
                    coordinator.command(night, Action::Withdraw { player: players[*number].id }).await?;
                }
                coordinator.draw_fifty_fifty(night).await?;
            }
        }
        coordinator.finish(night).await?;
        coordinator.hand_out(night).await
    }

    /// Checks in the players who arrive late.
    pub async fn arrive_late(
        &self,
        coordinator: &mut DemoCoordinator,
        night: NightId,
        players: &[Player],
    ) -> Result<(), Problem> {
        self.check_in(coordinator, night, players, self.late.iter().copied()).await
    }

    async fn check_in(
        &self,
        coordinator: &mut DemoCoordinator,
        night: NightId,
        players: &[Player],
        numbers: impl Iterator<Item = usize>,
    ) -> Result<(), Problem> {
        for number in numbers {
            let (player, paid) = (&players[number], !self.unpaid.contains(&number));
            coordinator.check_in(night, player.id, player.active_member, paid).await?;
        }
        Ok(())
    }
}

/// Enters the result of a table's game: one in eight is a skunk.
pub async fn enter_result(coordinator: &mut DemoCoordinator, table: &Table) -> Result<(), Problem> {
    let sides = table.seats.sides().len();
    let winner = coordinator.rng.random_range(0..sides);
    let mut score = |side| match coordinator.rng.random_range(0..16) {
        _ if side == winner => 121,
        0 | 1 => coordinator.rng.random_range(58..91),
        _ => coordinator.rng.random_range(91..121),
    };
    let scores = (0..sides).map(&mut score).collect();
    coordinator.enter(table.game, scores, None).await
}

/// Corrects a result of a finished night, so that another player wins: the sheet was read the wrong way round.
pub async fn correct(coordinator: &mut DemoCoordinator, night: NightId) -> Result<(), Problem> {
    let leader = coordinator.leader(night).await?;
    for table in coordinator.tables(night).await? {
        if table.seats.players().any(|player| Some(player) == leader) {
            coordinator.advance(GAME);
            let mut scores = coordinator.scores(table.game).await?;
            scores.rotate_right(1);
            coordinator.enter(table.game, scores, Some("The sheet was read the wrong way round.")).await?;
        }
    }
    Ok(())
}

/// Pegs a table's game, until a side has `until` points.
pub async fn peg(
    coordinator: &mut DemoCoordinator,
    phone: &JoinedPhone,
    table: &Table,
    until: u8,
) -> Result<(), Problem> {
    let rules = Settings::default().rules;
    let sides = table.seats.sides().len();
    let seats = table.seats.players().count();
    let mut scores = vec![0; sides];
    let mut deal = 1;
    while scores.iter().all(|score| *score < until) {
        if deal > 1 {
            coordinator.advance(20);
            let begin = game::Action::BeginDeal { number: deal, deal: DealId::from_bytes(coordinator.id()) };
            coordinator.send(phone, table.game, begin).await?;
        }
        let dealer = (deal as usize - 1) % seats;
        for points in deal::points(seats, dealer, &rules, &mut coordinator.rng) {
            let side = points.seat % sides;
            scores[side] += points.points;
            tap(coordinator, phone, table.game, side, points).await?;
            if scores[side] >= until {
                break;
            }
        }
        deal += 1;
    }
    Ok(())
}

async fn tap(
    coordinator: &mut DemoCoordinator,
    phone: &JoinedPhone,
    game: GameId,
    side: usize,
    points: Points,
) -> Result<(), Problem> {
    coordinator.advance(12);
    let Points { points, earned_by, cards, .. } = points;
    let (cards, starter) = cards.unzip();
    let peg = Peg {
        player: None,
        id: PegId::from_bytes(coordinator.id()),
        side: side as u8,
        points,
        earned_by,
        cards: cards.map(|cards| cards.into_iter().map(Into::into).collect()),
        starter: starter.map(Into::into),
        tapped_at: Some(coordinator.time()),
        deal: None,
        device: None,
    };
    coordinator.send(phone, game, game::Action::Peg(peg)).await
}
