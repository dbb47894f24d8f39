//! The names of sides, and the first dealer, of a game that is being played.

use pegout_engine::game::{Action, DetailsChange, Game, PegFor, Refusal, Setup, SetupError, Side, SideChange};
use pegout_engine::{FirstDeal, Rules};

use super::{Table, change_id, coordinator, deal_id, game_id, metadata, request, scorer, setup};

fn side(name: Option<&str>, players: Option<&[&str]>) -> SideChange {
    let players = players.map(|players| players.iter().map(|player| (*player).to_owned()).collect());
    SideChange { name: name.map(str::to_owned), players }
}

fn rename(id: u8, sides: &[SideChange]) -> Action {
    Action::Change(DetailsChange { id: change_id(id), sides: Some(sides.to_vec()), first_dealer: None })
}

fn deal_first(id: u8, seat: u8) -> Action {
    Action::Change(DetailsChange { id: change_id(id), sides: None, first_dealer: Some(seat) })
}

/// The name of each side, true if it was named, and its players.
fn names(table: &Table) -> Vec<(String, bool, String)> {
    table.view().sides.into_iter().map(|side| (side.name, side.named, side.players.join(","))).collect()
}

fn named(name: &str, named: bool, players: &str) -> (String, bool, String) {
    (name.to_owned(), named, players.to_owned())
}

#[test]
fn a_side_that_nobody_has_named_has_a_default_name() {
    let players = Some(vec!["Ann".to_owned()]);
    let sides = vec![Side::unnamed(0, None), Side::unnamed(1, players), Side::unnamed(2, None)];
    let table = Table::begun(Setup::new(game_id(1), sides, Rules::default(), 0));
    let expected = [named("Us", false, "Us"), named("Them", false, "Ann"), named("Third", false, "Third")];
    assert_eq!(names(&table), expected);
}

#[test]
fn the_names_that_first_edition_pages_sent_for_nobody_are_no_names() {
    for name in ["Us", "Them", "Nous", "Eux"] {
        let mut setup = setup(1, &[name, "Ann"], Rules::default());
        assert_eq!(names(&Table::begun(setup.clone())), [named(name, false, name), named("Ann", true, "Ann")]);
        setup.sides[0].players = vec!["Bob".to_owned()];
        assert_eq!(names(&Table::begun(setup))[0], named(name, true, "Bob"));
    }
}

#[test]
fn sides_and_players_are_renamed_at_any_time() {
    let sides = vec![Side::unnamed(0, None), Side::unnamed(1, None)];
    let mut table = Table::begun(Setup::new(game_id(1), sides, Rules::default(), 0));
    assert_eq!(table.ask(rename(1, &[side(Some("Ann"), None), side(None, None)])), Ok(1));
    assert_eq!(names(&table), [named("Ann", true, "Ann"), named("Them", false, "Them")]);
    assert_eq!(table.ask(rename(2, &[side(None, Some(&["Zoé"])), side(None, Some(&["Bob"]))])), Ok(1));
    assert_eq!(names(&table), [named("Ann", true, "Zoé"), named("Them", false, "Bob")]);
    table.result(scorer(), &[121, 90], None).unwrap();
    assert_eq!(table.ask(rename(3, &[side(Some("A"), None), side(Some("B"), Some(&["Cy"]))])), Ok(1));
    assert_eq!(names(&table), [named("A", true, "Zoé"), named("B", true, "Cy")]);
    assert_eq!((table.view().deal, table.view().version), (1, 5));
}

#[test]
fn a_rename_names_every_side_and_no_other_number_of_players() {
    let mut table = Table::usual();
    let ann = || side(Some("Zoé"), None);
    assert_eq!(table.ask(rename(1, &[ann()])), Err(Refusal::SideChanges { given: 1, sides: 2 }));
    let two = side(None, Some(&["Bob", "Cy"]));
    assert_eq!(table.ask(rename(1, &[ann(), two])), Err(Refusal::PlayerNames { side: 1, given: 2, players: 1 }));
    let refused = table.ask(rename(1, &[ann(), side(Some(" "), None)]));
    assert!(matches!(refused, Err(Refusal::Setup(SetupError::Name { side: 1, .. }))), "{refused:?}");
    assert_eq!(table.view().version, 1);
}

#[test]
fn a_change_takes_effect_once() {
    let mut table = Table::usual();
    let change =
        DetailsChange { id: change_id(1), sides: Some(vec![side(Some("Zoé"), None); 2]), first_dealer: Some(1) };
    assert_eq!(table.ask(Action::Change(change.clone())), Ok(2), "one event for the names, one for the first dealer");
    assert_eq!(table.ask(rename(2, &[side(Some("Ann"), None), side(Some("Bob"), None)])), Ok(1));
    assert_eq!(table.ask(deal_first(3, 0)), Ok(1));
    table.ask(Action::BeginDeal { number: 2, deal: deal_id(2) }).unwrap();
    assert_eq!(table.ask(Action::Change(change.clone())), Ok(0), "long after");
    assert_eq!(names(&table), [named("Ann", true, "Ann"), named("Bob", true, "Bob")]);
    let taken = Err(Refusal::ChangeIdTaken { change: change_id(1) });
    let part = DetailsChange { first_dealer: None, ..change.clone() };
    assert_eq!(table.ask(Action::Change(part)), taken);
    assert_eq!(
        table.ask_as(metadata("Bob's phone", pegout_engine::game::Role::Scorer, 2), Action::Change(change)),
        taken
    );
}

