//! Nights that were kept on paper: cards with lines and with totals, tables, and an import that was taken back.

use serde_json::{Value, json};

use super::Club;
use crate::support::game::id;
use crate::support::league::text;

const CARDS: &str = "date,player,game 1,game 2,game 3,games,wins,total\n\
    2025-09-03,Paper One,0,,12,,,12\n2025-09-03,Paper Only,x,bye,3,,,3\n2025-09-10,Paper Only,,,,3,1,14\n";
const TABLES: &str = "date,round,side 1,side 2,score 1,score 2\n\
    2025-09-17,1,Paper One,Paper Only,121,90\n2025-09-17,2,Paper One,,,\n";

pub fn play(club: &mut Club) {
    let season = json!({"name": "On paper", "starts": "2025-09-01", "ends": "2025-12-31"});
    let season = text(&club.league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let night = json!({"date": "2025-09-10", "season_id": season});
    club.league.as_coordinator("POST", "/api/v1/nights", &night).ok(201);
    let path = format!("/api/v1/seasons/{season}/imports");
    let import = |csv: &str, more: Value| {
        let mut body = json!({"csv": csv});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        club.league.as_coordinator("POST", &path, &body).ok(200);
    };
    import(CARDS, json!({"id": id(950)}));
    import(TABLES, json!({"id": id(951), "money": true}));
    // It changes nothing.
    import(CARDS, json!({"id": id(953)}));
    import(&TABLES.replace("09-17", "09-24"), json!({"id": id(952)}));
    club.league.request("DELETE", &format!("{path}/{}", id(952)), &club.league.token, None).ok(200);
    club.add_id("season on paper", &season);
}
