//! Pegout, a scoring service for cribbage clubs: it counts hands, keeps the score of games and nights, and serves the
//! phone page.
//!
//! A module uses only the modules below its row.
//!
//! | module | contents |
//! |---|---|
//! | `server` | the running server |
//! | `cli` | the banner of the server, and the other commands |
//! | `config`, `connections`, `tls` | the command line, the limits of connections, the certificate |
//! | `routes` | the table of all paths |
//! | `handlers` | the operations: parse, call a service, respond |
//! | `services`, `http` | the use cases of games, nights and the league; everything about requests and responses |
//! | `auth`, `openapi` | callers, sessions, passwords, rate limits; the OpenAPI document |
//! | `eventlog`, `problem` | the one way that games and nights change: lock, decide, append, publish; the errors of the interface |
//! | `store` | the events and a few plain tables, in SQLite |
//! | `model`, `id` | plain types without I/O; new ids |
//! | `random`, `clock` | randomness and time |

mod auth;
mod cli;
mod clock;
mod config;
mod connections;
mod eventlog;
mod handlers;
mod http;
mod id;
mod model;
mod openapi;
mod problem;
mod random;
mod routes;
mod server;
mod services;
mod store;
mod tls;

#[cfg(test)]
#[path = "../../tests/eventlog/mod.rs"]
mod eventlog_tests;
#[cfg(test)]
#[path = "../../tests/simulation/mod.rs"]
mod simulation;

use std::process::ExitCode;

use config::{Command, Config};

// Every response is built in memory, so the allocator matters.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[actix_web::main]
async fn main() -> ExitCode {
    let config = Config::parse_args();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("info"))
        // This module warns at every request whose path pattern it cannot expand.
        .filter_module("actix_web_prom", log::LevelFilter::Error)
        .init();
    let outcome = match config.command {
        None => serve(&config).await,
        Some(Command::Healthcheck) => cli::healthcheck::run(&config),
        Some(Command::Demo) => cli::demo::run(&config).await,
        Some(Command::Openapi) => cli::openapi::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(config: &Config) -> Result<(), String> {
    server::Application::build(config).await?.run_until_stopped().await
}
