//! The lines of a game on the cards of its players, and the order of cards.

use std::cmp::Ordering;

use pegout_engine::game::Outcome;
use pegout_engine::rules::{Rules, Skunk};

/// The numbers that order the full cards of a night. With `points_short`, the fewest points short come first. With
/// `game_points`, the most game points come first, then the most games won, then the highest spread. With `points_scored`,
/// the most points scored come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightCard, rename_all = "snake_case"))]
pub enum Card {
    /// The points that a player is short of the game hole: the fewest first.
    #[default]
    PointsShort,
    /// The game points, then the games won, then the spread: the most first.
    GamePoints,
    /// The points that a player has scored: the most first.
    PointsScored,
}

pegout_engine::string_enum!(Card, "a card of a night", {
    PointsShort => "points_short",
    GamePoints => "game_points",
    PointsScored => "points_scored",
});

/// The line of a game on the card of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// 0 for a win, -1 by a skunk, -2 by a double skunk; for a loss the points short of the game hole.
    pub short: i16,
    /// True for a win.
    pub is_won: bool,
    /// The game points: 2 for a win, 3 by a skunk or a double skunk, 0 for a loss.
    pub points: u8,
    /// The points between the game hole and the best loser, for the winner; for a loser the points short, negative.
    pub spread: i16,
    /// The points that the side has scored.
    pub scored: u8,
}

impl Line {
    /// A line for each side of a game with these scores. Without a winner the list is empty.
    #[must_use]
    pub fn of_sides(scores: &[u8], rules: &Rules) -> Vec<Line> {
        let Some(outcome) = Outcome::from_scores(scores, rules) else { return Vec::new() };
        let (short, points) = match outcome.skunk {
            Skunk::None => (0, 2),
            Skunk::Skunk => (-1, 3),
            Skunk::DoubleSkunk => (-2, 3),
        };
        let missing = |score: u8| i16::from(rules.target) - i16::from(score);
        let losers = || scores.iter().enumerate().filter(|(side, _)| *side != usize::from(outcome.winner));
        let spread = losers().map(|(_, score)| missing(*score)).min().unwrap_or(0);
        let line = |(side, score): (usize, &u8)| {
            if side == usize::from(outcome.winner) {
                Line { short, is_won: true, points, spread, scored: *score }
            } else {
                let short = missing(*score);
                Line { short, is_won: false, points: 0, spread: -short, scored: *score }
            }
        };
        scores.iter().enumerate().map(line).collect()
    }

    /// The line that a card of this kind shows as this value; `None` if no game has it. The value of a win without the loser's
    /// score leaves the spread at 0.
    #[must_use]
    pub fn of_value(card: Card, value: i16, rules: &Rules) -> Option<Line> {
        let target = i16::from(rules.target);
        let lost = |short: i16| {
            let scored =
                target.checked_sub(short).and_then(|scored| u8::try_from(scored).ok()).filter(|_| short > 0)?;
            Some(Line { short, is_won: false, points: 0, spread: -short, scored })
        };
        let won = |short: i16| {
            let points = if short < 0 { 3 } else { 2 };
            Line { short, is_won: true, points, spread: 0, scored: rules.target }
        };
        match card {
            Card::PointsShort if (-2..=0).contains(&value) => Some(won(value)),
            Card::PointsShort => lost(value),
            Card::GamePoints if value < 0 => lost(value.checked_neg()?),
            Card::GamePoints => {
                let loser =
                    target.checked_sub(value).and_then(|loser| u8::try_from(loser).ok()).filter(|_| value > 0)?;
                Line::of_sides(&[rules.target, loser], rules).first().copied()
            }
            Card::PointsScored if value == target => Some(won(0)),
            Card::PointsScored => lost(target.checked_sub(value)?),
        }
    }
}

/// The sums of the lines of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = CardSums))]
pub struct Sums {
    /// The number of lines.
    pub games: usize,
    /// The games won.
    pub wins: usize,
    /// The points short.
    pub short: i32,
    /// The game points.
    pub points: u32,
    /// The spreads.
    pub spread: i32,
    /// The points scored.
    pub scored: u32,
}

impl Sums {
    /// Returns true for a card that clubs mark: it has at least 12 game points in nine games. `games` is the number of games
    /// of the night, and the bound is in proportion to it.
    #[must_use]
    pub fn is_marked(&self, games: u16) -> bool {
        self.points * 9 >= u32::from(games) * 12
    }
}

impl FromIterator<Line> for Sums {
    fn from_iter<T: IntoIterator<Item = Line>>(lines: T) -> Sums {
        lines.into_iter().fold(Sums::default(), |sums, line| Sums {
            games: sums.games + 1,
            wins: sums.wins + usize::from(line.is_won),
            short: sums.short + i32::from(line.short),
            points: sums.points + u32::from(line.points),
            spread: sums.spread + i32::from(line.spread),
            scored: sums.scored + u32::from(line.scored),
        })
    }
}

impl Card {
    /// The order of two cards, the better first, by their averages per line: full cards may have different numbers of lines.
    /// A card without a line comes last.
    #[must_use]
    pub fn order(self, one: &Sums, other: &Sums) -> Ordering {
        let games = [one, other].map(|sums| sums.games as i128);
        let keys = self.keys(one).into_iter().zip(self.keys(other));
        let orders = keys.map(|(one, other)| cmp_averages((one.into(), games[0]), (other.into(), games[1])));
        orders.fold(Ordering::Equal, Ordering::then)
    }

    /// A line as this card shows it: the points short, the spread, or the points scored.
    #[must_use]
    pub fn shown(self, line: &Line) -> i16 {
        match self {
            Card::PointsShort => line.short,
            Card::GamePoints => line.spread,
            Card::PointsScored => line.scored.into(),
        }
    }

    /// The numbers that order cards one after the other. The lowest are the best.
    pub(super) fn keys(self, sums: &Sums) -> [i64; 3] {
        match self {
            Card::PointsShort => [i64::from(sums.short), 0, 0],
            Card::GamePoints => [-i64::from(sums.points), -(sums.wins as i64), -i64::from(sums.spread)],
            Card::PointsScored => [-i64::from(sums.scored), 0, 0],
        }
    }
}

/// The order of two averages, each a sum and a number, as fractions without rounding. No average comes last.
pub(super) fn cmp_averages((sum, count): (i128, i128), (other_sum, other_count): (i128, i128)) -> Ordering {
    let averages = || (sum * other_count).cmp(&(other_sum * count));
    (count == 0).cmp(&(other_count == 0)).then_with(averages)
}
