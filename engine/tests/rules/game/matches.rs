//! Rematches and the tally of a match.

use pegout_engine::game::{Action, Refusal, Role, Setup, SetupError};
use pegout_engine::{FirstDeal, Preset, Rules};

use super::{Table, coordinator, game_id, metadata, scorer, setup};

/// A finished game with these scores.
fn finished(scores: &[u8], first_dealer: u8, rules: Rules) -> Table {
    let names = &["Ann", "Bob", "Cy"][..scores.len()];
    let mut table = Table::begun(Setup { first_dealer, ..setup(1, names, rules) });
    table.result(scorer(), scores, None).unwrap();
    table
}

fn rematch(game: u8) -> Action {
    Action::BeginRematch { game: game_id(game), first_dealer: None }
}

/// The rematch of a game, begun as the game itself says.
fn rematch_of(table: &mut Table, game: u8) -> Table {
    let setup = table.game.rematch(game_id(game), None).unwrap();
    assert_eq!(table.ask(rematch(game)), Ok(1));
    Table::begun(setup)
}

#[test]
fn the_side_that_lost_deals_first_in_the_rematch() {
    for (scores, dealer) in [
        (&[121, 90][..], 1),
        (&[90, 121], 0),
        (&[121, 90, 80], 2),
        (&[121, 80, 90], 1),
        (&[121, 80, 80], 1),
        (&[80, 121, 80], 2),
        (&[80, 80, 121], 0),
    ] {
        let setup = finished(scores, 0, Rules::default()).game.rematch(game_id(2), None).unwrap();
        assert_eq!(setup.first_dealer, dealer, "{scores:?}");
    }
}

#[test]
fn with_alternating_deals_the_seat_after_the_last_first_dealer_deals_first_in_the_rematch() {
    let rules = Rules { first_deal: FirstDeal::Alternate, ..Rules::default() };
    for (first, next) in [(0, 1), (1, 2), (2, 0)] {
        let game = finished(&[121, 90, 80], first, rules.clone()).game;
        assert_eq!(game.rematch(game_id(2), None).unwrap().first_dealer, next);
        let by_rule = Refusal::FirstDealerByRule { rule: FirstDeal::Alternate };
        assert_eq!(game.rematch(game_id(2), Some(next)), Err(by_rule));
    }
}

#[test]
fn with_a_cut_the_named_seat_deals_first_in_the_rematch() {
    let game = finished(&[121, 90], 0, Preset::Tournament.rules()).game;
    assert_eq!(game.rematch(game_id(2), Some(1)).unwrap().first_dealer, 1);
    assert_eq!(game.rematch(game_id(2), None), Err(Refusal::FirstDealerMissing));
    let no_seat = SetupError::FirstDealer { given: 2, seats: 2 };
    assert_eq!(game.rematch(game_id(2), Some(2)), Err(Refusal::Setup(no_seat)));
}

#[test]
fn a_rematch_has_the_same_sides_and_rules_and_goes_on_with_the_match() {
    let mut first = finished(&[121, 90], 0, Preset::DoubleGame.rules());
    let mut second = rematch_of(&mut first, 2);
    assert_eq!(first.view().rematch, Some(game_id(2)));
    assert_eq!((first.view().match_tally, second.view().match_tally.clone()), (vec![2, 0], vec![2, 0]));
    assert_eq!(second.view().rules, Preset::DoubleGame.rules());
    assert_eq!(second.game.setup().previous().map(|previous| previous.game), Some(game_id(1)));
    second.result(scorer(), &[60, 121], None).unwrap();
    assert_eq!(second.view().match_tally, [2, 4]);
    let third = rematch_of(&mut second, 3);
    assert_eq!(third.view().match_tally, [2, 4]);
}

#[test]
fn a_game_has_one_rematch() {
    let mut table = finished(&[121, 90], 0, Rules::default());
    assert_eq!(table.ask(rematch(2)), Ok(1));
    assert_eq!(table.ask(rematch(2)), Ok(0));
    assert_eq!(table.ask(rematch(3)), Err(Refusal::RematchExists { rematch: game_id(2) }));
    let differs = Err(Refusal::RematchIdTaken { rematch: game_id(2) });
    assert_eq!(table.ask(Action::BeginRematch { game: game_id(2), first_dealer: Some(0) }), differs);
    assert_eq!(table.ask_as(metadata("Ann's phone", Role::Scorer, 2), rematch(2)), differs);
    table.ask(Action::TakeBackResult).unwrap();
    assert_eq!(table.ask(rematch(2)), Ok(0), "also when the game is open again");
}

#[test]
fn there_is_no_rematch_of_a_game_that_nobody_has_won() {
    let mut table = Table::usual();
    assert_eq!(table.ask(rematch(2)), Err(Refusal::NotWon));
    table.ask_as(coordinator(), Action::Void { reason: None }).unwrap();
    assert_eq!(table.ask(rematch(2)), Err(Refusal::NotWon));
}

#[test]
fn a_game_is_not_its_own_rematch() {
    let mut table = finished(&[121, 90], 0, Rules::default());
    assert_eq!(table.ask(rematch(1)), Err(Refusal::GameIdTaken { game: game_id(1) }));
}

#[test]
fn a_correction_is_carried_into_the_rematch() {
    let mut first = finished(&[121, 90], 0, Rules::default());
    let mut second = rematch_of(&mut first, 2);
    second.result(scorer(), &[121, 100], None).unwrap();
    first.result(coordinator(), &[90, 121], Some("swapped")).unwrap();
    let carry = || Action::CarryTally { tally: first.game.match_tally() };
    assert_eq!(second.ask(carry()), Ok(1));
    assert_eq!(second.ask(carry()), Ok(0));
    assert_eq!(second.view().match_tally, [1, 2]);
}

#[test]
fn only_a_rematch_takes_over_a_tally() {
    let carry = Action::CarryTally { tally: vec![1, 0] };
    assert_eq!(Table::usual().ask(carry), Err(Refusal::NotARematch));
}
