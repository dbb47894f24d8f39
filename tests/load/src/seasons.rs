//! Many seasons of a club, for `tests/load/growth`: copies of the finished nights of the demonstration, with pegged
//! games, and 40 players a season. The program also adds games without a night. Arguments: a database that `pegout demo`
//! has filled, and the numbers of seasons, of games in each, and of games without a night.

use std::collections::HashMap;

use rusqlite::{Connection, Result, Transaction, params};
use sha2::{Digest, Sha256};

#[path = "../../http/support/checksums.rs"]
mod checksums;

/// The new players of each season.
const PLAYERS: usize = 40;
/// The pegs of a game, which has about 9 KB with them.
const PEGS: usize = 24;
const ID_LENGTH: usize = 36;

/// The events of a night or a game, cut at the ids in them.
struct Stream {
    id: String,
    bodies: Vec<Vec<Piece>>,
    /// The pegs that were added behind its first event.
    added: usize,
}

enum Piece {
    Text(String),
    /// The id of the season, the night or a game, which each copy replaces.
    Id(String),
}

/// New ids in the place of the copied ids.
struct Ids {
    count: u64,
    copied: HashMap<String, String>,
}

impl Ids {
    fn new_id(&mut self) -> String {
        self.count += 1;
        let digest = Sha256::digest(self.count.to_be_bytes());
        let hex: String = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}-{}-4{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..])
    }

    fn of(&mut self, old: &str) -> String {
        if let Some(new) = self.copied.get(old) {
            return new.clone();
        }
        let new = self.new_id();
        self.copied.insert(old.to_owned(), new.clone());
        new
    }
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, numbers @ ..] = &arguments[..] else { return Err("name a file".into()) };
    let numbers: Vec<usize> = numbers.iter().map(|number| number.parse()).collect::<std::result::Result<_, _>>()?;
    let [seasons, games, free] = numbers[..] else {
        return Err("seasons, games in each, games without a night".into());
    };
    let mut connection = Connection::open(file)?;
    connection.execute_batch("PRAGMA synchronous = off; PRAGMA cache_size = -500000")?;
    let nights = finished_nights(&connection)?;
    let season: String = connection.query_row("SELECT lower(hex(id)) FROM season", [], |row| row.get(0))?;
    let mut ids = Ids { count: 0, copied: HashMap::new() };
    let transaction = connection.transaction()?;
    for number in 1..=seasons {
        ids.copied.clear();
        let new = ids.of(&hyphenated(&season));
        transaction.execute(
            "INSERT INTO season (id, name, starts, ends, best_of, minimum_nights, average) \
             SELECT unhex(?1, '-'), 'Season ' || ?2, starts, ends, best_of, minimum_nights, average FROM season \
             WHERE id = unhex(?3)",
            params![new, number, season],
        )?;
        for player in 0..PLAYERS {
            transaction.execute(
                "INSERT INTO player (id, name, active_member) VALUES (unhex(?1, '-'), 'Player ' || ?2, 1)",
                params![ids.new_id(), number * PLAYERS + player],
            )?;
        }
        let mut copied = 0;
        for night in nights.iter().cycle() {
            if copied >= games {
                break;
            }
            // The season's own id stays through its nights.
            ids.copied.retain(|_, copy| *copy == new);
            for stream in night {
                insert(&transaction, stream, &mut ids)?;
            }
            let id = ids.of(&night[0].id);
            transaction.execute(
                "INSERT INTO night (id, season, join_code, join_secret) VALUES (unhex(?1, '-'), unhex(?2, '-'), ?3, randomblob(16))",
                params![id, new, join_code(ids.count)],
            )?;
            copied += night.len() - 1;
        }
    }
    for number in 0..free as u64 {
        insert_free_game(&transaction, &mut ids, number)?;
    }
    transaction.commit()?;
    // Makes all checksums fit the inserted rows.
    checksums::execute(&connection, "UPDATE season SET name = name", [])?;
    let (games, nights): (u64, u64) = connection.query_row(
        "SELECT (SELECT count(*) FROM stream) - (SELECT count(*) FROM night), (SELECT count(*) FROM night)",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    println!("{seasons} seasons, {nights} nights, {games} games");
    Ok(())
}

/// The finished nights, each with its games behind it.
fn finished_nights(connection: &Connection) -> Result<Vec<Vec<Stream>>> {
    let mut select = connection.prepare(
        "SELECT lower(hex(stream)) FROM event WHERE body ->> '$.kind' = 'finished' AND stream IN (SELECT id FROM night)",
    )?;
    let nights: Vec<String> = select.query_map([], |row| row.get(0))?.collect::<Result<_>>()?;
    let mut select = connection.prepare(
        "SELECT lower(hex(stream)) FROM event WHERE version = 1 AND body ->> '$.kind' = 'begun' AND body ->> '$.night' = ?1",
    )?;
    let copied = nights.iter().map(|night| {
        let games = select.query_map([hyphenated(night)], |row| row.get(0))?;
        let streams: Vec<String> = [Ok(night.clone())].into_iter().chain(games).collect::<Result<_>>()?;
        let season: String = connection.query_row("SELECT lower(hex(id)) FROM season", [], |row| row.get(0))?;
        let ids: Vec<String> = streams.iter().chain([&season]).map(|id| hyphenated(id)).collect();
        streams.iter().map(|stream| read(connection, stream, &ids)).collect()
    });
    copied.collect()
}

