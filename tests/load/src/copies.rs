//! Copies of the game `00000007-0000-4000-8000-000000000000` with other last digits in their ids, for
//! `tests/load/pegging`. Arguments: the database and the number of games.

use rusqlite::Connection;

#[path = "../../http/support/checksums.rs"]
mod checksums;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let connection = Connection::open(arguments.next().ok_or("name a file")?)?;
    let count: u32 = arguments.next().ok_or("name a number of games")?.parse()?;
    let copied = checksums::execute(
        &connection,
        "WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < ?1 - 1) \
         INSERT INTO event SELECT unhex(printf('00000007000040008000%012x', n)), version, \
         replace(body, '00000007-0000-4000-8000-000000000000', printf('00000007-0000-4000-8000-%012x', n)), 0 \
         FROM copy, event WHERE stream = x'00000007000040008000000000000000'",
        [count],
    )?;
    println!("{copied} events copied");
    Ok(())
}
