//! Properties of every game, for any commands.

use std::collections::BTreeMap;

use pegout_engine::game::{
    Action, AmendedPeg, Amendment, Confirmation, DetailsChange, EventKind, FinalScores, Game, PegFor, SideChange,
    Status, Verdict,
};
use pegout_engine::{FirstDeal, Preset, Rules};
use proptest::prelude::*;
use proptest::sample::select;

use super::amendments::amendment;
use super::{
    Table, change_id, command_id, confirmation_id, coordinator, deal_id, device_id, game_id, peg, peg_id, scorer,
};

/// Any command to a game of two or three sides, sensible or not; ids and numbers meet often.
fn action() -> impl Strategy<Value = (bool, Action)> {
    let kinds = vec![PegFor::Play, PegFor::Go, PegFor::Heels, PegFor::Hand, PegFor::Muggins, PegFor::Other];
    let pegged = (0..60_u8, 0..4_u8, 0..31_u8, select(kinds));
    let scores = prop::collection::vec(select(vec![0, 30, 60, 61, 90, 120, 121, 122_u8]), 1..4);
    let why = prop::option::of(Just("why".to_owned()));
    let action = prop_oneof![
        20 => pegged.prop_map(|(id, side, points, what)| Action::Peg(peg(id, side, points, what))),
        4 => (0..60_u8).prop_map(|id| Action::TakeBackPeg(peg_id(id))),
        6 => (0..200_u8, 0..60_u8, prop::option::of(0..4_u8), prop::option::of(0..31_u8)).prop_map(
            |(id, peg, side, points)| Action::AmendPeg(Amendment { side, points, ..amendment(id, peg) }),
        ),
        3 => (1..5_u32, 0..8_u8).prop_map(|(number, id)| Action::BeginDeal { number, deal: deal_id(id) }),
        1 => (0..5_u32).prop_map(|number| Action::TakeBackDeal { number, deal: None }),
        1 => (scores, why).prop_map(|(scores, reason)| Action::EnterResult { scores: scores.into(), reason, device: None, id: None }),
        2 => (0..2_u8, 1..130_u8, device()).prop_map(|(winner, short_by, device)| {
            let scores = FinalScores { winner: Some(winner), short_by: Some(short_by), ..FinalScores::default() };
            Action::EnterResult { scores, reason: None, device, id: None }
        }),
        3 => confirmation().prop_map(Action::Confirm),
        3 => change().prop_map(Action::Change),
        2 => Just(Action::TakeBackResult { result: None }),
        1 => Just(Action::Void { reason: None, id: None }),
        1 => (0..4_u8, select(vec!["snow", "rain"])).prop_map(|(id, reason)| {
            Action::Void { reason: Some(reason.to_owned()), id: Some(command_id(id)) }
        }),
        1 => prop::option::of(0..4_u8).prop_map(|id| Action::TakeBackVoid { void: id.map(command_id) }),
        1 => (1..4_u8).prop_map(|id| Action::BeginRematch(super::request(game_id(id), None))),
        1 => prop::collection::vec(0..9_u32, 2).prop_map(|tally| Action::CarryTally { tally }),
    ];
    (prop::bool::weighted(0.2), action)
}

/// The id of one of two phones, or none.
fn device() -> impl Strategy<Value = Option<pegout_engine::game::DeviceId>> {
    prop::option::of((1..3_u8).prop_map(device_id))
}

fn confirmation() -> impl Strategy<Value = Confirmation> {
    let verdict = prop_oneof![
        Just(Verdict::Confirmed),
        prop::option::of(Just(vec![121, 90])).prop_map(|scores| Verdict::Contested { scores }),
    ];
    (0..9_u8, 0..4_u8, verdict, device()).prop_map(|(id, side, verdict, device)| Confirmation {
        id: confirmation_id(id),
        side,
        verdict,
        device,
    })
}

fn change() -> impl Strategy<Value = DetailsChange> {
    let name = || prop::option::of(select(vec!["Ann", "Us", "Zoé", ""]).prop_map(str::to_owned));
    let side =
        (name(), name()).prop_map(|(name, player)| SideChange { name, players: player.map(|player| vec![player]) });
    (0..9_u8, prop::option::of(prop::collection::vec(side, 1..4)), prop::option::of(0..4_u8))
        .prop_map(|(id, sides, first_dealer)| DetailsChange { id: change_id(id), sides, first_dealer })
}

