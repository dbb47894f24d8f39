//! The nights as calendars. `tests/calendars` checks the files with a calendar library.

use serde_json::json;

use crate::support::calendar::Calendar;
use crate::support::game::id;
use crate::support::league::{League, Night, text};
use crate::support::service::Answer;

const LEAGUE: &str = "/api/v1/league";

fn winter(league: &League) -> String {
    let body = json!({"name": "Winter, 2026; éclair", "starts": "2026-01-01", "ends": "2026-12-31"});
    text(&league.as_coordinator("POST", "/api/v1/seasons", &body).ok(201)["id"])
}

#[track_caller]
fn read(answer: &Answer) -> Calendar {
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "text/calendar; charset=utf-8"),
        "{}",
        answer.text
    );
    let long = answer.text.split_terminator("\r\n").find(|line| line.len() > 75);
    assert_eq!((long, answer.text.ends_with("END:VCALENDAR\r\n")), (None, true));
    Calendar::parse(&answer.text)
}

fn of_season(league: &League, season: &str) -> Calendar {
    read(&league.service.get(&format!("/api/v1/seasons/{season}.ics")))
}

fn of_night(night: &Night) -> Calendar {
    read(&night.league.service.get(&night.path(".ics")))
}

#[test]
fn a_stranger_with_the_link_of_a_private_season_gets_all_its_nights_and_no_name() {
    let league = League::open();
    league.as_coordinator("PUT", LEAGUE, &json!({"name": "Ligue, d'été; 1\\2"})).ok(201);
    let season = winter(&league);
    let second = league.schedule(&json!({"date": "2026-02-04", "season_id": season, "ends_at": "22:30"}));
    let first = league.schedule(&json!({"date": "2026-01-28", "season_id": season, "starts_at": "22:30"}));
    league.schedule(&json!({"date": "2026-01-29"}));
    let player = league.player("Ann Archer");
    first.pay(&player).ok(201);
    let calendar = of_season(&league, &season);
    assert_eq!(calendar.get("VERSION"), "2.0");
    assert_eq!(calendar.get("NAME"), r"Ligue\, d'été\; 1\\2: Winter\, 2026\; éclair");
    let nights = calendar.all("VEVENT");
    let hours = |name| nights.iter().map(|night| night.get(name)).collect::<Vec<_>>();
    assert_eq!(hours("DTSTART"), ["20260128T223000", "20260204T190000"], "floating hours, by date");
    assert_eq!(hours("DTEND"), ["20260129T013000", "20260204T223000"]);
    assert_eq!(hours("STATUS"), ["CONFIRMED", "CONFIRMED"]);
    assert_eq!(hours("SEQUENCE"), [first.view()["version"].to_string(), "1".to_owned()]);
    assert_eq!(hours("SUMMARY"), [r"Ligue\, d'été\; 1\\2"; 2]);
    assert!(calendar.all("VTIMEZONE").is_empty() && nights[0].find("LOCATION").is_none());
    assert!(calendar.get("X-WR-CALDESC").starts_with("The league has not set its time zone. In another time zone"));
    let text = league.service.get(&format!("/api/v1/seasons/{season}.ics")).text;
    for hidden in ["Ann", player.as_str(), first.id.as_str(), second.id.as_str()] {
        assert!(!text.contains(hidden), "{hidden}");
    }
}

#[test]
fn a_change_keeps_the_uid_and_raises_the_sequence_and_a_cancellation_is_one_word() {
    let league = League::open();
    let season = winter(&league);
    let night = league.schedule(&json!({"date": "2026-01-28", "season_id": season}));
    let read = || {
        let (season, alone) = (of_season(&league, &season), of_night(&night));
        assert_eq!(season.all("VEVENT")[0].properties, alone.all("VEVENT")[0].properties);
        alone.parts.into_iter().next_back().unwrap()
    };
    let before = read();
    assert_eq!(before.get("SEQUENCE"), "1");
    assert!(
        !before.properties.iter().any(|(name, _)| name == "LAST-MODIFIED"),
        "programs go by it, and the zone may change alone"
    );
    night.request("PATCH", "", &json!({"date": "2026-01-29", "ends_at": "01:00"})).ok(200);
    let moved = read();
    assert_eq!([moved.get("DTSTART"), moved.get("DTEND")], ["20260129T190000", "20260130T010000"]);
    assert_eq!([moved.get("UID"), moved.get("SEQUENCE")], [before.get("UID"), "2"]);
    night.request("PUT", "/cancellation", &json!({"reason": "Burst pipe at Ann's"})).ok(201);
    let cancelled = read();
    assert_eq!([cancelled.get("STATUS"), cancelled.get("SEQUENCE")], ["CANCELLED", "3"]);
    assert!(!format!("{cancelled:?}").contains("pipe"));
    night.request("DELETE", "/cancellation", &json!({})).ok(200);
    assert_eq!(read().get("STATUS"), "CONFIRMED");
}

