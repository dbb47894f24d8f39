//! The store in SQLite: one thread writes, a few connections read.

pub mod backup;
mod events;
mod failure;
pub mod file;
mod free_games;
mod league;
mod merges;
mod nights;
mod password;
mod players;
mod probe;
mod readers;
mod representatives;
mod schema;
mod seasons;
mod tokens;
mod writer;

use std::collections::BTreeMap;
use std::path::PathBuf;

use async_trait::async_trait;
use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};
use pegout_engine::league::{CommandId, Date, NightId, PlayerId, RepresentativeId, SeasonId};
use rusqlite::Connection;

use super::{AppendError, FreeGame, GamesDue, NewSession, Store, StoreError, StoreMetrics, StoredEvent, StreamId};
use crate::model::grant::{Grant, PhoneGrant, StoredToken};
use crate::model::join_code::{JoinCode, JoinKeys, JoinSecret};
use crate::model::league::League;
use crate::model::merges::Merge;
use crate::model::player::Player;
use crate::model::representative::Representative;
use crate::model::season::Season;
use crate::model::token::TokenHash;
use crate::store::Append;

use file::DatabaseFile;
pub use file::sizes;
use readers::Readers;
use tokens::Beginning;
use writer::Writer;

/// The store in a file of SQLite's.
pub struct SqliteStore {
    path: PathBuf,
    /// The folder of the backups, beside which the list of the forgotten is kept too.
    backups: Option<PathBuf>,
    writer: Writer,
    readers: Readers,
    metrics: StoreMetrics,
}

impl SqliteStore {
    /// The store in this file, which is made if it is not there. A file that cannot be opened now is tried again
    /// whenever it is needed.
    pub fn new(path: PathBuf) -> SqliteStore {
        let readers = Readers::default();
        let file = DatabaseFile::new(path.clone(), readers.clone());
        let metrics = StoreMetrics::new();
        SqliteStore { path, backups: None, writer: Writer::start(file, metrics.clone()), readers, metrics }
    }

    /// The metrics.
    pub const fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    /// The same store, whose backups go into this folder.
    pub fn with_backups(self, folder: Option<PathBuf>) -> SqliteStore {
        SqliteStore { backups: folder, ..self }
    }

    /// Removes copies of before a migration that are older than a month, now and once a day, for ever.
    pub fn remove_old_copies(&self) -> impl Future<Output = ()> + use<> {
        file::copies::remove_old_daily(self.path.clone())
    }

    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        self.writer.write(work).await
    }

    async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        if self.readers.get().is_none() {
            self.writer.write(|_| Ok(())).await?;
        }
        let readers = self.readers.clone();
        let not_open = || StoreError::Unavailable("the file is not open".to_owned());
        let read = tokio::task::spawn_blocking(move || readers.get().ok_or_else(not_open)?.read(work));
        read.await.map_err(|error| StoreError::Unavailable(error.to_string()))?
    }
}

