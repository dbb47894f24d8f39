//! The lines of a season from paper: possible lines, and lines that no night has.

use serde_json::{Value, json};

use crate::support::league::{League, list, text};
use crate::support::service::Answer;

struct Paper {
    league: League,
    season: String,
}

impl Paper {
    fn open(card: &str) -> Paper {
        let league = League::open();
        let season = json!({"name": "Winter", "starts": "2026-01-07", "ends": "2199-04-15", "card": card});
        let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
        Paper { league, season }
    }

    fn import(&self, csv: &str, dry_run: bool) -> Answer {
        let path = format!("/api/v1/seasons/{}/imports", self.season);
        self.league.as_coordinator("POST", &path, &json!({"csv": csv, "dry_run": dry_run}))
    }

    /// Asserts that a table is refused, and that this sentence about this line is the first.
    #[track_caller]
    fn refuses(&self, csv: &str, sentence: &str) {
        let answer = self.import(csv, false);
        assert_eq!(answer.status, 422, "{csv} is taken: {}", answer.text);
        let detail = text(&answer.problem(422, "invalid")["detail"]);
        assert!(detail.starts_with(sentence), "{detail} of {csv}");
    }

    /// Asserts that a table is taken.
    #[track_caller]
    fn takes(&self, csv: &str) -> Value {
        self.import(csv, true).ok(200)
    }

    fn rows(&self) -> Vec<Value> {
        let path = format!("/api/v1/seasons/{}/standings", self.season);
        list(&self.league.get(&path).ok(200)["rows"])
    }

    /// The place and the games of a player on the night of a day.
    fn place(&self, date: &str, name: &str) -> (Value, Value) {
        let nights = self.league.get(&format!("/api/v1/nights?season_id={}", self.season)).ok(200);
        let night = list(&nights["nights"]).into_iter().find(|night| night["date"] == date).unwrap();
        let rows = self.league.get(&format!("/api/v1/nights/{}/standings", text(&night["id"]))).ok(200);
        let row = list(&rows["rows"]).into_iter().find(|row| row["name"] == name).unwrap();
        (row["place"].clone(), list(&row["lines"]).len().into())
    }
}

/// A table of one line with these totals of Ann.
fn totals(titles: &str, cells: &str) -> String {
    format!("date,player,{titles}\n2026-01-14,Ann,{cells}\n")
}

fn game(cells: &str) -> String {
    format!("date,round,side 1,side 2,side 3,score 1,score 2,score 3\n2026-01-14,1,{cells}\n")
}

#[test]
fn a_spread_is_bounded_and_the_season_adds_it_up() {
    let paper = Paper::open("game_points");
    let of = |spread: &str| {
        let line = |day: &str| format!("{day},Ann,4,6,3,{spread}\n");
        format!("date,player,games,points,wins,spread\n{}{}", line("2026-01-14"), line("2026-01-21"))
    };
    for spread in ["2147483647", "363", "-119", "-2147483648"] {
        let sentence =
            format!("Line 2: The spread {spread} is not possible: with 4 games and 3 wins it is -118 to 362.");
        paper.refuses(&of(spread), &sentence);
    }
    paper.refuses(
        &totals("games,points,spread", "4,6,485"),
        "Line 2: The spread 485 is not possible: with 4 games it is -484 to 484.",
    );
    paper.import(&of("362"), false).ok(200);
    assert_eq!((paper.rows()[0]["spread"].clone(), paper.rows()[0]["points"].clone()), (json!(724), json!(12)));
}

#[test]
fn each_night_has_its_own_number_of_games() {
    let paper = Paper::open("points_short");
    let table = "date,player,game 1,game 2,game 3,game 4\n\
        2026-01-14,Ann,0,1,2,3\n2026-01-14,Bob,1,1,1,1\n2026-01-14,Cy,1,1,,\n\
        2026-01-21,Ann,0,1,2,\n2026-01-21,Bob,0,,1,\n2026-01-21,Cy,1,1,bye,\n";
    paper.import(table, false).ok(200);
    assert_eq!(paper.place("2026-01-14", "Ann"), (json!(2), json!(4)));
    assert_eq!(paper.place("2026-01-14", "Cy").0, Value::Null, "two games of four are missing");
    assert_eq!(paper.place("2026-01-21", "Ann"), (json!(1), json!(3)));
    assert_eq!(paper.place("2026-01-21", "Bob").0, Value::Null, "a game within the night is missing");
    assert_eq!(paper.place("2026-01-21", "Cy").0, json!(1), "a bye is a cell");
}

