//! The facts of a finished night that figures are made of. They have ids and no names.

use std::collections::{BTreeMap, BTreeSet};

use arrayvec::ArrayVec;
use pegout_engine::card::PlayedCard;
use pegout_engine::game::{Game, GameId};
use pegout_engine::time::Time;

use crate::card::{Line, Sums};
use crate::night::{HeldHand, Night, Schedule, StandingsRow, Status};
use crate::seating::Seats;
use crate::{Card, Date, GameResult, GameResults, GameState, NightId, PlayerId, SeasonId, Settings, StartTime};

/// The facts of a finished night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NightFacts {
    /// The night.
    pub night: NightId,
    /// Its season.
    pub season: Option<SeasonId>,
    /// The day.
    pub date: Date,
    /// The hour when it starts.
    pub starts_at: StartTime,
    /// The numbers that order its cards.
    pub card: Card,
    /// The number of players or pairs who have a card with a line.
    pub of: usize,
    /// The cards with a line.
    pub cards: Vec<CardFacts>,
    /// The games that somebody won, by round and table.
    pub games: Vec<GameFacts>,
    /// The special hands and cribs, and the highest of the night, as far as their cards are known. They are in the order of their time.
    pub hands: Vec<HandFacts>,
    /// The players who played, in ascending order.
    pub present: Vec<PlayerId>,
}

/// A card of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFacts {
    /// The player for whom it counts: the absent one if a substitute played.
    pub holder: PlayerId,
    /// The place; `None` for a card that is not full.
    pub place: Option<usize>,
    /// True for a full card.
    pub complete: bool,
    /// The sums of its lines. A sum that the card of the night does not count is 0.
    pub sums: Sums,
    /// The number of excused rounds.
    pub excused: usize,
    /// The prize by the standings, in cents.
    pub prize: u64,
    /// True if all games of the night were won.
    pub is_slam: bool,
}

/// A game that somebody won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// The game.
    pub game: GameId,
    /// The round, from 1.
    pub round: u16,
    /// The players of each side.
    pub seats: Seats,
    /// The line of each side.
    pub lines: ArrayVec<Line, 3>,
    /// The score of each side.
    pub scores: ArrayVec<u8, 3>,
    /// The player who dealt first; `None` if nobody has said.
    pub first_dealer: Option<PlayerId>,
    /// The points by their reasons; `None` for a game with an entered result.
    pub pegged: Option<PeggedFacts>,
}

/// The points of a game that was won by pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeggedFacts {
    /// The number of deals.
    pub deals: u32,
    /// The points of each side in the play.
    pub play: ArrayVec<u32, 3>,
    /// The most points that the winner was behind by.
    pub behind: u8,
    /// The hands and cribs of each named player.
    pub shows: Vec<ShowFacts>,
}

/// The hands and cribs of a player in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShowFacts {
    /// The player.
    pub player: PlayerId,
    /// The hands.
    pub hands: Tally,
    /// The cribs.
    pub cribs: Tally,
}

/// Counted hands or cribs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Their number.
    pub count: u32,
    /// The sum of their points.
    pub points: u32,
    /// The most points of a hand or crib.
    pub best: u8,
}

/// A hand or crib whose cards are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandFacts {
    /// The player who held it.
    pub player: PlayerId,
    /// The points.
    pub points: u8,
    /// The cards without the starter.
    pub cards: Vec<PlayedCard>,
    /// The starter.
    pub starter: PlayedCard,
    /// True for the crib.
    pub is_crib: bool,
    /// True for 24, 28 and 29, and for four cards of one rank.
    pub is_special: bool,
    /// The time of its peg or claim.
    pub held_at: Time,
}

impl Tally {
    /// Adds a hand or crib.
    pub const fn add(&mut self, points: u8) {
        self.count += 1;
        self.points += points as u32;
        self.best = if points > self.best { points } else { self.best };
    }

    /// Adds the hands or cribs of another tally.
    pub fn merge(&mut self, other: Tally) {
        self.count += other.count;
        self.points += other.points;
        self.best = self.best.max(other.best);
    }
}

