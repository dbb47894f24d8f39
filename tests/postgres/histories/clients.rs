//! The clients of a history: they change and read a night and its games through both servers, each with a seed of its own.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use ureq::http::Request;

use super::checker::{Call, Stream};
use crate::servers::Servers;
use crate::support::database::wait_until;
use crate::support::league::{list, tables, text};
use crate::support::service::{Answer, Service};

const CLIENTS: usize = 6;
/// The fewest requests of a client.
const STEPS: u32 = 60;
/// The most active pegs of a client. The pegs of all clients are too few to end a game.
const PEGS: usize = 16;
const PLAYERS: usize = 8;
/// The night is the first of the streams; its games follow.
const NIGHT: usize = 0;

/// A night with its games, and what was asked of it so far.
pub struct History<'a> {
    servers: &'a Servers,
    begin: Instant,
    token: String,
    players: Vec<String>,
    /// The paths of the streams.
    paths: Vec<String>,
    /// True if the clients say nothing of what was seen, as the control.
    is_silent: bool,
    /// The newest answer about each stream.
    seen: Mutex<Vec<Seen>>,
    calls: Mutex<Vec<Call>>,
    /// The number of answers, with all refusals.
    answers: AtomicUsize,
    /// True once the disturbance is over, and all may stop.
    is_over: AtomicBool,
    /// Answers that nobody may get.
    trouble: Mutex<Vec<String>>,
}

/// An `X-Seen`, and the version of each stream that was seen.
#[derive(Clone, Default)]
struct Seen {
    header: String,
    versions: BTreeMap<usize, u64>,
}

