//! How many files the process may have open: each connection is one.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Allows as many as the system lets the process have, and says how many those are. Many systems give 1024 to whoever
/// does not ask for more.
pub fn allow_all() -> u64 {
    let mut limit = getrlimit(Resource::Nofile);
    let given = limit.current;
    limit.current = limit.maximum;
    let allowed = match setrlimit(Resource::Nofile, limit) {
        Ok(()) => limit.maximum,
        Err(error) => {
            log::warn!("cannot have more files open: {error}");
            given
        }
    };
    allowed.unwrap_or(u64::MAX)
}
