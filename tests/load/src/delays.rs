//! The time from a peg at one server until a watcher at another has heard of it, for `tests/load/stores`. Arguments: host
//! and port of the one and of the other, path and token of the game, and the number of pegs. Prints milliseconds: the
//! median, the 99th percentile and the longest.

use std::time::{Duration, Instant};

use actix_web::rt::{self, net::TcpStream};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;

type Failure = Box<dyn std::error::Error>;

const PATIENCE: Duration = Duration::from_secs(10);

#[actix_web::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pegged_at, watched_at, game, token, count] = &arguments[..] else {
        return Err("host:port, host:port, path, token, count".into());
    };
    let (sender, mut heard) = mpsc::unbounded_channel();
    rt::spawn(watch(watched_at.clone(), game.clone(), sender));
    rt::time::timeout(PATIENCE, heard.recv()).await?.ok_or("the watcher is gone")?;
    let mut delays = Vec::new();
    for nth in 0..count.parse()? {
        let tapped = Instant::now();
        peg(pegged_at, game, token, nth).await?;
        let at: Instant = rt::time::timeout(PATIENCE, heard.recv()).await?.ok_or("the watcher is gone")?;
        delays.push(at - tapped);
        // No multiple of any interval of the service's.
        rt::time::sleep(Duration::from_millis(37 + nth % 50)).await;
    }
    delays.sort();
    let of = |hundredths: usize| delays[(delays.len() - 1) * hundredths / 100].as_secs_f64() * 1e3;
    println!("{:.1} {:.1} {:.1}", of(50), of(99), of(100));
    Ok(())
}

async fn watch(address: String, game: String, heard: mpsc::UnboundedSender<Instant>) {
    let listen = async {
        let mut stream = TcpStream::connect(&address).await?;
        stream.write_all(format!("GET {game}/live HTTP/1.1\r\nHost: hall\r\n\r\n").as_bytes()).await?;
        let mut lines = BufReader::new(stream).lines();
        while let Some(line) = lines.next_line().await? {
            if line.starts_with("data:") {
                let _ = heard.send(Instant::now());
            }
        }
        Ok::<(), std::io::Error>(())
    };
    if let Err(error) = listen.await {
        eprintln!("the watcher is disconnected: {error}");
    }
}

/// Sends a peg without waiting for the response.
async fn peg(address: &str, game: &str, token: &str, nth: u64) -> Result<(), Failure> {
    let body = format!(r#"{{"side":{},"points":1}}"#, nth % 2);
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
