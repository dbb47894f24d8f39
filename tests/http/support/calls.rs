//! Commands that are killed, or that get an error, at one of their calls that change a file: see `tests/crash/calls.c`.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

pub const SIGKILL: i32 = 9;

/// The library that counts the calls, made by the compiler that links every test.
pub struct Calls {
    preloaded: PathBuf,
    directory: TempDir,
}

/// What happens at a call.
#[derive(Clone, Copy, Debug)]
pub enum Fate {
    Killed,
    /// The call fails with this error number.
    Fails(i32),
    /// The call and all later calls fail with this error number.
    FailsFromHere(i32),
}

impl Calls {
    pub fn new() -> Calls {
        let directory = tempfile::tempdir().unwrap();
        let library = directory.path().join("calls.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/crash/calls.c");
        let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).args([source, "-ldl"]).status();
        assert!(made.unwrap().success());
        Calls { preloaded: library, directory }
    }

    /// Lets this happen at the call of this number, from 1 on.
    pub fn at<'command>(&self, call: usize, fate: Fate, command: &'command mut Command) -> &'command mut Command {
        command.env("LD_PRELOAD", &self.preloaded).env("PEGOUT_CALL", call.to_string());
        match fate {
            Fate::Killed => command,
            Fate::Fails(error) => command.env("PEGOUT_CALL_FAILS", error.to_string()),
            Fate::FailsFromHere(error) => {
                command.env("PEGOUT_CALL_FAILS", error.to_string()).env("PEGOUT_CALLS_AFTER", "fail")
            }
        }
    }

    /// Lets the command append its calls to this file.
    pub fn recorded<'command>(&self, record: &Path, command: &'command mut Command) -> &'command mut Command {
        command.env("LD_PRELOAD", &self.preloaded).env("PEGOUT_CALLS_RECORD", record)
    }

    /// Lets each call of the command leak this number of bytes.
    pub fn leaking<'command>(&self, bytes: usize, command: &'command mut Command) -> &'command mut Command {
        command.env("LD_PRELOAD", &self.preloaded).env("PEGOUT_CALLS_LEAK", bytes.to_string())
    }

    /// Lets the command count its calls, for [`Calls::number`].
    pub fn counted<'command>(&self, command: &'command mut Command) -> &'command mut Command {
        command.env("LD_PRELOAD", &self.preloaded).env("PEGOUT_CALLS", self.directory.path().join("calls"))
    }

    /// The number of calls of the counted command that ended last.
    pub fn number(&self) -> usize {
        std::fs::read_to_string(self.directory.path().join("calls")).unwrap().parse().unwrap()
    }

    /// The number of the calls of a command that succeeds.
    pub fn count(&self, command: &mut Command) -> usize {
        let output = self.counted(command).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.number()
    }
}
