//! The live feeds of nights: each renders its night when it or one of its games has changed, once for all who watch, and
//! a few times a second at most.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pegout_engine::league::NightId;
use pegout_engine::league::night::Night;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, watch};
use tokio::time::{sleep, timeout};

use super::night_report::NightReport;
use super::player_names::PlayerNames;
use crate::eventlog::snapshot::{Rendered, Subscription};
use crate::eventlog::{Change, EventLog};
use crate::problem::Problem;
use crate::store::{Store, StreamId};

/// The least time between two states of a feed.
const MIN_INTERVAL: Duration = Duration::from_millis(250);
/// The time before a night that could not be rendered is tried again.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);
/// The time between two looks for watchers. The heartbeat of their streams shows who is gone.
const WATCHERS_INTERVAL: Duration = Duration::from_secs(5);

/// The feeds of the nights that are watched.
#[derive(Clone)]
pub struct NightFeeds {
    log: Arc<EventLog>,
    store: Arc<dyn Store>,
    names: Arc<PlayerNames>,
    watched: Arc<Mutex<HashMap<NightId, watch::Sender<Rendered>>>>,
}

impl NightFeeds {
    /// The feeds of the nights in this log; none is watched yet.
    pub fn new(log: Arc<EventLog>, store: Arc<dyn Store>, names: Arc<PlayerNames>) -> NightFeeds {
        NightFeeds { log, store, names, watched: Arc::default() }
    }

    /// The night as it is, and each state after it.
    pub async fn subscribe(&self, id: NightId) -> Result<Subscription<Rendered>, Problem> {
        // From here on no change is missed, and the first state is no older.
        let changes = self.log.changes.subscribe();
        let entry = self.log.nights.entry(id).await?.ok_or_else(Problem::no_such_night)?;
        let watched = self.watched().get(&id).map(watch::Sender::subscribe);
        let (night, first) = self.render(id).await?;
        let published = watched.unwrap_or_else(|| match self.watched().entry(id) {
            Entry::Occupied(feed) => {
                let mut published = feed.get().subscribe();
                published.mark_changed();
                published
            }
            Entry::Vacant(free) => {
                tokio::task::spawn_local(self.clone().run(id, night, changes));
                free.insert(watch::Sender::new(first.clone())).subscribe()
            }
        });
        Ok(Subscription::new(published, entry, Rendered::clone).starting_with(first))
    }

    /// Publishes each change as long as anybody watches.
    async fn run(self, id: NightId, mut night: Arc<Night>, mut changes: broadcast::Receiver<Change>) {
        let mut wait = MIN_INTERVAL;
        let mut is_stale = false;
        loop {
            sleep(wait).await;
            if self.remove_unwatched(id) {
                return;
            }
            wait = Duration::ZERO;
            if !is_stale && !has_changed(id, &night, &mut changes).await {
                continue;
            }
            match self.render(id).await {
                Ok((newest, rendered)) => {
                    night = newest;
                    self.publish(id, rendered);
                    (is_stale, wait) = (false, MIN_INTERVAL);
                }
                Err(problem) => {
                    log::error!("night {id} cannot be rendered: {problem}");
                    (is_stale, wait) = (true, RETRY_INTERVAL);
                }
            }
        }
    }

    /// The night as it is now. Its own version says nothing of its games.
    async fn render(&self, id: NightId) -> Result<(Arc<Night>, Rendered), Problem> {
        let report = NightReport::load(&self.log, &*self.store, &self.names, id).await?;
        let rendered = Rendered::with_digest(&report.view());
        Ok((report.night, rendered))
    }

    fn publish(&self, id: NightId, rendered: Rendered) {
        if let Some(feed) = self.watched().get(&id) {
            feed.send_if_modified(|published| {
                let is_new = published.id() != rendered.id();
                if is_new {
                    *published = rendered;
                }
                is_new
            });
        }
    }

    /// Removes the feed if nobody watches any more; returns true then.
    fn remove_unwatched(&self, id: NightId) -> bool {
        let mut watched = self.watched();
        let is_unwatched = watched.get(&id).is_none_or(|feed| feed.receiver_count() == 0);
        if is_unwatched {
            watched.remove(&id);
        }
        is_unwatched
    }

    fn watched(&self) -> MutexGuard<'_, HashMap<NightId, watch::Sender<Rendered>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits a while for a change that the night's view depends on, and takes those that wait behind it too.
async fn has_changed(id: NightId, night: &Night, changes: &mut broadcast::Receiver<Change>) -> bool {
    let mut is_changed = match timeout(WATCHERS_INTERVAL, changes.recv()).await {
        Ok(Ok(change)) => concerns(id, night, change),
        Ok(Err(RecvError::Lagged(_))) => true,
        Ok(Err(RecvError::Closed)) | Err(_) => false,
    };
    loop {
        match changes.try_recv() {
            Ok(change) => is_changed |= concerns(id, night, change),
            Err(TryRecvError::Lagged(_)) => is_changed = true,
            Err(TryRecvError::Empty | TryRecvError::Closed) => return is_changed,
        }
    }
}

fn concerns(id: NightId, night: &Night, change: Change) -> bool {
    match change {
        Change::Stream(StreamId::Night(changed)) => changed == id,
        Change::Stream(StreamId::Game(game)) => night.table_of(game).is_some(),
        Change::Names => true,
        Change::League => night.rounds().is_empty(),
    }
}
