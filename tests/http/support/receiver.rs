//! A receiver of webhooks, which keeps the messages.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::Value;
use sha2::Sha256;

/// A receiver on a port of this machine. Dropping it closes the port.
pub struct Receiver {
    pub port: u16,
    pub status: Arc<AtomicU16>,
    messages: Arc<Mutex<Vec<Received>>>,
    stopped: Arc<AtomicBool>,
}

/// A message that was received.
#[derive(Clone, Debug)]
pub struct Received {
    pub line: String,
    pub headers: BTreeMap<String, String>,
    pub body: String,
    pub status: u16,
}

impl Receiver {
    /// A receiver that takes everything.
    pub fn open() -> Receiver {
        Receiver::listen(TcpListener::bind("127.0.0.1:0").unwrap(), None)
    }

    /// A receiver on the port of a closed receiver.
    pub fn open_at(port: u16) -> Receiver {
        Receiver::listen(TcpListener::bind(("127.0.0.1", port)).unwrap(), None)
    }

    /// A receiver over https.
    pub fn open_with_tls(config: Arc<ServerConfig>) -> Receiver {
        Receiver::listen(TcpListener::bind("127.0.0.1:0").unwrap(), Some(config))
    }

    fn listen(listener: TcpListener, tls: Option<Arc<ServerConfig>>) -> Receiver {
        let receiver = Receiver {
            port: listener.local_addr().unwrap().port(),
            status: Arc::new(AtomicU16::new(204)),
            messages: Arc::default(),
            stopped: Arc::default(),
        };
        let (status, messages, stopped) =
            (receiver.status.clone(), receiver.messages.clone(), receiver.stopped.clone());
        thread::spawn(move || {
            for connection in listener.incoming() {
                if stopped.load(Ordering::SeqCst) {
                    break;
                }
                let (connection, status) = (connection.unwrap(), status.load(Ordering::SeqCst));
                let received = match tls.clone() {
                    Some(config) => {
                        answer(StreamOwned::new(ServerConnection::new(config).unwrap(), connection), status)
                    }
                    None => answer(connection, status),
                };
                messages.lock().unwrap().extend(received);
            }
        });
        receiver
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/pegout", self.port)
    }

    /// Answers with this status from now on.
    pub fn answer_with(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// All messages that were sent, with every kind of answer.
    pub fn all(&self) -> Vec<Received> {
        self.messages.lock().unwrap().clone()
    }

    /// The messages that were taken.
    pub fn taken(&self) -> Vec<Received> {
        self.all().into_iter().filter(|received| received.status < 300).collect()
    }

    /// Waits until `count` messages were taken, and returns the messages.
    #[track_caller]
    pub fn wait_for(&self, count: usize) -> Vec<Received> {
        let since = Instant::now();
        while self.taken().len() < count {
            assert!(since.elapsed() < Duration::from_secs(120), "{} of {count} messages", self.taken().len());
            thread::sleep(Duration::from_millis(20));
        }
        self.taken()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        // The listener is closed once it looks.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

/// Reads a request and answers it.
fn answer(connection: impl Read + Write, status: u16) -> Option<Received> {
    let mut reader = BufReader::new(connection);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut headers = BTreeMap::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length: usize = headers.get("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    // A redirect would lead to this receiver, so that it would be noticed.
    let location = "location: /elsewhere\r\n";
    let head = format!("HTTP/1.1 {status} Answered\r\n{location}content-length: 6\r\nconnection: close\r\n\r\nsecret");
    let head = if status == 204 { "HTTP/1.1 204 Taken\r\nconnection: close\r\n\r\n".to_owned() } else { head };
    reader.get_mut().write_all(head.as_bytes()).ok()?;
    Some(Received { line: line.trim_end().to_owned(), headers, body: String::from_utf8(body).unwrap(), status })
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The type of the event.
    pub fn kind(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    /// Returns true if the message's signature header was made with this secret.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{}.{}.{}", self.id(), self.headers["webhook-timestamp"], self.body).as_bytes());
        let signature = STANDARD.encode(mac.finalize().into_bytes());
        self.headers["webhook-signature"] == format!("v1,{signature}")
    }
}
