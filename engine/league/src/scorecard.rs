//! The results of games, the cards of players for a night, and the order of the cards.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{FullCard, Round};
use crate::card::{Card, Line, Sums};
use crate::seating::Pairings;
use crate::{PlayerId, UnitId};
use pegout_engine::game::{FinalScores, Game, GameId, ResultError, ResultView, Status, VoidView};
use pegout_engine::rules::Rules;
use pegout_engine::time::Time;

/// The result of a game so far, as its night needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The number of changes of the game so far.
    pub version: u64,
    /// The moment when it was begun; `None` for a game that is not known.
    pub began_at: Option<Time>,
    /// The moment when it was won or called off; `None` while it is being played.
    pub ended_at: Option<Time>,
    /// The state of the game.
    pub state: GameState,
}

/// The state of a game, as its night needs it. Scores are a number a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameState {
    /// The game is being played, and no peg, deal or result was ever accepted in it.
    Untouched,
    /// The game is being played.
    Playing(Vec<u8>),
    /// A side has won.
    Won {
        /// The scores.
        scores: Vec<u8>,
        /// The line on the cards of each side's players.
        lines: Vec<Line>,
        /// The entered result; `None` if the scores come from the pegs.
        entered: Option<ResultView>,
    },
    /// The game was called off.
    Void {
        /// The scores of its pegs.
        scores: Vec<u8>,
        /// The scores of the result that had been entered; `None` if the scores came from the pegs.
        result: Option<Vec<u8>>,
        /// True if a peg, a deal or a result was ever accepted in it.
        begun: bool,
        /// The call that ended it.
        void: VoidView,
    },
}

/// The results of a night's games. A missing game counts as a game in play.
pub type GameResults = BTreeMap<GameId, GameResult>;

impl GameResult {
    /// The result of a game so far.
    #[must_use]
    pub fn new(game: &Game) -> GameResult {
        let scores = game.scores();
        let state = match game.status() {
            Status::Finished => GameState::won(scores, &game.setup().rules, game.entered_result()),
            Status::Void => GameState::Void {
                scores,
                result: game.voided_scores().map(<[u8]>::to_vec),
                begun: game.has_begun(),
                void: game.void().cloned().unwrap_or(VoidView { id: None, reason: None }),
            },
            Status::Playing if !game.has_begun() => GameState::Untouched,
            Status::Playing => GameState::Playing(scores),
        };
        GameResult { version: game.version(), began_at: Some(game.began_at()), ended_at: game.ended_at(), state }
    }

    /// The result that a game would have with these scores.
    ///
    /// # Errors
    ///
    /// Returns an error if no game of these sides can end with these scores.
    pub fn with_scores(game: &Game, scores: &FinalScores) -> Result<GameResult, ResultError> {
        let setup = game.setup();
        let scores = scores.resolve(setup.sides.len(), &setup.rules)?;
        let state = GameState::won(scores, &setup.rules, game.entered_result());
        Ok(GameResult { state, ..GameResult::new(game) })
    }

    /// The result of a game with these scores that was not kept here.
    #[must_use]
    pub fn of_scores(scores: Vec<u8>, rules: &Rules) -> GameResult {
        GameResult { version: 0, began_at: None, ended_at: None, state: GameState::won(scores, rules, None) }
    }

    /// The result of a game that is called off now.
    #[must_use]
    pub const fn called_off() -> GameResult {
        let void = VoidView { id: None, reason: None };
        let state = GameState::Void { scores: Vec::new(), result: None, begun: false, void };
        GameResult { version: 0, began_at: None, ended_at: None, state }
    }

