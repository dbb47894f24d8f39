//! The trait of the store, with PostgreSQL behind it.

use std::collections::BTreeMap;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::try_join3;
use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};
use pegout_engine::league::{CommandId, Date, NightId, PlayerId, RepresentativeId, SeasonId};
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::failure::Failure;
use super::rows::{
    display_codes, free_games, league, merges, nights, password, players, representatives, revisions, seasons, texts,
    tokens,
};
use super::statement::{execute, query};
use super::value::value;
use super::{PostgresStore, damage, events, schema};
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
    AddedDisplay, AddedRepresentative, Append, AppendError, Compared, Damage, Database as _, Findings, FreeGame,
    GamesDue, MergeBasis, NewDisplay, NewSession, NightVersions, Part, Stale, Store, StoreChange, StoreError,
    StoredEvent, StreamId,
};

/// The longest wait for a connection to compare memory with the database.
const COMPARISON_WAIT: Duration = Duration::from_secs(1);
/// The longest wait for the answer.
const COMPARISON_ANSWER: Duration = Duration::from_secs(2);
/// The most times that a transaction is tried that another was in the way of.
pub(super) const MAX_TRIES: usize = 5;

/// Does this work in a transaction, which is undone where it fails, and is done again where it was undone because two waited for
/// each other.
macro_rules! transaction {
    ($store:expr, $client:ident => $work:expr) => {{
        let client = $store.requests.get().await?;
        let done = $store.requests.answered(client, async |connection| {
            let mut tries = 1;
            loop {
                let transaction = connection.transaction().await?;
                let $client = &transaction;
                let outcome: Result<_, Failure> = match $work.await {
                    Ok(done) => transaction.commit().await.map(|()| done).map_err(Failure::from),
                    Err(failure) => {
                        // A connection that is broken has no transaction any more.
                        let _ = transaction.rollback().await;
                        Err(failure)
                    }
                };
                match outcome {
                    Err(failure) if failure.is_deadlock() && tries < $crate::store::postgres::store::MAX_TRIES => {
                        tries += 1;
                    }
                    outcome => break outcome,
                }
            }
        });
        let done = done.await?;
        $store.notices.rows_changed();
        Ok(done)
    }};
}
pub(super) use transaction;

/// Reads with a connection that is free.
macro_rules! read {
    ($store:expr, $client:ident => $work:expr) => {{
        let client = $store.requests.get().await?;
        let read = $store.requests.answered(client, async |connection| {
            let $client = &*connection;
            Ok::<_, StoreError>($work.await?)
        });
        read.await
    }};
}
pub(super) use read;

impl PostgresStore {
    async fn stale(&self, expected: &BTreeMap<StreamId, u64>) -> Result<Vec<Stale>, StoreError> {
        read!(self, client => events::stale(client, expected))
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let events: usize = append.streams.iter().map(|stream| stream.bodies.len()).sum();
        let timer = self.metrics.append_seconds.start_timer();
        let stale = self.writers.append(append).await?;
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
        let stale = self.stale(&expected).await?;
        if stale.is_empty() { Ok(()) } else { Err(AppendError::Conflict(stale)) }
    }

    async fn compare(&self, held: BTreeMap<StreamId, u64>) -> Result<Compared, StoreError> {
        let client = timeout(COMPARISON_WAIT, self.requests.get()).await.map_err(|_| Failure::Unanswered)??;
        let compared = self.requests.answered_within(COMPARISON_ANSWER, client, async |connection| {
            let (client, held) = (&*connection, &held);
            let (revisions, stale, is_newer) =
                try_join3(revisions::all(client), events::stale(client, held), schema::is_newer(client)).await?;
            if is_newer {
                self.of_writers.outdate();
                if self.requests.outdate() {
                    log::error!("{}", schema::newer(&self.address));
                }
            }
            Ok::<_, StoreError>(Compared { stale, revisions })
        });
        compared.await
    }

    fn changes(&self) -> Option<broadcast::Receiver<StoreChange>> {
        Some(self.changes.subscribe())
    }

    async fn events(&self, stream: StreamId) -> Result<Vec<StoredEvent>, StoreError> {
        Ok(self.events_of(vec![stream]).await?.pop().unwrap_or_default())
    }

    async fn events_of(&self, streams: Vec<StreamId>) -> Result<Vec<Vec<StoredEvent>>, StoreError> {
        let ids: Vec<[u8; 16]> = streams.iter().map(|stream| stream.bytes()).collect();
        let found = read!(self, client => events::select(client, &ids))?;
        let damaged = |(stream, events): (StreamId, Result<_, Damaged>)| {
            events.map_err(|Damaged| StoreError::Damaged(Damage::Stream(stream)))
        };
        streams.into_iter().zip(found).map(damaged).collect()
    }

    async fn games_due(&self, due: GamesDue) -> Result<Vec<FreeGame>, StoreError> {
        read!(self, client => free_games::due(client, &due))
    }

