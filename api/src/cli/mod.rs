//! The subcommands of the program.

pub mod backup;
pub mod check;
pub mod demo;
mod manifest;
pub mod transfer;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use jiff::Timestamp;

use crate::config::Config;
use pegout_model::clock::{Clock, SystemClock};
use pegout_model::random::SystemRandom;
use pegout_service::auth::passwords::{PasswordError, Passwords};
use pegout_store::backup::Accepted;
use pegout_store::{Location, Store, StoreError};

/// Writes the text to the standard output.
pub fn print(text: &str) -> Result<(), String> {
    io::stdout().write_all(text.as_bytes()).map_err(|error| format!("Cannot write to the standard output: {error}."))
}

/// Returns the sentence about an error of the store for the operator.
fn sentence(error: StoreError) -> String {
    match error {
        StoreError::Unusable(sentence) => sentence,
        other => format!("{other}."),
    }
}

/// Returns the time as a part of a file's name.
fn file_time() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H-%M-%SZ").to_string()
}

/// Lets the service start on a database that lacks its newest changes. Prints the missing changes and the name of a copy.
pub fn accept_loss(config: &Config) -> Result<(), String> {
    let Location::File(file) = &config.database else {
        return Err("A database of PostgreSQL's has no mark, so nothing is known to be missing in it.".to_owned());
    };
    let Accepted { loss, copy } = pegout_store::backup::accept_loss(file, &file_time()).map_err(sentence)?;
    print(&format!("{}\n{} is a copy of the database as it was.\n", loss.given_up(), copy.display()))
}

/// Asks for the coordinator's new password, and sets it. All sessions of the old password end.
pub async fn set_password(config: &Config) -> Result<(), String> {
    let database = &config.database;
    if database.file().is_some_and(|file| !file.exists()) {
        return Err(format!("{database} is missing: name the club's database with --database."));
    }
    let store: Arc<dyn Store> = database.open(None).map_err(sentence)?;
    store.probe_write(SystemClock.now()).await.map_err(sentence)?;
    let password = read_password()?;
    let set = Passwords::new(store.clone(), Arc::new(SystemRandom)).ensure_set(Some(&password), |_| Ok(())).await;
    store.close();
    set.map_err(|error| match error {
        PasswordError::TooShort => "A password has at least 8 letters: choose a longer one.".to_owned(),
        PasswordError::Problem(problem) => problem.to_string(),
        PasswordError::Hidden(sentence) => sentence,
    })?;
    print(&format!("The coordinator of {database} has a new password.\n"))
}

/// Returns the password that is typed twice at a terminal, or the first line of the input.
fn read_password() -> Result<String, String> {
    let cannot_read = |error: io::Error| format!("The password cannot be read: {error}.");
    if !io::stdin().is_terminal() {
        let mut line = String::new();
        io::stdin().read_line(&mut line).map_err(cannot_read)?;
        return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
    }
    let ask = |question: &str| rpassword::prompt_password(question).map_err(cannot_read);
    let password = ask("New password of the coordinator: ")?;
    if password == ask("The same once more: ")? {
        Ok(password)
    } else {
        Err("These were two different passwords: nothing was changed.".to_owned())
    }
}
