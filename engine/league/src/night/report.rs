//! The standings and the money of a night, made from its games.

use std::collections::BTreeMap;

use super::{Entry, Night, OpenItem, PaidPrize, PersonView, PlayerMoney};
use crate::{
    Card, Fees, Format, FullCard, GameResults, Line, PlayedRounds, PlayerId, PrizeCandidate, Scorecard, Settings,
    Standing, Sums, rank,
};

/// A line of a night's standings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct StandingsRow {
    /// From 1, the same for players who tie; `null` for a player whose card is not full. Places count pairs on a night of fixed
    /// pairs: 1, 1, 2, 2.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub place: Option<usize>,
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The partner on a night of fixed pairs, otherwise `null`. Partners have the same card and place, and one row comes
    /// after the other.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub partner_id: Option<PlayerId>,
    /// The player for whom the card of a substitute counts in the season; `null` for a player whose card counts for
    /// themselves.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub stands_for: Option<PersonView>,
    /// A line a round: 0 for a win, -1 or -2 by a skunk, else the missing points. It is `null` for an unfinished game, and for a
    /// game that does not count on this card.
    pub lines: Vec<Option<i16>>,
    /// The lines as the card of the night shows them. For `points_short` they are the same as `lines`. For `game_points` a line is the
    /// spread of the game, negative after a loss. For `points_scored` it is the points scored.
    pub card_lines: Vec<Option<i16>>,
    /// The sum of the lines; `null` without lines. By the card `points_short` the lowest sum wins. If `full_card` is
    /// `excused`, full cards may have different numbers of lines, and the lowest average per line wins.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub total: Option<i32>,
    /// The number of lines that the total is the sum of.
    pub games: usize,
    /// The number of lines of a win.
    pub wins: usize,
    /// The game points: 2 for a win, 3 by a skunk; `null` unless the card is `game_points`. The most points win, then the most
    /// wins, then the highest spread.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub points: Option<u32>,
    /// The sum of the spreads of the games; `null` unless the card is `game_points`. The spread is the number of points between the
    /// two sides, negative after a loss.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub spread: Option<i32>,
    /// The points scored; `null` unless the card is `points_scored`. The most points win.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub scored: Option<u32>,
    /// True for a card that clubs mark: it has 12 game points or more in nine games, or as many in proportion.
    pub marked: bool,
    /// The excused rounds without a line, in ascending order: the player sat out, the game was called off, or the
    /// coordinator excused the player. If `full_card` is `every_round`, only byes are excused. A game that was made up is not
    /// missing any more.
    #[cfg_attr(feature = "utoipa", schema(max_items = 40))]
    pub excused: Vec<u16>,
    /// The rounds in which the player sat out, in ascending order.
    #[cfg_attr(feature = "utoipa", schema(max_items = 40))]
    pub byes: Vec<u16>,
    /// The rounds in which the player had all games already and played for an opponent only, in ascending order.
    #[cfg_attr(feature = "utoipa", schema(max_items = 40))]
    pub helped: Vec<u16>,
    /// True if the scorecard of paper was handed in.
    pub card_returned: bool,
    /// True if the card is full so far: every round has its line or is excused, and at least half of them have a line.
    pub complete: bool,
    /// The prize by the current standings, in cents; `null` if it is not shown to the caller.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub prize: Option<u64>,
    /// The amount they had won when the night was finished, in cents, if it was different and is shown to the caller;
    /// otherwise `null`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub prize_at_finish: Option<u64>,
}

/// The parts of the fees of a night, in cents. The 50/50, supplies, the prizes and activities add up to the fees, to
/// the cent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Money {
    /// The fees of the paid players.
    pub fees: u64,
    /// The drawn player's part of the 50/50: the amount that was drawn, or that would be drawn now.
    pub fifty_fifty: u64,
    /// The rest of the 50/50.
    pub supplies: u64,
    /// The prize pot.
    pub pot: u64,
    /// The prize of a player at each place, from the first on, when nobody ties and all have paid. On a night of fixed pairs
    /// each partner gets it.
    pub places: Vec<u64>,
    /// The prizes by the current standings, and the prizes that were won at the finish only.
    pub prizes: Vec<Prize>,
    /// The rest, for activities.
    pub activities: u64,
    /// The money between the league and each player, in the order in which they were checked in.
    pub players: Vec<PlayerMoney>,
    /// The open items of the night, the worst first. Prizes follow the current standings. After the finish an empty list
    /// means that everything is settled.
    pub open: Vec<OpenItem>,
}

