//! The connection that listens for the notices of other servers. A lost notice is made up for by the comparison of
//! versions each second, on another connection.

use std::future::poll_fn;
use std::time::{Duration, Instant};

use tokio::select;
use tokio::sync::broadcast;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};
use tokio_postgres::{AsyncMessage, Error};

use super::address::PostgresAddress;
use super::failure::Failure;
use super::notices::{self, CHANNEL, Notice};
use crate::error::unavailable;
use crate::{ChangeNotice, StoreError};

/// The time before a connection that was lost is made again.
const RETRY: Duration = Duration::from_millis(200);
/// The longest wait for the connection, and for an answer on it.
const ANSWER: Duration = Duration::from_secs(2);
/// The time between two questions that show that the connection still answers.
const PROBE: Duration = Duration::from_secs(5);
/// The time without a connection that is worth a second warning.
const TOLD_AGAIN: Duration = Duration::from_secs(10);

/// Sends the changes of other servers to `changes`, for ever.
pub async fn listen_forever(address: PostgresAddress, changes: broadcast::Sender<ChangeNotice>) {
    let mut is_told = false;
    loop {
        let listening = Instant::now();
        if let Err(error) = listen(&address, &changes).await {
            // Warn once while the database is away, not at each attempt.
            is_told &= listening.elapsed() < TOLD_AGAIN;
            if !is_told {
                log::warn!("the notices of other servers are not heard: {error}");
            }
            is_told = true;
        }
        sleep(RETRY).await;
    }
}

/// Listens until the connection is lost.
async fn listen(address: &PostgresAddress, changes: &broadcast::Sender<ChangeNotice>) -> Result<(), StoreError> {
    let tls = address.tls().map_err(unavailable)?;
    let (client, mut connection) = in_time(address.connect("pegout listen", &tls)).await?;
    let (sender, mut heard) = unbounded_channel();
    // The task ends with the set, even if PostgreSQL does not read any more.
    let mut carried = JoinSet::new();
    carried.spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message
                && sender.send(notification.payload().to_owned()).is_err()
            {
                break;
            }
        }
    });
    in_time(client.batch_execute(&format!("LISTEN {CHANNEL}"))).await?;
    // Notices may have been lost before this connection listened.
    tell(changes, ChangeNotice::Missed);
    let mut probe = interval(PROBE);
    loop {
        select! {
            payload = heard.recv() => take(payload, &mut heard, changes)?,
            _ = probe.tick() => in_time(client.batch_execute("")).await?,
        }
    }
}

async fn in_time<T>(asked: impl Future<Output = Result<T, Error>>) -> Result<T, Failure> {
    Ok(timeout(ANSWER, asked).await.map_err(|_| Failure::Unanswered)??)
}

/// Takes the notices that wait.
fn take(
    first: Option<String>,
    heard: &mut UnboundedReceiver<String>,
    changes: &broadcast::Sender<ChangeNotice>,
) -> Result<(), StoreError> {
    let mut next = Some(first.ok_or_else(|| unavailable("the connection was closed"))?);
    let mut rows = false;
    while let Some(payload) = next {
        for notice in notices::decode(&payload) {
            match notice {
                Notice::Stream(stream, version) => tell(changes, ChangeNotice::Stream(stream, version)),
                Notice::Rows => rows = true,
            }
        }
        next = heard.try_recv().ok();
    }
    if rows {
        tell(changes, ChangeNotice::Rows);
    }
    Ok(())
}

fn tell(changes: &broadcast::Sender<ChangeNotice>, change: ChangeNotice) {
    // Nobody listens before the service has started.
    let _ = changes.send(change);
}
