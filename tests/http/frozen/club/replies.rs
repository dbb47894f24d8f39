//! Personal links, replies before a night, and scorecards of paper.

use serde_json::{Value, json};

use super::{Club, Night, People};
use crate::support::game::id;
use crate::support::league::text;

const OLDER: &str = "QW4gb2xkZXIgbGluaywgd2hpY2ggaXMgcmVwbGFjZWQ";
const LINK: &str = "VGhlIGxpbmsgb2YgQW5uIEFyY2hlciBpbiB0aGUgY2w";

pub fn play(club: &mut Club, people: &People) {
    let [ann, bob, cy] = [0, 1, 2].map(|member| people.members[member].as_str());
    for token in [OLDER, LINK] {
        let path = format!("/api/v1/players/{ann}/link");
        club.league.as_coordinator("PUT", &path, &json!({"token": token})).ok(201);
    }
    club.add_token("replaced link", OLDER.to_owned());
    club.add_token("link", LINK.to_owned());
    let night = club.league.schedule(&json!({"date": "2026-03-25"}));
    let reply = |token: &str, player: &str, body: Value| {
        club.league.request("PUT", &night.path(&format!("/replies/{player}")), token, Some(&body)).ok(201);
    };
    reply(LINK, ann, json!({"coming": true, "id": id(940)}));
    reply(&club.league.token, bob, json!({"coming": false}));
    reply(&club.league.token, cy, json!({"coming": true}));
    night.request("DELETE", &format!("/replies/{cy}"), &json!({})).ok(200);
    let replies = night.id.clone();
    let night = Night { league: &club.league, id: text(&club.ids["night with pots"]) };
    let card = |player: &str, body: Value| night.request("PUT", &format!("/cards/{player}"), &body).ok(201);
    card(ann, json!({"returned": true, "id": id(941)}));
    card(bob, json!({"returned": true}));
    card(bob, json!({"returned": false}));
    club.add_id("night with replies", &replies);
}
