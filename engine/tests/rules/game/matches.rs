//! Rematches and the tally of a match.

use pegout_engine::game::{Action, Refusal, RematchRequest, Role, Setup, SetupError};
use pegout_engine::{FirstDeal, Preset, Rules};

use super::{Table, coordinator, game_id, metadata, request, scorer, setup};

/// A finished game with these scores.
fn finished(scores: &[u8], first_dealer: u8, rules: Rules) -> Table {
    let names = &["Ann", "Bob", "Cy"][..scores.len()];
    let mut table = Table::begun(Setup { first_dealer, ..setup(1, names, rules) });
    table.result(scorer(), scores, None).unwrap();
    table
}

fn rematch(game: u8) -> Action {
    Action::BeginRematch(request(game_id(game), None))
}

/// The rematch of a game, begun as the game itself says.
fn rematch_of(table: &mut Table, game: u8) -> Table {
    let setup = table.game.rematch(&request(game_id(game), None)).unwrap();
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
        let setup = finished(scores, 0, Rules::default()).game.rematch(&request(game_id(2), None)).unwrap();
        assert_eq!(setup.first_dealer, dealer, "{scores:?}");
    }
}

#[test]
fn with_alternating_deals_the_seat_after_the_last_first_dealer_deals_first_in_the_rematch() {
    let rules = Rules { first_deal: FirstDeal::Alternate, ..Rules::default() };
    for (first, next) in [(0, 1), (1, 2), (2, 0)] {
        let game = finished(&[121, 90, 80], first, rules.clone()).game;
        assert_eq!(game.rematch(&request(game_id(2), None)).unwrap().first_dealer, next);
        let by_rule = Refusal::FirstDealerByRule { rule: FirstDeal::Alternate };
        assert_eq!(game.rematch(&request(game_id(2), Some(next))), Err(by_rule));
    }
}

#[test]
fn with_a_cut_the_named_seat_deals_first_in_the_rematch() {
    let game = finished(&[121, 90], 0, Preset::Tournament.rules()).game;
    assert_eq!(game.rematch(&request(game_id(2), Some(1))).unwrap().first_dealer, 1);
    assert_eq!(game.rematch(&request(game_id(2), None)), Err(Refusal::FirstDealerMissing));
    let no_seat = SetupError::FirstDealer { given: 2, seats: 2 };
    assert_eq!(game.rematch(&request(game_id(2), Some(2))), Err(Refusal::Setup(no_seat)));
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
    assert_eq!(table.ask(Action::BeginRematch(request(game_id(2), Some(0)))), differs);
    assert_eq!(table.ask_as(metadata("Ann's phone", Role::Scorer, 2), rematch(2)), differs);
    table.ask(Action::TakeBackResult { result: None }).unwrap();
    assert_eq!(table.ask(rematch(2)), Ok(0), "also when the game is open again");
}

