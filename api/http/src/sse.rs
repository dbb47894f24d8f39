//! Server-sent events: each stream sends the newest state at once, and then every change. The number of open streams is limited,
//! from one address and in total.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header::{self, ContentEncoding};
use actix_web::rt::time::{Instant, Interval, interval_at};
use actix_web::web::Bytes;
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, OptionFuture};
use futures_util::stream::{self, Stream};
use prometheus::IntGauge;
use tokio::sync::watch;

use pegout_service::auth::rate_limit::LimitOptions;
use pegout_service::eventlog::snapshot::Subscription;
use pegout_service::problem::Problem;

/// The interval of the comment that keeps an idle connection alive and reveals a lost one.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The hint that a browser reconnects a second after the connection was lost.
const RETRY_HINT: Bytes = Bytes::from_static(b"retry: 1000\n\n");

/// The live streams of the service, which all end when it stops.
#[derive(Clone)]
pub struct EventStreams {
    stopping: watch::Receiver<bool>,
    limit: Arc<WatcherLimit>,
    heartbeat: Duration,
}

/// One open stream. A slow client skips states: each event contains the whole state.
struct SseStream<S> {
    subscription: Subscription<S>,
    stopping: watch::Receiver<bool>,
    heartbeat: Interval,
    sent_retry_hint: bool,
    first: Option<Bytes>,
    end: Option<LocalBoxFuture<'static, ()>>,
    _permit: WatcherPermit,
}

impl EventStreams {
    /// Creates the streams, which end when `stopping` becomes true. `heartbeat` replaces the usual time between two heartbeats.
    pub fn new(stopping: watch::Receiver<bool>, limit: WatcherLimit, heartbeat: Option<Duration>) -> EventStreams {
        EventStreams { stopping, limit: Arc::new(limit), heartbeat: heartbeat.unwrap_or(HEARTBEAT) }
    }

    /// Responds with a stream. It lasts until the client leaves, the service stops, or the future `end` is ready.
    /// `last_event_id` is the id of the last event that the client received.
    pub fn stream<S>(
        &self,
        mut subscription: Subscription<S>,
        address: IpAddr,
        last_event_id: Option<&str>,
        end: Option<impl Future<Output = ()> + 'static>,
    ) -> Result<HttpResponse, Problem>
    where
        S: Clone + 'static,
    {
        let permit = self.limit.acquire(address)?;
        let first = subscription.first();
        let first = (last_event_id != Some(&first.id().to_string())).then(|| first.sse());
        let watcher = SseStream {
            subscription,
            stopping: self.stopping.clone(),
            heartbeat: interval_at(Instant::now() + self.heartbeat, self.heartbeat),
            sent_retry_hint: false,
            first,
            end: end.map(|end| Box::pin(end) as LocalBoxFuture<'static, ()>),
            _permit: permit,
        };
        Ok(HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, "text/event-stream"))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            // Compression would delay events. So would the buffer of nginx, which this header switches off.
            .insert_header(ContentEncoding::Identity)
            .insert_header(("x-accel-buffering", "no"))
            .streaming(watcher.events()))
    }
}

impl<S: Clone> SseStream<S> {
    fn events(self) -> impl Stream<Item = Result<Bytes, Infallible>> {
        stream::unfold(self, |mut watcher| async { watcher.next().await.map(|bytes| (Ok(bytes), watcher)) })
    }

    async fn next(&mut self) -> Option<Bytes> {
        if !std::mem::replace(&mut self.sent_retry_hint, true) {
            return Some(RETRY_HINT);
        }
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        tokio::select! {
            biased;
            _ = self.stopping.wait_for(|stopping| *stopping) => None,
            () = OptionFuture::from(self.end.as_mut()).map(drop), if self.end.is_some() => None,
            rendered = self.subscription.next() => rendered.map(|rendered| rendered.sse()),
            _ = self.heartbeat.tick() => Some(Bytes::from_static(b":\n\n")),
        }
    }
}

/// The open live streams, counted by address.
pub struct WatcherLimit {
    watchers: Mutex<HashMap<IpAddr, u64>>,
    max_per_address: u64,
    max_total: u64,
    count: IntGauge,
}

/// A permit for one live stream. Dropping it releases the place.
pub struct WatcherPermit {
    limit: Arc<WatcherLimit>,
    address: IpAddr,
}

impl WatcherLimit {
    /// Creates the limits. A quarter of the files that may be open is kept for everything else. `count` is the metric
    /// of open streams.
    pub fn new(options: &LimitOptions, files: u64, count: IntGauge) -> WatcherLimit {
        WatcherLimit {
            watchers: Mutex::default(),
            max_per_address: options.watchers.get().into(),
            max_total: u64::from(options.all_watchers.get()).min(files / 4 * 3),
            count,
        }
    }

    /// Acquires a permit for a stream to this address.
    pub fn acquire(self: &Arc<WatcherLimit>, address: IpAddr) -> Result<WatcherPermit, Problem> {
        let mut watchers = self.watchers();
        if watchers.values().sum::<u64>() >= self.max_total {
            return Err(Problem::too_many_watchers(&format!("At most {} may watch live at once.", self.max_total)));
        }
        let count = watchers.entry(address).or_default();
        if *count >= self.max_per_address {
            let detail = format!("At most {} may watch live at once from one address.", self.max_per_address);
            return Err(Problem::too_many_watchers(&detail));
        }
        *count += 1;
        self.count.inc();
        Ok(WatcherPermit { limit: self.clone(), address })
    }

    fn release(&self, address: IpAddr) {
        let mut watchers = self.watchers();
        if let Some(count) = watchers.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                watchers.remove(&address);
            }
        }
        self.count.dec();
    }

    fn watchers(&self) -> MutexGuard<'_, HashMap<IpAddr, u64>> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WatcherPermit {
    fn drop(&mut self) {
        self.limit.release(self.address);
    }
}
