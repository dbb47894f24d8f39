//! Pegout, the service: counts hands, follows the play, and serves the phone page.
//!
//! | module | what it holds |
//! |---|---|
//! | `config` | the command line and its environment variables |
//! | `app` | builds and runs the server from a config |
//! | `routes` | every path, in one table |
//! | `handlers` | parse, one call to the engine, answer |
//! | `body`, `query` | reading what was sent |
//! | `problem`, `refusal` | every error, in one enum and one match; what the engine refuses |
//! | `openapi` | the document that describes it all |
//! | `manners` | what holds for every request and answer |
//! | `metrics` | numbers for Prometheus |
//! | `page` | the phone page, from inside the binary |
//! | `welcome` | what the operator sees at the start |

mod app;
mod body;
mod config;
mod handlers;
mod healthcheck;
mod manners;
mod metrics;
mod openapi;
mod page;
mod problem;
mod query;
mod refusal;
mod routes;
mod welcome;

use std::process::ExitCode;

use clap::Parser;

use config::{Command, Config};

#[actix_web::main]
async fn main() -> ExitCode {
    let config = Config::parse();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("info"))
        // It warns at every request whose path is a pattern that it cannot spell out.
        .filter_module("actix_web_prom", log::LevelFilter::Error)
        .init();
    let outcome = match config.command {
        None => serve(&config).await,
        Some(Command::Healthcheck) => healthcheck::run(&config.listen),
        Some(Command::Openapi) => welcome::say(&openapi::pretty(&routes::document())),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(config: &Config) -> Result<(), String> {
    let application = app::Application::build(config)?;
    welcome::show(application.addresses())?;
    application.run_until_stopped().await
}
