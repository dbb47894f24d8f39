//! Pairs that change in the course of a night: substitutes, splits, excuses, corrections and merged players.

use pegout_engine::game;
use pegout_league::night::{Action, EntryAction, NewEntry, NewSeats, Pair, PairMember, Refusal, SeatError, Seating};
use pegout_league::seating::Seats;
use pegout_league::{Card, Format, PairId, PlayerId, season_standings};

use super::pairs::{night_of, pair, pair_error, pair_for, pair_id, play, play_all, reseat, split};
use super::{NightLog, id};

fn places(night_log: &NightLog) -> Vec<(Option<usize>, PlayerId)> {
    night_log.standings().into_iter().map(|row| (row.place, row.player_id)).collect()
}

#[test]
fn a_substitute_goes_on_with_the_card_and_the_season_counts_it_for_the_absent_player() {
    let mut night_log = night_of(4, 3);
    night_log.come(9).unwrap();
    night_log.draw(1).unwrap();
    play(&mut night_log);
    night_log.leave(2).unwrap();
    assert_eq!(pair_for(&mut night_log, 1, [(1, None), (9, Some(2))]), Ok(1));
    play_all(&mut night_log);
    let [stayed, came, left] = [1, 9, 2].map(|player| night_log.row(player));
    assert_eq!((stayed.games, came.games, left.games), (3, 3, 0));
    assert_eq!((stayed.place, came.place, left.place), (Some(1), Some(1), None));
    assert_eq!(came.stands_for.as_ref().map(|person| person.id), Some(id(2)));
    assert_eq!(night_log.row(3).place, Some(2), "places count pairs");
    night_log.finish(false).unwrap();
    let season = season_standings(
        &[night_log.standings()],
        pegout_league::SeasonRules { card: Card::GamePoints, ..Default::default() },
    );
    let of = |player| season.iter().find(|row| row.player_id == id(player));
    assert_eq!(of(2).map(|row| (row.full_cards, row.name.as_str())), Some((1, "Player 2")));
    assert_eq!(of(9), None);
    assert_eq!(pair(&mut night_log, 1, [1, 2]), Err(Refusal::Finished));
    assert_eq!(pair(&mut night_log, 1, [1, 9]), Ok(1), "for whom the card counts can be corrected");
    assert_eq!(night_log.row(9).stands_for, None);
    assert_eq!(night_log.fold(), night_log.night);
}

#[test]
fn a_substitute_takes_the_seat_of_a_game_that_has_not_begun() {
    let mut night_log = night_of(2, 2);
    night_log.come(9).unwrap();
    night_log.draw(1).unwrap();
    let (game, side) = (night_log.round(1)[0].game, night_log.round(1)[0].seats.side_of(id(2)).unwrap());
    assert_eq!(split(&mut night_log, 1), Err(Refusal::PairSits { table: 1 }));
    assert_eq!(pair(&mut night_log, 1, [1, 9]), Ok(2));
    assert_eq!(night_log.round(1)[0].seats.side_of(id(9)), Some(side));
    assert_eq!(night_log.round(1)[0].seats.side_of(id(2)), None);
    assert!(night_log.games[&game].setup().sides[side].players.contains(&id(9).to_string()), "the game knows them");
    let deal = game::Action::EnterResult { scores: vec![121, 100].into(), reason: None, device: None, id: None };
    night_log.ask_game(game, deal).unwrap();
    night_log.reopen(1, 1);
    assert_eq!(pair(&mut night_log, 1, [1, 2]), Err(Refusal::RoundBegun { tables: vec![1] }), "it is being played");
}