fn unavailable(error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// The error of text in a row that this version cannot parse. Only another program can have written it.
fn decode_error(error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::types::FromSqlError::other(error).into()
}

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

    async fn events(&self, stream: StreamId, after: u64) -> Result<Vec<StoredEvent>, StoreError> {
        self.read(move |connection| events::select(connection, stream, after)).await
    }

    async fn games_due(&self, due: GamesDue) -> Result<Vec<FreeGame>, StoreError> {
        self.read(move |connection| free_games::due(connection, &due)).await
    }

    async fn note_games(&self, games: Vec<GameId>, touched_at: Time, is_played: bool) -> Result<(), StoreError> {
        self.write(move |connection| free_games::note(connection, &games, touched_at, is_played)).await
    }

    async fn remove_games(&self, games: BTreeMap<GameId, u64>) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let expected = games.iter().map(|(id, version)| ((*id).into(), *version)).collect();
            let is_newest = events::stale(connection, &expected)?.is_empty();
            if is_newest {
                free_games::remove(connection, games.into_keys())?;
            }
            Ok(is_newest)
        })
        .await
    }

    async fn is_removed(&self, id: GameId) -> Result<bool, StoreError> {
        self.read(move |connection| free_games::is_removed(connection, id.into())).await
    }

    async fn night_ids(&self, season: Option<SeasonId>) -> Result<Vec<NightId>, StoreError> {
        self.read(move |connection| nights::ids(connection, season)).await
    }

    async fn night_by_code(&self, code: JoinCode) -> Result<Option<NightId>, StoreError> {
        self.read(move |connection| nights::by_code(connection, code)).await
    }

    async fn night_by_secret(&self, secret: JoinSecret) -> Result<Option<NightId>, StoreError> {
        self.read(move |connection| nights::by_secret(connection, secret)).await
    }

    async fn join_keys(&self, night: NightId) -> Result<Option<JoinKeys>, StoreError> {
        self.read(move |connection| nights::join_keys(connection, night)).await
    }

    async fn renew_join_keys(&self, night: NightId, keys: JoinKeys, request: CommandId) -> Result<bool, StoreError> {
        self.write(move |connection| nights::renew_join_keys(connection, night, keys, request)).await
    }

    async fn phones(&self, night: NightId) -> Result<Vec<(TokenId, PhoneGrant)>, StoreError> {
        self.read(move |connection| tokens::phones(connection, night)).await
    }

    async fn grant(&self, hash: TokenHash) -> Result<Option<Grant>, StoreError> {
        self.read(move |connection| tokens::find(connection, hash)).await
    }

    async fn begin_session(&self, session: NewSession) -> Result<Vec<TokenHash>, StoreError> {
        self.write(move |connection| tokens::begin_session(connection, &session)).await
    }

    async fn add_display(&self, hash: TokenHash, name: String, at: Time) -> Result<(), StoreError> {
        let beginning = Beginning { at, device: None };
        self.write(move |connection| tokens::insert(connection, hash, &Grant::Display { name }, Some(&beginning))).await
    }

    async fn revocable_tokens(&self) -> Result<Vec<StoredToken>, StoreError> {
        self.read(tokens::revocable).await
    }

    async fn has_device(&self, device: TokenHash, now: Time) -> Result<bool, StoreError> {
        self.read(move |connection| tokens::has_device(connection, device, now)).await
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
        self.read(password::password_hash).await
    }

    async fn set_password_hash(&self, hash: String) -> Result<(), StoreError> {
        self.write(move |connection| password::set_password_hash(connection, &hash)).await
    }

    async fn representatives(&self) -> Result<Vec<Representative>, StoreError> {
        self.read(representatives::all).await
    }

    async fn representative_by_name(&self, name: String) -> Result<Option<(Representative, String)>, StoreError> {
        self.read(move |connection| representatives::by_name(connection, &name)).await
    }

    async fn add_representative(&self, added: Representative, hash: String) -> Result<bool, StoreError> {
        self.write(move |connection| representatives::add(connection, &added, &hash)).await
    }

    async fn delete_representative(&self, id: RepresentativeId) -> Result<(), StoreError> {
        self.write(move |connection| representatives::delete(connection, id)).await
    }

    async fn players(&self) -> Result<Vec<Player>, StoreError> {
        self.read(players::all).await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        self.read(move |connection| players::find(connection, id)).await
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
        self.read(merges::all).await
    }

    async fn put_merge(&self, merge: Merge) -> Result<(), StoreError> {
        self.write(move |connection| merges::put(connection, &merge)).await
    }

    async fn delete_player(&self, id: PlayerId) -> Result<(), StoreError> {
        self.write(move |connection| players::delete(connection, id)).await?;
        self.list_forgotten().await;
        self.writer.checkpoint().await
    }

    async fn seasons(&self) -> Result<Vec<Season>, StoreError> {
        self.read(seasons::all).await
    }

    async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError> {
        self.read(move |connection| seasons::find(connection, id)).await
    }

    async fn add_season(&self, season: Season) -> Result<bool, StoreError> {
        self.write(move |connection| seasons::add(connection, &season)).await
    }

    async fn replace_season(&self, old: Season, new: Season) -> Result<bool, StoreError> {
        self.write(move |connection| seasons::replace(connection, &old, &new)).await
    }

    async fn league(&self) -> Result<League, StoreError> {
        self.read(league::find).await
    }

    async fn put_league(&self, league: League, today: Date) -> Result<(League, bool), StoreError> {
        self.write(move |connection| league::put(connection, league.clone(), today)).await
    }

    async fn probe_write(&self, at: Time) -> Result<(), StoreError> {
        self.write(move |connection| probe::run(connection, at.millis())).await?
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
