//! The log of a game as it is stored, and the game as it is shown.
#![cfg(feature = "serde")]

use pegout_engine::Rules;
use pegout_engine::game::{Action, Event, EventKind, Game, Peg, PegFor, Side, Status};
use serde_json::{Value, json};

use super::{Table, coordinator, deal_id, game_id, peg, scorer, setup};
use crate::cards;

/// A game in which everything happened that can.
fn eventful() -> Table {
    let mut table = Table::usual();
    let starter = Some(cards("5C")[0]);
    let shown = Peg { cards: Some(cards("5H 5D 5S JC")), starter, ..peg(1, 0, 29, PegFor::Hand) };
    let acts = [
        Action::Peg(Peg { tapped_at: Some(scorer().at), ..shown }),
        Action::TakeBackPeg(super::peg_id(1)),
        Action::Reseat { sides: ["Bob", "Ann"].map(|name| Side::from_player(name.to_owned())).to_vec() },
        Action::BeginDeal { number: 2, deal: deal_id(2) },
        Action::TakeBackDeal { number: 2 },
        Action::Void { reason: Some("snow".to_owned()) },
        Action::EnterResult { scores: vec![121, 90], reason: Some("it thawed".to_owned()) },
        Action::BeginRematch { game: game_id(2), first_dealer: None },
        Action::TakeBackResult,
    ];
    for action in acts {
        assert_eq!(table.ask_as(coordinator(), action), Ok(1));
    }
    table
}

#[test]
fn every_event_is_stored_by_its_name_and_reads_back() {
    let table = eventful();
    let stored: Vec<Value> = table.log.iter().map(|event| json!(event)).collect();
    let kinds: Vec<&str> = stored.iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        [
            "begun",
            "pegged",
            "peg_taken_back",
            "reseated",
            "deal_begun",
            "deal_taken_back",
            "voided",
            "result_entered",
            "rematch_begun",
            "result_taken_back"
        ]
    );
    let read: Vec<Event> = stored.into_iter().map(|event| serde_json::from_value(event).unwrap()).collect();
    assert_eq!(read, table.log);
    assert_eq!(Game::fold(&read), Some(table.game));
}

#[test]
fn a_peg_is_stored_as_this() {
    let stored = json!(eventful().log[1]);
    let expected = json!({
        "at": "2026-01-31T19:05:00.000Z", "by": "Cy", "role": "coordinator",
        "token": "09090909-0909-0909-0909-090909090909",
        "kind": "pegged", "id": "01010101-0101-0101-0101-010101010101", "side": 0, "points": 29, "for": "hand",
        "cards": ["5H", "5D", "5S", "JC"], "starter": "5C", "tapped_at": "2026-01-31T19:05:00.000Z",
    });
    assert_eq!(stored, expected);
}

#[test]
fn an_event_loads_with_the_least_it_may_hold_and_with_fields_that_are_not_known() {
    let least = json!({
        "at": "2026-01-31T19:05:00Z", "role": "scorer", "kind": "begun", "game": "01010101-0101-0101-0101-010101010101",
        "sides": [{"name": "Ann", "players": ["Ann"], "colour": "red"}, {"name": "Bob", "players": ["Bob"]}],
        "rules": {"target": 121}, "first_dealer": 0, "weather": {"snow": true},
    });
    let begun: Event = serde_json::from_value(least).unwrap();
    assert_eq!(begun.kind, EventKind::Begun(setup(1, &["Ann", "Bob"], Rules::default())));
    let least = json!({
        "at": "2026-01-31T19:05:00Z", "role": "scorer", "kind": "pegged", "weather": "snow",
        "id": "01010101-0101-0101-0101-010101010101", "side": 0, "points": 8,
    });
    let pegged: Event = serde_json::from_value(least).unwrap();
    assert_eq!(pegged.kind, EventKind::Pegged(peg(1, 0, 8, PegFor::Other)));
    assert_eq!((pegged.metadata.by, pegged.metadata.token), (None, None));
}

#[test]
fn a_log_that_was_written_once_still_loads() {
    let log = include_str!("../../data/game_log.jsonl");
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let view = Game::fold(&events).unwrap().view();
    let scores: Vec<(u8, u8)> = view.sides.iter().map(|side| (side.score, side.previous)).collect();
    assert_eq!((view.version, view.deal, view.status), (15, 2, Status::Finished));
    assert_eq!([&view.sides[0].name, &view.sides[1].name], ["Bob", "Ann"]);
    assert_eq!((scores, view.match_tally), (vec![(90, 8), (121, 0)], vec![2, 3]));
    assert_eq!(view.rematch, Some(game_id(3)));
    assert_eq!(view.pegs.len(), 2);
}

#[test]
fn the_games_of_release_0_1_0_load_one_after_the_other() {
    let log = include_str!("../../data/release_0_1_0.jsonl");
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let streams = events.chunk_by(|_, next| !matches!(next.kind, EventKind::Begun(_)));
    let views: Vec<_> = streams.map(|stream| Game::fold(stream).unwrap().view()).collect();
    let shown: Vec<(u64, Status, Vec<u32>)> =
        views.iter().map(|view| (view.version, view.status, view.match_tally.clone())).collect();
    let expected =
        [(12, Status::Finished, vec![0, 2]), (3, Status::Playing, vec![0, 2]), (4, Status::Void, vec![0, 0, 0])];
    assert_eq!(shown, expected);
    assert_eq!(views[0].rematch, Some(views[1].id));
}

#[test]
fn what_was_read_is_written_byte_for_byte() {
    // The other log leaves out what has a default.
    for line in include_str!("../../data/release_0_1_0.jsonl").lines() {
        let event: Event = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&event).unwrap(), line);
    }
}

#[test]
fn a_peg_that_was_tapped_when_no_clock_was_right_still_loads() {
    for (stored, read) in [
        ("-009999-12-31T00:00:00.000Z", "-009999-12-31T00:00:00.000Z"),
        ("2026-01-31 19:05Z", "2026-01-31T19:05:00.000Z"),
    ] {
        let mut pegged = json!(eventful().log[1]);
        pegged["tapped_at"] = json!(stored);
        let event: Event = serde_json::from_value(pegged.clone()).unwrap();
        pegged["tapped_at"] = json!(read);
        assert_eq!(json!(event), pegged);
    }
}

#[test]
fn a_rule_that_is_not_known_is_not_passed_over() {
    let mut begun = json!(Table::usual().log[0]);
    begun["rules"]["lowball"] = json!(true);
    assert!(serde_json::from_value::<Event>(begun).unwrap_err().to_string().contains("lowball"));
}

#[test]
fn a_game_is_told_with_these_fields() {
    let mut table = Table::usual();
    table.peg(1, 1, 8, PegFor::Hand).unwrap();
    let shown = json!(table.view());
    let expected = json!({
        "id": "01010101-0101-0101-0101-010101010101", "version": 2, "rules": Rules::default(),
        "sides": [
            {"name": "Ann", "players": ["Ann"], "score": 0, "previous": 0},
            {"name": "Bob", "players": ["Bob"], "score": 8, "previous": 0},
        ],
        "deal": 1, "dealer": 0, "crib": 0, "status": "playing", "winner": null, "skunk": "none", "value": null,
        "match": [0, 0],
        "pegs": [{
            "id": "01010101-0101-0101-0101-010101010101", "side": 1, "points": 8, "for": "hand", "cards": null,
            "starter": null, "by": "Ann's phone", "at": "2026-01-31T19:05:00.000Z",
        }],
        "rematch": null, "latest": table.log[1],
    });
    assert_eq!(shown, expected);
}
