//! Persons who were entered twice: one player counts as another from then on, until that is taken back.

use pegout_engine::league::night::{Night, Schedule};
use pegout_engine::league::{CommandId, Date, PlayerId};

use super::player_service::{PlayerService, name_order, no_such_player};
use crate::eventlog::uncancellable;
use crate::model::merges::{Merge, Merges};
use crate::model::player::Player;
use crate::problem::{Problem, ProblemType};

impl PlayerService {
    /// The player whom a player counts as.
    pub(super) async fn person(&self, player: PlayerId) -> Result<PlayerId, Problem> {
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
            service.check_two_ids_of_one(from, person).await?;
            service.put_merge(Merge { player: from, into: Some(person), command }).await?;
            service.player(person).await
        })
        .await
    }

    /// Lets a player count as themselves again. With an id it takes back that merge alone.
    pub async fn unmerge(&self, from: PlayerId, merge: Option<CommandId>) -> Result<Player, Problem> {
        let service = self.clone();
        uncancellable(async move {
            let rows = service.store.merges().await?;
            let standing = rows.into_iter().find(|row| row.player == from && row.into.is_some());
            if let Some(standing) = standing.filter(|row| merge.is_none() || row.command == merge) {
                service.put_merge(Merge { into: None, ..standing }).await?;
            }
            service.player(from).await
        })
        .await
    }

    /// Refuses two players who sat in one round of a night, or from whose fees a 50/50 was drawn.
    async fn check_two_ids_of_one(&self, one: PlayerId, other: PlayerId) -> Result<(), Problem> {
        let nights = self.nights.nights(None).await?;
        let refused = |night: &Night, why: &dyn Fn(Date) -> String| {
            let Schedule { night, date, .. } = night.schedule();
            Err(Problem::invalid("/into", why(*date)).member("night_id", night.to_string()))
        };
        if let Some(night) = nights.iter().find(|night| night.seats_both(one, other)) {
            let why = |date| format!("The two sat in one round of the night of {date}, so they are two persons.");
            return refused(night, &why);
        }
        if let Some(night) = nights.iter().find(|night| night.draw_needs_both(one, other)) {
            let why = |date| {
                format!("The 50/50 of the night of {date} was drawn from the fees of both. Void the draw first.")
            };
            return refused(night, &why);
        }
        Ok(())
    }

    async fn put_merge(&self, merge: Merge) -> Result<(), Problem> {
        self.store.put_merge(merge).await?;
        self.sessions.invalidate_where(|grant| grant.phone().is_some());
        // One that cannot be read keeps the others from nothing.
        let reloaded = self.log.nights.reload_all().await;
        self.nights.summaries.clear();
        self.rename().await?;
        Ok(reloaded?)
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
