//! Seats that are changed after the draw, and players who come during a round.

use pegout_engine::game::{self, Peg, PegFor, PegId};
use pegout_league::night::{
    Action, LatecomersView, NewSeats, NewTable, OfferKind, Refusal, Reseat, ReseatPreview, SeatError, Seating,
};
use pegout_league::seating::Seats;
use pegout_league::{CommandId, Seed};

use super::{NightLog, command_id, game_id, id, metadata, name};

/// A request for these tables: a number and the sides.
fn reseat(round: u16, tables: &[(usize, &[&[u16]])]) -> Reseat {
    let table = |(number, sides): &(usize, &[&[u16]])| {
        let players: Vec<_> = sides.concat().into_iter().map(id).collect();
        NewSeats { number: *number, seating: Seating::Fixed(Seats::new(&players)) }
    };
    Reseat {
        round,
        tables: tables.iter().map(table).collect(),
        out: Vec::new(),
        reason: None,
        guests: Vec::new(),
        seed: Seed::from_bytes([7; 32]),
        id: None,
    }
}

fn because(new: Reseat) -> Reseat {
    Reseat { reason: Some("They sat the other way around.".to_owned()), ..new }
}

fn table(night_log: &NightLog, round: u16, players: &[u16], command: Option<CommandId>) -> Action {
    let game = game_id(night_log.games.len() as u32 + 1);
    let players = players.iter().map(|player| id(*player)).collect();
    Action::AddTable(NewTable { round, players, game, seed: Seed::from_bytes([8; 32]), id: command })
}

fn peg(night_log: &mut NightLog, round: usize, table: usize, number: u8) {
    let peg = Peg {
        id: PegId::from_bytes([number; 16]),
        side: 0,
        player: None,
        points: 8,
        earned_by: PegFor::Hand,
        cards: None,
        starter: None,
        tapped_at: None,
        deal: None,
        device: None,
    };
    let game = night_log.round(round)[table - 1].game;
    night_log.ask_game(game, game::Action::Peg(peg)).unwrap();
}

impl NightLog {
    fn reseat(&mut self, new: Reseat) -> Result<usize, Refusal> {
        self.ask(Action::Reseat(new))
    }

    fn late(&self) -> LatecomersView {
        self.view().late.unwrap()
    }

    fn preview(&self, new: Reseat) -> Result<ReseatPreview, Refusal> {
        let by = metadata(game::Role::Coordinator);
        self.night.preview_reseat(by, new, &self.played(), &self.league, &name)
    }
}

/// A night of `players` players in its first round.
fn drawn(players: u16) -> NightLog {
    let mut night_log = NightLog::of(players);
    night_log.draw(3).unwrap();
    night_log
}

fn seats_refused(players: &[u16], error: SeatError) -> Result<usize, Refusal> {
    Err(Refusal::Seats { players: players.iter().map(|player| id(*player)).collect(), error })
}

#[test]
fn a_table_that_has_not_begun_is_reseated_beside_one_that_has() {
    let mut night_log = drawn(12);
    peg(&mut night_log, 1, 1, 1);
    let before = night_log.sides(1);
    let [a, b] = [before[1].concat(), before[2].concat()];
    let new = reseat(1, &[(2, &[&[a[0], b[0]], &[a[1], b[1]]]), (3, &[&[a[2], b[2]], &[a[3], b[3]]])]);
    assert_eq!(night_log.reseat(new.clone()), Ok(1));
    assert_eq!(night_log.reseat(new), Ok(0), "they sit so");
    let after = night_log.sides(1);
    assert_eq!((&after[0], after[1][0].clone()), (&before[0], vec![a[0], b[0]]));
    let game = &night_log.games[&night_log.round(1)[1].game];
    assert_eq!(game.setup().sides, night_log.round(1)[1].sides());
}

