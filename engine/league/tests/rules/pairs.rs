//! Nights of fixed pairs: one card for two players, substitutes, whole pairs at the tables, and prizes by pair.

use pegout_engine::game;
use pegout_league::night::{
    Action, NewSeats, NewTable, OfferKind, Pair, PairMember, Refusal, Reseat, SeatError, Seating, StandingsRow,
};
use pegout_league::seating::Seats;
use pegout_league::{Card, Format, PairId, PlayerId, Seed, Settings};
use proptest::prelude::*;

use super::{NightLog, game_id, id};

pub(super) fn pair_id(pair: u16) -> PairId {
    let mut bytes = [7; 16];
    bytes[..2].copy_from_slice(&pair.to_be_bytes());
    PairId::from_bytes(bytes)
}

/// Makes a pair, or changes its players; each may count for another player.
pub(super) fn pair_for(
    night_log: &mut NightLog,
    pair: u16,
    players: [(u16, Option<u16>); 2],
) -> Result<usize, Refusal> {
    let member =
        |(player, stands_for): (u16, Option<u16>)| PairMember { player: id(player), stands_for: stands_for.map(id) };
    let format = night_log.view().format;
    let pair = Pair { pair: pair_id(pair), players: players.map(member), id: night_log.next_id() };
    night_log.ask(Action::Pair { pair, format, may_correct: true })
}

pub(super) fn pair(night_log: &mut NightLog, number: u16, players: [u16; 2]) -> Result<usize, Refusal> {
    pair_for(night_log, number, players.map(|player| (player, None)))
}

pub(super) fn split(night_log: &mut NightLog, pair: u16) -> Result<usize, Refusal> {
    night_log.ask(Action::Unpair { pair: pair_id(pair) })
}

/// A night of this number of pairs: players 1 and 2, 3 and 4, and so on.
pub(super) fn night_of(pairs: u16, games: u16) -> NightLog {
    let (format, card) = (Format::FixedPairs, Card::GamePoints);
    let settings = Settings { format, card, games_per_night: games, ..Settings::default() };
    let mut night_log = NightLog::by(settings, 2 * pairs);
    for number in 1..=pairs {
        assert_eq!(pair(&mut night_log, number, [2 * number - 1, 2 * number]), Ok(1));
    }
    night_log
}

/// Plays the newest round: the side with the lower number wins, by more points the more it is lower.
pub(super) fn play(night_log: &mut NightLog) {
    let number = night_log.night.rounds().len();
    for (table, sides) in (1..).zip(night_log.sides(number)) {
        let [one, other] = [&sides[0], &sides[1]].map(|side| side.iter().min().copied().unwrap());
        let loser = 121 - 7 * one.abs_diff(other).min(10) as u8;
        night_log.result(number, table, &if one < other { [121, loser] } else { [loser, 121] });
    }
}

pub(super) fn play_all(night_log: &mut NightLog) {
    while night_log.draw(night_log.night.rounds().len() as u8)
        != Err(Refusal::NoMoreRounds { games_per_night: night_log.view().games_per_night })
    {
        play(night_log);
    }
}

pub(super) fn reseat(tables: Vec<NewSeats>, reason: Option<&str>) -> Action {
    let (out, guests, seed) = (Vec::new(), Vec::new(), Seed::from_bytes([1; 32]));
    Action::Reseat(Reseat { round: 1, tables, out, reason: reason.map(str::to_owned), guests, seed, id: None })
}

pub(super) fn seat_error<const N: usize>(error: SeatError, players: [u16; N]) -> Result<usize, Refusal> {
    Err(Refusal::Seats { players: players.map(id).into(), error })
}

pub(super) fn pair_error<const N: usize>(error: SeatError, players: [u16; N]) -> Result<usize, Refusal> {
    Err(Refusal::PairPlayers { players: players.map(id).into(), error })
}

