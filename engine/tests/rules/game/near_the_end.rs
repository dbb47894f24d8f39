//! The points that the rules keep from a side near the game hole, and the players who peg.

use pegout_engine::Rules;
use pegout_engine::game::{Action, DeviceId, Peg, PegFor, Refusal, Side};

use super::{Table, peg, setup};

/// A game in which Ann has this score.
fn at(score: u8, rules: &Rules) -> Table {
    Table::at([score, 0], rules.clone())
}

fn stink_hole(earned_by: PegFor) -> Result<usize, Refusal> {
    Err(Refusal::StinkHole { side: "Ann".to_owned(), earned_by, hole: 120 })
}

fn may_not_win(earned_by: PegFor) -> Result<usize, Refusal> {
    Err(Refusal::MayNotWin { side: "Ann".to_owned(), earned_by, target: 121 })
}

#[test]
fn a_side_in_the_stink_hole_pegs_no_points_that_the_rules_keep_from_it() {
    use PegFor::{Go, Heels, Other, Play};
    let usual = Rules::default();
    let no_go = Rules { go_from_120: false, ..usual.clone() };
    let no_heels = Rules { heels_from_120: false, ..usual.clone() };
    let go_ends_nothing = Rules { go_can_win: false, ..usual.clone() };
    let heels_end_nothing = Rules { heels_can_win: false, ..usual.clone() };
    let both = Rules { go_can_win: false, ..no_go.clone() };
    for (rules, score, earned_by, points, answer) in [
        (&usual, 120, Go, 1, Ok(1)),
        (&usual, 120, Heels, 2, Ok(1)),
        (&usual, 120, Play, 1, Ok(1)),
        (&no_go, 120, Go, 1, stink_hole(Go)),
        (&no_go, 120, Play, 1, stink_hole(Go)),
        (&no_go, 120, Play, 2, Ok(1)),
        (&no_go, 120, Heels, 2, Ok(1)),
        (&no_go, 120, Other, 1, Ok(1)),
        (&no_go, 119, Go, 1, Ok(1)),
        (&no_heels, 120, Heels, 2, stink_hole(Heels)),
        (&no_heels, 119, Heels, 2, Ok(1)),
        (&no_heels, 120, Go, 1, Ok(1)),
        (&go_ends_nothing, 120, Go, 1, may_not_win(Go)),
        (&go_ends_nothing, 120, Play, 1, may_not_win(Go)),
        (&go_ends_nothing, 120, Play, 2, Ok(1)),
        (&go_ends_nothing, 119, Go, 1, Ok(1)),
        (&heels_end_nothing, 119, Heels, 2, may_not_win(Heels)),
        (&heels_end_nothing, 120, Play, 1, Ok(1)),
        (&both, 120, Go, 1, stink_hole(Go)),
    ] {
        let mut table = at(score, rules);
        assert_eq!(table.peg(1, 0, points, earned_by), answer, "{points} for {earned_by} at {score} by {rules:?}");
    }
}

#[test]
fn the_stink_hole_of_a_short_game_is_60() {
    let mut table = at(
        60,
        &Rules { go_from_120: false, target: 61, skunk_below: None, double_skunk_below: None, ..Rules::default() },
    );
    let kept = Refusal::StinkHole { side: "Ann".to_owned(), earned_by: PegFor::Go, hole: 60 };
    assert_eq!(kept.to_string(), "Ann is on 60: in this game the points for go are not pegged from there.");
    assert_eq!(table.peg(1, 0, 1, PegFor::Go), Err(kept));
}

#[test]
fn heels_that_would_be_refused_are_not_allowed() {
    let rules = Rules { heels_from_120: false, ..Rules::default() };
    for (score, is_allowed) in [(119, true), (120, false)] {
        let heels = at(score, &rules).view().allowed.iter().any(|entry| entry.earned_by == PegFor::Heels);
        assert_eq!(heels, is_allowed, "at {score}");
    }
}

