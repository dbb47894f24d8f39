//! Server-sent events: each stream sends the newest state at once, and then every change.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header::{self, ContentEncoding};
use actix_web::rt::time::{Instant, Interval, interval_at};
use actix_web::web::Bytes;
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, OptionFuture};
use futures_util::stream::{self, Stream};
use tokio::sync::watch;

use crate::eventlog::snapshot::Subscription;
use crate::http::watchers::{WatcherLimit, WatcherPermit};
use crate::problem::Problem;

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
    /// Creates the streams, which end when `stopping` becomes true, with the usual time between two heartbeats or another.
    pub fn new(stopping: watch::Receiver<bool>, limit: WatcherLimit, heartbeat: Option<Duration>) -> EventStreams {
        EventStreams { stopping, limit: Arc::new(limit), heartbeat: heartbeat.unwrap_or(HEARTBEAT) }
    }

    /// Responds with a stream that lasts until the client leaves, the service stops, or `end` is ready if it is given.
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
            // Compression would delay events, and nginx buffers them too unless it is asked not to.
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
