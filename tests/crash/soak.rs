//! The soak: 200 pegs a second and 100 watchers for minutes or hours, with backups, forgotten players and removed games. The
//! service is restarted again and again by SIGTERM or SIGKILL. It keeps all pegs, and does not grow. `tests/proof soak` does
//! this for hours.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::json;
use ureq::http::Request;

use super::load::{Load, PEGS_A_SECOND, TABLES};
use crate::support::calls::Calls;
use crate::support::command::done;
use crate::support::database::{database_path, wait_until};
use crate::support::service::{Service, unlimited};

const WATCHERS: u32 = 100;
/// The longest time between two restarts.
const LONGEST_LIFE: Duration = Duration::from_secs(1800);
/// A life has this number of backups. A player is forgotten with each.
const BACKUPS_OF_A_LIFE: usize = 3;
/// Games go after this time without a change.
const KEPT: Duration = Duration::from_secs(60);
/// The control leaks this at each call that changes a file. A peg has one such call or more.
const LEAK: usize = 1024;
/// The most memory that a peg may add, in bytes.
const MOST_A_PEG: f64 = 400.0;
/// The most bytes of the write-ahead log, twice a checkpoint's thousand pages: pegs go on during a checkpoint.
const LONGEST_LOG: u64 = 8_640_000;
const MARK: u64 = 65_536;

/// The size of a service at one moment.
struct Sample {
    pegs: usize,
    resident: u64,
    descriptors: usize,
    log: u64,
    mark: u64,
}

/// The samples of a service from its start to its end, and the times of its pegs.
struct Life {
    samples: Vec<Sample>,
    took: Vec<Duration>,
}

#[test]
#[ignore = "takes minutes: tests/proof soak"]
fn a_service_under_load_for_long_loses_nothing_and_does_not_grow() {
    let lasts = Duration::from_secs(env::var("PEGOUT_SOAK_SECONDS").map_or(180, |seconds| seconds.parse().unwrap()));
    let lives = (lasts.as_secs().div_ceil(LONGEST_LIFE.as_secs()) as u32).max(2);
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut service = Service::start_in(directory.clone(), limited);
    let mut times = Vec::new();
    for life in 0..lives {
        let load = Load::of_games_from(life << 20);
        let signal = ["-TERM", "-KILL"][life as usize % 2];
        let lived = live(&mut service, &load, lasts / lives, signal);
        let stays = lived.stays_small();
        println!("life {} of {lives}, ended by {signal}: {}", life + 1, lived.summary());
        assert!(stays.is_ok(), "{stays:?}");
        times.push(lived.took);
        drop(service);
        service = Service::start_in(directory.clone(), limited);
        assert_kept(&service, &load);
    }
    println!("the slowest of a hundred pegs, last tenth to first tenth: {:.2}", slowest_ratio(&times.concat()));
    // The control: a service that leaks is found.
    let (calls, elsewhere) = (Calls::new(), Arc::new(tempfile::tempdir().unwrap()));
    let mut leaking = Service::start_in(elsewhere, |command| calls.leaking(LEAK, limited(command)));
    let lived = live(&mut leaking, &Load::default(), (lasts / 4).min(Duration::from_secs(120)), "-KILL");
    println!("the control: {}", lived.summary());
    assert!(lived.stays_small().is_err(), "the soak cannot fail");
}

/// Keeps few games in memory, and removes old ones.
fn limited(command: &mut Command) -> &mut Command {
    let kept = format!("{}s", KEPT.as_secs());
    let options = ["--games-in-memory", "64", "--keep-games", &kept, "--keep-unplayed", &kept, "--heartbeat", "1s"];
    unlimited(command).args(options).args(["--watchers", "1000"])
}

/// Serves this load for as many pegs as this time has, then ends by a signal.
fn live(service: &mut Service, load: &Load, lasts: Duration, signal: &str) -> Life {
    let (serving, seconds) = (&*service, lasts.as_secs() as usize);
    let coordinator = &serving.coordinator();
    let samples = thread::scope(|scope| {
        load.start(scope, serving);
        for number in 0..WATCHERS {
            scope.spawn(move || watch(serving, load, number));
        }
        let (mut samples, mut housework) = (Vec::new(), Vec::new());
        for second in 1..=seconds {
            load.wait_for(second * PEGS_A_SECOND as usize);
            samples.push(sample(serving, load));
            if second % (seconds / BACKUPS_OF_A_LIFE) == 0 {
                housework.push(scope.spawn(move || keep_house(serving, coordinator)));
            }
        }
        housework.into_iter().for_each(|kept| kept.join().unwrap());
        load.stop();
        serving.signal(signal);
        samples
    });
    service.child.wait().unwrap();
    Life { samples, took: load.acknowledged().into_values().map(|(_, took)| took).collect() }
}

