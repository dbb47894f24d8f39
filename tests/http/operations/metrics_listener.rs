//! The metrics at an address of their own.

use std::net::TcpListener;

use crate::support::command::refused;
use crate::support::service::{Service, unlimited};

/// An address of this machine that nobody listens at.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

#[test]
fn metrics_with_an_address_of_their_own_are_told_there_alone_until_the_stop() {
    let address = free_address();
    let mut service = Service::start_with(|command| unlimited(command).args(["--metrics-listen", &address]));
    service.get("/metrics").problem(404, "not-found");
    service.get("/api/v1/rules").ok(200);
    let at = |path: &str| {
        let request = ureq::http::Request::get(format!("http://{address}{path}"));
        service.run(request.body(Vec::new()).unwrap())
    };
    let told = at("/metrics");
    assert_eq!((told.status, told.header("content-type")), (200, "text/plain; version=0.0.4"));
    assert!(told.text.contains("endpoint=\"/api/v1/rules\""), "{}", told.text);
    for path in ["/", "/healthz", "/api/v1/rules"] {
        assert_eq!(at(path).status, 404, "{path}");
    }
    service.stop();
    assert!(TcpListener::bind(&address).is_ok(), "the address is still listened at");
}

#[test]
fn an_address_for_the_metrics_that_is_in_use_stops_the_start() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let directory = tempfile::tempdir().unwrap();
    let said = refused(&directory, &["--listen", "127.0.0.1:0", "--metrics-listen", &address]);
    assert!(said.contains(&format!("Cannot tell the metrics at {address}: ")), "{said}");
    assert!(!directory.path().join("pegout.db").exists());
}
