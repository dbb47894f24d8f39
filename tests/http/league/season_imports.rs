//! The results of nights that were kept on paper, imported from a spreadsheet.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{list, text};
use crate::support::paper::{Paper, outcomes};

const CARDS: &str = "date,player,game 1,game 2,game 3,game 4,total\n\
    2026-01-14,Ann,0,-1,12,0,11\n\
    2026-01-14,\"Baker, Bob\",0,0,x,30,30\n\
    2026-01-14,Cy,5,,0,0,5\n\
    2026-01-21,Ann,1,2,3,4,10\n";
const TABLES: &str = "Date;Ronde;Camp 1;Camp 2;Camp 3;Score 1;Score 2;Score 3\n\
    2026-01-14;1;Ann + Bob Baker;Cy & Dee;;121;88;\n\
    2026-01-14;1;Eve;Fay;Gus;90;121;60\n\
    2026-01-14;2;Ann/Dee;Eve/Fay;;100;121;\n\
    2026-01-14;2;Cy;Bob Baker;;121;120;\n\
    2026-01-14;2;Gus;;;;;\n";

#[test]
fn cards_on_paper_count_like_those_that_were_played_here() {
    let paper = Paper::open();
    paper.league.player("ann");
    let rehearsal = paper.import(CARDS, &json!({"dry_run": true})).ok(200);
    assert_eq!(rehearsal["new_players"], json!(["Bob Baker", "Cy"]), "Ann is on the list in small letters");
    assert_eq!(rehearsal["id"], Value::Null);
    assert!(outcomes(&rehearsal).iter().all(|(_, outcome)| outcome == "new"));
    assert!(paper.nights().is_empty() && paper.rows().is_empty(), "a rehearsal changes nothing");

    let imported = paper.import(CARDS, &json!({"id": id(1)})).ok(200);
    assert_eq!((&imported["id"], list(&imported["nights"]).len()), (&json!(id(1)), 2));
    let ann = paper.row("2026-01-14", "ann");
    assert_eq!(
        [&ann["lines"], &ann["total"], &ann["wins"], &ann["place"]],
        [&json!([0, -1, 12, 0]), &json!(11), &json!(3), &json!(1)]
    );
    // A card with an excused game is full, and one with a missed game is not.
    let bob = paper.row("2026-01-14", "Bob Baker");
    assert_eq!([&bob["excused"], &bob["place"]], [&json!([3]), &json!(2)]);
    let cy = paper.row("2026-01-14", "Cy");
    assert_eq!([&cy["place"], &cy["complete"]], [&Value::Null, &json!(false)]);
    let season = paper.rows();
    let ann = season.iter().find(|row| row["name"] == "ann").unwrap();
    assert_eq!(
        [&ann["nights"], &ann["games"], &ann["skunks"], &ann["average"]],
        [&json!(2), &json!(8), &json!(1), &json!(10.5)]
    );
    assert_eq!(ann["money_won"], 0);

    let night = text(&paper.nights()[0]["id"]);
    assert_eq!(paper.nights()[0]["import_id"], json!(id(1)));
    let view = paper.league.get(&format!("/api/v1/nights/{night}")).ok(200);
    assert_eq!([&view["status"], &view["import_id"]], [&json!("finished"), &json!(id(1))]);
    let money = paper.read(&format!("/api/v1/nights/{night}/money"));
    assert_eq!([&money["fees"], &money["open"]], [&json!(0), &json!([])]);
    // Cards are changed in the spreadsheet alone.
    let reopened =
        paper.league.as_coordinator("DELETE", &format!("/api/v1/nights/{night}/finish"), &json!({"reason": "x"}));
    reopened.problem(409, "night-finished");
}

#[test]
fn totals_alone_make_a_card() {
    let paper = Paper::open();
    let table = "date,player,games,wins,total\n2026-01-14,Ann,4,3,12\n2026-01-14,Bob,4,1,40\n2026-01-14,Cy,3,1,4\n";
    paper.import(table, &json!({})).ok(200);
    let (ann, cy) = (paper.row("2026-01-14", "Ann"), paper.row("2026-01-14", "Cy"));
    assert_eq!(
        [&ann["total"], &ann["games"], &ann["wins"], &ann["place"]],
        [&json!(12), &json!(4), &json!(3), &json!(1)]
    );
    assert_eq!(ann["lines"], json!([null, null, null, null]));
    assert_eq!([&cy["complete"], &cy["place"]], [&json!(false), &Value::Null], "a game is missing");
    let season = paper.rows();
    let ann = season.iter().find(|row| row["name"] == "Ann").unwrap();
    assert_eq!([&ann["games"], &ann["wins"], &ann["average"]], [&json!(4), &json!(3), &json!(12.0)]);
}

