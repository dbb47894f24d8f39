//! Answers as bytes of a connection.

use std::io::Read;

use ureq::http::{HeaderMap, HeaderName, HeaderValue};

use crate::support::service::Answer;

/// Reads the answers up to the end of the connection. Each answer has the length of its body in a header.
#[track_caller]
pub fn answers(stream: &mut impl Read) -> Vec<Answer> {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (mut rest, mut all) = (text.as_str(), Vec::new());
    while !rest.is_empty() {
        let (head, after) = rest.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {rest}"));
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().strip_prefix("HTTP/1.1 ").unwrap()[..3].parse().unwrap();
        let fields = lines.map(|line| line.split_once(": ").unwrap());
        let headers: HeaderMap = fields
            .map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse::<HeaderValue>().unwrap()))
            .collect();
        let (body, next) = after.split_at(headers["content-length"].to_str().unwrap().parse().unwrap());
        all.push(Answer { status, headers, text: body.to_owned() });
        rest = next;
    }
    all
}
