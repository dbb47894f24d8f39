//! The time that each operation takes of the threads that answer requests. `tests/load/costs` runs it with optimised code.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::examples;
use crate::support::example_runner::ExampleRunner;
use crate::support::service::Service;

/// The longest time of a request on a thread that answers, in milliseconds. A longer request belongs to the threads that
/// compute.
const LONGEST: f64 = 2.0;
/// The rounds of all examples. The shortest time counts, so that no other program on the machine makes a request long.
const ROUNDS: usize = 3;
/// The beginning of the name of a thread that answers requests.
const ANSWERING: &str = "actix-rt";

/// The processor time of the threads of a process that answer, in milliseconds.
fn time(process: u32) -> f64 {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).unwrap().map(|task| task.unwrap().path());
    let read = |task: &PathBuf, file: &str| fs::read_to_string(task.join(file)).unwrap_or_default();
    let answering = tasks.filter(|task| read(task, "comm").starts_with(ANSWERING));
    answering.filter_map(|task| read(&task, "schedstat").split(' ').next()?.parse::<f64>().ok()).sum::<f64>() / 1e6
}

/// The examples of all operations, and the largest requests of strangers and of the import.
fn runner(document: &Value) -> ExampleRunner {
    let mut all = examples::read(document);
    let mut add = |operation: &str, name: &str, request: Value| {
        all.get_mut(operation).unwrap().insert(name.to_owned(), json!({"request": request, "status": 200}));
    };
    for players in 2..=6 {
        let cards = &["5H", "6H", "7D", "8S", "9C", "TC"][..if players == 2 { 6 } else { 5 }];
        add("adviseDiscard", &format!("{players} players"), json!({"cards": cards, "players": players, "crib": "own"}));
    }
    let jokers = json!({"jokers": 2});
    let hand = json!({"cards": ["5H", "6H", "JK1", "JK2"], "starter": "9C"});
    add("countHand", "largest", json!({"cards": hand["cards"], "starter": "9C", "rules": jokers}));
    add(
        "countCrib",
        "largest",
        json!({"cards": ["4H", "5H", "6H", "7H", "JK1", "JK2"], "starter": "9C", "rules": jokers}),
    );
    add("countBatch", "largest", json!({"hands": vec![&hand; 10_000], "rules": jokers}));
    add("drawQr", "largest", json!({"text": "é".repeat(150)}));
    let lines: String = (0..2000).map(|number| format!("Player {number},yes\n")).collect();
    let list =
        json!({"token": "coordinator", "request": {"csv": format!("name,active_member\n{lines}")}, "status": 200});
    all.get_mut("importPlayers").unwrap().insert("largest".to_owned(), list);
    ExampleRunner::new(document.clone(), all)
}

#[test]
#[ignore = "tests/load/costs runs it"]
fn no_operation_takes_more_than_two_milliseconds_of_the_threads_that_answer() {
    let document: Value = serde_json::from_str(include_str!("../../../openapi/openapi.json")).unwrap();
    let mut shortest: Vec<(String, f64)> = Vec::new();
    for round in 0..ROUNDS {
        let before = Cell::new(0.0);
        let mut place = 0;
        let begin = |service: &Service| {
            // A thread compiles the patterns of all paths before its first answer, and the process makes tables at its first
            // advice.
            service.get("/healthz").ok(200);
            let cards = ["5H", "6H", "7D", "8S", "9C", "TC"];
            service.post("/api/v1/discard", &json!({"cards": cards, "players": 2, "crib": "own"})).ok(200);
            before.set(time(service.child.id()));
        };
        runner(&document).run_all_after(&begin, |service, operation, name, example, answer| {
            assert_eq!(answer.status, example["status"], "{name}: {}", answer.text);
            let took = time(service.child.id()) - before.get();
            if round == 0 {
                shortest.push((format!("{} {name}", operation["operationId"].as_str().unwrap()), took));
            }
            shortest[place].1 = shortest[place].1.min(took);
            place += 1;
        });
    }
    shortest.sort_by(|one, other| other.1.total_cmp(&one.1));
    shortest.iter().take(20).for_each(|(name, took)| println!("{took:.2} ms {name}"));
    let long: Vec<_> = shortest.iter().filter(|(_, took)| *took > LONGEST).collect();
    assert!(shortest.iter().any(|(_, took)| *took > 0.0), "no thread is called {ANSWERING}");
    assert!(long.is_empty() || cfg!(debug_assertions), "these belong to the threads that compute: {long:?}");
}