    async fn note_games(&self, games: Vec<GameId>, touched_at: Time, is_played: bool) -> Result<(), StoreError> {
        read!(self, client => free_games::note(client, &games, touched_at, is_played))
    }

    async fn remove_games(&self, games: Vec<GameId>, expected: BTreeMap<GameId, u64>) -> Result<bool, StoreError> {
        let expected: BTreeMap<StreamId, u64> =
            expected.into_iter().map(|(id, version)| (id.into(), version)).collect();
        transaction!(self, client => async {
            events::lock(client, expected.keys().copied()).await?;
            let is_newest = events::stale(client, &expected).await?.is_empty();
            if is_newest {
                free_games::remove(client, &games).await?;
            }
            Ok::<_, Failure>(is_newest)
        })
    }

    async fn is_removed(&self, id: GameId) -> Result<bool, StoreError> {
        read!(self, client => free_games::is_removed(client, id))
    }

    async fn night_ids(&self, season: Option<SeasonId>) -> Result<Vec<NightId>, StoreError> {
        read!(self, client => nights::ids(client, season))
    }

    async fn night_versions(&self, season: Option<SeasonId>) -> Result<Vec<(NightId, u64)>, StoreError> {
        read!(self, client => nights::versions(client, season))
    }

    async fn night_by_code(&self, code: JoinCode) -> Result<Option<NightId>, StoreError> {
        read!(self, client => nights::by_code(client, code))
    }

    async fn night_by_secret(&self, secret: JoinSecret) -> Result<Option<NightId>, StoreError> {
        read!(self, client => nights::by_secret(client, secret))
    }

    async fn join_keys(&self, night: NightId) -> Result<Option<JoinKeys>, StoreError> {
        read!(self, client => nights::join_keys(client, night))
    }

    async fn renew_join_keys(&self, night: NightId, keys: JoinKeys, request: CommandId) -> Result<bool, StoreError> {
        transaction!(self, client => nights::renew_join_keys(client, night, keys, request))
    }

    async fn phones(&self, night: NightId) -> Result<Vec<(TokenId, PhoneGrant)>, StoreError> {
        read!(self, client => tokens::phones(client, night))
    }

    async fn grant(&self, hash: TokenHash) -> Result<Option<Grant>, StoreError> {
        read!(self, client => tokens::find(client, hash))
    }

    async fn begin_session(&self, session: NewSession) -> Result<Option<Vec<TokenHash>>, StoreError> {
        transaction!(self, client => tokens::begin_session(client, &session))
    }

    async fn add_display(&self, new: NewDisplay, most: usize) -> Result<AddedDisplay, StoreError> {
        transaction!(self, client => tokens::add_display(client, &new, most))
    }

    async fn display_code(&self, token: TokenHash, now: Time) -> Result<Option<DisplayCode>, StoreError> {
        read!(self, client => display_codes::of_token(client, token, now))
    }

    async fn display_by_code(&self, code: JoinCode, now: Time) -> Result<Option<TokenHash>, StoreError> {
        read!(self, client => display_codes::by_code(client, code, now))
    }

    async fn add_display_code(
        &self,
        new: DisplayCode,
        now: Time,
        most: usize,
        instead: Option<TokenHash>,
    ) -> Result<AddedDisplay, StoreError> {
        transaction!(self, client => display_codes::add(client, &new, now, most, instead))
    }

    async fn revocable_tokens(&self) -> Result<Vec<StoredToken>, StoreError> {
        read!(self, client => tokens::revocable(client))
    }

    async fn has_device(&self, device: TokenHash, now: Time) -> Result<bool, StoreError> {
        read!(self, client => tokens::has_device(client, device, now))
    }

    async fn renew_grant(&self, hash: TokenHash, expires_at: Time) -> Result<(), StoreError> {
        read!(self, client => tokens::renew(client, hash, expires_at))
    }

    async fn delete_grant(&self, hash: TokenHash) -> Result<(), StoreError> {
        transaction!(self, client => tokens::delete(client, hash))
    }

    async fn delete_session(&self, hash: TokenHash) -> Result<(), StoreError> {
        transaction!(self, client => tokens::delete_with_device(client, hash))
    }

    async fn password_hash(&self) -> Result<Option<String>, StoreError> {
        read!(self, client => password::find(client))
    }

    async fn set_password_hash(&self, hash: String) -> Result<(), StoreError> {
        transaction!(self, client => password::replace(client, &hash))
    }

    async fn representatives(&self) -> Result<Vec<Representative>, StoreError> {
        read!(self, client => representatives::all(client))
    }

    async fn representative_by_name(&self, name: String) -> Result<Option<(Representative, String)>, StoreError> {
        read!(self, client => representatives::by_name(client, &name))
    }

    async fn add_representative(&self, added: Representative, hash: String) -> Result<AddedRepresentative, StoreError> {
        transaction!(self, client => representatives::add(client, &added, &hash))
    }

