//! Tags, 304, and what may be kept of an answer.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::league::{League, list, text};
use crate::support::service::{Answer, Service};

/// The `Cache-Control` of every GET in the document for a caller with a token.
const POLICIES: &str = include_str!("../data/caching.json");

/// The paths of people, which are not kept but have a tag.
const TAGGED: [&str; 3] = ["/api/v1/players", "/api/v1/players/{id}", "/api/v1/representatives"];

fn again(service: &Service, path: &str, tag: &str, token: &[(&str, &str)]) -> Answer {
    service.ask("GET", path, &[token, &[("If-None-Match", tag)]].concat(), None)
}

#[test]
fn every_get_of_the_document_says_what_may_be_kept_of_it() {
    let document: Value = serde_json::from_str(include_str!("../../../openapi/openapi.json")).unwrap();
    let policies: BTreeMap<String, String> = serde_json::from_str(POLICIES).unwrap();
    let gets = document["paths"].as_object().unwrap().iter().filter(|(_, item)| item.get("get").is_some());
    let paths: Vec<&String> = gets.map(|(path, _)| path).collect();
    assert_eq!(paths.len(), policies.len(), "{:?}", policies.keys());
    let league = League::open();
    let night = league.night(&[]);
    let season = json!({"name": "2026", "starts": "2026-01-01", "ends": "2026-12-31"});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let (player, game) = (league.player("Ann"), Game::two_sided(&league.service));
    for path in paths {
        let expected = policies.get(path).unwrap_or_else(|| panic!("{path} has no policy"));
        let id = match path.split('/').nth(3) {
            Some("games") => game.id.clone(),
            Some("nights") => night.id.clone(),
            Some("seasons") => season.clone(),
            Some("players") => player.clone(),
            Some("webhooks") => player.clone(),
            _ => String::new(),
        };
        let asked = path.replace("{id}", &id).replace("{slug}", "renege");
        let query = if asked.contains("/score/") { "?cards=5H,5D,5S,JC&starter=5C" } else { "" };
        let token = [("Authorization", &*format!("Bearer {}", league.token))];
        if asked.ends_with("/live") {
            continue;
        }
        let answer = league.service.ask("GET", &format!("{asked}{query}"), &token, None);
        // The night is not cancelled, there is no webhook, and the token is not that of a personal link.
        if answer.status != 200 {
            assert_eq!(answer.header("cache-control"), "no-store", "{path}");
            let absent = ["/api/v1/me", "/api/v1/nights/{id}/cancellation", "/api/v1/webhooks/{id}/deliveries"];
            assert!(absent.contains(&path.as_str()), "{path}: {}", answer.text);
            continue;
        }
        assert_eq!(answer.header("cache-control"), expected, "{path}");
        let has_tag = expected.contains("no-cache") || TAGGED.contains(&path.as_str());
        assert_eq!(!answer.header("etag").is_empty(), has_tag, "{path}");
        assert!(expected == "no-store" || answer.header("vary").contains("Authorization"), "{path}");
    }
}

#[test]
fn who_has_the_newest_answer_gets_304_without_a_body_until_it_changes() {
    let service = Service::start_unlimited();
    let game = Game::two_sided(&service);
    let path = game.path("");
    let first = service.get(&path);
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\""), "{tag}");
    for known in [tag.clone(), format!("\"other\", {tag}"), "*".to_owned(), tag.replace("W/", "")] {
        let same = again(&service, &path, &known, &[]);
        assert_eq!((same.status, same.text.as_str(), same.header("etag")), (304, "", &*tag), "{known}");
        assert_eq!(same.header("x-version"), "1");
        assert!(same.header("vary").contains("Authorization"));
    }
    game.peg(1, &json!({"side": 0, "points": 2})).ok(201);
    let changed = again(&service, &path, &tag, &[]);
    assert_ne!(changed.header("etag"), tag);
    assert_eq!(changed.ok(200)["sides"][0]["score"], 2);
    let head = service.ask("HEAD", &path, &[], None);
    assert_eq!((head.status, head.text.as_str()), (200, ""));
    assert_eq!(head.header("etag"), service.get(&path).header("etag"));
}

