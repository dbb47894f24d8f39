//! Amendments of pegs.

use pegout_engine::game::{
    Action, AmendedPeg, Amendment, AmendmentId, DeviceId, EventKind, Peg, PegError, PegFor, Refusal, Role, Side, Status,
};
use pegout_engine::{PlayedCard, Rules};

use super::{Command, Table, coordinator, metadata, peg, peg_id, scorer, setup};
use crate::played;

fn amendment_id(id: u8) -> AmendmentId {
    AmendmentId::from_bytes([id; 16])
}

/// An amendment of a peg that names no value.
pub fn amendment(id: u8, peg: u8) -> Amendment {
    Amendment {
        id: amendment_id(id),
        peg: peg_id(peg),
        side: None,
        points: None,
        earned_by: None,
        player: None,
        cards: None,
        starter: None,
        tapped_at: None,
    }
}

fn points(id: u8, peg: u8, points: u8) -> Action {
    Action::AmendPeg(Amendment { points: Some(points), ..amendment(id, peg) })
}

fn kind(id: u8, peg: u8, earned_by: PegFor) -> Action {
    Action::AmendPeg(Amendment { earned_by: Some(earned_by), ..amendment(id, peg) })
}

fn side(id: u8, peg: u8, side: u8) -> Action {
    Action::AmendPeg(Amendment { side: Some(side), ..amendment(id, peg) })
}

fn card(text: &str) -> Option<PlayedCard> {
    Some(played(text)[0])
}

