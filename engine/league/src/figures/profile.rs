//! The figures of a player: nights, games, cards, and the people they played with.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::against::AgainstFigures;
use super::pegging::{PeggingFigures, SpecialHand, specials};
use super::{CardFacts, NightFacts, Nights, mean};
use crate::card::Sums;
use crate::season::{SeasonRules, season_standings};
use crate::{Card, Date, NightId, PlayerId};

/// The figures of a player over the finished nights. A game counts for every player who sat at
/// it, also in place of another player, if somebody won it. A card counts for the player for whom a substitute played. A mean of fewer than five is `null`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Profile {
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The nights on which they played.
    pub nights: usize,
    /// The games.
    pub games: usize,
    /// The games won.
    pub wins: usize,
    /// The games won by a skunk or a double skunk.
    pub skunks_given: usize,
    /// The games lost that the winner won by a skunk or a double skunk.
    pub skunks_taken: usize,
    /// The full cards, by the card of the night.
    pub by_card: Vec<CardFigures>,
    /// The games won or lost one after the other.
    pub streak: Streak,
    /// The games that the player dealt first in, if the first dealer is known.
    pub first_deals: FirstDeals,
    /// The cards, the earliest first.
    pub by_night: Vec<NightCard>,
    /// The partners, most games first.
    pub partners: Vec<PartnerFigures>,
    /// The opponents, most games first.
    pub opponents: Vec<OpponentFigures>,
    /// The points of the games that were won by pegs.
    pub pegging: PeggingFigures,
    /// The hands and cribs of 24, 28 and 29, and of four cards of one rank, as far as their cards are known.
    pub specials: Vec<SpecialHand>,
    /// The prizes of the cards, in cents; `null` if they are not shown to the caller.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub money_won: Option<u64>,
    /// The games with the player of `against`; `null` without `against`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub against: Option<AgainstFigures>,
}

/// The full cards of a player on nights with one kind of card.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct CardFigures {
    /// The card.
    pub card: Card,
    /// The number of full cards.
    pub full_cards: usize,
    /// Their average, as in a season: of the totals, and of game points per game.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub average: Option<f64>,
    /// The best of them, by the average line; `null` without a full card.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub best: Option<NightCard>,
}

/// A card of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = PlayerCard))]
pub struct NightCard {
    /// The night.
    pub night_id: NightId,
    /// The day.
    pub date: Date,
    /// The card of the night.
    pub card: Card,
    /// The place; `null` for a card that is not full.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub place: Option<usize>,
    /// The number of players with a card; of pairs on a night of fixed pairs.
    pub of: usize,
    /// The points short.
    pub total: i32,
    /// The games won on it.
    pub wins: usize,
    /// The game points; `null` unless the card is `game_points`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub points: Option<u32>,
    /// The spread; `null` unless the card is `game_points`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub spread: Option<i32>,
    /// The points scored; `null` unless the card is `points_scored`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub scored: Option<u32>,
}

/// An outcome of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum StreakKind {
    /// Won.
    Won,
    /// Lost.
    Lost,
}

pegout_engine::string_enum!(StreakKind, "an outcome", { Won => "won", Lost => "lost" });

/// Games with one outcome one after the other, also over several nights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Streak {
    /// The outcome of the last game; `null` without a game.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub kind: Option<StreakKind>,
    /// The number of games with this outcome up to now.
    pub now: usize,
    /// The most games won.
    pub longest_won: usize,
    /// The most games lost.
    pub longest_lost: usize,
}

/// The games of the first dealer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct FirstDeals {
    /// The games that they dealt first in.
    pub dealt: usize,
    /// The number of these games that they won.
    pub won: usize,
}

/// The games with a partner.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct PartnerFigures {
    /// The partner.
    pub player_id: PlayerId,
    /// The partner's name.
    pub name: String,
    /// The games together.
    pub games: usize,
    /// The games that the two won.
    pub wins: usize,
    /// The average spread of the games: the points between the two sides, negative after a loss.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub average: Option<f64>,
}

/// The games against an opponent that one of the two won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct OpponentFigures {
    /// The opponent.
    pub player_id: PlayerId,
    /// The opponent's name.
    pub name: String,
    /// The games.
    pub games: usize,
    /// The games that the player won.
    pub wins: usize,
    /// The sum of the points between the two sides, negative for games lost.
    pub spread: i32,
}

impl Streak {
    /// The streak after another game.
    pub fn add(&mut self, is_won: bool) {
        let kind = if is_won { StreakKind::Won } else { StreakKind::Lost };
        self.now = if self.kind == Some(kind) { self.now + 1 } else { 1 };
        self.kind = Some(kind);
        let longest = if is_won { &mut self.longest_won } else { &mut self.longest_lost };
        *longest = self.now.max(*longest);
    }
}

impl NightCard {
    pub(super) fn new(night: &NightFacts, fact: &CardFacts) -> NightCard {
        let (card, Sums { wins, short, points, spread, scored, .. }) = (night.card, fact.sums);
        let has_points = card == Card::GamePoints;
        NightCard {
            night_id: night.night,
            date: night.date,
            card,
            place: fact.place,
            of: night.of,
            total: short,
            wins,
            points: has_points.then_some(points),
            spread: has_points.then_some(spread),
            scored: (card == Card::PointsScored).then_some(scored),
        }
    }
}