/// Watches the newest game of a place, until the load ends.
fn watch(service: &Service, load: &Load, number: u32) {
    while !load.is_stopped() {
        wait_until("a game has begun", || load.is_stopped() || load.playing(number).is_some());
        let Some(table) = load.playing(number) else { return };
        let request = Request::get(format!("{}{}/live", service.url, table.path())).body(()).unwrap();
        let Ok(stream) = service.try_listen(request) else { continue };
        // A heartbeat is a line, too.
        let lines = BufReader::new(stream.into_body().into_reader()).lines();
        for _ in lines.map_while(Result::ok).take_while(|_| !load.is_stopped() && load.playing(number) == Some(table)) {
        }
    }
}

/// Makes a backup, and forgets a player.
fn keep_house(service: &Service, coordinator: &str) {
    let copy = service.directory.path().join("copy.db");
    let _ = fs::remove_file(&copy);
    done(&service.directory, &["backup", copy.to_str().unwrap()]);
    let player = service.request("POST", "/api/v1/players", coordinator, Some(&json!({"name": "Ann"})));
    let path = format!("/api/v1/players/{}", player.ok(201)["id"].as_str().unwrap());
    service.request("DELETE", &path, coordinator, None).ok(200);
}

fn sample(service: &Service, load: &Load) -> Sample {
    let process = format!("/proc/{}", service.child.id());
    let status = fs::read_to_string(format!("{process}/status")).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let size = |end: &str| {
        let path = format!("{}{end}", database_path(service).display());
        fs::metadata(path).map_or(0, |about| about.len())
    };
    Sample {
        pegs: load.count(),
        resident: resident.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024,
        descriptors: fs::read_dir(format!("{process}/fd")).unwrap().count(),
        log: size("-wal"),
        mark: size(".mark"),
    }
}

/// Asserts that each acknowledged peg is there once, except in games that were due to go.
fn assert_kept(service: &Service, load: &Load) {
    let mut games = BTreeMap::new();
    for ((table, peg), (at, _)) in load.acknowledged() {
        let (pegs, last) = games.entry(table).or_insert((Vec::new(), at));
        pegs.push(peg);
        *last = at.max(*last);
    }
    assert!(!games.is_empty());
    for (table, (pegs, last)) in games {
        if service.get(&table.path()).status == 410 {
            assert!(last.elapsed() >= KEPT, "{table:?} was removed too early");
            continue;
        }
        let stored = table.log(service);
        let lost: Vec<_> = pegs.iter().filter(|peg| !stored.contains_key(peg)).collect();
        assert!(lost.is_empty(), "{table:?} lacks {lost:?}");
    }
}

impl Life {
    /// The later two thirds, in which everything that is kept in memory is full.
    fn later(&self) -> &[Sample] {
        &self.samples[self.samples.len() / 3..]
    }

    /// The bytes of memory that a peg adds, by the least squares.
    fn bytes_a_peg(&self) -> f64 {
        let points: Vec<(f64, f64)> = self.later().iter().map(|at| (at.pegs as f64, at.resident as f64)).collect();
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|(x, _)| *x), mean(|(_, y)| *y));
        let (over, under) = points.iter().fold((0.0, 0.0), |(over, under), (pegs, bytes)| {
            (over + (pegs - x) * (bytes - y), under + (pegs - x) * (pegs - x))
        });
        over / under
    }

    fn stays_small(&self) -> Result<(), String> {
        let most = |of: fn(&Sample) -> u64, among: &[Sample]| among.iter().map(of).max().unwrap_or_default();
        let (earlier, later) = self.later().split_at(self.later().len() / 2);
        let descriptors = |sample: &Sample| sample.descriptors as u64;
        let bytes = self.bytes_a_peg();
        if bytes > MOST_A_PEG {
            Err(format!("a peg adds {bytes:.0} bytes of memory"))
        } else if most(descriptors, later) > most(descriptors, earlier) + u64::from(TABLES) {
            Err("the open files grow".to_owned())
        } else if most(|sample| sample.log, &self.samples) > LONGEST_LOG {
            Err("the log grows".to_owned())
        } else if self.samples.iter().any(|sample| sample.mark != MARK) {
            Err("the mark has another size".to_owned())
        } else {
            Ok(())
        }
    }

    fn summary(&self) -> String {
        let Sample { pegs, resident, descriptors, log, .. } = self.samples.last().unwrap();
        let most = self.samples.iter().map(|sample| sample.log).max().unwrap_or_default();
        format!(
            "{pegs} pegs in {} s, {} kB of memory, {:.0} bytes a peg, {descriptors} open files, {log} bytes of log, {most} at most",
            self.samples.len(),
            resident / 1024,
            self.bytes_a_peg(),
        )
    }
}

/// The time of the slowest of a hundred pegs in the last tenth, divided by that in the first.
fn slowest_ratio(times: &[Duration]) -> f64 {
    let tenth = times.len() / 10;
    let slowest = |part: &[Duration]| {
        let mut part = part.to_vec();
        part.sort();
        part[part.len() * 99 / 100]
    };
    slowest(&times[times.len() - tenth..]).as_secs_f64() / slowest(&times[..tenth]).as_secs_f64()
}
