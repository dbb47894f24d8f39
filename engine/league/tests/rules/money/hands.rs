//! The hands of a night: pegged with their cards, or claimed and proven by another phone.

use super::super::{NightLog, id, metadata};
use super::ledger::{night_of, posting_id};
use super::pots::hand_id;
use pegout_engine::game::{self, Peg, PegFor, PegId, Role};
use pegout_league::ledger::{Account, Posting};
use pegout_league::night::{self, ClaimedHand, HandId, Proof, Witness};

/// A night of two at whose table hands are pegged and claimed, with the two players.
fn table() -> (NightLog, game::GameId, [u16; 2]) {
    let mut log = night_of(1, 2);
    log.draw(1).unwrap();
    let sides = log.sides(1)[0].clone();
    (log.clone(), log.round(1)[0].game, [sides[0][0], sides[1][0]])
}

fn claim(number: u8, player: u16, game: game::GameId, starter: &str) -> ClaimedHand {
    let cards = ["5H", "5D", "5S", "JC"].map(|card| card.parse().unwrap()).to_vec();
    ClaimedHand {
        hand: hand_id(number),
        player: id(player),
        game,
        cards,
        starter: starter.parse().unwrap(),
        crib: false,
    }
}

fn proofs(log: &NightLog) -> Vec<(HandId, u8, Proof)> {
    log.night.hands(|id| log.games.get(&id)).into_iter().map(|hand| (hand.id, hand.points, hand.proof)).collect()
}

#[test]
fn a_pegged_hand_with_its_cards_stands_until_its_peg_is_taken_back() {
    let (mut log, game, players) = table();
    let peg = |number, points, cards: [&str; 4]| Peg {
        id: PegId::from_bytes([number; 16]),
        side: 0,
        player: None,
        points,
        earned_by: PegFor::Hand,
        cards: Some(cards.map(|card| card.parse().unwrap()).to_vec()),
        starter: Some("5C".parse().unwrap()),
        tapped_at: None,
        deal: None,
        device: None,
    };
    log.ask_game(game, game::Action::Peg(peg(1, 29, ["5H", "5D", "5S", "JC"]))).unwrap();
    log.ask_game(game, game::Action::Peg(Peg { cards: None, starter: None, ..peg(2, 24, ["4C", "4D", "5H", "6S"]) }))
        .unwrap();
    let hands = log.night.hands(|id| log.games.get(&id));
    assert_eq!(hands.len(), 1, "a hand without cards proves nothing");
    assert_eq!((hands[0].player, hands[0].points, hands[0].winner()), (Some(id(players[0])), 29, Some(id(players[0]))));
    log.ask_game(game, game::Action::TakeBackPeg(PegId::from_bytes([1; 16]))).unwrap();
    assert_eq!(proofs(&log), []);
}

