//! The SQL of the rows, which is one for both databases.

use actix_web::rt::System;
use futures_util::FutureExt;

use super::servers::Servers;
use crate::store::StoreError;
use crate::store::db::{self, Db, DbError};

async fn swapped(db: &dyn Db) -> Result<(i64, i64), DbError> {
    let select = "SELECT CAST($2 AS bigint), CAST($1 AS bigint)";
    let rows = db.query(select, &[1_i64.into(), 2_i64.into()]).await?;
    Ok((rows[0].get(0)?, rows[0].get(1)?))
}

async fn inserted_and_refused(db: &dyn Db) -> Result<(), DbError> {
    db.execute("INSERT INTO removed_game (id) VALUES ($1)", &[[1; 16].into()]).await?;
    Err(DbError::unreadable("nothing that is wrong"))
}

async fn removed(db: &dyn Db) -> Result<usize, DbError> {
    Ok(db.query("SELECT 1 FROM removed_game", &[]).await?.len())
}

#[test]
fn a_parameter_has_the_value_of_its_number_in_whatever_order_they_appear() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let work = db::read(servers.store.backend(), &[], (), |db, ()| swapped(db).boxed());
        assert_eq!(work.await.unwrap(), (2, 1));
    });
}

#[test]
fn work_that_reads_a_foreign_value_leaves_nothing_and_the_next_is_stored() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let backend = servers.store.backend();
        let refused = db::write(backend, (), |db, ()| inserted_and_refused(db).boxed()).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(sentence)) if sentence.contains("has not written")));
        assert_eq!(db::read(backend, &[], (), |db, ()| removed(db).boxed()).await.unwrap(), 0);
    });
}
