//! The personal links of players: each opens the replies and the account of one player, without a password.

use async_recursion::async_recursion as boxed;
use pegout_engine::Time;
use pegout_league::PlayerId;
use serde::Serialize;
use utoipa::ToSchema;

use super::player_service::{PlayerService, no_such_player};
use crate::problem::{Problem, ProblemType};
use crate::services::Effect;
use pegout_model::name_key;
use pegout_model::token::Token;
use pegout_store::{PlayerLink, PutLinkOutcome};

/// The personal link of a player, without its token.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PersonalLink {
    /// The player.
    player_id: PlayerId,
    /// Their name.
    name: String,
    /// The moment when it was made.
    made_at: Time,
}

impl PlayerService {
    /// The personal links, by name. A merged player may have a second link.
    #[boxed(?Send)]
    pub async fn links(&self) -> Result<Vec<PersonalLink>, Problem> {
        let merges = self.core.merges().await?;
        self.core.names.ensure_loaded().await?;
        let links = self.core.store.player_links().await?.into_iter();
        let mut links: Vec<PersonalLink> =
            links.map(|link| self.link(merges.person(link.player), link.made_at)).collect();
        links.sort_by_cached_key(|link| (name_key::plain_key(&link.name), link.player_id, link.made_at));
        Ok(links)
    }

    fn link(&self, player: PlayerId, made_at: Time) -> PersonalLink {
        PersonalLink { player_id: player, name: self.core.names.get(player), made_at }
    }

    /// Makes the personal link of a player with this token, instead of an older link.
    #[boxed(?Send)]
    pub async fn put_link(&self, player: PlayerId, token: &Token) -> Result<(Effect, PersonalLink), Problem> {
        let person = self.player(player).await?.id;
        let made_at = self.core.clock.now();
        let link = PlayerLink { player: person, hash: token.hash(), made_at };
        let merged = self.merged_into(person).await?;
        let (effect, made_at) = match self.core.sessions.put_link(link, merged).await? {
            PutLinkOutcome::Made { .. } => (Effect::Created, made_at),
            PutLinkOutcome::Known(known) => (Effect::Unchanged, known.made_at),
            PutLinkOutcome::TokenUsed => return Err(Problem::token_used()),
            PutLinkOutcome::Removed => {
                let detail = "This link was replaced or removed. Make a link with a new token.";
                return Err(Problem::new(ProblemType::LinkRemoved, detail));
            }
            PutLinkOutcome::NoPlayer => return Err(no_such_player()),
        };
        self.core.names.ensure_known([person]).await?;
        Ok((effect, self.link(person, made_at)))
    }

    /// Removes the personal links of a player and of the players who were merged into them.
    #[boxed(?Send)]
    pub async fn delete_link(&self, player: PlayerId) -> Result<(), Problem> {
        let person = self.player(player).await?.id;
        for id in self.merged_into(person).await?.into_iter().chain([person]) {
            self.core.sessions.delete_link(id).await?;
        }
        Ok(())
    }

    /// The players who count as this person.
    async fn merged_into(&self, person: PlayerId) -> Result<Vec<PlayerId>, Problem> {
        let merges = self.core.merges().await?;
        Ok(merges.merged().filter(|player| merges.person(*player) == person && *player != person).collect())
    }
}
