//! The standings of a season: the lowest average of full cards first.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::card::cmp_averages;
use super::night::StandingsRow;
use crate::PlayerId;

/// The average that ranks the players of a season.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = SeasonAverage, rename_all = "snake_case"))]
pub enum Average {
    /// The average total of full cards.
    #[default]
    PerCard,
    /// The average line of the games on full cards.
    PerGame,
}

pegout_engine::string_enum!(Average, "an average", { PerCard => "per_card", PerGame => "per_game" });

/// The ranking rules of a season.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeasonRules {
    /// The number of best full cards that count for a player; `None`: all of them.
    pub best_of: Option<usize>,
    /// The number of full cards that a ranked player has at least; one or more.
    pub minimum_nights: usize,
    /// The average that ranks players.
    pub average: Average,
}

/// A player's season.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct SeasonRow {
    /// The rank, from 1, the same for players who tie; `null` for a player who has too few full cards.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub place: Option<usize>,
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The nights on which they played a game to its end.
    pub nights: usize,
    /// Their full cards, by the rule of each night.
    pub full_cards: usize,
    /// The games they played to the end.
    pub games: usize,
    /// The games they won.
    pub wins: usize,
    /// The games they won by a skunk or a double skunk.
    pub skunks: usize,
    /// The games they won by a double skunk.
    pub double_skunks: usize,
    /// The average of their full cards: with `per_game` of the lines, with `per_card` of the totals. If a full
    /// card lacks excused rounds, its total is its average per line times the rounds of its night.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub average: Option<f64>,
    /// The average of their best full cards, which ranks them. The best cards have the lowest totals, with `per_game`
    /// the lowest averages per line. The same as `average` if all cards count.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub best_average: Option<f64>,
    /// The prizes they won, in cents; `null` if they are not shown to the caller.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub money_won: Option<u64>,
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
    let place = |best: Ranking| {
        bests.iter().position(|other| other.cmp(&best).is_eq()).filter(|_| best.ranked).map(|above| above + 1)
    };
    seasons.into_iter().map(|(best, row)| SeasonRow { place: place(best), ..row }).collect()
}

/// The least common multiple of 1 to 20, the possible numbers of lines: any card's average is a whole number of parts.
const PARTS: i128 = 232_792_560;

/// The basis of a player's rank: the sum of the cards or games that count, in [`PARTS`], and their number.
#[derive(Clone, Copy, Debug)]
struct Ranking {
    ranked: bool,
    sum: i128,
    count: i128,
}

/// A full card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FullCardTotal {
    /// The number that orders the best cards, in [`PARTS`]: the total for all rounds of the night, or the average per
    /// line.
    order: i128,
    /// The part of the sum, in [`PARTS`].
    sum: i128,
    /// The part of the count: one card, or the number of its games.
    count: i128,
}

impl Ranking {
    fn average(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / PARTS as f64 / self.count as f64)
    }

    fn cmp(&self, other: &Ranking) -> Ordering {
        let averages = || cmp_averages((self.sum, self.count), (other.sum, other.count));
        other.ranked.cmp(&self.ranked).then_with(averages)
    }
}

fn season(rows: &[&StandingsRow], rules: SeasonRules) -> (Ranking, SeasonRow) {
    let lines = || rows.iter().flat_map(|row| row.lines.iter().flatten());
    let full = rows.iter().filter(|row| row.complete);
    let mut cards: Vec<FullCardTotal> = full.filter_map(|row| full_card(row, rules.average)).collect();
    cards.sort_unstable();
    let ranked = cards.len() >= rules.minimum_nights.max(1);
    let of = |cards: &[FullCardTotal]| {
        let (sum, count) = (cards.iter().map(|card| card.sum).sum(), cards.iter().map(|card| card.count).sum());
        Ranking { ranked, sum, count }
    };
    let best = of(&cards[..rules.best_of.map_or(cards.len(), |most| most.max(1)).min(cards.len())]);
    let newest = rows[rows.len() - 1];
    let row = SeasonRow {
        place: None,
        player_id: newest.player_id,
        name: newest.name.clone(),
        nights: rows.len(),
        full_cards: cards.len(),
        games: lines().count(),
        wins: lines().filter(|line| **line <= 0).count(),
        skunks: lines().filter(|line| **line < 0).count(),
        double_skunks: lines().filter(|line| **line == -2).count(),
        average: of(&cards).average(),
        best_average: best.average(),
        money_won: rows.iter().map(|row| row.prize).sum(),
    };
    (best, row)
}

/// The part of a full card in the average. With [`Average::PerCard`] an excused round counts as the card's average.
fn full_card(row: &StandingsRow, average: Average) -> Option<FullCardTotal> {
    let (games, rounds) = (row.games as i128, (row.games + row.excused.len()) as i128);
    let total = i128::from(row.total?) * PARTS;
    (games > 0).then(|| match average {
        Average::PerCard => FullCardTotal { order: total * rounds / games, sum: total * rounds / games, count: 1 },
        Average::PerGame => FullCardTotal { order: total / games, sum: total, count: games },
    })
}
