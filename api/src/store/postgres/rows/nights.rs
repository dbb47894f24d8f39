//! The rows of nights: their seasons, join codes and join secrets.

use deadpool_postgres::GenericClient;
use pegout_engine::league::{CommandId, NightId, SeasonId};

use crate::model::join_code::{JoinCode, JoinKeys, JoinSecret};
use crate::store::NightRow;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{Params, execute, query, query_opt};
use crate::store::postgres::value::{bytes, number, word};

/// Inserts the row of a new night.
pub async fn insert(client: &impl GenericClient, NightRow { id, season, keys }: &NightRow) -> Result<(), Failure> {
    let insert = "INSERT INTO night (id, season, join_code, join_secret) VALUES ($1, $2, $3, $4)";
    let (id, season, secret) = (id.bytes(), season.map(SeasonId::bytes), keys.secret.bytes());
    let season = season.as_ref().map(<[u8; 16]>::as_slice);
    execute(client, insert, &[&id.as_slice(), &season, &keys.code.to_string(), &secret.as_slice()]).await?;
    Ok(())
}

/// All nights, or those of a season, in no order.
pub async fn ids(client: &impl GenericClient, season: Option<SeasonId>) -> Result<Vec<NightId>, Failure> {
    let season = season.map(SeasonId::bytes);
    let season = season.as_ref().map(<[u8; 16]>::as_slice);
    let rows = query(client, "SELECT id FROM night WHERE $1::bytea IS NULL OR season = $1", &[&season]).await?;
    rows.iter().map(|row| Ok(NightId::from_bytes(bytes(row, 0)?))).collect()
}

/// All nights, or those of a season, with the versions of their streams, in no order. A stream without its head has version 0.
pub async fn versions(client: &impl GenericClient, season: Option<SeasonId>) -> Result<Vec<(NightId, u64)>, Failure> {
    let season = season.map(SeasonId::bytes);
    let season = season.as_ref().map(<[u8; 16]>::as_slice);
    let select = "SELECT night.id, coalesce(stream.version, 0) FROM night LEFT JOIN stream ON stream.id = night.id
                  WHERE $1::bytea IS NULL OR night.season = $1";
    let rows = query(client, select, &[&season]).await?;
    rows.iter().map(|row| Ok((NightId::from_bytes(bytes(row, 0)?), number(row, 1)?))).collect()
}

/// The night with this join code.
pub async fn by_code(client: &impl GenericClient, code: JoinCode) -> Result<Option<NightId>, Failure> {
    found(client, "SELECT id FROM night WHERE join_code = $1", &[&code.to_string()]).await
}

/// The night with this join secret.
pub async fn by_secret(client: &impl GenericClient, secret: JoinSecret) -> Result<Option<NightId>, Failure> {
    found(client, "SELECT id FROM night WHERE join_secret = $1", &[&secret.bytes().as_slice()]).await
}

async fn found(client: &impl GenericClient, select: &str, params: Params<'_>) -> Result<Option<NightId>, Failure> {
    let row = query_opt(client, select, params).await?;
    row.map(|row| Ok(NightId::from_bytes(bytes(&row, 0)?))).transpose()
}

/// The join code and secret of a night.
pub async fn join_keys(client: &impl GenericClient, night: NightId) -> Result<Option<JoinKeys>, Failure> {
    let select = "SELECT join_code, join_secret FROM night WHERE id = $1";
    let row = query_opt(client, select, &[&night.bytes().as_slice()]).await?;
    row.map(|row| Ok(JoinKeys { code: word(&row, 0)?, secret: JoinSecret::from_bytes(bytes(&row, 1)?) })).transpose()
}

/// Replaces the join code and secret of a night.
pub async fn set_join_keys(client: &impl GenericClient, night: NightId, keys: JoinKeys) -> Result<(), Failure> {
    let JoinKeys { code, secret } = keys;
    let update = "UPDATE night SET join_code = $2, join_secret = $3 WHERE id = $1";
    let (night, secret) = (night.bytes(), secret.bytes());
    execute(client, update, &[&night.as_slice(), &code.to_string(), &secret.as_slice()]).await?;
    Ok(())
}

/// Replaces the join code and secret of a night, unless the request with this id did so before. Returns false then.
pub async fn renew_join_keys(
    client: &impl GenericClient,
    night: NightId,
    keys: JoinKeys,
    request: CommandId,
) -> Result<bool, Failure> {
    let insert = "INSERT INTO join_code_request (night, id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let is_new = execute(client, insert, &[&night.bytes().as_slice(), &request.bytes().as_slice()]).await? > 0;
    if is_new {
        set_join_keys(client, night, keys).await?;
    }
    Ok(is_new)
}
