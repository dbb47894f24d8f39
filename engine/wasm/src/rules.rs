//! The rules of a question or of a game. They are read as all records are: the reader of the service would add a tenth to
//! the file for browsers.

use pegout_engine::Rules;
use pegout_engine::rules::Penalties;

use crate::record::Record;

/// The rules that may be `null`.
const NULLABLE: [&str; 3] = ["skunk_below", "double_skunk_below", "match_to"];
/// All other rules. A test compares both lists with the engine's rules.
const NAMES: [&str; 16] = [
    "target",
    "game_values",
    "muggins",
    "last_card_point",
    "crib_flush_of_four",
    "heels_can_win",
    "go_can_win",
    "go_from_120",
    "heels_from_120",
    "first_deal",
    "penalties",
    "nineteen",
    "no_discard",
    "lowball",
    "jokers",
    "crash",
];

/// Reads rules. A rule that is left out has its default. Rules of a newer service cannot be read.
pub(crate) fn read(record: Record<'_>) -> Rules {
    let usual = Rules::default();
    let truth = |name, usual| record.truth(name).unwrap_or(usual);
    let number = |name, usual| if record.has(name) { record.small(name) } else { usual };
    record.check_names(&NAMES, &NULLABLE);
    Rules {
        target: record.small("target").unwrap_or(usual.target),
        skunk_below: number("skunk_below", usual.skunk_below),
        double_skunk_below: number("double_skunk_below", usual.double_skunk_below),
        game_values: record.smalls("game_values").map_or(usual.game_values, |values| record.three(&values)),
        muggins: truth("muggins", usual.muggins),
        last_card_point: truth("last_card_point", usual.last_card_point),
        crib_flush_of_four: truth("crib_flush_of_four", usual.crib_flush_of_four),
        heels_can_win: truth("heels_can_win", usual.heels_can_win),
        go_can_win: truth("go_can_win", usual.go_can_win),
        go_from_120: truth("go_from_120", usual.go_from_120),
        heels_from_120: truth("heels_from_120", usual.heels_from_120),
        first_deal: record.formed("first_deal").unwrap_or(usual.first_deal),
        match_to: number("match_to", usual.match_to),
        penalties: record.part("penalties").map_or(usual.penalties, penalties),
        nineteen: record.formed("nineteen").unwrap_or(usual.nineteen),
        no_discard: truth("no_discard", usual.no_discard),
        lowball: truth("lowball", usual.lowball),
        jokers: record.small("jokers").unwrap_or(usual.jokers),
        crash: truth("crash", usual.crash),
    }
}

fn penalties(record: Record<'_>) -> Penalties {
    let usual = Penalties::default();
    record.check_names(&["renege", "cut"], &[]);
    Penalties { renege: record.small("renege").unwrap_or(usual.renege), cut: record.small("cut").unwrap_or(usual.cut) }
}