#[test]
fn a_tag_is_made_of_what_this_caller_sees_and_a_rename_changes_it() {
    let league = League::open();
    let night = league.night(&[]);
    let ann = league.player("Ann");
    league.as_coordinator("PUT", &night.path(&format!("/entries/{ann}")), &json!({"paid": true})).ok(201);
    let path = night.path("");
    let token = format!("Bearer {}", league.token);
    let own = [("Authorization", token.as_str())];
    let stranger = league.service.get(&path).header("etag").to_owned();
    let coordinator = league.service.ask("GET", &path, &own, None).header("etag").to_owned();
    assert_ne!(stranger, coordinator, "a stranger does not see who has paid");
    assert_eq!(again(&league.service, &path, &stranger, &own).status, 200);
    assert_eq!(again(&league.service, &path, &coordinator, &own).status, 304);
    league.as_coordinator("PATCH", &format!("/api/v1/players/{ann}"), &json!({"name": "Anna"})).ok(200);
    assert_eq!(again(&league.service, &path, &coordinator, &own).status, 200, "a name is no version of the night");
}

#[test]
fn a_night_is_304_until_anything_changes_that_it_shows() {
    let league = League::open();
    let players = league.players(8);
    let night = league.night(&players);
    let (path, token) = (night.path(""), format!("Bearer {}", league.token));
    let games: Vec<String> = {
        let view = night.draw().ok(201);
        list(&view["rounds"][0]["tables"]).iter().map(|table| text(&table["game_id"])).collect()
    };
    let send = |method, path: &str, body| {
        let answer = league.as_coordinator(method, path, &body);
        assert!([200, 201].contains(&answer.status), "{method} {path}: {}", answer.text);
    };
    let result = |game: &str| send("PUT", &format!("/api/v1/games/{game}/result"), json!({"scores": [121, 90]}));
    let anne = format!("/api/v1/players/{}", players[0]);
    let changes: [(&str, &dyn Fn()); 6] = [
        ("a result", &|| result(&games[0])),
        ("another one", &|| result(&games[1])),
        ("a name", &|| send("PATCH", &anne, json!({"name": "Anne"}))),
        ("an entry", &|| send("PUT", &night.path(&format!("/entries/{}", players[1])), json!({"paid": false}))),
        ("a new code", &|| send("POST", &night.path("/join-code"), json!({"id": id(1)}))),
        ("somebody forgotten", &|| send("DELETE", &anne, json!({}))),
    ];
    let own = [("Authorization", token.as_str())];
    for (change, make) in changes {
        let before = league.service.ask("GET", &path, &own, None);
        let tag = before.header("etag").to_owned();
        for _ in 0..2 {
            let same = again(&league.service, &path, &tag, &own);
            assert_eq!((same.status, same.text.as_str()), (304, ""), "before {change}");
            for header in ["etag", "x-version", "x-seen", "cache-control", "vary"] {
                assert_eq!(same.header(header), before.header(header), "{header}");
            }
        }
        make();
        let after = again(&league.service, &path, &tag, &own);
        assert_eq!(after.status, 200, "{change}");
        assert_ne!(after.text, before.text, "{change}");
    }
}

#[test]
fn a_strong_tag_names_its_compression_and_either_form_is_known() {
    let service = Service::start();
    let gzip = [("Accept-Encoding", "gzip")];
    let plain =
        service.ask("GET", "/api/v1/league", &[("Accept-Encoding", "identity")], None).header("etag").to_owned();
    let compressed = service.ask("GET", "/api/v1/league", &gzip, None).header("etag").to_owned();
    assert!(plain.starts_with('"'), "{plain}");
    assert_eq!(compressed, format!("{}-gzip\"", plain.trim_end_matches('"')));
    let deflated = service.ask("GET", "/api/v1/league", &[("Accept-Encoding", "deflate")], None);
    assert_eq!(deflated.header("etag"), format!("{}-deflate\"", plain.trim_end_matches('"')));
    for tag in [&plain, &compressed, deflated.header("etag")] {
        assert_eq!(again(&service, "/api/v1/league", tag, &gzip).status, 304, "{tag}");
    }
    assert_eq!(again(&service, "/api/v1/league", "\"0000000000000000\"", &gzip).status, 200);
}

#[test]
fn a_change_and_a_problem_are_never_kept() {
    let service = Service::start_unlimited();
    let game = Game::two_sided(&service);
    for answer in [
        game.peg(1, &json!({"side": 0, "points": 2})),
        service.get(&format!("/api/v1/games/{}", id(99))),
        service.get("/api/v1/nothing"),
        service.post("/api/v1/session", &json!({"password": "wrong"})),
    ] {
        assert_eq!(answer.header("cache-control"), "no-store", "{}", answer.text);
        assert_eq!(answer.header("etag"), "");
    }
}
