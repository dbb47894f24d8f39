//! The seasons of the league.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::service::{PASSWORD, Service};

const SEASONS: &str = "/api/v1/seasons";

fn winter() -> Value {
    json!({"name": "Winter", "starts": "2026-01-07", "ends": "2026-04-15", "best_of": 10, "minimum_nights": 5})
}

fn club() -> (Service, String) {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    (service, coordinator)
}

#[test]
fn an_added_season_is_public_at_its_location() {
    let (service, token) = club();
    let answer = service.request("POST", SEASONS, &token, Some(&winter()));
    let location = answer.header("location").to_owned();
    let season = answer.ok(201);
    assert_eq!(location, format!("{SEASONS}/{}", season["id"].as_str().unwrap()));
    let mut expected = winter();
    expected["id"] = season["id"].clone();
    expected["average"] = json!("per_card");
    expected["card"] = json!("points_short");
    expected["counts"] = json!("average");
    expected["from_points"] = Value::Null;
    assert_eq!(season, expected);
    assert_eq!(service.get(&location).ok(200), season);
    let plain = json!({"name": "One day", "starts": "2026-05-01", "ends": "2026-05-01"});
    let season = service.request("POST", SEASONS, &token, Some(&plain)).ok(201);
    assert_eq!([&season["best_of"], &season["minimum_nights"]], [&Value::Null, &json!(1)]);
    let whole =
        json!({"name": "x", "starts": "2026-05-01", "ends": "2026-05-01", "best_of": 3.0, "minimum_nights": 2.0});
    let season = service.request("POST", SEASONS, &token, Some(&whole)).ok(201);
    assert_eq!([&season["best_of"], &season["minimum_nights"]], [3, 2]);
}

#[test]
fn the_standings_of_a_season_say_which_average_ranks_them() {
    let (service, token) = club();
    let mut body = winter();
    body["average"] = json!("per_game");
    let season = service.request("POST", SEASONS, &token, Some(&body)).ok(201);
    assert_eq!(season["average"], "per_game");
    let path = format!("{SEASONS}/{}", season["id"].as_str().unwrap());
    let empty = json!({"average": "per_game", "card": "points_short", "counts": "average", "rows": []});
    assert_eq!(service.get(&format!("{path}/standings")).ok(200), empty);
    let titles = |table: &str| table.lines().next().unwrap().split(',').skip(8).map(str::to_owned).collect::<Vec<_>>();
    let csv = service.get(&format!("{path}/standings.csv")).text;
    assert_eq!(titles(&csv), ["Average per game", "Average per game of the best", "Money won"]);
    service.request("PATCH", &path, &token, Some(&json!({"average": "per_card"}))).ok(200);
    assert_eq!(service.get(&format!("{path}/standings")).ok(200)["average"], "per_card");
    assert_eq!(
        titles(&service.get(&format!("{path}/standings.csv")).text),
        ["Average", "Average of the best", "Money won"]
    );
}

#[test]
fn seasons_are_sorted_by_their_start() {
    let (service, token) = club();
    assert_eq!(service.request("GET", SEASONS, &token, None).ok(200), json!({"seasons": []}));
    for starts in ["2026-09-01", "2025-09-01", "2026-01-07"] {
        let season = json!({"name": starts, "starts": starts, "ends": "2027-01-01"});
        service.request("POST", SEASONS, &token, Some(&season)).ok(201);
    }
    let list = service.request("GET", SEASONS, &token, None).ok(200);
    let names: Vec<&Value> = list["seasons"].as_array().unwrap().iter().map(|season| &season["name"]).collect();
    assert_eq!(names, ["2025-09-01", "2026-01-07", "2026-09-01"]);
}

#[test]
fn a_patch_changes_given_fields_and_keeps_the_dates_in_order() {
    let (service, token) = club();
    let mut season = service.request("POST", SEASONS, &token, Some(&winter())).ok(201);
    let path = format!("{SEASONS}/{}", season["id"].as_str().unwrap());
    let change = |body: Value| service.request("PATCH", &path, &token, Some(&body));
    assert_eq!(change(json!({})).ok(200), season);
    for (field, value) in [
        ("name", json!("Long winter")),
        ("ends", json!("2026-04-29")),
        ("starts", json!("2026-01-14")),
        ("best_of", Value::Null),
        ("minimum_nights", json!(6)),
        ("best_of", json!(12)),
        ("average", json!("per_game")),
    ] {
        season[field] = value.clone();
        assert_eq!(change(json!({field: value})).ok(200), season);
    }
    for (body, pointer) in [
        (json!({"ends": "2026-01-13"}), "/ends"),
        (json!({"starts": "2026-04-30"}), "/starts"),
        (json!({"starts": "2026-05-02", "ends": "2026-05-01"}), "/ends"),
        (json!({"name": "Other", "minimum_nights": null}), "/minimum_nights"),
        (json!({"name": null}), "/name"),
        (json!({"ends": null}), "/ends"),
        (json!({"average": null}), "/average"),
        (json!({"average": "per_night"}), "/average"),
        (json!({"id": id(1)}), "/id"),
    ] {
        let problem = change(body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
    assert_eq!(service.get(&path).ok(200), season);
    let nowhere = format!("{SEASONS}/{}", id(404));
    service.request("PATCH", &nowhere, &token, Some(&json!({}))).problem(404, "not-found");
    service.get(&nowhere).problem(404, "not-found");
}

#[test]
fn an_invalid_season_is_422_with_a_pointer() {
    let (service, token) = club();
    for (field, wrong) in [
        ("name", json!(" ")),
        ("starts", json!("2026-02-30")),
        ("starts", json!("7 January")),
        ("ends", json!("2026-01-06")),
        ("ends", json!(20_260_415)),
        ("best_of", json!(0)),
        ("best_of", json!(1.5)),
        ("best_of", json!(1001)),
        ("minimum_nights", json!(0)),
        ("minimum_nights", json!(-1)),
        ("minimum_nights", json!("5")),
        ("nights", json!(20)),
    ] {
        let mut body = winter();
        body[field] = wrong;
        let problem = service.request("POST", SEASONS, &token, Some(&body)).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], format!("/{field}"), "{problem}");
    }
    for field in ["name", "starts", "ends"] {
        let mut body = winter();
        body.as_object_mut().unwrap().remove(field);
        let problem = service.request("POST", SEASONS, &token, Some(&body)).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], format!("/{field}"), "{problem}");
    }
    assert_eq!(service.request("GET", SEASONS, &token, None).ok(200)["seasons"], json!([]));
}

#[test]
fn only_the_coordinator_changes_seasons() {
    let (service, token) = club();
    let season = service.request("POST", SEASONS, &token, Some(&winter())).ok(201);
    let path = format!("{SEASONS}/{}", season["id"].as_str().unwrap());
    let scorer = Game::two_sided(&service).token;
    service.request("POST", SEASONS, &scorer, Some(&winter())).problem(403, "forbidden");
    service.request("PATCH", &path, &scorer, Some(&json!({"name": "Mine"}))).problem(403, "forbidden");
    service.post(SEASONS, &winter()).problem(401, "unauthorized");
    assert_eq!(service.request("GET", SEASONS, &token, None).ok(200)["seasons"], json!([season]));
}