/// A prize of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Prize {
    /// The player who wins it.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// Their place, from 1; `null` for a player who has lost the place.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub place: Option<usize>,
    /// The amount they win, in cents.
    pub amount: u64,
    /// The amount they had won when the night was finished, in cents, if it was different; otherwise `null`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub at_finish: Option<u64>,
}

impl StandingsRow {
    /// Returns true for a full card that has won all its games, and has at least this number of them.
    #[must_use]
    pub const fn is_slam(&self, games: usize) -> bool {
        self.complete && self.games >= games && self.wins == self.games
    }
}

impl Night {
    /// The standings as they are. `league` is the league's settings, for a night that has not begun; `name` names
    /// players.
    #[must_use]
    pub fn standings(
        &self,
        games: &GameResults,
        league: &Settings,
        name: &dyn Fn(PlayerId) -> String,
    ) -> Vec<StandingsRow> {
        let (card, columns, games_per_night) = (self.card(league), self.columns(league), self.games_per_night(league));
        self.ranked(games, league)
            .into_iter()
            .map(|(standing, prize)| StandingsRow {
                card_returned: self.has_returned(standing.card.player, league),
                marked: card == Card::GamePoints && standing.card.sums().is_marked(games_per_night),
                ..self.row(standing, prize, (self.format(league), card), columns, name)
            })
            .collect()
    }

    /// The parts of the fees by the current standings. `league` is the league's settings, for a night that has not
    /// begun; `name` names players.
    #[must_use]
    pub fn money(&self, games: &GameResults, league: &Settings, name: &dyn Fn(PlayerId) -> String) -> Money {
        let (settings, format) = (self.settings(league), self.format(league));
        let fees = Fees::new(settings, self.paid());
        let fifty_fifty = self.fifty_fifty().map_or(fees.payout, |draw| draw.amount);
        let standings = self.ranks(games, league);
        let prizes = self.shared_out(&standings, settings, None);
        let won: BTreeMap<PlayerId, u64> =
            standings.iter().map(|standing| standing.card.player).zip(prizes.iter().copied()).collect();
        let players = self.player_money(settings, &|player| won.get(&player).copied().unwrap_or(0), name);
        let prize_if_paid = |player: PlayerId| {
            let row = standings.iter().position(|standing| standing.card.player == player);
            row.map_or(0, |row| self.shared_out(&standings, settings, Some(player))[row])
        };
        let open = self.open_items(games, settings, &players, &prize_if_paid);
        let prizes: Vec<Prize> = standings
            .iter()
            .zip(prizes)
            .map(|(Standing { place, card }, amount)| Prize {
                player_id: card.player,
                name: name(card.player),
                place: *place,
                amount,
                at_finish: self.at_finish(card.player, amount),
            })
            .filter(|prize| prize.amount > 0 || prize.at_finish.is_some())
            .collect();
        Money {
            fees: fees.fees,
            fifty_fifty,
            // A change that leaves less than the drawn amount is refused.
            supplies: fees.pool.saturating_sub(fifty_fifty),
            pot: fees.pot,
            places: fees.prizes_by_place(&settings.prize_shares, format.partners()),
            // The prizes are at most the fees minus the pool.
            activities: fees.distributable().saturating_sub(prizes.iter().map(|prize| prize.amount).sum()),
            prizes,
            players,
            open,
        }
    }

    /// The prizes by the current standings.
    pub(super) fn winners(&self, games: &GameResults, league: &Settings) -> Vec<PaidPrize> {
        let won = |(Standing { place, card }, amount)| Some(PaidPrize { player: card.player, place: place?, amount });
        self.ranked(games, league).into_iter().filter_map(won).filter(|paid| paid.amount > 0).collect()
    }

    /// The card of each player, in the order of the entries.
    pub(super) fn cards(&self, games: &GameResults, league: &Settings) -> Vec<Scorecard> {
        let over = self.phase.finish().is_some();
        let full_card = self.settings(league).full_card;
        let limit = self.format(league).is_rotation().then(|| self.games_per_night(league));
        let played = PlayedRounds { rounds: self.rounds(), games, over, full_card, limit };
        let format = self.format(league);
        let settings = self.settings(league);
        let card = |entry: &Entry| {
            if let Some(card) = self.imported_card(entry.player, settings) {
                return card;
            }
            let unit = self.unit_of(entry.player, format);
            // The excuses belong to the card, also after a substitute has come in.
            let excuses: Vec<u16> =
                self.players_ever_of(unit).into_iter().flat_map(|player| self.excuses.of(player)).collect();
            Scorecard::new(entry.player, unit, &played, &excuses)
        };
        self.entries.iter().map(card).collect()
    }

