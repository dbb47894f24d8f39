//! The phone page and Swagger UI, as files.

use std::io::Read;

use flate2::Compression;
use flate2::read::GzEncoder;
use ureq::http::Request;

use crate::support::page::script_of;
use crate::support::service::{Answer, Service, unlimited};

#[test]
fn the_page_and_its_files_are_served_from_the_binary() {
    let service = Service::start();
    let page = service.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.text.contains("<title>Pegout</title>"));
    assert_eq!(page.header("cache-control"), "no-cache");
    let script = service.get(&script_of(&service));
    assert_eq!((script.status, script.header("content-type")), (200, "text/javascript; charset=utf-8"));
}

#[test]
fn a_file_whose_address_has_the_hash_of_the_page_is_never_asked_for_again() {
    let service = Service::start();
    let script = script_of(&service);
    let folder = script.strip_suffix("/main.js").expect("the first script is main.js");
    let hash = folder.strip_prefix("/page/").expect("scripts are in the folder of the page");
    assert!(hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{folder}");
    for name in ["main.js", "table.js", "messages/en.js", "styles/shell.css", "tv/main.js"] {
        let file = service.get(&format!("{folder}/{name}"));
        assert_eq!((file.status, file.header("cache-control")), (200, "public, max-age=31536000, immutable"), "{name}");
    }
    for path in ["/", "/index.html", "/tv", "/tv.html", "/sw.js", "/manifest.webmanifest", "/icon.svg"] {
        assert_eq!(service.get(path).header("cache-control"), "no-cache", "{path}");
    }
    for path in ["/main.js", "/sw.js.map", "/lib/dom.js", "/ui/base.css", "/styles/shell.css"] {
        assert_eq!(service.get(path).status, 404, "{path}");
    }
}

#[test]
fn a_matching_etag_gets_304() {
    let service = Service::start();
    for path in ["/".to_owned(), "/sw.js".to_owned(), script_of(&service)] {
        let first = service.get(&path);
        let asking = |tag: &str| {
            let request = Request::get(format!("{}{path}", service.url)).header("If-None-Match", tag);
            service.run(request.body(Vec::new()).unwrap())
        };
        let again = asking(first.header("etag"));
        assert_eq!((again.status, again.text.as_str()), (304, ""), "{path}");
        for header in ["cache-control", "vary"] {
            assert_eq!(again.header(header), first.header(header), "{path}: {header}");
        }
        assert_eq!(again.header("vary"), "Accept-Encoding", "{path}");
        assert_eq!(asking("\"old\"").status, 200, "{path}");
    }
}

#[test]
fn a_file_is_compressed_better_than_gzip_can() {
    let service = Service::start();
    let script = script_of(&service);
    let plain = service.get(&script);
    let asking = |accepted: &str| {
        let address = format!("{}{script}", service.url);
        let request = Request::get(address).header("Accept-Encoding", accepted);
        service.run(request.body(Vec::new()).unwrap())
    };
    let compressed = asking("gzip, deflate, br");
    assert_eq!((compressed.header("content-encoding"), compressed.header("vary")), ("gzip", "Accept-Encoding"));
    for header in ["content-type", "cache-control", "etag"] {
        assert_eq!(compressed.header(header), plain.header(header), "{header}");
    }
    let mut best = Vec::new();
    GzEncoder::new(plain.text.as_bytes(), Compression::best()).read_to_end(&mut best).unwrap();
    let length: usize = compressed.header("content-length").parse().unwrap();
    assert!(length < best.len(), "{length} bytes, and {} of gzip", best.len());
    for refused in ["identity", "gzip;q=0"] {
        let answer = asking(refused);
        assert_eq!(answer.header("content-encoding"), "", "{refused}");
        assert_eq!(answer.text, plain.text, "{refused}");
        assert_eq!(answer.header("vary"), "Accept-Encoding", "a cache must not give it to who can read gzip only");
    }
}

#[test]
fn the_script_of_another_version_reloads_its_page() {
    let service = Service::start();
    let other_version = ["/page/00000000/table.js", "/page/00000000/night/messages/fr.js"];
    let earlier_release = ["/app/main.js", "/views/count.js", "/office/night/lead.js", "/hall/messages/en.js"];
    for path in ["/reload.js"].into_iter().chain(other_version).chain(earlier_release) {
        let script = service.get(path);
        assert_eq!((script.status, script.header("content-type")), (200, "text/javascript; charset=utf-8"), "{path}");
        assert_eq!(script.header("cache-control"), "no-store", "{path}");
        assert!(script.text.contains("location.reload()"), "{path}");
    }
    for path in [
        "/page/00000000/styles/shell.css",
        "/page/",
        "/office/style/club.css",
        "/views/",
        "/scoring/nothing.js",
        "/apple/main.js",
    ] {
        service.get(path).problem(404, "not-found");
    }
}

#[test]
fn the_tv_board_has_a_short_path() {
    let service = Service::start();
    let (short, long) = (service.get("/tv"), service.get("/tv.html"));
    assert_eq!(short.status, long.status);
    for header in ["content-type", "cache-control", "etag", "content-security-policy"] {
        assert_eq!(short.header(header), long.header(header), "{header}");
    }
    let head = service.send("HEAD", "/tv", None, b"");
    assert_eq!((head.status, head.text.as_str()), (short.status, ""));
    if short.status == 200 {
        assert_eq!(short.text, long.text);
        assert_eq!(
            (short.header("content-type"), short.header("cache-control")),
            ("text/html; charset=utf-8", "no-cache")
        );
        service.post("/tv", &serde_json::json!({})).problem(405, "method-not-allowed");
    }
}

#[test]
fn the_tv_board_with_a_slash_leads_to_the_one_without() {
    let service = Service::start();
    for (path, location) in [("/tv/", "../tv"), ("/tv/?lang=en,fr", "../tv?lang=en,fr")] {
        let redirect = service.get(path);
        assert_eq!((redirect.status, redirect.header("location")), (307, location));
    }
}

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

fn accepting(service: &Service, path: &str, accepted: &str) -> Answer {
    let request = Request::get(format!("{}{path}", service.url)).header("Accept", accepted);
    service.run(request.body(Vec::new()).unwrap())
}

#[test]
fn a_browser_at_a_mistyped_address_gets_a_page_with_a_way_home() {
    let public = "https://club.example/crib";
    let unknown = Service::start();
    let named = Service::start_with(|command| unlimited(command).args(["--behind-proxy", "--public-url", public]));
    for (path, up) in [
        ("/nowhere", "./"),
        ("/missing.html", "./"),
        ("/tv/nowhere", "../"),
        ("/docs/index.html?a=/b", "../"),
        ("/a/b/c/", "../../../"),
        ("/problems/mulligan", "../"),
        ("/embed/night/mulligan", "../../"),
        ("/embed/standings/00000000-0000-4000-8000-000000000009", "../../"),
    ] {
        for (service, home) in [(&unknown, up), (&named, "https://club.example/crib/")] {
            let page = accepting(service, path, BROWSER);
            assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"), "{path}");
            assert_eq!(page.header("cache-control"), "no-store", "{path}");
            for (words, language) in [("Home", "en"), ("Accueil", "fr")] {
                assert!(page.text.contains(&format!(r#"<a href="{home}">{words}</a>"#)), "{path}: {}", page.text);
                assert!(page.text.contains(&format!(r#" lang="{language}">"#)), "{path}");
            }
            let sheet = page.text.split(r#"rel="stylesheet" href=""#).nth(1).and_then(|rest| rest.split('"').next());
            let sheet =
                sheet.and_then(|sheet| sheet.strip_prefix(up)).expect("it goes up as far as the address goes down");
            assert_eq!(service.get(&format!("/{sheet}")).status, 200, "{path}: {sheet}");
            assert!(!page.text.contains(['{', '}']) && !page.text.contains("<script"), "{path}");
        }
    }
}

#[test]
fn a_program_at_a_mistyped_address_gets_a_problem() {
    let service = Service::start();
    for accepted in ["*/*", "", "application/json, text/html;q=0.9", "image/avif,image/webp,*/*;q=0.8", "text/*;q=x"] {
        for path in ["/nowhere", "/problems/mulligan", "/embed/night/mulligan"] {
            accepting(&service, path, accepted).problem(404, "not-found");
        }
    }
    for path in ["/api/v1/nowhere", "/api/", "/api/v1/games/nowhere"] {
        let problem = accepting(&service, path, BROWSER);
        assert_eq!(problem.header("content-type"), "application/problem+json", "{path}");
    }
    let request = Request::post(format!("{}/nowhere", service.url)).header("Accept", BROWSER);
    service.run(request.body(Vec::new()).unwrap()).problem(404, "not-found");
}

#[test]
fn swagger_ui_comes_from_the_binary() {
    let service = Service::start();
    let redirect = service.get("/docs");
    assert_eq!((redirect.status, redirect.header("location")), (307, "docs/"));
    let docs = service.get("/docs/");
    assert_eq!(docs.status, 200);
    assert!(docs.text.contains("<title>Pegout: the HTTP interface</title>"));
    assert!(!docs.text.contains("//cdn") && !docs.text.contains("https://"), "something comes from elsewhere");
    let named = ["href=\"", "src=\""].map(|name| docs.text.split(name).skip(1)).into_iter().flatten();
    let links: Vec<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.contains(&"swagger-ui-bundle.js") && links.contains(&"../openapi.json"), "{links:?}");
    for link in links {
        let path = link.strip_prefix("../").map_or_else(|| format!("/docs/{link}"), |link| format!("/{link}"));
        assert_eq!(service.get(&path).status, 200, "{link}");
    }
    let script = service.get("/docs/swagger-ui-bundle.js");
    let request = Request::get(format!("{}/docs/swagger-ui-bundle.js", service.url));
    let request = request.header("If-None-Match", script.header("etag"));
    assert_eq!(service.run(request.body(Vec::new()).unwrap()).status, 304);
    for missing in ["nothing.js", "swagger-initializer.js", "index.html"] {
        service.get(&format!("/docs/{missing}")).problem(404, "not-found");
    }
}