fn read(connection: &Connection, stream: &str, ids: &[String]) -> Result<Stream> {
    let mut select = connection.prepare("SELECT body FROM event WHERE stream = unhex(?1) ORDER BY version")?;
    let mut bodies: Vec<String> = select.query_map([stream], |row| row.get(0))?.collect::<Result<_>>()?;
    let added = if bodies[0].contains(r#""kind":"begun""#) { PEGS } else { 0 };
    bodies.splice(1..1, (0..added).map(peg));
    Ok(Stream { id: hyphenated(stream), bodies: bodies.iter().map(|body| pieces(body, ids)).collect(), added })
}

fn peg(number: usize) -> String {
    format!(
        r#"{{"at":"2026-10-26T19:00:00.000Z","by":"Table 1","role":"phone","token":"759b0323-2298-59c2-0600-b60a209fc0e7","kind":"pegged","id":"120c005d-1a54-4e3a-b8bd-{number:012}","side":{},"points":4,"for":"hand","cards":["AS","2H","3D","QS"],"starter":"5D","tapped_at":"2026-10-26T19:00:00.000Z"}}"#,
        number % 2
    )
}

fn pieces(body: &str, ids: &[String]) -> Vec<Piece> {
    let (mut pieces, mut rest) = (Vec::new(), body);
    while let Some(place) = ids.iter().filter_map(|id| rest.find(id.as_str())).min() {
        pieces.push(Piece::Text(rest[..place].to_owned()));
        pieces.push(Piece::Id(rest[place..place + ID_LENGTH].to_owned()));
        rest = &rest[place + ID_LENGTH..];
    }
    pieces.push(Piece::Text(rest.to_owned()));
    pieces
}

fn insert(transaction: &Transaction, stream: &Stream, ids: &mut Ids) -> Result<()> {
    let id = ids.of(&stream.id);
    for (version, body) in (1..).zip(&stream.bodies) {
        let body = body.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Id(old) => ids.of(old),
        });
        insert_event(transaction, &id, version, &body.collect::<String>())?;
    }
    // The texts of the events behind the pegs that were added.
    let statement = "INSERT INTO event_text (stream, version, field, text, salt) \
         SELECT unhex(?1, '-'), version + iif(version > 1, ?3, 0), field, text, salt FROM event_text WHERE stream = unhex(?2, '-')";
    transaction.prepare_cached(statement)?.execute(params![id, stream.id, stream.added]).map(drop)
}

fn insert_event(transaction: &Transaction, stream: &str, version: usize, body: &str) -> Result<()> {
    let statement = "INSERT INTO event (stream, version, body, checksum) VALUES (unhex(?1, '-'), ?2, ?3, 0)";
    transaction.prepare_cached(statement)?.execute(params![stream, version, body]).map(drop)
}

/// Inserts a game without a night. Its token is this number in 32 bytes: that of the first is 43 times the letter A.
fn insert_free_game(transaction: &Transaction, ids: &mut Ids, number: u64) -> Result<()> {
    let mut secret = [0; 32];
    secret[24..].copy_from_slice(&number.to_be_bytes());
    let (id, token) = (ids.new_id(), Sha256::digest(secret));
    let scorer: String = token[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let begun = format!(
        r#"{{"at":"2026-10-26T19:00:00.000Z","by":null,"role":"scorer","token":"{0}","kind":"begun","game":"{id}","sides":[{{"name":"Us","players":["Us"]}},{{"name":"Them","players":["Them"]}}],"rules":{{"target":121,"skunk_below":91,"double_skunk_below":61,"game_values":[1,2,3],"muggins":false,"last_card_point":true,"crib_flush_of_four":false,"heels_can_win":true,"go_can_win":true,"first_deal":"loser"}},"first_dealer":0,"rematch_of":null,"tally":[],"scorer":"{0}","night":null}}"#,
        hyphenated(&scorer)
    );
    let bodies = [begun].into_iter().chain((0..PEGS).map(peg));
    for (version, body) in (1..).zip(bodies) {
        insert_event(transaction, &id, version, &body)?;
    }
    let now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
    transaction.execute(
        &format!(
            "INSERT INTO free_game (id, scorer, touched_at, is_played) VALUES (unhex(?1, '-'), unhex(?2), {now}, 1)"
        ),
        [&id, &scorer],
    )?;
    transaction.execute("INSERT INTO token (hash, role) VALUES (?1, 'scorer')", [&token[..]]).map(drop)
}

fn join_code(number: u64) -> String {
    (0..6)
        .scan(number, |rest, _| {
            let letter = char::from(b'A' + (*rest % 26) as u8);
            *rest /= 26;
            Some(letter)
        })
        .collect()
}

fn hyphenated(hex: &str) -> String {
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}
