//! CSV export and import of players.

use serde_json::{Value, json};

use crate::support::game::Game;
use crate::support::service::{Answer, PASSWORD, Service};

const TABLE: &str = "/api/v1/players.csv";
const IMPORT: &str = "/api/v1/players/import";

fn club() -> (Service, String) {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    (service, coordinator)
}

fn import(club: &(Service, String), csv: &str) -> Answer {
    club.0.request("POST", IMPORT, &club.1, Some(&json!({"csv": csv})))
}

/// All players, without ids.
fn roster((service, token): &(Service, String)) -> Vec<Value> {
    let mut players =
        service.request("GET", "/api/v1/players", token, None).ok(200)["players"].as_array().unwrap().clone();
    players.iter_mut().for_each(|player| drop(player.as_object_mut().unwrap().remove("id")));
    players
}

#[track_caller]
fn refused(club: &(Service, String), csv: &str) -> Vec<String> {
    let before = roster(club);
    let problem = import(club, csv).problem(422, "invalid");
    assert_eq!(roster(club), before, "somebody was added");
    let errors = problem["errors"].as_array().unwrap();
    assert!(errors.iter().all(|error| error["pointer"] == "/csv"), "{problem}");
    errors.iter().map(|error| error["detail"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_export_can_be_imported_without_loss() {
    let here = club();
    for player in [
        json!({"name": "=HYPERLINK(\"http://x\")", "phone": "+1 (555) 555-0134 x12"}),
        json!({"name": "'-1", "phone": "(555) 5550135"}),
        json!({"name": "''@SUM(A1)", "active_member": false}),
        json!({"name": "'quoted'"}),
        json!({"name": "x;=HYPERLINK(\"http://e\",\"c\")"}),
        json!({"name": "x;'=1;;\"-2; @3"}),
        json!({"name": "'\"=1"}),
        json!({"name": "Édith, \"Dédé\"; Côté", "email": "-edith@example.org"}),
        json!({"name": "Ann"}),
        json!({"name": "Ann", "phone": "555-0136"}),
    ] {
        here.0.request("POST", "/api/v1/players", &here.1, Some(&player)).ok(201);
    }
    let sheet = here.0.request("GET", TABLE, &here.1, None);
    assert_eq!((sheet.status, sheet.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(sheet.header("content-disposition"), "attachment; filename=\"players.csv\"");
    let lines: Vec<&str> = sheet.text.split("\r\n").collect();
    assert_eq!(lines[0], "\u{feff}name,active_member,phone,email");
    assert_eq!(lines.len(), 12, "{lines:?}");
    for cell in lines[1..].iter().flat_map(|line| line.split([',', ';', '\t'])) {
        let formula = cell.trim_start_matches(['"', ' ']).starts_with(['=', '+', '-', '@']);
        assert!(!formula, "{cell} is a formula where the cells end there");
    }
    let there = club();
    let answer = import(&there, &sheet.text).ok(200);
    assert_eq!((answer["added"].as_array().unwrap().len(), &answer["known"]), (10, &json!([])));
    assert_eq!(roster(&there), roster(&here));
    assert_eq!(there.0.request("GET", TABLE, &there.1, None).text, sheet.text);
    let again = import(&there, &sheet.text).ok(200);
    assert_eq!((&again["added"], again["known"].as_array().unwrap().len()), (&json!([]), 10));
    assert_eq!(roster(&there), roster(&here));
}

#[test]
fn an_import_accepts_the_csv_dialects_of_spreadsheets() {
    let expected = [
        json!({"name": "Ann Roy", "active_member": true, "phone": "555-0134", "email": null}),
        json!({"name": "Émile", "active_member": false, "phone": null, "email": "emile@example.org"}),
    ];
    for csv in [
        "name,active_member,phone,email\r\nAnn Roy,yes,555-0134,\r\nÉmile,no,,emile@example.org\r\n",
        "\u{feff}nom;membre_actif;téléphone;courriel\r\nAnn Roy;OUI;555-0134;\r\nÉmile;Non;;emile@example.org",
        "Email\tPhone\tName\tActive member\n\t555-0134\tAnn Roy\tTRUE\nemile@example.org\t\tÉmile\tFALSE\n",
        "\n\"PHONE\",\"name\",active_member,email,,\n555-0134, Ann Roy ,1,,,\n,,,,,\n,\"Émile\",0,emile@example.org\n\n",
        "phone,name,E-mail,active_member\n555-0134,Ann Roy\n,Émile,emile@example.org,non\n",
        "Nom;Membre;Tél.;Adresse courriel\nAnn Roy;x;555-0134;\nÉmile;n;;emile@example.org\n",
        "Joueur\tActif\tCellulaire\tMail\nAnn Roy\to\t555-0134\t\nÉmile\tfaux\t\temile@example.org\n",
    ] {
        let club = club();
        let answer = import(&club, csv).ok(200);
        assert_eq!((answer["added"].as_array().unwrap().len(), &answer["known"]), (2, &json!([])), "{csv}");
        assert_eq!(roster(&club), expected, "{csv}");
        let id = answer["added"][0]["id"].as_str().unwrap();
        assert_eq!(club.0.request("GET", &format!("/api/v1/players/{id}"), &club.1, None).ok(200), answer["added"][0]);
    }
    let club = club();
    import(&club, "name\nBob\nCy\n").ok(200);
    assert_eq!(roster(&club).len(), 2, "one column has nothing between its cells");
}

#[test]
fn a_table_of_last_names_first_is_turned_and_a_name_with_a_comma_alone_is_not() {
    let names = |csv: &str| names(&import(&club(), csv).ok(200)["added"]);
    let turned = names("name\n\"Archer, Ann\"\n\"Roy Gagnon ,Émile\"\n");
    assert_eq!(turned, ["Ann Archer", "Émile Roy Gagnon"]);
    assert_eq!(names("name\n\"Davis, Jr.\"\nBob\n"), ["Davis, Jr.", "Bob"]);
    assert_eq!(names("name\n\"Archer, Ann, Dr.\"\n"), ["Archer, Ann, Dr."]);
    assert_eq!(names("name\n\"Archer,\"\n"), ["Archer,"]);
}

fn names(players: &Value) -> Vec<String> {
    players.as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_last_name_with_its_first_name_is_read_the_same_in_every_file() {
    let others = "Ann Archer";
    for csv in [
        "name\n\"Kowalski, Stan\"\nAnn Archer\n",
        "name\nKowalski, Stan\nAnn Archer\n",
        "sep=;\nname\nKowalski, Stan\nAnn Archer\n",
        "name,phone\n\"Kowalski, Stan\",555-0134\nAnn Archer,\n",
        "sep=,\r\nname,phone\r\n\"Kowalski, Stan\",555-0134\r\nAnn Archer,\r\n",
        "nom;téléphone\n\"Kowalski, Stan\";555-0134\nAnn Archer;\n",
        "\"Nom, prénom\";Tél.\nKowalski, Stan;555-0134\nAnn Archer;\n",
        "name\tphone\n\"Kowalski, Stan\"\t555-0134\nAnn Archer\t\n",
        "\u{feff}SEP=;\r\nNom;Prénom;Courriel\r\nKowalski;Stan;\r\nArcher;Ann;\r\n",
        "Prénom;Nom;Âge\nStan;Kowalski;61\nAnn;Archer;\n",
        "First name,Last name\nStan,Kowalski\nAnn,Archer\n",
        "Name\tSurname\nStan\tKowalski\nAnn\tArcher\n",
        "Name,Given Name,Family Name\nStan Kowalski,S,K\nAnn Archer,,\n",
        "family-name,given-name\n,Stan Kowalski\nAnn Archer,\n",
    ] {
        let club = club();
        assert_eq!(names(&import(&club, csv).ok(200)["added"]), ["Stan Kowalski", others], "{csv}");
        assert_eq!(import(&club, csv).ok(200)["added"], json!([]), "{csv}");
    }
    let club = club();
    let comma = json!({"name": "Kowalski, Stan"});
    club.0.request("POST", "/api/v1/players", &club.1, Some(&comma)).ok(201);
    let export = club.0.request("GET", TABLE, &club.1, None).text;
    assert_eq!(import(&club, &export).ok(200)["known"], json!(["Kowalski, Stan"]), "whoever is called so stays so");
}

#[test]
fn unknown_columns_are_passed_over_and_named() {
    let club = club();
    let csv = "Âge;Nom;Remarques;Prénom;Remarques;\n61;Żak;yes;Łukasz;no;\n";
    let answer = import(&club, csv).ok(200);
    assert_eq!(answer["ignored"], json!(["Âge", "Remarques", "Remarques"]));
    assert_eq!(names(&answer["added"]), ["Łukasz Żak"]);
    let answer = import(&club, "name,First name,Last name\nAnn,A,B\n").ok(200);
    assert_eq!(answer["ignored"], json!(["First name", "Last name"]), "beside both, the name is whole");
    assert_eq!(import(&club, "name,phone\nBob,\n").ok(200)["ignored"], json!([]));
}

#[test]
fn names_alike_are_named_and_a_repeat_says_who_is_the_same() {
    let club = club();
    let ask = |body: Value| club.0.request("POST", IMPORT, &club.1, Some(&body));
    let add = |player: Value| club.0.request("POST", "/api/v1/players", &club.1, Some(&player)).ok(201)["id"].clone();
    let pat = add(json!({"name": "Pat O'Neil", "phone": "555-0134"}));
    add(json!({"name": "Zoe Roy"}));
    let spellings =
        ["\"O’Neil, Pat\"", "pat oneil", "O\u{2bc}NEIL Pat", "Pat\u{200b} O'Neil", "Pat  Ó'Neil", "Pat-O`Neil"];
    for name in spellings {
        let plan = ask(json!({"csv": format!("name,phone\n{name},\n"), "dry_run": true})).ok(200);
        let line = &plan["lines"][0];
        assert_eq!(
            (&line["outcome"], &line["alike"]),
            (&json!("new"), &json!([{"name": "Pat O'Neil", "player": pat}]))
        );
    }
    for name in ["pat  O'NEIL", "Pat Neil", "Pat O Neil", "Patricia O’Neil"] {
        let plan = ask(json!({"csv": format!("name,phone\n{name},\n"), "dry_run": true})).ok(200);
        assert_eq!(plan["lines"][0].get("alike"), None, "{name}");
    }
    let csv = "name,phone\n\"O’Neil, Pat\",555-0199\nJean-Luc Cé,555-0135\nCÉ Jean Luc,\nZoë Roy,\nZoë Roy,\n";
    let plan = ask(json!({"csv": csv, "update": true, "dry_run": true})).ok(200);
    assert_eq!(plan["lines"][1].get("alike"), None, "the first of two spellings");
    assert_eq!(plan["lines"][2]["alike"], json!([{"name": "Jean-Luc Cé", "player": null}]));
    assert_eq!(plan["lines"][4]["alike"].as_array().unwrap().len(), 2, "the name of the roster, and the line before");
    let same = json!([{"line": 2, "player": pat}, {"line": 4}]);
    let done = ask(json!({"csv": csv, "update": true, "same": same})).ok(200);
    assert_eq!(names(&done["added"]), ["Jean-Luc Cé", "Zoë Roy", "Zoë Roy"]);
    assert_eq!((&done["lines"][0]["outcome"], &done["lines"][2]["outcome"]), (&json!("changed"), &json!("same")));
    assert_eq!(roster(&club)[1]["name"], "Pat O'Neil", "the name stays");
    assert_eq!(roster(&club)[1]["phone"], "555-0199");
    let again = ask(json!({"csv": csv, "update": true, "same": same})).ok(200);
    assert!(again["lines"].as_array().unwrap().iter().all(|line| line["outcome"] == "same"), "{again}");
    let twice = json!({"csv": "name,phone\nPat O'Neil,555-0140\nO’Neil Pat,555-0141\n", "update": true, "same": [{"line": 3, "player": pat}]});
    assert!(ask(twice).problem(422, "invalid")["detail"].as_str().unwrap().contains("2 times"));
    let nobody = "00000000-0000-7000-8000-000000000000";
    for (same, pointer) in
        [(json!({"line": 9}), "/same/0/line"), (json!({"line": 2, "player": nobody}), "/same/0/player")]
    {
        let problem = ask(json!({"csv": csv, "same": [same]})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
}

#[test]
fn two_lines_of_one_person_become_one_unless_they_contradict_each_other() {
    let import = |csv: &str| {
        let (service, token) = club();
        service.request("POST", IMPORT, &token, Some(&json!({"csv": csv, "same": [{"line": 3}]})))
    };
    let added = import("name,phone,email\nZoë Roy,,zoe@example.org\nROY Zoe,555-0134,\n").ok(200)["added"].clone();
    assert_eq!(names(&added), ["Zoë Roy"]);
    assert_eq!((&added[0]["phone"], &added[0]["email"]), (&json!("555-0134"), &json!("zoe@example.org")));
    let problem = import("name,phone\nZoë Roy,555-0135\nROY Zoe,555-0134\n").problem(422, "invalid");
    let detail = problem["errors"][0]["detail"].as_str().unwrap();
    assert!(detail.contains("Line 3: “ROY Zoe” has another value than the earlier line"), "{problem}");
}

#[test]
fn a_column_name_beside_a_first_name_has_whole_names_or_last_names() {
    for csv in [
        "Name,First name\nStan Kowalski,Stan\nAnn Archer,Ann\n",
        "Full name,Last name\nStan Kowalski,K.\nAnn Archer,A.\n",
        "Nom;Prénom\nKowalski;Stan\nArcher;Ann\n",
        "Name,Surname\n\"Kowalski, Stan\",Kowalski\nAnn Archer,Archer\n",
    ] {
        assert_eq!(names(&import(&club(), csv).ok(200)["added"]), ["Stan Kowalski", "Ann Archer"], "{csv}");
    }
    let unclear = refused(&club(), "Nom;Prénom\nKowalski;Stan\nAnn Archer;Ann\n");
    assert_eq!(unclear.len(), 1);
    assert!(unclear[0].starts_with("Line 3: “Ann Archer” has “Ann” already."), "{unclear:?}");
}

#[test]
fn a_name_before_a_comma_that_may_be_whole_is_turned_only_where_the_others_are() {
    let import = |csv: &str| import(&club(), csv).ok(200);
    let among_others = import("name\n\"Archer, Ann\"\n\"Roy Gagnon, Émile\"\n");
    assert_eq!(names(&among_others["added"]), ["Ann Archer", "Émile Roy Gagnon"]);
    let alone = import("name\n\"Ann Archer, Chicago\"\nBob Berry\n");
    assert_eq!(names(&alone["added"]), ["Ann Archer, Chicago", "Bob Berry"]);
    assert_eq!(alone["lines"][0]["probable_name"], "Chicago Ann Archer", "a person decides");
    let titled = import("\"Nom, prénom\"\n\"Roy Gagnon, Émile\"\n");
    assert_eq!(names(&titled["added"]), ["Émile Roy Gagnon"]);
}

#[test]
fn letters_that_were_spoiled_on_the_way_are_flagged() {
    let answer = import(&club(), "name\nJosÃ©\nJosé\nAnn\n\"Oâ€™Neil, Pat\"\n").ok(200);
    let probable: Vec<Option<&str>> =
        answer["lines"].as_array().unwrap().iter().map(|line| line["probable_name"].as_str()).collect();
    assert_eq!(probable, [Some("José"), None, None, Some("O’Neil, Pat")]);
}

#[test]
fn an_import_leaves_existing_players_unchanged() {
    let club = club();
    club.0.request("POST", "/api/v1/players", &club.1, Some(&json!({"name": "Zoë Roy", "phone": "555-0134"}))).ok(201);
    let answer = import(&club, "name,phone\n zoe\u{308}  ROY,555-0199\nZoe Roy,555-0135\n").ok(200);
    assert_eq!(answer["known"], json!(["zoe\u{308}  ROY"]), "capitals, blanks and how accents are coded do not matter");
    assert_eq!(answer["added"][0]["name"], "Zoe Roy", "another accent is another person");
    let phones: Vec<Value> = roster(&club).iter().map(|player| player["phone"].clone()).collect();
    assert_eq!(phones, ["555-0135", "555-0134"]);
}

#[test]
fn an_import_says_what_it_would_do_and_changes_players_where_that_is_asked_for() {
    let club = club();
    for player in [
        json!({"name": "Ann", "phone": "555-0134", "email": "ann@example.org"}),
        json!({"name": "Bob"}),
        json!({"name": "Cy", "phone": "555-0136"}),
        json!({"name": "Cy"}),
    ] {
        club.0.request("POST", "/api/v1/players", &club.1, Some(&player)).ok(201);
    }
    let before = roster(&club);
    let ask = |body: Value| club.0.request("POST", IMPORT, &club.1, Some(&body));
    let table =
        "name,active_member,phone,email\nann,n,555-0199,\nBob,,,\nDi,x,,di@example.org\n,yes,,\nCy,,,\nCy,no,,\n";
    let plan = ask(json!({"csv": table, "update": true, "dry_run": true})).ok(200);
    assert_eq!(roster(&club), before, "a rehearsal changes nothing");
    assert_eq!([&plan["added"], &plan["known"]], [&json!([]), &json!(["Bob", "Cy"])]);
    let line = |line: u64, name: Value, outcome: &str, fields: Value| json!({"line": line, "name": name, "outcome": outcome, "fields": fields});
    let mut missing = line(5, Value::Null, "refused", json!([]));
    missing["detail"] = json!("The name is missing.");
    let mut two = line(7, Value::Null, "refused", json!([]));
    two["detail"] = json!("2 players are called “Cy”. Change them one by one.");
    let expected = json!([
        line(2, json!("ann"), "changed", json!(["active_member", "phone"])),
        line(3, json!("Bob"), "same", json!([])),
        line(4, json!("Di"), "new", json!([])),
        missing,
        line(6, json!("Cy"), "same", json!([])),
        two,
    ]);
    assert_eq!(plan["lines"], expected);
    let problem = ask(json!({"csv": table, "update": true})).problem(422, "invalid");
    let details: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["detail"].as_str().unwrap()).collect();
    assert_eq!(details, ["Line 5: The name is missing.", "Line 7: 2 players are called “Cy”. Change them one by one."]);
    assert_eq!(roster(&club), before);
    let right = "name,active_member,phone,email\nann,n,555-0199,\nBob,,,\nDi,x,,di@example.org\n";
    let done = ask(json!({"csv": right, "update": true})).ok(200);
    assert_eq!((done["added"][0]["name"].as_str(), &done["known"]), (Some("Di"), &json!(["Bob"])));
    let ann = json!({"name": "Ann", "active_member": false, "phone": "555-0199", "email": "ann@example.org"});
    assert_eq!(roster(&club)[0], ann, "an empty cell changes nothing, and a name stays as it is written");
    let twice = json!({"csv": "name,phone\nBob,555-0140\nbob,555-0141\n", "update": true});
    let problem = ask(twice).problem(422, "invalid");
    assert_eq!(problem["detail"], "Line 2: “Bob” is in the list 2 times. Leave one line of this name.");
    let again = ask(json!({"csv": right, "update": true})).ok(200);
    let outcomes: Vec<&Value> = again["lines"].as_array().unwrap().iter().map(|line| &line["outcome"]).collect();
    assert_eq!(outcomes, ["same", "same", "same"], "a repeat changes nothing");
}

#[test]
fn an_invalid_line_is_named_and_nothing_is_imported() {
    let club = club();
    let errors = refused(&club, "name,active_member,phone,email\nAnn,yes,,\n,yes,,\n\nBob,perhaps,call me,\nCy,,,cy\n");
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(refused(&club, "name,phone\r\n\r\nAnn,\r\nBob,call me\r\n")[0].starts_with("Line 4: "));
    for (error, start) in errors.iter().zip(["Line 3: The name ", "Line 5: “perhaps” ", "Line 6: “cy” "]) {
        assert!(error.starts_with(start) && error.ends_with('.'), "{error}");
    }
    for (csv, start) in [
        ("", "Line 1: The first line "),
        (" \n\n", "Line 1: The first line "),
        ("Ann,yes\n", "Line 1: The first line "),
        ("phone\n555-0134\n", "Line 1: The first line "),
        ("name,nom\nAnn,Ann\n", "Line 1: The column “nom” "),
        ("name,phone\nAnn,555-0134,ann@example.org\n", "Line 2: “ann@example.org” "),
        ("name\n\"Ann\nBob\"\nCy\n", "Line 2: A name is one line"),
        (&format!("name\n{}\n", "x".repeat(101)), "Line 2: Write 1 to 100 letters"),
        ("sep=;\nnom;téléphone\nAnn;1\n", "Line 3: “1” is not a telephone number"),
        ("name\nAnn,yes\n", "Line 2: “yes” stands in no column"),
        ("nom\nAnn,555-0134\n", "Line 2: “555-0134” stands in no column"),
        ("name\nAnn\nJos\u{fffd}\n", "Line 3: “Jos\u{fffd}” has a spoiled letter"),
        ("nom,prenom\nCôté,Ã\u{81}ngel\n", "Line 2: “Ã\\u0081ngel Côté” has a spoiled letter"),
    ] {
        let errors = refused(&club, csv);
        assert!(errors.len() == 1 && errors[0].starts_with(start), "{csv}: {errors:?}");
    }
    let wrong: String = (0..300).map(|_| "Ann,call me\n").collect();
    assert_eq!(refused(&club, &format!("name,phone\n{wrong}")).len(), 20, "a few are enough to see what is wrong");
    let ask = |body: Value| club.0.request("POST", IMPORT, &club.1, Some(&body));
    for body in [json!({}), json!({"csv": null}), json!({"csv": ["name"]})] {
        assert_eq!(ask(body).problem(422, "invalid")["errors"][0]["pointer"], "/csv");
    }
}

#[test]
fn a_quotation_mark_that_nothing_closes_is_named() {
    let club = club();
    let sentence = "A quotation mark opens a cell here, and no second mark closes the cell";
    for (csv, line) in [("name\nAnn\n\"Bob\nCid\n", 3), ("name,phone\nAnn,\"555-0134\n", 2)] {
        let details = refused(&club, csv);
        assert!(details.len() == 1 && details[0].starts_with(&format!("Line {line}: {sentence}")), "{details:?}");
    }
    let titles = refused(&club, "\"name\nAnn\n");
    assert!(titles[0].contains(sentence), "{titles:?}");
    import(&club, "name\n\"Ann \"\"Annie\"\" Archer\"\n").ok(200);
}

#[test]
fn an_import_is_limited_to_two_thousand_players() {
    let club = club();
    let table = |count: usize| (1..=count).map(|number| format!("Player {number}\n")).collect::<String>();
    assert!(refused(&club, &format!("name\n{}", table(2001)))[0].contains("2000"));
    let answer = import(&club, &format!("name\n{}", table(2000))).ok(200);
    assert_eq!(answer["added"].as_array().unwrap().len(), 2000);
}

#[test]
fn only_the_coordinator_exports_players_and_other_methods_are_405() {
    let club = club();
    let scorer = Game::two_sided(&club.0).token;
    let body = json!({"csv": "name\nEve\n"});
    club.0.request("GET", TABLE, &scorer, None).problem(403, "forbidden");
    club.0.request("POST", IMPORT, &scorer, Some(&body)).problem(403, "forbidden");
    club.0.get(TABLE).problem(401, "unauthorized");
    club.0.post(IMPORT, &body).problem(401, "unauthorized");
    for (method, path, allow) in
        [("POST", TABLE, "GET, HEAD, OPTIONS"), ("GET", IMPORT, "POST, OPTIONS"), ("DELETE", IMPORT, "POST, OPTIONS")]
    {
        let answer = club.0.request(method, path, &club.1, None);
        assert_eq!(answer.header("allow"), allow, "{method} {path}");
        answer.problem(405, "method-not-allowed");
    }
    assert_eq!(roster(&club), [] as [Value; 0]);
}
