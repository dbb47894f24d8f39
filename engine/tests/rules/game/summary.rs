//! The summary of a game: scores by deal, changes of the lead, the largest count, the deal that turned it.

use pegout_engine::game::{Action, GameSummary, LargestCount, Peg, PegFor, Setup, Side, Status};
use pegout_engine::{Preset, Rules};
use proptest::prelude::*;

use super::amendments::amendment;
use super::{Table, coordinator, deal_id, peg, scorer, setup};
use crate::played;

/// Plays a deal with these pegs, each a side and points. Begins the deal if it is not the first.
fn deal(table: &mut Table, number: u8, pegs: &[(u8, u8)]) {
    if number > 1 {
        table.ask(Action::BeginDeal { number: u32::from(number), deal: deal_id(number) }).unwrap();
    }
    for (side, points) in pegs {
        let id = table.log.len() as u8;
        table.peg(id, *side, *points, PegFor::Other).unwrap();
    }
}

/// The numbers, dealers and scores of the deals.
fn deals(summary: &GameSummary) -> Vec<(u32, u8, Vec<u8>)> {
    summary.deals.iter().map(|deal| (deal.number, deal.dealer, deal.scores.clone())).collect()
}

fn hand(id: u8, side: u8, cards: &str, starter: &str, points: u8) -> Action {
    let peg = peg(id, side, points, PegFor::Hand);
    Action::Peg(Peg { cards: Some(played(cards)), starter: Some(played(starter)[0]), ..peg })
}

#[test]
fn a_game_that_has_no_peg_has_no_deal_and_no_lead() {
    let summary = Table::usual().game.summary();
    let nothing = GameSummary { deals: Vec::new(), lead_changes: Some(0), biggest: None, turned_at: None };
    assert_eq!(summary, nothing);
}

#[test]
fn the_scores_by_deal_and_the_deal_that_turned_a_game_of_two() {
    let mut table = Table::usual();
    deal(&mut table, 1, &[(0, 20), (1, 25), (0, 5)]);
    // The tie of 25 did not change the lead.
    deal(&mut table, 2, &[(0, 10), (1, 9)]);
    deal(&mut table, 3, &[(1, 20)]);
    assert_eq!(table.game.summary().turned_at, None);
    deal(&mut table, 4, &[(0, 29), (0, 29), (1, 20)]);
    deal(&mut table, 5, &[(0, 28)]);
    let summary = table.game.summary();
    let scores = [[25, 25], [35, 34], [35, 54], [93, 74], [121, 74]];
    let expected: Vec<_> =
        (1..).zip(scores).map(|(number, scores)| (number, (number as u8 - 1) % 2, scores.to_vec())).collect();
    assert_eq!(deals(&summary), expected);
    // Bob with 25, Ann in the second deal, Bob in the third, Ann in the fourth.
    assert_eq!((summary.lead_changes, summary.turned_at), (Some(4), Some(3)));
}

#[test]
fn a_winner_who_was_never_behind_turned_it_before_the_first_deal() {
    let mut table = Table::usual();
    deal(&mut table, 1, &[(1, 29), (0, 29), (1, 29), (1, 29)]);
    deal(&mut table, 2, &[(1, 29), (1, 29)]);
    let summary = table.game.summary();
    assert_eq!((summary.lead_changes, summary.turned_at), (Some(0), Some(0)));
    assert_eq!(deals(&summary), [(1, 0, vec![29, 87]), (2, 1, vec![29, 121])]);
}

#[test]
fn a_game_that_is_won_from_behind_turned_in_its_last_deal() {
    let mut table = Table::at([117, 0], Rules::default());
    deal(&mut table, 2, &[(1, 29), (1, 29), (1, 29), (1, 29), (0, 2)]);
    deal(&mut table, 3, &[(1, 2), (1, 2), (1, 1)]);
    let summary = table.game.summary();
    assert_eq!((summary.lead_changes, summary.turned_at), (Some(1), Some(3)));
}

#[test]
fn a_winner_stays_behind_in_a_deal_without_a_peg() {
    let mut table = Table::usual();
    deal(&mut table, 1, &[(0, 10)]);
    deal(&mut table, 2, &[]);
    deal(&mut table, 3, &[(1, 29), (1, 29), (1, 29), (1, 29), (1, 5)]);
    let summary = table.game.summary();
    assert_eq!(deals(&summary)[1], (2, 1, vec![10, 0]));
    assert_eq!((summary.lead_changes, summary.turned_at), (Some(1), Some(2)));
}

