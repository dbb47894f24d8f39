//! `/metrics`: every documented metric from the start, its changes, and the alerts and the dashboard that use them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use serde_json::Value;

use crate::support::checksums;
use crate::support::database::{database_path, wait_until, wrapped_by};
use crate::support::exposition::{Exposition, family};
use crate::support::game::Game;
use crate::support::postgres::on_file;
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};
use crate::support::watcher::Watcher;

const TABLE: Table = Table(1);

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(path)).unwrap()
}

fn silent() -> Service {
    Service::start_with(|command| unlimited(command).env("RUST_LOG", "off"))
}

/// The names of metrics and series in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = text.split(|letter: char| !is_letter(letter));
    words.filter(|word| word.starts_with("pegout_") || word.starts_with("process_")).collect()
}

/// The names in a text that no metric has.
fn unknown<'a>(text: &'a str, metrics: &Exposition) -> Vec<&'a str> {
    names(text).into_iter().filter(|name| !metrics.types.contains_key(family(name, &metrics.types))).collect()
}

#[test]
fn the_documented_metrics_are_those_that_are_there_from_the_start() {
    let service = silent();
    // The metrics label requests by path, so they need a first request.
    service.get("/healthz").ok(200);
    let metrics = Exposition::of(&service);
    let page = read("docs/METRICS.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let documented: BTreeSet<(&str, &str)> = rows
        .filter(|(name, _)| name.starts_with("pegout_") || name.starts_with("process_"))
        .map(|(name, rest)| (name, rest.split(" |").next().unwrap()))
        .collect();
    assert!(documented.len() > 20, "only {} in the page", documented.len());
    let told: BTreeSet<(&str, &str)> =
        metrics.types.iter().map(|(name, kind)| (name.as_str(), kind.as_str())).collect();
    assert_eq!(documented, told);

    for name in ["events_appended_total", "append_conflicts_total", "commit_failures_total", "sync_failures_total"] {
        assert_eq!(metrics.value(&format!("pegout_{name}")), 0.0, "{name}");
    }
    assert_eq!(metrics.value("pegout_append_duration_seconds_count"), 0.0);
    assert!(metrics.value("pegout_last_backup_timestamp_seconds").is_nan());
    assert_eq!(metrics.value(&format!("pegout_build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"))), 1.0);
    assert!(metrics.value("process_resident_memory_bytes") > 1e6);
    assert!(metrics.value("process_start_time_seconds") > 1.6e9);
    assert!((1.0..metrics.value("process_max_fds")).contains(&metrics.value("process_open_fds")));
}

#[test]
fn the_metrics_follow_what_happens() {
    let _file = on_file();
    let service = silent();
    let before = Exposition::of(&service);
    service.dispatch(TABLE.begin()).ok(201);
    for peg in 0..3 {
        service.dispatch(TABLE.request(Change::Peg(peg))).ok(201);
    }
    service.coordinator();
    let game = Game::two_sided(&service);
    let mut watching = Watcher::open(&service, &game.path("/live"), None);
    watching.next().unwrap();
    wait_until("it is ready", || service.get("/readyz").status == 200);
    let after = Exposition::of(&service);
    let grown = |name: &str| after.value(name) - before.value(name);
    assert_eq!(grown("pegout_events_appended_total"), 5.0);
    assert_eq!(grown("pegout_append_duration_seconds_count"), 5.0);
    assert!(grown("pegout_commit_jobs_count") >= 5.0);
    assert_eq!(grown("pegout_games_in_memory"), 2.0);
    assert!(grown("pegout_tokens_in_memory") >= 1.0);
    assert_eq!(grown("pegout_watchers"), 1.0);
    assert_eq!(after.value("pegout_ready"), 1.0);
    let pegs = "endpoint=\"/api/v1/games/{id}/pegs/{peg_id}\",method=\"PUT\",status=\"201\"";
    assert_eq!(after.value(&format!("pegout_http_requests_total{{{pegs}}}")), 3.0);
    assert_eq!(after.value(&format!("pegout_http_requests_duration_seconds_count{{{pegs}}}")), 3.0);
    let size = |path: &Path| fs::metadata(path).unwrap().len() as f64;
    // The service also writes by itself, between the metrics and the look at a file.
    let wal = service.directory.path().join("pegout.db-wal");
    for (name, file) in [("pegout_database_bytes", database_path(&service)), ("pegout_wal_bytes", wal)] {
        wait_until(name, || Exposition::of(&service).value(name) == size(&file));
    }
    let (free, whole) = (after.value("pegout_disk_free_bytes"), after.value("pegout_disk_size_bytes"));
    assert!(free > 0.0 && free < whole, "{free} of {whole}");
}

#[test]
fn wrong_passwords_are_counted() {
    let service = silent();
    let wrong = || Exposition::of(&service).value("pegout_wrong_passwords_total");
    service.coordinator();
    assert_eq!(wrong(), 0.0);
    for _ in 0..3 {
        service.post("/api/v1/session", &serde_json::json!({"password": "wrong"})).problem(401, "wrong-password");
    }
    assert_eq!(wrong(), 3.0);
}