impl<'a> History<'a> {
    /// Draws the first round of a night.
    pub fn begin(servers: &'a Servers, is_silent: bool) -> History<'a> {
        let service = servers.server(0);
        let token = service.coordinator();
        let ask = |method: &str, path: &str, body: Value| {
            let answer = service.request(method, path, &token, Some(&body));
            assert!(matches!(answer.status, 200 | 201), "{}", answer.text);
            answer.json()
        };
        let names = (0..PLAYERS).map(|number| json!({"name": format!("Player {number}")}));
        let players: Vec<String> = names.map(|name| text(&ask("POST", "/api/v1/players", name)["id"])).collect();
        let night = text(&ask("POST", "/api/v1/nights", json!({"date": "2026-01-28"}))["id"]);
        let night = format!("/api/v1/nights/{night}");
        for player in &players {
            ask("PUT", &format!("{night}/entries/{player}"), json!({}));
        }
        let drawn = tables(&ask("POST", &format!("{night}/rounds"), json!({}))).remove(0);
        let games = drawn.iter().map(|table| format!("/api/v1/games/{}", table.game));
        let paths: Vec<String> = [night].into_iter().chain(games).collect();
        let seen = Mutex::new(vec![Seen::default(); paths.len()]);
        History {
            servers,
            begin: Instant::now(),
            token,
            players,
            paths,
            is_silent,
            seen,
            calls: Mutex::default(),
            answers: AtomicUsize::default(),
            is_over: AtomicBool::default(),
            trouble: Mutex::default(),
        }
    }

    /// Lets all clients ask at the same time, and `disturb` the servers meanwhile.
    pub fn play(&self, seed: u64, disturb: impl FnOnce()) {
        thread::scope(|scope| {
            for number in 0..CLIENTS {
                let rng = ChaCha8Rng::seed_from_u64(seed * CLIENTS as u64 + number as u64);
                scope.spawn(move || Client { history: self, number, rng, pegs: Vec::new(), sent: 0, fees: 0 }.play());
            }
            disturb();
            self.is_over.store(true, Relaxed);
        });
    }

    /// Waits until the clients have got this number of further answers.
    pub fn wait_for_answers(&self, more: usize) {
        let wanted = self.answers.load(Relaxed) + more;
        wait_until("the clients get answers", || self.answers.load(Relaxed) >= wanted);
    }

    /// The answer of a server, unless it is to be asked again.
    fn ask(&self, server: &Service, method: &str, path: &str, body: &Value) -> Option<Answer> {
        let request = Request::builder().method(method).uri(path).header("Content-Type", "application/json");
        let request = request.header("Authorization", format!("Bearer {}", self.token));
        let answer = server.try_dispatch(request.body(body.to_string().into_bytes()).unwrap()).ok()?;
        self.answers.fetch_add(1, Relaxed);
        let is_wrong = !matches!(answer.status, 200 | 201 | 503) || answer.text.contains("is damaged");
        if is_wrong {
            self.trouble.lock().unwrap().push(format!("{path} is answered {} {}", answer.status, answer.text));
        }
        (is_wrong || answer.status != 503).then_some(answer)
    }

    /// The changes of a stream as a server tells them once it has nothing older than anybody has seen.
    fn newest(&self, server: &Service, stream: usize) -> Option<Value> {
        let (path, seen) = (&self.paths[stream], &self.seen.lock().unwrap()[stream].header);
        let newest = format!("{path}?seen={seen}");
        self.ask(server, "GET", if seen.is_empty() { path } else { &newest }, &json!({}))?;
        let told = self.ask(server, "GET", &format!("{path}/history"), &json!({}))?;
        (told.status == 200).then(|| told.json()["events"].take())
    }

    /// The streams as both servers have them at the end, all calls, and the wrong answers.
    pub fn ended(self) -> (Vec<Stream>, Vec<Call>, Vec<String>) {
        let mut faults = std::mem::take(&mut *self.trouble.lock().unwrap());
        let mut streams = Vec::new();
        for stream in 0..self.paths.len() {
            let told = self.servers.both().map(|server| self.newest(&server, stream));
            if told[0].is_none() || told[0] != told[1] {
                faults.push(format!("the servers do not both tell {}", self.paths[stream]));
            }
            streams.push(self.folded(stream, &told[0].as_ref().map(list).unwrap_or_default(), &mut faults));
        }
        (streams, self.calls.into_inner().unwrap(), faults)
    }

    /// The changes of a history, and the states that they make.
    fn folded(&self, stream: usize, events: &[Value], faults: &mut Vec<String>) -> Stream {
        let (mut changes, mut states) = (Vec::new(), Vec::new());
        let (mut scores, mut pegs) = ([0; 2], BTreeMap::new());
        let (mut paid, mut entered) = (BTreeMap::new(), BTreeMap::<String, u32>::new());
        for (version, event) in (1..).zip(events) {
            if event["version"] != version {
                faults.push(format!("version {version} of {} is {}", self.paths[stream], event["version"]));
            }
            changes.push(match event["kind"].as_str().unwrap_or_default() {
                "pegged" => {
                    let side = event["side"].as_u64().unwrap() as usize;
                    scores[side] += event["points"].as_u64().unwrap();
                    pegs.insert(text(&event["id"]), side);
                    text(&event["id"])
                }
                "peg_taken_back" => {
                    let peg = text(&event["peg"]);
                    scores[pegs[&peg]] -= 1;
                    format!("{peg} back")
                }
                "entered" => {
                    let player = text(&event["player"]);
                    paid.insert(player.clone(), event["paid"].as_bool().unwrap());
                    let count = entered.entry(player.clone()).or_default();
                    *count += 1;
                    // Everybody was checked in before the history began.
                    if *count > 1 { format!("{player} {}", *count - 1) } else { String::new() }
                }
                _ => String::new(),
            });
            states.push(if stream == NIGHT { format!("{paid:?}") } else { format!("{scores:?}") });
        }
        Stream { changes, states }
    }
}

/// The version and the state of each stream of an answer.
type Shown = BTreeMap<usize, (u64, String)>;

/// The state in an answer, unless it is a refusal.
fn shown(history: &History, stream: usize, answer: &Answer) -> Option<Shown> {
    let told = matches!(answer.status, 200 | 201).then(|| answer.json())?;
    let scores = |sides: &Value| {
        let scores: Vec<u64> = list(sides).iter().map(|side| side["score"].as_u64().unwrap()).collect();
        format!("{scores:?}")
    };
    let version = told["version"].as_u64().unwrap();
    if stream != NIGHT {
        return Some(Shown::from([(stream, (version, scores(&told["sides"])))]));
    }
    let entry = |entry: &Value| (text(&entry["player_id"]), entry["paid"].as_bool().unwrap());
    let paid: BTreeMap<String, bool> = list(&told["entries"]).iter().map(entry).collect();
    let games = list(&told["rounds"][0]["tables"]).into_iter().map(|table| {
        let place = history.paths.iter().position(|path| path.ends_with(table["game_id"].as_str().unwrap()));
        (place.unwrap(), (table["version"].as_u64().unwrap(), scores(&table["sides"])))
    });
    Some(games.chain([(NIGHT, (version, format!("{paid:?}")))]).collect())
}

/// A client with its own player, whose fee it notes, and its own pegs.
struct Client<'a> {
    history: &'a History<'a>,
    number: usize,
    rng: ChaCha8Rng,
    /// Its active pegs, with their streams.
    pegs: Vec<(usize, String)>,
    /// The number of its pegs, and how often it changed its player's fee.
    sent: u32,
    fees: u32,
}

