//! A cluster of a test's own, which may crash.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use tempfile::TempDir;

use crate::servers::Servers;
use crate::support::service::unlimited;

/// A cluster that syncs to the disk; it is stopped when it is dropped.
pub struct Cluster {
    directory: TempDir,
    url: String,
}

impl Cluster {
    pub fn start() -> Cluster {
        Cluster::made(|directory| run("start", directory, "durable"))
    }

    /// A standby that follows this one.
    pub fn standby(&self) -> Cluster {
        let primary = self.directory.path().to_str().unwrap();
        Cluster::made(|directory| run("standby", directory, primary))
    }

    fn made(make: impl FnOnce(&Path) -> String) -> Cluster {
        let directory = tempfile::tempdir().unwrap();
        let url = make(directory.path()).trim().to_owned();
        Cluster { directory, url }
    }

    /// The URL of its superuser.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The id of its first process.
    pub fn pid(&self) -> String {
        let file = std::fs::read_to_string(self.directory.path().join("data/postmaster.pid")).unwrap();
        file.lines().next().unwrap().to_owned()
    }

    /// Two servers on a database of it.
    pub fn servers(&self) -> Servers {
        servers_on(&self.url)
    }

    /// Stops it as a crash would, and starts it again.
    pub fn crash(&self) {
        run("restart", self.directory.path(), "immediate");
    }

    /// Stops it as a crash would.
    pub fn stop(&self) {
        run("stop", self.directory.path(), "");
    }

    /// Lets it follow no longer, and take writes.
    pub fn promote(&self) {
        run("promote", self.directory.path(), "");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.directory.path().join("data/postmaster.pid").exists() {
            self.stop();
        }
    }
}

/// Two servers on the database of this address.
pub fn servers_on(address: &str) -> Servers {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("postgres"), address).unwrap();
    Servers::start_in(Arc::new(directory), unlimited)
}

/// Runs a command of tests/postgres/cluster, and returns its output.
fn run(name: &str, directory: &Path, argument: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/postgres/cluster");
    let output = Command::new(script).arg(name).arg(directory).arg(argument).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
