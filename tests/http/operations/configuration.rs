//! Options and environment variables.

use std::process::Output;

use serde_json::json;
use ureq::http::Request;

use crate::support::service::{Service, pegout};

/// Returns true if the service trusts `X-Forwarded-For`.
fn believes(service: &Service) -> bool {
    let body = json!({"password": "wrong"}).to_string();
    let statuses = ["192.0.2.1", "192.0.2.2"].map(|host| {
        let request = Request::post(format!("{}/api/v1/session", service.url)).header("X-Forwarded-For", host);
        let request = request.header("Content-Type", "application/json").body(body.clone().into_bytes());
        service.run(request.unwrap()).status
    });
    assert!([[401, 401], [401, 429]].contains(&statuses), "{statuses:?}");
    statuses == [401, 401]
}

#[test]
fn the_environment_accepts_any_common_boolean_for_the_proxy() {
    for (word, behind) in [
        ("1", true),
        ("yes", true),
        ("true", true),
        ("on", true),
        ("0", false),
        ("no", false),
        ("false", false),
        ("off", false),
    ] {
        let service = Service::start_with(|command| {
            command.env("PEGOUT_BEHIND_PROXY", word).args(["--wrong-tries", "1"]).env("PEGOUT_PASSWORD", "fifteen two")
        });
        assert_eq!(believes(&service), behind, "{word}");
    }
}

#[test]
fn the_proxy_option_overrides_the_environment() {
    for (option, variable, behind) in
        [("--behind-proxy", "no", true), ("--behind-proxy=yes", "0", true), ("--behind-proxy=no", "1", false)]
    {
        let service = Service::start_with(|command| {
            let command = command.env("PEGOUT_BEHIND_PROXY", variable).env("PEGOUT_PASSWORD", "fifteen two");
            command.args([option, "--wrong-tries", "1"])
        });
        assert_eq!(believes(&service), behind, "{option}");
    }
}

fn logging(directives: &str, arguments: &[&str]) -> Output {
    let directory = tempfile::tempdir().unwrap();
    pegout(&directory).env("RUST_LOG", directives).args(arguments).output().unwrap()
}

#[test]
fn an_unknown_log_level_is_refused_before_anything_else() {
    for directives in
        ["verbose", "pegout=loud", "actix_web", "verbose,actix_web", "=", "info,pegout=loud", "a=b=c", "info/a/b"]
    {
        for arguments in [&["--listen", "nowhere"][..], &["openapi"]] {
            let output = logging(directives, arguments);
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{directives}: {error}");
            assert!(error.contains(&format!("RUST_LOG={directives} ")), "{error}");
            assert!(error.contains("error, warn, info, debug, trace or off"), "{error}");
            assert!(output.stdout.is_empty());
        }
    }
}

#[test]
fn a_log_filter_may_name_a_level_or_the_service() {
    for directives in [
        "warn",
        "OFF",
        "pegout=debug,actix_web=info",
        " info , actix_server=warn ",
        "pegout",
        "pegout::store",
        "info/x",
        "",
    ] {
        let output = logging(directives, &["openapi"]);
        assert!(output.status.success(), "{directives}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let cases = [
        ("pegout=error", true),
        ("pegout", true),
        ("pegout::store", true),
        ("pegout::services", false),
        ("off", false),
    ];
    for (directives, said) in cases {
        // The database is a directory, which is an error in the log but does not stop the service.
        let directory = tempfile::tempdir().unwrap();
        std::fs::create_dir(directory.path().join("pegout.db")).unwrap();
        let log = std::fs::File::create(directory.path().join("log")).unwrap();
        let service = Service::start_in(directory.into(), |command| command.env("RUST_LOG", directives).stderr(log));
        let log = std::fs::read_to_string(service.directory.path().join("log")).unwrap();
        assert_eq!(log.contains("ERROR"), said, "{directives}: {log}");
    }
}