impl Client<'_> {
    fn play(mut self) {
        let mut steps = 0;
        while steps < STEPS || !self.history.is_over.load(Relaxed) {
            steps += 1;
            match self.rng.random_range(0..12) {
                0..4 if self.pegs.len() < PEGS => self.peg(),
                0..5 if !self.pegs.is_empty() => self.take_back(),
                5 => self.note_fee(),
                6..9 => self.read(NIGHT),
                _ => {
                    let game = self.game();
                    self.read(game);
                }
            }
        }
    }

    fn game(&mut self) -> usize {
        self.rng.random_range(1..self.history.paths.len())
    }

    /// One of the servers, by chance.
    fn server(&mut self) -> Arc<Service> {
        self.history.servers.server(self.rng.random_range(0..2))
    }

    fn peg(&mut self) {
        let (game, side) = (self.game(), self.rng.random_range(0..2));
        self.sent += 1;
        let peg = format!("{:08x}-0000-4000-8000-{:012x}", self.number, self.sent);
        let path = format!("{}/pegs/{peg}", self.history.paths[game]);
        self.change(game, &peg, "PUT", &path, &json!({"side": side, "points": 1}));
        self.pegs.push((game, peg));
    }

    fn take_back(&mut self) {
        let (game, peg) = self.pegs.swap_remove(self.rng.random_range(0..self.pegs.len()));
        let path = format!("{}/pegs/{peg}", self.history.paths[game]);
        self.change(game, &format!("{peg} back"), "DELETE", &path, &json!({}));
    }

    /// Turns its player's fee over. So each change is a new one, and they can be counted.
    fn note_fee(&mut self) {
        self.fees += 1;
        let player = &self.history.players[self.number];
        let path = format!("{}/entries/{player}", self.history.paths[NIGHT]);
        self.change(NIGHT, &format!("{player} {}", self.fees), "PUT", &path, &json!({"paid": self.fees % 2 == 1}));
    }

    /// Sends a change until it has an answer.
    fn change(&mut self, stream: usize, change: &str, method: &str, path: &str, body: &Value) {
        let (history, sent) = (self.history, self.history.begin.elapsed());
        let mut call =
            Call { stream, server: 0, sent, answered: sent, change: Some(change.to_owned()), seen: 0, told: None };
        while call.answered < sent + history.servers.patience {
            let server = self.server();
            let answer = history.ask(&server, method, path, body);
            call.answered = history.begin.elapsed();
            let Some(answer) = answer else { continue };
            if let Some(all) = shown(history, stream, &answer) {
                (call.server, call.told) = (server.child.id(), Some(all[&stream].clone()));
                self.keep(stream, &answer, &all);
            }
            return history.calls.lock().unwrap().push(call);
        }
        history.trouble.lock().unwrap().push(format!("nobody takes {change}"));
        history.calls.lock().unwrap().push(call);
    }

    /// Reads a stream, most times with the newest `seen` of any client.
    fn read(&mut self, stream: usize) {
        let history = self.history;
        let seen =
            if self.rng.random_bool(0.7) { history.seen.lock().unwrap()[stream].clone() } else { Seen::default() };
        let mut path = history.paths[stream].clone();
        if !history.is_silent && !seen.header.is_empty() {
            path = format!("{path}?seen={}", seen.header);
        }
        let (server, sent) = (self.server(), history.begin.elapsed());
        let Some(answer) = history.ask(&server, "GET", &path, &json!({})) else { return };
        let Some(all) = shown(history, stream, &answer) else { return };
        let (server, answered) = (server.child.id(), history.begin.elapsed());
        history.calls.lock().unwrap().extend(all.iter().map(|(&stream, told)| {
            let seen = seen.versions.get(&stream).copied().unwrap_or(0);
            Call { stream, server, sent, answered, change: None, seen, told: Some(told.clone()) }
        }));
        self.keep(stream, &answer, &all);
    }

    /// Keeps this answer for the next reads of all clients.
    fn keep(&self, stream: usize, answer: &Answer, all: &Shown) {
        let versions = all.iter().map(|(&stream, (version, _))| (stream, *version)).collect();
        let seen = Seen { header: answer.header("x-seen").to_owned(), versions };
        self.history.seen.lock().unwrap()[stream] = seen;
    }
}
