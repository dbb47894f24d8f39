//! The worked examples that the page's rules print, and its chart of fifteens, in `web/rulebook/examples.ts`. `tests/examples`
//! rewrites them with this test.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::examples::text;
use crate::support::service::Service;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/rulebook/examples.ts");
/// The ranks by their value in a count; tens stand for court cards too.
const RANKS: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"];
const SUITS: [&str; 4] = ["S", "H", "D", "C"];

/// The ranks of two to five cards that make fifteen, each from low to high, the fewest cards first.
fn fifteens() -> Vec<Vec<usize>> {
    fn grow(cards: &[usize], all: &mut Vec<Vec<usize>>) {
        let count: usize = cards.iter().map(|rank| rank + 1).sum();
        if count == 15 && cards.iter().all(|rank| cards.iter().filter(|other| *other == rank).count() <= SUITS.len()) {
            all.push(cards.to_vec());
        }
        let lowest = cards.last().copied().unwrap_or(0);
        for rank in lowest..RANKS.len() {
            if cards.len() < 5 && count + rank < 15 {
                grow(&[cards, &[rank]].concat(), all);
            }
        }
    }
    let mut all = Vec::new();
    grow(&[], &mut all);
    all.sort_by_key(Vec::len);
    all
}

/// A hand and its starter with these ranks. The remaining cards have the lowest other ranks.
fn hand_with(ranks: &[usize]) -> Vec<String> {
    let mut cards = Vec::new();
    for (place, rank) in ranks.iter().enumerate() {
        let same = ranks[..place].iter().filter(|other| *other == rank).count();
        cards.push(format!("{}{}", RANKS[*rank], SUITS[same]));
    }
    let others = (0..RANKS.len()).filter(|rank| !ranks.contains(rank));
    cards.extend(others.take(5 - ranks.len()).map(|rank| format!("{}S", RANKS[rank])));
    cards
}

/// The part of an answer that the page prints.
fn printed(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().unwrap();
    fields.retain(|field, _| ["total", "call", "call_fr", "steps"].contains(&field.as_str()));
    if let Some(steps) = fields.get_mut("steps").and_then(Value::as_array_mut) {
        steps.retain(|step| step["card"].is_string());
        let is_printed = |field: &str| ["card", "count", "points", "scores"].contains(&field);
        steps.iter_mut().for_each(|step| step.as_object_mut().unwrap().retain(|field, _| is_printed(field)));
        let scores = steps.iter_mut().flat_map(|step| step["scores"].as_array_mut().unwrap());
        scores.for_each(|score| score.as_object_mut().unwrap().retain(|field, _| field != "cards"));
    }
    answer
}

/// The chart, a line for each number of cards, after the service counted each way as one fifteen.
fn chart(service: &Service) -> Value {
    let all = fifteens();
    for ranks in &all {
        let cards = hand_with(ranks);
        let show = service.post("/api/v1/score/hand", &json!({"cards": cards[..4], "starter": cards[4]})).json();
        let mut wanted = cards[..ranks.len()].to_vec();
        wanted.sort();
        let is_counted = show["items"].as_array().unwrap().iter().any(|item| {
            let mut cards: Vec<&str> =
                item["cards"].as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();
            cards.sort_unstable();
            item["kind"] == "fifteen" && cards == wanted
        });
        assert!(is_counted, "{ranks:?} is no fifteen: {show}");
    }
    let way = |ranks: &Vec<usize>| ranks.iter().map(|rank| RANKS[*rank]).collect::<String>();
    let ways = |cards| all.iter().filter(|ranks| ranks.len() == cards).map(way).collect::<Vec<_>>().join(" ");
    (2..=5).map(ways).collect()
}

#[test]
fn every_example_is_answered_as_the_rules_of_the_page_print_it() {
    let service = Service::start();
    let committed = std::fs::read_to_string(FILE).unwrap();
    let (head, data) = committed.split_once("export default ").unwrap();
    let mut worked: Value = serde_json::from_str(data.trim_end().strip_suffix(';').unwrap()).unwrap();
    for (group, path) in [("hand", "/score/hand"), ("crib", "/score/crib"), ("play", "/play")] {
        for line in worked[group].as_array_mut().unwrap() {
            let answer = service.post(&format!("/api/v1{path}"), &line["request"]);
            assert_eq!(answer.status, 200, "{}: {}", line["name"], answer.text);
            line["response"] = printed(answer.json());
        }
    }
    worked["fifteens"] = chart(&service);
    let written = format!("{head}export default {};\n", text(worked).trim_end());
    if std::env::var_os("PEGOUT_REWRITE_EXAMPLES").is_some() {
        std::fs::write(FILE, written).unwrap();
        return;
    }
    assert!(written == committed, "the service answers otherwise: tests/examples writes it down");
}

#[test]
fn every_field_of_the_rules_is_explained_in_a_sentence_with_its_default() {
    let service = Service::start();
    let usual = service.get("/api/v1/rules").ok(200)["auclair"].clone();
    let explained = service.get("/api/v1/rules/fields").ok(200)["fields"].clone();
    let names: BTreeSet<&str> = usual.as_object().unwrap().keys().map(String::as_str).collect();
    let fields = explained.as_array().unwrap();
    assert_eq!(fields.iter().map(|field| field["name"].as_str().unwrap()).collect::<BTreeSet<_>>(), names);
    for field in fields {
        assert_eq!(field["default"], usual[field["name"].as_str().unwrap()]);
        let sentence = field["description"].as_str().unwrap();
        assert!(sentence.len() > 20 && sentence.ends_with('.'), "{field}");
    }
    let hand = json!({"cards": ["5H", "5D", "5S", "JC"], "starter": "5C"});
    let mut listed = Vec::new();
    for field in fields.iter().filter(|field| field["default"].is_string() || field.get("values").is_some()) {
        listed.push(&field["name"]);
        for value in field["values"].as_array().unwrap() {
            // A target needs skunk lines below it.
            let rules = json!({field["name"].as_str().unwrap(): value, "match_to": 3, "skunk_below": 31, "double_skunk_below": null});
            let mut request = hand.clone();
            request["rules"] = rules;
            service.post("/api/v1/score/hand", &request).ok(200);
        }
    }
    assert_eq!(listed, ["target", "first_deal", "nineteen"]);
}