#[test]
fn a_substitute_takes_the_seat_of_a_game_that_was_called_off_before_its_first_peg() {
    let mut night_log = night_of(2, 2);
    night_log.come(9).unwrap();
    night_log.draw(1).unwrap();
    let game = night_log.round(1)[0].game;
    night_log.ask_game(game, game::Action::Void { reason: Some("a lamp fell".to_owned()), id: None }).unwrap();
    assert_eq!(pair(&mut night_log, 1, [1, 9]), Ok(2));
    night_log.ask_game(game, game::Action::TakeBackVoid { void: None }).unwrap();
    assert!(night_log.round(1)[0].seats.side_of(id(9)).is_some(), "the game that is brought back is the substitute's");
    let players = |night_log: &NightLog| -> Vec<String> {
        night_log.games[&game].setup().sides.iter().flat_map(|side| side.players.clone()).collect()
    };
    assert!(players(&night_log).contains(&id(9).to_string()) && !players(&night_log).contains(&id(2).to_string()));
    play(&mut night_log);
    assert_eq!(night_log.row(9).games, 1);
}

#[test]
fn a_correction_of_the_record_leaves_the_game_on_the_card_of_the_pair() {
    let mut night_log = night_of(2, 2);
    night_log.come(9).unwrap();
    night_log.draw(1).unwrap();
    play(&mut night_log);
    let sides = night_log.sides(1)[0].concat();
    let seats = sides.iter().map(|player| id(if *player == 2 { 9 } else { *player })).collect::<Vec<_>>();
    let really = vec![NewSeats { number: 1, seating: Seating::Fixed(Seats::new(&seats)) }];
    night_log.ask(reseat(really, Some("Player 9 sat there"))).unwrap();
    assert_eq!(
        [1, 2, 9].map(|player| night_log.row(player).games),
        [1, 1, 0],
        "the line belongs to the seat of the pair"
    );
}

#[test]
fn an_excuse_of_one_partner_counts_for_both() {
    let mut night_log = night_of(2, 2);
    for player in 5..=8 {
        night_log.come(player).unwrap();
    }
    night_log.draw(1).unwrap();
    play(&mut night_log);
    pair(&mut night_log, 3, [5, 6]).unwrap();
    pair(&mut night_log, 4, [7, 8]).unwrap();
    night_log.draw(2).unwrap();
    play(&mut night_log);
    assert_eq!(night_log.row(6).place, None);
    night_log.league.full_card = pegout_league::FullCard::Excused;
    let action = EntryAction::Note { paid: None, guest: None, pots: None };
    night_log.ask(Action::Enter(NewEntry { action, ..NewEntry::member(id(5)) })).unwrap();
    night_log.excuse(5, &[1]).unwrap();
    let rows = [5, 6].map(|player| night_log.row(player));
    assert_eq!(rows[0].excused, rows[1].excused);
    assert_eq!(rows[0].place, rows[1].place);
}

#[test]
fn a_person_who_was_entered_twice_keeps_the_pair() {
    let mut night_log = night_of(3, 3);
    night_log.draw(1).unwrap();
    play(&mut night_log);
    let (before, partner) = (places(&night_log), night_log.row(1).partner_id);
    night_log.merge(id(2), id(40)).unwrap();
    assert_eq!(night_log.row(1).partner_id, Some(id(40)));
    assert_eq!(night_log.row(40).lines, night_log.row(1).lines);
    night_log.unmerge(id(2)).unwrap();
    assert_eq!((places(&night_log), night_log.row(1).partner_id), (before, partner));
}

#[test]
fn two_players_who_are_paired_again_go_on_with_their_card() {
    let mut night_log = night_of(3, 3);
    night_log.draw(1).unwrap();
    play(&mut night_log);
    let before = night_log.row(1).lines;
    split(&mut night_log, 1).unwrap();
    assert_eq!(night_log.row(1).games, 0);
    assert_eq!(pair(&mut night_log, 9, [2, 1]), Ok(1), "another id is the same pair");
    assert_eq!(night_log.row(1).lines, before);
    assert_eq!(pair(&mut night_log, 9, [1, 2]), Ok(0));
    assert_eq!(split(&mut night_log, 9), Ok(1));
    night_log.leave(2).unwrap();
    assert_eq!(pair(&mut night_log, 1, [1, 2]), Ok(1), "a split is undone also after one has left");
    assert_eq!(night_log.row(2).lines, before);
    let eve = PairId::from_bytes(id(5).bytes());
    let action = Action::Pair {
        pair: Pair {
            pair: eve,
            players: [3, 4].map(|player| PairMember { player: id(player), stands_for: None }),
            id: None,
        },
        format: Format::FixedPairs,
        may_correct: true,
    };
    assert!(matches!(night_log.ask(action), Err(Refusal::CommandIdTaken { .. })), "the id of a player");
}