#[test]
fn an_append_that_came_second_is_a_conflict() {
    let _file = on_file();
    let service = silent();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    checksums::execute(&service.database(), "DELETE FROM event WHERE version = 2", []).unwrap();
    service.dispatch(TABLE.request(Change::Peg(1))).ok(201);
    assert_eq!(Exposition::of(&service).value("pegout_append_conflicts_total"), 1.0);
}

#[test]
fn a_commit_that_the_disk_does_not_take_is_counted_and_nobody_is_ready() {
    let _file = on_file();
    let service = Service::start_with(|command| {
        let mut ignoring = Command::new("sh");
        ignoring.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(command.get_program());
        *command = wrapped_by(ignoring, unlimited(command).env("RUST_LOG", "off"));
        command
    });
    service.dispatch(TABLE.begin()).ok(201);
    let limit = |bytes: &str| {
        let arguments = ["--pid", &service.child.id().to_string(), &format!("--fsize={bytes}:")];
        assert!(Command::new("prlimit").args(arguments).status().unwrap().success());
    };
    limit("4096");
    service.dispatch(TABLE.request(Change::Peg(0))).problem(503, "unavailable");
    let ill = Exposition::of(&service);
    assert_eq!(ill.value("pegout_ready"), 0.0);
    assert!(ill.value("pegout_commit_failures_total") >= 2.0);
    assert!(ill.value("pegout_sync_failures_total") >= 1.0);
    limit("unlimited");
    wait_until("ready", || Exposition::of(&service).value("pegout_ready") == 1.0);
}

#[test]
fn jobs_that_wait_for_the_writer_are_counted() {
    let _file = on_file();
    let service = silent();
    service.dispatch(TABLE.begin()).ok(201);
    assert_eq!(Exposition::of(&service).value("pegout_writer_queued_jobs"), 0.0);
    let database = service.database();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let tables = AtomicU32::new(2);
    thread::scope(|scope| {
        // The writer takes all that waits at once: only a job that comes after that has to wait.
        wait_until("a queue", || {
            let (service, table) = (&service, Table(tables.fetch_add(1, Ordering::Relaxed)));
            scope.spawn(move || service.dispatch(table.begin()));
            Exposition::of(service).value("pegout_writer_queued_jobs") >= 1.0
        });
        database.execute_batch("ROLLBACK").unwrap();
    });
    wait_until("no queue", || Exposition::of(&service).value("pegout_writer_queued_jobs") == 0.0);
}

#[test]
fn a_text_that_breaks_a_convention_is_noticed() {
    let good = "# HELP a_bytes Size\n# TYPE a_bytes gauge\na_bytes 1\n";
    Exposition::parse(good).unwrap();
    for bad in [
        "# TYPE a_bytes gauge\na_bytes 1\n",
        "# HELP a_bytes Size\na_bytes 1\n",
        "# HELP a_bytes Size\n# TYPE a_bytes gauge\na_bytes 1\na_bytes 2\n",
        "# HELP a_bytes Size\n# TYPE a_bytes counter\na_bytes 1\n",
        "# HELP a_total Size\n# TYPE a_total gauge\na_total 1\n",
        "# HELP a_ms Time\n# TYPE a_ms gauge\na_ms 1\n",
        "# HELP a_bytes Size\n# TYPE a_bytes gauge\na_bytes one\n",
        "# HELP a_bytes Size\n# TYPE a_bytes gauge\na_bytes 1",
        "# HELP a Jobs\n# TYPE a histogram\na_bucket{le=\"1\"} 3\na_bucket{le=\"+Inf\"} 2\na_sum 3\na_count 2\n",
        "# HELP a Jobs\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 3\na_count 2\n",
    ] {
        assert!(Exposition::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn the_alerts_and_the_dashboard_use_metrics_that_are_there() {
    let service = silent();
    service.get("/healthz").ok(200);
    let metrics = Exposition::of(&service);
    let (alerts, dashboard) = (read("deploy/alerts.yml"), read("deploy/dashboard.json"));
    for (file, text, least) in [("alerts.yml", &alerts, 5), ("dashboard.json", &dashboard, 15)] {
        assert!(names(text).len() >= least, "only {:?} in {file}", names(text));
        assert_eq!(unknown(text, &metrics), [""; 0], "{file}");
    }
    assert_eq!(unknown("rate(pegout_pegs_total[5m]) / pegout_ready", &metrics), ["pegout_pegs_total"]);

    let alerts = alerts.matches("- alert: ").count();
    assert_eq!(alerts, read("deploy/alerts.yml").matches("summary: ").count());
    assert!(alerts >= 6, "only {alerts} alerts");
    let dashboard: Value = serde_json::from_str(&dashboard).unwrap();
    for panel in dashboard["panels"].as_array().unwrap() {
        let targets = panel["targets"].as_array().unwrap();
        let is_whole = |target: &Value| !names(target["expr"].as_str().unwrap()).is_empty();
        assert!(!targets.is_empty() && targets.iter().all(is_whole), "{panel}");
    }
}
