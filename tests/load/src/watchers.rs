//! The time until the last of many watchers gets a peg, for `tests/load/pegging`. Arguments: host and port of the
//! service, path and token of the game, and the number of watchers. Prints milliseconds: the median and the slowest of
//! eleven pegs.

use std::time::{Duration, Instant};

use actix_web::rt::{self, net::TcpStream};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;

type Failure = Box<dyn std::error::Error>;

const PEGS: usize = 11;

#[actix_web::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, game, token, count] = &arguments[..] else { return Err("host:port, path, token, count".into()) };
    let count: usize = count.parse()?;
    let (sender, mut received) = mpsc::unbounded_channel();
    for _ in 0..count {
        rt::spawn(watch(address.clone(), game.clone(), sender.clone()));
    }
    last_of(&mut received, count).await?;
    let mut times = Vec::with_capacity(PEGS);
    for nth in 0..PEGS {
        let tapped = Instant::now();
        peg(address, game, token, nth).await?;
        times.push(last_of(&mut received, count).await? - tapped);
        rt::time::sleep(Duration::from_millis(100)).await;
    }
    times.sort();
    println!("{:.1} {:.1}", times[PEGS / 2].as_secs_f64() * 1e3, times[PEGS - 1].as_secs_f64() * 1e3);
    Ok(())
}

/// Waits for one event at each watcher. Returns the time of the last.
async fn last_of(received: &mut mpsc::UnboundedReceiver<Instant>, count: usize) -> Result<Instant, Failure> {
    let mut last = Instant::now();
    for _ in 0..count {
        last = rt::time::timeout(Duration::from_secs(30), received.recv()).await?.ok_or("the watchers are gone")?;
    }
    Ok(last)
}

async fn watch(address: String, game: String, received: mpsc::UnboundedSender<Instant>) {
    let listen = async {
        let mut stream = TcpStream::connect(&address).await?;
        stream.write_all(format!("GET {game}/live HTTP/1.1\r\nHost: hall\r\n\r\n").as_bytes()).await?;
        let mut lines = BufReader::new(stream).lines();
        while let Some(line) = lines.next_line().await? {
            if line.starts_with("data:") {
                let _ = received.send(Instant::now());
            }
        }
        Ok::<(), std::io::Error>(())
    };
    if let Err(error) = listen.await {
        eprintln!("a watcher is disconnected: {error}");
    }
}

/// Sends a peg without waiting for the response.
async fn peg(address: &str, game: &str, token: &str, nth: usize) -> Result<(), Failure> {
    let body = r#"{"side":0,"points":1}"#;
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "PUT {game}/pegs/ffffffff-0000-4000-8000-{nth:012} HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    rt::spawn(async move { BufReader::new(stream).lines().next_line().await });
    Ok(())
}
