//! Damage as `/readyz` reports it. A service finds the damage by a thorough check an hour after its start.

use std::sync::Arc;

use actix_web::rt::System;
use prometheus::{Gauge, IntGauge};

use super::postgres::on_file;
use super::servers::Servers;
use crate::services::monitoring::integrity::Integrity;
use crate::services::monitoring::readiness::Readiness;

/// The readiness after a thorough look; the sentence about damaged games and nights, or about what is ill. Then the metrics of
/// readiness and of damage.
async fn look(servers: &Servers) -> (Result<Option<String>, String>, i64, i64) {
    let gauge = |name: &str| IntGauge::new(name, "A gauge").unwrap();
    let (ready, damaged) = (gauge("ready"), gauge("damaged"));
    let last = Gauge::new("last", "A gauge").unwrap();
    let integrity = Arc::new(Integrity::new(servers.store.clone(), servers.clock.clone(), damaged.clone(), last));
    integrity.look(true).await;
    let readiness = Readiness::new(servers.store.clone(), servers.clock.clone(), integrity, ready.clone());
    let outcome = Arc::new(readiness).check().await.map_err(|problem| problem.to_string());
    (outcome, ready.get(), damaged.get())
}

#[test]
fn a_damaged_game_is_named_and_the_service_is_ready_for_all_others_and_a_damaged_table_makes_it_not_ready() {
    let _file = on_file();
    System::new().block_on(async {
        let servers = Servers::new(None);
        let games = [servers.game([servers.peg(0, 3)]).await, servers.game([servers.peg(0, 3)]).await];
        assert_eq!(look(&servers).await, (Ok(None), 1, 0));
        let spoil = "UPDATE event SET body = replace(body, '\"points\":3', '\"points\":4') WHERE version = 2";
        assert_eq!(servers.database().execute(&format!("{spoil} AND stream = ?1"), [games[0].bytes()]).unwrap(), 1);
        let (outcome, ready, damaged) = look(&servers).await;
        let sentence = outcome.unwrap().unwrap();
        assert!(sentence.contains(&games[0].to_string()) && !sentence.contains("more"), "{sentence}");
        assert_eq!((ready, damaged), (1, 1));
        servers.database().execute(spoil, []).unwrap();
        let sentence = look(&servers).await.0.unwrap().unwrap();
        assert!(sentence.ends_with("The log has 1 more."), "{sentence}");
        assert_eq!(servers.database().execute("UPDATE league SET name = 'Hall'", []).unwrap(), 1);
        let (outcome, ready, damaged) = look(&servers).await;
        let sentence = outcome.unwrap_err();
        assert!(sentence.contains("The table \"league\""), "{sentence}");
        assert_eq!((ready, damaged), (0, 1));
    });
}
