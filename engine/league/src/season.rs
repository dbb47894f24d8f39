//! The standings of a season: by the average or by the sum of full cards.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::card::{Card, Sums, cmp_averages};
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

/// The number that ranks the players of a season: the average of full cards, or with `sum` their sum. A sum ranks only game
/// points and points scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = SeasonCounts, rename_all = "snake_case"))]
pub enum Counts {
    /// The average of full cards.
    #[default]
    Average,
    /// The sum of full cards.
    Sum,
}

pegout_engine::string_enum!(Counts, "what counts in a season", { Average => "average", Sum => "sum" });

/// The ranking rules of a season.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeasonRules {
    /// The card of the nights that count.
    pub card: Card,
    /// The number that ranks players.
    pub counts: Counts,
    /// The fewest game points of a card that counts in a sum.
    pub from_points: u32,
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
    /// The game points of the cards that count; `null` unless the card is `game_points`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub points: Option<u64>,
    /// The spread of the cards that count; `null` unless the card is `game_points`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub spread: Option<i64>,
    /// The points scored on the cards that count; `null` unless the card is `points_scored`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub scored: Option<u64>,
    /// The full cards with at least `from_points` game points.
    pub qualifying: usize,
    /// The average of their full cards: with `per_game` of the lines, with `per_card` of the totals. Game points are per
    /// game. With the `counts` of `sum` it is the average total, always per card. If a full card lacks excused rounds, its total is its average per line times the rounds of its night.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub average: Option<f64>,
    /// The average of their best full cards, which ranks them unless `counts` is `sum`. The best cards have the best totals, with
    /// `per_game` the best averages per line. With `sum` only cards with `from_points` count. The same as `average` if all cards count.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub best_average: Option<f64>,
    /// The prizes of their cards, in cents, also those that a substitute got; `null` if they are not shown to the caller.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub money_won: Option<u64>,
}

/// The standings over these nights, the finished ones of a season. A player goes by the name of their last night.
#[must_use]
pub fn season_standings(nights: &[Vec<StandingsRow>], rules: SeasonRules) -> Vec<SeasonRow> {
    let mut played: BTreeMap<PlayerId, Vec<&StandingsRow>> = BTreeMap::new();
    for row in nights.iter().flatten().filter(|row| row.total.is_some()) {
        played.entry(holder(row).0).or_default().push(row);
    }
    let mut seasons: Vec<(Ranking, SeasonRow)> = played.values().map(|rows| season(rows, rules)).collect();
    seasons.sort_by(|(one, a), (other, b)| one.cmp(other).then_with(|| a.name.cmp(&b.name)));
    let bests: Vec<Ranking> = seasons.iter().map(|(best, _)| *best).collect();
    let place = |best: Ranking| {
        bests.iter().position(|other| other.cmp(&best).is_eq()).filter(|_| best.ranked).map(|above| above + 1)
    };
    seasons.into_iter().map(|(best, row)| SeasonRow { place: place(best), ..row }).collect()
}

/// The player for whom a card counts, with their name.
fn holder(row: &StandingsRow) -> (PlayerId, &str) {
    row.stands_for.as_ref().map_or((row.player_id, &row.name), |absent| (absent.id, &absent.name))
}

/// The least common multiple of 1 to 20, the possible numbers of lines: any card's average is a whole number of parts.
const PARTS: i128 = 232_792_560;

/// Three numbers that order cards one after the other. The lowest numbers are the best.
type Keys = [i128; 3];

/// The basis of a player's rank: the sum of the cards or games that count, in [`PARTS`], and their number.
#[derive(Clone, Copy, Debug)]
struct Ranking {
    ranked: bool,
    sum: Keys,
    count: i128,
}

/// A full card.
#[derive(Clone, Copy, Debug)]
struct FullCardTotal {
    /// The numbers that order the best cards, in [`PARTS`]: the totals for all rounds of the night, or the averages per line.
    order: Keys,
    /// The part of the sum, in [`PARTS`].
    sum: Keys,
    /// The part of the count: one card, or the number of its games.
    count: i128,
    sums: Sums,
}

