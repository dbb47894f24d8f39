//! The live feeds of nights. A feed renders its night after each change, once for all watchers. Changes within a
//! quarter of a second are rendered together.

use async_recursion::async_recursion as boxed;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pegout_league::NightId;
use pegout_league::night::{Night, NightView};
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, watch};
use tokio::time::{sleep, timeout};

use super::report::{NightReport, visible_night};
use crate::auth::caller::Caller;
use crate::auth::caller::Viewer;
use crate::eventlog::Change;
use crate::eventlog::snapshot::{Rendered, Subscription};
use crate::problem::Problem;
use crate::services::Core;
use pegout_store::StreamId;

/// The least time between two states of a feed.
const MIN_INTERVAL: Duration = Duration::from_millis(250);
/// The time before a night that could not be rendered is tried again.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);
/// The time between two looks for watchers. The heartbeat of their streams shows who is gone.
const WATCHERS_INTERVAL: Duration = Duration::from_secs(5);

/// The feeds of the nights that are watched.
#[derive(Clone)]
pub struct NightFeeds {
    core: Arc<Core>,
    watched: Arc<Mutex<HashMap<NightId, watch::Sender<NightSnapshot>>>>,
}

/// A published state of a night, rendered once for each audience that watches.
#[derive(Clone)]
pub struct NightSnapshot(Arc<PublishedNight>);

struct PublishedNight {
    view: NightView,
    is_public: bool,
    rendered: Mutex<HashMap<Viewer, Rendered>>,
}

impl NightSnapshot {
    fn new(report: &NightReport) -> NightSnapshot {
        let (view, is_public) = (report.view(), report.is_public);
        NightSnapshot(Arc::new(PublishedNight { view, is_public, rendered: Mutex::default() }))
    }

    fn rendered(&self, caller: Option<&Caller>) -> Rendered {
        let viewer = Viewer::new(caller, self.0.is_public);
        let mut rendered = self.0.rendered.lock().unwrap_or_else(PoisonError::into_inner);
        let render = || Rendered::with_digest(self.0.view.version, &visible_night(self.0.view.clone(), viewer));
        rendered.entry(viewer).or_insert_with(render).clone()
    }

    fn is_same(&self, other: &NightSnapshot) -> bool {
        self.0.is_public == other.0.is_public && self.0.view == other.0.view
    }
}

impl NightFeeds {
    /// The feeds of all nights; none is watched yet.
    pub(in crate::services) fn new(core: Arc<Core>) -> NightFeeds {
        NightFeeds { core, watched: Arc::default() }
    }

    /// The night as it is, and each state after it, as this caller sees it. A caller of `None` is a stranger.
    #[boxed(?Send)]
    pub async fn subscribe(&self, id: NightId, caller: Option<Caller>) -> Result<Subscription<NightSnapshot>, Problem> {
        // Subscribe before reading the first state, so that no later change is missed.
        let changes = self.core.log.changes.subscribe();
        let entry = self.core.log.nights.entry(id).await?.ok_or_else(Problem::no_such_night)?;
        let watched = self.watched().get(&id).map(watch::Sender::subscribe);
        let (report, first) = self.snapshot(id).await?;
        let published = watched.unwrap_or_else(|| match self.watched().entry(id) {
            Entry::Occupied(feed) => {
                let mut published = feed.get().subscribe();
                published.mark_changed();
                published
            }
            Entry::Vacant(free) => {
                tokio::task::spawn_local(self.clone().run(id, report, changes));
                free.insert(watch::Sender::new(first.clone())).subscribe()
            }
        });
        let first = first.rendered(caller.as_ref());
        let render = move |snapshot: &NightSnapshot| snapshot.rendered(caller.as_ref());
        Ok(Subscription::new(published, entry, render).starting_with(first))
    }

    /// Publishes each change as long as anybody watches. The report keeps the games in memory.
    async fn run(self, id: NightId, mut report: NightReport, mut changes: broadcast::Receiver<Change>) {
        let mut wait = MIN_INTERVAL;
        let mut is_stale = false;
        loop {
            sleep(wait).await;
            if self.remove_unwatched(id) {
                return;
            }
            wait = Duration::ZERO;
            if !is_stale && !has_changed(id, &report.night, &mut changes).await {
                continue;
            }
            match self.snapshot(id).await {
                Ok((newest, snapshot)) => {
                    report = newest;
                    self.publish(id, snapshot);
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
    async fn snapshot(&self, id: NightId) -> Result<(NightReport, NightSnapshot), Problem> {
        let report = NightReport::load(&self.core, id).await?;
        let snapshot = NightSnapshot::new(&report);
        Ok((report, snapshot))
    }

    fn publish(&self, id: NightId, snapshot: NightSnapshot) {
        if let Some(feed) = self.watched().get(&id) {
            feed.send_if_modified(|published| {
                let is_new = !published.is_same(&snapshot);
                if is_new {
                    *published = snapshot;
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

    fn watched(&self) -> MutexGuard<'_, HashMap<NightId, watch::Sender<NightSnapshot>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits a while for a change that the night's view depends on, and takes the queued changes too. Returns true for a
/// change.
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
        Change::Stream(StreamId::Ledger) => false,
        Change::Stream(StreamId::Game(game)) => night.table_of(game).is_some(),
        // A league that becomes public shows more of each night.
        Change::Names | Change::League => true,
    }
}
