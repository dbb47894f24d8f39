//! The replies of players before a night.

use async_recursion::async_recursion as boxed;
use pegout_engine::Time;
use pegout_league::night::{Action, Reply};
use pegout_league::{Date, NightId, PlayerId, StartTime};
use serde::Serialize;
use utoipa::ToSchema;

use super::{CommandOrigin, NightService};
use crate::auth::caller::{Author, Caller};
use crate::auth::right::Right;
use crate::problem::{Problem, ProblemType};
use crate::services::Effect;
use pegout_model::name_key;
use pegout_store::ConditionKind;

/// The most nights that a personal link shows.
const NEXT_NIGHTS: usize = 3;
/// The time from the beginning of a day in UTC to its end in the last time zone.
const DAY_AND_ZONES: i64 = (24 + 12) * 3600 * 1000;

/// The replies to the question who comes to a night.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Replies {
    /// The night.
    night_id: NightId,
    /// The number of changes of the night so far.
    version: u64,
    /// The number of players who come.
    coming: usize,
    /// The number of players who do not come.
    not_coming: usize,
    /// The number of active members who have not replied.
    unanswered: usize,
    /// The sizes of the tables for the players who come; empty if nobody could play.
    tables: Vec<usize>,
    /// The active members and everybody who has replied, by name. A personal link returns its own player only.
    players: Vec<PlayerReply>,
}

/// A player with their reply.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerReply {
    /// The player.
    player_id: PlayerId,
    /// Their name.
    name: String,
    /// True if the player comes, false if not; `null` without a reply.
    #[schema(required = true)]
    coming: Option<bool>,
}

/// A night to come, with the reply of one player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NightToReply {
    /// The night.
    night_id: NightId,
    /// The day.
    date: Date,
    /// The hour when it starts.
    starts_at: StartTime,
    /// The hour when it ends; `null` if unknown.
    #[schema(required = true)]
    ends_at: Option<StartTime>,
    /// The reason for the cancellation; `null` if it is not cancelled.
    #[schema(required = true)]
    cancelled: Option<String>,
    /// True if the player comes, false if not; `null` without a reply.
    #[schema(required = true)]
    coming: Option<bool>,
}

impl NightService {
    /// The author of a reply for this player.
    #[boxed(?Send)]
    pub async fn author_of_reply(&self, caller: &Caller, player: PlayerId) -> Result<Author, Problem> {
        let merges = self.core.merges().await?;
        caller.require_for(Right::CheckIn, player, &|player| merges.person(player))
    }

    /// Notes a reply, or takes it back. A repeat changes nothing.
    #[boxed(?Send)]
    pub async fn reply(
        &self,
        night: NightId,
        author: Author,
        reply: Reply,
        based_on: Option<u64>,
    ) -> Result<Effect, Problem> {
        let (service, origin) = (self.clone(), CommandOrigin::based_on(based_on));
        let outcome = self.execute(night, author, origin, async move |transaction, before| {
            let person = service.person(reply.player).await?;
            match service.core.store.player(person).await? {
                Some(_) => transaction.require(night, ConditionKind::Player(person)),
                // The reply of a forgotten player can still be taken back.
                None if reply.coming.is_none() && before.reply(person).is_some() => {}
                None => return Err(Problem::new(ProblemType::NotFound, "There is no such player.")),
            }
            Ok(Action::Reply(reply))
        });
        Ok(outcome.await?.effect)
    }

    /// The replies to a night, as this caller sees them.
    #[boxed(?Send)]
    pub async fn replies(&self, id: NightId, caller: &Caller) -> Result<Replies, Problem> {
        let night = self.night(id).await?;
        let league = self.core.store.league().await?.settings;
        let roster = self.core.store.players().await?;
        // Nothing is left of a forgotten player.
        let mut players: Vec<PlayerReply> = roster
            .into_iter()
            .filter(|player| player.active_member || night.reply(player.id).is_some())
            .map(|player| PlayerReply { player_id: player.id, coming: night.reply(player.id), name: player.name })
            .collect();
        players.sort_by_cached_key(|player| (name_key::plain_key(&player.name), player.name.clone(), player.player_id));
        let count = |reply| players.iter().filter(|player| player.coming == reply).count();
        let (coming, not_coming, unanswered) = (count(Some(true)), count(Some(false)), count(None));
        if let Some(own) = caller.grant.player() {
            let own = self.person(own).await?;
            players.retain(|player| player.player_id == own);
        }
        let (version, tables) = (night.version(), night.table_sizes(coming, &league));
        Ok(Replies { night_id: id, version, coming, not_coming, unanswered, tables, players })
    }

    /// The next nights that have not begun, with the replies of this player.
    #[boxed(?Send)]
    pub async fn nights_to_reply(&self, person: PlayerId) -> Result<Vec<NightToReply>, Problem> {
        // The club's own time zone may be unknown.
        let over = Time::from_millis(self.core.clock.now().millis() - DAY_AND_ZONES).and_then(Date::of);
        let to_come = self.summaries(None, None).await?.into_iter().filter(|night| night.is_to_come(over));
        let mut nights = Vec::new();
        for id in to_come.take(NEXT_NIGHTS).map(|night| night.id) {
            let night = self.night(id).await?;
            let schedule = night.schedule();
            nights.push(NightToReply {
                night_id: id,
                date: schedule.date,
                starts_at: schedule.starts_at,
                ends_at: schedule.ends_at,
                cancelled: night.cancellation().map(|cancellation| cancellation.reason().to_owned()),
                coming: night.reply(person),
            });
        }
        Ok(nights)
    }
}
