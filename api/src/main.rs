//! Pegout, the service: counts hands, follows the play, and serves the phone page.
//!
//! | module | what it holds |
//! |---|---|
//! | `config`, `app` | the command line, and the server it makes |
//! | `routes` | every path, in one table |
//! | `handlers` | parse, one call to the engine, answer |
//! | `body`, `query`, `fault` | reading what was sent, and saying what is wrong with it |
//! | `problem`, `refusal` | every error, in one enum and one match; what the engine refuses |
//! | `conventions` | what holds for every request and answer |
//! | `openapi`, `answers` | the document that describes it all |
//! | `page`, `fallback` | the phone page, and what is answered where nothing is |
//! | `metrics` | numbers for Prometheus |
//! | `welcome`, `healthcheck` | what the operator sees at the start, and what a container asks |

mod answers;
mod app;
mod body;
mod config;
mod conventions;
mod fallback;
mod fault;
mod handlers;
mod healthcheck;
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
        Some(Command::Openapi) => welcome::print(&openapi::pretty(&routes::document())),
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
    let application = app::Application::build(config)?;
    welcome::show(application.addresses())?;
    application.run_until_stopped().await
}
