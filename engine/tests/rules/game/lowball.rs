//! Lowball: how its results are entered, and what they do to a match. Whole games are in `data/games_of_variants.txt`.

use pegout_engine::game::{Action, FinalScores, PegFor, Refusal, ResultError};
use pegout_engine::{FirstDeal, Preset, Rules};

use super::{Table, game_id, request, scorer};

fn lowball(sides: usize) -> Table {
    Table::of(&["Ann", "Bob", "Cy"][..sides], Preset::Lowball.rules())
}

fn enter(table: &mut Table, scores: FinalScores) -> Result<usize, Refusal> {
    table.ask(Action::EnterResult { scores, reason: None, device: None, id: None })
}

#[test]
fn a_result_is_entered_by_its_scores_and_perhaps_the_loser_or_a_winner() {
    let wrong = |error| Err(Refusal::Result(error));
    for (sides, scores, winner, loser, short_by, answer) in [
        (2, Some(vec![121, 91]), None, None, None, Ok(1)),
        (2, Some(vec![121, 91]), None, Some(0), None, Ok(1)),
        (2, Some(vec![121, 91]), Some(1), Some(0), None, Ok(1)),
        (2, Some(vec![121, 91]), None, Some(1), None, wrong(ResultError::Contradiction)),
        (2, Some(vec![121, 91]), Some(0), None, None, wrong(ResultError::Contradiction)),
        (3, Some(vec![100, 121, 100]), Some(0), Some(1), None, Ok(1)),
        (3, Some(vec![100, 121, 100]), Some(2), None, None, Ok(1)),
        (3, Some(vec![100, 121, 101]), Some(2), None, None, wrong(ResultError::Contradiction)),
        (2, None, Some(1), None, Some(30), wrong(ResultError::ShortByInLowball)),
        (2, Some(vec![121, 91]), None, Some(0), Some(30), wrong(ResultError::ShortByInLowball)),
        (2, None, None, Some(0), None, wrong(ResultError::Missing { short_by: false })),
        (2, Some(vec![121, 91]), None, Some(2), None, wrong(ResultError::Loser { given: 2, sides: 2 })),
        (2, Some(vec![121, 121]), None, None, None, wrong(ResultError::Winners { winners: 2, target: 121 })),
        (2, Some(vec![120, 91]), None, None, None, wrong(ResultError::Winners { winners: 0, target: 121 })),
    ] {
        let said = FinalScores { scores, winner, loser, short_by };
        assert_eq!(enter(&mut lowball(sides), said.clone()), answer, "{said:?}");
    }
}

#[test]
fn the_loser_of_an_ordinary_game_may_be_named_too() {
    for (loser, answer) in [(1, Ok(1)), (0, Err(Refusal::Result(ResultError::Contradiction)))] {
        let said = FinalScores { scores: Some(vec![121, 90]), loser: Some(loser), ..FinalScores::default() };
        assert_eq!(enter(&mut Table::usual(), said), answer);
    }
}

#[test]
fn both_of_two_that_tie_get_the_value_and_the_loser_deals_first() {
    let mut table = lowball(3);
    table.result(scorer(), &[80, 121, 80], None).unwrap();
    assert_eq!(table.view().match_tally, [2, 0, 2]);
    let rematch = table.game.rematch(&request(game_id(2), None)).unwrap();
    assert_eq!((rematch.first_dealer, rematch.previous().unwrap().tally.clone()), (1, vec![2, 0, 2]));
    let over = table.peg(1, 0, 2, PegFor::Play).unwrap_err();
    assert_eq!(over.to_string(), "The game is over: Cy and Ann won.");
}

#[test]
fn of_two_that_come_to_the_end_of_a_match_at_once_the_higher_tally_wins_it() {
    let rules = Rules { match_to: Some(2), first_deal: FirstDeal::Alternate, ..Preset::Lowball.rules() };
    let mut first = Table::of(&["Ann", "Bob", "Cy"], rules);
    first.result(scorer(), &[100, 121, 110], None).unwrap();
    assert_eq!((first.view().match_tally, first.view().match_winner), (vec![1, 0, 0], None));
    let mut second = Table::begun(first.game.rematch(&request(game_id(2), None)).unwrap());
    second.result(scorer(), &[80, 121, 80], None).unwrap();
    assert_eq!((second.view().winner, second.view().match_tally), (Some(2), vec![3, 0, 2]));
    assert_eq!(second.view().match_winner, Some(0));
}
