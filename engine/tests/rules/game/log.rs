//! The log of a game as it is stored, and the game as it is shown.
#![cfg(feature = "serde")]

use pegout_engine::Rules;
use pegout_engine::game::{Action, Amendment, DeviceId, Event, EventKind, Game, HintKind, Peg, PegFor, Side, Status};
use serde_json::{Map, Value, json};

use super::amendments::amendment;
use super::{Table, coordinator, deal_id, game_id, peg, scorer, setup};
use crate::played;

/// A game in which everything happened that can.
fn eventful() -> Table {
    let mut table = Table::usual();
    let starter = Some(played("5C")[0]);
    let shown = Peg { cards: Some(played("5H 5D 5S JC")), starter, ..peg(1, 0, 29, PegFor::Hand) };
    let acts = [
        Action::Peg(Peg { tapped_at: Some(scorer().at), ..shown }),
        Action::AmendPeg(Amendment { side: Some(1), ..amendment(1, 1) }),
        Action::TakeBackPeg(super::peg_id(1)),
        Action::Reseat { sides: ["Bob", "Ann"].map(|name| Side::from_player(name.to_owned())).to_vec() },
        Action::BeginDeal { number: 2, deal: deal_id(2) },
        Action::TakeBackDeal { number: 2, deal: None },
        Action::Void { reason: Some("snow".to_owned()), id: None },
        Action::EnterResult {
            scores: vec![121, 90].into(),
            reason: Some("it thawed".to_owned()),
            device: None,
            id: None,
        },
        Action::BeginRematch(super::request(game_id(2), None)),
        Action::TakeBackResult { result: None },
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
            "peg_amended",
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
fn the_device_of_a_peg_is_stored_and_shown_as_a_number() {
    let mut table = Table::usual();
    table.peg(1, 1, 8, PegFor::Hand).unwrap();
    let mut plain = json!(table.log[1]);
    plain["deal"] = json!(1);
    let device = Some(DeviceId::from_bytes([3; 16]));
    let mut table = Table::usual();
    table.ask(Action::Peg(Peg { deal: Some(1), device, ..peg(1, 1, 8, PegFor::Hand) })).unwrap();
    let mut stored = json!(table.log[1]);
    let device = stored.as_object_mut().unwrap().remove("device");
    assert_eq!(device, Some(json!("03030303-0303-0303-0303-030303030303")));
    assert_eq!(stored, plain);
    plain["phone"] = json!(0);
    assert_eq!(json!(table.game.shown(table.log[1].clone())), plain);
    assert_eq!(json!(table.view().latest), plain);
}

#[test]
fn an_amendment_is_stored_as_this() {
    let mut table = Table::usual();
    table.peg(2, 0, 8, PegFor::Other).unwrap();
    let tapped_at = Some(scorer().at);
    table.ask(Action::AmendPeg(Amendment { points: Some(6), tapped_at, ..amendment(7, 2) })).unwrap();
    let expected = json!({
        "at": "2026-01-31T19:05:00.000Z", "by": "Ann's phone", "role": "scorer",
        "token": "01010101-0101-0101-0101-010101010101",
        "kind": "peg_amended", "id": "07070707-0707-0707-0707-070707070707",
        "peg": "02020202-0202-0202-0202-020202020202", "side": 0, "points": 6, "for": "other", "cards": null,
        "starter": null, "tapped_at": "2026-01-31T19:05:00.000Z",
    });
    assert_eq!(json!(table.log.last().unwrap()), expected);
    assert_eq!(json!(table.view().latest), expected);
    let read: Event = serde_json::from_value(expected).unwrap();
    assert_eq!(&read, table.log.last().unwrap());
}

#[test]
fn hints_are_told_with_these_fields() {
    let mut table = Table::usual();
    for pegged in [peg(1, 1, 0, PegFor::Hand), peg(2, 1, 6, PegFor::Crib)] {
        table.ask(Action::Peg(Peg { deal: Some(1), ..pegged })).unwrap();
    }
    let expected = json!([{
        "kind": "crib_of_other", "pegs": ["02020202-0202-0202-0202-020202020202"], "side": 1, "owner": 0, "points": 6,
    }]);
    assert_eq!(json!(table.view().hints), expected);
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
fn a_line_of_a_log_reads_the_same_in_any_order_of_its_fields() {
    let device = Some(DeviceId::from_bytes([3; 16]));
    let mut table = Table::usual();
    table.ask(Action::Peg(Peg { deal: Some(1), device, ..peg(3, 1, 8, PegFor::Hand) })).unwrap();
    let data = [include_str!("../../data/game_log.jsonl"), include_str!("../../data/game_log_with_results.jsonl")];
    let written = [table.log, eventful().log].into_iter().flatten().map(|event| serde_json::to_string(&event).unwrap());
    for line in data.into_iter().flat_map(str::lines).map(str::to_owned).chain(written) {
        let read: Event = serde_json::from_str(&line).unwrap();
        let mut fields: Vec<(String, Value)> =
            serde_json::from_str::<Map<String, Value>>(&line).unwrap().into_iter().collect();
        for _ in 0..fields.len() {
            let line = Value::Object(fields.iter().cloned().collect()).to_string();
            assert_eq!(Event::from_json(&line).unwrap(), read, "{line}");
            fields.rotate_left(1);
        }
        let swapped = fields.len() - 1;
        fields.swap(1, swapped);
        let line = Value::Object(fields.into_iter().collect()).to_string();
        assert_eq!(Event::from_json(&line).unwrap(), read, "{line}");
    }
}

#[test]
fn a_line_that_is_no_event_is_refused_with_the_same_words() {
    let line = serde_json::to_string(&eventful().log[1]).unwrap();
    for (from, to) in [("\"points\":29", "\"points\":290"), ("\"side\":0,", ""), ("pegged", "pegged_out"), ("}", "")] {
        let line = line.replace(from, to);
        let refused = serde_json::from_str::<Event>(&line).unwrap_err().to_string();
        assert_eq!(Event::from_json(&line).unwrap_err().to_string(), refused);
    }
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
fn a_log_with_names_pegs_of_nothing_and_a_confirmed_result_still_loads() {
    let log = include_str!("../../data/game_log_with_results.jsonl");
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let written: Vec<String> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    assert_eq!(written, log.lines().collect::<Vec<_>>(), "byte for byte");
    let hints = Game::fold(&events[..6]).unwrap().view().hints;
    let shown: Vec<(HintKind, usize)> = hints.iter().map(|hint| (hint.kind, hint.pegs.len())).collect();
    assert_eq!(shown, [(HintKind::HandTwice, 2), (HintKind::SamePointsTwoPhones, 2)]);
    let view = Game::fold(&events).unwrap().view();
    assert_eq!((view.version, view.dealer, view.winner), (11, 1, Some(1)));
    let names: Vec<_> = view.sides.iter().map(|side| (&side.name[..], side.named, &side.players[0][..])).collect();
    assert_eq!(names, [("Ann", true, "Ann"), ("Them", false, "Bob")]);
    let result = view.result.unwrap();
    assert_eq!((result.confirmed, result.contested[0].scores.clone()), (vec![0], Some(vec![121, 90])));
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
    // The other log leaves out fields with a default.
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
    begun["rules"]["moonlight"] = json!(true);
    assert!(serde_json::from_value::<Event>(begun).unwrap_err().to_string().contains("moonlight"));
}

#[test]
fn a_game_is_told_with_these_fields() {
    let mut table = Table::usual();
    table.peg(1, 1, 8, PegFor::Hand).unwrap();
    let shown = json!(table.view());
    let expected = json!({
        "id": "01010101-0101-0101-0101-010101010101", "version": 2, "rules": Rules::default(),
        "sides": [
            {"name": "Ann", "named": true, "players": ["Ann"], "score": 0, "previous": 0},
            {"name": "Bob", "named": true, "players": ["Bob"], "score": 8, "previous": 0},
        ],
        "deal": 1, "dealer": 0, "crib": 0, "first_dealer_known": true, "status": "playing", "winner": null,
        "winners": [], "loser": null, "skunk": "none", "value": null, "result": null, "void": null, "match": [0, 0],
        "match_to": null, "match_winner": null,
        "pegs": [{
            "id": "01010101-0101-0101-0101-010101010101", "side": 1, "player": null, "points": 8, "for": "hand",
            "cards": null, "starter": null, "by": "Ann's phone", "at": "2026-01-31T19:05:00.000Z", "deal": 1,
        }],
        "expects": {"for": "hand", "side": 0},
        "allowed": [{"for": "hand", "sides": [0], "left": 1}, {"for": "crib", "sides": [0], "left": 1}], "hints": [],
        "rematch": null, "began_at": table.log[0].metadata.at, "ended_at": null, "latest": table.log[1],
    });
    assert_eq!(shown, expected);
}
