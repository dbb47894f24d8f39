//! The answers that actix-http gives by itself, and the problems in their places.
//!
//! It answers bytes that are no request before any handler sees them, with a head alone, and has no hook for it. Every error of
//! Pegout's own has a body, so such a head is known by its form.

use actix_web::http::StatusCode;

use crate::problem::{Problem, ProblemType};

/// The end of a head.
const END: &[u8] = b"\r\n\r\n";
/// The beginning of an answer.
const BEGINNING: &[u8] = b"HTTP/1.";
/// The most bytes of a bare answer: about 130, with the longest status and a `connection`.
const MAX_LENGTH: usize = 160;

/// An error without a body at the end of what is to be sent.
#[derive(Debug, PartialEq, Eq)]
pub struct BareAnswer<'a> {
    /// The place at which it begins.
    pub start: usize,
    kind: ProblemType,
    date: &'a str,
}

impl BareAnswer<'_> {
    /// Finds the bare answer at the end of these bytes. Other answers may stand before it.
    pub fn find(bytes: &[u8]) -> Option<BareAnswer<'_>> {
        // Nearly nothing that is sent ends like this, so that nearly nothing is searched.
        if !bytes.ends_with(END) {
            return None;
        }
        let skipped = bytes.len().saturating_sub(MAX_LENGTH);
        let start = skipped + bytes[skipped..].windows(BEGINNING.len()).rposition(|window| window == BEGINNING)?;
        let mut lines = str::from_utf8(&bytes[start..bytes.len() - END.len()]).ok()?.split("\r\n");
        let kind = match lines.next()?.get("HTTP/1.1 ".len()..)?.get(..3)? {
            // 500 is for chunks of a body that belong to no request.
            "400" | "500" => ProblemType::NotHttp,
            "408" => ProblemType::HeadTooSlow,
            "431" => ProblemType::HeadTooLarge,
            _ => return None,
        };
        let has_no_body = lines.next()? == "content-length: 0";
        let mut lines = lines.skip_while(|line| line.starts_with("connection: "));
        let date = lines.next()?.strip_prefix("date: ")?;
        (has_no_body && lines.next().is_none()).then_some(BareAnswer { start, kind, date })
    }

    /// Returns the problem that the answer is about.
    pub fn problem(&self) -> Problem {
        let detail = match self.kind {
            ProblemType::HeadTooSlow => "The request has not arrived in time: connect again, and send it at once.",
            ProblemType::HeadTooLarge => "The address and the headers are too long or too many: send fewer of them.",
            _ => {
                "What was sent is no request of HTTP/1.1: look at its first line, its headers with Host among them, and \
                 the chunks of its body."
            }
        };
        Problem::new(self.kind, detail)
    }

    /// Returns the answer with this body, after which the connection ends.
    pub fn with_body(&self, body: &[u8], request_id: &str) -> Vec<u8> {
        let status = StatusCode::from_u16(self.kind.info().status).unwrap_or(StatusCode::BAD_REQUEST);
        let head = format!(
            "HTTP/1.1 {status}\r\n\
             content-type: application/problem+json\r\n\
             content-length: {}\r\n\
             connection: close\r\n\
             cache-control: no-store\r\n\
             x-content-type-options: nosniff\r\n\
             x-request-id: {request_id}\r\n\
             date: {}\r\n\r\n",
            body.len(),
            self.date,
        );
        [head.as_bytes(), body].concat()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    const DATE: &str = "Thu, 01 Jan 2026 00:00:00 GMT";

    fn bare(status: &str, connection: &str) -> String {
        format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n{connection}date: {DATE}\r\n\r\n")
    }

    #[test]
    fn each_bare_answer_is_found_behind_other_answers() {
        let other = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ndate: x\r\n\r\n{}";
        for (status, kind) in [
            ("400 Bad Request", ProblemType::NotHttp),
            ("408 Request Timeout", ProblemType::HeadTooSlow),
            ("431 Request Header Fields Too Large", ProblemType::HeadTooLarge),
            ("500 Internal Server Error", ProblemType::NotHttp),
        ] {
            for connection in ["", "connection: close\r\n", "connection: keep-alive\r\n"] {
                for before in ["", other, &other.repeat(20)] {
                    let bytes = format!("{before}{}", bare(status, connection));
                    let expected = BareAnswer { start: before.len(), kind, date: DATE };
                    assert_eq!(BareAnswer::find(bytes.as_bytes()), Some(expected), "{bytes}");
                }
            }
        }
    }

    #[test]
    fn other_bytes_are_no_bare_answer() {
        let bad = bare("400 Bad Request", "");
        for bytes in [
            "",
            "\r\n\r\n",
            "2\r\n{}\r\n0\r\n\r\n",
            &bare("404 Not Found", ""),
            &bare("304 Not Modified", ""),
            &bad[1..],
            &bad[..bad.len() - 1],
            &format!("{bad}{{}}"),
            &bad.replace("length: 0", "length: 2"),
            &bad.replace("content-length: 0\r\n", ""),
            &bad.replace("date: ", "x-request-id: 1\r\ndate: "),
            &bad.replace("\r\n\r\n", "\r\nx-request-id: 1\r\n\r\n"),
        ] {
            assert_eq!(BareAnswer::find(bytes.as_bytes()), None, "{bytes}");
        }
        assert_eq!(BareAnswer::find(&[b"HTTP/1.1 \xff00".as_slice(), END].concat()), None);
    }

    #[test]
    fn a_bare_answer_with_a_body_is_none() {
        let found = bare("431 Request Header Fields Too Large", "");
        let answer = BareAnswer::find(found.as_bytes()).unwrap().with_body(b"{}", "an-id");
        let text = String::from_utf8(answer).unwrap();
        assert!(text.starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\n"), "{text}");
        assert!(text.ends_with(&format!("x-request-id: an-id\r\ndate: {DATE}\r\n\r\n{{}}")), "{text}");
        assert_eq!(BareAnswer::find(text.as_bytes()), None);
    }
}
