//! Records by worked nights.

use pegout_league::figures::{Record, RecordKind, records};
use pegout_league::{Card, PlayerId};

use super::{facts, night_of_singles, peg_game};
use crate::{NightLog, id, name};

fn of(records: &[Record], what: RecordKind) -> Option<(i64, Vec<PlayerId>)> {
    let found = records.iter().find(|record| record.what == what)?;
    Some((found.value, found.holders.iter().map(|holder| holder.player_id).collect()))
}

#[test]
fn runs_wins_slams_and_nights_have_all_their_holders() {
    let nights =
        [facts(&night_of_singles(4, 3), 0), facts(&night_of_singles(6, 3), 1), facts(&night_of_singles(4, 3), 2)];
    let all = records(&nights, &name);
    assert_eq!(of(&all, RecordKind::NightsInARow), Some((3, vec![id(1), id(2), id(3), id(4)])));
    let slams = of(&all, RecordKind::GrandSlam).unwrap();
    assert_eq!((slams.0, slams.1.contains(&id(4)), slams.1.contains(&id(6))), (slams.1.len() as i64, true, true));
    let (longest, holders) = of(&all, RecordKind::LongestRun).unwrap();
    assert!(longest >= 3 && holders.iter().all(|player| *player >= id(4)), "{holders:?}");
    let (largest, _) = of(&all, RecordKind::LargestWin).unwrap();
    let spreads = nights.iter().flat_map(|night| &night.games).map(|game| 121 - game.scores.iter().min().unwrap());
    assert_eq!(largest, i64::from(spreads.max().unwrap()));
    assert_eq!(of(&all, RecordKind::HighestHand), None, "no cards are known");
    assert_eq!(of(&all, RecordKind::BiggestComeback), None, "results were entered");
}

#[test]
fn the_best_card_of_each_kind_is_the_best_by_its_night() {
    let nights = [facts(&night_of_singles(4, 3), 0), facts(&night_of_singles(6, 3), 1)];
    let all = records(&nights, &name);
    let cards: Vec<_> = all.iter().filter(|record| record.what == RecordKind::BestCard).collect();
    assert_eq!(cards.len(), 1);
    let best =
        nights.iter().flat_map(|night| &night.cards).map(|card| (card.sums.points, card.sums.wins, card.sums.spread));
    let best = best.max().unwrap();
    assert_eq!((cards[0].card, cards[0].value), (Some(Card::GamePoints), i64::from(best.0)));
    let held = |record: &Record| {
        let of_night = nights.iter().find(|night| night.night == record.holders[0].night_id).unwrap();
        of_night.cards.iter().any(|card| {
            card.holder == record.holders[0].player_id && (card.sums.points, card.sums.wins, card.sums.spread) == best
        })
    };
    assert!(held(cards[0]));
}

#[test]
fn a_hand_with_cards_and_a_comeback_by_pegs_are_records() {
    let mut night_log = NightLog::of(2);
    night_log.draw(1).unwrap();
    peg_game(&mut night_log);
    let [winner, loser] = [0, 1].map(|side| id(night_log.sides(1)[0][side][0]));
    night_log.finish(true).unwrap();
    let all = records(&[facts(&night_log, 0)], &name);
    assert_eq!(of(&all, RecordKind::HighestHand), Some((28, vec![loser])));
    assert_eq!(of(&all, RecordKind::TwentyEight), Some((1, vec![loser])));
    assert_eq!(of(&all, RecordKind::TwentyNine), None);
    assert_eq!(of(&all, RecordKind::BiggestComeback), Some((32, vec![winner])));
    let hand = all.iter().find(|record| record.what == RecordKind::HighestHand).unwrap();
    assert_eq!(hand.holders[0].cards.as_ref().map(Vec::len), Some(4));
}
