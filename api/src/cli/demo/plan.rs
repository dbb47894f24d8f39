//! How an evening of the demonstration goes.

use pegout_engine::game::{self, DealId, GameId, Peg, PegId};
use pegout_engine::league::night::Action;
use pegout_engine::league::{NightId, Settings, Table};
use rand::RngExt;

use crate::cli::demo::coordinator::{Secretary, TablePhone};
use crate::cli::demo::deal::{self, Points};
use crate::problem::Problem;
use crate::store::Player;

/// How long a game takes, in seconds.
const GAME: i64 = 1500;

/// Who comes, and when. Players are named by their places on the roster.
pub struct Plan {
    /// Who stays at home.
    pub away: &'static [usize],
    /// Who comes after the first game.
    pub late: &'static [usize],
    /// Who leaves after the second game.
    pub early: &'static [usize],
    /// Who has not paid.
    pub unpaid: &'static [usize],
}

impl Plan {
    /// Checks in those who are there when it begins.
    pub async fn open(&self, secretary: &mut Secretary, night: NightId, players: &[Player]) -> Result<(), Problem> {
        for (number, player) in players.iter().enumerate() {
            if !self.away.contains(&number) && !self.late.contains(&number) {
                self.check_in(secretary, night, number, player).await?;
            }
        }
        Ok(())
    }

    /// Tells of all its games, from the check-in to the finish.
    pub async fn play(&self, secretary: &mut Secretary, night: NightId, players: &[Player]) -> Result<(), Problem> {
        self.open(secretary, night, players).await?;
        for round in 1..=Settings::default().games_per_night {
            secretary.draw_round(night).await?;
            secretary.wait(GAME);
            for table in secretary.tables(night).await? {
                enter_result(secretary, &table).await?;
            }
            if round == 1 {
                self.arrive_late(secretary, night, players).await?;
            }
            if round == 2 {
                for number in self.early {
                    secretary.ask(night, Action::Withdraw { player: players[*number].id }).await?;
                }
                secretary.draw_fifty_fifty(night).await?;
            }
        }
        secretary.finish(night).await
    }

    /// Tells of its first game, and of the second as far as it is.
    pub async fn begin(&self, secretary: &mut Secretary, night: NightId, players: &[Player]) -> Result<(), Problem> {
        self.open(secretary, night, players).await?;
        secretary.draw_round(night).await?;
        secretary.wait(GAME);
        for table in secretary.tables(night).await? {
            enter_result(secretary, &table).await?;
        }
        self.arrive_late(secretary, night, players).await?;
        secretary.draw_round(night).await?;
        // One table is done, one has not begun; the others are on their way.
        let so_far = [121, 96, 0, 62, 31, 78];
        let began = secretary.now();
        for ((number, table), score) in (1..).zip(secretary.tables(night).await?).zip(so_far) {
            secretary.set_clock(began);
            let phone = secretary.join(night, number).await?;
            peg(secretary, &phone, &table, score).await?;
        }
        Ok(())
    }

    async fn arrive_late(&self, secretary: &mut Secretary, night: NightId, players: &[Player]) -> Result<(), Problem> {
        for number in self.late {
            self.check_in(secretary, night, *number, &players[*number]).await?;
        }
        Ok(())
    }

    async fn check_in(
        &self,
        secretary: &mut Secretary,
        night: NightId,
        number: usize,
        player: &Player,
    ) -> Result<(), Problem> {
        let paid = !self.unpaid.contains(&number);
        secretary.check_in(night, player.id, player.active_member, paid).await
    }
}

/// Enters how a table's game has ended: one in eight by a skunk.
async fn enter_result(secretary: &mut Secretary, table: &Table) -> Result<(), Problem> {
    let sides = table.seats.0.len();
    let winner = secretary.chance.random_range(0..sides);
    let mut score = |side| match secretary.chance.random_range(0..16) {
        _ if side == winner => 121,
        0 | 1 => secretary.chance.random_range(58..91),
        _ => secretary.chance.random_range(91..121),
    };
    let scores = (0..sides).map(&mut score).collect();
    secretary.enter(table.game, scores, None).await
}

/// Corrects a result of a night that is finished, so that somebody else wins: the sheet was read the wrong way round.
pub async fn correct(secretary: &mut Secretary, night: NightId) -> Result<(), Problem> {
    let first = secretary.first(night).await?;
    for table in secretary.tables(night).await? {
        if table.seats.players().any(|player| Some(player) == first) {
            secretary.wait(GAME);
            let mut scores = secretary.scores(table.game).await?;
            scores.rotate_right(1);
            secretary.enter(table.game, scores, Some("The sheet was read the wrong way round.")).await?;
        }
    }
    Ok(())
}

/// Pegs a table's game, until a side has as many points as this.
async fn peg(secretary: &mut Secretary, phone: &TablePhone, table: &Table, until: u8) -> Result<(), Problem> {
    let rules = Settings::default().rules;
    let sides = table.seats.0.len();
    let seats = table.seats.players().count();
    let mut scores = vec![0; sides];
    let mut deal = 1;
    while scores.iter().all(|score| *score < until) {
        if deal > 1 {
            secretary.wait(20);
            let begin = game::Action::BeginDeal { number: deal, deal: DealId::from_bytes(secretary.id()) };
            secretary.tap(phone, table.game, begin).await?;
        }
        let dealer = (deal as usize - 1) % seats;
        for points in deal::points(seats, dealer, &rules, &mut secretary.chance) {
            let side = points.seat % sides;
            scores[side] += points.points;
            tap(secretary, phone, table.game, side, points).await?;
            if scores[side] >= until {
                break;
            }
        }
        deal += 1;
    }
    Ok(())
}

async fn tap(
    secretary: &mut Secretary,
    phone: &TablePhone,
    game: GameId,
    side: usize,
    points: Points,
) -> Result<(), Problem> {
    secretary.wait(12);
    let Points { points, earned_by, cards, .. } = points;
    let (cards, starter) = cards.unzip();
    let peg = Peg {
        id: PegId::from_bytes(secretary.id()),
        side: side as u8,
        points,
        earned_by,
        cards,
        starter,
        tapped_at: secretary.time(),
    };
    secretary.tap(phone, game, game::Action::Peg(peg)).await
}
