//! A gate at which the next write or read of a store waits until something else has happened.

use std::sync::{Mutex, PoisonError};

use futures_util::future::join;
use tokio::sync::oneshot::{Receiver, Sender, channel};

/// A gate at which the next write or read waits.
#[derive(Default)]
pub struct Gate(Mutex<Option<Held>>);

/// A write or read that is to wait.
struct Held {
    arrived: Sender<()>,
    go: Receiver<()>,
}

impl Gate {
    /// Waits if the gate is closed. Only the first caller waits.
    pub async fn pass(&self) {
        let held = self.take();
        if let Some(Held { arrived, go }) = held {
            // If the test is over, nobody receives this.
            let _ = arrived.send(());
            let _ = go.await;
        }
    }

    /// Does `other` at the moment at which `held` has decided and is about to write, or has read.
    pub async fn meanwhile<T>(&self, held: impl Future<Output = T>, other: impl Future<Output = ()>) -> T {
        let ((arrived, has_arrived), (leave, go)) = (channel(), channel());
        *self.0.lock().unwrap() = Some(Held { arrived, go });
        let held = async {
            let value = held.await;
            // If `held` did not pass the gate, dropping the sender lets `other` go on.
            drop(self.take());
            value
        };
        let other = async {
            let _ = has_arrived.await;
            other.await;
            let _ = leave.send(());
        };
        join(held, other).await.0
    }

    fn take(&self) -> Option<Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