#[test]
fn a_quotation_mark_that_nothing_closes_is_named() {
    let paper = Paper::open("points_short");
    let sentence = "A quotation mark opens a cell here, and no second mark closes the cell";
    let swallowed = "date,player,total,note\n2026-01-14,Ann,5,\n2026-01-14,Bob,6,\"late\n2026-01-14,Cy,7,\n";
    paper.refuses(swallowed, &format!("Line 3: {sentence}"));
    let lines = list(&paper.takes(swallowed)["lines"]);
    let told: Vec<_> = lines.iter().map(|line| (line["line"].clone(), text(&line["outcome"]))).collect();
    assert_eq!(told, [(json!(2), "new".to_owned()), (json!(3), "refused".to_owned())]);
    paper.refuses("date,player,\"total\n2026-01-14,Ann,5\n", &format!("Line 1: {sentence}"));
    // A note may have two lines and marks, and a mark may be within a cell.
    paper.takes("date,player,total,note\n2026-01-14,Ann,5,\"she said\n\"\"late\"\"\"\n2026-01-14,Bob,6,5\"\n");
}

#[test]
fn a_cell_without_a_title_is_refused() {
    let paper = Paper::open("points_short");
    let titles = "date,player,game 1,game 2";
    let sentence = |line: u8, cell: &str| format!("Line {line}: “{cell}” is in a column without a title");
    paper.refuses(&format!("{titles}\n2026-01-14,Ann,0,1\n2026-01-14,Bob,0,1,31\n"), &sentence(3, "31"));
    paper.refuses(&format!("{titles},,total\n2026-01-14,Ann,0,1,x,1\n"), &sentence(2, "x"));
    paper.takes(&format!("{titles},,\n2026-01-14,Ann,0,1,,,,\n"));
}

#[test]
fn sides_and_scores_stay_in_their_columns() {
    let paper = Paper::open("points_short");
    paper.refuses(&game("Ann,Bob,,,90,121"), "Line 2: Score 1 is empty, and number 2 is not");
    paper.refuses(&game("Ann,Bob,,121,,90"), "Line 2: Score 2 is empty, and number 3 is not");
    paper.refuses(&game(",Ann,Bob,121,90,"), "Line 2: Side 1 is empty, and number 2 is not");
    paper.refuses(&game("Ann,,Bob,121,90,"), "Line 2: Side 2 is empty, and number 3 is not");
    paper.refuses(&game(",Ann,,,,"), "Line 2: Side 1 is empty, and number 2 is not");
    paper.refuses(&game("Ann,Bob,Cy,121,90,"), "Line 2: 3 sides need 3 scores, not 2.");
    paper.takes(&game("Ann,Bob,,121,90,"));
    paper.takes(&game("Ann,Bob,Cy,60,121,90"));
}

#[test]
fn totals_that_no_card_has_are_refused() {
    let of = [
        (
            "points_short",
            "games,wins,total",
            "4,4,1",
            "The total 1 is not possible: with 4 games and 4 wins it is -8 to 0.",
        ),
        (
            "points_short",
            "games,wins,total",
            "4,3,-6",
            "The total -6 is not possible: with 4 games and 3 wins it is -5 to 121.",
        ),
        ("points_short", "games,wins,total", "4,3,122", "The total 122 is not possible"),
        ("points_short", "games,total", "4,485", "The total 485 is not possible: with 4 games it is -8 to 484."),
        (
            "points_short",
            "games,wins,total,points",
            "4,2,9,7",
            "The number of game points 7 is not possible: with 4 games and 2 wins it is 4 to 6.",
        ),
        (
            "points_short",
            "games,wins,total,spread",
            "4,4,0,3",
            "The spread 3 is not possible: with 4 games and 4 wins it is 4 to 484.",
        ),
        ("points_short", "games,wins,points", "4,2,5", "The card has neither lines nor a total."),
        ("points_short", "games,points", "4,4294967295", "The card has neither lines nor a total."),
        (
            "points_short",
            "game 1,points",
            "0,4294967295",
            "The number of game points is 4294967295, and the lines make 2.",
        ),
        (
            "points_short",
            "game 1,game 2,spread",
            "0,30,92",
            "The spread 92 is not possible: with 2 games and 1 wins it is -29 to 91.",
        ),
        (
            "game_points",
            "games,wins,total",
            "4,2,3",
            "The total 3 is not possible: with 4 games and 2 wins it is 4 to 6.",
        ),
        ("game_points", "games,wins,total", "4,2,7", "The total 7 is not possible"),
        ("game_points", "games,total", "4,1", "One game point is not possible"),
        ("game_points", "games,points", "4,4294967295", "The total 4294967295 is not possible"),
        ("game_points", "games,wins,total,points", "4,2,4,5", "The total is 4, and the game points are 5"),
        (
            "points_scored",
            "games,wins,total",
            "4,2,483",
            "The total 483 is not possible: with 4 games and 2 wins it is 242 to 482.",
        ),
        ("points_scored", "games,wins,total,points", "4,0,400,2", "The number of game points 2 is not possible"),
    ];
    let papers = ["points_short", "game_points", "points_scored"].map(|card| (card, Paper::open(card)));
    let paper_of = |card: &str| &papers.iter().find(|(known, _)| *known == card).unwrap().1;
    for (card, titles, cells, sentence) in of {
        paper_of(card).refuses(&totals(titles, cells), &format!("Line 2: {sentence}"));
    }
    for (card, titles, cells) in [
        ("points_short", "games,wins,total,points,spread", "4,3,118,9,300"),
        ("points_short", "games,wins,total", "4,4,-8"),
        ("points_short", "game 1,game 2,points,spread", "-1,30,3,10"),
        ("game_points", "games,wins,total,points,spread", "4,2,6,6,-240"),
        ("game_points", "games,total", "4,0"),
        ("points_scored", "games,wins,total,points,spread", "4,2,482,6,0"),
        // The lines of points scored show no skunk.
        ("points_scored", "game 1,game 2,points", "121,30,3"),
    ] {
        paper_of(card).takes(&totals(titles, cells));
    }
}

