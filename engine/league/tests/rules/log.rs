//! The log of a night as it is stored, and the night as it is shown.
#![cfg(feature = "serde")]

use pegout_league::night::{Action, Change, Event, EventKind, Reply, ReturnedCard, Schedule, SideView, Status};
use pegout_league::{Night, NightId, Settings};
use serde_json::{Value, json};

use super::{NightLog, command_id, game_id, id, name};

/// A night in which everything happened that can.
fn eventful() -> NightLog {
    let mut night_log = NightLog::of(7);
    night_log.ask(Action::Cancel { reason: "snow".to_owned() }).unwrap();
    night_log.ask(Action::Notify { player: id(1), notified: true }).unwrap();
    night_log.ask(Action::Reinstate).unwrap();
    let change = Change { games_per_night: Some(3), starts_at: Some("19:30".parse().unwrap()), ..Change::default() };
    night_log.ask(Action::Change(change)).unwrap();
    night_log.ask(Action::Reply(Reply { player: id(1), coming: Some(false), id: None })).unwrap();
    night_log.ask(Action::Reply(Reply { player: id(1), coming: None, id: Some(command_id(900)) })).unwrap();
    night_log.draw(1).unwrap();
    let seats = night_log.sides(1);
    night_log.swap([seats[0][0][0], seats[1][0][0]]).unwrap();
    night_log.draw_fifty_fifty(2).unwrap();
    night_log.ask(Action::VoidFiftyFifty { draw: None, reason: "a ticket fell down".to_owned() }).unwrap();
    night_log.draw_fifty_fifty(3).unwrap();
    night_log.result(1, 1, &[121, 88]);
    night_log.result(1, 2, &[97, 121, 97]);
    night_log.draw(4).unwrap();
    night_log.result(2, 1, &[121, 120]);
    night_log.leave(7).unwrap();
    night_log.finish(true).unwrap();
    let (card, league) = (ReturnedCard { player: id(1), returned: true, id: None }, Settings::default());
    night_log.ask(Action::ReturnCard { card, league }).unwrap();
    night_log
}

#[test]
fn every_event_is_stored_by_its_name_and_reads_back() {
    let night_log = eventful();
    let stored: Vec<Value> = night_log.log.iter().map(|event| json!(event)).collect();
    let mut kinds: Vec<&str> = stored.iter().map(|event| event["kind"].as_str().unwrap()).collect();
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            "scheduled",
            "entered",
            "cancelled",
            "notified",
            "reinstated",
            "changed",
            "replied",
            "settings_taken",
            "round_drawn",
            "swapped",
            "fifty_fifty_drawn",
            "paid_out",
            "fifty_fifty_voided",
            "fifty_fifty_drawn",
            "round_drawn",
            "withdrawn",
            "finished",
            "card_returned"
        ]
    );
    let text: Vec<String> = stored.iter().map(Value::to_string).collect();
    let read: Vec<Event> = text.iter().map(|event| serde_json::from_str(event).unwrap()).collect();
    assert_eq!(read, night_log.log);
    assert_eq!(Night::fold(&read), Some(night_log.night));
}

#[test]
fn a_round_is_stored_with_its_seed_its_seats_and_what_was_drawn() {
    let night_log = eventful();
    let drawn: Vec<Value> =
        night_log.log.iter().map(|event| json!(event)).filter(|event| event["kind"] == "round_drawn").collect();
    let seats = |round: usize, table: usize| json!(night_log.night.rounds()[round - 1].tables[table - 1].seats);
    let second = json!({
        "at": "2026-01-28T23:55:00.000Z", "by": "Cy", "role": "coordinator", "token": null, "kind": "round_drawn",
        "number": 2, "way": "moved", "seed": "04".repeat(32),
        "tables": [{"game": game_id(3), "sides": seats(2, 1)}, {"game": game_id(4), "sides": seats(2, 2)}],
        "lots": drawn[1]["lots"],
    });
    assert_eq!(drawn[1], second);
    assert_eq!((&drawn[1]["lots"][0]["table"], drawn[1]["lots"][0]["tied"].as_array().unwrap().len()), (&json!(2), 2));
    assert_eq!((drawn[0]["way"].as_str(), &drawn[0]["lots"]), (Some("drawn"), &json!([])));
}

