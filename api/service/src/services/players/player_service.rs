//! The operations on players.

use async_recursion::async_recursion as boxed;
use std::collections::HashSet;
use std::sync::Arc;

use pegout_league::night::{Action, Command, Night, Reply};
use pegout_league::{GameResults, PlayerId};

use crate::auth::caller::Author;
use crate::eventlog::{Change, uncancellable};
use crate::problem::{Problem, ProblemType, truncate};
use crate::services::ledger_service::LedgerService;
use crate::services::nights::NightService;
use crate::services::pots::PotService;
use crate::services::{Core, Effect};
use pegout_model::grant::{Grant, PhoneGrant, PhoneOwner};
use pegout_model::name_key;
use pegout_model::player::{NewPlayer, Player, PlayerText};

/// The operations on players.
#[derive(Clone)]
pub struct PlayerService {
    pub(in crate::services) core: Arc<Core>,
    pub(in crate::services) nights: NightService,
    pub(in crate::services) ledger: LedgerService,
    pub(in crate::services) pots: PotService,
}

impl PlayerService {
    /// All players who were not forgotten, in any order.
    #[boxed(?Send)]
    pub async fn roster(&self) -> Result<Vec<Player>, Problem> {
        Ok(self.core.store.players().await?)
    }

    /// All players who were not forgotten, by name.
    #[boxed(?Send)]
    pub async fn sorted_by_name(&self) -> Result<Vec<Player>, Problem> {
        let mut players = self.roster().await?;
        players.sort_by_cached_key(name_order);
        Ok(players)
    }

    /// The players to notify of a cancelled night, by name: the active members and the players who are checked in.
    #[boxed(?Send)]
    pub async fn to_notify(&self, entered: &HashSet<PlayerId>) -> Result<Vec<Player>, Problem> {
        let mut players = self.sorted_by_name().await?;
        players.retain(|player| player.active_member || entered.contains(&player.id));
        Ok(players)
    }

    /// A player.
    #[boxed(?Send)]
    pub async fn player(&self, id: PlayerId) -> Result<Player, Problem> {
        self.find(id).await?.ok_or_else(no_such_player)
    }

    /// A player; `None` if there is no such player, or if they were forgotten.
    #[boxed(?Send)]
    pub async fn find(&self, id: PlayerId) -> Result<Option<Player>, Problem> {
        Ok(self.core.store.player(self.nights.person(id).await?).await?)
    }

    /// Adds a player. If a player has this id, returns that player and changes nothing.
    #[boxed(?Send)]
    pub async fn add(&self, id: Option<PlayerId>, new: NewPlayer) -> Result<(Player, Effect), Problem> {
        let service = self.clone();
        uncancellable(async move {
            let player = new.with_id(id.unwrap_or_else(|| service.new_id()));
            if !service.core.store.add_player(player.clone()).await? {
                let known = service.core.store.player(player.id).await?.ok_or_else(Problem::player_forgotten)?;
                return Ok((known, Effect::Unchanged));
            }
            service.core.names.add(player.id, player.name.clone()).await;
            Ok((player, Effect::Created))
        })
        .await
    }

    /// Changes a player.
    pub async fn change(&self, id: PlayerId, change: impl Fn(&mut Player) + 'static) -> Result<Player, Problem> {
        let service = self.clone();
        uncancellable(async move {
            let id = service.nights.person(id).await?;
            loop {
                let old = service.player(id).await?;
                let mut new = old.clone();
                change(&mut new);
                if service.core.store.replace_player(old, new.clone()).await? {
                    // Names in memory may be older than the row, if an earlier rename could not load them.
                    if service.core.names.get(id) != new.name {
                        service.rename().await?;
                    }
                    return Ok(new);
                }
            }
        })
        .await
    }

    /// Forgets a player: deletes their name, their contact data, the phones that joined for them and their personal link.
    /// Their replies to nights to come are taken back, and they are withdrawn from all nights that are not over. Refuses a
    /// player who has money in the box, unless their credit goes to the activities.
    #[boxed(?Send)]
    pub async fn forget(&self, id: PlayerId, author: Author, credit_to_activities: bool) -> Result<(), Problem> {
        let service = self.clone();
        uncancellable(async move {
            let mut merges = service.core.merges().await?;
            service.check_forget(merges.person(id), credit_to_activities).await?;
            service.check_leave(merges.person(id), &author).await?;
            loop {
                let person = merges.person(id);
                service.withdraw_everywhere(person, &author).await?;
                if credit_to_activities {
                    service.ledger.give_away_credit(person, &author).await?;
                }
                let all = merges.merged().filter(|player| merges.person(*player) == person);
                for id in all.chain([person]) {
                    service.core.store.delete_player(id).await?;
                    let is_theirs = |phone: &PhoneGrant| phone.owner == PhoneOwner::Player(id);
                    let is_link = |grant: &Grant| grant.player() == Some(id);
                    service
                        .core
                        .sessions
                        .invalidate_where(|grant| grant.phone().is_some_and(is_theirs) || is_link(grant));
                }
                // The player may have been checked in or merged before the deletion. After it, both are refused.
                service.withdraw_everywhere(person, &author).await?;
                let newest = service.core.merges().await?;
                if newest == merges {
                    return service.rename().await;
                }
                merges = newest;
            }
        })
        .await
    }

