//! The checksum chain of a stream, the same in every database. Each checksum covers the previous checksum, so a
//! missing, changed or moved event is noticed.

use sha2::{Digest, Sha256};

use super::text::{self, Text};
use super::{Damage, StoreError, StoredEvent, StreamId};

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

/// The error of a stream with missing or changed events.
#[derive(Clone, Copy, Debug)]
pub struct Damaged;

/// An event as the database stores it: with its checksum, without its free texts.
pub struct ChainedEvent {
    /// The version that was written.
    pub version: u64,
    /// The event as JSON.
    pub body: String,
    /// The checksum that was written.
    pub checksum: i64,
}

/// Returns the events of a stream that was read in order, if all are unchanged. `written` is the stored head, if there
/// is a head.
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

/// Returns true if any of these events has its texts in rows outside the log.
pub fn have_texts(events: &[StoredEvent]) -> bool {
    events.iter().any(|event| text::is_detached(&event.body))
}

/// Returns the events with their texts, if each text has the hash in its event. `find` returns the text of a version
/// and field.
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

/// Returns the events of these streams, or the error of the first damaged stream.
pub fn undamaged(
    streams: Vec<StreamId>,
    events: Vec<Result<Vec<StoredEvent>, Damaged>>,
) -> Result<Vec<Vec<StoredEvent>>, StoreError> {
    let undamaged = |(stream, events): (StreamId, Result<_, Damaged>)| {
        events.map_err(|Damaged| StoreError::Damaged(Damage::Stream(stream)))
    };
    streams.into_iter().zip(events).map(undamaged).collect()
}

/// The first 64 bits of a hash, as the databases' integers hold them.
pub fn shortened(hasher: Sha256) -> i64 {
    let [a, b, c, d, e, f, g, h, ..] = hasher.finalize().0;
    i64::from_be_bytes([a, b, c, d, e, f, g, h])
}
