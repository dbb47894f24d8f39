//! The SQL of the rows, which is one for both databases.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::rt::System;
use async_trait::async_trait;
use futures_util::FutureExt;

use pegout_engine::Time;
use pegout_model::clock::Clock as _;
use pegout_model::grant::Grant;
use pegout_model::token::TokenHash;

use super::servers::Servers;
use pegout_store::db::{self, Backend, Db, DbError, Job, Notify};
use pegout_store::{FreeGameStore as _, NewSession, Outbox as _, PasswordStore as _, Store, StoreError, TokenStore};

/// A database that counts the writes that other servers hear of.
struct Counting {
    store: Arc<dyn Store>,
    announced: AtomicUsize,
}

#[async_trait]
impl Backend for Counting {
    async fn read(&self, tables: &[&'static str], job: Job) -> Result<(), StoreError> {
        self.store.backend().read(tables, job).await
    }

    async fn write(&self, job: Job, notify: Notify) -> Result<(), StoreError> {
        self.announced.fetch_add((notify == Notify::Others).into(), Ordering::Relaxed);
        self.store.backend().write(job, notify).await
    }

    async fn check_tables(&self, tables: &[&'static str]) -> Result<(), StoreError> {
        self.store.backend().check_tables(tables).await
    }

    fn recheck_tables(&self) {
        self.store.backend().recheck_tables();
    }

    async fn list_forgotten(&self) {
        self.store.backend().list_forgotten().await;
    }

    async fn erase_deleted(&self) -> Result<(), StoreError> {
        self.store.backend().erase_deleted().await
    }
}

impl TokenStore for Counting {}

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

#[test]
fn other_servers_hear_of_a_session_that_begins_and_of_no_renewal() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let store = Counting { store: servers.store.clone(), announced: AtomicUsize::default() };
        let at = servers.clock.now();
        let expires_at = Time::from_millis(at.millis() + 1000).unwrap();
        let session = NewSession {
            hash: TokenHash([1; 32]),
            grant: Grant::Coordinator { name: None, expires_at },
            password: "hash".to_owned(),
            at,
            device: TokenHash([2; 32]),
            device_expires_at: expires_at,
        };
        store.set_password_hash(session.password.clone()).await.unwrap();
        assert_eq!(store.announced.load(Ordering::Relaxed), 1);
        store.begin_session(session.clone()).await.unwrap().unwrap();
        assert_eq!(store.announced.load(Ordering::Relaxed), 2);
        store.renew_grant(session.hash, expires_at).await.unwrap();
        store.note_games(Vec::new(), at, true).await.unwrap();
        store.delete_old_deliveries(at).await.unwrap();
        assert_eq!(store.announced.load(Ordering::Relaxed), 2);
        store.delete_grant(session.hash).await.unwrap();
        assert_eq!(store.announced.load(Ordering::Relaxed), 3);
    });
}
