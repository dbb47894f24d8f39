//! The standings and the money of a night, made from its games.

use super::{Night, PaidPrize};
use crate::id::PlayerId;
use crate::league::{Fees, GameResults, PrizeCandidate, Scorecard, Settings, Standing, rank};

/// A line of a night's standings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct StandingsRow {
    /// From 1, the same for players who tie; `null` for a player who missed a game.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub place: Option<usize>,
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// A line a round: 0 for a win, -1 or -2 by a skunk, else the points that were missing; `null` for a game that was
    /// not played to its end.
    pub lines: Vec<Option<i16>>,
    /// The sum of the lines, of which the lowest wins; `null` where there is none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub total: Option<i32>,
    /// True if the player has missed no round so far.
    pub complete: bool,
    /// The prize they win by the current standings, in cents.
    pub prize: u64,
    /// The amount they had won when the night was finished, in cents, if it was another one; otherwise `null`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub prize_at_finish: Option<u64>,
}

/// The parts of the fees of a night, in cents. The 50/50, supplies, the prizes and activities are the fees, to the
/// cent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Money {
    /// The fees of those who have paid.
    pub fees: u64,
    /// The drawn player's part of the 50/50: the amount that was drawn, or that would be drawn now.
    pub fifty_fifty: u64,
    /// The rest of the 50/50.
    pub supplies: u64,
    /// The prize pot.
    pub pot: u64,
    /// The prize of each place, from the first on, when nobody ties and all have paid.
    pub places: Vec<u64>,
    /// The prizes by the current standings, and those that were won at the finish but not by the current standings.
    pub prizes: Vec<Prize>,
    /// The rest, for activities.
    pub activities: u64,
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
    /// Their place, from 1; `null` for a player who has no place any more.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub place: Option<usize>,
    /// The amount they win, in cents.
    pub amount: u64,
    /// The amount they had won when the night was finished, in cents, if it was another one; otherwise `null`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub at_finish: Option<u64>,
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
        let rounds = self.columns(league);
        self.ranked(games, league)
            .into_iter()
            .map(|(standing, prize)| self.row(standing, prize, rounds, name))
            .collect()
    }

    /// The parts of the fees by the current standings. `league` is the league's settings, for a night that has not
    /// begun; `name` names players.
    #[must_use]
    pub fn money(&self, games: &GameResults, league: &Settings, name: &dyn Fn(PlayerId) -> String) -> Money {
        let settings = self.settings(league);
        let fees = Fees::new(settings, self.paid());
        let fifty_fifty = self.fifty_fifty().map_or(fees.payout, |draw| draw.amount);
        let ranked = self.ranked(games, league);
        let prizes: Vec<Prize> = ranked
            .into_iter()
            .map(|(standing, amount)| Prize {
                player_id: standing.card.player,
                name: name(standing.card.player),
                place: standing.place,
                amount,
                at_finish: self.at_finish(standing.card.player, amount),
            })
            .filter(|prize| prize.amount > 0 || prize.at_finish.is_some())
            .collect();
        Money {
            fees: fees.fees,
            fifty_fifty,
            // A change that would leave less than was drawn is refused.
            supplies: fees.pool.saturating_sub(fifty_fifty),
            pot: fees.pot,
            places: fees.prizes_by_place(&settings.prize_shares),
            // The prizes are never more than the fees without the pool.
            activities: fees.distributable().saturating_sub(prizes.iter().map(|prize| prize.amount).sum()),
            prizes,
        }
    }

    /// The prizes by the current standings.
    pub(super) fn winners(&self, games: &GameResults, league: &Settings) -> Vec<PaidPrize> {
        let won = |(Standing { place, card }, amount)| Some(PaidPrize { player: card.player, place: place?, amount });
        self.ranked(games, league).into_iter().filter_map(won).filter(|paid| paid.amount > 0).collect()
    }

    /// The standings, with the prize of each player.
    fn ranked(&self, games: &GameResults, league: &Settings) -> Vec<(Standing, u64)> {
        let settings = self.settings(league);
        let over = self.phase.finish().is_some();
        let cards = self.entries.iter().map(|entry| Scorecard::new(entry.player, self.rounds(), games, over));
        let standings = rank(cards.collect());
        let paid = |card: &Scorecard| self.entry(card.player).is_some_and(|entry| entry.paid);
        let candidate =
            |Standing { place, card }: &Standing| Some(PrizeCandidate { place: (*place)?, paid: paid(card) });
        let candidates: Vec<PrizeCandidate> = standings.iter().filter_map(candidate).collect();
        // Those with a place come first, so the prizes of the others are the zeros behind.
        let prizes = Fees::new(settings, self.paid()).prizes(&settings.prize_shares, &candidates);
        standings.into_iter().zip(prizes.into_iter().chain(std::iter::repeat(0))).collect()
    }

    fn row(
        &self,
        Standing { place, card }: Standing,
        prize: u64,
        rounds: usize,
        name: &dyn Fn(PlayerId) -> String,
    ) -> StandingsRow {
        let total = card.total();
        let prize_at_finish = self.at_finish(card.player, prize);
        let Scorecard { player, mut lines, complete } = card;
        lines.resize(rounds, None);
        StandingsRow { place, player_id: player, name: name(player), lines, total, complete, prize, prize_at_finish }
    }

    /// The number of lines of a card: one a round that was drawn, or that is still to come.
    fn columns(&self, league: &Settings) -> usize {
        let to_come = if self.phase.finish().is_some() { 0 } else { usize::from(self.games_per_night(league)) };
        self.rounds().len().max(to_come)
    }

    /// The prize of a player when the night was finished, if they win another one by the current standings.
    fn at_finish(&self, player: PlayerId, now: u64) -> Option<u64> {
        let finish = self.phase.finish()?;
        let then = finish.prizes.iter().find(|paid| paid.player == player).map_or(0, |paid| paid.amount);
        (then != now).then_some(then)
    }
}
