//! A connection with a client, below actix-http.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::rt::time::{Sleep, sleep};
use actix_web::web::Data;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::connections::bare_answer::BareAnswer;
use crate::connections::limits::DISCONNECT_TIMEOUT;
use crate::http::access_log::AccessLog;
use crate::http::download::SendsFile;

/// A stream of bytes in both directions, encrypted or not.
pub trait Stream: AsyncRead + AsyncWrite + Unpin {}

impl<S: AsyncRead + AsyncWrite + Unpin> Stream for S {}

/// A connection that sends a problem where actix-http answers without a body.
pub struct Connection {
    stream: Box<dyn Stream>,
    client: Option<SocketAddr>,
    log: Data<AccessLog>,
    /// The mark of a connection on which nothing is replaced, for the bytes of a file may look like anything.
    pub sends_file: SendsFile,
    refusal: Option<Refusal>,
}

/// A problem on its way, the last that the connection sends.
struct Refusal {
    bytes: Vec<u8>,
    sent: usize,
    /// The end of the time in which the client may close the connection, after the problem was sent.
    end: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    /// A connection over this stream.
    pub fn new(stream: impl Stream + 'static, client: Option<SocketAddr>, log: Data<AccessLog>) -> Connection {
        Connection { stream: Box::new(stream), client, log, sends_file: SendsFile::default(), refusal: None }
    }

    /// Makes a problem of a bare answer, and logs it.
    fn refuse(&self, bare: &BareAnswer<'_>) -> Refusal {
        let id = self.log.new_id();
        let problem = bare.problem().of_request(id.clone());
        let body = serde_json::to_vec(&problem).expect("it has strings and numbers alone");
        self.log.record_unparsed(self.client, problem.status(), body.len(), &id);
        Refusal { bytes: bare.with_body(&body, &id), sent: 0, end: None }
    }
}

impl Refusal {
    /// Sends the problem, and waits until the client has closed the connection: closed with bytes that nobody has read, it
    /// would be reset, and the client might not see the problem.
    fn poll_send(&mut self, stream: &mut (dyn Stream + 'static), context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut stream = Pin::new(stream);
        while self.sent < self.bytes.len() {
            match ready!(stream.as_mut().poll_write(context, &self.bytes[self.sent..]))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => self.sent += written,
            }
        }
        if self.end.is_none() {
            ready!(stream.as_mut().poll_shutdown(context))?;
        }
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(DISCONNECT_TIMEOUT)));
        let mut unread = [0; 4096];
        while end.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut unread);
            let read = ready!(stream.as_mut().poll_read(context, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

/// Bytes in several slices go through `poll_write` too, as for any stream that does not say otherwise.
impl AsyncWrite for Connection {
    /// Takes a bare answer only when the problem in its place is sent: actix-http drops the connection as soon as it has
    /// written it, and flushes nothing.
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.refusal.is_none() {
            let bare = BareAnswer::find(bytes).filter(|_| !this.sends_file.get());
            match bare {
                Some(bare) if bare.start == 0 => this.refusal = Some(this.refuse(&bare)),
                bare => {
                    let before = &bytes[..bare.map_or(bytes.len(), |bare| bare.start)];
                    return Pin::new(&mut this.stream).poll_write(context, before);
                }
            }
        }
        if let Some(refusal) = &mut this.refusal {
            ready!(refusal.poll_send(&mut *this.stream, context))?;
        }
        // Nothing follows the problem: actix-http may have added another head meanwhile.
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;
    use crate::clock::SystemClock;
    use crate::id::Ids;
    use crate::random::SystemRandom;

    const BARE: &str = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: Thu, 01 Jan 2026 00:00:00 GMT\r\n\r\n";
    const OTHER: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

    /// A connection, and the client's end of it, between which so many bytes may be under way.
    fn pair(bytes: usize) -> (Connection, DuplexStream) {
        let (ours, theirs) = duplex(bytes);
        let ids = Ids::new(Arc::new(SystemClock), Arc::new(SystemRandom));
        let log = Data::new(AccessLog { ids, behind_proxy: false, path_patterns: false });
        (Connection::new(ours, None, log), theirs)
    }

    /// Everything that the client gets when this is written, in as many parts as it takes.
    async fn received(bytes: usize, sends_file: bool, written: &str) -> String {
        let (mut connection, mut client) = pair(bytes);
        if sends_file {
            connection.sends_file.set();
        }
        let write = async move { connection.write_all(written.as_bytes()).await.unwrap() };
        let read = async move {
            let mut text = String::new();
            client.read_to_string(&mut text).await.unwrap();
            text
        };
        tokio::join!(write, read).1
    }

    #[actix_web::test]
    async fn a_bare_answer_is_replaced_however_little_is_written_at_once() {
        for bytes in [1, 7, 100, 10_000] {
            let text = received(bytes, false, &format!("{OTHER}{BARE}")).await;
            let rest = text.strip_prefix(OTHER).unwrap();
            let (head, body) = rest.split_once("\r\n\r\n").unwrap();
            assert!(head.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{head}");
            assert!(head.contains(&format!("\r\ncontent-length: {}\r\n", body.len())), "{head}");
            assert!(body.starts_with(r#"{"type":"/problems/not-http","#), "{body}");
        }
    }

    #[actix_web::test]
    async fn other_answers_and_files_are_written_as_they_are() {
        for bytes in [1, 10_000] {
            assert_eq!(received(bytes, false, OTHER).await, OTHER);
            assert_eq!(received(bytes, true, BARE).await, BARE);
        }
    }

    #[actix_web::test]
    async fn nothing_follows_a_problem_and_a_client_that_stays_is_left_soon() {
        let (mut connection, mut client) = pair(10_000);
        let started = std::time::Instant::now();
        client.write_all(b"more of what nobody reads").await.unwrap();
        connection.write_all(BARE.as_bytes()).await.unwrap();
        assert!(started.elapsed() >= DISCONNECT_TIMEOUT && started.elapsed() < DISCONNECT_TIMEOUT * 3);
        connection.write_all(BARE.as_bytes()).await.unwrap();
        let mut text = String::new();
        client.read_to_string(&mut text).await.unwrap();
        assert_eq!(text.matches("HTTP/1.1 400").count(), 1, "{text}");
    }
}
