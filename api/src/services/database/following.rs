//! The other servers on the same database: what they change is taken over, so that this one answers and tells the same.

use std::sync::Arc;
use std::time::Duration;

use tokio::select;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};

use crate::auth::sessions::Sessions;
use crate::eventlog::{Change, EventLog};
use crate::problem::Problem;
use crate::services::player_service::PlayerService;
use crate::store::StoreChange;

/// The time between two comparisons of all that is in memory.
const INTERVAL: Duration = Duration::from_secs(1);

/// The state in memory of a server that others may change.
pub struct Following {
    /// The games and nights.
    pub log: Arc<EventLog>,
    /// The rights of tokens.
    pub sessions: Arc<Sessions>,
    /// The names of players.
    pub players: PlayerService,
}

impl Following {
    /// Takes changes over as they are told, and compares versions each second, for ever: being told is a hint alone.
    pub async fn follow_forever(self, mut changes: Receiver<StoreChange>) {
        let mut tick = interval(INTERVAL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failed = Vec::new();
        loop {
            let now = select! {
                change = changes.recv() => match change {
                    Ok(change) => vec![change],
                    Err(RecvError::Lagged(_)) => vec![StoreChange::Any],
                    Err(RecvError::Closed) => return,
                },
                _ = tick.tick() => {
                    if let Err(error) = self.log.compare().await {
                        log::warn!("what is in memory cannot be compared with the database: {error}");
                    }
                    std::mem::take(&mut failed)
                }
            };
            // A change that cannot be taken over is tried again with the next tick.
            for change in now {
                if self.take(change).await.is_err() && !failed.contains(&change) {
                    failed.push(change);
                }
            }
        }
    }

    async fn take(&self, change: StoreChange) -> Result<(), Problem> {
        match change {
            StoreChange::Stream(stream, version) => Ok(self.log.catch_up(stream, version).await?),
            StoreChange::Names => self.players.rename().await,
            StoreChange::Persons => self.players.reload_persons().await,
            StoreChange::League => {
                // Nobody listens while no night is watched.
                let _ = self.log.changes.send(Change::League);
                Ok(())
            }
            StoreChange::Tokens => {
                self.sessions.invalidate_where(|_| true);
                Ok(())
            }
            StoreChange::Any => {
                self.sessions.invalidate_where(|_| true);
                let _ = self.log.changes.send(Change::League);
                self.players.reload_persons().await?;
                Ok(self.log.compare().await?)
            }
        }
    }
}
