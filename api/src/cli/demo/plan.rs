//! The course of one night of the demonstration. In games with pegs the hands are dealt and counted, and the play is random.

use pegout_engine::game::{self, DealId, GameId, Peg, PegFor, PegId};
use pegout_engine::{Card, Hand, Rank, Rules};
use pegout_league::night::Action;
use pegout_league::{NightId, Settings, Table};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::cli::demo::coordinator::{DemoCoordinator, JoinedPhone};
use pegout_model::player::Player;
use pegout_service::problem::Problem;

/// The points that one card of the play may score, by frequency.
const PLAY: [u8; 8] = [1, 2, 2, 2, 2, 2, 3, 6];
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
        for points in deal_points(seats, dealer, &rules, &mut coordinator.rng) {
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

/// Points that a seat pegs.
struct Points {
    /// The seat, from 0.
    seat: usize,
    /// The number of points.
    points: u8,
    /// The reason.
    earned_by: PegFor,
    /// The cards and the starter, if they are counted.
    cards: Option<(Vec<Card>, Card)>,
}

/// Returns the points of a deal in order: heels, the play, the hands, the crib.
fn deal_points(seats: usize, dealer: usize, rules: &Rules, rng: &mut ChaCha8Rng) -> Vec<Points> {
    let mut deck: Vec<Card> = Card::all().collect();
    deck.shuffle(rng);
    let dealt = if seats == 2 { 6 } else { 5 };
    let (mut hands, mut crib) = (Vec::new(), Vec::new());
    for _ in 0..seats {
        let (keep, throw) = best_discard(&deck.split_off(deck.len() - dealt), rules);
        hands.push(keep);
        crib.extend(throw);
    }
    // Three players discard three cards: the fourth card of the crib comes from the deck.
    crib.extend(deck.split_off(deck.len() - (4 - crib.len())));
    let Some(starter) = deck.pop() else { return Vec::new() };
    let mut points = Vec::new();
    let mut earn = |seat, amount, earned_by, cards| points.push(Points { seat, points: amount, earned_by, cards });
    if starter.rank() == Rank::Jack {
        earn(dealer, 2, PegFor::Heels, None);
    }
    for _ in 0..rng.random_range(1..=seats) {
        let amount = PLAY.choose(rng).copied().unwrap_or(2);
        earn(rng.random_range(0..seats), amount, PegFor::Play, None);
    }
    earn(if rng.random_bool(0.7) { dealer } else { (dealer + 1) % seats }, 1, PegFor::Go, None);
    let clockwise = (1..=seats).map(|place| (dealer + place) % seats);
    let shown = clockwise.map(|seat| (seat, PegFor::Hand, hands[seat].clone()));
    for (seat, earned_by, cards) in shown.chain([(dealer, PegFor::Crib, crib.clone())]) {
        let counted = total(&cards, Some(starter), earned_by == PegFor::Crib, rules);
        if counted > 0 {
            earn(seat, counted, earned_by, Some((cards, starter)));
        }
    }
    points
}

/// Returns the four cards with the highest count, and the discarded cards.
fn best_discard(cards: &[Card], rules: &Rules) -> (Vec<Card>, Vec<Card>) {
    let part = |set: u8, kept: bool| {
        let cards = cards.iter().enumerate().filter(|(place, _)| (set >> place & 1 == 1) == kept);
        cards.map(|(_, card)| *card).collect::<Vec<_>>()
    };
    let fours = (0..1 << cards.len()).filter(|set: &u8| set.count_ones() == 4);
    let best = fours.max_by_key(|set| total(&part(*set, true), None, false, rules)).unwrap_or(0);
    (part(best, true), part(best, false))
}

fn total(cards: &[Card], starter: Option<Card>, crib: bool, rules: &Rules) -> u8 {
    Hand::new(cards, starter, crib).map_or(0, |hand| hand.total(rules))
}
