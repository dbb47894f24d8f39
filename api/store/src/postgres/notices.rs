//! Notices to the other servers, by NOTIFY: hints of changes, sent outside of transactions. A notice may be lost: each
//! server compares versions as well.

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
/// Notices within this time are sent together.
const COALESCED: Duration = Duration::from_millis(20);
/// The most streams in one notice, which may have at most 8,000 bytes.
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

/// Sends notices to the other servers. Clones share one queue.
#[derive(Clone)]
pub struct Notices(UnboundedSender<Notice>);

impl Notices {
    /// Starts to send notices, on this runtime.
    pub fn start(connections: Arc<Connections>, runtime: &Handle) -> Notices {
        let (sender, waiting) = unbounded_channel();
        runtime.spawn(send_forever(connections, waiting));
        Notices(sender)
    }

    /// Notifies the other servers of the streams of an append.
    pub fn appended(&self, append: &Append) {
        for new in &append.streams {
            self.send(Notice::Stream(new.stream, new.after + new.bodies.len() as u64));
        }
        if !append.rows.is_empty() {
            self.send(Notice::Rows);
        }
    }

    /// Notifies the other servers of a change of plain rows.
    pub fn rows_changed(&self) {
        self.send(Notice::Rows);
    }

    fn send(&self, notice: Notice) {
        // The receiver is gone if the service has stopped.
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
            // Ignore errors: the other servers compare versions each second.
            if let Ok(client) = connections.get().await {
                let told = connections.run(client, async |connection| {
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
        StreamId::Ledger => format!("l:{version}"),
    }
}

/// The notices of a payload. An unreadable notice comes from another release and is skipped.
pub fn decode(payload: &str) -> Vec<Notice> {
    let notice = |text: &str| {
        if text == ROWS {
            return Some(Notice::Rows);
        }
        let (stream, version) = text.split_at_checked(1)?.1.split_once(':')?;
        let stream = match text.as_bytes().first()? {
            b'g' => stream.parse::<GameId>().ok()?.into(),
            b'n' => stream.parse::<NightId>().ok()?.into(),
            b'l' if stream.is_empty() => StreamId::Ledger,
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
        let streams = [(game.into(), 3), (night.into(), 12), (StreamId::Ledger, 7)];
        let encoded = streams.map(|(stream, version)| encode(stream, version)).join(",");
        let payload = ["x1", &encoded, ROWS].join(",");
        let [one, two, three] = streams.map(|(stream, version)| Notice::Stream(stream, version));
        let notices = [one, two, three, Notice::Rows];
        assert_eq!(decode(&payload), notices);
        assert_eq!(decode("é:1,g:1,,n"), []);
    }
}
