//! The sides of a game and their seats.

use pegout_engine::game::{Action, Game, PegFor, Refusal, Setup, SetupError, Side, TextError};
use pegout_engine::{Rules, RulesError};

use super::{Table, coordinator, game_id, metadata, scorer, setup};

fn of_sizes(sizes: &[usize]) -> Setup {
    let player = |side, nth| format!("{side}{nth}");
    let players = |side, size: usize| (0..size).map(|nth| player(side, nth)).collect();
    let sides = sizes.iter().enumerate().map(|(side, size)| Side::new(format!("side {side}"), players(side, *size)));
    Setup::new(game_id(1), sides.collect(), Rules::default(), 0)
}

#[test]
fn two_or_three_sides_of_one_size_play_or_two_and_three() {
    for sizes in [&[1, 1][..], &[2, 2], &[3, 3], &[1, 1, 1], &[2, 2, 2], &[2, 3], &[3, 2]] {
        assert_eq!(of_sizes(sizes).check(), Ok(()), "{sizes:?}");
    }
    for sizes in [&[1, 2][..], &[1, 3], &[0, 0], &[4, 4], &[3, 3, 3], &[1, 1, 2], &[2, 2, 3], &[0, 1], &[2, 3, 2]] {
        assert_eq!(of_sizes(sizes).check(), Err(SetupError::Sizes { sizes: sizes.to_vec() }), "{sizes:?}");
    }
    for sizes in [&[][..], &[2], &[1, 1, 1, 1]] {
        assert_eq!(of_sizes(sizes).check(), Err(SetupError::Sides { given: sizes.len() }), "{sizes:?}");
    }
}

#[test]
fn the_sides_take_turns_round_the_table_and_the_odd_player_sits_last() {
    for (sizes, seats) in [
        (&[1, 1][..], &[0, 1][..]),
        (&[2, 2], &[0, 1, 0, 1]),
        (&[1, 1, 1], &[0, 1, 2]),
        (&[2, 2, 2], &[0, 1, 2, 0, 1, 2]),
        (&[3, 3], &[0, 1, 0, 1, 0, 1]),
        (&[3, 2], &[0, 1, 0, 1, 0]),
        (&[2, 3], &[0, 1, 0, 1, 1]),
    ] {
        assert_eq!(of_sizes(sizes).seats(), seats, "{sizes:?}");
    }
}

#[test]
fn the_first_dealer_sits_on_a_seat() {
    let dealing = |first_dealer| Setup { first_dealer, ..of_sizes(&[2, 3]) };
    assert_eq!(dealing(4).check(), Ok(()));
    assert_eq!(dealing(5).check(), Err(SetupError::FirstDealer { given: 5, seats: 5 }));
}

#[test]
fn sides_and_players_have_names_of_up_to_a_hundred_letters() {
    let named = |name: &str| setup(1, &["Ann", name], Rules::default()).check();
    assert_eq!(named(&"é".repeat(100)), Ok(()));
    for (name, given) in [("", 0), ("  ", 0), (&"é".repeat(101), 101)] {
        let error = TextError { given, max: 100 };
        assert_eq!(named(name), Err(SetupError::Name { side: 1, error }), "{name}");
    }
    let mut nameless = of_sizes(&[2, 2]);
    nameless.sides[0].players[1].clear();
    assert_eq!(nameless.check(), Err(SetupError::Name { side: 0, error: TextError { given: 0, max: 100 } }));
}

#[test]
fn no_game_begins_by_rules_that_do_not_go_together() {
    let rules = Rules { target: 100, ..Rules::default() };
    assert_eq!(setup(1, &["Ann", "Bob"], rules).check(), Err(SetupError::Rules(RulesError::Target(100))));
}

#[test]
fn a_game_begins_once_and_the_same_again_is_harmless() {
    let Table { game, .. } = Table::usual();
    let same = setup(1, &["Ann", "Bob"], Rules::default());
    assert_eq!(game.decide_begin(&same, &scorer()), Ok(()));
    let other = Setup { first_dealer: 1, ..same.clone() };
    assert_eq!(game.decide_begin(&other, &scorer()), Err(Refusal::GameIdTaken { game: game_id(1) }));
    let stranger = metadata("Ann's phone", scorer().role, 2);
    assert_eq!(game.decide_begin(&same, &stranger), Err(Refusal::GameIdTaken { game: game_id(1) }));
}

#[test]
fn before_it_has_begun_there_is_no_game() {
    let mut table = Table::usual();
    assert_eq!(table.peg(1, 0, 2, PegFor::Heels), Ok(1));
    assert_eq!(Game::fold(&[]), None);
    assert_eq!(Game::fold(&table.log[1..]), None);
    assert_eq!(Game::from_event(&table.log[1]), None);
    assert_eq!(Game::fold(&table.log), Some(table.game));
}

#[test]
fn whoever_asks_has_a_name_that_can_be_read() {
    let mut table = Table::usual();
    let nobody = metadata(" ", scorer().role, 1);
    let refused = Refusal::InvalidName(TextError { given: 0, max: 100 });
    assert_eq!(Game::begin(table.game.setup().clone(), nobody.clone()), Err(refused.clone()));
    assert_eq!(table.game.decide_begin(table.game.setup(), &nobody), Err(refused.clone()));
    assert_eq!(table.ask_as(nobody, Action::TakeBackResult { result: None }), Err(refused));
}

#[test]
fn the_coordinator_lets_others_sit_at_a_table_where_nobody_has_won() {
    let reseat = |names: &[&str]| Action::Reseat {
        sides: names.iter().map(|name| Side::from_player((*name).to_owned())).collect(),
    };
    let mut table = Table::usual();
    assert_eq!(table.ask(reseat(&["Ann", "Di"])), Err(Refusal::CoordinatorOnly { action: "swap seats" }));
    assert_eq!(table.ask_as(coordinator(), reseat(&["Ann", "Di"])), Ok(1));
    assert_eq!(table.ask_as(coordinator(), reseat(&["Ann", "Di"])), Ok(0));
    assert_eq!(table.view().sides[1].players, ["Di"]);
    let three = table.ask_as(coordinator(), reseat(&["Ann", "Bob", "Di"]));
    assert_eq!(three, Err(Refusal::Setup(SetupError::Sizes { sizes: vec![1, 1, 1] })));
    assert!(matches!(table.ask_as(coordinator(), reseat(&["Ann", " "])), Err(Refusal::Setup(SetupError::Name { .. }))));
    table.result(coordinator(), &[121, 7], None).unwrap();
    let late = table.ask_as(coordinator(), reseat(&["Cy", "Di"]));
    assert_eq!(late, Err(Refusal::GameOver { winner: "Ann".to_owned() }));
}
