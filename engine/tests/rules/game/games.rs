//! Whole games, against `data/games.txt` and `data/games_of_variants.txt`.

use pegout_engine::game::{Action, Crash, Direction, Metadata, Peg, PegFor, PegView, Refusal, Setup, Side};
use pegout_engine::{Preset, Rules};

use super::{Table, coordinator, deal_id, game_id, peg_id, scorer};

#[test]
fn every_whole_game_ends_as_its_lines_say() {
    check("games.txt", include_str!("../../data/games.txt"), 9);
}

#[test]
fn every_game_of_a_variant_ends_as_its_lines_say() {
    check("games_of_variants.txt", include_str!("../../data/games_of_variants.txt"), 26);
}

/// Checks the games of a file, which has at least `fewest`.
fn check(file: &str, text: &str, fewest: usize) {
    let (mut games, mut wrong) = (0, Vec::new());
    for paragraph in text.split("\n\n") {
        let lines: Vec<(&str, &str)> = paragraph
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once(": ").unwrap_or_else(|| panic!("no field in the line “{line}”")))
            .collect();
        if lines.is_empty() {
            continue;
        }
        let field = |name: &str| lines.iter().find(|(field, _)| field.trim() == name).map(|(_, text)| text.trim());
        let deals: Vec<&str> = lines.iter().filter(|(field, _)| *field == "deal").map(|(_, text)| *text).collect();
        let number = |text: &str| Direction::try_from(text.parse::<i8>().unwrap()).unwrap();
        let crash_directions = field("directions").map(|text| text.split(' ').map(number).collect());
        let mut table = Table::begun(Setup { crash_directions, ..begin(field("play").unwrap()) });
        let error = follow(&mut table, &deals);
        let (ends, crashes, lost) = (shown(&table), crashes(&table), lost(&table));
        let is_right = field("ends") == Some(&ends) && field("error") == error.as_deref();
        // The files leave out throws if there are none, and name the loser only if the game is about the loser.
        let is_thrown_so = field("crashes").unwrap_or_default() == crashes;
        if !is_right || !is_thrown_so || field("lost").is_some_and(|said| said != lost) {
            let game = field("game").unwrap();
            wrong.push(format!("{game}\n    ends: {ends}\n    error: {error:?}\n    {crashes}\n    {lost}"));
        }
        games += 1;
    }
    assert!(wrong.is_empty(), "in {file},\n{}", wrong.join("\n"));
    assert!(games >= fewest, "{file} has shrunk to {games} games");
}

/// The throws of every current peg, the oldest first.
fn crashes(table: &Table) -> String {
    let view = table.view();
    let thrown = |peg: &PegView| {
        let number = peg.id.bytes()[0];
        let write = move |crash: &Crash| format!("{number} {} {} {}", crash.side, crash.peg, crash.by);
        peg.crashes.iter().map(write).collect::<Vec<_>>()
    };
    view.pegs.iter().rev().flat_map(thrown).collect::<Vec<_>>().join(", ")
}

fn lost(table: &Table) -> String {
    let view = table.view();
    let winners: Vec<String> = view.winners.iter().map(u8::to_string).collect();
    view.loser.map(|loser| format!("{loser} to {}", winners.join(" "))).unwrap_or_default()
}

pub fn begin(play: &str) -> Setup {
    let words: Vec<&str> = play.split(' ').collect();
    let sides = words[2..].iter().map(|side| match side.split_once('=') {
        Some((name, players)) => Side::new(name.to_owned(), players.split(',').map(str::to_owned).collect()),
        None => Side::from_player((*side).to_owned()),
    });
    let preset: Preset = words[0].parse().unwrap();
    Setup::new(game_id(1), sides.collect(), preset.rules(), words[1].parse().unwrap())
}