impl Ranking {
    /// The average of the first number.
    fn average(self, card: Card) -> Option<f64> {
        let sign = if card == Card::PointsShort { 1.0 } else { -1.0 };
        // Without a sign a sum of 0 stays 0.
        let sum = if self.sum[0] == 0 { 0.0 } else { sign * self.sum[0] as f64 };
        (self.count > 0).then(|| sum / PARTS as f64 / self.count as f64)
    }

    fn cmp(&self, other: &Ranking) -> Ordering {
        let orders = (0..3).map(|key| cmp_averages((self.sum[key], self.count), (other.sum[key], other.count)));
        other.ranked.cmp(&self.ranked).then_with(|| orders.fold(Ordering::Equal, Ordering::then))
    }
}

fn season(rows: &[&StandingsRow], rules: SeasonRules) -> (Ranking, SeasonRow) {
    let lines = || rows.iter().flat_map(|row| row.lines.iter().flatten());
    let mut cards: Vec<FullCardTotal> = rows.iter().filter_map(|row| full_card(row, rules)).collect();
    cards.sort_unstable_by_key(|card| card.order);
    let ranked = cards.len() >= rules.minimum_nights.max(1);
    let of = |cards: &[FullCardTotal]| {
        let sum = [0, 1, 2].map(|key| cards.iter().map(|card| card.sum[key]).sum());
        Ranking { ranked, sum, count: cards.iter().map(|card| card.count).sum() }
    };
    let qualifies = |card: &&FullCardTotal| rules.card != Card::GamePoints || card.sums.points >= rules.from_points;
    let counted: Vec<FullCardTotal> = match rules.counts {
        Counts::Average => cards.clone(),
        Counts::Sum => cards.iter().filter(qualifies).copied().collect(),
    };
    let counted = &counted[..rules.best_of.map_or(counted.len(), |most| most.max(1)).min(counted.len())];
    let best = of(counted);
    let ranking = match rules.counts {
        Counts::Average => best,
        Counts::Sum => Ranking { count: 1, ..best },
    };
    let has = |card: Card| rules.card == card;
    let newest = rows[rows.len() - 1];
    let row = SeasonRow {
        place: None,
        player_id: holder(newest).0,
        name: holder(newest).1.to_owned(),
        nights: rows.len(),
        full_cards: cards.len(),
        games: rows.iter().map(|row| row.games).sum(),
        wins: rows.iter().map(|row| row.wins).sum(),
        skunks: lines().filter(|line| **line < 0).count(),
        double_skunks: lines().filter(|line| **line == -2).count(),
        points: has(Card::GamePoints).then(|| counted.iter().map(|card| u64::from(card.sums.points)).sum()),
        spread: has(Card::GamePoints).then(|| counted.iter().map(|card| i64::from(card.sums.spread)).sum()),
        scored: has(Card::PointsScored).then(|| counted.iter().map(|card| u64::from(card.sums.scored)).sum()),
        qualifying: cards.iter().filter(qualifies).count(),
        average: of(&cards).average(rules.card),
        best_average: best.average(rules.card),
        money_won: rows.iter().map(|row| row.prize).sum(),
    };
    (ranking, row)
}

/// The part of a full card in the average or the sum. With [`Average::PerCard`] an excused round counts as the card's average.
fn full_card(row: &StandingsRow, rules: SeasonRules) -> Option<FullCardTotal> {
    let short = row.total.filter(|_| row.complete)?;
    let [points, scored] = [row.points, row.scored].map(Option::unwrap_or_default);
    let spread = row.spread.unwrap_or_default();
    let sums = Sums { games: row.games, wins: row.wins, short, points, spread, scored };
    let total = rules.card.keys(&sums).map(|key| i128::from(key) * PARTS);
    let (games, rounds) = (row.games as i128, (row.games + row.excused.len()) as i128);
    (games > 0).then(|| match (rules.counts, rules.average) {
        (Counts::Sum, _) => FullCardTotal { order: total, sum: total, count: 1, sums },
        (Counts::Average, Average::PerCard) if rules.card != Card::GamePoints => {
            let sum = total.map(|total| total * rounds / games);
            FullCardTotal { order: sum, sum, count: 1, sums }
        }
        (Counts::Average, _) => {
            FullCardTotal { order: total.map(|total| total / games), sum: total, count: games, sums }
        }
    })
}
