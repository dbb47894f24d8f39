//! Persons who were entered twice: one player counts as another from then on, until that is taken back.

use std::sync::Arc;

use pegout_league::night::{Night, Schedule};
use pegout_league::{CommandId, PlayerId};

use super::player_service::{PlayerService, name_order, no_such_player};
use crate::eventlog::{MAX_ATTEMPTS, uncancellable};
use crate::problem::{Problem, ProblemType};
use pegout_model::player::{Merge, Merges, Player};
use pegout_store::{MergeBasis, NightVersions, StoreError};

/// A night in which two players may be two persons.
struct LookedAt {
    schedule: Schedule,
    version: u64,
    /// True where both sat in one round.
    seats_both: bool,
    /// False if the fees do not cover the 50/50 that was drawn, or its winner has not paid.
    draw_holds: bool,
}

impl PlayerService {
    /// The player whom a player counts as.
    pub(in crate::services) async fn person(&self, player: PlayerId) -> Result<PlayerId, Problem> {
        self.nights.person(player).await
    }

    /// The players who count as another, by name, each with the player who stays.
    pub async fn merged_by_name(&self) -> Result<Vec<(Player, PlayerId)>, Problem> {
        let merges: Merges = self.store.merges().await?.into_iter().collect();
        let mut merged = Vec::new();
        for id in merges.merged() {
            if let Some(player) = self.store.player(id).await? {
                merged.push((player, merges.person(id)));
            }
        }
        merged.sort_by_cached_key(|(player, _)| name_order(player));
        Ok(merged)
    }

    /// Lets a player count as another, and returns that one.
    pub async fn merge(&self, from: PlayerId, into: PlayerId, command: Option<CommandId>) -> Result<Player, Problem> {
        let service = self.clone();
        uncancellable(async move {
            for _ in 0..MAX_ATTEMPTS {
                let rows = service.store.merges().await?;
                let known = rows.iter().find(|merge| merge.player == from);
                if command.is_some() && known.is_some_and(|merge| merge.command == command) {
                    return service.player(from).await;
                }
                let standing = known.and_then(|merge| merge.into);
                let merges: Merges = rows.iter().copied().collect();
                let person = merges.person(into);
                if service.store.player(from).await?.is_none() {
                    return Err(no_such_player());
                }
                if service.store.player(person).await?.is_none() {
                    return Err(Problem::invalid("/into", format!("There is no player {into}.")));
                }
                if person == from {
                    return Err(Problem::new(ProblemType::MergeCycle, "These two are one player already."));
                }
                if standing.is_some_and(|standing| merges.person(standing) == person) {
                    return service.player(person).await;
                }
                if standing.is_some() {
                    let detail = "This player counts as another already. Take that back first.";
                    return Err(Problem::new(ProblemType::MergeCycle, detail));
                }
                let nights = service.look_at_nights(from, person).await?;
                if let Some(LookedAt { schedule, .. }) = nights.iter().find(|night| night.seats_both) {
                    let date = schedule.date;
                    let why = format!("The two sat in one round of the night of {date}, so they are two persons.");
                    return Err(Problem::invalid("/into", why).member("night_id", schedule.night.to_string()));
                }
                let merge = Merge { player: from, into: Some(person), command };
                if let Some(Schedule { night, date, .. }) = service.breaks_draw(&nights, merges.with(merge)).await? {
                    let fee = "was drawn from a fee that would not count after the merge. Void the draw first.";
                    let why = format!("The 50/50 of the night of {date} {fee}");
                    return Err(Problem::invalid("/into", why).member("night_id", night.to_string()));
                }
                if service.put_merge(merge, MergeBasis { merges, nights: versions(nights) }).await? {
                    return service.player(person).await;
                }
            }
            Err(StoreError::Busy.into())
        })
        .await
    }

    /// Lets a player count as themselves again. With an id it takes back that merge alone.
    pub async fn unmerge(&self, from: PlayerId, merge: Option<CommandId>) -> Result<Player, Problem> {
        let service = self.clone();
        uncancellable(async move {
            for _ in 0..MAX_ATTEMPTS {
                let rows = service.store.merges().await?;
                let merges: Merges = rows.iter().copied().collect();
                let standing = rows.into_iter().find(|row| row.player == from && row.into.is_some());
                let Some(standing) = standing.filter(|row| merge.is_none() || row.command == merge) else {
                    return service.player(from).await;
                };
                let nights = service.look_at_nights(from, merges.person(from)).await?;
                let taken_back = Merge { into: None, ..standing };
                if let Some(Schedule { night, date, .. }) =
                    service.breaks_draw(&nights, merges.with(taken_back)).await?
                {
                    return Err(Problem::draw_stands(date).member("night_id", night.to_string()));
                }
                if service.put_merge(taken_back, MergeBasis { merges, nights: versions(nights) }).await? {
                    return service.player(from).await;
                }
            }
            Err(StoreError::Busy.into())
        })
        .await
    }

    /// Reads all nights for a change of the merges of two players.
    async fn look_at_nights(&self, one: PlayerId, other: PlayerId) -> Result<Vec<LookedAt>, Problem> {
        // Not from memory: another server may have drawn a round just now.
        let ids = self.store.night_ids(None).await?;
        let look = move |night: &Night| LookedAt {
            schedule: night.schedule().clone(),
            version: night.version(),
            seats_both: night.seats_both(one, other),
            draw_holds: night.check_fifty_fifty().is_ok(),
        };
        Ok(self.log.nights.read_many(ids, look).await?)
    }

    /// Returns the first night whose 50/50 holds, and would not hold after a change of the merges.
    async fn breaks_draw(&self, nights: &[LookedAt], changed: Merges) -> Result<Option<Schedule>, Problem> {
        let hold = nights.iter().filter(|night| night.draw_holds).map(|night| night.schedule.night).collect();
        let look = |night: &Night| night.check_fifty_fifty().is_err().then(|| night.schedule().clone());
        let read = self.log.nights.read_many_by(Arc::new(changed), hold, look).await?;
        Ok(read.into_iter().flatten().next())
    }

    /// Stores a merge whose basis holds, and takes it over; returns false otherwise.
    async fn put_merge(&self, merge: Merge, basis: MergeBasis) -> Result<bool, Problem> {
        let is_put = self.store.put_merge(merge, basis).await?;
        if is_put {
            self.sessions.invalidate_where(|grant| grant.phone().is_some());
            // One that cannot be read keeps the others from nothing.
            let reloaded = self.log.nights.reload_all().await;
            self.nights.summaries.clear();
            self.rename().await?;
            reloaded?;
        }
        Ok(is_put)
    }

    /// Takes over which players count as one person, and which texts were removed, as others have changed it.
    pub async fn reload_persons(&self) -> Result<(), Problem> {
        let games = self.log.games.reload_all().await;
        let nights = self.log.nights.reload_all().await;
        self.nights.summaries.clear();
        self.rename().await?;
        Ok(games.and(nights)?)
    }
}

/// The nights that were looked at, with their versions.
fn versions(nights: Vec<LookedAt>) -> NightVersions {
    nights.into_iter().map(|night| (night.schedule.night, night.version)).collect()
}