#[test]
fn tables_on_paper_become_rounds_with_games() {
    let paper = Paper::open();
    paper.import(TABLES, &json!({"id": id(1), "money": true})).ok(200);
    let night = text(&paper.nights()[0]["id"]);
    let view = paper.league.get(&format!("/api/v1/nights/{night}")).ok(200);
    let rounds = list(&view["rounds"]);
    assert_eq!(rounds.iter().map(|round| list(&round["tables"]).len()).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(rounds[1]["byes"][0]["name"], "Gus");
    let game = text(&rounds[0]["tables"][0]["game_id"]);
    assert_eq!(paper.league.get(&format!("/api/v1/games/{game}")).ok(200)["status"], "finished");
    assert_eq!(paper.row("2026-01-14", "Ann")["lines"], json!([-1, 21]));
    assert_eq!(paper.row("2026-01-14", "Fay")["lines"], json!([-1, 0]), "the best loser had 90");
    // The league's fees and prizes: seven people paid $10.
    let money = paper.read(&format!("/api/v1/nights/{night}/money"));
    assert_eq!((&money["fees"], &money["open"]), (&json!(7000), &json!([])));
    assert!(paper.row("2026-01-14", "Fay")["prize"].as_u64().unwrap() > 0);
    // A game that was imported is corrected like any other.
    let correction = json!({"scores": [121, 120], "reason": "The card was read wrongly"});
    paper.league.as_coordinator("PUT", &format!("/api/v1/games/{game}/result"), &correction).ok(200);
    assert_eq!(paper.row("2026-01-14", "Ann")["lines"], json!([0, 21]));
}

#[test]
fn the_same_lines_change_nothing_and_others_replace_the_night() {
    let paper = Paper::open();
    for (number, table) in [(1, CARDS), (3, TABLES)] {
        paper.import(table, &json!({"id": id(number)})).ok(200);
        let (nights, rows) = (paper.nights(), paper.rows());
        let again = paper.import(table, &json!({"id": id(4 + number)})).ok(200);
        assert!(outcomes(&again).iter().all(|(_, outcome)| outcome == "same"));
        assert_eq!((paper.nights(), paper.rows()), (nights, rows));
    }
    // The tables have replaced the cards of their day alone.
    assert_eq!(paper.nights().len(), 2);
    let changed = TABLES.replace(";121;88;", ";121;95;");
    let answer = paper.import(&changed, &json!({"id": id(2)})).ok(200);
    assert!(outcomes(&answer).iter().all(|(_, outcome)| outcome == "changed"));
    assert_eq!((paper.nights().len(), &paper.row("2026-01-14", "Ann")["lines"]), (2, &json!([0, 21])));
    let imports = paper.read(&paper.path("/imports"));
    let dates: Vec<Value> = list(&imports["imports"]).iter().map(|import| import["dates"].clone()).collect();
    assert_eq!(dates, [json!(["2026-01-14"]), json!(["2026-01-21"])]);
}

#[test]
fn an_import_is_taken_back_as_one() {
    let paper = Paper::open();
    let scheduled = json!({"id": id(9), "date": "2026-01-21", "season_id": paper.season});
    paper.league.as_coordinator("POST", "/api/v1/nights", &scheduled).ok(201);
    for number in 1..=2 {
        paper.import(CARDS, &json!({"id": id(number)})).ok(200);
        let ids: Vec<String> = paper.nights().iter().map(|night| text(&night["id"])).collect();
        assert_eq!(ids.len(), 2);
        assert!(ids.contains(&id(9)), "the scheduled night takes the results");
        paper.take_back(number).ok(200);
        paper.take_back(number).ok(200);
        let nights = paper.nights();
        assert_eq!(nights.len(), 1, "the night that the import made is gone");
        let told = [&nights[0]["id"], &nights[0]["status"], &nights[0]["import_id"], &nights[0]["players"]];
        assert_eq!(told, [&json!(id(9)), &json!("scheduled"), &Value::Null, &json!(0)]);
        assert!(paper.rows().is_empty());
        let calendar = paper.league.get(&format!("/api/v1/seasons/{}.ics", paper.season)).text;
        assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 1, "{calendar}");
    }
    // A late repeat does not bring it back.
    let late = paper.import(CARDS, &json!({"id": id(2)}));
    assert!(outcomes(&late.ok(200)).iter().all(|(_, outcome)| outcome == "same"));
    assert_eq!(paper.nights().len(), 1);
    let league = paper.league.start_again();
    assert_eq!(list(&league.get(&format!("/api/v1/seasons/{}/standings", paper.season)).ok(200)["rows"]).len(), 0);
}

