//! Notices to the other servers, by NOTIFY: hints, sent outside of every transaction, that something has changed. None need
//! arrive: each server compares versions as well.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use pegout_engine::game::GameId;
use pegout_league::NightId;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::sleep;

use super::connections::Connections;
use super::failure::Failure;
use super::statement::execute;
use crate::{Append, StreamId};

/// The channel of the notices.
pub const CHANNEL: &str = "pegout";
/// The time in which notices are put together.
const COALESCED: Duration = Duration::from_millis(20);
/// The most streams that one notice tells, so that it stays below 8,000 bytes.
const MAX_STREAMS: usize = 140;
/// The notice that plain rows have changed.
const ROWS: &str = "rows";

/// A notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A stream has this version.
    Stream(StreamId, u64),
    /// Rows have changed that servers keep in memory.
    Rows,
}

/// The way to tell the other servers. Clones are the same way.
#[derive(Clone)]
pub struct Notices(UnboundedSender<Notice>);

impl Notices {
    /// Starts to send notices, on this runtime.
    pub fn start(connections: Arc<Connections>, runtime: &Handle) -> Notices {
        let (sender, waiting) = unbounded_channel();
        runtime.spawn(send_forever(connections, waiting));
        Notices(sender)
    }

    /// Tells of the streams of an append.
    pub fn appended(&self, append: &Append) {
        for new in &append.streams {
            self.send(Notice::Stream(new.stream, new.after + new.bodies.len() as u64));
        }
        if !append.rows.is_empty() {
            self.send(Notice::Rows);
        }
    }

    /// Tells that plain rows have changed.
    pub fn rows_changed(&self) {
        self.send(Notice::Rows);
    }

    fn send(&self, notice: Notice) {
        // Nobody sends them any more when the service has stopped.
        let _ = self.0.send(notice);
    }
}

async fn send_forever(connections: Arc<Connections>, mut waiting: UnboundedReceiver<Notice>) {
    while let Some(first) = waiting.recv().await {
        let (mut streams, mut rows) = (BTreeMap::new(), false);
        let mut next = Some(first);
        while let Some(notice) = next {
            match notice {
                Notice::Stream(stream, version) => drop(streams.insert(stream, version)),
                Notice::Rows => rows = true,
            }
            next = waiting.try_recv().ok();
        }
        let streams: Vec<String> = streams.into_iter().map(|(stream, version)| encode(stream, version)).collect();
        let told = streams.chunks(MAX_STREAMS).map(|streams| streams.join(","));
        for notice in told.chain(rows.then(|| ROWS.to_owned())) {
            // The other servers find it out within a second all the same.
            if let Ok(client) = connections.get().await {
                let told = connections.answered(client, async |connection| {
                    execute(&*connection, "SELECT pg_notify($1, $2)", &[&CHANNEL, &notice]).await.map_err(Failure::from)
                });
                let _ = told.await;
            }
        }
        sleep(COALESCED).await;
    }
}

fn encode(stream: StreamId, version: u64) -> String {
    match stream {
        StreamId::Game(id) => format!("g{id}:{version}"),
        StreamId::Night(id) => format!("n{id}:{version}"),
    }
}

/// The notices of a payload. What cannot be read is of another release, and is passed over.
pub fn decode(payload: &str) -> Vec<Notice> {
    let notice = |text: &str| {
        if text == ROWS {
            return Some(Notice::Rows);
        }
        let (stream, version) = text.split_at_checked(1)?.1.split_once(':')?;
        let stream = match text.as_bytes().first()? {
            b'g' => stream.parse::<GameId>().ok()?.into(),
            b'n' => stream.parse::<NightId>().ok()?.into(),
            _ => return None,
        };
        Some(Notice::Stream(stream, version.parse().ok()?))
    };
    payload.split(',').filter_map(notice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_is_read_as_it_was_written_and_another_release_s_is_passed_over() {
        let (game, night) = (GameId::from_bytes([7; 16]), NightId::from_bytes([9; 16]));
        let payload = [encode(game.into(), 3), "x1".to_owned(), encode(night.into(), 12), ROWS.to_owned()].join(",");
        let notices = [Notice::Stream(game.into(), 3), Notice::Stream(night.into(), 12), Notice::Rows];
        assert_eq!(decode(&payload), notices);
        assert_eq!(decode("é:1,g:1,,n"), []);
    }
}
