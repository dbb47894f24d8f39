//! Whole nights with 2 to 30 players, checked against the written rules.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::league::{League, LeagueTable, Night};

/// A pseudo-random sequence, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

#[test]
fn nights_of_2_to_30_players_follow_the_seating_and_money_rules() {
    let league = League::open();
    let players = league.players(30);
    let mut numbers = Numbers(7);
    for count in 2..=30 {
        let night = league.night(&players[..count]);
        let mut lines: BTreeMap<&str, Vec<i64>> = players[..count].iter().map(|id| (id.as_str(), vec![])).collect();
        let mut before: Vec<(LeagueTable, Vec<u8>)> = Vec::new();
        for round in 1..=4 {
            night.draw().ok(201);
            let tables = night.tables();
            is_seated(&tables, &players[..count]);
            if round > 1 {
                has_moved(&before, &tables);
            }
            before = tables.into_iter().map(|table| (table.clone(), play(&night, &table, &mut numbers))).collect();
            for (table, scores) in &before {
                for (side, line) in table.sides.iter().zip(card_lines(scores)) {
                    side.iter().for_each(|player| lines.get_mut(player.as_str()).unwrap().push(line));
                }
            }
        }
        night.draw().problem(409, "no-more-rounds");
        assert_eq!(night.finish().ok(200)["status"], "finished");
        let mut totals: Vec<i64> = lines.values().map(|lines| lines.iter().sum()).collect();
        totals.sort_unstable();
        let rows = night.rows();
        assert_eq!(rows.len(), count);
        for row in &rows {
            let lines = &lines[row["player_id"].as_str().unwrap()];
            let total: i64 = lines.iter().sum();
            let place = 1 + totals.iter().filter(|other| **other < total).count();
            assert_eq!((&row["lines"], &row["total"], &row["complete"]), (&json!(lines), &json!(total), &json!(true)));
            assert_eq!(row["place"], place, "{count} players: {totals:?}");
        }
        adds_up(&night.money(), &rows, count);
    }
}

/// Asserts that every player has one seat, at tables of the sizes that the rule demands.
fn is_seated(tables: &[LeagueTable], players: &[String]) {
    let seated: Vec<&String> = tables.iter().flat_map(LeagueTable::players).collect();
    assert_eq!(seated.len(), players.len());
    assert_eq!(seated.into_iter().collect::<BTreeSet<_>>(), players.iter().collect());
    let sizes: Vec<usize> = tables.iter().map(|table| table.players().count()).collect();
    let rest: &[usize] = match players.len() % 4 {
        0 => &[],
        1 => &[3, 2],
        2 => &[2],
        _ => &[3],
    };
    let fours = (players.len() - rest.iter().sum::<usize>()) / 4;
    assert_eq!(sizes, [&vec![4; fours], rest].concat());
    for table in tables {
        let partners = if table.players().count() == 4 { 2 } else { 1 };
        assert!(table.sides.iter().all(|side| side.len() == partners), "{table:?}");
    }
}

/// Asserts that two players of every table moved on: the winners of a four, the two best of a three, both of a two.
fn has_moved(before: &[(LeagueTable, Vec<u8>)], after: &[LeagueTable]) {
    for (place, (table, scores)) in before.iter().enumerate() {
        let next = &after[(place + 1) % after.len()];
        let gone: Vec<&String> =
            table.players().filter(|player| next.players().any(|other| other == *player)).collect();
        if after.len() == 1 {
            continue;
        }
        assert_eq!(gone.len(), 2, "{table:?} to {next:?}");
        let of_side = |player: &String| scores[table.sides.iter().position(|side| side.contains(player)).unwrap()];
        match table.players().count() {
            4 => assert!(gone.iter().all(|player| of_side(player) == 121), "{table:?}, {scores:?}, {gone:?}"),
            3 => {
                let lowest = scores.iter().min().unwrap();
                let stayed = table.players().find(|player| !gone.contains(player)).unwrap();
                assert_eq!(of_side(stayed), *lowest, "{table:?}, {scores:?}, {gone:?}");
            }
            _ => {}
        }
        if next.players().count() == 4 {
            let side = |player: &String| next.sides.iter().position(|side| side.contains(player));
            assert_ne!(side(gone[0]), side(gone[1]), "two arrivals are no partners: {next:?}");
        }
    }
}

/// Enters a pseudo-random result, with skunks.
fn play(night: &Night, table: &LeagueTable, numbers: &mut Numbers) -> Vec<u8> {
    let winner = numbers.below(table.sides.len() as u64) as usize;
    let mut scores: Vec<u8> = table.sides.iter().map(|_| 30 + numbers.below(91) as u8).collect();
    scores[winner] = 121;
    night.correct(&table.game, &scores, None).ok(201);
    scores
}

/// The line of each side's scorecards for these scores.
fn card_lines(scores: &[u8]) -> Vec<i64> {
    let lowest = scores.iter().filter(|score| **score < 121).max().unwrap();
    let won = match lowest {
        0..=60 => -2,
        61..=90 => -1,
        _ => 0,
    };
    scores.iter().map(|score| if *score == 121 { won } else { 121 - i64::from(*score) }).collect()
}

/// Asserts that the fees are divided to the cent, and that tied players win the same.
fn adds_up(money: &Value, rows: &[Value], players: usize) {
    let cents = |value: &Value| value.as_u64().unwrap();
    let fees = 1000 * players as u64;
    let prizes: u64 = money["prizes"].as_array().unwrap().iter().map(|prize| cents(&prize["amount"])).sum();
    assert_eq!(cents(&money["fees"]), fees);
    assert_eq!(cents(&money["fifty_fifty"]) + cents(&money["supplies"]) + prizes + cents(&money["activities"]), fees);
    assert_eq!((cents(&money["fifty_fifty"]), cents(&money["pot"])), (fees / 10, fees * 64 / 100));
    assert_eq!(prizes, rows.iter().map(|row| cents(&row["prize"])).sum::<u64>());
    for pair in rows.windows(2).filter(|pair| pair[0]["place"] == pair[1]["place"]) {
        assert_eq!(pair[0]["prize"], pair[1]["prize"], "tied players win the same");
    }
}
