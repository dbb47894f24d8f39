//! A proxy between a server and PostgreSQL, which can make the connection of the notices dead, or cut a connection at its COMMIT.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::servers::Servers;
use crate::support::postgres::database_of;
use crate::support::service::{Service, unlimited};

/// The name that the server gives to its connection for notices.
const LISTENS: &[u8] = b"pegout listen\0";
const COMMIT: &[u8] = b"COMMIT\0";
/// The time in which PostgreSQL commits, while its answer is held back.
const COMMITTED: Duration = Duration::from_millis(300);

/// A proxy on a port of its own.
pub struct Proxy {
    url: String,
    faults: Arc<Faults>,
}

#[derive(Default)]
struct Faults {
    /// No listening connection hears anything any more.
    is_deaf: AtomicBool,
    swallowed: AtomicU64,
    /// The next connection that commits is cut before it hears of it.
    cuts: AtomicBool,
}

/// A connection through the proxy.
#[derive(Default)]
struct Connection {
    listens: AtomicBool,
    is_cut: AtomicBool,
}

impl Proxy {
    /// Two servers on one database: one behind a proxy, and one that needs none.
    pub fn between() -> (Proxy, Service, Service) {
        let [direct, _] = Servers::start().into_both();
        let proxy = Proxy::start(&direct.directory);
        let behind = proxy.server();
        (proxy, behind, direct)
    }

    /// A proxy to the database of this directory.
    fn start(directory: &TempDir) -> Proxy {
        let url = database_of(directory).unwrap();
        let (user, place) = url.rsplit_once('@').unwrap();
        let (host, name) = place.split_once('/').unwrap();
        let host = host.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxied = format!("{user}@{}/{name}", listener.local_addr().unwrap());
        let faults = Arc::<Faults>::default();
        let (shared, of_all) = (faults.clone(), faults.clone());
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if let Ok(server) = TcpStream::connect(&host) {
                    carry(client, server, &of_all);
                }
            }
        });
        Proxy { url: proxied, faults: shared }
    }

    /// A server whose database is behind the proxy.
    fn server(&self) -> Service {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("postgres"), &self.url).unwrap();
        Service::start_in(Arc::new(directory), unlimited)
    }

    /// Lets no listening connection hear anything any more, open or new, without closing it.
    pub fn deafen(&self) {
        self.faults.is_deaf.store(true, SeqCst);
    }

    /// The number of bytes that no listening connection has heard.
    pub fn swallowed(&self) -> u64 {
        self.faults.swallowed.load(SeqCst)
    }

    /// Cuts the next connection that commits, once PostgreSQL has committed.
    pub fn cut_next_commit(&self) {
        self.faults.cuts.store(true, SeqCst);
    }
}

fn carry(client: TcpStream, server: TcpStream, faults: &Arc<Faults>) {
    let connection = Arc::<Connection>::default();
    let ends =
        [(&client, &server), (&server, &client)].map(|(from, to)| (from.try_clone().unwrap(), to.try_clone().unwrap()));
    let [asking, answering] = ends;
    let (faults_of_asking, of_asking) = (faults.clone(), connection.clone());
    thread::spawn(move || pass(asking, |bytes| ask(bytes, &faults_of_asking, &of_asking)));
    let faults = faults.clone();
    thread::spawn(move || pass(answering, |bytes| answer(bytes, &faults, &connection)));
}

/// The fate of bytes.
enum Fate {
    Passed,
    Swallowed,
    /// The bytes are passed, and the connection ends a while later.
    Last,
}

fn ask(bytes: &[u8], faults: &Faults, connection: &Connection) -> Fate {
    let has = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
    if has(LISTENS) {
        connection.listens.store(true, SeqCst);
    }
    if has(COMMIT) && faults.cuts.swap(false, SeqCst) {
        connection.is_cut.store(true, SeqCst);
        return Fate::Last;
    }
    Fate::Passed
}

fn answer(bytes: &[u8], faults: &Faults, connection: &Connection) -> Fate {
    if connection.is_cut.load(SeqCst) {
        return Fate::Swallowed;
    }
    if faults.is_deaf.load(SeqCst) && connection.listens.load(SeqCst) {
        faults.swallowed.fetch_add(bytes.len() as u64, SeqCst);
        return Fate::Swallowed;
    }
    Fate::Passed
}

fn pass((mut from, mut to): (TcpStream, TcpStream), fate: impl Fn(&[u8]) -> Fate) {
    let mut bytes = [0; 65536];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let fate = fate(&bytes[..count]);
        if !matches!(fate, Fate::Swallowed) && to.write_all(&bytes[..count]).is_err() {
            break;
        }
        if matches!(fate, Fate::Last) {
            thread::sleep(COMMITTED);
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
