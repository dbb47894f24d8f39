//! A store with a fault: every method is that of the store behind it, but for `append` and `check`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};
use pegout_engine::league::{CommandId, Date, MessageId, NightId, PlayerId, RepresentativeId, SeasonId, WebhookId};
use tokio::sync::{Mutex, broadcast};

use super::gate::Gate;
use crate::model::display_code::DisplayCode;
use crate::model::grant::{Grant, PhoneGrant, StoredToken};
use crate::model::join_code::{JoinCode, JoinKeys, JoinSecret};
use crate::model::league::League;
use crate::model::merges::Merge;
use crate::model::player::{Player, PlayerText};
use crate::model::representative::Representative;
use crate::model::season::Season;
use crate::model::token::TokenHash;
use crate::model::webhook::{Delivery, DueDelivery, Webhook, WebhookStatus};
use crate::store::{
    AddedDisplay, AddedRepresentative, AddedWebhook, Append, AppendError, Attempt, Findings, FreeGame, GamesDue,
    MergeBasis, NewDisplay, NewSession, NewWebhook, NightVersions, Outbox, Stale, Store, StoreChange, StoreError,
    StoredEvent, StreamId, WaitingDeliveries,
};

/// A store with a fault.
pub struct FaultyStore {
    /// The gate at which a write waits.
    pub gate: Arc<Gate>,
    /// The gate at which a read of the merges waits once it has them.
    pub merges_gate: Arc<Gate>,
    store: Arc<dyn Store>,
    fault: Fault,
    comparisons: AtomicUsize,
    streams_read: AtomicUsize,
    /// The lock for one append at a time.
    lock: Mutex<()>,
}

/// A fault of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Appends after the newest version, whatever the expected one is and whatever facts hold, and finds no version stale.
    Unchecked,
    /// Reports a conflict at the first comparisons, so many.
    Conflicts(usize),
}

impl FaultyStore {
    /// This store with a fault.
    pub fn new(store: Arc<dyn Store>, fault: Fault) -> FaultyStore {
        FaultyStore {
            gate: Arc::default(),
            merges_gate: Arc::default(),
            store,
            fault,
            comparisons: AtomicUsize::default(),
            streams_read: AtomicUsize::default(),
            lock: Mutex::default(),
        }
    }

    /// The number of appends and checks so far.
    pub fn comparisons(&self) -> usize {
        self.comparisons.load(Ordering::Relaxed)
    }

    /// The number of streams that were read so far.
    pub fn streams_read(&self) -> usize {
        self.streams_read.load(Ordering::Relaxed)
    }

    /// Counts an append or a check, and returns true where it is to be a conflict.
    fn is_conflict(&self) -> bool {
        let before = self.comparisons.fetch_add(1, Ordering::Relaxed);
        matches!(self.fault, Fault::Conflicts(most) if before < most)
    }

    async fn append_unchecked(&self, mut append: Append) -> Result<(), AppendError> {
        let _lock = self.lock.lock().await;
        append.expected.clear();
        append.facts.clear();
        for new in &mut append.streams {
            new.after = self.store.events(new.stream).await?.len() as u64;
        }
        self.store.append(append).await
    }
}

fn conflict(expected: &BTreeMap<StreamId, u64>) -> AppendError {
    AppendError::Conflict(expected.iter().map(|(&stream, &found)| Stale { stream, found }).collect())
}