#[test]
fn every_pair_of_2_to_30_pairs_gets_all_games_and_has_one_card_and_one_place() {
    for pairs in 2..=30_u16 {
        let mut night_log = night_of(pairs, 5);
        play_all(&mut night_log);
        let view = night_log.view();
        for table in view.rounds.iter().flat_map(|round| &round.tables) {
            for side in &table.sides {
                let partners = [side.players[0].id, side.players[1].id];
                let number = |player: PlayerId| u16::from_be_bytes([player.bytes()[0], player.bytes()[1]]);
                assert_eq!(number(partners[0]).div_ceil(2), number(partners[1]).div_ceil(2), "{pairs} pairs");
            }
            assert!(!table.forced_repeat || pairs < 7, "{pairs} pairs");
        }
        let standings = night_log.standings();
        let mut above: Option<(&StandingsRow, usize)> = None;
        for (at, two) in standings.chunks(2).enumerate() {
            let [one, other] = two else { panic!("an odd number of rows") };
            assert_eq!((one.partner_id, other.partner_id), (Some(other.player_id), Some(one.player_id)));
            assert_eq!((one.place, &one.lines, one.points), (other.place, &other.lines, other.points));
            assert_eq!((one.games, one.complete), (5, true), "{pairs} pairs");
            let key = |row: &StandingsRow| (row.points, row.wins, row.spread);
            let place = match above {
                Some((higher, place)) if key(higher) == key(one) => place,
                Some((higher, _)) => {
                    assert!(key(higher) > key(one), "{pairs} pairs");
                    at + 1
                }
                None => 1,
            };
            assert_eq!(one.place, Some(place), "places count pairs");
            above = Some((one, place));
        }
    }
}

#[test]
fn a_pair_sits_out_as_a_whole_and_only_whole_pairs_play() {
    let mut night_log = night_of(3, 2);
    night_log.come(7).unwrap();
    night_log.draw(1).unwrap();
    let view = night_log.view();
    let byes: Vec<PlayerId> = view.rounds[0].byes.iter().map(|person| person.id).collect();
    assert_eq!((view.rounds[0].tables.len(), byes.len()), (1, 2));
    let waiting: Vec<PlayerId> = view.late.unwrap().waiting.iter().map(|person| person.id).collect();
    assert_eq!(waiting, [byes, vec![id(7)]].concat(), "who has no partner waits");
    assert_eq!(night_log.row(7).place, None);
    play(&mut night_log);
    night_log.leave(1).unwrap();
    assert_eq!(night_log.draw(2), Ok(1));
    assert!(night_log.round(2)[0].seats.side_of(id(2)).is_none(), "a pair of which one has left does not play");
}

#[test]
fn a_night_of_fixed_pairs_needs_two_whole_pairs() {
    let mut night_log = night_of(1, 2);
    night_log.come(3).unwrap();
    night_log.come(4).unwrap();
    assert_eq!(night_log.draw(1), Err(Refusal::TooFewPairs { present: 1 }));
    pair(&mut night_log, 2, [3, 4]).unwrap();
    night_log.leave(1).unwrap();
    assert_eq!(night_log.draw(1), Err(Refusal::TooFewPairs { present: 1 }));
    night_log.come(1).unwrap();
    assert_eq!(night_log.draw(1), Ok(2));
}

#[test]
fn wrong_pairs_are_refused_with_the_players() {
    let mut night_log = night_of(2, 2);
    night_log.come(5).unwrap();
    assert_eq!(pair(&mut night_log, 1, [1, 1]), pair_error(SeatError::NamedTwice, [1]));
    assert_eq!(pair(&mut night_log, 3, [5, 5]), pair_error(SeatError::NamedTwice, [5]));
    assert_eq!(pair(&mut night_log, 3, [5, 6]), pair_error(SeatError::Away, [6]));
    assert_eq!(pair(&mut night_log, 3, [1, 5]), pair_error(SeatError::InAPair, [1]));
    assert_eq!(pair_for(&mut night_log, 1, [(1, None), (5, Some(1))]), pair_error(SeatError::PlaysAlready, [1]));
    assert_eq!(pair_for(&mut night_log, 1, [(1, None), (5, Some(3))]), pair_error(SeatError::PlaysAlready, [3]));
    assert_eq!(pair_for(&mut night_log, 1, [(1, Some(9)), (2, Some(9))]), pair_error(SeatError::NamedTwice, [9]));
    assert_eq!(pair(&mut night_log, 2, [4, 3]), Ok(0), "the same pair");
    assert_eq!(split(&mut night_log, 9), Ok(0), "there is no such pair");
    assert_eq!(split(&mut night_log, 1), Ok(1));
    assert_eq!(split(&mut night_log, 1), Ok(0));
    assert_eq!(pair(&mut night_log, 3, [1, 5]), Ok(1), "its players are free");
    let mut singles = NightLog::of(4);
    assert_eq!(pair(&mut singles, 1, [1, 2]), Err(Refusal::NoPairs));
}

