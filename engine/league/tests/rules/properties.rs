//! Properties of every night, for any players and any results.

use std::collections::BTreeSet;

use pegout_engine::game::Status;
use pegout_league::night::{Action, NewSeats, NewTable, Reseat, Seating, StandingsRow};
use pegout_league::seating::{Pairings, Seats, sizes};
use pegout_league::{FullCard, GameState, Night, Round, RoundOrigin, Seed, Settings, Table};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::{NightLog, id};

/// A random night: games of any score, some called off; players who come, leave, come back, pay or do not; swaps; a
/// 50/50. Odd seeds send ids. After each step everything that must hold of a night is checked.
pub fn random_night(players: u16, seed: u64) -> Result<NightLog, TestCaseError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let settings = Settings {
        fee: rng.random_range(0..3_000),
        draw_part: 0,
        draw_percent: rng.random_range(0..=100),
        pot_percent: rng.random_range(0..=100),
        ..Settings::default()
    };
    let draw_part = rng.random_range(0..=settings.fee);
    let mut night_log = NightLog::by(Settings { draw_part, ..settings }, players);
    night_log.has_ids = !seed.is_multiple_of(2);
    night_log.games_per_night(rng.random_range(1..=7)).unwrap();
    let mut newest = players;
    loop {
        come_and_go(&mut night_log, &mut newest, &mut rng);
        let before = night_log.clone();
        let Ok(1..) = night_log.draw(rng.random()) else { break };
        check_round(&before, &night_log)?;
        if rng.random_bool(0.3) {
            let pick = |rng: &mut ChaCha8Rng| rng.random_range(1..=newest);
            let swapped = [pick(&mut rng), pick(&mut rng)];
            // A swap with oneself, or with somebody who is away, is refused.
            let _ = night_log.swap(swapped);
            check_everybody_sits_once(&night_log)?;
        }
        change_seats(&mut night_log, &mut newest, &mut rng)?;
        play(&mut night_log, &mut rng)?;
        change_seats(&mut night_log, &mut newest, &mut rng)?;
    }
    let finished = night_log.finish(rng.random());
    prop_assert!(finished.is_ok() || night_log.night.rounds().is_empty());
    check_results(&night_log)?;
    Ok(night_log)
}

fn come_and_go(night_log: &mut NightLog, newest: &mut u16, rng: &mut ChaCha8Rng) {
    let somebody = |newest: u16, rng: &mut ChaCha8Rng| rng.random_range(1..=newest.max(1));
    for _ in 0..rng.random_range(0..3_u8) {
        match rng.random_range(0..6_u8) {
            0 => {
                *newest += 1;
                night_log.come(*newest).unwrap();
            }
            1 => drop(night_log.leave(somebody(*newest, rng))),
            2 => drop(night_log.pay(somebody(*newest, rng), rng.random())),
            3 => drop(night_log.come(somebody(*newest, rng))),
            4 => drop(night_log.draw_fifty_fifty(rng.random())),
            _ => drop(night_log.ask(Action::VoidFiftyFifty { draw: None, reason: "a ticket fell down".to_owned() })),
        }
    }
}

/// Late players get tables or join a table, and players change seats in any round, before or after the games.
fn change_seats(night_log: &mut NightLog, newest: &mut u16, rng: &mut ChaCha8Rng) -> Result<(), TestCaseError> {
    for _ in 0..rng.random_range(0..3_u8) {
        let offer = night_log.view().late.and_then(|late| late.offer);
        let number = rng.random_range(1..=night_log.night.rounds().len());
        let seed = Seed::from_bytes([rng.random(); 32]);
        let mut change = Reseat {
            round: number as u16,
            tables: Vec::new(),
            out: Vec::new(),
            reason: rng.random_bool(0.7).then(|| "They sat otherwise.".to_owned()),
            guests: Vec::new(),
            seed,
            id: night_log.next_id(),
        };
        match (rng.random_range(0..4_u8), offer) {
            (0, _) => {
                *newest += 1;
                night_log.come(*newest).unwrap();
            }
            (1, Some(offer)) => {
                let round = night_log.night.rounds().len() as u16;
                let players = offer.players.iter().map(|player| player.id).collect();
                let game = super::game_id(night_log.games.len() as u32 + 1);
                let accepted = match offer.table {
                    None => night_log.ask(Action::AddTable(NewTable { round, players, game, seed, id: change.id })),
                    Some(number) => {
                        change.tables = vec![NewSeats { number, seating: Seating::Drawn(players) }];
                        night_log.ask(Action::Reseat(Reseat { round, ..change }))
                    }
                };
                prop_assert_eq!(accepted, Ok(1), "an offer can be taken");
            }
            _ => {
                // Everybody of some tables on any seats of theirs, and sometimes somebody else.
                let tables = night_log.round(number);
                let mut named: Vec<usize> = (0..tables.len()).filter(|_| rng.random_bool(0.5)).collect();
                named.sort_unstable();
                let mut players: Vec<_> = named.iter().flat_map(|table| tables[*table].seats.players()).collect();
                if rng.random_bool(0.3) && !players.is_empty() {
                    let place = rng.random_range(0..players.len());
                    players[place] = id(rng.random_range(1..=*newest));
                }
                players.shuffle(rng);
                let mut rest = &players[..];
                for table in named {
                    let (here, others) = rest.split_at(tables[table].seats.players().count());
                    rest = others;
                    change.tables.push(NewSeats { number: table + 1, seating: Seating::Fixed(Seats::new(here)) });
                }
                // A table that has begun without a reason, somebody twice, or nowhere: such a change is refused.
                let _ = night_log.ask(Action::Reseat(change));
            }
        }
        check_seats(night_log)?;
    }
    check_results(night_log)
}

