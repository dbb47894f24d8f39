//! Snapshots: published states, with the JSON and server-sent event made of them once, for everybody who reads or
//! watches.

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
pub struct Snapshot<A> {
    /// The state.
    pub state: Arc<A>,
    /// The merges of players that it was folded with.
    pub persons: Arc<Merges>,
    /// The number of the state, which no other has while the service runs: two of one version may differ where the database was
    /// replaced.
    pub number: u64,
    rendered: Arc<OnceLock<Rendered>>,
}

impl<A> Clone for Snapshot<A> {
    fn clone(&self) -> Snapshot<A> {
        Snapshot {
            state: self.state.clone(),
            persons: self.persons.clone(),
            number: self.number,
            rendered: self.rendered.clone(),
        }
    }
}

impl<A> Snapshot<A> {
    /// The snapshot of a state that was folded with these merges, not rendered yet.
    pub fn new(state: Arc<A>, persons: Arc<Merges>) -> Snapshot<A> {
        Snapshot { state, persons, number: next_number(), rendered: Arc::default() }
    }

    /// Changes the state, in place where nobody else holds it. It is to be rendered anew.
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
    /// Made when it is first asked for.
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

    /// Renders a view whose id is made of its content: a new name is no new version.
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

/// The published states of a game or a night, the newest at once and each one after it.
pub struct Subscription<S> {
    /// The first state, where it may be newer than the published one.
    first: Option<Rendered>,
    /// The state that was told last.
    last: Option<Rendered>,
    published: watch::Receiver<S>,
    render: Box<dyn Fn(&S) -> Rendered>,
    /// Stays in memory as long as anybody watches.
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

    /// The same subscription with a first state that may be newer than the published one.
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
        // Not rendered under the guard: a publisher would wait for it.
        let published = self.published.borrow_and_update().clone();
        (self.render)(&published)
    }

    /// Waits for a state that is told otherwise than the last one. States between two calls are skipped. Returns `None` when no
    /// more will come.
    pub async fn next(&mut self) -> Option<Rendered> {
        loop {
            self.published.changed().await.ok()?;
            let newest = self.newest();
            // A state that was loaded again may be the same.
            let is_told = |last: &Rendered| last.version() == newest.version() && last.sse() == newest.sse();
            if !self.last.as_ref().is_some_and(is_told) {
                self.last = Some(newest.clone());
                return Some(newest);
            }
        }
    }
}
