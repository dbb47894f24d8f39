//! Nights from paper that both servers are asked to import at the same moment.

use serde_json::json;

use super::{Hall, together};
use crate::servers::Servers;
use crate::support::game::id;
use crate::support::league::{list, text};

/// Each round adds two nights to the same season.
const ROUNDS: u32 = 12;

#[test]
fn an_import_of_both_servers_is_made_once_and_adds_each_name_once() {
    let hall = Hall::open(Servers::start());
    let season = json!({"name": "Winter", "starts": "2025-01-01", "ends": "2025-12-31"});
    let season = text(&hall.league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let path = format!("/api/v1/seasons/{season}/imports");
    for nth in 1..=ROUNDS {
        let csv = format!("date,player,game 1\n2025-{nth:02}-07,Rae {nth},0\n2025-{nth:02}-14,Rae {nth},12\n");
        // In every other round the second one is another import of the same lines.
        let (one, other) = (id(2 * nth), id(2 * nth + nth % 2));
        let body = |import: &str| json!({"csv": csv, "id": import});
        let (first, second) = together(
            || hall.league.as_coordinator("POST", &path, &body(&one)),
            || hall.other("POST", &path, &body(&other)),
        );
        let told = [first.ok(200), second.ok(200)];
        let outcomes = told.iter().flat_map(|told| list(&told["lines"]));
        assert_eq!(outcomes.filter(|line| line["outcome"] == "new").count(), 2, "round {nth}: {told:?}");
    }
    for server in [&hall.league.service, &hall.other] {
        let read = |path: &str| server.request("GET", path, &hall.league.token, None).ok(200);
        let nights = read(&format!("/api/v1/nights?season_id={season}"));
        let players = read("/api/v1/players?limit=100");
        let found = [list(&nights["nights"]).len(), list(&players["players"]).len()];
        assert_eq!(found, [2 * ROUNDS as usize, ROUNDS as usize]);
    }
}