#[async_trait]
impl Store for FaultyStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.gate.pass().await;
        match self.fault {
            _ if self.is_conflict() => Err(conflict(&append.expected)),
            Fault::Unchecked => self.append_unchecked(append).await,
            Fault::Conflicts(_) => self.store.append(append).await,
        }
    }

    async fn check(&self, expected: BTreeMap<StreamId, u64>) -> Result<(), AppendError> {
        match self.fault {
            _ if self.is_conflict() => Err(conflict(&expected)),
            Fault::Unchecked => Ok(()),
            Fault::Conflicts(_) => self.store.check(expected).await,
        }
    }

    fn changes(&self) -> Option<broadcast::Receiver<StoreChange>> {
        self.store.changes()
    }

    async fn events(&self, stream: StreamId) -> Result<Vec<StoredEvent>, StoreError> {
        self.streams_read.fetch_add(1, Ordering::Relaxed);
        self.store.events(stream).await
    }

    async fn events_of(&self, streams: Vec<StreamId>) -> Result<Vec<Vec<StoredEvent>>, StoreError> {
        self.streams_read.fetch_add(streams.len(), Ordering::Relaxed);
        self.store.events_of(streams).await
    }

    async fn games_due(&self, due: GamesDue) -> Result<Vec<FreeGame>, StoreError> {
        self.store.games_due(due).await
    }

    async fn note_games(&self, games: Vec<GameId>, touched_at: Time, is_played: bool) -> Result<(), StoreError> {
        self.store.note_games(games, touched_at, is_played).await
    }

    async fn remove_games(&self, games: Vec<GameId>, expected: BTreeMap<GameId, u64>) -> Result<bool, StoreError> {
        self.store.remove_games(games, expected).await
    }

    async fn is_removed(&self, id: GameId) -> Result<bool, StoreError> {
        self.store.is_removed(id).await
    }

    async fn night_ids(&self, season: Option<SeasonId>) -> Result<Vec<NightId>, StoreError> {
        self.store.night_ids(season).await
    }

    async fn night_versions(&self, season: Option<SeasonId>) -> Result<Vec<(NightId, u64)>, StoreError> {
        self.store.night_versions(season).await
    }

    async fn night_by_code(&self, code: JoinCode) -> Result<Option<NightId>, StoreError> {
        self.store.night_by_code(code).await
    }

    async fn night_by_secret(&self, secret: JoinSecret) -> Result<Option<NightId>, StoreError> {
        self.store.night_by_secret(secret).await
    }

    async fn join_keys(&self, night: NightId) -> Result<Option<JoinKeys>, StoreError> {
        self.store.join_keys(night).await
    }

    async fn renew_join_keys(&self, night: NightId, keys: JoinKeys, request: CommandId) -> Result<bool, StoreError> {
        self.store.renew_join_keys(night, keys, request).await
    }

    async fn phones(&self, night: NightId) -> Result<Vec<(TokenId, PhoneGrant)>, StoreError> {
        self.store.phones(night).await
    }

    async fn grant(&self, hash: TokenHash) -> Result<Option<Grant>, StoreError> {
        self.store.grant(hash).await
    }

    async fn begin_session(&self, mut session: NewSession) -> Result<Option<Vec<TokenHash>>, StoreError> {
        self.gate.pass().await;
        if self.fault == Fault::Unchecked {
            session.password = self.store.password_hash().await?.unwrap_or_default();
        }
        self.store.begin_session(session).await
    }

    async fn add_display(&self, new: NewDisplay, most: usize) -> Result<AddedDisplay, StoreError> {
        self.store.add_display(new, most).await
    }

    async fn display_code(&self, token: TokenHash, now: Time) -> Result<Option<DisplayCode>, StoreError> {
        self.store.display_code(token, now).await
    }

    async fn display_by_code(&self, code: JoinCode, now: Time) -> Result<Option<TokenHash>, StoreError> {
        self.store.display_by_code(code, now).await
    }

    async fn add_display_code(
        &self,
        new: DisplayCode,
        now: Time,
        most: usize,
        instead: Option<TokenHash>,
    ) -> Result<AddedDisplay, StoreError> {
        self.store.add_display_code(new, now, most, instead).await
    }

    async fn revocable_tokens(&self) -> Result<Vec<StoredToken>, StoreError> {
        self.store.revocable_tokens().await
    }

    async fn has_device(&self, device: TokenHash, now: Time) -> Result<bool, StoreError> {
        self.store.has_device(device, now).await
    }

    async fn renew_grant(&self, hash: TokenHash, expires_at: Time) -> Result<(), StoreError> {
        self.store.renew_grant(hash, expires_at).await
    }

    async fn delete_grant(&self, hash: TokenHash) -> Result<(), StoreError> {
        self.store.delete_grant(hash).await
    }

    async fn delete_session(&self, hash: TokenHash) -> Result<(), StoreError> {
        self.store.delete_session(hash).await
    }

    async fn password_hash(&self) -> Result<Option<String>, StoreError> {
        self.store.password_hash().await
    }

    async fn set_password_hash(&self, hash: String) -> Result<(), StoreError> {
        self.store.set_password_hash(hash).await
    }

    async fn representatives(&self) -> Result<Vec<Representative>, StoreError> {
        self.store.representatives().await
    }

    async fn representative_by_name(&self, name: String) -> Result<Option<(Representative, String)>, StoreError> {
        self.store.representative_by_name(name).await
    }

    async fn add_representative(&self, added: Representative, hash: String) -> Result<AddedRepresentative, StoreError> {
        self.store.add_representative(added, hash).await
    }

    async fn delete_representative(&self, id: RepresentativeId) -> Result<(), StoreError> {
        self.store.delete_representative(id).await
    }

    async fn players(&self) -> Result<Vec<Player>, StoreError> {
        self.store.players().await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        self.store.player(id).await
    }

    async fn add_player(&self, player: Player) -> Result<bool, StoreError> {
        self.store.add_player(player).await
    }

    async fn import_players(&self, players: Vec<Player>) -> Result<Vec<Player>, StoreError> {
        self.store.import_players(players).await
    }

    async fn replace_player(&self, old: Player, new: Player) -> Result<bool, StoreError> {
        self.store.replace_player(old, new).await
    }

    async fn merges(&self) -> Result<Vec<Merge>, StoreError> {
        let merges = self.store.merges().await;
        self.merges_gate.pass().await;
        merges
    }

    async fn put_merge(&self, merge: Merge, mut basis: MergeBasis) -> Result<bool, StoreError> {
        self.gate.pass().await;
        if self.fault == Fault::Unchecked {
            basis.merges = self.store.merges().await?.into_iter().collect();
            basis.nights = self.store.night_versions(None).await?.into_iter().collect();
        }
        self.store.put_merge(merge, basis).await
    }

    async fn delete_player(&self, id: PlayerId) -> Result<(), StoreError> {
        self.gate.pass().await;
        self.store.delete_player(id).await
    }

    async fn texts(&self) -> Result<Vec<PlayerText>, StoreError> {
        self.store.texts().await
    }

    async fn remove_texts(&self, texts: Vec<String>) -> Result<usize, StoreError> {
        self.store.remove_texts(texts).await
    }

    async fn seasons(&self) -> Result<Vec<Season>, StoreError> {
        self.store.seasons().await
    }

    async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError> {
        self.store.season(id).await
    }

    async fn add_season(&self, season: Season) -> Result<bool, StoreError> {
        self.store.add_season(season).await
    }

    async fn replace_season(&self, old: Season, new: Season, mut nights: NightVersions) -> Result<bool, StoreError> {
        self.gate.pass().await;
        if self.fault == Fault::Unchecked {
            nights = self.store.night_versions(Some(old.id)).await?.into_iter().collect();
        }
        self.store.replace_season(old, new, nights).await
    }

    async fn league(&self) -> Result<League, StoreError> {
        self.store.league().await
    }

    async fn put_league(&self, old: League, new: League, today: Date) -> Result<Option<(League, bool)>, StoreError> {
        self.store.put_league(old, new, today).await
    }

    async fn inspect(&self, thorough: bool) -> Result<Findings, StoreError> {
        self.store.inspect(thorough).await
    }

    async fn probe_write(&self, at: Time) -> Result<(), StoreError> {
        self.store.probe_write(at).await
    }

    async fn is_empty(&self) -> Result<bool, StoreError> {
        self.store.is_empty().await
    }

    fn close(&self) {
        self.store.close();
    }
}