#[test]
fn each_wrong_line_is_named_and_nothing_is_half_done() {
    let paper = Paper::open();
    for _ in 0..2 {
        paper.league.player("Pat");
    }
    let cards = |line: &str| format!("date,player,game 1,game 2,total\n2026-01-14,Ann,0,12,12\n{line}\n");
    let tables =
        |line: &str| format!("date,round,side 1,side 2,side 3,score 1,score 2\n2026-01-14,1,Ann,Bob,,121,90\n{line}\n");
    let wrong = [
        (cards("2026-01-14,Bob,122,0,122"), "122 is no line"),
        (cards("2026-01-14,Bob,-3,0,-3"), "-3 is no line"),
        (cards("2026-01-14,Bob,10,0,11"), "The total is 11, and the lines make 10."),
        (cards("2026-01-14,Ann,1,1,2"), "Ann has a card of 2026-01-14 in an earlier line."),
        (cards("2026-01-14,Pat,1,1,2"), "2 players are called “Pat”."),
        (cards("2026-05-14,Bob,1,1,2"), "2026-05-14 is no day of the season “Winter”"),
        (cards("14.1.2026,Bob,1,1,2"), "write it like 2026-01-28"),
        (cards("2026-01-14,,1,1,2"), "The player is missing."),
        (cards("2026-01-14,Bob,one,1,2"), "“one” is no line"),
        (cards("2026-01-14,Bob,,,9999"), "The total 9999 is not possible"),
        (cards("2026-01-14,Bob,,,"), "neither lines nor a total"),
        (tables("2026-01-14,1,Ann,Cy,,121,90"), "Ann plays twice in round 1."),
        (tables("2026-01-14,2,Cy,Cy,,121,90"), "Cy plays twice in round 2."),
        (tables("2026-01-14,2,Cy,Dee,,121,121"), "Exactly one side"),
        (tables("2026-01-14,2,Cy,Dee,,120,90"), "Exactly one side"),
        (tables("2026-01-14,2,Cy,Dee,,121,300"), "“300” is no score"),
        (tables("2026-01-14,2,Cy + Dee,Eve,,121,90"), "two sides of two players"),
        (tables("2026-01-14,2,Cy,Dee,Eve,121,90"), "3 sides need 3 scores, not 2."),
        (tables("2026-01-14,41,Cy,Dee,,121,90"), "rounds 1 to 40, not 41"),
    ];
    for (table, sentence) in &wrong {
        let problem = paper.import(table, &json!({})).problem(422, "invalid");
        let detail = text(&problem["detail"]);
        assert!(detail.starts_with("Line 3: ") && detail.contains(sentence), "{detail} of {table}");
        let rehearsal = paper.import(table, &json!({"dry_run": true})).ok(200);
        let refused = list(&rehearsal["lines"]).into_iter().find(|line| line["outcome"] == "refused").unwrap();
        assert_eq!(refused["line"], 3, "{rehearsal}");
    }
    let missing = tables("2026-01-14,3,Cy,Dee,,121,90");
    let problem = paper.import(&missing, &json!({})).problem(422, "invalid");
    assert_eq!(problem["detail"], "Line 2: Round 2 of 2026-01-14 is missing.");
    for titles in ["player,total\nAnn,3\n", "date,total\n2026-01-14,3\n", "date,round,side 1\n2026-01-14,1,Ann\n", ""] {
        let problem = paper.import(titles, &json!({})).problem(422, "invalid");
        assert!(text(&problem["detail"]).contains("must be one of them"), "{problem}");
    }
    assert!(paper.nights().is_empty());
    let players = paper.read("/api/v1/players");
    assert_eq!(list(&players["players"]).len(), 2, "no new name of a refused table");
}

#[test]
fn a_night_that_was_played_here_is_never_touched() {
    let paper = Paper::open();
    let players = paper.league.players(4);
    let night = paper.league.schedule(&json!({"date": "2026-01-14", "season_id": paper.season}));
    night.enter(&players[0], &json!({}));
    let before = night.view();
    let problem = paper.import(CARDS, &json!({})).problem(422, "invalid");
    assert!(text(&problem["detail"]).starts_with("Line 2: The night of 2026-01-14 was played here"), "{problem}");
    assert_eq!(night.view(), before);
    assert_eq!(paper.nights().len(), 1);
}

#[test]
fn two_people_with_cards_of_one_night_are_not_merged() {
    let paper = Paper::open();
    let [ann, bob] = ["Ann", "Bob Baker"].map(|name| paper.league.player(name));
    paper.import(CARDS, &json!({})).ok(200);
    let merge = |into: &str| {
        paper.league.as_coordinator(
            "POST",
            &format!("/api/v1/players/{ann}/merge"),
            &json!({"into": into, "id": id(5)}),
        )
    };
    merge(&bob).problem(422, "invalid");
    // Their card goes with a player who has none.
    let anne = paper.league.player("Anne");
    merge(&anne).ok(200);
    assert_eq!(paper.row("2026-01-14", "Anne")["total"], 11);
}

#[test]
fn money_in_the_ledger_keeps_an_import() {
    let paper = Paper::open();
    paper.import(TABLES, &json!({"id": id(1), "money": true})).ok(200);
    let night = text(&paper.nights()[0]["id"]);
    let fay = text(&paper.row("2026-01-14", "Fay")["player_id"]);
    let payout = |amount: u32| {
        let body = json!({"amount": amount, "to": "credit"});
        paper.league.as_coordinator("PUT", &format!("/api/v1/nights/{night}/payouts/{fay}"), &body).ok(201)
    };
    payout(100);
    paper.take_back(1).problem(409, "of-a-night");
    assert_eq!(paper.rows().len(), 7);
    payout(0);
    paper.take_back(1).ok(200);
    assert!(paper.rows().is_empty());
}
