//! What is told of a game or a night: written as JSON once a change, however many hear it.

use actix_web::web::Bytes;
use serde::Serialize;

/// How many bytes most games fit into.
const USUAL: usize = 6 * 1024;

/// A game or a night as it is told.
#[derive(Clone, Debug, Default)]
pub struct Told {
    version: u64,
    event: Bytes,
    /// Where the JSON begins in the event.
    json: usize,
}

impl Told {
    /// What is told by this view, which is the one of this version.
    pub fn of(version: u64, view: &impl Serialize) -> Told {
        let mut event = format!("id: {version}\ndata: ").into_bytes();
        let json = event.len();
        event.reserve(USUAL);
        serde_json::to_writer(&mut event, view).expect("a view has no map whose keys are not text");
        event.extend(b"\n\n");
        Told { version, json, event: Bytes::from(event.into_boxed_slice()) }
    }

    /// Which change it tells, from 1; 0 where there is nothing to tell.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The game or night as JSON.
    pub fn json(&self) -> Bytes {
        self.event.slice(self.json..self.event.len() - 2)
    }

    /// The game or night as a server-sent event.
    pub fn event(&self) -> Bytes {
        self.event.clone()
    }
}

impl AsRef<Told> for Told {
    fn as_ref(&self) -> &Told {
        self
    }
}
