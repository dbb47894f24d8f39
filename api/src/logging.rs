//! The log, on the error output: lines for people, or for programs.

use std::borrow::Cow;
use std::io::{self, Write};

use clap::ValueEnum;
use env_logger::fmt::Formatter;
use env_logger::{Builder, Env, Logger};
use log::kv::{self, Key, VisitSource};
use log::{LevelFilter, Log, Metadata, Record};
use serde_json::{Map, Value};

use pegout_http::access_log::logged_id;
use pegout_service::request_id;

/// The form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line of text for each entry.
    Text,
    /// A JSON object on a line for each entry.
    Json,
}

impl LogFormat {
    /// Starts the logger with the filter in `RUST_LOG`.
    pub fn start(self) {
        let mut builder = Builder::from_env(Env::default().default_filter_or("info"));
        // This module warns at every request whose path pattern it cannot expand.
        builder.filter_module("actix_web_prom", LevelFilter::Error);
        // This module logs every copy that a command makes.
        builder.filter_module("rusqlite_migration", LevelFilter::Warn);
        builder.format(match self {
            LogFormat::Text => write_text,
            LogFormat::Json => write_json,
        });
        let logger = builder.build();
        log::set_max_level(logger.filter());
        // Only a second logger is refused, and this is the first.
        drop(log::set_boxed_logger(Box::new(NamedLogger(logger))));
    }
}

/// A logger that names the modules of all crates as modules of `pegout`. Operators filter by these names.
struct NamedLogger(Logger);

impl Log for NamedLogger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let target = log_name(metadata.target());
        self.0.enabled(&Metadata::builder().level(metadata.level()).target(&target).build())
    }

    fn log(&self, record: &Record<'_>) {
        let target = log_name(record.target());
        self.0.log(&record.to_builder().target(&target).build());
    }

    fn flush(&self) {
        self.0.flush();
    }
}

/// The name of a module in the log: `pegout::store::sqlite` for `pegout_store::sqlite`. The use cases, the operations and the
/// document are modules of `pegout` itself.
fn log_name(target: &str) -> Cow<'_, str> {
    let Some(module) = target.strip_prefix("pegout_") else { return target.into() };
    let module = module.strip_prefix("service::").unwrap_or(module);
    let own =
        module.strip_prefix("http::").filter(|module| module.starts_with("handlers") || module.starts_with("openapi"));
    format!("pegout::{}", own.unwrap_or(module)).into()
}

fn write_text(line: &mut Formatter, record: &Record<'_>) -> io::Result<()> {
    let (time, level, target) = (line.timestamp_seconds(), record.level(), record.target());
    let style = line.default_level_style(level);
    write!(line, "[{time} {style}{level:<5}{style:#} {target}] {}", record.args())?;
    match request_id::current() {
        Some(id) => writeln!(line, " {}", logged_id(&id)),
        None => writeln!(line),
    }
}

fn write_json(line: &mut Formatter, record: &Record<'_>) -> io::Result<()> {
    let mut entry = Entry(Map::new());
    entry.insert("time", line.timestamp_millis().to_string());
    entry.insert("level", record.level().as_str());
    entry.insert("target", record.target());
    entry.insert("message", record.args().to_string());
    if let Some(id) = request_id::current() {
        entry.insert("request_id", logged_id(&id));
    }
    record.key_values().visit(&mut entry).map_err(io::Error::other)?;
    serde_json::to_writer(&mut *line, &entry.0)?;
    writeln!(line)
}

/// An entry of the log as a JSON object.
struct Entry(Map<String, Value>);

impl Entry {
    fn insert(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }
}

impl<'entry> VisitSource<'entry> for Entry {
    fn visit_pair(&mut self, name: Key<'entry>, value: kv::Value<'entry>) -> Result<(), kv::Error> {
        let number = value.to_u64().map(Value::from).or_else(|| value.to_f64().map(Value::from));
        self.insert(name.as_str(), number.unwrap_or_else(|| value.to_string().into()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::log_name;

    #[test]
    fn the_names_in_the_log_do_not_depend_on_the_crates() {
        for (target, name) in [
            ("pegout::server::application", "pegout::server::application"),
            ("pegout_store", "pegout::store"),
            ("pegout_store::sqlite::writer", "pegout::store::sqlite::writer"),
            ("pegout_service::services::nights", "pegout::services::nights"),
            ("pegout_http::access_log", "pegout::http::access_log"),
            ("pegout_http::handlers::backups", "pegout::handlers::backups"),
            ("actix_web::server", "actix_web::server"),
        ] {
            assert_eq!(log_name(target), name);
        }
    }
}
