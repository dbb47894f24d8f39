//! The results of games, and a player's card of a night.

use std::collections::BTreeMap;

use super::Round;
use crate::game::{Game, Status};
use crate::id::{GameId, PlayerId};
use crate::rules::Skunk;

/// The result of a game so far, as its night needs it. Scores are a number a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The game is being played, and nobody has points yet.
    Untouched,
    /// The game is being played.
    Playing(Vec<u8>),
    /// A side has won.
    Won {
        /// The scores.
        scores: Vec<u8>,
        /// The line on the cards of each side's players.
        lines: Vec<i16>,
    },
    /// The game was called off at these scores.
    Void(Vec<u8>),
}

/// The results of a night's games. A game that is missing counts as one that is being played.
pub type GameResults = BTreeMap<GameId, GameResult>;

impl GameResult {
    /// The result of a game so far.
    #[must_use]
    pub fn new(game: &Game) -> GameResult {
        let scores = game.scores();
        match game.status() {
            Status::Finished => GameResult::Won { lines: lines(game, &scores), scores },
            Status::Void => GameResult::Void(scores),
            Status::Playing if scores.iter().all(|score| *score == 0) => GameResult::Untouched,
            Status::Playing => GameResult::Playing(scores),
        }
    }

    /// The status: being played, won or called off.
    #[must_use]
    pub const fn status(&self) -> Status {
        match self {
            GameResult::Untouched | GameResult::Playing(_) => Status::Playing,
            GameResult::Won { .. } => Status::Finished,
            GameResult::Void(_) => Status::Void,
        }
    }

    /// The score of each side; empty while nobody has points.
    #[must_use]
    pub fn scores(&self) -> &[u8] {
        match self {
            GameResult::Untouched => &[],
            GameResult::Playing(scores) | GameResult::Won { scores, .. } | GameResult::Void(scores) => scores,
        }
    }
}

/// A line a side. The winners' is 0, or less by a skunk; the losers' is the points they were short of the game hole.
fn lines(game: &Game, scores: &[u8]) -> Vec<i16> {
    let Some(outcome) = game.outcome() else { return Vec::new() };
    let won = match outcome.skunk {
        Skunk::None => 0,
        Skunk::Skunk => -1,
        Skunk::DoubleSkunk => -2,
    };
    let lost = |score: u8| i16::from(game.setup().rules.target) - i16::from(score);
    let line = |(side, score): (usize, &u8)| if side == usize::from(outcome.winner) { won } else { lost(*score) };
    scores.iter().enumerate().map(line).collect()
}

/// A player's card of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scorecard {
    /// The player whose card it is.
    pub player: PlayerId,
    /// A line a round; `None` for a game that was not played, or is not over.
    pub lines: Vec<Option<i16>>,
    /// True if no round is missing. A game that is still being played in the newest round does not count as missing.
    pub complete: bool,
}

impl Scorecard {
    /// A player's card of these rounds, the last of which is being played unless the night is over.
    #[must_use]
    pub fn new(player: PlayerId, rounds: &[Round], games: &GameResults, over: bool) -> Scorecard {
        let lines: Vec<Option<i16>> = rounds.iter().map(|round| line(player, round, games)).collect();
        let now = rounds.last().filter(|_| !over).map(|round| round.number);
        // An earlier game that was reopened for a correction counts as missed: without its line the total is not whole.
        let missed = |(round, line): (&Round, &Option<i16>)| {
            let excused = Some(round.number) == now && still_playing(player, round, games);
            line.is_none() && was_played(round, games) && !excused
        };
        let complete = lines.iter().any(Option::is_some) && !rounds.iter().zip(&lines).any(missed);
        Scorecard { player, lines, complete }
    }

    /// The sum of its lines; `None` where there is none.
    #[must_use]
    pub fn total(&self) -> Option<i32> {
        self.lines.iter().flatten().map(|line| i32::from(*line)).reduce(|sum, line| sum + line)
    }

    /// The number of games with a line.
    #[must_use]
    pub fn games(&self) -> usize {
        self.lines.iter().flatten().count()
    }
}

fn line(player: PlayerId, round: &Round, games: &GameResults) -> Option<i16> {
    let (table, side) = round.tables.iter().find_map(|table| Some((table, table.seats.side_of(player)?)))?;
    let GameResult::Won { lines, .. } = games.get(&table.game)? else { return None };
    lines.get(side).copied()
}

fn still_playing(player: PlayerId, round: &Round, games: &GameResults) -> bool {
    round
        .tables
        .iter()
        .any(|table| table.seats.side_of(player).is_some() && status(games, table.game) == Status::Playing)
}

/// Returns true if a round was played: not all its games were called off.
fn was_played(round: &Round, games: &GameResults) -> bool {
    round.tables.iter().any(|table| status(games, table.game) != Status::Void)
}

/// The status of a game: being played, won or called off.
pub(super) fn status(games: &GameResults, game: GameId) -> Status {
    games.get(&game).map_or(Status::Playing, GameResult::status)
}
