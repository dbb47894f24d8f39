//! The log as the store has it, folded without any server.

use pegout_engine::game::{self, Game, GameId};
use pegout_league::NightId;
use pegout_league::night::{self, Night};
use serde::de::DeserializeOwned;

use crate::eventlog::aggregate::Aggregate;
use pegout_model::player::{Merge, Merges};
use pegout_store::{Store, StoredEvent, StreamId};

/// The stored events of a stream after a version.
pub async fn stored(store: &dyn Store, stream: StreamId, after: u64) -> Result<Vec<StoredEvent>, String> {
    let mut stored = store.events(stream).await.map_err(|error| error.to_string())?;
    stored.retain(|event| event.version > after);
    Ok(stored)
}

/// The events of a stream after a version. Their versions must have no gap.
pub async fn events<E: DeserializeOwned>(store: &dyn Store, stream: StreamId, after: u64) -> Result<Vec<E>, String> {
    let stored = stored(store, stream, after).await?;
    for (version, event) in (after + 1..).zip(&stored) {
        if event.version != version {
            return Err(format!("version {} stands where {version} belongs in {stream:?}", event.version));
        }
    }
    let decode = |event: &StoredEvent| serde_json::from_str(&event.body).map_err(|error| error.to_string());
    stored.iter().map(decode).collect()
}

/// The current merges, in the order of the merged players.
pub async fn merges(store: &dyn Store) -> Result<Vec<Merge>, String> {
    let mut merges = store.merges().await.map_err(|error| error.to_string())?;
    merges.sort_by_key(|merge| merge.player);
    Ok(merges)
}

/// The events of a stream after a version, with the ids that stand for persons.
pub async fn resolved<A: Aggregate>(store: &dyn Store, stream: StreamId, after: u64) -> Result<Vec<A::Event>, String> {
    let merges: Merges = merges(store).await?.into_iter().collect();
    let mut events = events::<A::Event>(store, stream, after).await?;
    events.iter_mut().for_each(|event| A::resolve(event, &merges));
    Ok(events)
}

/// The events of a game.
pub async fn game_events(store: &dyn Store, id: GameId) -> Result<Vec<game::Event>, String> {
    events(store, id.into(), 0).await
}

/// The events of a night.
pub async fn night_events(store: &dyn Store, id: NightId) -> Result<Vec<night::Event>, String> {
    resolved::<Night>(store, id.into(), 0).await
}

/// The game that its events make.
pub async fn game(store: &dyn Store, id: GameId) -> Result<Game, String> {
    Game::fold(&game_events(store, id).await?).ok_or_else(|| format!("the game {id} has not begun"))
}

/// The night that its events make.
pub async fn night(store: &dyn Store, id: NightId) -> Result<Night, String> {
    Night::fold(&night_events(store, id).await?).ok_or_else(|| format!("the night {id} is not scheduled"))
}