#[test]
fn whole_pairs_change_seats() {
    let mut night_log = night_of(4, 3);
    night_log.draw(1).unwrap();
    let before = night_log.sides(1);
    let [one, other] = [before[0][0].clone(), before[1][1].clone()];
    night_log.swap([one[0], other[1]]).unwrap();
    let after = night_log.sides(1);
    assert_eq!((&after[0][0], &after[1][1]), (&other, &one));
    assert_eq!((&after[0][1], &after[1][0]), (&before[0][1], &before[1][0]));
    assert_eq!(night_log.swap([one[0], one[1]]), Ok(0), "partners stay partners");
    let seats = |players: [u16; 4]| Seats::new(&players.map(id));
    let mixed = [after[0][0][0], after[0][1][0], after[0][0][1], after[0][1][1]];
    let table = |seating| vec![NewSeats { number: 1, seating }];
    assert_eq!(
        night_log.ask(reseat(table(Seating::Fixed(seats(mixed))), None)),
        seat_error(SeatError::NotAPair, mixed)
    );
    let drawn = Seating::Drawn(mixed.map(id).into());
    assert_eq!(night_log.ask(reseat(table(drawn), None)), Ok(0), "the same two pairs");
    let two = Seating::Fixed(Seats::new(&[id(after[0][0][0]), id(after[0][0][1])]));
    assert_eq!(night_log.ask(reseat(table(two), None)), Err(Refusal::PairsOnly { given: 2 }));
    play(&mut night_log);
    let by_pair: Vec<usize> = night_log.standings().iter().map(|row| row.games).collect();
    assert_eq!(by_pair, [1; 8]);
    assert_eq!(night_log.row(one[0]).lines, night_log.row(one[1]).lines);
}

#[test]
fn two_late_pairs_get_a_table() {
    let mut night_log = night_of(2, 3);
    night_log.draw(1).unwrap();
    for player in 5..=9 {
        night_log.come(player).unwrap();
    }
    pair(&mut night_log, 3, [5, 9]).unwrap();
    assert_eq!(night_log.view().late.unwrap().offer, None, "one pair waits for another");
    pair(&mut night_log, 4, [7, 8]).unwrap();
    let offer = night_log.view().late.unwrap().offer.unwrap();
    let players: Vec<PlayerId> = offer.players.iter().map(|person| person.id).collect();
    assert_eq!((offer.kind, players.clone()), (OfferKind::Table, [5, 9, 7, 8].map(id).into()));
    let table = |players: Vec<PlayerId>| {
        Action::AddTable(NewTable { round: 1, players, game: game_id(90), seed: Seed::from_bytes([1; 32]), id: None })
    };
    assert_eq!(night_log.ask(table([5, 6, 7, 8].map(id).into())), seat_error(SeatError::NotAPair, [5, 6]));
    assert_eq!(night_log.ask(table(players)), Ok(1));
    assert_eq!(night_log.sides(1)[1], [[5, 9], [7, 8]]);
    play(&mut night_log);
    assert_eq!([5, 9, 7, 8].map(|player| night_log.row(player).games), [1; 4]);
}

