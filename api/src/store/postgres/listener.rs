//! The connection that listens for the notices of other servers, and looks each second for changed rows.

use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::select;
use tokio::sync::broadcast;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_postgres::{AsyncMessage, Client};

use super::address::PostgresAddress;
use super::connections::Connections;
use super::failure::Failure;
use super::notices::{self, CHANNEL, Notice};
use super::value::value;
use crate::store::{StoreChange, StoreError};

/// The time between two looks at the versions of rows.
const INTERVAL: Duration = Duration::from_secs(1);
/// The time before a connection that was lost is made again.
const RETRY: Duration = Duration::from_millis(200);

/// Tells the changes that other servers have made, for ever.
pub async fn listen_forever(
    address: PostgresAddress,
    connections: Arc<Connections>,
    changes: broadcast::Sender<StoreChange>,
) {
    let mut is_told = false;
    loop {
        let listening = Instant::now();
        if let Err(error) = listen(&address, &connections, &changes).await {
            // Not each time while the database is away.
            is_told &= listening.elapsed() < INTERVAL;
            if !is_told {
                log::warn!("the notices of other servers are not heard: {error}");
            }
            is_told = true;
        }
        sleep(RETRY).await;
    }
}

/// Listens until the connection is lost.
async fn listen(
    address: &PostgresAddress,
    connections: &Connections,
    changes: &broadcast::Sender<StoreChange>,
) -> Result<(), StoreError> {
    // The tables are there once anybody has a connection.
    drop(connections.get().await?);
    let tls = address.tls().map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let (client, mut connection) = address.config("pegout listen").connect(tls).await.map_err(Failure::from)?;
    let (sender, mut heard) = unbounded_channel();
    // It ends with the client.
    tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message
                && sender.send(notification.payload().to_owned()).is_err()
            {
                break;
            }
        }
    });
    client.batch_execute(&format!("LISTEN {CHANNEL}")).await.map_err(Failure::from)?;
    let mut known = revisions(&client).await?;
    // Something may have happened while nobody listened.
    tell(changes, StoreChange::Any);
    let mut tick = interval(INTERVAL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let look = select! {
            payload = heard.recv() => take(payload, &mut heard, changes)?,
            _ = tick.tick() => true,
        };
        if look {
            let newest = revisions(&client).await?;
            for (subject, version) in &newest {
                if known.get(subject) != Some(version) {
                    tell(changes, change_of(subject));
                }
            }
            known = newest;
        }
    }
}

/// Takes the notices that wait; returns true where rows have changed.
fn take(
    first: Option<String>,
    heard: &mut UnboundedReceiver<String>,
    changes: &broadcast::Sender<StoreChange>,
) -> Result<bool, StoreError> {
    let mut next = Some(first.ok_or_else(|| StoreError::Unavailable("the connection was closed".to_owned()))?);
    let mut rows = false;
    while let Some(payload) = next {
        for notice in notices::decode(&payload) {
            match notice {
                Notice::Stream(stream, version) => tell(changes, StoreChange::Stream(stream, version)),
                Notice::Rows => rows = true,
            }
        }
        next = heard.try_recv().ok();
    }
    Ok(rows)
}

/// The versions of the rows that servers keep in memory.
async fn revisions(client: &Client) -> Result<HashMap<String, i64>, Failure> {
    let rows = client.query("SELECT subject, version FROM revision", &[]).await?;
    rows.iter().map(|row| Ok((value(row, 0)?, value(row, 1)?))).collect()
}

fn change_of(subject: &str) -> StoreChange {
    match subject {
        "names" => StoreChange::Names,
        "persons" => StoreChange::Persons,
        "league" => StoreChange::League,
        "tokens" => StoreChange::Tokens,
        // A newer release keeps more in memory.
        _ => StoreChange::Any,
    }
}

fn tell(changes: &broadcast::Sender<StoreChange>, change: StoreChange) {
    // Nobody listens before the service has started.
    let _ = changes.send(change);
}
