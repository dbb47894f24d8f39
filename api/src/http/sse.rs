//! Whoever watches a game or a night hears of each change, and of the newest one at once.

use std::any::Any;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header::{self, ContentEncoding};
use actix_web::rt::time::{Instant, Interval, interval_at};
use actix_web::web::Bytes;
use futures_util::stream::{self, Stream};
use tokio::sync::watch;

use crate::eventlog::snapshot::Told;
use crate::http::watchers::{Audience, Place};
use crate::problem::Problem;

/// How often something is said while nothing happens, so that a connection that is lost is noticed.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Tells the browser to come back a second after the connection was lost.
const GREETING: Bytes = Bytes::from_static(b"retry: 1000\n\n");

/// What ends all streams, and lets people watch.
#[derive(Clone)]
pub struct Live {
    stopping: watch::Receiver<bool>,
    audience: Arc<Audience>,
}

/// What is watched: what is told first, whatever follows, and what must stay in memory meanwhile.
pub struct Watch<S> {
    first: Option<Told>,
    newest: watch::Receiver<S>,
    _held: Arc<dyn Any + Send + Sync>,
}

impl<S> Watch<S> {
    /// What is watched, and what holds it. The newest is told first.
    pub const fn new(newest: watch::Receiver<S>, held: Arc<dyn Any + Send + Sync>) -> Watch<S> {
        Watch { first: None, newest, _held: held }
    }

    /// The same, where `first` is newer than what was told last.
    pub fn beginning_with(self, first: Told) -> Watch<S> {
        Watch { first: Some(first), ..self }
    }
}

/// One who watches. What a slow one misses is skipped: the next event tells everything again.
struct Watcher<S> {
    watch: Watch<S>,
    stopping: watch::Receiver<bool>,
    heartbeat: Interval,
    greeted: bool,
    first: Option<Bytes>,
    _place: Place,
}

impl Live {
    /// Streams that end when `stopping` says true.
    pub fn new(stopping: watch::Receiver<bool>, audience: Audience) -> Live {
        Live { stopping, audience: Arc::new(audience) }
    }

    /// The answer that goes on until the watcher leaves or the service stops. `known` is the id of the last event that
    /// the watcher heard.
    ///
    /// # Errors
    ///
    /// When as many watch as may, from this address or in all.
    pub fn stream<S>(&self, mut watch: Watch<S>, address: IpAddr, known: Option<&str>) -> Result<HttpResponse, Problem>
    where
        S: AsRef<Told> + Send + Sync + 'static,
    {
        let place = self.audience.admit(address)?;
        let first = watch.first.take().unwrap_or_else(|| watch.newest.borrow_and_update().as_ref().clone());
        let first = (known != Some(&first.id().to_string())).then(|| first.event());
        let watcher = Watcher {
            watch,
            stopping: self.stopping.clone(),
            heartbeat: interval_at(Instant::now() + HEARTBEAT, HEARTBEAT),
            greeted: false,
            first,
            _place: place,
        };
        Ok(HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, "text/event-stream"))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            // To compress is to gather before sending; nginx gathers too unless it is told not to.
            .insert_header(ContentEncoding::Identity)
            .insert_header(("x-accel-buffering", "no"))
            .streaming(watcher.events()))
    }
}

impl<S: AsRef<Told>> Watcher<S> {
    fn events(self) -> impl Stream<Item = Result<Bytes, Infallible>> {
        stream::unfold(self, |mut watcher| async { watcher.next().await.map(|bytes| (Ok(bytes), watcher)) })
    }

    async fn next(&mut self) -> Option<Bytes> {
        if !std::mem::replace(&mut self.greeted, true) {
            return Some(GREETING);
        }
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        tokio::select! {
            biased;
            _ = self.stopping.wait_for(|stopping| *stopping) => None,
            changed = self.watch.newest.changed() => {
                changed.ok().map(|()| self.watch.newest.borrow_and_update().as_ref().event())
            }
            _ = self.heartbeat.tick() => Some(Bytes::from_static(b":\n\n")),
        }
    }
}
