//! The games of a night: the changes that phones and the coordinator may make, and the effects of the night's events.

use std::collections::{BTreeMap, BTreeSet};

use pegout_engine::game::{self, Amendment, AmendmentId, Command, Game, Peg, PegFor, PegId, Refusal, Role};
use pegout_league::night::{self, Consequence, NewRound};
use pegout_league::{GameResults, Seed};
use proptest::prelude::*;

use super::properties::random_night;
use super::{NightLog, game_id, metadata};

fn peg(id: u8, side: u8, points: u8) -> game::Action {
    let id = PegId::from_bytes([id; 16]);
    game::Action::Peg(Peg {
        id,
        side,
        player: None,
        points,
        earned_by: PegFor::Other,
        cards: None,
        starter: None,
        tapped_at: None,
        deal: None,
        device: None,
    })
}

fn amend(id: u8, peg: u8, points: u8) -> game::Action {
    game::Action::AmendPeg(Amendment {
        id: AmendmentId::from_bytes([id; 16]),
        peg: PegId::from_bytes([peg; 16]),
        side: None,
        points: Some(points),
        earned_by: None,
        player: None,
        cards: None,
        starter: None,
        tapped_at: None,
    })
}

fn result(scores: &[u8]) -> game::Action {
    game::Action::EnterResult {
        scores: scores.to_vec().into(),
        reason: Some("as the card says".to_owned()),
        device: None,
        id: None,
    }
}

fn decide(night_log: &NightLog, game: &Game, role: Role, action: game::Action) -> Result<Vec<game::Event>, Refusal> {
    night_log.night.decide_game(game, Command { metadata: metadata(role), action })
}

