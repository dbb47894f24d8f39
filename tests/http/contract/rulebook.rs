//! The examples that the page's rules count and print, and its chart of fifteens, in `web/rulebook/examples.ts`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

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
fn every_example_of_the_rules_of_the_page_counts_what_its_name_says() {
    let service = Service::start();
    let file = std::fs::read_to_string(FILE).unwrap();
    let (_, data) = file.split_once("export default ").unwrap();
    let examples: Value = serde_json::from_str(data.trim_end().strip_suffix(';').unwrap()).unwrap();
    for group in ["hand", "crib"] {
        for example in examples[group].as_array().unwrap() {
            let request = json!({"cards": example["cards"], "starter": example["starter"]});
            let show = service.post(&format!("/api/v1/score/{group}"), &request).ok(200);
            let name = example["name"].as_str().unwrap();
            let known = |field: &str, of: &str| {
                let found = show[field].as_array().unwrap();
                found.iter().any(|one| one.as_str().or(one[of].as_str()).is_some_and(|kind| name.contains(kind)))
            };
            let is_nothing = ["nothing", "crib_no_flush"].contains(&name);
            assert_eq!(show["total"] == 0, is_nothing, "{name}: {show}");
            assert!(
                is_nothing || name == "twenty_nine" || known("items", "kind") || known("patterns", ""),
                "{name}: {show}"
            );
        }
    }
    for example in examples["play"].as_array().unwrap() {
        let request = json!({"players": 2, "dealer": 1, "plays": example["plays"]});
        let play = service.post("/api/v1/play", &request).ok(200);
        let steps = play["steps"].as_array().unwrap();
        let newest = steps.iter().rfind(|step| step["card"].is_string()).unwrap();
        let kinds: Vec<&Value> = newest["scores"].as_array().unwrap().iter().map(|score| &score["kind"]).collect();
        assert_eq!(kinds, [&example["name"]], "{play}");
    }
    let heels = &examples["heels"];
    assert!(heels["card"].as_str().unwrap().starts_with('J') && heels["points"] == "2", "{heels}");
    assert_eq!(examples["fifteens"], chart(&service));
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
