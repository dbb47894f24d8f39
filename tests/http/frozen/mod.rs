//! Frozen databases of every release: see `tests/http/data/releases/README.md`.

mod answers;
mod club;
mod complete;
mod continuation;
mod freeze;
mod interrupted;
mod loading;
mod schema_version;
mod shape;

use std::process::Command;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::support::frozen::{file, newest_until, read, releases, version_of, version_of_today, write};
use crate::support::service::{Service, unlimited};
use answers::{Answered, Requested};
use shape::EventShape;

/// The data that was frozen together with a database.
#[derive(Deserialize, Serialize)]
pub struct Frozen {
    /// The tokens by their purpose.
    pub tokens: Map<String, Value>,
    /// The ids of games and nights by their purpose.
    #[serde(rename = "places")]
    pub ids: Map<String, Value>,
    /// The names of the representatives who sign in, with their passwords.
    pub passwords: Map<String, Value>,
    /// Requests that are sent again, each with its status.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Requested>,
    /// The recorded responses.
    pub answers: Vec<Answered>,
}

/// The releases with a frozen club. The first kept games alone.
fn clubs() -> Vec<String> {
    let clubs: Vec<String> = releases().into_iter().filter(|release| file(release, "events.shape").exists()).collect();
    assert!(!clubs.is_empty());
    clubs
}

/// The release whose schema is this Pegout's.
fn release_of_today() -> String {
    let (version, newest) = (version_of_today(), newest_until(u32::MAX));
    assert_eq!(
        version_of(&newest),
        version,
        "no database of this version is frozen: freeze one for the next release, as described in \
         tests/http/data/releases/README.md"
    );
    newest
}

fn frozen(release: &str) -> Frozen {
    serde_json::from_str(&read(release, "database.json")).unwrap()
}

fn lines(release: &str) -> EventShape {
    read(release, "events.shape").lines().map(str::to_owned).collect()
}

/// A service on a copy of a frozen database, with the password that is in it.
fn serve_frozen(release: &str) -> Service {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    drop(write(release, directory.path()));
    Service::start_in(directory, with_its_password)
}

fn with_its_password(command: &mut Command) -> &mut Command {
    unlimited(command).env_remove("PEGOUT_PASSWORD")
}

impl Frozen {
    /// The token of the coordinator, if there is one.
    pub fn coordinator(&self) -> &str {
        self.tokens.get("coordinator").and_then(Value::as_str).unwrap_or_default()
    }

    pub fn token(&self, name: &str) -> &str {
        self.tokens[name].as_str().unwrap()
    }

    pub fn id(&self, name: &str) -> &str {
        self.ids[name].as_str().unwrap()
    }

    /// Asserts that every response is still the same.
    #[track_caller]
    pub fn assert_unchanged(&self, service: &Service) {
        assert!(!self.answers.is_empty());
        self.answers.iter().for_each(|answer| answer.assert_unchanged(service, self.coordinator()));
    }
}
