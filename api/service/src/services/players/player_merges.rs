//! Merges of players who are one person: a merged player counts as the other player until the merge is taken back.

use async_recursion::async_recursion as boxed;
use std::sync::Arc;

use pegout_league::night::{Night, Schedule};
use pegout_league::{CommandId, Date, PlayerId};

use super::player_service::{PlayerService, name_order, no_such_player};
use crate::eventlog::{MAX_ATTEMPTS, uncancellable};
use crate::problem::{Problem, ProblemType};
use pegout_model::player::Player;
use pegout_model::player::{Merge, Merges};
use pegout_store::{MergeCondition, StoreError};

/// A night in which two players may be two persons.
struct LookedAt {
    schedule: Schedule,
    version: u64,
    /// True if its results are cards from a spreadsheet.
    is_of_cards: bool,
    /// True if both sat in one round, or both have a card of a spreadsheet.
    are_both_seated: bool,
    /// True if a card of the night counts for each of the two.
    have_two_cards: bool,
    /// False if the fees do not cover the 50/50 that was drawn, or its winner has not paid.
    draw_holds: bool,
}

impl PlayerService {
    /// The merged players by name, each with the player whom they count as.
    #[boxed(?Send)]
    pub async fn merged_by_name(&self) -> Result<Vec<(Player, PlayerId)>, Problem> {
        let merges = self.core.merges().await?;
        let mut merged = Vec::new();
        for id in merges.merged() {
            if let Some(player) = self.core.store.player(id).await? {
                merged.push((player, merges.person(id)));
            }
        }
        merged.sort_by_cached_key(|(player, _)| name_order(player));
        Ok(merged)
    }

    /// Lets the player `from` count as the player `into`, and returns the player who stays.
    #[boxed(?Send)]
    pub async fn merge(&self, from: PlayerId, into: PlayerId, command: Option<CommandId>) -> Result<Player, Problem> {
        let service = self.clone();
        uncancellable(async move {
            for _ in 0..MAX_ATTEMPTS {
                let rows = service.core.store.merges().await?;
                let known = rows.iter().find(|merge| merge.player == from);
                if command.is_some() && known.is_some_and(|merge| merge.command == command) {
                    return service.player(from).await;
                }
                let standing = known.and_then(|merge| merge.into);
                let merges: Merges = rows.iter().copied().collect();
                let person = merges.person(into);
                if service.core.store.player(from).await?.is_none() {
                    return Err(no_such_player());
                }
                if service.core.store.player(person).await?.is_none() {
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
                let is_two = |night: &&LookedAt| night.are_both_seated || night.have_two_cards;
                if let Some(LookedAt { schedule, is_of_cards, are_both_seated, .. }) = nights.iter().find(is_two) {
                    let date = schedule.date;
                    let why = match are_both_seated {
                        true if *is_of_cards => {
                            format!("Each of the two has a card of the night of {date}, so they are two persons.")
                        }
                        true => format!("The two sat in one round of the night of {date}, so they are two persons."),
                        false => format!(
                            "A card of the night of {date} counts for each of the two, so they are two persons."
                        ),
                    };
                    return Err(Problem::invalid("/into", why).member("night_id", schedule.night.to_string()));
                }
                let refuse = |date: Date| {
                    let fee = "was drawn from a fee that would not count after the merge. Void the draw first.";
                    Problem::invalid("/into", format!("The 50/50 of the night of {date} {fee}"))
                };
                let merge = Merge { player: from, into: Some(person), command };
                if service.put_merge(merge, merges, nights, refuse).await? {
                    return service.player(person).await;
                }
            }
            Err(StoreError::Busy.into())
        })
        .await
    }

    /// Lets a player count as themselves again. With an id, takes back only the merge of that request.
    #[boxed(?Send)]
    pub async fn unmerge(&self, from: PlayerId, merge: Option<CommandId>) -> Result<Player, Problem> {
        let service = self.clone();
        uncancellable(async move {
            for _ in 0..MAX_ATTEMPTS {
                let rows = service.core.store.merges().await?;
                let merges: Merges = rows.iter().copied().collect();
                let standing = rows.into_iter().find(|row| row.player == from && row.into.is_some());
                let Some(standing) = standing.filter(|row| merge.is_none() || row.command == merge) else {
                    return service.player(from).await;
                };
                let nights = service.look_at_nights(from, merges.person(from)).await?;
                let taken_back = Merge { into: None, ..standing };
                if service.put_merge(taken_back, merges, nights, Problem::draw_stands).await? {
                    return service.player(from).await;
                }
            }
            Err(StoreError::Busy.into())
        })
        .await
    }

    /// Reads all nights before a change of the merges of two players.
    async fn look_at_nights(&self, one: PlayerId, other: PlayerId) -> Result<Vec<LookedAt>, Problem> {
        // Memory may be stale: another server may have drawn a round just now.
        let ids = self.core.store.night_ids(None).await?;
        let look = move |night: &Night| LookedAt {
            schedule: night.schedule().clone(),
            version: night.version(),
            is_of_cards: night.imported().is_some_and(|(import, _)| !import.cards.is_empty()),
            are_both_seated: night.are_both_seated(one, other),
            have_two_cards: night.have_two_cards(one, other),
            draw_holds: night.check_fifty_fifty().is_ok(),
        };
        Ok(self.core.log.nights.read_many(ids, look).await?)
    }

    /// Stores a change of these merges. Returns false if the merges or the nights have changed since they were read.
    /// `refuse` makes the problem of a night whose 50/50 would not hold after the change.
    async fn put_merge(
        &self,
        merge: Merge,
        merges: Merges,
        nights: Vec<LookedAt>,
        refuse: impl Fn(Date) -> Problem,
    ) -> Result<bool, Problem> {
        let into = merge.into.unwrap_or_else(|| merges.person(merge.player));
        let ledger = self.ledger.check_merges(merges.with(merge), [merge.player, into]).await?;
        let hold = nights.iter().filter(|night| night.draw_holds).map(|night| night.schedule.night).collect();
        let look = |night: &Night| night.check_fifty_fifty().is_err().then(|| night.schedule().clone());
        let broken = self.core.log.nights.read_many_by(Arc::new(merges.with(merge)), hold, look).await?;
        if let Some(Schedule { night, date, .. }) = broken.into_iter().flatten().next() {
            return Err(refuse(date).member("night_id", night.to_string()));
        }
        let nights = nights.into_iter().map(|night| (night.schedule.night, night.version)).collect();
        let is_put = self.core.store.put_merge(merge, MergeCondition { merges, nights, ledger }).await?;
        if is_put {
            self.core.sessions.invalidate_where(|grant| grant.phone().is_some());
            // The other nights are reloaded even if a night cannot be read.
            let reloaded = self.core.log.reload_players().await;
            self.nights.summaries.clear();
            self.rename().await?;
            reloaded?;
        }
        Ok(is_put)
    }

    /// Reloads the merges and the texts after another server has changed them.
    pub async fn reload_merges(&self) -> Result<(), Problem> {
        let reloaded = self.core.log.reload_all().await;
        self.nights.summaries.clear();
        self.rename().await?;
        Ok(reloaded?)
    }
}