#[test]
fn a_substitution_can_be_undone_after_the_player_has_left() {
    let mut night_log = night_of(3, 3);
    night_log.come(9).unwrap();
    night_log.draw(1).unwrap();
    let out: Vec<PlayerId> = night_log.view().rounds[0].byes.iter().map(|person| person.id).collect();
    play(&mut night_log);
    let number = |player: PlayerId| u16::from_be_bytes([player.bytes()[0], player.bytes()[1]]);
    let [stays, leaves] = [number(out[0]), number(out[1])];
    let own = stays.div_ceil(2);
    night_log.leave(leaves).unwrap();
    pair_for(&mut night_log, own, [(stays, None), (9, Some(leaves))]).unwrap();
    let byes: Vec<PlayerId> = night_log.view().rounds[0].byes.iter().map(|person| person.id).collect();
    assert_eq!(byes, out, "the substitute did not sit out");
    assert_eq!(night_log.night.byes().get(&id(9)), None);
    let other = 1 + own % 3;
    night_log.come(10).unwrap();
    night_log.come(leaves).unwrap();
    let partner = [2 * other - 1, leaves];
    assert_eq!(
        pair(&mut night_log, other, partner),
        pair_error(SeatError::HasSubstitute, [leaves]),
        "one card a night"
    );
    night_log.leave(leaves).unwrap();
    assert_eq!(pair(&mut night_log, own, [stays, leaves]), Ok(1));
}

#[test]
fn a_substitute_who_goes_home_before_a_game_keeps_half_of_the_prize_and_the_card_of_the_absent_player() {
    let mut night_log = night_of(2, 2);
    night_log.come(9).unwrap();
    night_log.draw(1).unwrap();
    play(&mut night_log);
    pair_for(&mut night_log, 1, [(1, None), (9, Some(2))]).unwrap();
    night_log.leave(9).unwrap();
    let rows = [1, 9].map(|player| night_log.row(player));
    assert_eq!(rows[0].prize, rows[1].prize);
    assert_eq!(rows[1].stands_for.as_ref().map(|person| person.id), Some(id(2)));
    let mut early = night_of(2, 2);
    early.leave(1).unwrap();
    assert_eq!(early.view().pairs.len(), 1, "a player who leaves before the first game is in no pair");
    early.come(1).unwrap();
    assert_eq!(early.view().pairs.len(), 2, "a tap by mistake splits no pair");
    early.leave(1).unwrap();
    early.come(8).unwrap();
    assert_eq!(pair(&mut early, 7, [2, 8]), Ok(1), "the partner is free");
    early.come(1).unwrap();
    let pairs: Vec<PairId> = early.view().pairs.iter().map(|pair| pair.id).collect();
    assert_eq!(pairs, [2, 7].map(pair_id));
}

#[test]
fn an_excuse_stays_with_the_card_after_a_substitution() {
    let mut night_log = night_of(2, 2);
    for player in 5..=9 {
        night_log.come(player).unwrap();
    }
    night_log.draw(1).unwrap();
    play(&mut night_log);
    pair(&mut night_log, 3, [5, 6]).unwrap();
    pair(&mut night_log, 4, [7, 8]).unwrap();
    night_log.draw(2).unwrap();
    play(&mut night_log);
    night_log.league.full_card = pegout_league::FullCard::Excused;
    let before = night_log.row(5).place;
    night_log.excuse(6, &[1]).unwrap();
    pair(&mut night_log, 3, [5, 9]).unwrap();
    assert_eq!(night_log.row(5).excused, night_log.row(9).excused);
    assert_eq!((before, night_log.row(9).excused.clone()), (None, night_log.row(5).excused));
}