#[test]
fn the_game_that_was_renamed_is_still_the_one_that_began() {
    let mut table = Table::usual();
    let begun = table.game.setup().clone();
    table.ask(rename(1, &[side(Some("Zoé"), None), side(None, None)])).unwrap();
    table.ask(deal_first(2, 1)).unwrap();
    assert_eq!(table.game.decide_begin(&begun, &scorer()), Ok(()));
    let renamed = table.game.setup().clone();
    let taken = Err(Refusal::GameIdTaken { game: game_id(1) });
    assert_eq!(table.game.decide_begin(&renamed, &scorer()), taken);
    assert_eq!(Game::fold(&table.log), Some(table.game));
}

#[test]
fn a_rematch_has_the_names_of_the_day_and_deals_by_the_first_dealer_of_the_day() {
    let rules = Rules { first_deal: FirstDeal::Alternate, ..Rules::default() };
    let mut table = Table::of(&["Us", "Ann"], rules);
    table.ask(rename(1, &[side(Some("Zoé"), None), side(None, None)])).unwrap();
    table.ask(deal_first(2, 1)).unwrap();
    table.result(scorer(), &[121, 90], None).unwrap();
    let rematch = table.game.rematch(&request(game_id(2), None)).unwrap();
    assert_eq!((&rematch.sides[0], rematch.first_dealer), (&Side::from_player("Zoé".to_owned()), 0));
}

#[test]
fn the_first_dealer_is_named_during_the_first_deal() {
    let mut table = Table::begun(Setup { first_dealer_known: false, ..setup(1, &["Ann", "Bob"], Rules::default()) });
    assert!(!table.view().first_dealer_known);
    table.peg(1, 0, 2, PegFor::Heels).unwrap();
    assert_eq!(table.ask(deal_first(1, 2)), Err(SetupError::FirstDealer { given: 2, seats: 2 }.into()));
    assert_eq!(table.ask(deal_first(1, 1)), Ok(1));
    let view = table.view();
    assert_eq!((view.first_dealer_known, view.dealer, view.crib, view.deal), (true, 1, Some(1), 1));
    table.ask(Action::BeginDeal { number: 2, deal: deal_id(2) }).unwrap();
    assert_eq!(table.view().dealer, 0);
    assert_eq!(table.ask(deal_first(2, 0)), Err(Refusal::SecondDealBegun));
    assert_eq!(table.ask_as(coordinator(), deal_first(2, 0)), Err(Refusal::SecondDealBegun));
    assert_eq!(table.ask(deal_first(1, 1)), Ok(0), "a repeat");
    table.ask(Action::TakeBackDeal { number: 2, deal: None }).unwrap();
    assert_eq!(table.ask(deal_first(2, 0)), Ok(1));
    assert_eq!(table.view().dealer, 0);
}

#[cfg(feature = "serde")]
#[test]
fn changes_are_stored_as_these_and_only_what_is_not_the_default() {
    use serde_json::json;

    let sides = vec![Side::unnamed(0, None), Side::from_player("Bob".to_owned())];
    let setup = Setup { first_dealer_known: false, ..Setup::new(game_id(1), sides, Rules::default(), 0) };
    let mut table = Table::begun(setup);
    let change = DetailsChange {
        id: change_id(1),
        sides: Some(vec![side(Some("Ann"), None), side(None, None)]),
        first_dealer: Some(1),
    };
    table.ask(Action::Change(change)).unwrap();
    let stored: Vec<_> = table.log.iter().map(|event| json!(event)).collect();
    assert_eq!(
        (&stored[0]["sides"], &stored[0]["first_dealer_known"]),
        (
            &json!([{"name": "Us", "players": ["Us"], "named": false}, {"name": "Bob", "players": ["Bob"]}]),
            &json!(false)
        )
    );
    let stamp = json!({
        "at": "2026-01-31T19:05:00.000Z", "by": "Ann's phone", "role": "scorer",
        "token": "01010101-0101-0101-0101-010101010101", "id": "01010101-0101-0101-0101-010101010101",
    });
    let with = |fields: serde_json::Value| {
        let mut event = stamp.clone();
        event.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        event
    };
    let names = json!([{"name": "Ann", "players": null}, {"name": null, "players": null}]);
    assert_eq!(stored[1], with(json!({"kind": "renamed", "sides": names})));
    assert_eq!(stored[2], with(json!({"kind": "first_dealer_set", "first_dealer": 1})));
}
