//! Standings of a season, and CSV exports.

use serde_json::json;

use crate::support::game::id;
use crate::support::league::{League, text};

/// The lines of a CSV, checked to begin with a byte order mark.
fn lines(league: &League, path: &str, name: &str) -> Vec<String> {
    let answer = league.get(path);
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"), "{}", answer.text);
    assert_eq!(answer.header("content-disposition"), format!("attachment; filename=\"{name}.csv\""));
    let sheet = answer.text.strip_prefix('\u{feff}').unwrap();
    assert!(sheet.ends_with("\r\n"));
    sheet.trim_end().split("\r\n").map(str::to_owned).collect()
}

#[test]
fn csv_keeps_accents_and_numbers_and_escapes_formulas() {
    let league = League::open();
    let names = ["=HYPERLINK(\"http://x\")", "+1", "-1", "@SUM(A1)", "Édith, \"Dédé\" Côté", "Plain"];
    let players: Vec<String> = names.iter().map(|name| league.player(name)).collect();
    let night = league.schedule(&json!({"date": "2026-01-28", "games_per_night": 2}));
    players.iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.draw().ok(201);
    night.result(1, &[121, 60]).ok(201);
    let lines = lines(&league, &night.path("/standings.csv"), "night-2026-01-28");
    assert_eq!(lines[0], "Place,Player,Game 1,Game 2,Total,Prize,Excused");
    let written =
        ["\"'=HYPERLINK(\"\"http://x\"\")\"", "'+1", "'-1", "'@SUM(A1)", "\"Édith, \"\"Dédé\"\" Côté\"", "Plain"];
    for name in written {
        let found = lines[1..].iter().filter(|line| line.contains(&format!(",{name},"))).count();
        assert_eq!(found, 1, "{name} in {lines:?}");
    }
    assert!(lines[1].starts_with("1,") && lines[1].ends_with(",-2,,-2,15.00,"), "a skunk stays a number: {}", lines[1]);
    assert!(lines[6].starts_with(',') && lines[6].ends_with(",,,,0.00,"), "no game is no number: {}", lines[6]);
}

#[test]
fn formulas_in_wide_letters_and_behind_blanks_are_escaped_and_come_back() {
    let league = League::open();
    let formulas = ["＝1+1", "＋1", "－1", "＠SUM(A1)", "﹦1", "\u{a0}=1", "\u{3000}＝1", "“=1”"];
    let names: Vec<String> = formulas.iter().map(|formula| format!("a;{formula}")).collect();
    names.iter().for_each(|name| drop(league.player(name)));
    let lines = lines(&league, "/api/v1/players.csv", "players");
    for (name, formula) in names.iter().zip(formulas) {
        let escaped = if formula.starts_with('“') { name.clone() } else { format!("a;'{formula}") };
        assert!(lines.iter().any(|line| line.starts_with(&format!("{escaped},"))), "{escaped} in {lines:?}");
    }
    let csv = lines.join("\n");
    let again = league.as_coordinator("POST", "/api/v1/players/import", &json!({"csv": csv})).ok(200);
    assert_eq!((again["added"].as_array().unwrap().len(), again["known"].as_array().unwrap().len()), (0, 8), "{again}");
}

#[test]
fn a_season_ranks_the_averages_of_full_cards_over_finished_nights() {
    let league = League::open();
    let season =
        json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-04-15", "best_of": 1, "minimum_nights": 2});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let players = league.players(3);
    // Two players finish two nights, the third one. An unfinished night does not count.
    let mut totals = std::collections::BTreeMap::<String, Vec<f64>>::new();
    for (count, scores) in [(2, [121, 101].as_slice()), (3, &[121, 91, 111]), (2, &[121, 100])] {
        let night = league.schedule(&json!({"date": "2026-01-28", "season_id": season, "games_per_night": 1}));
        players[..count].iter().for_each(|player| drop(night.pay(player).ok(201)));
        night.draw().ok(201);
        night.result(1, scores).ok(201);
        if scores != [121, 100] {
            night.finish().ok(200);
            for row in night.rows() {
                totals.entry(text(&row["player_id"])).or_default().push(row["total"].as_f64().unwrap());
            }
        }
    }
    let path = format!("/api/v1/seasons/{season}/standings");
    let rows = league.get(&path).ok(200)["rows"].as_array().unwrap().clone();
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let totals = &totals[row["player_id"].as_str().unwrap()];
        let best = totals.iter().copied().fold(f64::INFINITY, f64::min);
        let average = totals.iter().sum::<f64>() / totals.len() as f64;
        assert_eq!(
            (&row["nights"], &row["full_cards"], &row["games"]),
            (&json!(totals.len()), &json!(totals.len()), &json!(totals.len()))
        );
        assert_eq!((row["average"].as_f64(), row["best_average"].as_f64()), (Some(average), Some(best)));
        assert_eq!(row["place"].is_null(), totals.len() < 2, "it takes two nights to be ranked");
    }
    assert_eq!(rows[2]["player_id"], players[2]);
    assert!(rows[0]["best_average"].as_f64() <= rows[1]["best_average"].as_f64());
    let lines = lines(&league, &format!("{path}.csv"), "season-2026-01-01");
    assert_eq!(
        lines[0],
        "Place,Player,Nights,Full cards,Games,Wins,Skunks,Double skunks,Average,Average of the best,Money won"
    );
    assert!(lines[3].starts_with(",Player 03,1,1,1,"), "{lines:?}");
    league.get(&format!("/api/v1/seasons/{}/standings", id(9))).problem(404, "not-found");
}