    /// Returns true if a peg, a deal or a result was ever accepted, also if it was taken back since.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        match &self.state {
            GameState::Untouched => false,
            GameState::Void { begun, .. } => *begun,
            GameState::Playing(_) | GameState::Won { .. } => true,
        }
    }

    /// Returns true for a game in play without points.
    pub(super) fn is_open_without_points(&self) -> bool {
        self.status() == Status::Playing && self.scores().iter().all(|score| *score == 0)
    }

    /// The call that ended the game without a winner, if there was a call.
    #[must_use]
    pub const fn void(&self) -> Option<&VoidView> {
        if let GameState::Void { void, .. } = &self.state { Some(void) } else { None }
    }

    /// The status: being played, won or called off.
    #[must_use]
    pub const fn status(&self) -> Status {
        match &self.state {
            GameState::Untouched | GameState::Playing(_) => Status::Playing,
            GameState::Won { .. } => Status::Finished,
            GameState::Void { .. } => Status::Void,
        }
    }

    /// Returns true while the game is being played and nothing was ever accepted in it.
    #[must_use]
    pub const fn is_untouched(&self) -> bool {
        matches!(self.state, GameState::Untouched)
    }

    /// Returns true if its players have met: a game that was called off before the first peg, and without a result, does
    /// not count.
    fn is_met(&self) -> bool {
        self.status() != Status::Void || self.movement_scores().iter().any(|score| *score > 0)
    }

    /// The entered result, if there is one.
    #[must_use]
    pub const fn entered(&self) -> Option<&ResultView> {
        match &self.state {
            GameState::Won { entered, .. } => entered.as_ref(),
            GameState::Untouched | GameState::Playing(_) | GameState::Void { .. } => None,
        }
    }

    /// The scores that decide the movement. For a game that was called off, a result entered before counts.
    pub(super) fn movement_scores(&self) -> &[u8] {
        match &self.state {
            GameState::Void { result: Some(scores), .. } => scores,
            _ => self.scores(),
        }
    }

    /// The score of each side; empty while nobody has points.
    #[must_use]
    pub fn scores(&self) -> &[u8] {
        match &self.state {
            GameState::Untouched => &[],
            GameState::Playing(scores) | GameState::Won { scores, .. } | GameState::Void { scores, .. } => scores,
        }
    }
}

impl GameState {
    fn won(scores: Vec<u8>, rules: &Rules, entered: Option<ResultView>) -> GameState {
        GameState::Won { lines: Line::of_sides(&scores, rules), scores, entered }
    }
}

/// A player's card of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scorecard {
    /// The player whose card it is.
    pub player: PlayerId,
    /// The unit that the player plays for: a pair, or the player.
    pub unit: UnitId,
    /// A line a round; `None` for a game that was not played, or is not over.
    pub lines: Vec<Option<Line>>,
    /// The sums of a card whose lines are not known.
    pub sums: Option<Sums>,
    /// True if the card is full by the rule of the night. An unfinished game of the newest round does not count as
    /// missing.
    pub complete: bool,
    /// The rounds without a line that were held and are excused, in ascending order.
    pub excused: Vec<u16>,
    /// The rounds without a line that were held and are not excused, in ascending order. A game that was reopened is not
    /// missed.
    pub missed: Vec<u16>,
    /// The rounds in which the player sat out, in ascending order.
    pub byes: Vec<u16>,
    /// The rounds in which the player had all games already and played for an opponent only, in ascending order.
    pub helped: Vec<u16>,
}

/// The rounds of a night as far as cards need them.
#[derive(Clone, Copy, Debug)]
pub struct PlayedRounds<'a> {
    /// The drawn rounds. The last round is in play unless the night is over.
    pub rounds: &'a [Round],
    /// The results of their games.
    pub games: &'a GameResults,
    /// True if the night is over.
    pub over: bool,
    /// The rule for a full card.
    pub full_card: FullCard,
    /// The most games that count on a card; `None` if all of them count.
    pub limit: Option<u16>,
}

impl Scorecard {
    /// The card of a player before the first round.
    #[must_use]
    pub fn empty(player: PlayerId) -> Scorecard {
        Scorecard {
            player,
            unit: player.into(),
            lines: Vec::new(),
            sums: None,
            complete: false,
            excused: Vec::new(),
            missed: Vec::new(),
            byes: Vec::new(),
            helped: Vec::new(),
        }
    }

    /// A player's card of these rounds: the games of the player's unit. The coordinator has excused the player for the rounds
    /// `excuses`.
    #[must_use]
    pub fn new(player: PlayerId, unit: UnitId, played: &PlayedRounds, excuses: &[u16]) -> Scorecard {
        let PlayedRounds { rounds, games, over, full_card, limit } = *played;
        let mut card = Scorecard { unit, ..Scorecard::empty(player) };
        let now = rounds.last().filter(|_| !over).map(|round| round.number);
        let (mut held, mut is_reopened, mut made_up) = (0, false, 0);
        for round in rounds {
            let status = table_status(unit, round, games);
            held += u16::from(has_game(unit, round, games));
            let is_bye = round.byes().any(|other| other == unit);
            if is_bye {
                card.byes.push(round.number);
            }
            let counts = limit.is_none_or(|limit| held <= limit);
            let line = line(unit, round, games).filter(|_| counts);
            card.lines.push(line);
            if line.is_some() {
                made_up += usize::from(round.is_extra);
            } else if !counts && has_game(unit, round, games) {
                card.helped.push(round.number);
            } else if round.is_extra {
                is_reopened |= status == Some(Status::Playing) && Some(round.number) != now;
            } else if was_played(round, games) {
                let is_excused = excuses.contains(&round.number) || status == Some(Status::Void);
                match status {
                    Some(Status::Playing) if Some(round.number) == now => {}
                    _ if is_bye || full_card == FullCard::Excused && is_excused => card.excused.push(round.number),
                    // A game that was reopened for a correction leaves a hole in the total. The player has not missed it.
                    Some(Status::Playing) => is_reopened = true,
                    _ => card.missed.push(round.number),
                }
            }
        }
        // A game that is made up takes the place of a missed round first.
        let missed = made_up.min(card.missed.len());
        card.missed.drain(..missed);
        card.excused.drain(..(made_up - missed).min(card.excused.len()));
        let played = card.games();
        card.complete = !is_reopened && card.missed.is_empty() && played > 0 && played >= card.excused.len();
        card
    }