#[test]
fn of_three_sides_a_side_leads_if_it_is_ahead_of_both() {
    let mut table = Table::of(&["Ann", "Bob", "Cy"], Rules::default());
    // Ann leads, Bob ties her, Cy passes both, Bob passes Cy while Ann is behind.
    deal(&mut table, 1, &[(0, 10), (1, 10), (2, 12), (1, 5)]);
    deal(&mut table, 2, &[(0, 20), (2, 18), (2, 29)]);
    deal(&mut table, 3, &[(2, 29), (2, 29), (2, 4)]);
    let summary = table.game.summary();
    assert_eq!(deals(&summary), [(1, 0, vec![10, 15, 12]), (2, 1, vec![30, 15, 59]), (3, 2, vec![30, 15, 121])]);
    assert_eq!((summary.lead_changes, summary.turned_at), (Some(4), Some(2)));
}

#[test]
fn four_players_deal_in_turn_and_two_sides_have_scores() {
    let side = |name: &str, players: [&str; 2]| Side::new(name.to_owned(), players.map(str::to_owned).to_vec());
    let sides = vec![side("us", ["Ann", "Bo"]), side("them", ["Cy", "Di"])];
    let mut table = Table::begun(Setup { sides, first_dealer: 2, ..setup(1, &["us", "them"], Rules::default()) });
    for number in 1..=4 {
        deal(&mut table, number, &[(number % 2, 10)]);
    }
    let expected = [(1, 2, vec![0, 10]), (2, 3, vec![10, 10]), (3, 0, vec![10, 20]), (4, 1, vec![20, 20])];
    assert_eq!(deals(&table.game.summary()), expected);
    assert_eq!(table.game.summary().lead_changes, Some(0));
}

#[test]
fn in_lowball_the_side_with_the_fewest_points_leads_and_two_may_win() {
    let mut table = Table::of(&["Ann", "Bob"], Preset::Lowball.rules());
    deal(&mut table, 1, &[(0, 10), (1, 20)]);
    deal(&mut table, 2, &[(0, 29), (1, 29), (1, 29), (1, 29)]);
    deal(&mut table, 3, &[(1, 29)]);
    let summary = table.game.summary();
    // Bob leads with 0 to 10, then Ann with 10 to 20, Bob with 20 to 39, and Ann from the next peg on.
    assert_eq!((summary.lead_changes, summary.turned_at), (Some(3), Some(2)));

    let mut table = Table::of(&["Ann", "Bob", "Cy"], Preset::Lowball.rules());
    deal(&mut table, 1, &[(1, 29), (0, 29), (0, 1), (2, 29), (2, 1)]);
    // Ann and Cy are level with 30. Their places behind each other do not count.
    deal(&mut table, 2, &[(1, 29), (1, 29), (1, 29), (1, 5)]);
    let summary = table.game.summary();
    assert_eq!((summary.turned_at, table.view().winners), (Some(1), vec![2, 0]));
}

#[test]
fn pegs_that_were_taken_back_are_left_out_and_amended_pegs_count_as_amended() {
    let mut table = Table::usual();
    deal(&mut table, 1, &[(0, 12)]);
    table.peg(80, 1, 28, PegFor::Hand).unwrap();
    table.peg(81, 1, 8, PegFor::Hand).unwrap();
    deal(&mut table, 2, &[(0, 4)]);
    let before = table.game.summary();
    assert_eq!((deals(&before)[1].2.clone(), before.lead_changes), (vec![16, 36], Some(1)));
    assert_eq!(before.biggest.map(|biggest| (biggest.side, biggest.points)), Some((1, 28)));
    table.take_back(80).unwrap();
    let mut amended = amendment(1, 81);
    (amended.side, amended.points) = (Some(0), Some(6));
    table.ask(Action::AmendPeg(amended)).unwrap();
    let after = table.game.summary();
    assert_eq!(deals(&after), [(1, 0, vec![18, 0]), (2, 1, vec![22, 0])]);
    assert_eq!(after.lead_changes, Some(0));
    assert_eq!(after.biggest.map(|biggest| (biggest.side, biggest.points)), Some((0, 6)));
}

#[test]
fn a_peg_that_comes_late_counts_for_the_deal_that_it_names() {
    let mut table = Table::usual();
    deal(&mut table, 1, &[(0, 10)]);
    deal(&mut table, 2, &[(1, 12)]);
    table.ask(Action::Peg(Peg { deal: Some(1), ..peg(90, 0, 8, PegFor::Hand) })).unwrap();
    let summary = table.game.summary();
    assert_eq!(deals(&summary), [(1, 0, vec![18, 0]), (2, 1, vec![18, 12])]);
    assert_eq!(summary.lead_changes, Some(0), "Ann had 18 before Bob's 12");
    // A number that no deal has counts for the newest deal.
    table.ask(Action::Peg(Peg { deal: Some(4_000_000_000), ..peg(91, 0, 2, PegFor::Play) })).unwrap();
    assert_eq!(deals(&table.game.summary())[1..], [(2, 1, vec![20, 12])]);
}

