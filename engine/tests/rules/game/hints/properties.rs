//! Properties of hints and of the pegs that a deal lacks, for any game.

use pegout_engine::game::{Action, DeviceId, EventKind, Game, GameView, HintKind, Peg, PegFor, PegId, Setup, Side};
use pegout_engine::{Preset, Rules};
use proptest::prelude::*;
use proptest::sample::select;

use super::super::{Table, deal_id, game_id, peg, peg_id};

/// Kinds of hints that follow from good play too.
const REMARKS: [HintKind; 2] = [HintKind::StinkHole, HintKind::HeelsSaid];
/// Kinds of hints that `allowed` prevents.
const PREVENTED: [HintKind; 6] = [
    HintKind::CribOfOther,
    HintKind::CribTwice,
    HintKind::HeelsOfPone,
    HintKind::HeelsTwice,
    HintKind::HeelsLate,
    HintKind::HandTwice,
];

#[derive(Clone, Debug)]
enum Step {
    /// The side, the reason, the points of a hand, the deal and the device that it names.
    Peg(u8, PegFor, u8, Named, Option<u8>),
    TakeBack(u8),
    BeginDeal,
    TakeBackDeal,
}

#[derive(Clone, Copy, Debug)]
enum Named {
    Newest,
    Nothing,
    Deal(u32),
}

fn step() -> impl Strategy<Value = Step> {
    let reasons =
        vec![PegFor::Play, PegFor::Go, PegFor::Heels, PegFor::Hand, PegFor::Hand, PegFor::Crib, PegFor::Other];
    let named = prop_oneof![6 => Just(Named::Newest), 1 => Just(Named::Nothing), 1 => (1..5_u32).prop_map(Named::Deal)];
    let device = prop::option::of(0..3_u8);
    prop_oneof![
        12 => (0..3_u8, select(reasons), 0..14_u8, named, device)
            .prop_map(|(side, reason, points, named, device)| Step::Peg(side, reason, points, named, device)),
        2 => (0..40_u8).prop_map(Step::TakeBack),
        2 => Just(Step::BeginDeal),
        1 => Just(Step::TakeBackDeal),
    ]
}

fn setup() -> impl Strategy<Value = Setup> {
    let sizes = select(vec![&[1, 1][..], &[1, 1, 1], &[2, 2], &[2, 3], &[3, 3], &[2, 2, 2]]);
    (sizes, 0..6_u8, any::<bool>(), select(vec![Preset::Auclair, Preset::OnceAround])).prop_map(
        |(sizes, dealer, heels_can_win, preset)| {
            let players = |size: usize| (0..size).map(|nth| format!("Player {nth}")).collect();
            let sides = sizes.iter().map(|size| Side::new("Side".to_owned(), players(*size))).collect();
            let seats: usize = sizes.iter().sum();
            Setup::new(game_id(1), sides, Rules { heels_can_win, ..preset.rules() }, dealer % seats as u8)
        },
    )
}

/// A table with pegs on their way to the target, at which anything was done.
fn table() -> impl Strategy<Value = Table> {
    (setup(), 0..4_u8, prop::collection::vec(step(), 0..40)).prop_map(|(setup, far, steps)| {
        let sides = setup.sides.len() as u8;
        let mut table = Table::begun(setup);
        for (id, side) in (100..).zip((0..far).flat_map(|_| 0..sides)) {
            // A refusal, after the end of a game once around, is as good here.
            let _ = table.ask(Action::Peg(peg(id, side, 29, PegFor::Other)));
        }
        for (id, step) in (0..).zip(steps) {
            let newest = table.view().deal;
            let action = match step {
                Step::Peg(side, reason, points, named, device) => {
                    let points = match reason {
                        PegFor::Go => 1,
                        PegFor::Heels => 2,
                        PegFor::Hand | PegFor::Crib => points,
                        _ => points.max(1),
                    };
                    let deal = match named {
                        Named::Newest => Some(newest),
                        Named::Nothing => None,
                        Named::Deal(number) => Some(number),
                    };
                    let device = device.map(|device| DeviceId::from_bytes([device; 16]));
                    Action::Peg(Peg { deal, device, ..peg(id, side % sides, points, reason) })
                }
                Step::TakeBack(id) => Action::TakeBackPeg(peg_id(id)),
                Step::BeginDeal => Action::BeginDeal { number: newest + 1, deal: deal_id(id) },
                Step::TakeBackDeal => Action::TakeBackDeal { number: newest, deal: None },
            };
            let _ = table.ask(action);
        }
        table
    })
}

/// The hints of a view without their numbers, since another hand can be the next that is missing.
fn named(view: &GameView, is_meant: impl Fn(HintKind) -> bool) -> Vec<(HintKind, Vec<PegId>)> {
    view.hints.iter().filter(|hint| is_meant(hint.kind)).map(|hint| (hint.kind, hint.pegs.clone())).collect()
}

