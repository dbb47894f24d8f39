//! The people of the club, its seasons and its representatives.

use serde_json::{Value, json};

use super::{Club, PASSWORD};
use crate::support::game::id;
use crate::support::league::text;

/// The players and seasons of the nights.
pub struct People {
    /// Active members who stay.
    pub members: Vec<String>,
    /// A player who is not an active member.
    pub guest: String,
    /// An active member, to be forgotten later.
    pub leaver: String,
    /// A season that counts the best cards, and one that counts all.
    pub seasons: [String; 2],
}

impl People {
    /// Adds everybody to the club.
    pub fn create(club: &mut Club) -> People {
        let player = |body: Value| text(&club.league.as_coordinator("POST", "/api/v1/players", &body).ok(201)["id"]);
        let members = [
            json!({"name": "Ann Archer", "phone": "555-0134", "email": "ann@example.org"}),
            json!({"name": "Bob", "phone": "+1 514 555 0136"}),
            json!({"name": "Cy O’Neil", "email": "cy@example.org"}),
            json!({"name": "Élise Bouchard"}),
            json!({"name": "Di"}),
            json!({"name": "Flo"}),
            json!({"name": "Gus"}),
            json!({"name": "Hal, the \"second\""}),
        ];
        let members = members.map(player).to_vec();
        let guest = player(json!({"name": "Old Tom", "active_member": false}));
        let leaver = player(json!({"name": "Gone Away", "phone": "555-0139", "email": "gone@example.org"}));
        for (number, stays) in [(540, true), (541, false)] {
            let twice = player(json!({"name": "Ann Archer"}));
            let path = format!("/api/v1/players/{twice}/merge");
            let body = json!({"into": members[0], "id": stays.then(|| id(number))});
            club.league.as_coordinator("POST", &path, &body).ok(200);
            if !stays {
                club.league.request("DELETE", &path, &club.league.token, None).ok(200);
            }
        }
        let season = |body: Value| text(&club.league.as_coordinator("POST", "/api/v1/seasons", &body).ok(201)["id"]);
        let seasons = [
            json!({"name": "Winter", "starts": "2026-01-07", "ends": "2026-04-15", "best_of": 1, "minimum_nights": 2}),
            json!({"name": "All of it", "starts": "2026-01-01", "ends": "2026-12-31", "average": "per_game"}),
        ];
        let seasons = seasons.map(season);
        for (name, password) in [("Béa Roy", "a double run of three"), ("Ida", "fifteen for six")] {
            let body = json!({"name": name, "password": password});
            club.league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201);
            club.passwords.insert(name.to_owned(), json!(password));
        }
        for role in ["door", "results"] {
            let body = json!({"name": role, "password": "fifteen for eight", "role": role});
            club.league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201);
            club.sign_in(role, role, "fifteen for eight");
        }
        let bar = club.league.as_coordinator("POST", "/api/v1/displays", &json!({"name": "The bar"})).ok(201);
        let bar = format!("/api/v1/displays/{}", text(&bar["id"]));
        club.league.request("DELETE", &bar, &club.league.token, None).ok(200);
        let display = club.league.as_coordinator("POST", "/api/v1/displays", &json!({"name": "The hall"})).ok(201);
        club.add_token("display", text(&display["token"]));
        let waiting = json!({"token": "YSB0ZWxldmlzaW9uIHRoYXQgc2hvd3MgaXRzIGNvZGU"});
        club.league.post("/api/v1/displays/codes", &waiting).ok(200);
        for (number, stays) in [(550, true), (551, false)] {
            let body = json!({"id": id(number), "url": "https://example.org/pegout"});
            club.league.as_coordinator("POST", "/api/v1/webhooks", &body).ok(201);
            if !stays {
                let path = format!("/api/v1/webhooks/{}", id(number));
                club.league.request("DELETE", &path, &club.league.token, None).ok(200);
            }
        }
        let session = club.league.post("/api/v1/session", &json!({"password": PASSWORD})).ok(201);
        club.add_token("device of the coordinator", text(&session["device_secret"]));
        club.sign_in("coordinator with a name", "Thérèse", PASSWORD);
        club.sign_in("coordinator whose time is over", "Thérèse", PASSWORD);
        club.sign_in("representative", "Béa Roy", "a double run of three");
        People { members, guest, leaver, seasons }
    }
}
