//! One or two servers on one store, which are restarted while the night goes on.

use std::sync::Arc;
use std::time::Duration;

use pegout_engine::Time;
use tempfile::TempDir;

use super::seeded::Seeded;
use crate::eventlog_tests::faulty_store::Fault;
use crate::eventlog_tests::servers;
use crate::services::Services;
use pegout_model::clock::{Clock, ManualClock};
use pegout_store::Store;

/// The beginning of each night, in milliseconds since 1970.
const START_MILLIS: i64 = 1_769_900_000_000;

/// One or two servers on one store.
pub struct Deployment {
    /// The store of all servers.
    pub store: Arc<dyn Store>,
    /// The servers, each with its own cache and locks.
    pub servers: Vec<Services>,
    /// The clock of all servers.
    pub clock: Arc<ManualClock>,
    random: Arc<Seeded>,
    fault: Option<Fault>,
    folder: Arc<TempDir>,
}

impl Deployment {
    /// A new store with `servers` servers. The store may have a fault.
    pub fn new(seed: u64, servers: usize, fault: Option<Fault>) -> Deployment {
        let folder = servers::folder();
        let clock = Arc::new(ManualClock::default());
        clock.set(START_MILLIS);
        let store = servers::open(&folder, fault);
        let random = Arc::new(Seeded::new(seed));
        let mut deployment = Deployment { store, servers: Vec::new(), clock, random, fault, folder };
        deployment.servers = (0..servers).map(|_| deployment.fresh()).collect();
        deployment
    }

    /// A server with an empty cache.
    pub fn fresh(&self) -> Services {
        Services::new(self.store.clone(), self.clock.clone(), self.random.clone())
    }

    /// The time of all servers.
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    /// Advances the clock by `seconds` seconds.
    pub fn advance(&self, seconds: i64) {
        self.clock.set(self.clock.now().millis() + 1000 * seconds);
    }

    /// Restarts one of the servers.
    pub fn restart(&mut self, server: usize) {
        self.servers[server] = self.fresh();
    }

    /// Stops all servers, closes the store, and starts them again.
    pub fn reopen(&mut self) {
        let count = self.servers.len();
        self.servers.clear();
        self.store.close();
        self.store = servers::open(&self.folder, self.fault);
        self.servers = (0..count).map(|_| self.fresh()).collect();
    }

    /// Removes everything that nobody uses from the cache of one of the servers.
    pub fn evict(&self, server: usize) {
        self.servers[server].log.games.evict_idle(Duration::ZERO);
        self.servers[server].log.nights.evict_idle(Duration::ZERO);
    }
}
