//! Random games with amendments.

use pegout_engine::game::{
    Action, AmendedPeg, Amendment, Event, EventKind, Game, GameView, Peg, PegFor, Setup, Status,
};
use pegout_engine::{Preset, Rules};
use proptest::prelude::*;
use proptest::sample::select;

use super::amendments::amendment;
use super::{Table, deal_id, device_id, peg, peg_id, scorer, setup};

/// A step of a game with few ids, so that steps often meet.
#[derive(Clone, Debug)]
enum Step {
    Peg(Peg),
    Amend(Amendment),
    TakeBack(u8),
    Deal(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    use PegFor::{Crib, Go, Hand, Heels, Other, Play};
    let earned = || {
        let earned =
            [(Play, 4), (Go, 1), (Heels, 2), (Hand, 0), (Hand, 8), (Hand, 24), (Crib, 6), (Other, 10), (Other, 29)];
        select(earned.to_vec())
    };
    let side = || 0..3_u8;
    let deal = prop::option::of(1..4_u32);
    let device = prop::option::of((1..3_u8).prop_map(device_id));
    let pegged =
        (0..40_u8, side(), earned(), deal, device).prop_map(|(id, side, (earned_by, points), deal, device)| {
            Step::Peg(Peg { deal, device, ..peg(id, side, points, earned_by) })
        });
    let values = (prop::option::of(side()), prop::option::of(earned()), any::<bool>(), any::<bool>());
    let amend = (0..250_u8, 0..40_u8, values).prop_map(|(id, peg, (side, earned, with_points, with_reason))| {
        let points = earned.filter(|_| with_points).map(|(_, points)| points);
        let earned_by = earned.filter(|_| with_reason).map(|(earned_by, _)| earned_by);
        Step::Amend(Amendment { side, points, earned_by, ..amendment(id, peg) })
    });
    let step = prop_oneof![
        10 => pegged,
        10 => amend,
        1 => (0..40_u8).prop_map(Step::TakeBack),
        1 => (2..5_u8).prop_map(Step::Deal),
    ];
    prop::collection::vec(step, 20..160)
}

fn random(setup: Setup, steps: Vec<Step>) -> Table {
    let mut table = Table::begun(setup);
    for step in steps {
        // A refusal is as good an answer as any here.
        let _ = table.ask(match step {
            Step::Peg(peg) => Action::Peg(peg),
            Step::Amend(amendment) => Action::AmendPeg(amendment),
            Step::TakeBack(id) => Action::TakeBackPeg(peg_id(id)),
            Step::Deal(number) => Action::BeginDeal { number: number.into(), deal: deal_id(number) },
        });
    }
    table
}

/// The events of a table in which each peg was pegged at once with its last values.
fn without_amendments(log: &[Event]) -> Vec<Event> {
    let mut log = log.to_vec();
    let amended: Vec<AmendedPeg> = log
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::PegAmended(amended) => Some(amended.clone()),
            _ => None,
        })
        .collect();
    log.retain(|event| !matches!(event.kind, EventKind::PegAmended(_)));
    for event in &mut log {
        if let EventKind::Pegged(peg) = &mut event.kind
            && let Some(last) = amended.iter().rfind(|amended| amended.peg == peg.id)
        {
            let AmendedPeg { side, player, points, earned_by, cards, starter, .. } = last.clone();
            *peg = Peg { side, player, points, earned_by, cards, starter, ..peg.clone() };
        }
    }
    log
}

/// A game without the numbers that amendments change.
fn comparable(game: &Game) -> GameView {
    let mut view = game.view();
    view.version = 0;
    view.latest = game.shown(Game::begin(setup(1, &["Ann", "Bob"], Rules::default()), scorer()).unwrap());
    view.pegs.iter_mut().for_each(|peg| peg.amended = 0);
    view
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn an_amended_peg_leaves_what_pegging_it_so_in_the_first_place_would_have_left(
        preset in select(Preset::ALL.to_vec()), sides in 2..4_usize, steps in steps(),
    ) {
        let table = random(setup(1, &["Ann", "Bob", "Cy"][..sides], preset.rules()), steps);
        let plain = Game::fold(&without_amendments(&table.log)).unwrap();
        prop_assert_eq!(comparable(&table.game), comparable(&plain));
        for id in 0..40 {
            prop_assert_eq!(table.game.crashes(peg_id(id)), plain.crashes(peg_id(id)));
        }
        let target = table.view().rules.target;
        prop_assert!(table.game.scores().iter().filter(|score| **score == target).count() <= 1);
        prop_assert_eq!(Game::fold(&table.log), Some(table.game));
    }
}

#[test]
fn the_random_games_have_amendments_and_ends() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut amendments, mut crashes, mut ended) = (0, 0, 0);
    for nth in 0..60 {
        let steps = steps().new_tree(&mut runner).unwrap().current();
        let rules = if nth % 2 == 0 { Rules::default() } else { Preset::Crash.rules() };
        let table = random(setup(1, &["Ann", "Bob"], rules), steps);
        amendments += table.log.iter().filter(|event| matches!(event.kind, EventKind::PegAmended(_))).count();
        crashes += (0..40).map(|id| table.game.crashes(peg_id(id)).len()).sum::<usize>();
        ended += usize::from(table.game.status() == Status::Finished);
    }
    assert!(amendments > 280 && crashes > 10 && ended > 10, "{amendments} {crashes} {ended}");
}