#[test]
fn partners_halve_the_prize_of_their_pair() {
    // $144 of fees, 80 percent of them in the pot: $115.20.
    let (format, card) = (Format::FixedPairs, Card::GamePoints);
    let settings = Settings {
        format,
        card,
        games_per_night: 1,
        fee: 800,
        draw_part: 0,
        pot_percent: 80,
        prize_shares: vec![50, 30, 20],
        ..Settings::default()
    };
    let mut night_log = NightLog::by(settings, 18);
    for number in 1..=9 {
        pair(&mut night_log, number, [2 * number - 1, 2 * number]).unwrap();
    }
    night_log.draw(1).unwrap();
    for (table, loser) in (1..=4).zip([60, 95, 95, 110]) {
        night_log.result(1, table, &[121, loser]);
    }
    let money = night_log.money();
    let prizes: Vec<(Option<usize>, u64)> = money.prizes.iter().map(|prize| (prize.place, prize.amount)).collect();
    let tied = (Some(2), 1_400);
    assert_eq!(
        prizes,
        [(Some(1), 2_900), (Some(1), 2_900), tied, tied, tied, tied],
        "two pairs share the second place"
    );
    assert_eq!(money.places, [2_900, 1_700, 1_200]);
    night_log.result(1, 3, &[121, 100]);
    let money = night_log.money();
    let amounts: Vec<u64> = money.prizes.iter().map(|prize| prize.amount).collect();
    assert_eq!(amounts, [2_900, 2_900, 1_700, 1_700, 1_200, 1_200]);
    assert_eq!((money.pot, money.activities), (11_520, 2_800));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Random nights with pairs that come late, leave, come back and change a player, and games that are called off.
    #[test]
    fn every_line_of_a_pair_is_a_game_of_its_side(pairs in 2..12_u16, games in 1..6_u16, events in prop::collection::vec(0..9_u8, 30)) {
        let mut night_log = night_of(pairs, games);
        // The players of each pair, by its number.
        let mut players: Vec<[u16; 2]> = (1..=pairs).map(|number| [2 * number - 1, 2 * number]).collect();
        let mut next = 100;
        for event in events {
            let number = usize::from(event) % players.len();
            match event {
                0 => {
                    let two = [next, next + 1];
                    next += 2;
                    two.iter().for_each(|player| { night_log.come(*player).unwrap(); });
                    players.push(two);
                    pair(&mut night_log, players.len() as u16, two).unwrap();
                }
                1 if players.len() > 2 => { let _ = night_log.leave(players[number][0]); }
                2 => {
                    night_log.come(next).unwrap();
                    let stays = players[number][1];
                    if night_log.night.entry(id(stays)).is_some_and(|entry| !entry.left)
                        && pair(&mut night_log, number as u16 + 1, [next, stays]).is_ok() {
                        players[number][0] = next;
                    }
                    next += 1;
                }
                3 => if let Some(first) = players.iter().flatten().find(|player| night_log.night.entry(id(**player)).is_some_and(|entry| entry.left)) {
                    night_log.come(*first).unwrap();
                },
                _ => if night_log.draw(event).is_ok() {
                    play(&mut night_log);
                    if event == 8 {
                        night_log.void(night_log.night.rounds().len(), 1);
                    }
                },
            }
            prop_assert_eq!(&night_log.fold(), &night_log.night);
        }
        let view = night_log.view();
        let standings = night_log.standings();
        for two in &players {
            // A player who leaves before the first game has no card.
            let rows = two.map(|player| standings.iter().find(|row| row.player_id == id(player)));
            let [Some(one), Some(other)] = rows else { continue };
            let rows = [one, other];
            prop_assert_eq!(&rows[0].lines, &rows[1].lines);
            prop_assert_eq!(rows[0].place, rows[1].place);
            prop_assert!(rows[0].games <= usize::from(games));
            // The second player stays in the pair all night, so the lines are the games at which they sat.
            for (at, round) in view.rounds.iter().enumerate() {
                let table = round.tables.iter().find(|table| table.sides.iter().any(|side| side.players.iter().any(|person| person.id == id(two[1]))));
                let is_won = table.is_some_and(|table| table.status == game::Status::Finished);
                let helped = rows[1].helped.contains(&(at as u16 + 1));
                prop_assert_eq!(rows[1].lines[at].is_some(), is_won && !helped, "round {} of player {}", at + 1, two[1]);
            }
        }
    }
}