#[test]
fn a_mixed_correction_gives_no_pair_both_sides() {
    let mut night_log = night_of(2, 2);
    night_log.come(9).unwrap();
    night_log.draw(1).unwrap();
    play(&mut night_log);
    let before = [1, 3].map(|player| night_log.row(player).lines);
    let seats = Seats::new(&[1, 3, 2, 9].map(id));
    let really = vec![NewSeats { number: 1, seating: Seating::Fixed(seats) }];
    night_log.ask(reseat(really, Some("They sat so"))).unwrap();
    let after = [1, 3].map(|player| night_log.row(player).lines);
    assert_eq!(before[0].iter().flatten().count() + before[1].iter().flatten().count(), 2);
    assert_eq!(after[0].iter().flatten().count() + after[1].iter().flatten().count(), 2, "each pair keeps its line");
}

#[test]
fn a_person_in_two_pairs_after_a_merge_sits_once_in_a_round() {
    let mut night_log = night_of(3, 3);
    night_log.merge(id(3), id(1)).unwrap();
    assert_eq!(night_log.draw(1), Ok(2));
    let mut seated = night_log.sides(1).concat().concat();
    seated.sort_unstable();
    assert_eq!(seated, [1, 2, 5, 6]);
    assert_eq!(split(&mut night_log, 2), Ok(1), "the other pair can be split");
    night_log.come(7).unwrap();
    assert_eq!(pair(&mut night_log, 4, [4, 7]), Ok(1));
    let mut alone = night_of(2, 3);
    alone.merge(id(2), id(1)).unwrap();
    assert_eq!(alone.draw(1), Err(Refusal::TooFewPairs { present: 1 }), "nobody is their own partner");
}

#[test]
fn a_pair_whose_players_come_back_gives_nobody_a_second_card() {
    let pairs = |night_log: &NightLog| -> Vec<PairId> { night_log.view().pairs.iter().map(|pair| pair.id).collect() };
    let mut night_log = night_of(2, 2);
    for player in [1, 2] {
        night_log.leave(player).unwrap();
    }
    for player in [5, 6] {
        night_log.come(player).unwrap();
    }
    pair_for(&mut night_log, 3, [(5, Some(1)), (6, None)]).unwrap();
    for player in [1, 2] {
        night_log.come(player).unwrap();
    }
    assert_eq!(pairs(&night_log), [2, 3].map(pair_id), "somebody plays for player 1");
    let mut night_log = night_of(1, 2);
    for player in [3, 4] {
        night_log.come(player).unwrap();
    }
    pair_for(&mut night_log, 2, [(3, Some(9)), (4, None)]).unwrap();
    night_log.leave(3).unwrap();
    for player in [8, 9] {
        night_log.come(player).unwrap();
    }
    pair(&mut night_log, 3, [8, 9]).unwrap();
    night_log.come(3).unwrap();
    assert_eq!(pairs(&night_log), [1, 3].map(pair_id), "player 9 plays");
    let mut alone = night_of(2, 2);
    alone.leave(2).unwrap();
    alone.come(2).unwrap();
    assert_eq!(pairs(&alone), [1, 2].map(pair_id));
}

#[test]
fn two_people_with_a_card_each_are_not_one_person() {
    let mut night_log = night_of(2, 2);
    night_log.come(5).unwrap();
    pair_for(&mut night_log, 1, [(1, None), (5, Some(9))]).unwrap();
    assert!(night_log.night.have_two_cards(id(9), id(1)) && night_log.night.have_two_cards(id(3), id(9)));
    assert!(!night_log.night.have_two_cards(id(5), id(9)), "the substitute has no card of their own");
    assert!(!night_log.night.have_two_cards(id(1), id(3)), "they sit in one round");
    night_log.merge(id(5), id(9)).unwrap();
    let standing: Vec<_> = night_log.view().pairs.iter().flat_map(|pair| pair.players.clone()).collect();
    assert!(standing.iter().all(|member| member.stands_for.is_none()), "nobody plays for themselves");
}
