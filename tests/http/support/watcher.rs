//! A client of an event stream.

use std::io::{BufRead, BufReader};

use serde_json::Value;
use ureq::http::Request;
use ureq::http::request::Builder;

use crate::support::service::Service;

/// An open event stream.
pub struct Watcher(BufReader<ureq::BodyReader<'static>>);

impl Watcher {
    pub fn open(service: &Service, path: &str, last_event_id: Option<&str>) -> Watcher {
        let mut request = Request::get(format!("{}{path}", service.url));
        if let Some(id) = last_event_id {
            request = request.header("Last-Event-ID", id);
        }
        Watcher::with(service, request)
    }

    /// Opens a stream with this forwarded address.
    pub fn open_from(service: &Service, path: &str, address: &str) -> Watcher {
        let request = Request::get(format!("{}{path}", service.url));
        Watcher::with(service, request.header("X-Forwarded-For", address))
    }

    /// Opens a stream with a token.
    pub fn open_with(service: &Service, path: &str, token: &str) -> Watcher {
        let request = Request::get(format!("{}{path}", service.url));
        Watcher::with(service, request.header("Authorization", format!("Bearer {token}")))
    }

    fn with(service: &Service, request: Builder) -> Watcher {
        Watcher::of(service.listen(request.header("Accept-Encoding", "gzip").body(()).unwrap()))
    }

    /// The stream of this response.
    pub fn of(response: ureq::http::Response<ureq::Body>) -> Watcher {
        assert_eq!(response.status().as_u16(), 200);
        let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(header("content-type").unwrap(), "text/event-stream");
        assert_eq!(header("content-encoding"), None, "compression would buffer the events");
        assert_eq!(header("cache-control").unwrap(), "no-store");
        Watcher(BufReader::new(response.into_body().into_reader()))
    }

    /// The id and data of the next event, or `None` at the end.
    pub fn next(&mut self) -> Option<(String, Value)> {
        let (mut id, mut line) = (String::new(), String::new());
        while self.0.read_line(&mut line).unwrap() > 0 {
            if let Some(given) = line.strip_prefix("id: ") {
                given.trim_end().clone_into(&mut id);
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((id, serde_json::from_str(data).unwrap()));
            }
            line.clear();
        }
        None
    }

    /// Reads events up to the first that meets the condition.
    pub fn until(&mut self, condition: impl Fn(&Value) -> bool) -> Vec<(String, Value)> {
        let mut events = vec![self.next().unwrap()];
        while !condition(&events.last().unwrap().1) {
            events.push(self.next().unwrap());
        }
        events
    }
}
