//! A full league night, for `tests/load/night`. Fifty tables play a game to its end, each from a phone that joined for
//! it, with two hundred watchers. Arguments: host and port of the service, the coordinator's password, and the
//! milliseconds between two pegs at a table. Prints a line of figures.

use std::thread;
use std::time::{Duration, Instant};

use actix_web::rt::{self, net::TcpStream};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;
use ureq::Agent;

type Failure = Box<dyn std::error::Error + Send + Sync>;

const TABLES: usize = 50;
const WATCHERS: usize = 200;
/// The pegs of a table: 121 points to 60.
const PEGS: [(u8, u8); 31] = {
    let mut pegs = [(0, 6); 31];
    let mut nth = 0;
    while nth < 10 {
        pegs[nth * 3] = (1, 6);
        nth += 1;
    }
    pegs[30] = (0, 1);
    pegs
};

/// A watcher's last event, with all games finished: its time, and the bytes received until then.
type LastEvent = (Instant, usize);

struct Service {
    agent: Agent,
    url: String,
}

impl Service {
    fn send(&self, method: &str, path: &str, token: &str, body: &Value) -> Result<Value, Failure> {
        let request = ureq::http::Request::builder().method(method).uri(format!("{}/api/v1{path}", self.url));
        let request = request.header("Authorization", format!("Bearer {token}"));
        let request = request.header("Content-Type", "application/json").body(body.to_string())?;
        let text = self.agent.run(request)?.body_mut().read_to_string()?;
        Ok(serde_json::from_str(&text)?)
    }
}

#[actix_web::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, password, pause] = &arguments[..] else { return Err("host:port, password, milliseconds".into()) };
    let pause = Duration::from_millis(pause.parse()?);
    let service = Service { agent: Agent::new_with_defaults(), url: format!("http://{address}") };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let session = ureq::post(format!("{}/api/v1/session", service.url))
        .content_type("application/json")
        .send(json!({ "password": password }).to_string())?
        .body_mut()
        .read_to_string()?;
    let token = text(&serde_json::from_str::<Value>(&session)?["token"]);
    let night = service.send("POST", "/nights", &token, &json!({"date": "2026-01-28"}))?;
    let (id, code) = (text(&night["id"]), text(&night["join_code"]));
    for number in 0..4 * TABLES {
        let player = service.send("POST", "/players", &token, &json!({"name": format!("Player {number:03}")}))?;
        let path = format!("/nights/{id}/entries/{}", text(&player["id"]));
        service.send("PUT", &path, &token, &json!({"paid": true}))?;
    }
    let night = service.send("POST", &format!("/nights/{id}/rounds"), &token, &json!({}))?;
    let games: Vec<String> = (0..TABLES).map(|table| text(&night["rounds"][0]["tables"][table]["game_id"])).collect();
    let (sender, mut received) = mpsc::unbounded_channel();
    for _ in 0..WATCHERS {
        rt::spawn(watch(address.clone(), format!("/api/v1/nights/{id}/live"), sender.clone()));
    }
    rt::time::sleep(Duration::from_secs(1)).await;
    let play = move || -> Result<Vec<f64>, Failure> {
        let start = |(table, game): (usize, String)| {
            let service = Service { agent: service.agent.clone(), url: service.url.clone() };
            let join = json!({"code": code, "table": table});
            thread::spawn(move || peg(&service, &join, &game, pause))
        };
        let phones: Vec<_> = (1..).zip(games).map(start).collect();
        let mut took = Vec::new();
        for phone in phones {
            took.extend(phone.join().map_err(|_| "a phone failed")??);
        }
        Ok(took)
    };
    let mut took = rt::task::spawn_blocking(play).await??;
    let pegged = Instant::now();
    let mut all: Vec<LastEvent> = Vec::new();
    for _ in 0..WATCHERS {
        all.push(rt::time::timeout(Duration::from_secs(30), received.recv()).await?.ok_or("the watchers are gone")?);
    }
    took.sort_by(f64::total_cmp);
    let last = all.iter().map(|(at, _)| at.saturating_duration_since(pegged)).max().unwrap_or_default();
    let bytes = all.iter().map(|(_, bytes)| bytes).sum::<usize>() / WATCHERS;
    println!(
        "{} {:.1} {:.1} {:.0} {:.0}",
        took.len(),
        took[took.len() / 2],
        took[took.len() * 99 / 100],
        last.as_secs_f64() * 1e3,
        bytes as f64 / 1024.0
    );
    Ok(())
}

/// Plays a game to its end. Returns the milliseconds of each acknowledgement.
fn peg(service: &Service, join: &Value, game: &str, pause: Duration) -> Result<Vec<f64>, Failure> {
    let token = service.send("POST", "/nights/join", "", join)?["token"].as_str().unwrap_or_default().to_owned();
    let mut took = Vec::with_capacity(PEGS.len());
    for (nth, (side, points)) in PEGS.iter().enumerate() {
        let tapped = Instant::now();
        let path = format!("/games/{game}/pegs/ffffffff-0000-4000-8000-{nth:012}");
        service.send("PUT", &path, &token, &json!({"side": side, "points": points}))?;
        took.push(tapped.elapsed().as_secs_f64() * 1e3);
        thread::sleep(pause);
    }
    Ok(took)
}

async fn watch(address: String, path: String, received: mpsc::UnboundedSender<LastEvent>) {
    let listen = async {
        let mut stream = TcpStream::connect(&address).await?;
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: hall\r\n\r\n").as_bytes()).await?;
        let (mut event, mut bytes, mut piece) = (Vec::new(), 0, vec![0; 64 * 1024]);
        loop {
            let length = stream.read(&mut piece).await?;
            if length == 0 {
                return Ok::<(), std::io::Error>(());
            }
            bytes += length;
            event.extend_from_slice(&piece[..length]);
            // Each event is a chunk of its own and ends with an empty line.
            if event.ends_with(b"\n\n\r\n") {
                let text = String::from_utf8_lossy(&event);
                if text.matches(r#""status":"finished""#).count() >= TABLES {
                    let _ = received.send((Instant::now(), bytes));
                    return Ok(());
                }
                event.clear();
            }
        }
    };
    if let Err(error) = listen.await {
        eprintln!("a watcher is disconnected: {error}");
    }
}
