//! The standings of a season: the lowest average of full cards first.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::night::StandingsRow;
use crate::id::PlayerId;

/// The rules by which a season is ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeasonRules {
    /// The number of best full cards that count for a player; `None`: all of them.
    pub best_of: Option<usize>,
    /// The number of full cards that a ranked player has at least; one or more.
    pub minimum_nights: usize,
}

/// A player's season.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct SeasonRow {
    /// From 1, the same for players who tie; `null` for a player who has too few full cards.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub place: Option<usize>,
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The nights on which they played a game to its end.
    pub nights: usize,
    /// Their full cards: those with a line for every round of their night.
    pub full_cards: usize,
    /// The games they played to the end.
    pub games: usize,
    /// The games they won.
    pub wins: usize,
    /// The games they won by a skunk or a double skunk.
    pub skunks: usize,
    /// The games they won by a double skunk.
    pub double_skunks: usize,
    /// The average total of their full cards.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub average: Option<f64>,
    /// The average total of their best full cards, which ranks them; the same as `average` where all count.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub best_average: Option<f64>,
    /// The prizes they won, in cents.
    pub money_won: u64,
}

/// The standings over these nights, the finished ones of a season. A player goes by the name of their last night.
#[must_use]
pub fn season_standings(nights: &[Vec<StandingsRow>], rules: SeasonRules) -> Vec<SeasonRow> {
    let mut played: BTreeMap<PlayerId, Vec<&StandingsRow>> = BTreeMap::new();
    for row in nights.iter().flatten().filter(|row| row.total.is_some()) {
        played.entry(row.player_id).or_default().push(row);
    }
    let mut seasons: Vec<(Ranking, SeasonRow)> = played.values().map(|rows| season(rows, rules)).collect();
    seasons.sort_by(|(one, a), (other, b)| one.cmp(other).then_with(|| a.name.cmp(&b.name)));
    let bests: Vec<Ranking> = seasons.iter().map(|(best, _)| *best).collect();
    let place =
        |best: Ranking| bests.iter().position(|other| *other == best).filter(|_| best.ranked).map(|above| above + 1);
    seasons.into_iter().map(|(best, row)| SeasonRow { place: place(best), ..row }).collect()
}

/// The basis of a player's rank: the sum of the cards that count, and their number.
#[derive(Clone, Copy, Debug)]
struct Ranking {
    ranked: bool,
    sum: i64,
    cards: i64,
}

impl Ranking {
    fn average(self) -> Option<f64> {
        (self.cards > 0).then(|| self.sum as f64 / self.cards as f64)
    }
}

impl Ord for Ranking {
    fn cmp(&self, other: &Ranking) -> Ordering {
        // Averages are compared as fractions: two that are equal are so to the last digit.
        let averages = || (self.sum * other.cards).cmp(&(other.sum * self.cards));
        let cardless = (self.cards == 0).cmp(&(other.cards == 0));
        other.ranked.cmp(&self.ranked).then(cardless).then_with(averages)
    }
}

impl PartialOrd for Ranking {
    fn partial_cmp(&self, other: &Ranking) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranking {
    fn eq(&self, other: &Ranking) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ranking {}

fn season(rows: &[&StandingsRow], rules: SeasonRules) -> (Ranking, SeasonRow) {
    let lines = || rows.iter().flat_map(|row| row.lines.iter().flatten());
    let mut totals: Vec<i64> =
        rows.iter().filter(|row| row.complete).filter_map(|row| row.total.map(i64::from)).collect();
    totals.sort_unstable();
    let ranked = totals.len() >= rules.minimum_nights.max(1);
    let of = |totals: &[i64]| Ranking { ranked, sum: totals.iter().sum(), cards: totals.len() as i64 };
    let best = of(&totals[..rules.best_of.map_or(totals.len(), |most| most.max(1)).min(totals.len())]);
    let newest = rows[rows.len() - 1];
    let row = SeasonRow {
        place: None,
        player_id: newest.player_id,
        name: newest.name.clone(),
        nights: rows.len(),
        full_cards: totals.len(),
        games: lines().count(),
        wins: lines().filter(|line| **line <= 0).count(),
        skunks: lines().filter(|line| **line < 0).count(),
        double_skunks: lines().filter(|line| **line == -2).count(),
        average: of(&totals).average(),
        best_average: best.average(),
        money_won: rows.iter().map(|row| row.prize).sum(),
    };
    (best, row)
}
