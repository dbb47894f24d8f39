//! Deals: the number of the deal, its dealer, and the side with the crib.

use pegout_engine::game::{Action, Refusal, Role, Setup};
use pegout_engine::{Preset, Rules};

use super::{Table, coordinator, deal_id, metadata, setup};

fn begin(number: u32, deal: u8) -> Action {
    Action::BeginDeal { number, deal: deal_id(deal) }
}

fn dealing(table: &Table) -> (u32, u8, u8) {
    let view = table.view();
    (view.deal, view.dealer, view.crib.unwrap())
}

#[test]
fn the_deal_passes_to_the_left_and_the_crib_is_the_dealers_sides() {
    let mut table = Table::begun(Setup { first_dealer: 2, ..setup(1, &["Ann", "Bob", "Cy"], Rules::default()) });
    assert_eq!(dealing(&table), (1, 2, 2));
    for (number, dealer) in [(2, 0), (3, 1), (4, 2), (5, 0)] {
        table.ask(begin(number, number as u8)).unwrap();
        assert_eq!(dealing(&table), (number, dealer, dealer));
    }
}

#[test]
fn the_crib_goes_by_seats_where_two_play_three() {
    let mut table = setup(1, &["Us", "Them"], Rules::default());
    table.sides[0].players = vec!["Ann".to_owned(), "Cy".to_owned()];
    table.sides[1].players = vec!["Bob".to_owned(), "Di".to_owned(), "Ed".to_owned()];
    let mut table = Table::begun(table);
    let mut cribs = vec![table.view().crib.unwrap()];
    for number in 2..=6 {
        table.ask(begin(number, number as u8)).unwrap();
        cribs.push(table.view().crib.unwrap());
    }
    assert_eq!(cribs, [0, 1, 0, 1, 1, 0]);
}

#[test]
fn only_the_next_deal_can_begin() {
    let mut table = Table::usual();
    for given in [0, 1, 3, u32::MAX] {
        assert_eq!(table.ask(begin(given, 1)), Err(Refusal::DealNotNext { given, next: 2 }));
    }
    assert_eq!(table.ask(begin(2, 2)), Ok(1));
    assert_eq!(table.ask(begin(2, 2)), Ok(0), "the same again");
    assert_eq!(table.ask(begin(2, 3)), Err(Refusal::DealNotNext { given: 2, next: 3 }), "the other phone was late");
    assert_eq!(table.ask(begin(3, 2)), Err(Refusal::DealIdTaken { number: 2 }));
    let stranger = metadata("Ann's phone", Role::Scorer, 2);
    assert_eq!(table.ask_as(stranger, begin(2, 2)), Err(Refusal::DealIdTaken { number: 2 }));
    assert_eq!(dealing(&table), (2, 1, 1));
}

#[test]
fn the_newest_deal_is_taken_back_for_good() {
    let mut table = Table::usual();
    table.ask(begin(2, 2)).unwrap();
    table.ask(begin(3, 3)).unwrap();
    let take_back = |number| Action::TakeBackDeal { number, deal: None };
    assert_eq!(table.ask(take_back(2)), Err(Refusal::DealNotNewest { given: 2, newest: 3 }));
    assert_eq!(table.ask(take_back(4)), Err(Refusal::NoSuchDeal { given: 4 }));
    assert_eq!(table.ask(take_back(0)), Err(Refusal::NoSuchDeal { given: 0 }));
    assert_eq!(table.ask(take_back(3)), Ok(1));
    assert_eq!(table.ask(take_back(3)), Ok(0));
    assert_eq!(table.ask(begin(3, 3)), Ok(0), "its repeat does not bring it back");
    assert_eq!(dealing(&table), (2, 1, 1));
    assert_eq!(table.ask(begin(3, 4)), Ok(1), "another beginning does");
    assert_eq!(table.ask(take_back(3)), Ok(1));
    assert_eq!(table.ask(take_back(2)), Ok(1));
    assert_eq!(table.ask(take_back(1)), Err(Refusal::DealNotNewest { given: 1, newest: 1 }));
    assert_eq!(dealing(&table), (1, 0, 0));
}

#[test]
fn a_repeated_take_back_leaves_a_deal_that_began_since() {
    let mut table = Table::usual();
    table.ask(begin(2, 2)).unwrap();
    let take_back = |deal| Action::TakeBackDeal { number: 2, deal: Some(deal_id(deal)) };
    assert_eq!(table.ask(take_back(1)), Ok(0), "no deal has this id");
    assert_eq!(table.ask(take_back(2)), Ok(1));
    table.ask(begin(2, 3)).unwrap();
    assert_eq!(table.ask(take_back(2)), Ok(0), "it came again");
    assert_eq!(table.view().deal_id, Some(deal_id(3)));
    table.ask(begin(3, 4)).unwrap();
    assert_eq!(table.ask(take_back(2)), Ok(0), "it came again after a further deal");
    assert_eq!(table.ask(take_back(3)), Err(Refusal::DealNotNewest { given: 2, newest: 3 }));
    table.ask(Action::TakeBackDeal { number: 3, deal: None }).unwrap();
    assert_eq!(table.ask(take_back(3)), Ok(1));
    assert_eq!(table.view().deal_id, None);
}

#[test]
fn no_deal_begins_and_none_goes_under_a_result() {
    let mut table = Table::of(&["Ann", "Bob"], Preset::OnceAround.rules());
    table.ask(begin(2, 2)).unwrap();
    table.result(coordinator(), &[61, 40], None).unwrap();
    assert_eq!(table.ask(begin(3, 3)), Err(Refusal::GameOver { winner: "Ann".to_owned() }));
    assert_eq!(table.ask(Action::TakeBackDeal { number: 2, deal: None }), Err(Refusal::ResultInForce));
    assert_eq!(table.ask(begin(2, 2)), Ok(0), "a repeat is answered");
}
