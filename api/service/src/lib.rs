//! The service without HTTP: the use cases, the log in memory, callers and passwords, the problems, and calls of other services.
//!
//! A module uses only the modules below its row.
//!
//! | module | contents |
//! |---|---|
//! | `services` | the use cases of games, nights and the league |
//! | `auth` | callers, sessions, passwords, rate limits |
//! | `eventlog`, `problem` | the only way that games and nights change: lock, decide, append, publish; the errors of the interface |
//! | `outgoing` | requests to the receivers of webhooks |
//! | `request_id` | the id of the request that is being answered |

pub mod auth;
pub mod eventlog;
pub mod outgoing;
pub mod problem;
pub mod request_id;
pub mod services;

#[cfg(test)]
#[path = "../../../tests/eventlog/mod.rs"]
mod eventlog_tests;
#[cfg(test)]
#[path = "../../../tests/simulation/mod.rs"]
mod simulation;