#[test]
fn a_claimed_hand_counts_when_the_other_side_agrees() {
    let (mut log, game, [ann, bob]) = table();
    let phone = |number| {
        let token = Some(game::TokenId::from_bytes([number; 16]));
        game::Metadata { token, ..metadata(Role::Phone) }
    };
    let claimed = claim(1, ann, game, "5C");
    let ask = |log: &mut NightLog, claimed: &ClaimedHand, points| {
        log.ask_as(phone(1), night::Action::ClaimHand { claimed: claimed.clone(), points })
    };
    assert_eq!(ask(&mut log, &claimed, Some(28)), Err(night::Refusal::NotThatHand { given: 28, counted: 29 }));
    assert_eq!(ask(&mut log, &claimed, None), Ok(1));
    assert_eq!(ask(&mut log, &claimed, Some(29)), Ok(0), "a repeat");
    let other = ClaimedHand { crib: true, ..claimed.clone() };
    assert_eq!(ask(&mut log, &other, None), Err(night::Refusal::HandIdTaken { hand: hand_id(1) }));
    let away = ClaimedHand { player: id(9), ..claim(2, ann, game, "5C") };
    assert_eq!(ask(&mut log, &away, None), Err(night::Refusal::NotAtTheGame { player: id(9) }));
    assert!(matches!(ask(&mut log, &claim(2, ann, game, "5H"), None), Err(night::Refusal::Hand(_))));
    assert_eq!(proofs(&log), [(hand_id(1), 29, Proof::Waiting)]);
    let witness = |owner: Option<u16>, agrees| {
        night::Action::Witness(Witness { hand: hand_id(1), agrees, owner: owner.map(id), id: None })
    };
    assert_eq!(log.ask_as(phone(1), witness(None, true)), Err(night::Refusal::OwnHand), "the same phone");
    assert_eq!(log.ask_as(phone(2), witness(Some(ann), true)), Err(night::Refusal::OwnHand), "another phone of Ann's");
    assert_eq!(log.ask_as(phone(3), witness(Some(bob), false)), Ok(1));
    assert_eq!(proofs(&log), [(hand_id(1), 29, Proof::Contested)]);
    assert_eq!(log.ask_as(phone(3), witness(Some(bob), true)), Ok(1));
    assert_eq!(log.ask_as(phone(3), witness(Some(bob), true)), Ok(0), "a repeat");
    assert_eq!(proofs(&log), [(hand_id(1), 29, Proof::Witnessed)]);
    assert_eq!(log.ask(witness(None, true)), Ok(1));
    assert_eq!(proofs(&log), [(hand_id(1), 29, Proof::Entered)]);
    assert_eq!(log.ask_as(phone(3), witness(Some(bob), false)), Err(night::Refusal::NotYourHand), "it is settled");
    let take_back = || night::Action::TakeBackHand { hand: hand_id(1) };
    assert_eq!(log.ask_as(phone(3), take_back()), Err(night::Refusal::NotYourHand));
    assert_eq!(log.ask_as(phone(1), take_back()), Ok(1));
    assert_eq!(log.ask_as(phone(1), take_back()), Ok(0), "a repeat");
    assert_eq!(proofs(&log), []);
    assert_eq!(log.ask(witness(None, true)), Err(night::Refusal::NoSuchHand { hand: hand_id(1) }));
}

#[test]
fn a_hand_that_is_pegged_and_claimed_counts_once() {
    let (mut log, game, [ann, bob]) = table();
    let claim_of =
        |number, player| night::Action::ClaimHand { claimed: claim(number, player, game, "5C"), points: None };
    log.ask(claim_of(1, ann)).unwrap();
    log.ask(claim_of(2, bob)).unwrap();
    assert_eq!(proofs(&log), [(hand_id(1), 29, Proof::Entered)]);
    log.ask(night::Action::TakeBackHand { hand: hand_id(1) }).unwrap();
    assert_eq!(proofs(&log), [(hand_id(2), 29, Proof::Entered)]);
}

#[test]
fn a_phone_that_claims_too_often_stops_nobody_else() {
    let (mut log, game, [ann, _]) = table();
    let claimed = |number: u8| night::Action::ClaimHand { claimed: claim(number, ann, game, "5C"), points: None };
    for number in 1..=100 {
        log.ask_as(metadata(Role::Phone), claimed(number)).unwrap();
    }
    assert_eq!(log.ask_as(metadata(Role::Phone), claimed(101)), Err(night::Refusal::TooManyHands));
    assert_eq!(log.ask(claimed(101)), Ok(1));
}

#[test]
fn phones_have_to_do_with_hands_alone() {
    let (mut log, ..) = table();
    let withdraw = night::Action::Withdraw { player: id(1) };
    assert_eq!(log.ask_as(metadata(Role::Phone), withdraw), Err(night::Refusal::CoordinatorOnly));
}

#[test]
fn a_merged_player_keeps_stakes_and_hands() {
    let (mut log, game, [ann, _]) = table();
    log.ask(night::Action::ClaimHand { claimed: claim(1, ann, game, "5C"), points: None }).unwrap();
    log.merge(id(ann), id(50)).unwrap();
    let hands = log.night.hands(|id| log.games.get(&id));
    assert_eq!(hands[0].player, Some(id(50)));
    let mut posted = pegout_league::ledger::EventKind::Posted(Posting {
        player: Some(id(ann)),
        ..Posting::new(posting_id(1), Account::Outside, Account::Pot, 100)
    });
    posted.map_players(&|_| id(50));
    assert!(matches!(posted, pegout_league::ledger::EventKind::Posted(posting) if posting.player == Some(id(50))));
}