#[async_trait]
impl Outbox for FaultyStore {
    async fn webhooks(&self) -> Result<Vec<Webhook>, StoreError> {
        self.store.webhooks().await
    }

    async fn add_webhook(&self, new: NewWebhook, most: usize) -> Result<AddedWebhook, StoreError> {
        self.store.add_webhook(new, most).await
    }

    async fn set_webhook_status(&self, id: WebhookId, status: WebhookStatus) -> Result<bool, StoreError> {
        self.store.set_webhook_status(id, status).await
    }

    async fn remove_webhook(&self, id: WebhookId) -> Result<(), StoreError> {
        self.store.remove_webhook(id).await
    }

    async fn deliveries(
        &self,
        webhook: WebhookId,
        after: Option<MessageId>,
        most: usize,
    ) -> Result<Option<Vec<Delivery>>, StoreError> {
        self.store.deliveries(webhook, after, most).await
    }

    async fn send_again(&self, webhook: WebhookId, message: MessageId, now: Time) -> Result<bool, StoreError> {
        self.store.send_again(webhook, message, now).await
    }

    async fn waiting_deliveries(&self) -> Result<WaitingDeliveries, StoreError> {
        self.store.waiting_deliveries().await
    }

    async fn claim_deliveries(&self, now: Time, lease_until: Time) -> Result<Vec<DueDelivery>, StoreError> {
        self.store.claim_deliveries(now, lease_until).await
    }

    async fn note_attempt(&self, attempt: Attempt) -> Result<(), StoreError> {
        self.store.note_attempt(attempt).await
    }

    async fn thin_deliveries(&self, before: Time) -> Result<usize, StoreError> {
        self.store.thin_deliveries(before).await
    }
}
