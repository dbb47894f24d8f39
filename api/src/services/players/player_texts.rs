//! The free texts that name a player, so that they can go together with the player.

use pegout_league::PlayerId;

use super::player_service::PlayerService;
use crate::eventlog::{Change, uncancellable};
use crate::problem::{Problem, truncate};
use pegout_model::name_key;
use pegout_model::player::PlayerText;

impl PlayerService {
    /// The free texts in which the name of a player occurs, or a word of it, in the order of the alphabet.
    pub async fn texts(&self, id: PlayerId) -> Result<Vec<PlayerText>, Problem> {
        let name = self.player(id).await?.name;
        let mut texts = self.store.texts().await?;
        texts.retain(|text| name_key::occurs(&name, &text.text));
        Ok(texts)
    }

    /// Removes free texts that name a player, for good. Returns the number of events that had one.
    pub async fn remove_texts(&self, id: PlayerId, texts: Vec<String>) -> Result<usize, Problem> {
        let service = self.clone();
        uncancellable(async move {
            let name = service.player(id).await?.name;
            if let Some((place, text)) = (0..).zip(&texts).find(|(_, text)| !name_key::occurs(&name, text)) {
                let text = truncate(text);
                let detail = format!("“{text}” does not name {name}. Send texts that listPlayerTexts returns.");
                return Err(Problem::invalid(format!("/texts/{place}"), detail));
            }
            let removed = service.store.remove_texts(texts).await?;
            if removed > 0 {
                let games = service.log.games.reload_all().await;
                let nights = service.log.nights.reload_all().await;
                // Nobody listens while no night is watched.
                let _ = service.log.changes.send(Change::Names);
                games.and(nights)?;
            }
            Ok(removed)
        })
        .await
    }
}