#[test]
fn the_totals_of_a_shorter_game_end_at_its_own_hole() {
    let paper = Paper::open("points_short");
    let settings = json!({"name": "Thursdays", "preset": "once_around"});
    paper.league.as_coordinator("PUT", "/api/v1/league", &settings).ok(201);
    paper.refuses(
        &totals("games,wins,total", "2,1,62"),
        "Line 2: The total 62 is not possible: with 2 games and 1 wins it is -1 to 61.",
    );
}

#[test]
fn results_of_days_to_come_are_refused() {
    let paper = Paper::open("points_short");
    let table = "date,player,total\n2026-01-14,Ann,5\n2099-01-14,Bob,6\n";
    paper.refuses(table, "Line 3: 2099-01-14 is still to come");
    let rehearsal = paper.takes(table);
    assert_eq!((&rehearsal["lines"][1]["outcome"], list(&rehearsal["nights"]).len()), (&json!("refused"), 1));
}

#[test]
fn lines_that_end_in_a_carriage_return_have_their_numbers() {
    let paper = Paper::open("points_short");
    let table = "date;player;total\r2026-01-14;Ann;5\r\r2026-01-14;Bob;x\r";
    paper.refuses(table, "Line 4: “x” is no total");
    assert_eq!(paper.takes(&table.replace('x', "6"))["lines"][1]["line"], 4);
}

#[test]
fn unknown_columns_are_named_up_to_fifty() {
    let paper = Paper::open("points_short");
    let with = |count: usize| {
        let titles: Vec<String> = (1..=count).map(|number| format!("note {number}")).collect();
        format!("date,player,total,{}\n2026-01-14,Ann,5\n", titles.join(","))
    };
    assert_eq!(list(&paper.takes(&with(50))["ignored"]).len(), 50);
    paper.refuses(&with(51), "Line 1: More than 50 columns are unknown");
    // The columns of the other kind of table are not read either.
    let tables =
        "date,round,side 1,side 2,side 4,score 1,score 2,player,game 1,total\n2026-01-14,1,Ann,Bob,,121,90,Cy,0,3\n";
    assert_eq!(paper.takes(tables)["ignored"], json!(["side 4", "player", "game 1", "total"]));
    let cards = "date,player,total,side 1,score 1\n2026-01-14,Ann,5,Bob,121\n";
    assert_eq!(paper.takes(cards)["ignored"], json!(["side 1", "score 1"]));
}

#[test]
fn a_spoiled_name_is_no_new_player() {
    let paper = Paper::open("points_short");
    let sentence = "Line 2: “Jos\u{fffd}” has a spoiled letter";
    paper.refuses("date,player,total\n2026-01-14,Jos\u{fffd},5\n", sentence);
    paper.refuses(&game("Jos\u{fffd},Bob,,121,90,"), sentence);
}

#[test]
fn two_with_cards_of_one_night_are_told_so() {
    let paper = Paper::open("points_short");
    let [ann, bob] = ["Ann", "Bob"].map(|name| paper.league.player(name));
    paper.import("date,player,total\n2026-01-14,Ann,5\n2026-01-14,Bob,6\n", false).ok(200);
    let merge = paper.league.as_coordinator("POST", &format!("/api/v1/players/{ann}/merge"), &json!({"into": bob}));
    let sentence = "Each of the two has a card of the night of 2026-01-14, so they are two persons.";
    assert_eq!(merge.problem(422, "invalid")["detail"], sentence);
}
