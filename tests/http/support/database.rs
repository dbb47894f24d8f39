//! Database files, and services that start on them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::service::{Service, pegout};
use crate::support::table::Table;

pub fn database_path(service: &Service) -> PathBuf {
    service.directory.path().join("pegout.db")
}

/// The files of a folder, by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

pub fn files(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries.filter(|path| path.is_file()).map(|path| (name(&path), fs::read(&path).unwrap())).collect()
}

/// A folder with these files.
pub fn folder_with(files: &Files) -> Arc<TempDir> {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    files.iter().for_each(|(name, bytes)| fs::write(directory.path().join(name), bytes).unwrap());
    directory
}

/// The longest wait of a test for an expected change.
pub const LONGEST: Duration = Duration::from_secs(120);

/// Waits until the condition is true.
#[track_caller]
pub fn wait_until(description: &str, condition: impl Fn() -> bool) {
    let since = Instant::now();
    while !condition() {
        assert!(since.elapsed() < LONGEST, "timed out: {description}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The error message of a service that refuses to start in this directory.
#[track_caller]
pub fn start_refusal(directory: &TempDir) -> String {
    let mut command = pegout(directory);
    let mut child = command.args(["--listen", "127.0.0.1:0"]).stderr(Stdio::piped()).spawn().unwrap();
    let since = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if since.elapsed() > LONGEST {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "it has started");
    String::from_utf8(output.stderr).unwrap()
}

/// The number of changes of games and nights that a refusal says are missing.
pub fn number_missing(sentence: &str) -> Option<usize> {
    let (_, rest) = sentence.split_once("lacks its newest changes: ")?;
    rest.trim_start_matches("at least ").split_once(" change").and_then(|(number, _)| number.parse().ok())
}

/// A directory with the database of a stopped service, with one game.
#[track_caller]
pub fn served_before() -> Arc<TempDir> {
    let mut service = Service::start_unlimited();
    service.dispatch(Table(1).begin()).ok(201);
    service.stop();
    service.directory.clone()
}

/// The command run by another program, which may have arguments of its own.
pub fn wrapped_by(mut program: Command, command: &Command) -> Command {
    program.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => program.env(name, value),
            None => program.env_remove(name),
        };
    }
    program.current_dir(command.get_current_dir().unwrap()).stdout(Stdio::piped());
    program
}