fn rules() -> impl Strategy<Value = Rules> {
    let first_deal = select(vec![FirstDeal::Loser, FirstDeal::Alternate, FirstDeal::Cut]);
    (select(Preset::ALL.to_vec()), any::<bool>(), any::<bool>(), any::<bool>(), first_deal).prop_map(
        |(preset, muggins, heels_can_win, go_can_win, first_deal)| Rules {
            muggins,
            heels_can_win,
            go_can_win,
            first_deal,
            ..preset.rules()
        },
    )
}

fn table() -> impl Strategy<Value = Table> {
    let names = select(vec![&["Ann", "Bob"][..], &["Ann", "Bob", "Cy"]]);
    (names, rules(), prop::collection::vec(action(), 0..120)).prop_map(|(names, rules, acts)| {
        let mut table = Table::of(names, rules);
        for (by_coordinator, action) in acts {
            // A refusal is as good an answer as any here.
            let _ = table.ask_as(if by_coordinator { coordinator() } else { scorer() }, action);
        }
        table
    })
}

/// The points that each side pegged and did not take back, by the log alone.
fn standing(table: &Table) -> Vec<u32> {
    let taken_back = |id| table.log.iter().any(|event| event.kind == EventKind::PegTakenBack { peg: id });
    let mut pegs = BTreeMap::new();
    for event in &table.log {
        match &event.kind {
            EventKind::Pegged(peg) => drop(pegs.insert(peg.id, (peg.side, peg.points))),
            EventKind::PegAmended(amended) => drop(pegs.insert(amended.peg, (amended.side, amended.points))),
            _ => {}
        }
    }
    let mut sums = vec![0; table.view().sides.len()];
    for (_, (side, points)) in pegs.into_iter().filter(|(id, _)| !taken_back(*id)) {
        sums[usize::from(side)] += u32::from(points);
    }
    sums
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn without_a_result_the_score_is_the_sum_of_the_pegs_that_stand_up_to_the_target(mut table in table()) {
        // Crash cribbage has properties of its own: on its track, sides throw back their opponents' pegs.
        prop_assume!(!table.view().rules.crash);
        table.ask(Action::TakeBackResult { result: None }).unwrap();
        let target = u32::from(table.view().rules.target);
        let scores: Vec<u32> = table.game.scores().into_iter().map(u32::from).collect();
        let expected: Vec<u32> = standing(&table).into_iter().map(|sum| sum.min(target)).collect();
        prop_assert_eq!(scores, expected);
    }

    #[test]
    fn taking_everything_back_leads_to_the_empty_game(mut table in table()) {
        prop_assume!(table.game.status() != Status::Void);
        let empty = Table::begun(table.game.setup().clone()).view();
        table.ask(Action::TakeBackResult { result: None }).unwrap();
        prop_assume!(table.game.status() != Status::Void);
        for id in 0..60 {
            // Not every id was pegged.
            let _ = table.ask(Action::TakeBackPeg(peg_id(id)));
        }
        for number in (2..=table.view().deal).rev() {
            prop_assert_eq!(table.ask(Action::TakeBackDeal { number, deal: None }), Ok(1));
        }
        let mut view = table.view();
        // Three things are not taken back: the number of changes, the newest event and the rematch. Changes of names
        // and of the first dealer are in the setup.
        view.version = empty.version;
        view.rematch = empty.rematch;
        view.latest = empty.latest.clone();
        prop_assert_eq!(view, empty);
    }

    #[test]
    fn until_the_game_ends_the_order_of_two_phones_pegs_does_not_matter(
        one in prop::collection::vec((0..2_u8, 1..=14_u8), 0..12),
        other in prop::collection::vec((0..2_u8, 1..=14_u8), 0..12),
        turns in prop::collection::vec(any::<bool>(), 24),
    ) {
        let kind = |points: u8| match points {
            1 => PegFor::Go,
            2 => PegFor::Heels,
            _ => PegFor::Play,
        };
        let pegs = |first: u8, phone: &[(u8, u8)]| -> Vec<Action> {
            (first..).zip(phone).map(|(id, (side, points))| Action::Peg(peg(id, *side, *points, kind(*points)))).collect()
        };
        let (one, other) = (pegs(0, &one), pegs(100, &other));
        let mut in_turn = Table::usual();
        for action in one.iter().chain(&other) {
            prop_assume!(in_turn.ask(action.clone()) == Ok(1) && in_turn.game.outcome().is_none());
        }
        let mut mixed = Table::usual();
        let (mut left, mut right) = (one.into_iter(), other.into_iter());
        for from_left in turns {
            let next = if from_left { left.next() } else { right.next() };
            if let Some(action) = next {
                prop_assert_eq!(mixed.ask(action), Ok(1));
            }
        }
        for action in left.chain(right) {
            prop_assert_eq!(mixed.ask(action), Ok(1));
        }
        prop_assert_eq!(mixed.game.scores(), in_turn.game.scores());
        prop_assert_eq!(mixed.game.status(), Status::Playing);
    }

    #[test]
    fn folding_the_events_makes_the_game_that_is_in_memory(table in table()) {
        prop_assert_eq!(Game::fold(&table.log), Some(table.game.clone()));
        prop_assert_eq!(table.view().version, table.log.len() as u64);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn folding_the_events_as_they_are_stored_makes_the_game_that_is_in_memory(table in table()) {
        let stored: Vec<String> = table.log.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
        let read: Vec<pegout_engine::game::Event> = stored.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        prop_assert_eq!(Game::fold(&read), Some(table.game));
    }

    #[test]
    fn whatever_was_accepted_is_harmless_when_it_is_sent_again(table in table()) {
        for event in table.log.clone() {
            let again = match event.kind {
                EventKind::Begun(setup) => {
                    // Also after names or the first dealer were changed. Only a night swaps seats.
                    prop_assert_eq!(table.game.decide_begin(&setup, &event.metadata), Ok(()));
                    continue;
                }
                EventKind::Pegged(peg) => Action::Peg(peg),
                EventKind::PegAmended(AmendedPeg { id, peg, side, player, points, earned_by, cards, starter, tapped_at }) => {
                    let (side, points, earned_by) = (Some(side), Some(points), Some(earned_by));
                    Action::AmendPeg(Amendment { id, peg, side, points, earned_by, player, cards, starter, tapped_at })
                }
                EventKind::PegTakenBack { peg } => Action::TakeBackPeg(peg),
                EventKind::DealBegun { number, deal } => Action::BeginDeal { number, deal },
                EventKind::ResultConfirmed { id, side, device } => {
                    Action::Confirm(Confirmation { id, side, verdict: Verdict::Confirmed, device })
                }
                EventKind::ResultContested { id, side, scores, device } => {
                    Action::Confirm(Confirmation { id, side, verdict: Verdict::Contested { scores }, device })
                }
                EventKind::Renamed { id, .. } | EventKind::FirstDealerSet { id, .. } => {
                    let parts = || table.log.iter().map(|event| event.kind.clone());
                    let sides = parts().find_map(|kind| match kind {
                        EventKind::Renamed { id: this, sides } if this == id => Some(sides),
                        _ => None,
                    });
                    let first_dealer = parts().find_map(|kind| match kind {
                        EventKind::FirstDealerSet { id: this, first_dealer } if this == id => Some(first_dealer),
                        _ => None,
                    });
                    Action::Change(DetailsChange { id, sides, first_dealer })
                }
                EventKind::Voided { reason, id: Some(id) } => Action::Void { reason, id: Some(id) },
                EventKind::RematchBegun { game, first_dealer, .. } => Action::BeginRematch(super::request(game, first_dealer)),
                _ => continue,
            };
            prop_assert_eq!(table.clone().ask_as(event.metadata, again), Ok(0));
        }
    }

    #[test]
    fn a_back_peg_never_stands_ahead_of_its_front_peg_and_at_most_one_side_has_won(table in table()) {
        let view = table.view();
        prop_assert!(view.sides.iter().all(|side| side.previous <= side.score && side.score <= view.rules.target));
        let winners = view.sides.iter().filter(|side| side.score == view.rules.target).count();
        // A game that was called off has the scores of its pegs, and no winner.
        prop_assert_eq!(winners == 1 && view.status != Status::Void, view.status == Status::Finished);
        prop_assert_eq!(view.void.is_some(), view.status == Status::Void);
        prop_assert!(winners <= 1);
        prop_assert_eq!(view.winner.is_some(), view.value.is_some());
    }
}
