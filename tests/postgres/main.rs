//! Tests of several servers on one database of PostgreSQL: the real binary over real HTTP. `tests/postgres/drill` starts
//! a cluster and runs them; `PEGOUT_TEST_POSTGRES` names it.
//!
//! | module | subject |
//! |---|---|
//! | `copies` | a club that moves from a file to PostgreSQL and back |
//! | `servers` | two servers on one database, each replaced by another at any moment |
//! | `damage` | plain rows that another program has changed |
//! | `encryption` | connections to a server that can encrypt them, and certificates that are refused |
//! | `forgetting` | the traces of a forgotten person |
//! | `kills` | the drill: servers are killed while every game is played through both |
//! | `sabotage` | its control: a database that compares no versions |
//! | `deadlocks` | transactions that wait for each other |
//! | `races::nights` | both servers are asked for draws, pegs and merges of a night at the same moment |
//! | `races::league` | the same of the league's settings, players, displays and representatives |
//! | `races::imports` | the same of the imports of a season |
//! | `histories` | reads and changes of many clients at once, each checked against the stored changes |
//! | `reads` | a phone that moves between the servers |
//! | `refreshes` | tokens, passwords and names that the other server has changed |
//! | `faults::outages` | the connection of notices is cut, and PostgreSQL itself crashes |
//! | `faults::deaf` | a server whose connection of notices is dead without being closed |
//! | `faults::standbys` | the machine of the database is lost, and a standby takes its place |
//! | `faults::cluster` | a cluster of PostgreSQL for the fault tests, which may crash |
//! | `faults::silent` | a host that says nothing, as a machine that is lost |
//! | `faults::stalls` | PostgreSQL answers nothing, and a connection is lost at its COMMIT |
//! | `faults::proxy` | a proxy between a server and PostgreSQL, which causes the faults |
//! | `rolling` | both servers are replaced under load |
//! | `webhooks` | each message is sent by one server |

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod copies;
mod damage;
mod deadlocks;
mod encryption;
mod faults;
mod forgetting;
mod histories;
mod kills;
mod races;
mod reads;
mod refreshes;
mod rolling;
mod sabotage;
mod servers;
mod webhooks;
#[allow(dead_code, reason = "tests/http uses the rest")]
#[path = "../http/support"]
mod support {
    pub mod checksums;
    pub mod command;
    pub mod database;
    pub mod game;
    pub mod league;
    pub mod postgres;
    pub mod receiver;
    pub mod service;
    pub mod table;
    pub mod watcher;
}
