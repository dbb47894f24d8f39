//! Everybody who plays or has played: all that is known of them, and nothing once they are forgotten.

use std::collections::HashSet;

use pegout_engine::league::PlayerId;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Store, StoreError};
use crate::model::name_key;

/// A player, as the coordinator knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Player {
    /// The player's id.
    pub id: PlayerId,
    /// Their name.
    #[schema(examples("Ann Archer"))]
    pub name: String,
    /// Whether they are an active member of the club.
    pub active_member: bool,
    /// Their telephone number.
    #[schema(required = true, examples("555-0134"))]
    pub phone: Option<String>,
    /// Their e-mail address.
    #[schema(required = true, examples("ann@example.org"))]
    pub email: Option<String>,
}

impl Player {
    fn read(row: &Row) -> rusqlite::Result<Player> {
        Ok(Player {
            id: PlayerId::from_bytes(row.get(0)?),
            name: row.get(1)?,
            active_member: row.get(2)?,
            phone: row.get(3)?,
            email: row.get(4)?,
        })
    }

    fn find(connection: &Connection, id: PlayerId) -> rusqlite::Result<Option<Player>> {
        let mut select =
            connection.prepare_cached("SELECT id, name, active_member, phone, email FROM player WHERE id = ?1")?;
        select.query_row([id.bytes()], Player::read).optional()
    }

    fn put(&self, connection: &Connection) -> rusqlite::Result<()> {
        let Player { id, name, active_member, phone, email } = self;
        let mut put = connection.prepare_cached(
            "INSERT INTO player (id, name, active_member, phone, email) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT DO UPDATE SET name = ?2, active_member = ?3, phone = ?4, email = ?5",
        )?;
        put.execute(params![id.bytes(), name, active_member, phone, email]).map(drop)
    }
}

impl Store {
    /// All players, in no order.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn players(&self) -> Result<Vec<Player>, StoreError> {
        self.read(|connection| {
            let mut select = connection.prepare_cached("SELECT id, name, active_member, phone, email FROM player")?;
            let rows = select.query_map([], Player::read)?;
            rows.collect()
        })
        .await
    }

    /// The player with this id, unless there is none, or they were forgotten.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        self.read(move |connection| Player::find(connection, id)).await
    }

    /// Stores a new player.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn add_player(&self, player: Player) -> Result<(), StoreError> {
        self.write(move |connection| player.put(connection)).await
    }

    /// Stores those of these players whose names nobody had before, and returns them, and the names of the others.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn add_players(&self, players: Vec<Player>) -> Result<(Vec<Player>, Vec<String>), StoreError> {
        self.write(move |connection| {
            let mut select = connection.prepare_cached("SELECT name FROM player")?;
            let names = select.query_map([], |row| row.get::<_, String>(0).map(|name| name_key::person(&name)))?;
            let names: HashSet<String> = names.collect::<Result<_, _>>()?;
            let is_new = |player: &Player| !names.contains(&name_key::person(&player.name));
            let (added, known): (Vec<_>, Vec<_>) = players.iter().cloned().partition(is_new);
            added.iter().try_for_each(|player| player.put(connection))?;
            Ok((added, known.into_iter().map(|player| player.name).collect()))
        })
        .await
    }

    /// Changes what is known of a player, and returns it; `None` where there is no such player.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn change_player<F>(&self, id: PlayerId, change: F) -> Result<Option<Player>, StoreError>
    where
        F: Fn(&mut Player) + Send + 'static,
    {
        self.write(move |connection| {
            let Some(mut player) = Player::find(connection, id)? else { return Ok(None) };
            change(&mut player);
            player.put(connection)?;
            Ok(Some(player))
        })
        .await
    }

    /// Forgets a player: their name, how to reach them, and the phones that joined for them. The log beside the file is
    /// emptied of them too, as soon as nobody reads it.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn delete_player(&self, id: PlayerId) -> Result<(), StoreError> {
        self.write(move |connection| connection.execute("DELETE FROM player WHERE id = ?1", [id.bytes()]).map(drop))
            .await?;
        self.writer.checkpoint().await
    }
}
