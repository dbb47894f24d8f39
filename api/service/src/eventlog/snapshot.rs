//! Snapshots: published states with their JSON and server-sent event, which are rendered once for all readers.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use pegout_model::player::Merges;

/// The bytes that most games fit into.
const TYPICAL_SIZE: usize = 6 * 1024;

/// The number of states so far.
static STATES: AtomicU64 = AtomicU64::new(0);

/// A published state.
#[derive(Clone)]
pub struct Snapshot<A> {
    /// The state.
    pub state: Arc<A>,
    /// The merges of players that it was folded with.
    pub merges: Arc<Merges>,
    /// The number of the state, unique while the service runs. Two states of one version differ if the database was
    /// replaced.
    pub number: u64,
    rendered: Arc<OnceLock<Rendered>>,
}

impl<A> Snapshot<A> {
    /// The snapshot of a state that was folded with these merges, not rendered yet.
    pub fn new(state: Arc<A>, merges: Arc<Merges>) -> Snapshot<A> {
        Snapshot { state, merges, number: next_number(), rendered: Arc::default() }
    }

    /// Changes the state, in place if nobody else holds it, and drops the rendering.
    pub fn advance(&mut self, change: impl FnOnce(&mut A))
    where
        A: Clone,
    {
        change(Arc::make_mut(&mut self.state));
        self.number = next_number();
        self.rendered = Arc::default();
    }

    /// Renders the state unless that was done.
    pub fn rendered(&self, render: impl FnOnce(&A) -> Rendered) -> Rendered {
        self.rendered.get_or_init(|| render(&self.state)).clone()
    }
}

fn next_number() -> u64 {
    STATES.fetch_add(1, Ordering::Relaxed)
}

/// A game or a night as JSON and as a server-sent event.
#[derive(Clone, Debug)]
pub struct Rendered {
    version: u64,
    id: u64,
    /// Computed at the first use.
    digest: Arc<OnceLock<u64>>,
    sse: Bytes,
    /// The place in the event at which the JSON begins.
    json: usize,
}

impl Rendered {
    /// Renders the only view of its version.
    pub fn with_version(version: u64, view: &impl Serialize) -> Rendered {
        Rendered::new(version, version, Arc::default(), &json(view))
    }

    /// Renders a view whose id is a digest of its content: a new name does not make a new version.
    pub fn with_digest(version: u64, view: &impl Serialize) -> Rendered {
        let json = json(view);
        let digest = digest(&json);
        Rendered::new(version, digest, Arc::new(OnceLock::from(digest)), &json)
    }

    fn new(version: u64, id: u64, digest: Arc<OnceLock<u64>>, json: &[u8]) -> Rendered {
        let head = format!("id: {id}\ndata: ");
        let sse = [head.as_bytes(), json, b"\n\n"].concat();
        Rendered { version, id, digest, json: head.len(), sse: Bytes::from(sse) }
    }

    /// The version of the game or the night.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The id of the event.
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// The first bytes of the hash of the JSON.
    pub fn digest(&self) -> u64 {
        *self.digest.get_or_init(|| digest(&self.json()))
    }

    /// The JSON.
    pub fn json(&self) -> Bytes {
        self.sse.slice(self.json..self.sse.len() - 2)
    }

    /// The server-sent event.
    pub fn sse(&self) -> Bytes {
        self.sse.clone()
    }
}

fn digest(json: &[u8]) -> u64 {
    let mut first = [0; 8];
    first.copy_from_slice(&Sha256::digest(json)[..8]);
    u64::from_be_bytes(first)
}

fn json(view: &impl Serialize) -> Vec<u8> {
    let mut json = Vec::with_capacity(TYPICAL_SIZE);
    serde_json::to_writer(&mut json, view).expect("a view has no map whose keys are not text");
    json
}

/// The published states of a game or a night: the newest state at once, then each new state.
pub struct Subscription<S> {
    /// The first state, if it may be newer than the published state.
    first: Option<Rendered>,
    /// The state that was returned last.
    last: Option<Rendered>,
    published: watch::Receiver<S>,
    render: Box<dyn Fn(&S) -> Rendered>,
    /// Keeps the entry in memory as long as the subscription lasts.
    _entry: Arc<dyn Any + Send + Sync>,
}

impl<S: Clone> Subscription<S> {
    /// A subscription to published states, with the way to render them.
    pub fn new(
        published: watch::Receiver<S>,
        entry: Arc<dyn Any + Send + Sync>,
        render: impl Fn(&S) -> Rendered + 'static,
    ) -> Subscription<S> {
        Subscription { first: None, last: None, published, render: Box::new(render), _entry: entry }
    }

    /// Begins the subscription with `first`, which may be newer than the published state.
    #[must_use]
    pub fn starting_with(self, first: Rendered) -> Subscription<S> {
        Subscription { first: Some(first), ..self }
    }

    /// The newest state, to begin with.
    pub fn first(&mut self) -> Rendered {
        let first = self.first.take().unwrap_or_else(|| self.newest());
        self.last = Some(first.clone());
        first
    }

    fn newest(&mut self) -> Rendered {
        // The state is not rendered under the guard, since a publisher would wait.
        let published = self.published.borrow_and_update().clone();
        (self.render)(&published)
    }

    /// Waits for a state whose rendering differs from the last state. States between two calls are skipped. Returns
    /// `None` after the last state.
    pub async fn next(&mut self) -> Option<Rendered> {
        loop {
            self.published.changed().await.ok()?;
            let newest = self.newest();
            // A reloaded state may be unchanged.
            let is_unchanged = |last: &Rendered| last.version() == newest.version() && last.sse() == newest.sse();
            if !self.last.as_ref().is_some_and(is_unchanged) {
                self.last = Some(newest.clone());
                return Some(newest);
            }
        }
    }
}
