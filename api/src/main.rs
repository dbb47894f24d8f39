//! Pegout, the service: counts hands, follows the play, and serves the phone page.
//!
//! | module | what it holds |
//! |---|---|
//! | `config`, `app` | the command line, and the server it makes |
//! | `routes` | every path, in one table |
//! | `handlers` | parse, authorise, one call, answer |
//! | `desk`, `hall` | where everything passes that happens to a game, and to a night |
//! | `aggregate`, `streams`, `memory`, `change`, `records` | load, decide, append, publish: the same for games and nights, and both at once |
//! | `told`, `evening`, `board`, `names` | what is told of a game; of a night and its games; live; and by what names |
//! | `code`, `chance` | what phones join a night with; randomness |
//! | `store` | the log and a few plain tables, in SQLite |
//! | `live`, `audience` | whoever watches hears of each change; how many may |
//! | `caller`, `token`, `tokens`, `password`, `limits` | who asks, what opens what, and how much anybody may ask for |
//! | `alphabet`, `contact` | how names are looked up, compared and put in order; whether somebody can be reached so |
//! | `sheet`, `roster` | tables for spreadsheets; the players as one |
//! | `bodies`, `body`, `query`, `path`, `fault` | reading what was sent, and saying what is wrong with it |
//! | `problem`, `refusal`, `night_refusal` | every error, in one enum and one match; what games and nights refuse |
//! | `conventions`, `open` | what holds for every request and answer; what scripts of other sites may call |
//! | `openapi`, `answers` | the document that describes it all |
//! | `tls` | the certificate for https |
//! | `page`, `fallback` | the phone page, and what is answered where nothing is |
//! | `metrics`, `files` | numbers for Prometheus; how many files may be open |
//! | `demo` | a league that looks alive, for newcomers |
//! | `welcome`, `healthcheck` | what the operator sees at the start, and what a container asks |

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

use std::process::ExitCode;

use config::{Command, Config};

// Each answer is gathered in memory anew, so what allocates it counts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[actix_web::main]
async fn main() -> ExitCode {
    let config = Config::parse_args();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("info"))
        // It warns at every request whose path is a pattern that it cannot spell out.
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
