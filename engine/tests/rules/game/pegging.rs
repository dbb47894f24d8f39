//! The points of a game that was won by pegs.

use pegout_engine::Rules;
use pegout_engine::game::{Action, Peg, PegFor, PeggedShow, Side};

use super::{Table, coordinator, deal_id, peg, setup};

fn show(side: u8, player: Option<u8>, points: u8, is_crib: bool) -> PeggedShow {
    PeggedShow { side, player, points, is_crib }
}

/// Ann comes from behind and wins in the second deal.
fn won() -> Table {
    let mut table = Table::usual();
    for (id, side, points, reason) in [(1, 1, 24, PegFor::Hand), (2, 1, 10, PegFor::Play), (3, 1, 29, PegFor::Other)] {
        table.peg(id, side, points, reason).unwrap();
    }
    table.take_back(3).unwrap();
    table.ask(Action::BeginDeal { number: 2, deal: deal_id(2) }).unwrap();
    table.peg(4, 1, 2, PegFor::Heels).unwrap();
    for id in 5..=8 {
        table.peg(id, 0, 24, PegFor::Hand).unwrap();
    }
    table.peg(9, 0, 0, PegFor::Crib).unwrap();
    table.peg(10, 0, 24, PegFor::Other).unwrap();
    assert_eq!(table.game.pegging(), None, "nobody has won");
    table.peg(11, 0, 1, PegFor::Go).unwrap();
    table
}

#[test]
fn the_play_the_shows_and_the_deficit_of_the_winner_are_counted_without_pegs_that_were_taken_back() {
    let pegging = won().game.pegging().unwrap();
    assert_eq!((pegging.deals, &pegging.play[..], pegging.behind), (2, &[1, 12][..], 36));
    let mut shows = vec![show(1, Some(0), 24, false)];
    shows.extend([show(0, Some(0), 24, false); 4]);
    shows.push(show(0, Some(0), 0, true));
    assert_eq!(pegging.shows, shows);
}

#[test]
fn a_winner_who_always_led_was_never_behind() {
    let mut table = Table::at([0, 0], Rules::default());
    for id in 1..=6 {
        table.peg(id, 1, if id < 6 { 24 } else { 1 }, PegFor::Other).unwrap();
    }
    assert_eq!(table.game.pegging().unwrap().behind, 0);
}

#[test]
fn a_game_with_an_entered_result_has_no_pegging() {
    let mut table = won();
    table.result(coordinator(), &[121, 100], Some("as the board says")).unwrap();
    assert_eq!(table.game.pegging(), None);
}

#[test]
fn a_hand_of_partners_belongs_to_the_player_who_is_named() {
    let mut setup = setup(1, &["Us", "Them"], Rules::default());
    for (side, names) in setup.sides.iter_mut().zip([["Ann", "Cy"], ["Bob", "Di"]]) {
        *side = Side::new(side.name.clone(), names.map(str::to_owned).to_vec());
    }
    let mut table = Table::begun(setup);
    table.ask(Action::Peg(Peg { player: Some(1), ..peg(1, 0, 8, PegFor::Hand) })).unwrap();
    table.peg(2, 0, 12, PegFor::Hand).unwrap();
    for id in 3..=7 {
        table.peg(id, 0, 24, PegFor::Other).unwrap();
    }
    let shows = table.game.pegging().unwrap().shows;
    assert_eq!(shows, [show(0, Some(1), 8, false), show(0, None, 12, false)]);
}
