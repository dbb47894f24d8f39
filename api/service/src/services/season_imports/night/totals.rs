//! The totals of a card: checked against its lines, or without lines against the bounds of a card.

use pegout_league::{Card, Sums};

use super::NightRules;
use crate::services::season_imports::ListedTotals;

/// The least and the most that a total can be.
type Bounds = (i64, i64);

impl NightRules<'_> {
    /// Refuses totals that the sums of the lines do not make.
    pub(super) fn check_totals(&self, totals: &ListedTotals, sums: &Sums) -> Result<(), String> {
        let (games, wins) = (sums.games as i64, sums.wins as i64);
        let counted = [
            ("total", totals.total.map(i64::from), Some(self.total(sums))),
            ("number of games", totals.games.map(i64::from), Some(games)),
            ("number of wins", totals.wins.map(i64::from), Some(wins)),
            // A card of points scored shows no skunk.
            (
                "number of game points",
                totals.points.map(i64::from),
                Some(sums.points.into()).filter(|_| self.card != Card::PointsScored),
            ),
            // Only game points show the spread of a win.
            (
                "spread",
                totals.spread.map(i64::from),
                Some(sums.spread.into()).filter(|_| self.card == Card::GamePoints),
            ),
        ];
        for (what, given, counted) in counted {
            if let (Some(given), Some(counted)) = (given, counted)
                && given != counted
            {
                return Err(format!("The {what} is {given}, and the lines make {counted}."));
            }
        }
        let lost = i64::from(sums.spread);
        let spread = (lost + wins, lost + self.target() * wins);
        check(
            "number of game points",
            totals.points.map(i64::from),
            points_of(games, Some(wins)),
            (games, Some(wins)),
        )?;
        let spread_to_check = totals.spread.map(i64::from).filter(|_| self.card != Card::GamePoints);
        check("spread", spread_to_check, spread, (games, Some(wins)))
    }

    /// The sums of a card without lines.
    pub(super) fn sums(&self, totals: &ListedTotals) -> Result<Sums, String> {
        let games = totals.games.unwrap_or(self.league.games_per_night);
        if !(1..=20).contains(&games) || totals.wins.is_some_and(|wins| wins > games) {
            let wins = totals.wins.unwrap_or_default();
            return Err(format!("{wins} of {games} games cannot be won: a card has 1 to 20 games."));
        }
        let (games, wins, target) = (i64::from(games), totals.wins.map(i64::from), self.target());
        let (given, points) = (totals.total.map(i64::from), totals.points.map(i64::from));
        let has_points = self.card == Card::GamePoints;
        let total = given.or(points.filter(|_| has_points)).ok_or("The card has neither lines nor a total.")?;
        if let Some(points) = points.filter(|points| has_points && *points != total) {
            return Err(format!(
                "The total is {total}, and the game points are {points}: they are one number on these cards, so correct one."
            ));
        }
        let lost = wins.map(|wins| games - wins);
        let of_total = match (self.card, wins.zip(lost)) {
            (Card::PointsShort, Some((wins, lost))) => (lost - 2 * wins, target * lost),
            (Card::PointsShort, None) => (-2 * games, target * games),
            (Card::GamePoints, _) => points_of(games, wins),
            (Card::PointsScored, Some((wins, lost))) => (target * wins, target * wins + (target - 1) * lost),
            (Card::PointsScored, None) => (0, target * games),
        };
        let of_spread = match wins.zip(lost) {
            Some((wins, lost)) => (wins - target * lost, target * wins - lost),
            None => (-target * games, target * games),
        };
        check("total", Some(total), of_total, (games, wins))?;
        check("number of game points", points, points_of(games, wins), (games, wins))?;
        check("spread", totals.spread.map(i64::from), of_spread, (games, wins))?;
        if points.unwrap_or_default() == 1 || has_points && total == 1 {
            return Err("One game point is not possible: a win has 2 or 3. Correct the total.".to_owned());
        }
        let sums = Sums {
            games: games as usize,
            wins: wins.unwrap_or_default() as usize,
            spread: totals.spread.unwrap_or_default(),
            ..Sums::default()
        };
        // The checks leave small numbers.
        let (short, sum) = (|short: i64| short as i32, total as u32);
        Ok(match self.card {
            Card::PointsShort => Sums { short: short(total), ..sums },
            Card::GamePoints => Sums { points: sum, ..sums },
            Card::PointsScored => Sums { scored: sum, short: short(target * games - total), ..sums },
        })
    }

    fn target(&self) -> i64 {
        self.league.rules.target.into()
    }

    fn total(&self, sums: &Sums) -> i64 {
        match self.card {
            Card::PointsShort => sums.short.into(),
            Card::GamePoints => sums.points.into(),
            Card::PointsScored => sums.scored.into(),
        }
    }
}

/// The game points of a card: 2 or 3 for a win.
fn points_of(games: i64, wins: Option<i64>) -> Bounds {
    wins.map_or((0, 3 * games), |wins| (2 * wins, 3 * wins))
}

/// Refuses a number that a card with these games, and these wins if they are known, cannot have.
fn check(
    what: &str,
    given: Option<i64>,
    (least, most): Bounds,
    (games, wins): (i64, Option<i64>),
) -> Result<(), String> {
    let Some(given) = given.filter(|given| !(least..=most).contains(given)) else { return Ok(()) };
    let wins = wins.map(|wins| format!(" and {wins} wins")).unwrap_or_default();
    Err(format!("The {what} {given} is not possible: with {games} games{wins} it is {least} to {most}."))
}
