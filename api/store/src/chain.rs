//! The chain of checksums of a stream, by which damage is noticed: each covers the one before it, so that no event can be
//! missing, changed or in another place. It is the same in every database.

use sha2::{Digest, Sha256};

use super::StoredEvent;
use super::text::{self, Text};

/// The head of a stream: the version and the checksum of its last event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The version; 0 before the first event.
    pub version: u64,
    /// The checksum.
    pub checksum: i64,
}

impl Head {
    /// The head of a stream without an event.
    pub const NONE: Head = Head { version: 0, checksum: 0 };

    /// The head after one more event with this body.
    pub fn after(self, stream: [u8; 16], body: &[u8]) -> Head {
        let version = self.version + 1;
        let mut hasher = Sha256::new();
        hasher.update(stream);
        hasher.update(version.to_be_bytes());
        hasher.update(self.checksum.to_be_bytes());
        hasher.update(body);
        Head { version, checksum: shortened(hasher) }
    }
}

/// The events of a stream that are not as they were written: some are missing, or others than before.
#[derive(Clone, Copy, Debug)]
pub struct Damaged;

/// An event as a database has it: with its checksum, and without its free texts.
pub struct ChainedEvent {
    /// The version that was written.
    pub version: u64,
    /// The event as JSON.
    pub body: String,
    /// The checksum that was written.
    pub checksum: i64,
}

/// The events of a stream that was read in order, if all are as they were written. The head that was written is `None` where
/// there is none.
pub fn verified(
    stream: [u8; 16],
    events: impl IntoIterator<Item = ChainedEvent>,
    written: Option<Head>,
) -> Result<Vec<StoredEvent>, Damaged> {
    let mut head = Head::NONE;
    let mut verified = Vec::new();
    for ChainedEvent { version, body, checksum } in events {
        head = head.after(stream, body.as_bytes());
        if head != (Head { version, checksum }) {
            return Err(Damaged);
        }
        verified.push(StoredEvent { version, body });
    }
    if written.unwrap_or(Head::NONE) == head { Ok(verified) } else { Err(Damaged) }
}

/// Returns true where the texts of these events stand beside the log.
pub fn have_texts(events: &[StoredEvent]) -> bool {
    events.iter().any(|event| text::is_detached(&event.body))
}

/// The events with their texts, if they are those that they were written with. `find` has them by version and field.
pub fn with_texts(
    events: Vec<StoredEvent>,
    find: impl Fn(u64, &str) -> Option<Text>,
) -> Result<Vec<StoredEvent>, Damaged> {
    let attach = |StoredEvent { version, body }: StoredEvent| {
        if !text::is_detached(&body) {
            return Ok(StoredEvent { version, body });
        }
        let body = text::attach(&body, |field| find(version, field)).map_err(|_| Damaged)?;
        Ok(StoredEvent { version, body })
    };
    events.into_iter().map(attach).collect()
}

/// The first 64 bits of a hash, as the databases' integers hold them.
pub fn shortened(hasher: Sha256) -> i64 {
    let [a, b, c, d, e, f, g, h, ..] = hasher.finalize().0;
    i64::from_be_bytes([a, b, c, d, e, f, g, h])
}