#[test]
fn replies_and_cards_are_stored_with_these_fields() {
    let night_log = eventful();
    let stored = |kind: &str| -> Vec<Value> {
        night_log.log.iter().map(|event| json!(event)).filter(|event| event["kind"] == kind).collect()
    };
    let stamped = |mut event: Value| {
        let stamp = json!({"at": "2026-01-28T23:55:00.000Z", "by": "Cy", "role": "coordinator", "token": null});
        event.as_object_mut().unwrap().extend(stamp.as_object().unwrap().clone());
        event
    };
    let replies = [
        json!({"kind": "replied", "player": id(1), "coming": false}),
        json!({"kind": "replied", "player": id(1), "coming": null, "id": command_id(900)}),
    ];
    assert_eq!(stored("replied"), replies.map(stamped));
    assert_eq!(stored("card_returned"), [stamped(json!({"kind": "card_returned", "player": id(1), "returned": true}))]);
}

#[test]
fn an_event_loads_with_the_least_it_may_hold_and_with_fields_that_are_not_known() {
    let stamped = |mut event: Value| {
        event["at"] = json!("2026-01-28T23:55:00Z");
        event["role"] = json!("coordinator");
        event["weather"] = json!({"snow": true});
        serde_json::from_value::<Event>(event).unwrap().kind
    };
    let night = NightId::from_bytes([1; 16]);
    let scheduled = stamped(json!({"kind": "scheduled", "night": night, "date": "2026-01-28"}));
    assert_eq!(scheduled, EventKind::Scheduled(Schedule::new(night, "2026-01-28".parse().unwrap())));
    let EventKind::Entered(entry) = stamped(json!({"kind": "entered", "player": id(1)})) else { panic!("no entry") };
    assert_eq!((entry.paid, entry.guest, entry.left), (false, false, false));
    let taken = stamped(json!({"kind": "settings_taken", "settings": {"fee": 500}}));
    assert_eq!(taken, EventKind::SettingsTaken { settings: Settings { fee: 500, ..Settings::default() } });
    let seed = "01".repeat(32);
    let round = stamped(json!({"kind": "round_drawn", "number": 1, "way": "drawn", "seed": seed, "tables": []}));
    assert!(matches!(round, EventKind::RoundDrawn(round) if round.tie_breaks.is_empty()));
    assert_eq!(stamped(json!({"kind": "changed"})), EventKind::Changed(Change::default()));
    assert!(matches!(stamped(json!({"kind": "finished", "prizes": []})), EventKind::Finished(_)));
    let taken_back = stamped(json!({"kind": "replied", "player": id(1)}));
    assert_eq!(taken_back, EventKind::Replied(Reply { player: id(1), coming: None, id: None }));
    let card = stamped(json!({"kind": "card_returned", "player": id(1), "returned": false}));
    assert_eq!(card, EventKind::CardReturned(ReturnedCard { player: id(1), returned: false, id: None }));
}

#[test]
fn settings_and_rules_that_a_log_leaves_out_mean_what_they_meant_when_it_was_written() {
    let release_0_1_0 = json!({
        "rules": {
            "target": 121,
            "skunk_below": 91,
            "double_skunk_below": 61,
            "game_values": [1, 2, 3],
            "muggins": false,
            "last_card_point": true,
            "crib_flush_of_four": false,
            "heels_can_win": true,
            "go_can_win": true,
            "first_deal": "loser",
        },
        "games_per_night": 4,
        "fee": 1000,
        "draw_part": 200,
        "draw_percent": 50,
        "pot_percent": 80,
        "prize_shares": [50, 30, 20],
    });
    let filled = |left_out: Value| json!(serde_json::from_value::<Settings>(left_out).unwrap());
    for settings in [filled(json!({})), filled(json!({"rules": {}}))] {
        for (name, meant) in release_0_1_0.as_object().unwrap().iter().filter(|(name, _)| *name != "rules") {
            assert_eq!(settings[name], *meant, "{name}");
        }
        for (name, meant) in release_0_1_0["rules"].as_object().unwrap() {
            assert_eq!(settings["rules"][name], *meant, "{name}");
        }
    }
}

#[test]
fn settings_that_are_not_known_are_not_passed_over() {
    let error = serde_json::from_value::<Settings>(json!({"tip": 5})).unwrap_err();
    assert!(error.to_string().contains("tip"), "{error}");
}