impl CardFacts {
    /// The row of the card as far as a season needs it. It has no names.
    pub(super) fn row(&self, card: Card) -> StandingsRow {
        let Sums { games, wins, short, points, spread, scored } = self.sums;
        let has_points = card == Card::GamePoints;
        StandingsRow {
            place: self.place,
            player_id: self.holder,
            name: String::new(),
            partner_id: None,
            stands_for: None,
            lines: Vec::new(),
            card_lines: Vec::new(),
            total: Some(short),
            games,
            wins,
            points: has_points.then_some(points),
            spread: has_points.then_some(spread),
            scored: (card == Card::PointsScored).then_some(scored),
            marked: false,
            excused: (1..=self.excused as u16).collect(),
            byes: Vec::new(),
            helped: Vec::new(),
            card_returned: false,
            complete: self.complete,
            prize: Some(self.prize),
            prize_at_finish: None,
        }
    }
}

impl GameFacts {
    /// The side of a player, from 0.
    #[must_use]
    pub fn side_of(&self, player: PlayerId) -> Option<usize> {
        self.seats.side_of(player)
    }

    /// The side that won, from 0.
    #[must_use]
    pub fn winner(&self) -> usize {
        self.lines.iter().position(|line| line.is_won).unwrap_or_default()
    }

    /// Returns true for a win by a skunk or a double skunk.
    #[must_use]
    pub fn is_skunk(&self) -> bool {
        self.lines.iter().any(|line| line.is_won && line.short < 0)
    }

    /// The spread of the first side against the second; `None` if a third side won.
    #[must_use]
    pub fn spread(&self, side: usize, other: usize) -> Option<i32> {
        match (self.lines.get(side)?, self.lines.get(other)?) {
            (own, other) if own.is_won => Some(-i32::from(other.spread)),
            (own, other) if other.is_won => Some(i32::from(own.spread)),
            _ => None,
        }
    }

    fn new(round: u16, seats: &Seats, game: &Game, state: &GameState) -> Option<GameFacts> {
        let GameState::Won { scores, lines, .. } = state else { return None };
        let setup = game.setup();
        let sides = seats.sides();
        let at = |side: u8, player: u8| sides.get(usize::from(side))?.get(usize::from(player)).copied();
        let dealer = usize::from(setup.first_dealer);
        let first_dealer = setup.seats().get(dealer).copied().filter(|_| setup.first_dealer_known).and_then(|side| {
            let before = setup.seats().iter().take(dealer).filter(|other| **other == side).count();
            at(side, before as u8)
        });
        let pegged = game.pegging().map(|pegging| {
            let mut shows: Vec<ShowFacts> = Vec::new();
            for show in &pegging.shows {
                let Some(player) = show.player.and_then(|player| at(show.side, player)) else { continue };
                let known = shows.iter().position(|known| known.player == player).unwrap_or_else(|| {
                    shows.push(ShowFacts { player, hands: Tally::default(), cribs: Tally::default() });
                    shows.len() - 1
                });
                let known = &mut shows[known];
                (if show.is_crib { &mut known.cribs } else { &mut known.hands }).add(show.points);
            }
            PeggedFacts {
                deals: pegging.deals,
                play: pegging.play.iter().copied().take(3).collect(),
                behind: pegging.behind,
                shows,
            }
        });
        Some(GameFacts {
            game: setup.game,
            round,
            seats: seats.clone(),
            lines: lines.iter().copied().take(3).collect(),
            scores: scores.iter().copied().take(3).collect(),
            first_dealer,
            pegged,
        })
    }
}