/// Pegs for a side in the newest deal.
fn peg_now(table: &mut Table, id: u8, side: u8, points: u8, reason: PegFor) -> Result<usize, TestCaseError> {
    let pegged = Peg {
        deal: Some(table.view().deal),
        device: Some(DeviceId::from_bytes([7; 16])),
        ..peg(id, side, points, reason)
    };
    table.ask(Action::Peg(pegged)).map_err(|refusal| TestCaseError::fail(refusal.to_string()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn whoever_pegs_what_is_expected_comes_to_the_end_of_the_deal_without_a_new_hint(
        mut table in table(),
        points in prop::collection::vec(0..4_u8, 12),
    ) {
        let is_meant = |kind| !REMARKS.contains(&kind);
        for (id, points) in (200..).zip(points) {
            let before = table.view();
            let first = || before.allowed.iter().find(|entry| entry.earned_by != PegFor::Heels);
            let next = before.expects.map(|next| (next.earned_by, next.side));
            let Some((reason, side)) = next.or_else(|| first().map(|entry| (entry.earned_by, entry.sides[0]))) else {
                break;
            };
            prop_assert_eq!(peg_now(&mut table, id, side, points, reason)?, 1);
            let old = named(&before, is_meant);
            prop_assert!(named(&table.view(), is_meant).iter().all(|hint| old.contains(hint)), "{:?}", table.view());
        }
        let view = table.view();
        prop_assert_eq!(view.expects, None);
        prop_assert!(view.allowed.iter().all(|entry| entry.earned_by == PegFor::Heels));
    }

    #[test]
    fn nothing_that_is_allowed_makes_a_hint_that_it_should_prevent(table in table()) {
        let is_meant = |kind| PREVENTED.contains(&kind);
        let view = table.view();
        let old = named(&view, is_meant);
        for entry in &view.allowed {
            for (side, points) in entry.sides.iter().flat_map(|side| [(*side, 0), (*side, 2)]) {
                if entry.earned_by == PegFor::Heels && points == 0 {
                    continue;
                }
                let mut table = table.clone();
                prop_assert_eq!(peg_now(&mut table, 200, side, points, entry.earned_by)?, 1);
                prop_assert!(named(&table.view(), is_meant).iter().all(|hint| old.contains(hint)), "{:?}", table.view());
            }
        }
    }

    #[test]
    fn what_is_expected_is_the_first_hand_or_crib_that_is_allowed(table in table()) {
        let view = table.view();
        let first = view.allowed.iter().find(|entry| entry.earned_by != PegFor::Heels);
        if let Some(next) = view.expects {
            prop_assert_eq!(first.map(|entry| (entry.earned_by, entry.sides[0])), Some((next.earned_by, next.side)));
        }
        let reasons: Vec<PegFor> = view.allowed.iter().map(|entry| entry.earned_by).collect();
        let order = [PegFor::Heels, PegFor::Hand, PegFor::Crib];
        let place = |reason: &PegFor| order.iter().position(|other| other == reason);
        prop_assert!(reasons.is_sorted_by_key(place));
    }

    #[test]
    fn a_peg_that_was_taken_back_leaves_no_trace(
        mut table in table(),
        (side, points, reason) in (0..2_u8, 0..14_u8, select(vec![PegFor::Hand, PegFor::Crib])),
    ) {
        prop_assume!(table.game.outcome().is_none());
        let before = table.view();
        prop_assert_eq!(peg_now(&mut table, 200, side, points, reason)?, 1);
        table.take_back(200).unwrap();
        let after = table.view();
        prop_assert_eq!((after.expects, &after.allowed, &after.hints), (before.expects, &before.allowed, &before.hints));
        let gone = |id| table.log.iter().any(|event| event.kind == EventKind::PegTakenBack { peg: id });
        let never = table.log.iter().filter(|event| match &event.kind {
            EventKind::Pegged(peg) => !gone(peg.id),
            EventKind::PegTakenBack { .. } => false,
            _ => true,
        });
        let never = Game::fold(never).unwrap().view();
        prop_assert_eq!((after.expects, after.allowed, after.hints), (never.expects, never.allowed, never.hints));
    }

    #[test]
    fn hints_are_about_pegs_that_stand_and_name_their_deal(table in table()) {
        let view = table.view();
        for hint in &view.hints {
            let deal = if hint.kind == HintKind::DealIncomplete { view.deal - 1 } else { view.deal };
            for id in &hint.pegs {
                let names_it = |event: &&pegout_engine::game::Event| {
                    matches!(&event.kind, EventKind::Pegged(peg) if peg.id == *id && peg.deal == Some(deal))
                };
                prop_assert_eq!(table.log.iter().filter(names_it).count(), 1);
                let is_gone = table.log.iter().any(|event| event.kind == EventKind::PegTakenBack { peg: *id });
                prop_assert!(!is_gone);
            }
        }
    }
}