/// Plays the lines until the game refuses a step. Returns the place and the reason of the refusal.
fn follow(table: &mut Table, deals: &[&str]) -> Option<String> {
    let (mut pegs, mut begun) = (0, 0);
    for (line, deal) in (1..).zip(deals) {
        if line > 1 {
            begun += 1;
            let number = table.view().deal + 1;
            table.ask(Action::BeginDeal { number, deal: deal_id(begun) }).unwrap();
        }
        for (place, word) in (1..).zip(deal.split(' ')) {
            if let Err(refusal) = step(table, &mut pegs, word) {
                return Some(format!("{line} {place} {}", name(&refusal)));
            }
        }
    }
    None
}

pub fn step(table: &mut Table, pegs: &mut u8, word: &str) -> Result<usize, Refusal> {
    let scores = |text: &str| text.split('/').map(|score| score.parse().unwrap()).collect::<Vec<u8>>();
    if let Some(nth) = word.strip_prefix('-') {
        table.ask(Action::TakeBackPeg(peg_id(nth.parse().unwrap())))
    } else if let Some(text) = word.strip_prefix('=') {
        table.result(scorer(), &scores(text), None)
    } else if let Some(text) = word.strip_prefix('!') {
        table.result(coordinator(), &scores(text), Some("misread"))
    } else if word == "undo" {
        table.ask(Action::TakeBackResult { result: None })
    } else if word == "undeal" {
        let number = table.view().deal;
        table.ask(Action::TakeBackDeal { number, deal: None })
    } else {
        *pegs += 1;
        table.ask(Action::Peg(peg(word, *pegs)))
    }
}

/// The peg of a word like `1+8hand`.
pub fn peg(word: &str, number: u8) -> Peg {
    let (side, points) = word.split_once('+').unwrap_or_else(|| panic!("what is “{word}”?"));
    let digits = points.find(|letter: char| !letter.is_ascii_digit()).unwrap();
    let earned_by: PegFor = points[digits..].parse().unwrap();
    super::peg(number, side.parse().unwrap(), points[..digits].parse().unwrap(), earned_by)
}

/// The name of a refusal, without its fields.
fn name(refusal: &Refusal) -> String {
    format!("{refusal:?}").split([' ', '(']).next().unwrap_or_default().to_owned()
}

fn shown(table: &Table) -> String {
    let view = table.view();
    let mut words: Vec<String> = view.sides.iter().map(|side| format!("{}/{}", side.score, side.previous)).collect();
    let or_none = |number: Option<u8>| number.map_or("-".to_owned(), |number| number.to_string());
    words.extend([view.status.to_string(), or_none(view.winner), view.skunk.to_string(), or_none(view.value)]);
    words.extend([view.deal.to_string(), view.dealer.to_string(), or_none(view.crib)]);
    words.join(" ")
}

#[test]
fn a_game_ends_once_however_often_its_result_is_corrected_and_not_while_it_is_played() {
    let at = |second: u32| Metadata { at: format!("2026-01-31T19:05:{second:02}Z").parse().unwrap(), ..coordinator() };
    let peg = |id, points| Action::Peg(super::peg(id, 0, points, PegFor::Other));
    let mut table = Table::at([110, 0], Rules::default());
    assert_eq!(table.view().began_at, table.log[0].metadata.at);
    assert_eq!(table.view().ended_at, None);
    let ended = |table: &Table| table.view().ended_at.map(|time| time.to_string()[17..19].parse().unwrap());
    table.ask_as(at(10), peg(1, 11)).unwrap();
    assert_eq!(ended(&table), Some(10));
    table.ask_as(at(11), Action::TakeBackPeg(super::peg_id(1))).unwrap();
    assert_eq!(ended(&table), None);
    table.result(at(12), &[121, 90], None).unwrap();
    table.result(at(13), &[121, 91], Some("misread")).unwrap();
    assert_eq!(ended(&table), Some(12), "a correction does not end it once more");
    table.ask_as(at(14), Action::Void { reason: Some("not played".to_owned()), id: None }).unwrap();
    assert_eq!(ended(&table), Some(12));
    table.ask_as(at(15), Action::TakeBackVoid { void: None }).unwrap();
    assert_eq!(ended(&table), Some(12), "it was over before");
}
