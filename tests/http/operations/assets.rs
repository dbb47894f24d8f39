//! The phone page and Swagger UI, as files.

use std::io::Read;

use flate2::Compression;
use flate2::read::GzEncoder;

use crate::support::service::Service;

#[test]
fn the_page_and_its_files_are_served_from_the_binary() {
    let service = Service::start();
    let page = service.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.text.contains("<title>Pegout</title>"));
    let script = service.get("/main.js");
    assert_eq!((script.status, script.header("content-type")), (200, "text/javascript; charset=utf-8"));
}

#[test]
fn a_matching_etag_gets_304() {
    let service = Service::start();
    let first = service.get("/main.js");
    assert_eq!(first.header("cache-control"), "no-cache");
    let request =
        ureq::http::Request::get(format!("{}/main.js", service.url)).header("If-None-Match", first.header("etag"));
    let again = service.run(request.body(Vec::new()).unwrap());
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    let request = ureq::http::Request::get(format!("{}/main.js", service.url)).header("If-None-Match", "\"old\"");
    assert_eq!(service.run(request.body(Vec::new()).unwrap()).status, 200);
}

#[test]
fn a_file_is_compressed_as_well_as_gzip_can() {
    let service = Service::start();
    let plain = service.get("/main.js");
    let asking = |accepted: &str| {
        let request = ureq::http::Request::get(format!("{}/main.js", service.url)).header("Accept-Encoding", accepted);
        service.run(request.body(Vec::new()).unwrap())
    };
    let compressed = asking("gzip, deflate, br");
    assert_eq!((compressed.header("content-encoding"), compressed.header("vary")), ("gzip", "accept-encoding"));
    for header in ["content-type", "cache-control", "etag"] {
        assert_eq!(compressed.header(header), plain.header(header), "{header}");
    }
    let mut best = Vec::new();
    GzEncoder::new(plain.text.as_bytes(), Compression::best()).read_to_end(&mut best).unwrap();
    assert_eq!(compressed.header("content-length"), best.len().to_string());
    for refused in ["identity", "gzip;q=0"] {
        let answer = asking(refused);
        assert_eq!(answer.header("content-encoding"), "", "{refused}");
        assert_eq!(answer.text, plain.text, "{refused}");
    }
}

#[test]
fn the_script_of_an_earlier_release_reloads_its_page() {
    let service = Service::start();
    for path in ["/reload.js", "/app/main.js", "/views/count.js", "/office/night/lead.js", "/hall/messages/en.js"] {
        let script = service.get(path);
        assert_eq!((script.status, script.header("content-type")), (200, "text/javascript; charset=utf-8"), "{path}");
        assert_eq!(script.header("cache-control"), "no-store", "{path}");
        assert!(script.text.contains("location.reload()"), "{path}");
    }
    for path in ["/office/style/club.css", "/views/", "/scoring/nothing.js", "/apple/main.js"] {
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
fn swagger_ui_comes_from_the_binary() {
    let service = Service::start();
    let redirect = service.get("/docs");
    assert_eq!((redirect.status, redirect.header("location")), (307, "/docs/"));
    let docs = service.get("/docs/");
    assert_eq!(docs.status, 200);
    assert!(docs.text.contains("swagger-ui"));
    assert!(!docs.text.contains("//cdn") && !docs.text.contains("https://"), "something comes from elsewhere");
    assert!(service.get("/docs/swagger-initializer.js").text.contains("/openapi.json"));
    assert!(service.get("/docs/swagger-initializer.js").text.contains(r#""validatorUrl": "none""#));
    service.get("/docs/nothing.js").problem(404, "not-found");
}
