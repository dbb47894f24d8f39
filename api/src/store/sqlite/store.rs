//! The trait of the store, with SQLite behind it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};
use pegout_engine::league::{CommandId, Date, NightId, PlayerId, RepresentativeId, SeasonId};
use rusqlite::Connection;
use tokio::sync::broadcast;

use super::rows::{
    checksums, display_codes, facts, free_games, league, merges, nights, password, players, representatives, seasons,
    texts, tokens,
};
use super::{SqliteStore, damage, events, probe};
use crate::model::display_code::DisplayCode;
use crate::model::grant::{Grant, PhoneGrant, StoredToken};
use crate::model::join_code::{JoinCode, JoinKeys, JoinSecret};
use crate::model::league::League;
use crate::model::merges::Merge;
use crate::model::player::{Player, PlayerText};
use crate::model::representative::Representative;
use crate::model::season::Season;
use crate::model::token::TokenHash;
use crate::store::chain::Damaged;
use crate::store::{
    AddedDisplay, AddedRepresentative, Append, AppendError, Damage, Findings, FreeGame, GamesDue, MergeBasis,
    NewDisplay, NewSession, NightVersions, Store, StoreChange, StoreError, StoredEvent, StreamId,
};

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let events: usize = append.streams.iter().map(|stream| stream.bodies.len()).sum();
        let timer = self.metrics.append_seconds.start_timer();
        let stale = self.write(move |connection| events::append(connection, &append)).await?;
        timer.observe_duration();
        if stale.is_empty() {
            self.metrics.events_appended.inc_by(events as u64);
            Ok(())
        } else {
            self.metrics.append_conflicts.inc();
            Err(AppendError::Conflict(stale))
        }
    }

    async fn check(&self, expected: BTreeMap<StreamId, u64>) -> Result<(), AppendError> {
        let stale = self.read(move |connection| events::stale(connection, &expected)).await?;
        if stale.is_empty() { Ok(()) } else { Err(AppendError::Conflict(stale)) }
    }

    // The lock on the file keeps every other server out.
    fn changes(&self) -> Option<broadcast::Receiver<StoreChange>> {
        None
    }

    async fn events(&self, stream: StreamId) -> Result<Vec<StoredEvent>, StoreError> {
        let events = self.read(move |connection| events::select(connection, stream.bytes())).await?;
        events.map_err(|Damaged| StoreError::Damaged(Damage::Stream(stream)))
    }

    async fn events_of(&self, streams: Vec<StreamId>) -> Result<Vec<Vec<StoredEvent>>, StoreError> {
        let asked = streams.clone();
        let select = move |connection: &Connection| {
            asked.iter().map(|stream| events::select(connection, stream.bytes())).collect::<rusqlite::Result<Vec<_>>>()
        };
        let damaged = |(stream, events): (StreamId, Result<_, Damaged>)| {
            events.map_err(|Damaged| StoreError::Damaged(Damage::Stream(stream)))
        };
        streams.into_iter().zip(self.read(select).await?).map(damaged).collect()
    }

    async fn games_due(&self, due: GamesDue) -> Result<Vec<FreeGame>, StoreError> {
        self.read_rows(&["free_game"], move |connection| free_games::due(connection, &due)).await
    }

    async fn note_games(&self, games: Vec<GameId>, touched_at: Time, is_played: bool) -> Result<(), StoreError> {
        self.write(move |connection| free_games::note(connection, &games, touched_at, is_played)).await
    }

    async fn remove_games(&self, games: Vec<GameId>, expected: BTreeMap<GameId, u64>) -> Result<bool, StoreError> {
        let expected = expected.into_iter().map(|(id, version)| (id.into(), version)).collect();
        self.write(move |connection| {
            let is_newest = events::stale(connection, &expected)?.is_empty();
            if is_newest {
                free_games::remove(connection, games)?;
            }
            Ok(is_newest)
        })
        .await
    }

    async fn is_removed(&self, id: GameId) -> Result<bool, StoreError> {
        self.read_rows(&["removed_game"], move |connection| free_games::is_removed(connection, id.into())).await
    }

    async fn night_ids(&self, season: Option<SeasonId>) -> Result<Vec<NightId>, StoreError> {
        self.read_rows(&["night"], move |connection| nights::ids(connection, season)).await
    }

    async fn night_versions(&self, season: Option<SeasonId>) -> Result<Vec<(NightId, u64)>, StoreError> {
        self.read_rows(&["night"], move |connection| nights::versions(connection, season)).await
    }

    async fn night_by_code(&self, code: JoinCode) -> Result<Option<NightId>, StoreError> {
        self.read_rows(&["night"], move |connection| nights::by_code(connection, code)).await
    }

    async fn night_by_secret(&self, secret: JoinSecret) -> Result<Option<NightId>, StoreError> {
        self.read_rows(&["night"], move |connection| nights::by_secret(connection, secret)).await
    }

    async fn join_keys(&self, night: NightId) -> Result<Option<JoinKeys>, StoreError> {
        self.read_rows(&["night"], move |connection| nights::join_keys(connection, night)).await
    }

    async fn renew_join_keys(&self, night: NightId, keys: JoinKeys, request: CommandId) -> Result<bool, StoreError> {
        self.write(move |connection| nights::renew_join_keys(connection, night, keys, request)).await
    }

    async fn phones(&self, night: NightId) -> Result<Vec<(TokenId, PhoneGrant)>, StoreError> {
        self.read_rows(&["token"], move |connection| tokens::phones(connection, night)).await
    }

    async fn grant(&self, hash: TokenHash) -> Result<Option<Grant>, StoreError> {
        // A token beside it that is damaged is no reason to refuse this one.
        match self.read(move |connection| tokens::find(connection, hash)).await {
            Ok(Some(Ok(grant))) => Ok(Some(grant)),
            Ok(Some(Err(table))) => Err(StoreError::Damaged(Damage::Table(table))),
            // A damaged page may hide the row.
            Ok(None) => self.check_tables(&["token"]).await.map(|()| None),
            Err(error) => self.check_tables(&["token", "representative"]).await.and(Err(error)),
        }
    }

    async fn begin_session(&self, session: NewSession) -> Result<Option<Vec<TokenHash>>, StoreError> {
        self.write(move |connection| tokens::begin_session(connection, &session)).await
    }

    async fn add_display(&self, new: NewDisplay, most: usize) -> Result<AddedDisplay, StoreError> {
        self.write(move |connection| tokens::add_display(connection, &new, most)).await
    }

    async fn display_code(&self, token: TokenHash, now: Time) -> Result<Option<DisplayCode>, StoreError> {
        self.read_rows(&["display_code"], move |connection| display_codes::of_token(connection, token, now)).await
    }

    async fn display_by_code(&self, code: JoinCode, now: Time) -> Result<Option<TokenHash>, StoreError> {
        self.read_rows(&["display_code"], move |connection| display_codes::by_code(connection, code, now)).await
    }

    async fn add_display_code(
        &self,
        new: DisplayCode,
        now: Time,
        most: usize,
        instead: Option<TokenHash>,
    ) -> Result<AddedDisplay, StoreError> {
        self.write(move |connection| display_codes::add(connection, &new, now, most, instead)).await
    }

    async fn revocable_tokens(&self) -> Result<Vec<StoredToken>, StoreError> {
        self.read_rows(&["token", "representative"], tokens::revocable).await
    }

    async fn has_device(&self, device: TokenHash, now: Time) -> Result<bool, StoreError> {
        self.read_rows(&["device"], move |connection| tokens::has_device(connection, device, now)).await
    }

    async fn renew_grant(&self, hash: TokenHash, expires_at: Time) -> Result<(), StoreError> {
        self.write(move |connection| tokens::renew(connection, hash, expires_at)).await
    }

    async fn delete_grant(&self, hash: TokenHash) -> Result<(), StoreError> {
        self.write(move |connection| tokens::delete(connection, hash)).await
    }

    async fn delete_session(&self, hash: TokenHash) -> Result<(), StoreError> {
        self.write(move |connection| tokens::delete_with_device(connection, hash)).await
    }

    async fn password_hash(&self) -> Result<Option<String>, StoreError> {
        self.read_rows(&["password"], password::password_hash).await
    }

    async fn set_password_hash(&self, hash: String) -> Result<(), StoreError> {
        self.write(move |connection| password::set_password_hash(connection, &hash)).await?;
        self.damaged_tables.forget();
        Ok(())
    }

    async fn representatives(&self) -> Result<Vec<Representative>, StoreError> {
        self.read_rows(&["representative"], representatives::all).await
    }

    async fn representative_by_name(&self, name: String) -> Result<Option<(Representative, String)>, StoreError> {
        self.read_rows(&["representative"], move |connection| representatives::by_name(connection, &name)).await
    }

    async fn add_representative(&self, added: Representative, hash: String) -> Result<AddedRepresentative, StoreError> {
        self.write(move |connection| representatives::add(connection, &added, &hash)).await
    }

    async fn delete_representative(&self, id: RepresentativeId) -> Result<(), StoreError> {
        self.write(move |connection| representatives::delete(connection, id)).await
    }

    async fn players(&self) -> Result<Vec<Player>, StoreError> {
        self.read_rows(&["player", "merged_player"], players::all).await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        self.read_rows(&["player"], move |connection| players::find(connection, id)).await
    }

    async fn add_player(&self, player: Player) -> Result<bool, StoreError> {
        self.write(move |connection| players::add(connection, &player)).await
    }

    async fn import_players(&self, players: Vec<Player>) -> Result<Vec<Player>, StoreError> {
        self.write(move |connection| players::import(connection, players)).await
    }

    async fn replace_player(&self, old: Player, new: Player) -> Result<bool, StoreError> {
        self.write(move |connection| players::replace(connection, &old, &new)).await
    }

    async fn merges(&self) -> Result<Vec<Merge>, StoreError> {
        self.read_rows(&["merged_player"], merges::all).await
    }

    async fn put_merge(&self, merge: Merge, basis: MergeBasis) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let holds = facts::holds_basis(connection, &merge, &basis)?;
            if holds {
                merges::put(connection, &merge)?;
            }
            Ok(holds)
        })
        .await
    }

    async fn delete_player(&self, id: PlayerId) -> Result<(), StoreError> {
        self.write(move |connection| players::delete(connection, id)).await?;
        self.list_forgotten().await;
        self.writer.checkpoint().await
    }

    async fn texts(&self) -> Result<Vec<PlayerText>, StoreError> {
        self.read_rows(&["event_text"], texts::all).await
    }

    async fn remove_texts(&self, removed: Vec<String>) -> Result<usize, StoreError> {
        let count = self.write(move |connection| texts::remove(connection, &removed)).await?;
        self.list_forgotten().await;
        self.writer.checkpoint().await?;
        Ok(count)
    }

    async fn seasons(&self) -> Result<Vec<Season>, StoreError> {
        self.read_rows(&["season"], seasons::all).await
    }

    async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError> {
        self.read_rows(&["season"], move |connection| seasons::find(connection, id)).await
    }

    async fn add_season(&self, season: Season) -> Result<bool, StoreError> {
        self.write(move |connection| seasons::add(connection, &season)).await
    }

    async fn replace_season(&self, old: Season, new: Season, nights: NightVersions) -> Result<bool, StoreError> {
        self.write(move |connection| {
            Ok(facts::are_at(connection, Some(old.id), &nights)? && seasons::replace(connection, &old, &new)?)
        })
        .await
    }

    async fn league(&self) -> Result<League, StoreError> {
        self.read_rows(&["league"], league::find).await
    }

    async fn put_league(&self, old: League, new: League, today: Date) -> Result<Option<(League, bool)>, StoreError> {
        self.write(move |connection| league::replace(connection, &old, new.clone(), today)).await
    }

    async fn inspect(&self, thorough: bool) -> Result<Findings, StoreError> {
        let mut of_database = self.read(move |connection| damage::of_file(connection, thorough)).await?;
        of_database.extend(self.read(damage::of_schema).await?);
        let tables = self.read(checksums::damaged).await?;
        of_database.extend(tables.iter().map(|table| Damage::Table(table).to_string()));
        self.damaged_tables.set(&tables);
        let of_streams = if thorough { self.read(damage::of_streams).await? } else { Vec::new() };
        Ok(Findings { of_database, of_streams })
    }

    async fn probe_write(&self, at: Time) -> Result<(), StoreError> {
        self.try_to_write(move |connection| probe::run(connection, at.millis())).await?
    }

    async fn is_empty(&self) -> Result<bool, StoreError> {
        self.read(|connection| {
            let query = "SELECT NOT EXISTS (SELECT 1 FROM event) AND NOT EXISTS (SELECT 1 FROM player) \
                         AND NOT EXISTS (SELECT 1 FROM season) AND NOT EXISTS (SELECT 1 FROM league WHERE is_set)";
            connection.query_row(query, [], |row| row.get(0))
        })
        .await
    }

    fn close(&self) {
        self.writer.stop();
    }
}