impl NightFacts {
    /// The facts of a night; `None` unless it is finished. `game` returns a game of the night.
    pub fn new<'a>(night: &Night, game: impl Fn(GameId) -> Option<&'a Game>) -> Option<NightFacts> {
        if night.status() != Status::Finished {
            return None;
        }
        // A night that has begun has settings of its own.
        let league = Settings::default();
        let found = night.tables().filter_map(|(_, table)| game(table.game));
        let results: GameResults = found.map(|game| (game.setup().game, GameResult::new(game))).collect();
        let card = night.card(&league);
        let rows = night.standings(&results, &league, &|_| String::new());
        let of_night = night.games_per_night(&league).into();
        let rounds =
            |row: &StandingsRow| if night.rounds().is_empty() { row.lines.len() } else { night.rounds().len() };
        let with_line = || rows.iter().filter(|row| row.total.is_some());
        let units: BTreeSet<PlayerId> =
            with_line().map(|row| row.partner_id.map_or(row.player_id, |other| other.min(row.player_id))).collect();
        let fact = |row: &StandingsRow| {
            let [points, scored] = [row.points, row.scored].map(Option::unwrap_or_default);
            let (short, spread) = (row.total.unwrap_or_default(), row.spread.unwrap_or_default());
            CardFacts {
                holder: row.stands_for.as_ref().map_or(row.player_id, |absent| absent.id),
                place: row.place,
                complete: row.complete,
                sums: Sums { games: row.games, wins: row.wins, short, points, spread, scored },
                excused: row.excused.len(),
                prize: row.prize.unwrap_or_default(),
                is_slam: row.is_slam(rounds(row).min(of_night)),
            }
        };
        let games: Vec<GameFacts> = night
            .tables()
            .filter_map(|(at, table)| {
                let state = &results.get(&table.game)?.state;
                GameFacts::new(at.round, &table.seats, game(table.game)?, state)
            })
            .collect();
        let of_games = games.iter().flat_map(|game| game.seats.players());
        // Cards of a spreadsheet have no games.
        let of_cards = night.imported().into_iter().flat_map(|(import, _)| &import.cards).map(|card| card.player);
        let of_cards = of_cards.filter(|player| with_line().any(|row| row.player_id == *player));
        let present: BTreeSet<PlayerId> = of_games.chain(of_cards).collect();
        let &Schedule { night: id, season, date, starts_at, .. } = night.schedule();
        Some(NightFacts {
            night: id,
            season,
            date,
            starts_at,
            card,
            of: units.len(),
            cards: with_line().map(fact).collect(),
            hands: hands(night, &results, game),
            games,
            present: present.into_iter().collect(),
        })
    }

    /// Returns true for a player who played: a game to its end, or a card of a spreadsheet.
    #[must_use]
    pub fn has_played(&self, player: PlayerId) -> bool {
        self.present.binary_search(&player).is_ok()
    }

    /// The games of a player with the side, in the order of the rounds.
    pub fn games_of(&self, player: PlayerId) -> impl Iterator<Item = (&GameFacts, usize)> {
        let games = if self.has_played(player) { &self.games[..] } else { &[] };
        games.iter().filter_map(move |game| Some((game, game.side_of(player)?)))
    }
}

/// The special hands of the games that somebody won, and the highest of the night.
fn hands<'a>(night: &Night, results: &GameResults, game: impl Fn(GameId) -> Option<&'a Game>) -> Vec<HandFacts> {
    let is_won = |id: &GameId| results.get(id).is_some_and(|result| matches!(result.state, GameState::Won { .. }));
    let mut held: Vec<(PlayerId, HeldHand)> = night
        .hands(game)
        .into_iter()
        .filter(|hand| is_won(&hand.game))
        .filter_map(|hand| Some((hand.winner()?, hand)))
        .collect();
    held.sort_by_key(|(_, hand)| (hand.held_at, hand.id));
    let mut highest: BTreeMap<bool, u8> = BTreeMap::new();
    for (_, hand) in &held {
        let highest = highest.entry(hand.crib).or_default();
        *highest = hand.points.max(*highest);
    }
    let matters = |hand: &HeldHand| hand.is_special() || highest.get(&hand.crib) == Some(&hand.points);
    let fact = |(player, hand): (PlayerId, HeldHand)| HandFacts {
        player,
        points: hand.points,
        is_special: hand.is_special(),
        cards: hand.cards,
        starter: hand.starter,
        is_crib: hand.crib,
        held_at: hand.held_at,
    };
    held.into_iter().filter(|(_, hand)| matters(hand)).map(fact).collect()
}
