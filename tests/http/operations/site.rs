//! The pages for other sites, the document as a file, and the files for robots, language models and reporters.

use serde_json::{Value, json};
use ureq::http::Request;

use crate::support::game::id;
use crate::support::league::{League, text};
use crate::support::service::{Answer, Service, pegout};

const SECURITY: &str = "/.well-known/security.txt";

/// A public league with a night of a season, and the addresses of their pages.
fn embedded() -> (League, [String; 2]) {
    let league = League::open();
    let body = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-12-31"});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &body).ok(201)["id"]);
    let night = league.schedule(&json!({"date": "2026-01-28", "season_id": season})).id;
    let pages = [format!("/embed/night/{night}"), format!("/embed/standings/{season}")];
    (league, pages)
}

fn show(league: &League, is_public: bool) {
    let body = json!({"name": "Thursdays", "public": is_public});
    league.as_coordinator("PUT", "/api/v1/league", &body).json();
}

/// The answer without the parts that differ between two requests.
fn told(answer: &Answer) -> (u16, String, Vec<String>) {
    let headers = answer.headers.iter().filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()));
    let headers = headers.map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()));
    (answer.status, answer.text.replace(answer.header("x-request-id"), ""), headers.collect())
}

#[test]
fn any_site_may_frame_a_night_and_a_season_of_a_public_league() {
    let (league, pages) = embedded();
    show(&league, true);
    for page in &pages {
        let answer = league.service.get(page);
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/html; charset=utf-8"), "{page}");
        assert_eq!((answer.header("x-frame-options"), answer.header("cache-control")), ("", "no-cache"), "{page}");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; ") && policy.ends_with("; frame-ancestors *"), "{policy}");
        assert!(!policy.contains("unsafe") && policy.matches('*').count() == 1, "{policy}");
        assert!(answer.text.contains(r#"<meta name="robots" content="noindex" />"#));
        let answer = league.service.post(page, &json!({}));
        assert_eq!(answer.header("allow"), "GET, HEAD, OPTIONS");
        answer.problem(405, "method-not-allowed");
    }
    for page in ["/", "/tv", "/docs/", "/embed.html", "/embed/", "/embed/night", "/embed/rules/1", "/healthz"] {
        let answer = league.service.get(page);
        assert_eq!(answer.header("x-frame-options"), "DENY", "{page}");
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"), "{page}");
    }
    league.service.get("/embed.html").problem(404, "not-found");
}

#[test]
fn a_private_league_embeds_nothing_from_the_moment_on_that_it_is_private() {
    let (league, pages) = embedded();
    let unknown = |page: &str| format!("{}/{}", page.rsplit_once('/').unwrap().0, id(9));
    let is_hidden = |page: &str| {
        let (hidden, missing) = (league.service.get(page), league.service.get(&unknown(page)));
        assert_eq!(told(&hidden), told(&missing), "{page} differs from an unknown id");
        assert_eq!(told(&hidden), told(&league.service.get(&format!("{}x", unknown(page)))), "no id at all");
        assert_eq!(told(&hidden), told(&league.get(page)), "the coordinator's browser asks without a token");
        hidden.problem(404, "not-found");
    };
    pages.iter().for_each(|page| is_hidden(page));
    show(&league, true);
    for page in &pages {
        let answer = league.service.get(page);
        assert_eq!(answer.status, 200, "{page}");
        league.service.get(&unknown(page)).problem(404, "not-found");
        let conditional = Request::get(format!("{}{page}", league.url)).header("If-None-Match", answer.header("etag"));
        assert_eq!(league.run(conditional.body(Vec::new()).unwrap()).status, 304, "{page}");
    }
    show(&league, false);
    for page in &pages {
        is_hidden(page);
        let conditional = Request::get(format!("{}{page}", league.url)).header("If-None-Match", "*");
        assert_eq!(league.run(conditional.body(Vec::new()).unwrap()).status, 404, "{page}");
    }
}

#[test]
fn robots_leave_the_interface_alone() {
    let robots = Service::start().get("/robots.txt");
    assert_eq!((robots.status, robots.header("content-type")), (200, "text/plain; charset=utf-8"));
    let lines: Vec<&str> = robots.text.lines().collect();
    assert_eq!(lines, ["User-agent: *", "Disallow: /api/", "Allow: /", "Allow: /docs"]);
}

/// The commands of the guide, with the method and the address of each.
fn commands(guide: &str) -> Vec<(String, String)> {
    let commands = guide.lines().filter_map(|line| line.strip_prefix("    curl "));
    let parsed = commands.map(|command| {
        let method = match command.split_once("-X ") {
            Some((_, rest)) => rest.split(' ').next().unwrap(),
            None if command.contains("--json") => "POST",
            None => "GET",
        };
        let address = command.split([' ', '\'']).find(|part| part.starts_with("http")).unwrap();
        (method.to_lowercase(), address.to_owned())
    });
    parsed.collect()
}

#[test]
fn every_command_of_the_guide_for_language_models_is_an_operation_of_the_document() {
    let service = Service::start();
    let guide = service.get("/llms.txt");
    assert_eq!((guide.status, guide.header("content-type")), (200, "text/plain; charset=utf-8"));
    assert!(guide.text.starts_with("# Pegout\n\n> "), "the form of llmstxt.org");
    for link in ["/openapi.json", "/docs/"] {
        assert!(guide.text.contains(&format!("{}{link}", service.url)), "{link}");
        assert_eq!(service.get(link).status, 200);
    }
    let document: Value = service.get("/openapi.json").json();
    let commands = commands(&guide.text);
    assert!(commands.len() >= 15, "{commands:?}");
    for (method, address) in commands {
        let path = address.strip_prefix(&service.url).unwrap().split('?').next().unwrap();
        let path = path.replace("/pegs/PEG", "/pegs/{peg_id}");
        let path = ["GAME", "NIGHT", "SEASON"].iter().fold(path, |path, word| path.replace(word, "{id}"));
        assert!(document["paths"][&path][&method].is_object(), "{method} {path}");
    }
    let paths = document["paths"].as_object().unwrap();
    assert!(!paths.contains_key("/api/v1/nowhere"), "control: an unknown path is not found");
}

#[test]
fn the_commands_of_the_guide_that_need_nothing_succeed_as_they_stand() {
    let service = Service::start();
    let guide = service.get("/llms.txt").text;
    let lines = guide.lines().filter_map(|line| line.strip_prefix("    curl "));
    let mut tried = 0;
    for line in
        lines.filter(|line| !["GAME", "PEG", "NIGHT", "SEASON", "PASSWORD"].iter().any(|word| line.contains(word)))
    {
        let address = line.split([' ', '\'']).find(|part| part.starts_with("http")).unwrap();
        let path = address.strip_prefix(&service.url).unwrap();
        let answer = match line.split_once("--json '") {
            Some((_, body)) => service.post(path, &serde_json::from_str(body.trim_end_matches('\'')).unwrap()),
            None => service.get(path),
        };
        // A new league is private, as the guide says.
        let private = ["/api/v1/nights", "/api/v1/seasons"].contains(&path);
        let expected = if private { 401 } else { 200 };
        assert!(answer.status == expected || answer.status == 201, "{line}: {}", answer.text);
        tried += 1;
    }
    assert!(tried >= 8, "{tried}");
}

#[test]
fn the_operators_contact_stands_in_security_txt_with_a_date_that_comes() {
    for (given, contact) in [
        ("security@example.org", "mailto:security@example.org"),
        ("https://example.org/report", "https://example.org/report"),
    ] {
        let service = Service::start_with(|command| command.args(["--security-contact", given]));
        let answer = service.get(SECURITY);
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/plain; charset=utf-8"));
        let field = |name: &str| answer.text.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_owned();
        assert_eq!(field("Contact: "), contact);
        let expires: jiff::Timestamp = field("Expires: ").parse().unwrap();
        let days = expires.duration_since(jiff::Timestamp::now()).as_hours() / 24;
        assert!((178..=180).contains(&days), "{days}");
        assert_eq!(service.get(SECURITY).text, answer.text, "it is the same all day");
    }
    let service = Service::start_with(|command| command.env("PEGOUT_SECURITY_CONTACT", "tel:+1-514-555-0134"));
    assert!(service.get(SECURITY).text.starts_with("Contact: tel:+1-514-555-0134\n"));
    Service::start().get(SECURITY).problem(404, "not-found");
}

#[test]
fn a_contact_that_is_none_is_refused_at_the_start() {
    for wrong in ["", "the hall", "http://example.org", "mailto:", "ann", "a@b.org\nExpires: never"] {
        let directory = tempfile::tempdir().unwrap();
        let output = pegout(&directory).args(["--security-contact", wrong]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("--security-contact"), "{wrong}");
    }
}

#[test]
fn the_document_is_compressed_once_and_a_browser_that_has_it_gets_304() {
    let service = Service::start();
    let plain = service.get("/openapi.json");
    assert_eq!((plain.header("content-type"), plain.header("cache-control")), ("application/json", "no-cache"));
    let asking = |name: &str, value: &str| {
        let request = Request::get(format!("{}/openapi.json", service.url)).header(name, value);
        service.run(request.body(Vec::new()).unwrap())
    };
    let compressed = asking("Accept-Encoding", "gzip");
    assert_eq!((compressed.header("content-encoding"), compressed.header("etag")), ("gzip", plain.header("etag")));
    let length: usize = compressed.header("content-length").parse().expect("it is not compressed on the way");
    assert!(length * 5 < plain.text.len(), "{length} of {}", plain.text.len());
    let again = asking("If-None-Match", plain.header("etag"));
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    assert_eq!(asking("If-None-Match", "\"other\"").status, 200);
}
