//! Lists by page.

use serde_json::{Value, json};

use crate::support::league::{League, text};

/// The path in the link of an answer with this relation.
fn link(header: &str, relation: &str) -> Option<String> {
    let (path, rest) = header.split_once('>')?;
    (rest == format!("; rel=\"{relation}\"")).then(|| path.trim_start_matches('<').to_owned())
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|item| text(&item["id"])).collect()
}

#[test]
fn the_latest_nights_come_first_and_links_lead_to_all_others() {
    let league = League::open();
    let season = json!({"name": "2026", "starts": "2026-01-01", "ends": "2026-12-31"});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    for day in [20, 11, 28, 4, 13, 6, 27] {
        let night = json!({"date": format!("2026-01-{day:02}"), "season_id": season});
        league.as_coordinator("POST", "/api/v1/nights", &night).ok(201);
    }
    league.night(&[]);
    let all = league.get(&format!("/api/v1/nights?season_id={season}"));
    assert_eq!(all.header("link"), "");
    let all = ids(&all.ok(200)["nights"]);
    assert_eq!(all.len(), 7);
    let mut path = Some(format!("/api/v1/nights?season_id={season}&limit=3"));
    let mut pages = Vec::new();
    while let Some(next) = path {
        let page = league.get(&next);
        path = link(page.header("link"), "prev");
        pages.push(ids(&page.ok(200)["nights"]));
    }
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 1]);
    pages.reverse();
    assert_eq!(pages.concat(), all);
}

#[test]
fn players_come_by_name_a_page_at_a_time() {
    let league = League::open();
    for name in ["Di", "Ann", "Cy", "Bob", "Eve"] {
        league.player(name);
    }
    let mut path = Some("/api/v1/players?limit=2".to_owned());
    let mut names = Vec::new();
    while let Some(next) = path {
        let page = league.get(&next);
        path = link(page.header("link"), "next");
        let players = page.ok(200);
        names.push(
            players["players"].as_array().unwrap().iter().map(|player| text(&player["name"])).collect::<Vec<_>>(),
        );
    }
    assert_eq!(names, [vec!["Ann", "Bob"], vec!["Cy", "Di"], vec!["Eve"]]);
}

#[test]
fn seasons_come_the_earliest_first_a_page_at_a_time() {
    let league = League::open();
    for year in ["2027", "2025", "2026"] {
        let season = json!({"name": year, "starts": format!("{year}-01-01"), "ends": format!("{year}-12-31")});
        league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201);
    }
    let all = ids(&league.get("/api/v1/seasons").ok(200)["seasons"]);
    let first = league.get("/api/v1/seasons?limit=2");
    let next = league.get(&link(first.header("link"), "next").unwrap());
    assert_eq!(next.header("link"), "");
    assert_eq!(ids(&next.ok(200)["seasons"]), all[2..]);
    assert_eq!(ids(&first.ok(200)["seasons"]), all[..2]);
}

#[test]
fn deliveries_come_the_newest_first_a_page_at_a_time() {
    let league = League::open();
    let webhook = league.as_coordinator("POST", "/api/v1/webhooks", &json!({"url": "https://example.org/pegout"}));
    let webhook = text(&webhook.ok(201)["id"]);
    let path = format!("/api/v1/webhooks/{webhook}/deliveries");
    for _ in 0..3 {
        let night = league.night(&[]);
        night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    }
    let listed = league.get(&path);
    assert_eq!(listed.header("link"), "");
    let all = ids(&listed.ok(200)["deliveries"]);
    assert_eq!(all.len(), 3);
    let first = league.get(&format!("{path}?limit=2"));
    let next = league.get(&link(first.header("link"), "next").unwrap());
    assert_eq!(next.header("link"), "");
    assert_eq!(ids(&next.ok(200)["deliveries"]), all[2..]);
    assert_eq!(ids(&first.ok(200)["deliveries"]), all[..2]);
    assert_eq!(ids(&league.get(&format!("{path}?after={}", all[2])).ok(200)["deliveries"]), [""; 0]);
    for (query, pointer) in [("limit=0", "limit"), ("after=0198c5a2-0000-7000-8000-000000000001", "after")] {
        let problem = league.get(&format!("{path}?{query}")).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
}

#[test]
fn a_page_that_cannot_be_is_422() {
    let league = League::open();
    league.night(&[]);
    for (path, pointer) in [
        ("/api/v1/nights?limit=0", "limit"),
        ("/api/v1/nights?limit=1001", "limit"),
        ("/api/v1/nights?limit=many", "limit"),
        ("/api/v1/nights?before=0198c5a2-0000-7000-8000-000000000001", "before"),
        ("/api/v1/seasons?after=0198c5a2-0000-7000-8000-000000000001", "after"),
        ("/api/v1/seasons?limit=1001", "limit"),
        ("/api/v1/players?after=0198c5a2-0000-7000-8000-000000000001", "after"),
        ("/api/v1/players?before=0198c5a2-0000-7000-8000-000000000001", "before"),
    ] {
        let problem = league.get(path).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{path}");
    }
}

#[test]
fn the_list_follows_each_night_that_changes() {
    let league = League::open();
    let night = league.night(&[]);
    let listed = |league: &League| league.get("/api/v1/nights").ok(200)["nights"][0].clone();
    assert_eq!((&listed(&league)["players"], &listed(&league)["date"]), (&json!(0), &json!("2026-01-28")));
    let (ann, twin) = (league.player("Ann"), league.player("Ann"));
    for player in [&ann, &twin] {
        league.as_coordinator("PUT", &night.path(&format!("/entries/{player}")), &json!({})).ok(201);
    }
    league.as_coordinator("PATCH", &night.path(""), &json!({"date": "2026-01-29"})).ok(200);
    assert_eq!((&listed(&league)["players"], &listed(&league)["date"]), (&json!(2), &json!("2026-01-29")));
    league.as_coordinator("POST", &format!("/api/v1/players/{twin}/merge"), &json!({"into": ann})).ok(200);
    assert_eq!(listed(&league)["players"], 1, "two ids of one person are one player");
}
