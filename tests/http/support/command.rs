//! Commands of the binary besides serving.

use std::process::Output;

use tempfile::TempDir;

use crate::support::service::pegout;

/// Runs a command of the binary in this directory.
pub fn run(directory: &TempDir, arguments: &[&str]) -> Output {
    pegout(directory).args(arguments).output().unwrap()
}

/// Runs a command that succeeds, and returns its output.
#[track_caller]
pub fn done(directory: &TempDir, arguments: &[&str]) -> String {
    let output = run(directory, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that is refused, and returns the error message.
#[track_caller]
pub fn refused(directory: &TempDir, arguments: &[&str]) -> String {
    let output = run(directory, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}
