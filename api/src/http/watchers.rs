//! How many watch at the moment, and from where: no more than the service can bear.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus::IntGauge;

use crate::auth::rate_limit::LimitOptions;
use crate::problem::Problem;

/// All who watch a game or a night.
pub struct Audience {
    watchers: Mutex<HashMap<IpAddr, u64>>,
    from_one_address: u64,
    in_all: u64,
    count: IntGauge,
}

/// A place among those who watch, until it is dropped.
pub struct Place {
    audience: Arc<Audience>,
    address: IpAddr,
}

impl Audience {
    /// Nobody watches yet. Of the files that may be open, a quarter is left to everything else. `count` tells how many
    /// watch.
    pub fn new(options: &LimitOptions, files: u64, count: IntGauge) -> Audience {
        Audience {
            watchers: Mutex::default(),
            from_one_address: options.watchers.get().into(),
            in_all: u64::from(options.all_watchers.get()).min(files / 4 * 3),
            count,
        }
    }

    /// Lets somebody watch from this address.
    ///
    /// # Errors
    ///
    /// When as many watch as may, from there or in all.
    pub fn admit(self: &Arc<Audience>, address: IpAddr) -> Result<Place, Problem> {
        let mut watchers = self.watchers();
        if watchers.values().sum::<u64>() >= self.in_all {
            return Err(Problem::too_many_watchers(&format!("At most {} may watch live at once.", self.in_all)));
        }
        let from_there = watchers.entry(address).or_default();
        if *from_there >= self.from_one_address {
            let detail = format!("At most {} may watch live at once from one address.", self.from_one_address);
            return Err(Problem::too_many_watchers(&detail));
        }
        *from_there += 1;
        self.count.inc();
        Ok(Place { audience: self.clone(), address })
    }

    fn leave(&self, address: IpAddr) {
        let mut watchers = self.watchers();
        if let Some(from_there) = watchers.get_mut(&address) {
            *from_there -= 1;
            if *from_there == 0 {
                watchers.remove(&address);
            }
        }
        self.count.dec();
    }

    fn watchers(&self) -> MutexGuard<'_, HashMap<IpAddr, u64>> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.audience.leave(self.address);
    }
}
