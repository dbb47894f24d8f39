//! The store in PostgreSQL, which several servers may use at the same time.

mod address;
mod backup;
mod batch;
mod connections;
mod damage;
mod db;
mod events;
pub mod failure;
mod listener;
mod notices;
mod schema;
mod statement;
mod store;
mod writer;
mod writers;

use std::path::PathBuf;
use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::broadcast;

use super::{ChangeNotice, StoreError, StoreMetrics};
use crate::error::unavailable;
pub use address::PostgresAddress;
pub use connections::Connections;
use connections::REQUESTS;
pub use damage::tables as damaged_tables;
pub use failure::Failure;
use notices::Notices;
pub use schema::verify_newest;
pub use statement::value;
use writers::{WRITERS, Writers};

/// The threads that carry the connections.
const THREADS: usize = 2;
/// The most changes that wait for a slow listener. A listener that is further behind only gets a notice of the loss.
const CHANGES_KEPT: usize = 4096;

/// The store in a database of PostgreSQL's.
pub struct PostgresStore {
    /// The folder of the backups.
    backups: Option<PathBuf>,
    address: PostgresAddress,
    requests: Arc<Connections>,
    writers: Writers,
    /// The connections of the writers.
    writer_pool: Arc<Connections>,
    notices: Notices,
    changes: broadcast::Sender<ChangeNotice>,
    metrics: StoreMetrics,
    /// Carries the connections as long as the store is there.
    _runtime: OwnRuntime,
}

/// A runtime that may be dropped within another runtime.
struct OwnRuntime(Option<Runtime>);

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl PostgresStore {
    /// The store in this database. Missing tables are created. Each use tries an unreachable database again.
    pub fn new(address: PostgresAddress) -> Result<PostgresStore, StoreError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(unavailable)?;
        let handle = runtime.handle().clone();
        let requests = Arc::new(Connections::new(address.clone(), REQUESTS, handle.clone())?);
        let writer_pool = Arc::new(Connections::new(address.clone(), WRITERS, handle.clone())?);
        let notices = Notices::start(requests.clone(), &handle);
        let metrics = StoreMetrics::default();
        let writers = Writers::start(&writer_pool, &notices, &metrics, &handle);
        let changes = broadcast::Sender::new(CHANGES_KEPT);
        handle.spawn(listener::listen_forever(address.clone(), changes.clone()));
        Ok(PostgresStore {
            backups: None,
            address,
            requests,
            writers,
            writer_pool,
            notices,
            changes,
            metrics,
            _runtime: OwnRuntime(Some(runtime)),
        })
    }

    /// The same store, whose backups go into this folder.
    pub fn with_backups(self, folder: Option<PathBuf>) -> PostgresStore {
        PostgresStore { backups: folder, ..self }
    }
}