#[test]
fn there_is_no_rematch_of_a_game_that_nobody_has_won() {
    let mut table = Table::usual();
    assert_eq!(table.ask(rematch(2)), Err(Refusal::NotWon));
    table.ask_as(coordinator(), Action::Void { reason: None, id: None }).unwrap();
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

/// Plays the games of a match, each with its scores and the first dealer of its rematch. Returns a text for each game.
fn told(rules: &Rules, games: &[(&[u8], Option<u8>)]) -> Vec<String> {
    let mut told = Vec::new();
    let mut next = Ok(setup(1, &["Ann", "Bob", "Cy"][..games[0].0.len()], rules.clone()));
    for (number, (scores, first_dealer)) in (2..).zip(games) {
        let setup = match next {
            Ok(setup) => setup,
            Err(refusal) => return [told, vec![format!("{refusal:?}")]].concat(),
        };
        let mut table = Table::begun(setup);
        table.result(scorer(), scores, None).unwrap();
        let view = table.view();
        let dealer = table.game.setup().first_dealer;
        told.push(format!("{dealer} deals, {:?}, {:?}", view.match_tally, view.match_winner));
        next = table.game.rematch(&request(game_id(number), *first_dealer));
    }
    told
}

#[test]
fn a_match_ends_at_its_tally_and_the_rematch_begins_a_new_one() {
    let rules = Rules { match_to: Some(3), ..Rules::default() };
    let won = [(&[121, 100][..], None), (&[80, 121], None), (&[100, 121], None)];
    let played = told(&rules, &won);
    assert_eq!(played, ["0 deals, [1, 0], None", "1 deals, [1, 2], None", "0 deals, [1, 3], Some(1)"]);
    let again = told(&rules, &[&won[..], &[(&[121, 100], None)]].concat());
    assert_eq!(again[3], "0 deals, [1, 0], None", "the loser deals first where nobody says who does");
    let named = told(&rules, &[&won[..2], &[(&[100, 121], Some(1)), (&[121, 100], None)]].concat());
    assert_eq!(named[3], "1 deals, [1, 0], None", "in a new match the table may cut");
    let early = told(&rules, &[(&[121, 100][..], Some(0)), (&[121, 100], None)]);
    assert_eq!(early[1], "FirstDealerByRule { rule: Loser }", "within a match the rule decides");
    let open = told(&Rules::default(), &won);
    assert_eq!(open[2], "0 deals, [1, 3], None", "without match_to a match has no end");
}

#[test]
fn the_first_deal_alternates_until_one_game_decides_the_match_whoever_wins_it() {
    let rules =
        |match_to| Rules { match_to: Some(match_to), first_deal: FirstDeal::AlternateThenCut, ..Rules::default() };
    let (ann, bob, skunk) = (&[121, 100][..], &[100, 121][..], &[121, 80][..]);
    // Two of three: each has one game, so the third decides.
    let third = told(&rules(2), &[(ann, None), (bob, Some(0)), (ann, None)]);
    assert_eq!(third, ["0 deals, [1, 0], None", "1 deals, [1, 1], None", "0 deals, [2, 1], Some(0)"]);
    let missing = told(&rules(2), &[(ann, None), (bob, None), (ann, None)]);
    assert_eq!(missing[2], "FirstDealerMissing");
    let chosen = told(&rules(2), &[(ann, Some(0)), (ann, None)]);
    assert_eq!(chosen[1], "FirstDealerByRule { rule: AlternateThenCut }", "Bob can still draw level");
    // A skunk of two brings Ann within one, but Bob's game would not decide.
    let skunked = told(&rules(3), &[(skunk, None), (bob, None), (bob, None), (ann, None)]);
    assert_eq!(skunked[..3], ["0 deals, [2, 0], None", "1 deals, [2, 1], None", "0 deals, [2, 2], None"]);
    assert_eq!(skunked[3], "FirstDealerMissing");
    // A new match alternates on, unless the table says who cut the lower card.
    let new = told(&rules(2), &[(ann, None), (ann, None), (bob, None)]);
    assert_eq!(new[1..], ["1 deals, [2, 0], Some(0)", "0 deals, [0, 1], None"]);
    let cut = told(&rules(2), &[(ann, None), (ann, Some(1)), (bob, None)]);
    assert_eq!(cut[2], "1 deals, [0, 1], None");
    let single = told(&rules(1), &[(ann, None), (bob, None)]);
    assert_eq!(single[1], "FirstDealerMissing", "a match of one game is cut for each time");
}

#[test]
fn a_correction_that_ends_the_match_earlier_takes_its_tally_from_the_rematch() {
    let mut first = finished(&[121, 100], 0, Rules { match_to: Some(2), ..Rules::default() });
    let mut second = rematch_of(&mut first, 2);
    assert_eq!(second.view().match_tally, [1, 0]);
    first.result(coordinator(), &[121, 80], Some("a skunk")).unwrap();
    assert_eq!((first.view().match_winner, first.game.rematch_tally()), (Some(0), vec![0, 0]));
    assert_eq!(second.ask(Action::CarryTally { tally: first.game.rematch_tally() }), Ok(1));
    assert_eq!(second.view().match_tally, [0, 0]);
}

#[test]
fn a_rematch_on_the_track_of_crash_cribbage_goes_in_the_same_directions_or_in_others() {
    use pegout_engine::game::Direction::{Clockwise, CounterClockwise};
    let old = Some(vec![Clockwise, CounterClockwise]);
    let setup = Setup { crash_directions: old.clone(), ..setup(1, &["Ann", "Bob"], Preset::Crash.rules()) };
    let mut table = Table::begun(setup);
    table.result(scorer(), &[121, 90], None).unwrap();
    let ask = |crash_directions| RematchRequest { crash_directions, ..request(game_id(2), None) };
    assert_eq!(table.game.rematch(&ask(None)).unwrap().crash_directions, old);
    let other = Some(vec![CounterClockwise, CounterClockwise]);
    assert_eq!(table.game.rematch(&ask(other.clone())).unwrap().crash_directions, other);
    let one = SetupError::Directions { given: 1, sides: 2 };
    assert_eq!(table.game.rematch(&ask(Some(vec![Clockwise]))), Err(Refusal::Setup(one)));
    assert_eq!(table.ask(Action::BeginRematch(ask(other.clone()))), Ok(1));
    assert_eq!(table.ask(Action::BeginRematch(ask(other))), Ok(0));
    let differs = Err(Refusal::RematchIdTaken { rematch: game_id(2) });
    assert_eq!(table.ask(Action::BeginRematch(ask(None))), differs);
    let usual = finished(&[121, 90], 0, Rules::default()).game;
    assert_eq!(usual.rematch(&ask(old)), Err(Refusal::Setup(SetupError::NotCrash)));
}