/// The games with one other player.
#[derive(Clone, Copy, Default)]
pub(super) struct Games {
    pub games: usize,
    pub wins: usize,
    pub spread: i32,
}

impl Games {
    pub fn add(&mut self, is_won: bool, spread: i32) {
        self.games += 1;
        self.wins += usize::from(is_won);
        self.spread += spread;
    }
}

/// The figures of a player over these nights.
#[must_use]
pub fn profile(nights: Nights<'_>, player: PlayerId, name: &dyn Fn(PlayerId) -> String) -> Profile {
    let mut profile = Profile {
        player_id: player,
        name: name(player),
        nights: 0,
        games: 0,
        wins: 0,
        skunks_given: 0,
        skunks_taken: 0,
        by_card: Vec::new(),
        streak: Streak::default(),
        first_deals: FirstDeals::default(),
        by_night: Vec::new(),
        partners: Vec::new(),
        opponents: Vec::new(),
        pegging: PeggingFigures::new(nights, player),
        specials: specials(nights, player),
        money_won: None,
        against: None,
    };
    let (mut partners, mut opponents) = (BTreeMap::<PlayerId, Games>::new(), BTreeMap::<PlayerId, Games>::new());
    let mut cards: Vec<(&NightFacts, &CardFacts)> = Vec::new();
    for night in nights {
        profile.nights += usize::from(night.has_played(player));
        cards.extend(night.cards.iter().filter(|card| card.holder == player).map(|card| (&**night, card)));
        for (game, side) in night.games_of(player) {
            let line = game.lines[side];
            profile.games += 1;
            profile.wins += usize::from(line.is_won);
            let skunks = if line.is_won { &mut profile.skunks_given } else { &mut profile.skunks_taken };
            *skunks += usize::from(game.is_skunk());
            profile.streak.add(line.is_won);
            if game.first_dealer == Some(player) {
                profile.first_deals.dealt += 1;
                profile.first_deals.won += usize::from(line.is_won);
            }
            for (other, players) in game.seats.sides().into_iter().enumerate() {
                let (people, spread) = match game.spread(side, other) {
                    _ if other == side => (&mut partners, i32::from(line.spread)),
                    Some(spread) => (&mut opponents, spread),
                    None => continue,
                };
                for person in players.iter().filter(|person| **person != player) {
                    people.entry(*person).or_default().add(line.is_won, spread);
                }
            }
        }
    }
    profile.by_night = cards.iter().map(|(night, card)| NightCard::new(night, card)).collect();
    profile.money_won = Some(cards.iter().map(|(_, card)| card.prize).sum());
    profile.by_card = [Card::PointsShort, Card::GamePoints, Card::PointsScored]
        .into_iter()
        .filter_map(|card| card_figures(card, &cards))
        .collect();
    let partner = |(player_id, name, Games { games, wins, spread }): (PlayerId, String, Games)| PartnerFigures {
        player_id,
        name,
        games,
        wins,
        average: mean(spread, games),
    };
    profile.partners = by_games(partners, name).into_iter().map(partner).collect();
    let opponent = |(player_id, name, Games { games, wins, spread }): (PlayerId, String, Games)| OpponentFigures {
        player_id,
        name,
        games,
        wins,
        spread,
    };
    profile.opponents = by_games(opponents, name).into_iter().map(opponent).collect();
    profile
}

/// The people with their names, most games first.
fn by_games(people: BTreeMap<PlayerId, Games>, name: &dyn Fn(PlayerId) -> String) -> Vec<(PlayerId, String, Games)> {
    let mut people: Vec<_> = people.into_iter().map(|(person, games)| (person, name(person), games)).collect();
    people.sort_by(|(one, a, games), (other, b, others)| {
        let by_games = Reverse((games.games, games.wins)).cmp(&Reverse((others.games, others.wins)));
        by_games.then_with(|| a.cmp(b)).then_with(|| one.cmp(other))
    });
    people
}

/// The full cards of this kind; `None` without a card of this kind.
fn card_figures(card: Card, cards: &[(&NightFacts, &CardFacts)]) -> Option<CardFigures> {
    let of_kind: Vec<_> = cards.iter().filter(|(night, _)| night.card == card).collect();
    let full: Vec<_> = of_kind.iter().filter(|(_, fact)| fact.complete).collect();
    let rows: Vec<_> = full.iter().map(|(_, fact)| vec![fact.row(card)]).collect();
    let season = season_standings(&rows, SeasonRules { card, ..SeasonRules::default() });
    let average = season.first().and_then(|row| mean(row.average?, full.len()).map(|_| row.average)).flatten();
    let best = full.iter().copied().reduce(
        |best, other| {
            if card.order(&other.1.sums, &best.1.sums).is_lt() { other } else { best }
        },
    );
    let best = best.map(|(night, fact)| NightCard::new(night, fact));
    (!of_kind.is_empty()).then_some(CardFigures { card, full_cards: full.len(), average, best })
}