    /// The free texts with the name of a player, or with a word of it, in alphabetical order.
    #[boxed(?Send)]
    pub async fn texts(&self, id: PlayerId) -> Result<Vec<PlayerText>, Problem> {
        let name = self.player(id).await?.name;
        let mut texts = self.core.store.texts().await?;
        texts.retain(|text| name_key::occurs(&name, &text.text));
        Ok(texts)
    }

    /// Removes free texts that name a player from the log. Returns the number of changed events.
    #[boxed(?Send)]
    pub async fn remove_texts(&self, id: PlayerId, texts: Vec<String>) -> Result<usize, Problem> {
        let service = self.clone();
        uncancellable(async move {
            let name = service.player(id).await?.name;
            if let Some((place, text)) = (0..).zip(&texts).find(|(_, text)| !name_key::occurs(&name, text)) {
                let text = truncate(text);
                let detail = format!("“{text}” does not name {name}. Send texts that listPlayerTexts returns.");
                return Err(Problem::invalid(format!("/texts/{place}"), detail));
            }
            let removed = service.core.store.remove_texts(texts).await?;
            if removed > 0 {
                let reloaded = service.core.log.reload_all().await;
                service.core.announce(Change::Names);
                reloaded?;
            }
            Ok(removed)
        })
        .await
    }

    /// Reloads the names, and publishes every league game and every night with the new names.
    pub async fn rename(&self) -> Result<(), Problem> {
        self.core.names.reload().await?;
        self.core.log.games.republish(|game| game.setup().night().is_some());
        self.core.announce(Change::Names);
        Ok(())
    }

    /// Withdraws a player from every night that is not over.
    async fn withdraw_everywhere(&self, player: PlayerId, author: &Author) -> Result<(), Problem> {
        for night in self.nights_to_leave(player).await? {
            for action in leave(&night, player) {
                self.nights.command(night.schedule().night, author.clone(), action).await?;
            }
        }
        Ok(())
    }

    /// Refuses a player whom a night does not let go, before another night has changed.
    async fn check_leave(&self, player: PlayerId, author: &Author) -> Result<(), Problem> {
        let metadata = author.metadata(self.core.clock.now());
        for night in self.nights_to_leave(player).await? {
            for action in leave(&night, player) {
                night.decide(Command { metadata: metadata.clone(), action }, &GameResults::new())?;
            }
        }
        Ok(())
    }

    /// The nights that have an entry or a reply of a player.
    async fn nights_to_leave(&self, player: PlayerId) -> Result<Vec<Night>, Problem> {
        let to_leave = move |night: &Night| (!leave(night, player).is_empty()).then(|| night.clone());
        // Memory may be stale: another server may have checked the player in just now.
        let nights = self.core.store.night_ids(None).await?;
        Ok(self.core.log.nights.read_many(nights, to_leave).await?.into_iter().flatten().collect())
    }

    pub(super) fn new_id(&self) -> PlayerId {
        PlayerId::from_bytes(self.core.ids.next())
    }
}

/// The commands that take a forgotten player out of a night.
fn leave(night: &Night, player: PlayerId) -> Vec<Action> {
    let is_here = night.entry(player).is_some_and(|entry| !entry.left) && night.check_active().is_ok();
    let has_reply = night.rounds().is_empty() && night.reply(player).is_some();
    let reply = Action::Reply(Reply { player, coming: None, id: None });
    let withdrawal = is_here.then_some(Action::Withdraw { player });
    withdrawal.into_iter().chain(has_reply.then_some(reply)).collect()
}

/// The order of lists: by name. Equal names are in the order of their ids.
pub(in crate::services) fn name_order(player: &Player) -> (String, String, PlayerId) {
    (name_key::plain_key(&player.name), player.name.clone(), player.id)
}

/// The problem of an id that no player has.
pub(in crate::services) fn no_such_player() -> Problem {
    Problem::new(ProblemType::NotFound, "There is no such player.")
}
