//! A new password for the coordinator, set at the machine.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use crate::auth::passwords::{PasswordError, Passwords};
use crate::cli;
use crate::config::Config;
use pegout_model::clock::{Clock, SystemClock};
use pegout_model::random::SystemRandom;
use pegout_store::Store;

/// Asks for the password, and sets it. Whoever was signed in with the old one has to sign in again.
pub async fn run(config: &Config) -> Result<(), String> {
    let database = &config.database;
    if database.file().is_some_and(|file| !file.exists()) {
        return Err(format!("{database} is missing: name the club's database with --database."));
    }
    let store: Arc<dyn Store> = database.open(None).map_err(cli::sentence)?;
    store.probe_write(SystemClock.now()).await.map_err(cli::sentence)?;
    let password = read()?;
    let set = Passwords::new(store.clone(), Arc::new(SystemRandom)).ensure_set(Some(&password), |_| Ok(())).await;
    store.close();
    set.map_err(|error| match error {
        PasswordError::TooShort => "A password has at least 8 letters: choose a longer one.".to_owned(),
        PasswordError::Problem(problem) => problem.to_string(),
        PasswordError::Hidden(sentence) => sentence,
    })?;
    cli::print(&format!("The coordinator of {database} has a new password.\n"))
}

/// The password that is typed twice at a terminal, or the first line of the input.
fn read() -> Result<String, String> {
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