    /// The sums of its lines.
    #[must_use]
    pub fn sums(&self) -> Sums {
        self.sums.unwrap_or_else(|| self.lines.iter().flatten().copied().collect())
    }

    /// The points short; `None` without lines.
    #[must_use]
    pub fn total(&self) -> Option<i32> {
        let sums = self.sums();
        (sums.games > 0).then_some(sums.short)
    }

    /// The number of games with a line.
    #[must_use]
    pub fn games(&self) -> usize {
        self.sums().games
    }
}

fn line(unit: UnitId, round: &Round, games: &GameResults) -> Option<Line> {
    let (table, side) = round.tables.iter().find_map(|table| Some((table, table.side_of(unit)?)))?;
    let GameState::Won { lines, .. } = &games.get(&table.game)?.state else { return None };
    lines.get(side).copied()
}

/// The status of a unit's game in a round; `None` for a unit without a seat.
fn table_status(unit: UnitId, round: &Round, games: &GameResults) -> Option<Status> {
    let table = round.tables.iter().find(|table| table.side_of(unit).is_some())?;
    Some(status(games, table.game))
}

/// Returns true if a unit has a game in a round that is being played or was won.
pub(super) fn has_game(unit: UnitId, round: &Round, games: &GameResults) -> bool {
    table_status(unit, round, games).is_some_and(|status| status != Status::Void)
}

/// Returns true if a round was played: not all its games were called off.
fn was_played(round: &Round, games: &GameResults) -> bool {
    round.tables.iter().any(|table| status(games, table.game) != Status::Void)
}

/// Returns true if the players of a game count as partners and opponents who have met.
pub(super) fn has_met(games: &GameResults, game: GameId) -> bool {
    games.get(&game).is_none_or(GameResult::is_met)
}

/// The partners and opponents who have met in these rounds.
pub(crate) fn pairings<'a>(rounds: impl IntoIterator<Item = &'a Round>, games: &GameResults) -> Pairings {
    let tables = rounds.into_iter().flat_map(|round| &round.tables);
    Pairings::new(tables.filter(|table| has_met(games, table.game)).map(|table| &table.seats))
}

/// The status of a game: being played, won or called off.
pub(super) fn status(games: &GameResults, game: GameId) -> Status {
    games.get(&game).map_or(Status::Playing, GameResult::status)
}

/// A card and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// From 1, the same for cards that tie; `None` for a card that is not full.
    pub place: Option<usize>,
    /// The card.
    pub card: Scorecard,
}

/// The cards in their order, with their places. The cards of a pair share a place, and the next place is the next number. Incomplete cards rank below complete cards. Among incomplete cards, more
/// lines rank higher.
///
/// With [`FullCard::EveryRound`] the total of the points short orders full cards, also while some have the line of the newest
/// round and some not.
#[must_use]
pub fn rank(mut cards: Vec<Scorecard>, card: Card, full_card: FullCard) -> Vec<Standing> {
    let order = |one: &Scorecard, other: &Scorecard| match (card, full_card) {
        (Card::PointsShort, FullCard::EveryRound) => one.total().cmp(&other.total()),
        _ => card.order(&one.sums(), &other.sums()),
    };
    cards.sort_by(|one, other| match (one.complete, other.complete) {
        (true, true) => order(one, other),
        (false, false) => Reverse(one.games()).cmp(&Reverse(other.games())).then_with(|| order(one, other)),
        _ => other.complete.cmp(&one.complete),
    });
    let mut units = BTreeSet::new();
    let full: Vec<Scorecard> = cards.iter().filter(|card| card.complete && units.insert(card.unit)).cloned().collect();
    let place = |card: &Scorecard| full.iter().position(|other| order(other, card).is_eq()).map(|above| above + 1);
    cards.into_iter().map(|card| Standing { place: place(&card).filter(|_| card.complete), card }).collect()
}