#[test]
fn the_largest_count_is_the_first_of_the_best_hands_and_cribs_with_its_cards() {
    let mut table = Table::usual();
    deal(&mut table, 1, &[(0, 29)]);
    assert_eq!(table.game.summary().biggest, None, "points for anything else are no count");
    table.peg(50, 1, 8, PegFor::Hand).unwrap();
    table.ask(hand(51, 0, "5C 5D 5S 4H", "6H", 23)).unwrap();
    table.ask(hand(52, 0, "4C 4D 5S 6H", "5H", 24)).unwrap();
    table.peg(53, 1, 24, PegFor::Crib).unwrap();
    let (cards, starter) = (Some(played("4C 4D 5S 6H")), Some(played("5H")[0]));
    let expected = LargestCount { side: 0, points: 24, earned_by: PegFor::Hand, cards, starter };
    assert_eq!(table.game.summary().biggest, Some(expected));
    table.take_back(52).unwrap();
    let crib = LargestCount { side: 1, points: 24, earned_by: PegFor::Crib, cards: None, starter: None };
    assert_eq!(table.game.summary().biggest, Some(crib));
}

#[test]
fn an_entered_result_hides_the_leads_until_it_is_taken_back() {
    let mut table = Table::usual();
    deal(&mut table, 1, &[(0, 10), (1, 12)]);
    table.result(scorer(), &[121, 90], None).unwrap();
    let summary = table.game.summary();
    assert_eq!((summary.lead_changes, summary.turned_at), (None, None));
    assert_eq!(deals(&summary), [(1, 0, vec![10, 12])]);
    table.ask(Action::TakeBackResult { result: None }).unwrap();
    assert_eq!(table.game.summary().lead_changes, Some(1));
}

#[test]
fn a_finished_game_with_a_corrected_result_has_no_turn() {
    let mut table = Table::at([100, 30], Rules::default());
    deal(&mut table, 2, &[(0, 21)]);
    assert_eq!(table.game.summary().turned_at, Some(0));
    table.result(coordinator(), &[121, 80], Some("a peg was missing")).unwrap();
    assert_eq!((table.game.summary().turned_at, table.game.summary().lead_changes), (None, None));
}

#[test]
fn a_game_that_was_called_off_has_scores_and_no_turn() {
    let mut table = Table::usual();
    deal(&mut table, 1, &[(0, 10), (1, 12)]);
    table.ask_as(coordinator(), Action::Void { reason: Some("late".to_owned()), id: None }).unwrap();
    let summary = table.game.summary();
    assert_eq!((table.game.status(), summary.turned_at, summary.lead_changes), (Status::Void, None, Some(1)));
}

#[test]
fn a_crash_lowers_the_score_of_its_deal() {
    let mut table = Table::of(&["Ann", "Bob"], Preset::Crash.rules());
    deal(&mut table, 1, &[(0, 5), (0, 5)]);
    deal(&mut table, 2, &[(1, 10)]);
    let summary = table.game.summary();
    let view: Vec<u8> = table.view().sides.iter().map(|side| side.score).collect();
    assert!(view[0] < 10, "Bob landed on Ann's peg");
    assert_eq!(deals(&summary), [(1, 0, vec![10, 0]), (2, 1, view)]);
    assert_eq!(summary.lead_changes, Some(1));
}

proptest! {
    /// Every game ends its deals with its scores, and its winner is ahead after the deal that turned it.
    #[test]
    fn the_last_deal_has_the_scores_of_the_game(
        pegs in prop::collection::vec((0..3_u8, 1..30_u8, prop::bool::weighted(0.2), 0..4_u32), 1..60),
        sides in 2..4_usize,
        lowball: bool,
    ) {
        let rules = if lowball { Preset::Lowball.rules() } else { Rules::default() };
        let mut table = Table::of(&["Ann", "Bob", "Cy"][..sides], rules);
        for (id, (side, points, is_new_deal, back)) in (1..).zip(pegs) {
            let next = table.view().deal + 1;
            if is_new_deal {
                table.ask(Action::BeginDeal { number: next, deal: deal_id(next as u8) }).ok();
            }
            let peg = Peg { deal: Some(next.saturating_sub(back).max(1)), ..peg(id, side % sides as u8, points, PegFor::Other) };
            table.ask(Action::Peg(peg)).ok();
        }
        let summary = table.game.summary();
        let scores = table.game.scores();
        prop_assert_eq!(summary.deals.last().map(|deal| deal.scores.clone()), Some(scores));
        let view = table.view();
        prop_assert_eq!(summary.turned_at.is_some(), view.winner.is_some());
        let Some(turned_at) = summary.turned_at else { return Ok(()) };
        for deal in summary.deals.iter().filter(|deal| deal.number > turned_at) {
            let ahead = |winner: u8, loser: usize| {
                let (won, lost) = (deal.scores[usize::from(winner)], deal.scores[loser]);
                if lowball { won <= lost } else { won >= lost }
            };
            let losers = (0..sides).filter(|side| !view.winners.iter().any(|winner| usize::from(*winner) == *side));
            for loser in losers {
                prop_assert!(view.winners.iter().all(|winner| ahead(*winner, loser)), "{:?}", deal);
            }
        }
    }
}
