//! The summaries of operations: each opens with one of a few verbs, and each verb has one meaning.

use std::collections::BTreeSet;

use serde_json::Value;

/// The verbs of any interface, with the methods that they go with.
const GENERAL: [(&str, &[&str]); 5] = [
    ("Creates", &["post", "put"]),
    ("Lists", &["get"]),
    // A code as a picture and the check of a password are POSTs, so that the address contains nothing private.
    ("Returns", &["get", "post"]),
    ("Updates", &["patch", "put"]),
    ("Deletes", &["delete", "post"]),
];

/// The verbs of the game and the league, which mean more than the general ones.
const OF_THE_DOMAIN: [&str; 21] = [
    "Advises",   // the discard
    "Begins",    // a deal
    "Cancels",   // a night
    "Checks",    // a player in
    "Confirms",  // a result
    "Counts",    // a hand or a crib
    "Draws",     // by lot: a round, the 50/50
    "Finishes",  // a night
    "Forgets",   // a player, whose games stay
    "Imports",   // players from a spreadsheet
    "Joins",     // a night, with a phone
    "Merges",    // two players who are one person
    "Records",   // an event: points, a result, a payout, a notice
    "Scores",    // the play of a deal
    "Sends",     // a message again
    "Signs",     // in and out
    "Streams",   // a game or a night
    "Swaps",     // two seats
    "Takes",     // back: a change is undone, and stays in the history
    "Voids",     // a game or a draw, which stays in the history without counting
    "Withdraws", // a player, who keeps the games played
];

#[test]
fn every_summary_opens_with_a_verb_of_the_list_and_every_verb_is_used() {
    let document: Value = serde_json::from_str(include_str!("../../../../openapi/openapi.json")).unwrap();
    let mut used = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let summary = operation["summary"].as_str().unwrap();
            let verb = summary.split(' ').next().unwrap();
            let general = GENERAL.iter().find(|(word, _)| *word == verb);
            let is_allowed = match general {
                Some((_, methods)) => methods.contains(&method.as_str()),
                None => OF_THE_DOMAIN.contains(&verb),
            };
            assert!(is_allowed, "{method} {path}: “{summary}”");
            used.insert(verb);
        }
    }
    let listed: BTreeSet<_> = GENERAL.iter().map(|(word, _)| *word).chain(OF_THE_DOMAIN).collect();
    assert_eq!(used, listed, "a verb of the list is not used");
}