    /// The standings, with the prize of each player.
    fn ranked(&self, games: &GameResults, league: &Settings) -> Vec<(Standing, u64)> {
        let standings = self.ranks(games, league);
        let prizes = self.shared_out(&standings, self.settings(league), None);
        standings.into_iter().zip(prizes).collect()
    }

    fn ranks(&self, games: &GameResults, league: &Settings) -> Vec<Standing> {
        // After a bye, cards have different numbers of lines.
        let is_rotation = self.format(league).is_rotation();
        let full_card = if is_rotation { FullCard::Excused } else { self.settings(league).full_card };
        let mut cards = self.cards(games, league);
        // The rows of partners come one after the other, also in a tie.
        let first = cards.iter().rev().map(|card| card.unit).zip((0..cards.len()).rev()).collect::<BTreeMap<_, _>>();
        cards.sort_by_key(|card| first.get(&card.unit).copied());
        rank(cards, self.card(league), full_card)
    }

    /// The prize of each player of these standings; `also` counts as having paid.
    fn shared_out(&self, standings: &[Standing], settings: &Settings, also: Option<PlayerId>) -> Vec<u64> {
        let has_paid = |entry: &&Entry| entry.paid || also == Some(entry.player);
        let paid = |card: &Scorecard| self.entry(card.player).as_ref().is_some_and(has_paid);
        let partners = self.started_format().partners();
        let unit =
            |card: &Scorecard| standings.iter().position(|other| other.card.unit == card.unit).unwrap_or_default();
        let candidate = |Standing { place, card }: &Standing| {
            Some(PrizeCandidate { place: (*place)?, unit: unit(card), partners, paid: paid(card) })
        };
        let candidates: Vec<PrizeCandidate> = standings.iter().filter_map(candidate).collect();
        let fees = Fees::new(settings, self.entries.iter().filter(has_paid).count());
        // Players with a place come first. The prizes of players without a place are zeros at the end.
        let mut prizes = fees.prizes(&settings.prize_shares, &candidates);
        prizes.resize(standings.len(), 0);
        prizes
    }

    fn row(
        &self,
        Standing { place, card }: Standing,
        prize: u64,
        (format, kind): (Format, Card),
        columns: usize,
        name: &dyn Fn(PlayerId) -> String,
    ) -> StandingsRow {
        let total = card.total();
        let prize_at_finish = self.at_finish(card.player, prize);
        let Sums { games, wins, points, spread, scored, .. } = card.sums();
        let has_points = kind == Card::GamePoints;
        let Scorecard { player, lines, complete, excused, byes, helped, .. } = card;
        let written = |value: &dyn Fn(&Line) -> i16| {
            let mut values: Vec<Option<i16>> = lines.iter().map(|line| line.as_ref().map(value)).collect();
            values.resize(columns, None);
            values
        };
        let (partner_id, stands_for) = self.partner(player, format);
        StandingsRow {
            place,
            player_id: player,
            name: name(player),
            partner_id,
            stands_for: stands_for.map(|id| PersonView { id, name: name(id) }),
            lines: written(&|line| line.short),
            card_lines: written(&|line| kind.shown(line)),
            total,
            games,
            wins,
            points: has_points.then_some(points),
            spread: has_points.then_some(spread),
            scored: (kind == Card::PointsScored).then_some(scored),
            marked: false,
            excused,
            byes,
            helped,
            card_returned: false,
            complete,
            prize: Some(prize),
            prize_at_finish,
        }
    }

    /// The number of lines of a card: a line for each round, drawn or still to come.
    fn columns(&self, league: &Settings) -> usize {
        let to_come = if self.phase.finish().is_some() { 0 } else { usize::from(self.games_per_night(league)) };
        self.rounds().len().max(to_come).max(self.imported_rounds())
    }

    /// The prize of a player at the finish, if it differs from the prize by the current standings.
    fn at_finish(&self, player: PlayerId, now: u64) -> Option<u64> {
        let then = self.phase.finish().map(|_| self.at_the_finish(player))?;
        (then != now).then_some(then)
    }
}