#[test]
fn a_peg_tells_which_player_of_the_side_earned_it() {
    let mut setup = setup(1, &["Us", "Them"], Rules::default());
    setup.sides[1] = Side::new("Them".to_owned(), vec!["Bob".to_owned(), "Cy".to_owned()]);
    setup.sides[0] = Side::new("Us".to_owned(), vec!["Ann".to_owned(), "Di".to_owned()]);
    let mut table = Table::begun(setup);
    let by = |id, player| Peg { player, ..peg(id, 1, 8, PegFor::Hand) };
    assert_eq!(table.ask(Action::Peg(by(1, Some(1)))), Ok(1));
    assert_eq!(table.ask(Action::Peg(by(1, Some(1)))), Ok(0));
    let repeated = Peg { deal: Some(1), device: Some(DeviceId::from_bytes([1; 16])), ..by(1, Some(1)) };
    assert_eq!(table.ask(Action::Peg(repeated)), Ok(0), "also with the deal");
    let taken = Err(Refusal::PegIdTaken { peg: super::peg_id(1) });
    assert_eq!(table.ask(Action::Peg(by(1, Some(0)))), taken);
    assert_eq!(table.ask(Action::Peg(by(1, None))), taken);
    assert_eq!(table.ask(Action::Peg(by(2, Some(2)))), Err(Refusal::NoSuchPlayer { given: 2, players: 2 }));
    assert_eq!(table.ask(Action::Peg(by(3, None))), Ok(1));
    let players: Vec<Option<u8>> = table.view().pegs.iter().map(|peg| peg.player).collect();
    assert_eq!(players, [None, Some(1)]);
}

/// A game whose sides have 115 points each, and one hand of 0 by each side of `pegged` after another.
fn counted(players: &[usize], pegged: &[u8], has_crib: bool) -> Table {
    let names = ["A", "B", "C"];
    let mut setup = setup(1, &names[..players.len()], Rules { no_discard: !has_crib, ..Rules::default() });
    for (side, count) in setup.sides.iter_mut().zip(players) {
        side.players = (0..*count).map(|player| format!("{} {player}", side.name)).collect();
    }
    let mut table = Table::begun(setup);
    for (id, side) in (1..).zip((0..5).flat_map(|_| 0..players.len() as u8)) {
        assert_eq!(table.peg(id, side, 23, PegFor::Other), Ok(1));
    }
    for (id, side) in (100..).zip(pegged) {
        assert_eq!(table.peg(id, *side, 0, PegFor::Hand), Ok(1));
    }
    table
}

#[test]
fn a_hand_or_crib_that_ends_the_game_waits_for_the_hands_before_it() {
    use PegFor::{Crib, Hand, Other, Play};
    // Side 0 deals, so its hands are the last, and its crib comes after them.
    for (players, pegged, side, points, earned_by, before) in [
        (&[1, 1][..], &[][..], 0, 6, Hand, Some(1)),
        (&[1, 1], &[], 0, 5, Hand, None),
        (&[1, 1], &[], 1, 6, Hand, None),
        (&[1, 1], &[], 0, 6, Play, None),
        (&[1, 1], &[], 0, 6, Other, None),
        (&[1, 1], &[1], 0, 6, Hand, None),
        (&[1, 1], &[0], 0, 6, Crib, Some(1)),
        (&[1, 1], &[1, 0], 0, 6, Crib, None),
        (&[1, 1], &[], 0, 255, Hand, Some(1)),
        // The seats of partners take turns: 1, 0, 1 and 0 count in this order.
        (&[2, 2], &[], 1, 6, Hand, None),
        (&[2, 2], &[], 0, 6, Hand, Some(1)),
        (&[2, 2], &[1], 0, 6, Hand, None),
        (&[2, 2], &[1], 1, 6, Hand, Some(0)),
        (&[2, 2], &[1, 0], 0, 6, Hand, Some(1)),
        (&[2, 2], &[1, 0, 1], 0, 6, Hand, None),
        (&[1, 1, 1], &[], 1, 6, Hand, None),
        (&[1, 1, 1], &[], 2, 6, Hand, Some(1)),
        (&[1, 1, 1], &[1], 2, 6, Hand, None),
        (&[1, 1, 1], &[1], 0, 6, Hand, Some(2)),
        (&[1, 1, 1], &[1, 2], 0, 6, Hand, None),
    ] {
        let table = counted(players, pegged, true);
        let found = table.game.uncounted_before(side, points, earned_by);
        assert_eq!(found, before, "{players:?} after {pegged:?}: {points} for {earned_by} of {side}");
    }
    let mut over = counted(&[1, 1], &[], false);
    assert_eq!(over.peg(200, 1, 6, Hand), Ok(1));
    assert_eq!(over.game.uncounted_before(0, 6, Hand), None);
}