    async fn delete_representative(&self, id: RepresentativeId) -> Result<(), StoreError> {
        transaction!(self, client => representatives::delete(client, id))
    }

    async fn players(&self) -> Result<Vec<Player>, StoreError> {
        read!(self, client => players::all(client))
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        read!(self, client => players::find(client, id))
    }

    async fn add_player(&self, player: Player) -> Result<bool, StoreError> {
        transaction!(self, client => players::add(client, &player))
    }

    async fn import_players(&self, players: Vec<Player>) -> Result<Vec<Player>, StoreError> {
        transaction!(self, client => players::import(client, players.clone()))
    }

    async fn replace_player(&self, old: Player, new: Player) -> Result<bool, StoreError> {
        transaction!(self, client => players::replace(client, &old, &new))
    }

    async fn merges(&self) -> Result<Vec<Merge>, StoreError> {
        read!(self, client => merges::all(client))
    }

    async fn put_merge(&self, merge: Merge, basis: MergeBasis) -> Result<bool, StoreError> {
        transaction!(self, client => merges::put(client, &merge, &basis))
    }

    async fn delete_player(&self, id: PlayerId) -> Result<(), StoreError> {
        let deleted: Result<(), StoreError> = transaction!(self, client => players::delete(client, id));
        self.list_forgotten().await;
        deleted?;
        self.vacuum_forgotten().await;
        Ok(())
    }

    async fn texts(&self) -> Result<Vec<PlayerText>, StoreError> {
        read!(self, client => texts::all(client))
    }

    async fn remove_texts(&self, removed: Vec<String>) -> Result<usize, StoreError> {
        let count: Result<u64, StoreError> = transaction!(self, client => texts::remove(client, &removed));
        self.list_forgotten().await;
        let count = count?;
        self.vacuum_forgotten().await;
        Ok(count as usize)
    }

    async fn seasons(&self) -> Result<Vec<Season>, StoreError> {
        read!(self, client => seasons::all(client))
    }

    async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError> {
        read!(self, client => seasons::find(client, id))
    }

    async fn add_season(&self, season: Season) -> Result<bool, StoreError> {
        transaction!(self, client => seasons::add(client, &season))
    }

    async fn replace_season(&self, old: Season, new: Season, nights: NightVersions) -> Result<bool, StoreError> {
        transaction!(self, client => seasons::replace(client, &old, &new, &nights))
    }

    async fn league(&self) -> Result<League, StoreError> {
        read!(self, client => league::find(client))
    }

    async fn put_league(&self, old: League, new: League, today: Date) -> Result<Option<(League, bool)>, StoreError> {
        transaction!(self, client => league::replace(client, &old, new.clone(), today))
    }

    async fn inspect(&self, thorough: bool) -> Result<Findings, StoreError> {
        let client = self.requests.get().await?;
        // A page that was damaged once is told until somebody resets the count, and no reason to stop serving the others.
        let mut findings = damage::of_pages(&client).await?;
        if thorough {
            findings.extend(damage::of_streams(&client).await?);
        }
        let of_database = damage::tables(&client).await?.iter().map(ToString::to_string).collect();
        Ok(Findings { of_database, of_streams: findings })
    }

    async fn probe_write(&self, at: Time) -> Result<(), StoreError> {
        // No id is all zeros.
        let insert = "INSERT INTO event (stream, version, body, checksum) VALUES ($1, 1, '{}', 0)";
        let upsert =
            "INSERT INTO trial (single, at) VALUES (1, $1) ON CONFLICT (single) DO UPDATE SET at = excluded.at";
        let client = self.requests.get().await?;
        let stored = self.requests.answered(client, async |connection| {
            if let Some(table) = damage::missing_table(connection).await? {
                let sentence = format!("the table {table} is missing");
                return Err(StoreError::Failed(Part::Table(table), sentence));
            }
            let trial = connection.transaction().await.map_err(Failure::from)?;
            execute(&trial, insert, &[&[0_u8; 16].as_slice()]).await.map_err(Failure::from)?;
            trial.rollback().await.map_err(Failure::from)?;
            execute(&*connection, upsert, &[&at.millis()]).await.map_err(Failure::from)?;
            Ok::<_, StoreError>(())
        });
        stored.await?;
        self.writers.probe().await
    }

    async fn is_empty(&self) -> Result<bool, StoreError> {
        let select = "SELECT NOT EXISTS (SELECT FROM event) AND NOT EXISTS (SELECT FROM player)
                      AND NOT EXISTS (SELECT FROM season) AND NOT EXISTS (SELECT FROM league WHERE is_set)";
        read!(self, client => async {
            let rows = query(client, select, &[]).await?;
            rows.first().map_or(Ok(true), |row| value(row, 0))
        })
    }

    fn close(&self) {
        self.writers.stop();
    }
}
