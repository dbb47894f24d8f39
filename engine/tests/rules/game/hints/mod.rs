//! Hints, and the pegs that a deal still lacks: against `data/hints.txt`, and properties.

mod properties;

use pegout_engine::Rules;
use pegout_engine::game::{Action, DeviceId, Hint, HintKind, Peg, PegFor};

use super::{Table, deal_id, games, peg_id};

const KINDS: [HintKind; 11] = [
    HintKind::CribOfOther,
    HintKind::CribTwice,
    HintKind::HeelsOfPone,
    HintKind::HeelsTwice,
    HintKind::HeelsLate,
    HintKind::HandTwice,
    HintKind::SamePointsTwoPhones,
    HintKind::HandBeforePone,
    HintKind::DealIncomplete,
    HintKind::StinkHole,
    HintKind::HeelsSaid,
];

/// The fields of a paragraph, each with its text.
type Lines = Vec<(&'static str, &'static str)>;

fn paragraphs() -> Vec<Lines> {
    let field = |line: &'static str| line.split_once(": ").unwrap_or_else(|| panic!("no field in the line “{line}”"));
    let lines = |paragraph: &'static str| paragraph.lines().filter(|line| !line.starts_with('#')).map(field).collect();
    let paragraphs = include_str!("../../../data/hints.txt").split("\n\n").map(lines);
    paragraphs.filter(|lines: &Lines| !lines.is_empty()).collect()
}

fn all<'a>(lines: &'a Lines, name: &'a str) -> impl Iterator<Item = &'static str> + 'a {
    lines.iter().filter(move |(field, _)| *field == name).map(|(_, text)| *text)
}

#[test]
fn every_deal_has_the_hints_that_its_lines_say() {
    let wrong: Vec<String> = paragraphs()
        .iter()
        .filter_map(|lines| {
            let (table, expected) = (follow(lines), expected(lines));
            let shown = shown(&table);
            let title = all(lines, "deals").next().unwrap();
            (shown != expected).then(|| format!("{title}\n    {}", shown.join("\n    ")))
        })
        .collect();
    assert!(wrong.is_empty(), "in hints.txt,\n{}", wrong.join("\n"));
}

#[test]
fn every_kind_has_a_deal_that_makes_it_and_one_that_does_not() {
    let paragraphs = paragraphs();
    for kind in KINDS.map(|kind| kind.to_string()) {
        let makes = |lines: &Lines| all(lines, "hint").any(|hint| hint.split(' ').next() == Some(&kind));
        let not = |lines: &Lines| all(lines, "not").any(|other| other == kind);
        assert!(paragraphs.iter().any(makes), "no deal makes {kind}");
        assert!(paragraphs.iter().any(not), "no deal comes near {kind}");
        assert!(!paragraphs.iter().any(|lines| makes(lines) && not(lines)), "{kind} is there and is not");
    }
}

#[test]
fn a_line_that_is_wrong_would_be_noticed() {
    for lines in paragraphs() {
        let table = follow(&lines);
        for (place, (field, _)) in lines.iter().enumerate().filter(|(_, (field, _))| *field == "hint") {
            let mut without = lines.clone();
            without.remove(place);
            assert_ne!(shown(&table), expected(&without), "a {field} is not compared");
        }
    }
}

#[test]
fn without_the_number_of_their_deal_no_pegs_make_hints() {
    for lines in paragraphs() {
        let mut log = follow(&lines).log;
        for event in &mut log {
            if let pegout_engine::game::EventKind::Pegged(peg) = &mut event.kind {
                peg.deal = None;
            }
        }
        let view = pegout_engine::Game::fold(&log).unwrap().view();
        assert_eq!(view.hints, [], "{:?}", all(&lines, "deals").next());
    }
}

#[cfg(feature = "serde")]
#[test]
fn logs_that_were_written_before_there_were_hints_give_none() {
    for log in [include_str!("../../../data/game_log.jsonl"), include_str!("../../../data/release_0_1_0.jsonl")] {
        let events: Vec<pegout_engine::game::Event> =
            log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let streams = events.chunk_by(|_, next| !matches!(next.kind, pegout_engine::game::EventKind::Begun(_)));
        for stream in streams {
            assert_eq!(pegout_engine::Game::fold(stream).unwrap().hints(), []);
        }
    }
}

#[test]
fn heels_are_allowed_unless_they_would_win_against_the_rules() {
    let forbidden = Rules { heels_can_win: false, ..Rules::default() };
    for (score, rules, is_allowed) in
        [(118, &forbidden, true), (119, &forbidden, false), (119, &Rules::default(), true)]
    {
        let view = Table::at([score, 0], rules.clone()).view();
        let heels = view.allowed.iter().any(|entry| entry.earned_by == PegFor::Heels);
        assert_eq!(heels, is_allowed, "at {score} by {rules:?}");
    }
}

fn expected(lines: &Lines) -> Vec<String> {
    let said = |name| all(lines, name).map(move |text| format!("{name}: {text}"));
    said("expects").chain(said("allowed")).chain(said("hint")).collect()
}

fn shown(table: &Table) -> Vec<String> {
    let view = table.view();
    let expects = view.expects.map_or("-".to_owned(), |next| format!("{} {}", next.earned_by, next.side));
    let entries = view
        .allowed
        .iter()
        .flat_map(|entry| entry.sides.iter().map(|side| format!("{}:{side}x{}", entry.earned_by, entry.left)));
    let entries: Vec<String> = entries.collect();
    let allowed = if entries.is_empty() { "-".to_owned() } else { entries.join(" ") };
    let hints = view.hints.iter().map(|hint| format!("hint: {}", written(hint)));
    [format!("expects: {expects}"), format!("allowed: {allowed}")].into_iter().chain(hints).collect()
}

fn written(hint: &Hint) -> String {
    let number = |side: &Option<u8>, name: &str| side.map(|side| format!("{name}={side}"));
    let pegs = hint.pegs.iter().map(|id| id.bytes()[0].to_string());
    let rest = [number(&hint.side, "side"), number(&hint.owner, "owner"), number(&hint.points, "points")];
    let words: Vec<String> =
        [hint.kind.to_string()].into_iter().chain(pegs).chain(rest.into_iter().flatten()).collect();
    words.join(" ")
}

fn follow(lines: &Lines) -> Table {
    let mut table = Table::begun(games::begin(all(lines, "play").next().unwrap()));
    let mut pegs = 0;
    for (line, deal) in (1..).zip(all(lines, "deal")) {
        if line > 1 {
            let number = table.view().deal + 1;
            table.ask(Action::BeginDeal { number, deal: deal_id(line) }).unwrap();
        }
        for word in deal.split(' ') {
            if word.contains('+') {
                pegs += 1;
                let peg = named(word, pegs, table.view().deal);
                assert_eq!(table.ask(Action::Peg(peg)), Ok(1), "{word}");
            } else {
                games::step(&mut table, &mut pegs, word).unwrap();
            }
        }
    }
    table
}

/// The peg of a word, with its deal and device.
fn named(word: &str, number: u8, newest: u32) -> Peg {
    let (word, device) = word.split_once('@').map_or((word, None), |(word, device)| (word, Some(device.as_bytes()[0])));
    let (word, deal) = match word.split_once('~') {
        None => (word, Some(newest)),
        Some((word, deal)) => (word, deal.parse().ok()),
    };
    let device = device.map(|device| DeviceId::from_bytes([device; 16]));
    Peg { id: peg_id(number), deal, device, ..games::peg(word, number) }
}
