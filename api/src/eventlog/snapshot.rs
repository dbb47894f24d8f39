//! What is told of a game or a night: written as JSON once a change, however many hear it.

use actix_web::web::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// How many bytes most games fit into.
const USUAL: usize = 6 * 1024;

/// A game or a night as it is told.
#[derive(Clone, Debug, Default)]
pub struct Told {
    id: u64,
    event: Bytes,
    /// Where the JSON begins in the event.
    json: usize,
}

impl Told {
    /// What is told by this view, which is the only one of its version.
    pub fn of(version: u64, view: &impl Serialize) -> Told {
        Told::written(version, &json(view))
    }

    /// What is told by this view, which is known by what it says: a new name is no new version.
    pub fn by_content(view: &impl Serialize) -> Told {
        let json = json(view);
        let mut id = [0; 8];
        id.copy_from_slice(&Sha256::digest(&json)[..8]);
        Told::written(u64::from_be_bytes(id), &json)
    }

    fn written(id: u64, json: &[u8]) -> Told {
        let head = format!("id: {id}\ndata: ");
        let event = [head.as_bytes(), json, b"\n\n"].concat();
        Told { id, json: head.len(), event: Bytes::from(event) }
    }

    /// Which telling it is; 0 where there is nothing to tell.
    pub const fn id(&self) -> u64 {
        self.id
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

fn json(view: &impl Serialize) -> Vec<u8> {
    let mut json = Vec::with_capacity(USUAL);
    serde_json::to_writer(&mut json, view).expect("a view has no map whose keys are not text");
    json
}

impl AsRef<Told> for Told {
    fn as_ref(&self) -> &Told {
        self
    }
}