#[test]
fn a_table_that_has_not_begun_changes_its_size_and_keeps_its_game() {
    let mut night_log = drawn(8);
    let before = night_log.sides(1);
    let game = night_log.round(1)[1].game;
    let all = before[1].concat();
    let three = reseat(1, &[(2, &[&[all[0]], &[all[1]], &[all[2]]])]);
    assert_eq!(night_log.reseat(three.clone()), seats_refused(&[all[3]], SeatError::Nowhere));
    assert_eq!(night_log.reseat(Reseat { out: vec![id(all[3])], ..three.clone() }), Ok(1));
    assert_eq!((night_log.round(1)[1].game, night_log.sides(1)[1].len()), (game, 3));
    assert_eq!(night_log.games[&game].setup().sides.len(), 3);
    assert_eq!(night_log.late().waiting.iter().map(|player| player.id).collect::<Vec<_>>(), [id(all[3])]);
    let back = NewSeats { number: 2, seating: Seating::Drawn(all.iter().map(|player| id(*player)).collect()) };
    assert_eq!(night_log.reseat(Reseat { tables: vec![back.clone()], ..three.clone() }), Ok(1));
    assert_eq!(night_log.sides(1)[1].iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(night_log.reseat(Reseat { tables: vec![back], ..three }), Ok(0), "nobody is drawn twice");
    night_log.result(1, 2, &[121, 90]);
    let mut left = night_log.clone();
    left.leave(all[3]).unwrap();
    assert!(left.row(all[3]).lines[0].is_some());
}

#[test]
fn whoever_left_is_replaced_without_a_word_and_nobody_who_is_away_sits_down() {
    let mut night_log = drawn(8);
    let all = night_log.sides(1)[1].concat();
    night_log.leave(all[0]).unwrap();
    let with = |player| reseat(1, &[(2, &[&[player, all[1]], &[all[2], all[3]]])]);
    assert_eq!(night_log.reseat(with(9)), seats_refused(&[9], SeatError::Away));
    assert_eq!(night_log.reseat(with(all[0])), Ok(0), "a table that stays as it is");
    let other = night_log.sides(1)[0][0][0];
    assert_eq!(night_log.reseat(with(other)), seats_refused(&[other], SeatError::Twice));
    assert_eq!(night_log.reseat(with(all[1])), seats_refused(&[all[1]], SeatError::Twice));
    night_log.come(9).unwrap();
    let out = Reseat { out: vec![id(9)], ..with(9) };
    assert_eq!(night_log.reseat(out), seats_refused(&[9], SeatError::OutAndSeated));
    assert_eq!(night_log.reseat(with(9)), Ok(1));
    assert_eq!(night_log.late().waiting, []);
}

#[test]
fn a_game_that_has_begun_needs_a_reason_and_keeps_its_sides_also_when_its_peg_was_taken_back() {
    let mut night_log = drawn(8);
    peg(&mut night_log, 1, 1, 1);
    let game = night_log.round(1)[0].game;
    night_log.ask_game(game, game::Action::TakeBackPeg(PegId::from_bytes([1; 16]))).unwrap();
    let all = night_log.sides(1)[0].concat();
    let crossed = reseat(1, &[(1, &[&[all[0], all[2]], &[all[1], all[3]]])]);
    assert_eq!(night_log.reseat(crossed.clone()), Err(Refusal::ReasonMissing { tables: vec![1] }));
    let blank = Reseat { reason: Some(" ".to_owned()), ..crossed.clone() };
    assert!(matches!(night_log.reseat(blank), Err(Refusal::InvalidReason(_))));
    let three = because(reseat(1, &[(1, &[&[all[0]], &[all[1]], &[all[2]]])]));
    assert_eq!(night_log.reseat(three), Err(Refusal::SidesFixed { table: 1 }));
    assert_eq!(night_log.reseat(because(crossed)), Ok(1));
}

#[test]
fn a_correction_of_an_earlier_round_moves_the_line_and_nothing_else() {
    let mut night_log = drawn(8);
    night_log.play_round();
    night_log.draw(4).unwrap();
    let second = night_log.sides(2);
    let all = night_log.sides(1)[0].concat();
    let replaced = all[2];
    let before = night_log.row(replaced);
    let new = because(reseat(1, &[(1, &[&[all[0], all[1]], &[9, all[3]]])]));
    let preview = night_log.preview(new.clone()).unwrap();
    assert_eq!((&preview.enters, &preview.loses_line), (&vec!["Player 9".to_owned()], &vec![name(id(replaced))]));
    assert_eq!((preview.gains_line, preview.waits), (vec!["Player 9".to_owned()], vec!["Player 9".to_owned()]));
    assert_eq!(preview.tables[0].after[1][0], "Player 9");
    assert_eq!(night_log.reseat(new.clone()), Ok(2), "an entry and the seats");
    assert_eq!(night_log.reseat(new), Ok(0));
    assert_eq!(night_log.row(9).lines[0], before.lines[0]);
    assert_eq!(night_log.row(replaced).lines[0], None);
    assert_eq!(night_log.sides(2), second);
    let entry = night_log.night.entry(id(9)).unwrap();
    assert_eq!((entry.paid, entry.guest, entry.left), (false, false, false));
    assert_eq!(night_log.money().fees, 8_000);
}

#[test]
fn a_correction_that_makes_a_later_round_repeat_a_partnership_shows_it() {
    let mut night_log = drawn(8);
    night_log.play_round();
    night_log.draw(4).unwrap();
    let pair = night_log.sides(2)[0][0].clone();
    let first = night_log.sides(1);
    // Both sat in the first round: let them have sat together there.
    let sat = |player: u16| first.iter().position(|sides| sides.concat().contains(&player)).unwrap();
    let (one, other) = (sat(pair[0]), sat(pair[1]));
    assert_ne!(one, other, "they came from two tables");
    let partner =
        first[one].iter().find(|side| side.contains(&pair[0])).unwrap().iter().find(|p| **p != pair[0]).unwrap();
    let swap = |player: u16| {
        if player == *partner {
            pair[1]
        } else if player == pair[1] {
            *partner
        } else {
            player
        }
    };
    let sides = |table: usize| -> Vec<Vec<u16>> {
        first[table].iter().map(|side| side.iter().map(|player| swap(*player)).collect()).collect()
    };
    let (a, b) = (sides(one), sides(other));
    let new = because(reseat(1, &[(one + 1, &[&a[0], &a[1]]), (other + 1, &[&b[0], &b[1]])]));
    let preview = night_log.preview(new.clone()).unwrap();
    assert_eq!(preview.repeats.iter().map(|at| (at.round, at.table)).collect::<Vec<_>>(), [(2, 1)]);
    assert!(!night_log.view().rounds[1].tables[0].forced_repeat);
    night_log.reseat(new).unwrap();
    assert!(night_log.view().rounds[1].tables[0].forced_repeat);
}

#[test]
fn after_the_finish_a_correction_changes_places_and_prizes_and_shows_both_amounts() {
    let mut night_log = drawn(8);
    night_log.play_round();
    night_log.finish(false).unwrap();
    let all = night_log.sides(1)[0].concat();
    let crossed = reseat(1, &[(1, &[&[all[2], all[1]], &[all[0], all[3]]])]);
    assert_eq!(night_log.reseat(crossed.clone()), Err(Refusal::ReasonMissing { tables: vec![1] }));
    let preview = night_log.preview(because(crossed.clone())).unwrap();
    assert!(
        preview.prizes.iter().any(|prize| prize.player_id == id(all[2]) && prize.after > prize.before),
        "{preview:?}"
    );
    assert_eq!(night_log.reseat(because(crossed)), Ok(1));
    let (up, down) = (night_log.row(all[2]), night_log.row(all[0]));
    assert_eq!((up.lines[0], down.lines[0]), (Some(0), Some(21)));
    assert!(up.prize_at_finish.is_some() && up.prize > up.prize_at_finish && down.prize < down.prize_at_finish);
    // A player without a check-in sat there: the prize is 0 until the fee is paid.
    let stranger = Reseat { guests: vec![id(9)], ..because(reseat(1, &[(1, &[&[9, all[1]], &[all[0], all[3]]])])) };
    assert_eq!(night_log.reseat(stranger), Ok(2));
    assert!(night_log.night.entry(id(9)).unwrap().guest);
    assert_eq!((night_log.row(9).place, night_log.row(9).prize), (Some(1), Some(0)));
    night_log.pay(9, true).unwrap();
    assert!(night_log.row(9).prize > Some(0));
}

#[test]
fn tables_and_rounds_that_are_not_there_are_refused() {
    let mut night_log = drawn(8);
    let all = night_log.sides(1)[0].concat();
    let sides: &[&[u16]] = &[&[all[0], all[1]], &[all[2], all[3]]];
    for round in [0, 2] {
        assert_eq!(night_log.reseat(reseat(round, &[(1, sides)])), Err(Refusal::NoSuchRound { given: round }));
    }
    for number in [0, 3] {
        let refused = Err(Refusal::NoSuchTable { given: number, tables: 2 });
        assert_eq!(night_log.reseat(reseat(1, &[(number, sides)])), refused);
    }
    let twice = reseat(1, &[(1, sides), (1, sides)]);
    assert_eq!(night_log.reseat(twice), Err(Refusal::TableNamedTwice { table: 1 }));
    let few = NewSeats { number: 1, seating: Seating::Drawn(vec![id(all[0])]) };
    let few = Reseat { tables: vec![few], ..reseat(1, &[]) };
    assert_eq!(night_log.reseat(few), Err(Refusal::TableSize { given: 1 }));
}

#[test]
fn late_players_get_a_table_whose_game_begins_at_once() {
    let mut night_log = drawn(8);
    night_log.play_round();
    assert_eq!(night_log.late().waiting, []);
    for player in [9, 10] {
        night_log.come(player).unwrap();
    }
    assert_eq!(night_log.late().offer, None, "the round is over");
    let mut night_log = drawn(8);
    for (player, offered) in [(9, None), (10, Some(2)), (11, Some(3)), (12, Some(4)), (13, Some(3))] {
        night_log.come(player).unwrap();
        let offer = night_log.late().offer;
        assert_eq!(offer.as_ref().map(|offer| offer.players.len()), offered, "{player}");
        assert!(offer.is_none_or(|offer| offer.kind == OfferKind::Table && offer.table.is_none()));
    }
    let add = table(&night_log, 1, &[9, 10, 11, 12], Some(command_id(100)));
    assert_eq!(night_log.ask(add), Ok(1));
    assert_eq!(night_log.ask(table(&night_log, 1, &[9, 10, 11, 12], Some(command_id(100)))), Ok(0), "a repeat");
    assert_eq!(night_log.sides(1)[2].iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(night_log.games[&night_log.round(1)[2].game].status(), game::Status::Playing);
    assert_eq!(night_log.late().offer, None, "13 finds no table of three or two");
    let refused = seats_refused(&[9], SeatError::NotWaiting);
    assert_eq!(night_log.ask(table(&night_log, 1, &[13, 9], None)), refused);
    let twice = seats_refused(&[13], SeatError::NamedTwice);
    assert_eq!(night_log.ask(table(&night_log, 1, &[13, 13], None)), twice);
    assert_eq!(night_log.ask(table(&night_log, 1, &[13], None)), Err(Refusal::TableSize { given: 1 }));
    assert_eq!(night_log.ask(table(&night_log, 2, &[13], None)), Err(Refusal::NoSuchRound { given: 2 }));
    night_log.play_round();
    night_log.draw(5).unwrap();
    let sizes: Vec<usize> = night_log.sides(2).iter().map(|sides| sides.concat().len()).collect();
    assert_eq!(sizes, [4, 4, 3, 2]);
    assert_eq!(night_log.ask(table(&night_log, 1, &[9, 10], None)), Err(Refusal::RoundClosed { round: 1 }));
}

#[test]
fn one_late_player_joins_a_table_of_three_or_two_that_has_not_begun() {
    let mut night_log = drawn(9);
    night_log.come(10).unwrap();
    let join = night_log.late().offer.unwrap();
    assert_eq!((join.kind, join.table, join.players.len()), (OfferKind::Join, Some(2), 4));
    assert_eq!(join.players[3].id, id(10));
    let drawn = NewSeats { number: 2, seating: Seating::Drawn(join.players.iter().map(|player| player.id).collect()) };
    let mut joined = night_log.clone();
    assert_eq!(joined.reseat(Reseat { tables: vec![drawn], ..reseat(1, &[]) }), Ok(1));
    assert_eq!(joined.sides(1)[1].iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    peg(&mut night_log, 1, 2, 1);
    let join = night_log.late().offer.unwrap();
    assert_eq!((join.kind, join.table, join.players.len()), (OfferKind::Join, Some(3), 3));
    peg(&mut night_log, 1, 3, 2);
    assert_eq!(night_log.late().offer, None);
    assert_eq!(night_log.late().waiting[0].id, id(10));
}

#[test]
fn a_hall_with_a_late_table_has_the_usual_sizes_in_the_next_round() {
    let mut night_log = drawn(11);
    night_log.come(12).unwrap();
    night_log.come(13).unwrap();
    night_log.ask(table(&night_log, 1, &[12, 13], None)).unwrap();
    night_log.play_round();
    night_log.draw(5).unwrap();
    let sizes: Vec<usize> = night_log.sides(2).iter().map(|sides| sides.concat().len()).collect();
    assert_eq!(sizes, [4, 4, 3, 2]);
    assert_eq!(night_log.night.rounds()[1].touched, [0; 0], "the sizes are the usual ones, so everybody moves");
}

/// A night with every change of seats: a late player who joins, a late table, a player without a seat. A round keeps to
/// the movement in part, and a correction follows.
#[cfg(feature = "serde")]
fn eventful() -> NightLog {
    let mut night_log = NightLog { has_ids: true, ..drawn(7) };
    night_log.come(8).unwrap();
    let players = night_log.late().offer.unwrap().players.iter().map(|player| player.id).collect();
    let joined = NewSeats { number: 2, seating: Seating::Drawn(players) };
    night_log.reseat(Reseat { tables: vec![joined], id: night_log.next_id(), ..reseat(1, &[]) }).unwrap();
    let all = night_log.sides(1)[1].concat();
    let three = reseat(1, &[(2, &[&[all[0]], &[all[1]], &[all[2]]])]);
    night_log.reseat(Reseat { out: vec![id(all[3])], id: night_log.next_id(), ..three }).unwrap();
    night_log.come(9).unwrap();
    night_log.ask(table(&night_log, 1, &[all[3], 9], Some(command_id(100)))).unwrap();
    night_log.play_round();
    night_log.leave(all[0]).unwrap();
    night_log.draw(5).unwrap();
    let stranger = because(reseat(1, &[(2, &[&[all[0]], &[all[1]], &[10]])]));
    night_log.reseat(Reseat { guests: vec![id(10)], id: night_log.next_id(), ..stranger }).unwrap();
    night_log
}

#[cfg(feature = "serde")]
#[test]
fn a_log_with_changed_seats_that_was_written_once_still_loads() {
    use pegout_league::Night;
    use pegout_league::night::Event;
    let log = include_str!("../data/night_log_with_seats.jsonl");
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (event, line) in events.iter().zip(log.lines()) {
        assert_eq!(serde_json::to_string(event).unwrap(), line);
    }
    let night = Night::fold(&events).unwrap();
    let rounds: Vec<Vec<usize>> = night
        .rounds()
        .iter()
        .map(|round| round.tables.iter().map(|table| table.seats.players().count()).collect())
        .collect();
    assert_eq!(rounds, [vec![4, 3, 2], vec![4, 4]]);
    assert_eq!((night.rounds()[1].touched.len(), night.entries().len()), (1, 10));
    assert!(night.rounds()[0].tables[1].seats.side_of(id(10)).is_some(), "the correction");
    let kinds: Vec<String> = eventful().log.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    assert_eq!(kinds.len(), events.len());
}