#[test]
fn a_log_that_was_written_once_still_loads() {
    let log = include_str!("../data/night_log.jsonl");
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let night = Night::fold(&events).unwrap();
    let view = night.view(&pegout_league::GameResults::new(), &Settings::default(), &name);
    assert_eq!((view.version, view.status, view.games_per_night), (20, Status::Finished, 3));
    assert_eq!((view.starts_at.to_string(), view.cancelled), ("19:30".to_owned(), None));
    assert_eq!(view.entries.iter().filter(|entry| entry.left).count(), 1);
    let people = |round: usize| -> Vec<String> {
        let sides = view.rounds[round - 1].tables.iter().flat_map(|table| &table.sides);
        let named = |side: &SideView| side.players.iter().map(|player| player.name.clone()).collect::<Vec<_>>();
        sides.map(|side| named(side).join(" + ").replace("Player ", "")).collect()
    };
    assert_eq!(people(1), ["7 + 4", "1 + 2", "6", "3", "5"], "with the swap");
    assert_eq!(people(2), ["1 + 3", "2 + 6", "5", "7", "4"]);
    assert_eq!(view.fifty_fifty.and_then(|draw| draw.amount), Some(700));
}

#[test]
fn what_was_read_is_written_byte_for_byte() {
    for line in include_str!("../data/night_log.jsonl").lines() {
        let event: Event = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&event).unwrap(), line);
    }
}

#[test]
fn a_night_is_told_with_these_fields() {
    let mut night_log = NightLog::of(2);
    night_log.draw(1).unwrap();
    night_log.draw_fifty_fifty(2).unwrap();
    night_log.result(1, 1, &[121, 88]);
    let [winner, loser] = [0, 1].map(|side| night_log.round(1)[0].seats.sides()[side][0]);
    let drawn = night_log.view().fifty_fifty.unwrap().player_id;
    let entry = |player| {
        let player = id(player);
        json!({"player_id": player, "name": name(player), "paid": true, "guest": false, "left": false, "pots": [], "excused": [],
            "missed": [], "changed": {"by": "Cy", "at": "2026-01-28T23:55:00.000Z"}})
    };
    let side = |player, score: u8| json!({"players": [{"id": player, "name": name(player)}], "score": score});
    let result = json!({"by": "Cy", "role": "coordinator", "id": null, "confirmed": [], "contested": []});
    let expected = json!({
        "id": NightId::from_bytes([1; 16]), "version": 6, "season_id": null, "date": "2026-01-28", "starts_at": "19:00", "ends_at": null,
        "status": "playing", "cancelled": null, "games_per_night": 4, "format": "doubles_movement", "card": "points_short", "full_card": "every_round", "first_dealer": "first_seat", "entries": [entry(1), entry(2)], "pairs": [],
        "rounds": [{"number": 1, "way": "drawn", "extra": false, "touched": [], "first_dealers": [0], "id": null, "began_at": "2026-01-28T23:55:00.000Z", "ended_at": "2026-01-28T23:55:00.000Z", "byes": [], "tables": [{
            "number": 1, "game_id": game_id(1), "version": 2, "status": "finished", "result": result, "void": null, "forced_repeat": false,
            "sides": [side(winner, 121), side(loser, 88)],
        }]}],
        "to_make_up": 0, "late": {"waiting": [], "offer": null},
        "fifty_fifty": {"player_id": drawn, "name": name(drawn), "amount": 200, "id": null},
        "finish": null,
        "import_id": null,
    });
    assert_eq!(json!(night_log.view()), expected);
    let first = json!({
        "place": 1, "player_id": winner, "name": name(winner), "partner_id": null, "stands_for": null, "lines": [-1, null, null, null], "card_lines": [-1, null, null, null], "total": -1, "games": 1,
        "wins": 1, "points": null, "spread": null, "scored": null, "marked": false, "excused": [], "byes": [], "helped": [],
            "card_returned": false,
        "complete": true, "prize": 600, "prize_at_finish": null,
    });
    assert_eq!(json!(night_log.standings()[0]), first);
    let prize = |player, place: u8, amount: u16| {
        let name = name(player);
        json!({"player_id": player, "name": name, "place": place, "amount": amount, "at_finish": null})
    };
    let players = [1, 2].map(|number| {
        let player = id(number);
        let prize = if player == winner { 600 } else { 400 };
        json!({
            "player_id": player, "name": name(player), "fee_paid": 1000, "fee_due": 0, "prize_now": prize, "handed_out": 0,
            "to_settle": prize, "fifty_fifty_due": if player == drawn { 200 } else { 0 },
            "fifty_fifty_handed": if player == drawn { 200 } else { 0 },
        })
    });
    let open = [(winner, 600), (loser, 400)];
    let open = open.map(|(player, amount)| json!({"what": "prize", "player_id": player, "amount": amount}));
    let money = json!({
        "fees": 2000, "fifty_fifty": 200, "supplies": 200, "pot": 1280, "places": [600, 400, 300],
        "prizes": [prize(winner, 1, 600), prize(loser, 2, 400)], "activities": 600, "players": players,
        "open": open,
    });
    assert_eq!(json!(night_log.money()), money);
}
