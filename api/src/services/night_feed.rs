//! What those hear who watch a night: the whole night when it or one of its games has changed, written once however many
//! they are, and a few times a second at most.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::rt;
use pegout_engine::league::{Night, NightId};
use tokio::sync::watch;

use crate::eventlog::Records;
use crate::eventlog::cache::Held;
use crate::eventlog::snapshot::Told;
use crate::http::sse::Watch;
use crate::problem::Problem;
use crate::services::night_report::Evening;

/// How long at least passes from one telling to the next.
const PACE: Duration = Duration::from_millis(250);
/// How long to wait before a night that could not be told is tried again.
const RETRY: Duration = Duration::from_secs(2);

/// The nights that are watched at the moment.
#[derive(Clone)]
pub struct Boards {
    records: Arc<Records>,
    watched: Arc<Mutex<HashMap<NightId, watch::Sender<Told>>>>,
}

impl Boards {
    /// Nobody watches yet.
    pub fn new(records: Arc<Records>) -> Boards {
        Boards { records, watched: Arc::default() }
    }

    /// The night as it is, and whatever becomes of it.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn watch(&self, id: NightId) -> Result<Watch<Told>, Problem> {
        let held = self.records.nights.held(id).await?;
        let changes = held.seen.subscribe();
        // From here on nothing is missed, and what is told first is no older.
        let there = self.watched().get(&id).map(watch::Sender::subscribe);
        let now = self.tell(id).await?;
        let newest = there.unwrap_or_else(|| match self.watched().entry(id) {
            Entry::Occupied(there) => {
                let mut newest = there.get().subscribe();
                newest.mark_changed();
                newest
            }
            Entry::Vacant(free) => {
                rt::spawn(self.clone().keep(id, held.clone(), changes));
                free.insert(watch::Sender::new(now.clone())).subscribe()
            }
        });
        Ok(Watch::new(newest, held).beginning_with(now))
    }

    /// Tells of every change as long as anybody watches. The night stays in memory meanwhile.
    async fn keep(self, id: NightId, _held: Arc<Held<Night>>, mut changes: watch::Receiver<Arc<Night>>) {
        let mut wait = PACE;
        loop {
            rt::time::sleep(wait).await;
            if self.forget_unwatched(id) {
                return;
            }
            // The heartbeat of those who watch shows who is gone; looking now and then is enough.
            let changed = rt::time::timeout(Duration::from_secs(5), changes.changed()).await;
            wait = match changed {
                Err(_) => Duration::ZERO,
                Ok(Err(_)) => return,
                Ok(Ok(())) => match self.tell(id).await {
                    Ok(told) => {
                        self.show(id, told);
                        PACE
                    }
                    Err(problem) => {
                        log::error!("night {id} cannot be told: {problem}");
                        changes.mark_changed();
                        RETRY
                    }
                },
            };
        }
    }

    /// The night as it is now; its own version says nothing of its games.
    async fn tell(&self, id: NightId) -> Result<Told, Problem> {
        let view = Evening::of(&self.records, id).await?.view()?;
        Ok(Told::by_content(&view))
    }

    fn show(&self, id: NightId, told: Told) {
        if let Some(newest) = self.watched().get(&id) {
            newest.send_if_modified(|newest| {
                let other = newest.id() != told.id();
                if other {
                    *newest = told;
                }
                other
            });
        }
    }

    /// Whether nobody watches any more.
    fn forget_unwatched(&self, id: NightId) -> bool {
        let mut watched = self.watched();
        let unwatched = watched.get(&id).is_none_or(|newest| newest.receiver_count() == 0);
        if unwatched {
            watched.remove(&id);
        }
        unwatched
    }

    fn watched(&self) -> MutexGuard<'_, HashMap<NightId, watch::Sender<Told>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
