//! The limits on the number of open live streams, from one address and in total.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus::IntGauge;

use crate::auth::rate_limit::LimitOptions;
use crate::problem::Problem;

/// The open live streams, counted by address.
pub struct WatcherLimit {
    watchers: Mutex<HashMap<IpAddr, u64>>,
    max_per_address: u64,
    max_total: u64,
    count: IntGauge,
}

/// A permit for one live stream. Dropping it releases the place.
pub struct WatcherPermit {
    limit: Arc<WatcherLimit>,
    address: IpAddr,
}

impl WatcherLimit {
    /// Creates the limits. A quarter of the files that may be open is kept for everything else. `count` is the metric
    /// of open streams.
    pub fn new(options: &LimitOptions, files: u64, count: IntGauge) -> WatcherLimit {
        WatcherLimit {
            watchers: Mutex::default(),
            max_per_address: options.watchers.get().into(),
            max_total: u64::from(options.all_watchers.get()).min(files / 4 * 3),
            count,
        }
    }

    /// Acquires a permit for a stream to this address.
    pub fn acquire(self: &Arc<WatcherLimit>, address: IpAddr) -> Result<WatcherPermit, Problem> {
        let mut watchers = self.watchers();
        if watchers.values().sum::<u64>() >= self.max_total {
            return Err(Problem::too_many_watchers(&format!("At most {} may watch live at once.", self.max_total)));
        }
        let count = watchers.entry(address).or_default();
        if *count >= self.max_per_address {
            let detail = format!("At most {} may watch live at once from one address.", self.max_per_address);
            return Err(Problem::too_many_watchers(&detail));
        }
        *count += 1;
        self.count.inc();
        Ok(WatcherPermit { limit: self.clone(), address })
    }

    fn release(&self, address: IpAddr) {
        let mut watchers = self.watchers();
        if let Some(count) = watchers.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                watchers.remove(&address);
            }
        }
        self.count.dec();
    }

    fn watchers(&self) -> MutexGuard<'_, HashMap<IpAddr, u64>> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WatcherPermit {
    fn drop(&mut self) {
        self.limit.release(self.address);
    }
}
