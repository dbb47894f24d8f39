//! Power cuts, replayed from the recorded calls of runs. Phones keep the score, the log is emptied, and backups are made. There is
//! a night with draws, a forgetting, an upgrade, a restore, and an accepted loss. PEGOUT_STATES=100000 sets the number of states
//! of all runs together, and PEGOUT_DICE=7 chooses different states.

mod commands;
mod replay;
mod serving;
mod state;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::support::calls::Calls;
use crate::support::database::Files;
use crate::support::service::pegout;
use replay::{Call, Dice, Disk, Ignored, Unsynced};

/// The usual number of states of all kinds of runs together.
const STATES: usize = 640;
/// The kinds of runs that share these states.
const KINDS: usize = 8;
/// The command itself looks at one state of this number.
const LOOKED_AT: usize = 10;
const BACKUPS: &str = "backups";

/// Looks at a folder after a power cut. Takes the length of the record at the cut, and true if the command itself must look.
type Look = Box<dyn Fn(&TempDir, u64, bool) -> State>;

/// A state after a power cut.
enum State {
    Whole,
    /// Changes are missing, and the command says so.
    Noticed,
    Bad(String),
}

/// A recorded run.
struct Run {
    folder: PathBuf,
    /// The files before the run.
    before: Files,
    calls: Vec<Call>,
    look: Look,
}

/// The numbers of the states of a replay, and sentences about bad states.
#[derive(Default)]
struct Outcome {
    noticed: usize,
    bad: Vec<String>,
}

impl Run {
    /// Replays states, the same number for each kind of cut. A run with ignored syncs ends at the first state that is not whole.
    fn replayed(&self, moments: &[usize], ignored: Ignored, states: usize) -> Outcome {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ number("PEGOUT_DICE").unwrap_or(0) as u64);
        let pick = |state: usize| (moments[dice.below(moments.len())], Unsynced::ALL[state % Unsynced::ALL.len()]);
        let mut cuts: Vec<(usize, Unsynced)> = (0..states).map(pick).collect();
        cuts.sort_unstable_by_key(|(moment, _)| *moment);
        let mut cuts = cuts.into_iter().peekable();
        let mut disk = Disk::new(&self.folder, ignored, &self.before);
        let mut outcome = Outcome::default();
        for (moment, call) in self.calls.iter().enumerate() {
            disk.apply(call);
            while let Some((_, unsynced)) = cuts.next_if(|(cut, _)| *cut == moment) {
                let place = written(&disk.after_power_cut(unsynced, &mut dice));
                match (self.look)(&place, call.end, dice.below(LOOKED_AT) == 0) {
                    State::Whole => {}
                    // A disk that destroys a whole sector may take changes with it.
                    State::Noticed if unsynced == Unsynced::Garbage || ignored != Ignored::None => outcome.noticed += 1,
                    State::Noticed => outcome.bad.push(format!("call {moment}, {unsynced:?}: changes are missing")),
                    State::Bad(fault) => outcome.bad.push(format!("call {moment}, {unsynced:?}: {fault}")),
                }
                if ignored != Ignored::None && outcome.noticed + outcome.bad.len() > 0 {
                    return outcome;
                }
            }
        }
        outcome
    }

    /// Asserts that no state at these moments lacks a change or raises a false alarm. As controls, a disk that skips some syncs.
    fn assert_whole(&self, name: &str, moments: &[usize], kinds: usize, controls: &[Ignored]) {
        let states = number("PEGOUT_STATES").unwrap_or(STATES) * kinds / KINDS;
        let Outcome { noticed, bad } = self.replayed(moments, Ignored::None, states);
        println!("power: {name}: {states} states, {noticed} of them with a loss that was noticed, {} bad", bad.len());
        assert!(bad.is_empty(), "{name}: {} of {states}: {:#?}", bad.len(), &bad[..bad.len().min(5)]);
        for ignored in controls {
            let Outcome { noticed, bad } = self.replayed(moments, *ignored, states.max(STATES / 2));
            assert!(noticed + bad.len() > 0, "{name}: {ignored:?} is not needed");
        }
    }

    fn all_moments(&self) -> Vec<usize> {
        (0..self.calls.len()).collect()
    }

    /// The moments that are near a call: in its neighbourhood of this size.
    fn near(&self, is_wanted: impl Fn(&Call) -> bool, size: usize) -> Vec<usize> {
        let wanted = self.calls.iter().enumerate().filter(|(_, call)| is_wanted(call)).map(|(moment, _)| moment);
        let around =
            |moment: usize| -> Range<usize> { moment.saturating_sub(size)..(moment + size + 1).min(self.calls.len()) };
        let mut moments: Vec<usize> = wanted.flat_map(around).collect();
        moments.dedup();
        moments
    }
}

fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok().map(|number| number.parse().unwrap())
}

/// A folder with these files.
fn written(files: &BTreeMap<PathBuf, Vec<u8>>) -> TempDir {
    let place = TempDir::new_in("/dev/shm").unwrap();
    fs::create_dir(place.path().join(BACKUPS)).unwrap();
    files.iter().for_each(|(name, bytes)| fs::write(place.path().join(name), bytes).unwrap());
    place
}

/// Records a command that succeeds on these files. `look` gets the length of the whole record.
fn recorded_command(
    before: Files,
    change: impl FnOnce(&mut Command) -> &mut Command,
    look: impl FnOnce(u64) -> Look,
) -> Run {
    let (calls, folder, other) =
        (Calls::new(), crate::support::database::folder_with(&before), tempfile::tempdir().unwrap());
    let record = other.path().join("record");
    let mut command = pegout(&folder);
    let output = calls.recorded(&record, change(&mut command)).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    finished(folder.path(), before, &record, look)
}

/// The run of a record.
fn finished(folder: &Path, before: Files, record: &Path, look: impl FnOnce(u64) -> Look) -> Run {
    let folder = fs::canonicalize(folder).unwrap();
    let record = fs::read(record).unwrap();
    let calls = replay::parse(&record, &folder);
    Run { folder, before, calls, look: look(record.len() as u64) }
}
