//! Pegout, a scoring service for cribbage clubs: it counts hands, keeps the score of games and nights, and serves the
//! phone page.
//!
//! A module uses only the modules below its row.
//!
//! | module | contents |
//! |---|---|
//! | `server` | the running server: its sockets, connections and background work |
//! | `cli` | the other commands |
//! | `config` | the command line |
//! | `tls`, `logging` | the certificate, the form of the log |
//!
//! Below them are other crates of Pegout. `pegout-http` has the operations, `pegout-service` the use cases. `pegout-store` keeps the events and a few plain tables, in SQLite or PostgreSQL.
//! `pegout-model` has the plain types, time, randomness and ids. `pegout-league` and `pegout-engine` have the rules.

mod cli;
mod config;
mod logging;
mod server;
mod tls;

use std::process::ExitCode;

use config::{Command, Config};
use pegout_store::Location;
use server::StartError;

// Every response is built in memory, so the allocator matters.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[actix_web::main]
async fn main() -> ExitCode {
    let config = Config::parse_args();
    config.log.start();
    let outcome = match &config.command {
        None => return serve(&config).await,
        Some(Command::Healthcheck) => cli::check::health(&config),
        Some(Command::Demo) => cli::demo::run(&config).await,
        Some(Command::Openapi) => cli::print(pegout_http::openapi::JSON),
        Some(Command::Backup { target }) => cli::backup::back_up(&config, target).await,
        Some(Command::Restore { backup, replace }) => cli::backup::restore(&config, backup, *replace).await,
        Some(Command::AcceptLoss) => cli::accept_loss(&config),
        Some(Command::Check { file }) => cli::check::database(&config, file.as_deref()).await,
        Some(Command::Export { target }) => cli::transfer::export(&config, target).await,
        Some(Command::Import { source, edited }) => cli::transfer::import(&config, source, *edited).await,
        Some(Command::Copy { from, to }) => {
            let named = |place: &Option<Location>| place.clone().unwrap_or_else(|| config.database.clone());
            cli::transfer::copy(&named(from), &named(to)).await
        }
        Some(Command::Password) => cli::set_password(&config).await,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(config: &Config) -> ExitCode {
    let outcome = match server::Application::build(config).await {
        Ok(application) => application.run_until_stopped().await.map_err(StartError::Other),
        Err(error) => Err(error),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            // The code of a command line that cannot be followed.
            if matches!(error, StartError::ShortPassword) { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
