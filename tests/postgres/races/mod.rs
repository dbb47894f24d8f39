//! Both servers asked at the same moment.

mod imports;
mod league;
mod nights;

use std::sync::Barrier;
use std::thread;

use serde_json::Value;

use crate::servers::Servers;
use crate::support::league::League;
use crate::support::service::{Answer, Service};

const ROUNDS: u32 = 30;

/// The first server with a signed-in coordinator, and the second one.
struct Hall {
    league: League,
    other: Service,
}

impl Hall {
    fn open(servers: Servers) -> Hall {
        let [first, other] = servers.into_both();
        Hall { league: League::new(first), other }
    }

    /// Sends a request with the coordinator's token to the other server.
    fn other(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.other.request(method, path, &self.league.token, Some(body))
    }

    /// Returns true if both servers refuse all these tokens at this path.
    fn refuses(&self, tokens: &[String], path: &str) -> bool {
        let is_refused = |server: &Service, token| server.request("GET", path, token, None).status == 401;
        [&self.league.service, &self.other].iter().all(|server| tokens.iter().all(|token| is_refused(server, token)))
    }
}

/// Calls both functions at the same moment, and returns their results.
fn together<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    let start = Barrier::new(2);
    thread::scope(|scope| {
        let first = scope.spawn(|| {
            start.wait();
            one()
        });
        start.wait();
        let second = other();
        (first.join().unwrap(), second)
    })
}