/// The newest event, which is an amendment.
fn amended(table: &Table) -> AmendedPeg {
    match &table.log.last().unwrap().kind {
        EventKind::PegAmended(amended) => amended.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_amendment_changes_what_it_names_and_keeps_the_rest() {
    let mut table = Table::usual();
    table.peg(1, 0, 8, PegFor::Other).unwrap();
    table.peg(2, 1, 3, PegFor::Play).unwrap();
    assert_eq!(table.ask(kind(1, 1, PegFor::Hand)), Ok(1));
    assert_eq!(table.ask(points(2, 1, 10)), Ok(1));
    assert_eq!(table.ask(side(3, 1, 1)), Ok(1));
    let after = amended(&table);
    assert_eq!((after.side, after.points, after.earned_by, after.cards), (1, 10, PegFor::Hand, None));
    let view = table.view();
    assert_eq!((table.game.scores(), table.previous()), (vec![0, 13], vec![0, 10]), "the peg keeps its place");
    assert_eq!((view.pegs[1].id, view.pegs[1].points, view.pegs[1].amended), (peg_id(1), 10, 3));
    assert_eq!((view.pegs[0].id, view.pegs[0].amended), (peg_id(2), 0));
    table.take_back(1).unwrap();
    assert_eq!(table.game.scores(), [0, 3]);
}

#[test]
fn the_player_stays_with_the_side() {
    let mut setup = setup(1, &["Us", "Them"], Rules::default());
    for side in &mut setup.sides {
        *side = Side::new(side.name.clone(), vec!["Ann".to_owned(), "Bob".to_owned()]);
    }
    let mut table = Table::begun(setup);
    table.ask(Action::Peg(Peg { player: Some(1), ..peg(1, 0, 8, PegFor::Other) })).unwrap();
    table.ask(kind(1, 1, PegFor::Hand)).unwrap();
    assert_eq!(amended(&table).player, Some(1));
    table.ask(side(2, 1, 1)).unwrap();
    assert_eq!(amended(&table).player, None);
    table.ask(Action::AmendPeg(Amendment { side: Some(0), player: Some(0), ..amendment(3, 1) })).unwrap();
    assert_eq!(amended(&table).player, Some(0));
    let nobody = Action::AmendPeg(Amendment { player: Some(2), ..amendment(4, 1) });
    assert_eq!(table.ask(nobody), Err(Refusal::NoSuchPlayer { given: 2, players: 2 }));
}

#[test]
fn cards_stay_only_while_they_make_the_peg() {
    let hand = Peg { cards: Some(played("4C 5D 5S 6H")), starter: card("10D"), ..peg(1, 0, 16, PegFor::Hand) };
    let flush = Peg { cards: Some(played("2H 4H 6H 8H")), starter: card("QC"), ..peg(1, 0, 4, PegFor::Hand) };
    let heels = Peg { starter: card("JC"), ..peg(1, 0, 2, PegFor::Heels) };
    for (first, action, keeps) in [
        (&hand, side(1, 1, 1), true),
        (&hand, kind(1, 1, PegFor::Crib), true),
        (&hand, points(1, 1, 12), false),
        (&hand, kind(1, 1, PegFor::Other), false),
        (&flush, kind(1, 1, PegFor::Crib), false),
        (&flush, side(1, 1, 1), true),
        (&heels, side(1, 1, 1), true),
        (&heels, kind(1, 1, PegFor::Play), false),
    ] {
        let mut table = Table::usual();
        table.ask(Action::Peg(first.clone())).unwrap();
        assert_eq!(table.ask(action.clone()), Ok(1), "{first:?} {action:?}");
        let kept = (first.cards.clone().filter(|_| keeps), first.starter.filter(|_| keeps));
        assert_eq!((amended(&table).cards, amended(&table).starter), kept, "{first:?} {action:?}");
    }
}

#[test]
fn an_amendment_is_checked_as_a_new_peg() {
    let rules = || Rules { muggins: false, ..Rules::default() };
    let mut table = Table::of(&["Ann", "Bob"], rules());
    table.peg(1, 0, 8, PegFor::Other).unwrap();
    let refused = |action| table.clone().ask(action).unwrap_err();
    assert_eq!(refused(kind(1, 1, PegFor::Muggins)), Refusal::Peg(PegError::Muggins));
    assert_eq!(refused(side(1, 1, 2)), Refusal::Peg(PegError::Side { given: 2, sides: 2 }));
    assert!(matches!(refused(kind(1, 1, PegFor::Go)), Refusal::Peg(PegError::Points { given: 8, .. })));
    assert!(matches!(refused(points(1, 1, 0)), Refusal::Peg(PegError::Points { given: 0, .. })));
    let counted = Amendment { earned_by: Some(PegFor::Hand), cards: Some(played("4C 5D 5S 6H")), ..amendment(1, 1) };
    assert_eq!(
        refused(Action::AmendPeg(counted)),
        Refusal::Peg(PegError::Counted { given: 8, counted: 12 }),
        "cards that were sent are never dropped"
    );
    let starter = Amendment { starter: card("JC"), ..amendment(1, 1) };
    assert_eq!(refused(Action::AmendPeg(starter)), Refusal::Peg(PegError::Starter));
    assert_eq!(refused(points(1, 2, 5)), Refusal::NoSuchPeg { peg: peg_id(2) });
    table.take_back(1).unwrap();
    assert_eq!(table.ask(points(1, 1, 5)), Err(Refusal::PegTakenBack { peg: peg_id(1) }));
}

#[test]
fn the_repeat_of_a_peg_is_compared_with_its_first_content() {
    let mut table = Table::usual();
    table.peg(1, 0, 8, PegFor::Hand).unwrap();
    table.ask(points(1, 1, 10)).unwrap();
    table.ask(side(2, 1, 1)).unwrap();
    assert_eq!(table.peg(1, 0, 8, PegFor::Hand), Ok(0));
    assert_eq!(table.peg(1, 1, 10, PegFor::Hand), Err(Refusal::PegIdTaken { peg: peg_id(1) }));
    assert_eq!(table.game.scores(), [0, 10]);
    table.take_back(1).unwrap();
    assert_eq!(table.peg(1, 0, 8, PegFor::Hand), Ok(0));
    assert_eq!(table.game.scores(), [0, 0]);
}

#[test]
fn a_repeated_amendment_has_no_effect_whatever_came_after_it() {
    let mut table = Table::usual();
    table.peg(1, 0, 8, PegFor::Hand).unwrap();
    let first = points(1, 1, 10);
    assert_eq!(table.ask(first.clone()), Ok(1));
    assert_eq!(table.ask(first.clone()), Ok(0));
    table.ask(points(2, 1, 12)).unwrap();
    assert_eq!(table.ask(first.clone()), Ok(0), "after another amendment");
    assert_eq!(table.game.scores(), [12, 0]);
    let taken = Err(Refusal::AmendmentIdTaken { amendment: amendment_id(1) });
    for other in [points(1, 1, 12), side(1, 1, 1), kind(1, 1, PegFor::Crib)] {
        assert_eq!(table.ask(other), taken);
    }
    table.peg(2, 0, 2, PegFor::Play).unwrap();
    assert_eq!(table.ask(points(1, 2, 10)), taken, "an id is of one peg");
    assert_eq!(table.ask_as(metadata("Bob's phone", Role::Scorer, 2), first.clone()), taken);
    table.take_back(1).unwrap();
    assert_eq!(table.ask(first.clone()), Ok(0), "after its peg was taken back");
    table.result(scorer(), &[121, 90], None).unwrap();
    assert_eq!(table.ask(first), Ok(0), "under a result");
}

#[test]
fn an_amendment_without_an_effect_is_known_by_its_id() {
    let mut table = Table::usual();
    table.peg(1, 0, 8, PegFor::Hand).unwrap();
    assert_eq!(table.ask(points(1, 1, 8)), Ok(1));
    table.ask(points(2, 1, 10)).unwrap();
    assert_eq!(table.ask(points(1, 1, 8)), Ok(0));
    assert_eq!(table.game.scores(), [10, 0]);
}

#[test]
fn amendments_of_two_phones_compose() {
    for order in [[0, 1], [1, 0]] {
        let mut table = Table::usual();
        table.peg(1, 0, 8, PegFor::Other).unwrap();
        let phones = [scorer(), metadata("Bob's phone", Role::Scorer, 1)];
        let actions = [kind(1, 1, PegFor::Hand), side(2, 1, 1)];
        for phone in order {
            assert_eq!(table.ask_as(phones[phone].clone(), actions[phone].clone()), Ok(1));
        }
        let peg = &table.view().pegs[0];
        assert_eq!((peg.side, peg.points, peg.earned_by, peg.amended), (1, 8, PegFor::Hand, 2));
    }
}

#[test]
fn an_amended_winning_peg_reopens_the_game_or_lets_another_side_win() {
    let mut table = Table::at([115, 110], Rules::default());
    table.peg(1, 0, 6, PegFor::Hand).unwrap();
    assert_eq!(table.view().winner, Some(0));
    let before = table.game.version();
    let reopened = table.game.decide(Command { metadata: scorer(), action: points(1, 1, 5) }).unwrap();
    assert!(table.game.is_reopened_by(&reopened));
    table.ask(points(1, 1, 5)).unwrap();
    assert_eq!((table.game.status(), table.game.ended_at()), (Status::Playing, None));
    table.ask(points(2, 1, 12)).unwrap();
    assert_eq!(table.view().winner, Some(0));
    let won = table.game.version();
    table.ask_as(coordinator(), side(3, 1, 1)).unwrap();
    assert_eq!((table.view().winner, table.game.scores()), (Some(1), vec![115, 121]));
    assert!(before < won && table.game.result_changed_since(won, None).is_some(), "another side has won");
}

#[test]
fn an_amendment_takes_no_second_side_to_the_target() {
    let mut table = Table::at([100, 115], Rules::default());
    table.peg(1, 1, 2, PegFor::Play).unwrap();
    table.peg(2, 0, 24, PegFor::Other).unwrap();
    let over = Err(Refusal::GameOver { winner: "Ann".to_owned() });
    assert_eq!(table.ask(points(1, 1, 6)), over);
    assert_eq!(table.ask(points(1, 1, 3)), Ok(1), "the loser's pegs can be put right");
    assert_eq!(table.ask(points(2, 2, 22)), Ok(1));
    assert_eq!(table.game.scores(), [121, 118]);
    assert_eq!(table.ask(side(3, 2, 1)), Ok(1), "a peg takes its own win with it");
    assert_eq!((table.game.scores(), table.view().winner), (vec![100, 121], Some(1)));
}

#[test]
fn no_peg_is_amended_under_a_result_or_in_a_game_that_was_called_off() {
    let mut table = Table::usual();
    table.peg(1, 0, 8, PegFor::Hand).unwrap();
    table.result(scorer(), &[121, 90], None).unwrap();
    assert_eq!(table.ask(points(1, 1, 10)), Err(Refusal::ResultInForce));
    table.ask(Action::TakeBackResult { result: None }).unwrap();
    table.ask_as(coordinator(), Action::Void { reason: None, id: None }).unwrap();
    assert_eq!(table.ask(points(1, 1, 10)), Err(Refusal::GameVoid));
}

#[test]
fn the_rules_near_the_game_hole_hold_at_the_place_of_the_peg() {
    let rules = Rules { heels_can_win: false, go_from_120: false, ..Rules::default() };
    let mut table = Table::at([119, 0], rules.clone());
    table.peg(1, 0, 2, PegFor::Play).unwrap();
    let heels = Refusal::MayNotWin { side: "Ann".to_owned(), earned_by: PegFor::Heels, target: 121 };
    assert_eq!(table.ask(kind(1, 1, PegFor::Heels)), Err(heels));
    let mut table = Table::at([0, 0], rules.clone());
    table.peg(1, 0, 2, PegFor::Play).unwrap();
    for id in 2..7 {
        table.peg(id, 0, 24, PegFor::Hand).unwrap();
    }
    assert_eq!(table.game.status(), Status::Finished);
    assert_eq!(table.ask(kind(1, 1, PegFor::Heels)), Ok(1), "the heels came long before the end");
    let mut table = Table::at([120, 0], rules);
    table.peg(1, 0, 2, PegFor::Other).unwrap();
    let go = Refusal::StinkHole { side: "Ann".to_owned(), earned_by: PegFor::Go, hole: 120 };
    let to_go = Amendment { points: Some(1), earned_by: Some(PegFor::Go), ..amendment(1, 1) };
    assert_eq!(table.ask(Action::AmendPeg(to_go)), Err(go));
}

#[test]
fn a_game_takes_no_more_amendments_than_pegs() {
    let mut table = Table::usual();
    table.peg(1, 0, 8, PegFor::Hand).unwrap();
    let number = |number: u16| {
        let [high, low] = number.to_be_bytes();
        let mut bytes = [0; 16];
        (bytes[0], bytes[1]) = (high, low);
        Action::AmendPeg(Amendment { id: AmendmentId::from_bytes(bytes), points: Some(10), ..amendment(1, 1) })
    };
    for nth in 0..998 {
        assert_eq!(table.ask(number(nth)), Ok(1), "{nth}");
    }
    assert_eq!(table.ask(number(998)), Err(Refusal::TooManyEvents { changes: 1000 }));
    assert_eq!(table.ask(number(0)), Ok(0));
    assert_eq!(table.take_back(1), Ok(1));
}

#[test]
fn the_phones_of_a_game_are_numbered_by_their_first_pegs() {
    let mut table = Table::usual();
    let device = |id: u8| Some(DeviceId::from_bytes([id; 16]));
    for (id, device) in [(1, device(7)), (2, device(3)), (3, None), (4, device(7))] {
        table.ask(Action::Peg(Peg { device, ..peg(id, 0, 2, PegFor::Play) })).unwrap();
    }
    table.take_back(1).unwrap();
    table.ask(points(1, 4, 3)).unwrap();
    let phones: Vec<_> = table.log[1..].iter().map(|event| table.game.shown(event.clone()).phone).collect();
    assert_eq!(phones, [Some(0), Some(1), None, Some(0), None, None]);
    let shown: Vec<_> = table.view().pegs.iter().map(|peg| peg.phone).collect();
    assert_eq!(shown, [Some(0), None, Some(1)]);
}