#[test]
fn the_hours_are_in_the_time_zone_of_the_league_with_each_change_of_the_clock() {
    let league = League::open();
    let place = "Salle de la Légion, 12; rue Saint-Édouard-des-Érables, Saint-Jérôme-de-Matane (Québec) 🃏";
    let body = json!({"name": "Thursdays", "time_zone": "america/toronto", "place": place});
    let set = league.as_coordinator("PUT", LEAGUE, &body).ok(201);
    assert_eq!([&set["time_zone"], &set["place"]], ["America/Toronto", place]);
    let season = winter(&league);
    for date in ["2026-02-26", "2026-11-05"] {
        league.schedule(&json!({"date": date, "season_id": season}));
    }
    let calendar = of_season(&league, &season);
    assert_eq!(calendar.get("X-WR-TIMEZONE"), "America/Toronto");
    assert!(calendar.find("X-WR-CALDESC").is_none());
    let zone = calendar.all("VTIMEZONE")[0];
    assert_eq!(zone.get("TZID"), "America/Toronto");
    let changes = zone.parts.iter().map(|change| {
        let fields = ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME"].map(|name| change.get(name)).join(" ");
        format!("{} {fields}", change.name)
    });
    assert_eq!(
        changes.collect::<Vec<_>>(),
        [
            "STANDARD 20251102T020000 -0400 -0500 EST",
            "DAYLIGHT 20260308T020000 -0500 -0400 EDT",
            "STANDARD 20261101T020000 -0400 -0500 EST",
        ]
    );
    for night in calendar.all("VEVENT") {
        assert!(night.get("DTSTART;TZID=America/Toronto").ends_with("T190000"));
        assert!(night.get("DTEND;TZID=America/Toronto").ends_with("T220000"));
        assert_eq!(night.get("LOCATION"), place.replace(',', r"\,").replace(';', r"\;"));
    }
}

#[test]
fn a_calendar_without_nights_has_a_component_all_the_same() {
    let league = League::open();
    let season = winter(&league);
    assert_eq!(of_season(&league, &season).all("VTIMEZONE")[0].get("TZID"), "UTC");
    for zone in ["UTC", "Asia/Kolkata", "Africa/Casablanca", "Australia/Lord_Howe"] {
        league.as_coordinator("PUT", LEAGUE, &json!({"name": "Thursdays", "time_zone": zone})).json();
        let calendar = of_season(&league, &season);
        let described = calendar.all("VTIMEZONE")[0];
        assert_eq!((described.get("TZID"), described.parts.is_empty()), (zone, false));
    }
}

#[test]
fn the_time_zone_and_the_place_stay_where_they_are_left_out_and_go_with_null() {
    let league = League::open();
    let put = |body| league.as_coordinator("PUT", LEAGUE, &body);
    put(json!({"name": "A", "time_zone": "Europe/Paris", "place": "Salle"})).ok(201);
    let kept = put(json!({"name": "B"})).ok(200);
    assert_eq!([&kept["time_zone"], &kept["place"]], ["Europe/Paris", "Salle"]);
    for (field, wrong) in [
        ("time_zone", "Mars/Olympus"),
        ("time_zone", ""),
        ("time_zone", "../etc/passwd"),
        ("place", ""),
        ("place", "two\nlines"),
        ("place", &"é".repeat(201)),
    ] {
        let problem = put(json!({"name": "B", field: wrong})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], format!("/{field}"), "{wrong}");
    }
    assert_eq!(league.service.get(LEAGUE).ok(200), kept);
    let league = league.start_again();
    assert_eq!(league.service.get(LEAGUE).ok(200), kept);
    let gone = league.as_coordinator("PUT", LEAGUE, &json!({"name": "B", "time_zone": null, "place": null})).ok(200);
    assert!(gone["time_zone"].is_null() && gone["place"].is_null());
}

#[test]
fn there_is_no_calendar_of_an_unknown_id_and_no_other_method() {
    let league = League::open();
    for kind in ["seasons", "nights"] {
        league.service.get(&format!("/api/v1/{kind}/{}.ics", id(9))).problem(404, "not-found");
        league.service.get(&format!("/api/v1/{kind}/tonight.ics")).problem(422, "invalid");
        let path = format!("/api/v1/{kind}/{}.ics", id(9));
        let answer = league.as_coordinator("PATCH", &path, &json!({}));
        assert_eq!(answer.header("allow"), "GET, HEAD, OPTIONS");
        answer.problem(405, "method-not-allowed");
        let answer = league.as_coordinator("PUT", path.trim_end_matches(".ics"), &json!({}));
        assert_eq!(answer.header("allow"), "GET, HEAD, PATCH, OPTIONS");
    }
}