/// Any command to a game of two or three sides.
fn action() -> impl Strategy<Value = game::Action> {
    prop_oneof![
        (1..4_u8, 0..3_u8, 1..30_u8).prop_map(|(id, side, points)| peg(id, side, points)),
        (1..4_u8, 1..4_u8, 1..30_u8).prop_map(|(id, peg, points)| amend(id, peg, points)),
        (1..4_u8).prop_map(|id| game::Action::TakeBackPeg(PegId::from_bytes([id; 16]))),
        (1..4_u32).prop_map(|number| game::Action::BeginDeal { number, deal: game::DealId::from_bytes([1; 16]) }),
        (1..4_u32).prop_map(|number| game::Action::TakeBackDeal { number, deal: None }),
        prop::collection::vec(prop_oneof![Just(121), 0..121_u8], 2..4).prop_map(|scores| result(&scores)),
        Just(game::Action::TakeBackResult { result: None }),
        Just(game::Action::Void { reason: None, id: None }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_phone_changes_a_game_of_a_closed_round_and_a_repeat_is_harmless(
        players in 2..13_u16, seed: u64, action in action()
    ) {
        let night_log = random_night(players, seed)?;
        for (at, table) in night_log.night.tables() {
            let game = &night_log.games[&table.game];
            let asked = Command { metadata: metadata(Role::Phone), action: action.clone() };
            let closed = Err(Refusal::RoundClosed { round: at.round });
            let expected = if game.decide(asked) == Ok(Vec::new()) { Ok(Vec::new()) } else { closed };
            prop_assert_eq!(decide(&night_log, game, Role::Phone, action.clone()), expected);
            if game.outcome().is_some() {
                prop_assert_eq!(decide(&night_log, game, Role::Phone, result(&game.scores())), Ok(Vec::new()));
            }
        }
    }

    #[test]
    fn the_coordinator_corrects_the_result_of_a_closed_round_but_never_reopens_its_game(
        players in 2..13_u16, seed: u64, action in action(), winner in 0..2_usize
    ) {
        let night_log = random_night(players, seed)?;
        for (_, table) in night_log.night.tables() {
            let game = &night_log.games[&table.game];
            let mut scores = vec![17; table.sides().len()];
            scores[winner] = 121;
            let corrected = decide(&night_log, game, Role::Coordinator, result(&scores));
            prop_assert_eq!(corrected.map(|events| events.len()), Ok(usize::from(game.scores() != scores)));
            if let Ok(events) = decide(&night_log, game, Role::Coordinator, action.clone()) {
                let mut after = game.clone();
                events.iter().for_each(|event| after.apply(event));
                prop_assert!(after.status() != game::Status::Playing || game.status() == game::Status::Playing);
            }
        }
    }

    #[test]
    fn in_an_open_round_the_game_alone_decides(role in prop_oneof![Just(Role::Phone), Just(Role::Coordinator)],
        before in prop::collection::vec(action(), 0..6), action in action(),
    ) {
        let mut night_log = NightLog::of(7);
        night_log.draw(1).unwrap();
        let table = night_log.round(1)[0].game;
        for earlier in before {
            let _ = night_log.ask_game(table, earlier);
        }
        let game = &night_log.games[&table];
        let alone = game.decide(Command { metadata: metadata(role), action: action.clone() });
        prop_assert_eq!(decide(&night_log, game, role, action), alone);
    }

    #[test]
    fn a_round_begins_exactly_one_game_a_table(players in 2..25_u16, seed: u8) {
        let mut night_log = NightLog::of(players);
        let games = (1..).map(game_id).take(night_log.night.next_table_count() + 1).collect();
        let round = NewRound {
            number: None, seed: Seed::from_bytes([seed; 32]), games, settings: night_log.league.clone(),
            id: None, way: night::DrawWay::Movement, byes: BTreeMap::new(),
        };
        let asked = night::Command {
            metadata: metadata(Role::Coordinator), action: night::Action::DrawRound(round),
        };
        let events = night_log.night.decide(asked, &GameResults::new()).unwrap();
        let consequences = night_log.night.consequences(&events);
        events.iter().for_each(|event| night_log.night.apply(event));
        let begun: BTreeSet<_> = consequences.iter().map(|(game, _)| *game).collect();
        let tables = night_log.round(1);
        prop_assert_eq!(begun.len(), consequences.len());
        prop_assert_eq!(begun, tables.iter().map(|table| table.game).collect::<BTreeSet<_>>());
        for ((game, consequence), table) in consequences.into_iter().zip(&tables) {
            let Consequence::Begin(setup) = consequence else { panic!("{game} does not begin") };
            prop_assert_eq!(setup.check(), Ok(()));
            prop_assert_eq!((setup.game, setup.night()), (game, Some(night_log.night.schedule().night)));
            prop_assert_eq!((setup.sides, &setup.rules), (table.sides(), &night_log.league.rules));
        }
    }
}

#[test]
fn a_swap_seats_others_at_the_two_tables_alone_and_the_finish_voids_open_games() {
    let mut night_log = NightLog::of(12);
    night_log.draw(1).unwrap();
    let [one, other] = [0, 2].map(|table| night_log.round(1)[table].seats.players().next().unwrap());
    let before = night_log.night.clone();
    let swap = night::Action::Swap { round: 1, players: [one, other], id: None };
    let asked = night::Command { metadata: metadata(Role::Coordinator), action: swap };
    let events = before.decide(asked, &night_log.played()).unwrap();
    let consequences = before.consequences(&events);
    assert_eq!(consequences.iter().map(|(game, _)| *game).collect::<Vec<_>>(), [game_id(1), game_id(3)]);
    events.iter().for_each(|event| night_log.night.apply(event));
    for (table, (_, consequence)) in [0, 2].into_iter().zip(consequences) {
        let sides = night_log.round(1)[table].sides();
        assert_eq!(consequence, Consequence::Change(game::Action::Reseat { sides }));
    }
    night_log.result(1, 2, &[121, 100]);
    let finish = night::Action::Finish { void_open_games: true, id: None };
    let asked = night::Command { metadata: metadata(Role::Coordinator), action: finish };
    let events = night_log.night.decide(asked, &night_log.played()).unwrap();
    let void =
        || Consequence::Change(game::Action::Void { reason: Some("The night was finished.".to_owned()), id: None });
    assert_eq!(night_log.night.consequences(&events), [(game_id(1), void()), (game_id(3), void())]);
}

#[test]
fn a_closed_result_is_replaced_and_not_taken_back() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    let game = &night_log.games[&night_log.round(1)[0].game];
    let ask = |role, action| decide(&night_log, game, role, action).map(|events| events.len());
    assert_eq!(ask(Role::Coordinator, game::Action::TakeBackResult { result: None }), Err(Refusal::ClosedResult));
    assert_eq!(ask(Role::Phone, game::Action::TakeBackResult { result: None }), Err(Refusal::RoundClosed { round: 1 }));
    assert_eq!(ask(Role::Coordinator, result(&[90, 121])), Ok(1));
    assert_eq!(ask(Role::Phone, result(&[121, 100])), Ok(0), "a repeat");
}