/// Nobody sits twice in a round, every player who is here sits or waits, and each game knows its players.
fn check_seats(night_log: &NightLog) -> Result<(), TestCaseError> {
    for round in night_log.night.rounds() {
        let mut seated: Vec<_> = round.tables.iter().flat_map(|table| table.seats.players()).collect();
        let count = seated.len();
        seated.sort_unstable();
        seated.dedup();
        prop_assert_eq!(seated.len(), count);
        for table in &round.tables {
            prop_assert_eq!(&night_log.games[&table.game].setup().sides, &table.sides());
        }
    }
    let newest: BTreeSet<_> =
        night_log.night.rounds().last().unwrap().tables.iter().flat_map(|table| table.seats.players()).collect();
    let waiting: Vec<_> = night_log.view().late.unwrap().waiting.into_iter().map(|player| player.id).collect();
    for entry in night_log.view().entries.iter().filter(|entry| !entry.left) {
        prop_assert!(newest.contains(&entry.player_id) != waiting.contains(&entry.player_id));
    }
    Ok(())
}

/// Plays the newest round, table by table, and looks at the results after each.
fn play(night_log: &mut NightLog, rng: &mut ChaCha8Rng) -> Result<(), TestCaseError> {
    let number = night_log.night.rounds().len();
    for (nth, table) in (1..).zip(night_log.round(number)) {
        let sides = table.seats.sides().len();
        // Few different scores, so that there are ties.
        let scores: Vec<u8> = (0..sides).map(|_| [0, 60, 90, 91, 119, 120][rng.random_range(0..6)]).collect();
        if rng.random_bool(0.05) {
            night_log.void(number, nth);
        } else {
            let mut scores = scores;
            scores[rng.random_range(0..sides)] = 121;
            night_log.result(number, nth, &scores);
        }
    }
    check_results(night_log)
}

pub fn check_everybody_sits_once(night_log: &NightLog) -> Result<(), TestCaseError> {
    let tables = night_log.sides(night_log.night.rounds().len());
    let mut seated: Vec<u16> = tables.concat().concat();
    seated.sort_unstable();
    let here = night_log.view().entries.into_iter().filter(|entry| !entry.left).map(|entry| entry.player_id);
    let mut here: Vec<_> = here.collect();
    here.sort_unstable();
    prop_assert_eq!(seated.iter().map(|player| id(*player)).collect::<Vec<_>>(), here);
    let seats: Vec<usize> = tables.iter().map(|sides| sides.concat().len()).collect();
    prop_assert_eq!(Some(seats), sizes(seated.len()));
    Ok(())
}

fn check_round(before: &NightLog, after: &NightLog) -> Result<(), TestCaseError> {
    check_everybody_sits_once(after)?;
    let rounds = after.night.rounds();
    let round = &rounds[rounds.len() - 1];
    let Some(last) = before.night.rounds().last() else {
        prop_assert_eq!(round.origin, RoundOrigin::Drawn);
        return Ok(());
    };
    let everybody =
        |round: &Round| -> BTreeSet<_> { round.tables.iter().flat_map(|table| table.seats.players()).collect() };
    let (sat, sit) = (everybody(last), everybody(round));
    let games = before.played();
    let has_met = |table: &&Table| !matches!(&games[&table.game].state, GameState::Void { scores, result: None, .. } if scores.iter().all(|score| *score == 0));
    let tables = before.night.rounds().iter().flat_map(|round| &round.tables);
    let pairings = Pairings::new(tables.filter(has_met).map(|table| &table.seats));
    let called_off = last.tables.iter().any(|table| games[&table.game].status() == Status::Void);
    let is_drawn = round.touched.len() == round.tables.len();
    prop_assert_eq!(round.origin == RoundOrigin::Moved, !is_drawn);
    if sat == sit && !called_off && keeps_to_sizes(last) {
        prop_assert_eq!(&round.touched, &Vec::<usize>::new());
        check_pairings(round, &pairings)?;
        check_movement(before, last, round)?;
    }
    Ok(())
}

