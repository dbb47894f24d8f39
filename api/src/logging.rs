//! The log, on the error output: lines for people, or for programs.

use std::io::{self, Write};

use clap::ValueEnum;
use env_logger::fmt::Formatter;
use env_logger::{Builder, Env};
use log::kv::{self, Key, VisitSource};
use log::{LevelFilter, Record};
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
    /// Starts the log with the directives of the environment.
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
        builder.init();
    }
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