fn keeps_to_sizes(round: &Round) -> bool {
    let seats: Vec<usize> = round.tables.iter().map(|table| table.seats.players().count()).collect();
    sizes(seats.iter().sum()) == Some(seats)
}

/// A table repeats a partnership only if both ways to pair its arrivals with its stayers repeat a partnership.
fn check_pairings(round: &Round, pairings: &Pairings) -> Result<(), TestCaseError> {
    for table in &round.tables {
        if let [one, two] = &table.seats.sides()[..]
            && let ([a, b], [c, d]) = (&one[..], &two[..])
        {
            let (taken, other) =
                (pairings.repeats(&table.seats), pairings.repeats(&Seats::Pairs([[*a, *d], [*c, *b]])));
            prop_assert!(taken <= other, "{taken:?} where {other:?} was possible");
            prop_assert!(taken.partners == 0 || other.partners > 0);
        }
    }
    Ok(())
}

/// Exactly two players go on from every table: the players who are ahead.
fn check_movement(before: &NightLog, last: &Round, round: &Round) -> Result<(), TestCaseError> {
    let games = before.played();
    for (nth, table) in last.tables.iter().enumerate() {
        let here: BTreeSet<_> = round.tables[nth].seats.players().collect();
        let next: BTreeSet<_> = round.tables[(nth + 1) % last.tables.len()].seats.players().collect();
        let players: Vec<_> = table.seats.players().collect();
        prop_assert!(players.iter().all(|player| here.contains(player) || next.contains(player)));
        if last.tables.len() == 1 {
            continue;
        }
        let went: Vec<_> = players.iter().filter(|player| next.contains(player)).collect();
        prop_assert_eq!(went.len(), 2);
        let score = |player| games[&table.game].scores()[table.seats.side_of(player).unwrap()];
        let lowest_to_go = went.iter().map(|player| score(**player)).min();
        let stayed = players.iter().filter(|player| !next.contains(player)).map(|player| score(*player));
        prop_assert!(stayed.max() <= lowest_to_go);
    }
    Ok(())
}

/// Cards add up, places follow totals, and the money is the fees.
pub fn check_results(night_log: &NightLog) -> Result<(), TestCaseError> {
    let rows = night_log.standings();
    let played = night_log.played();
    prop_assert_eq!(rows.len(), night_log.view().entries.len());
    for row in &rows {
        let sum: i32 = row.lines.iter().flatten().map(|line| i32::from(*line)).sum();
        prop_assert_eq!(row.total, row.lines.iter().any(Option::is_some).then_some(sum));
        prop_assert_eq!(row.place.is_some(), row.complete);
        let above = rows.iter().filter(|other| other.complete && is_above(night_log, other, row)).count();
        prop_assert!(row.place.is_none_or(|place| place == above + 1));
        for (round, line) in night_log.night.rounds().iter().zip(&row.lines) {
            let table = round.tables.iter().find(|table| table.seats.side_of(row.player_id).is_some());
            let won = table.map(|table| played[&table.game].status() == Status::Finished);
            prop_assert_eq!(line.is_some(), won == Some(true), "a game that was not played is nothing");
        }
    }
    let money = night_log.money();
    let prizes: u64 = money.prizes.iter().map(|prize| prize.amount).sum();
    prop_assert_eq!(money.fifty_fifty + money.supplies + prizes + money.activities, money.fees);
    let paid: Vec<_> = night_log
        .view()
        .entries
        .into_iter()
        .filter(|entry| entry.paid == Some(true))
        .map(|entry| entry.player_id)
        .collect();
    prop_assert_eq!(money.fees, paid.len() as u64 * u64::from(night_log.league.fee));
    for row in &rows {
        prop_assert!(row.prize == Some(0) || (row.complete && paid.contains(&row.player_id)));
        let tied = rows.iter().filter(|other| other.place == row.place && paid.contains(&other.player_id));
        prop_assert!(!paid.contains(&row.player_id) || tied.map(|other| other.prize).all(|prize| prize == row.prize));
    }
    Ok(())
}

/// Returns true if the first card ranks above the second: by the total, or by the average per line.
fn is_above(night_log: &NightLog, one: &StandingsRow, other: &StandingsRow) -> bool {
    let [one, other] = [one, other].map(|row| (row.total.unwrap_or(0), row.games as i32));
    match night_log.night.settings(&night_log.league).full_card {
        FullCard::EveryRound => one.0 < other.0,
        FullCard::Excused => one.0 * other.1 < other.0 * one.1,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_the_night_goes_by_the_rules(players in 0..24_u16, seed: u64) {
        let night_log = random_night(players, seed)?;
        prop_assert_eq!(Night::fold(&night_log.log), Some(night_log.night), "the log makes the night");
    }
}

#[test]
fn nights_of_2_to_200_go_by_the_rules() {
    for players in 2..=200 {
        random_night(players, u64::from(players)).unwrap();
    }
}
