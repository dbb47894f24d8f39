//! The connections to the server, which live on threads of their own: no request that is dropped ends one.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use deadpool_postgres::{Client, Connect, Manager, ManagerConfig, Object, Pool, Runtime, Timeouts};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::{Client as PostgresClient, Config, Error};

use super::address::{Encryption, PostgresAddress};
use super::failure::Failure;
use super::schema;
use crate::StoreError;

/// The most connections of requests.
pub const REQUESTS: usize = 12;
/// The longest wait for a connection that is free.
const WAIT: Duration = Duration::from_secs(5);

/// The longest wait for what a connection is asked. It is more than the statement timeout of the session, which ends a slow
/// statement in order; this one ends the wait for a PostgreSQL that has stopped.
const ANSWER: Duration = Duration::from_secs(10);
/// The longest wait for PostgreSQL to hear that nobody waits any more.
const CANCEL: Duration = Duration::from_secs(2);
/// Lets PostgreSQL notice within a statement that its client is gone.
const WATCH_CLIENT: &str = "SET client_connection_check_interval = 2000";

/// A number of connections, which are made when they are needed.
pub struct Connections {
    pool: Pool,
    /// Done once the schema is as this program needs it.
    schema: OnceCell<()>,
    /// True once a newer Pegout has changed the schema.
    is_outdated: AtomicBool,
    address: PostgresAddress,
    tls: Encryption,
    runtime: Handle,
}

impl Connections {
    /// At most so many connections to this database, on this runtime.
    pub fn new(address: PostgresAddress, most: usize, runtime: Handle) -> Result<Connections, StoreError> {
        let cannot =
            |error: &dyn std::fmt::Display| StoreError::Unusable(format!("{address} cannot be used: {error}."));
        let tls = address.tls().map_err(|error| cannot(&error))?;
        let connector = Connector { tls: tls.clone(), runtime: runtime.clone() };
        let manager = Manager::from_connect(address.config("pegout"), connector, ManagerConfig::default());
        let timeouts = Timeouts { wait: Some(WAIT), create: Some(WAIT), recycle: Some(WAIT) };
        let pool = Pool::builder(manager)
            .max_size(most)
            .timeouts(timeouts)
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| cannot(&error))?;
        Ok(Connections { pool, schema: OnceCell::new(), is_outdated: AtomicBool::new(false), address, tls, runtime })
    }

    /// A connection that is free, to a database whose schema is as this program needs it.
    pub async fn get(&self) -> Result<Client, StoreError> {
        if self.is_outdated.load(Ordering::Relaxed) {
            return Err(StoreError::Unusable(schema::newer(&self.address)));
        }
        if !self.schema.initialized() {
            self.schema.get_or_try_init(|| self.ensure_schema()).await?;
        }
        self.free().await
    }

    /// Gives no connection any more, because a newer Pegout has changed the schema. Returns true for the first time.
    pub fn outdate(&self) -> bool {
        !self.is_outdated.swap(true, Ordering::Relaxed)
    }

    /// Makes the schema as this program needs it. It is not left half done where nobody waits for it any more.
    async fn ensure_schema(&self) -> Result<(), StoreError> {
        let (client, address) = (self.free().await?, self.address.clone());
        let ensured = self.runtime.spawn(async move { schema::ensure(&address, &client).await });
        ensured.await.map_err(|error| StoreError::Unavailable(error.to_string()))?
    }

    /// A connection that is free, whatever the schema is.
    pub async fn free(&self) -> Result<Client, StoreError> {
        Ok(self.pool.get().await.map_err(Failure::from)?)
    }

    /// The outcome of what this connection is asked. Where no answer comes, the connection is given up.
    pub async fn answered<T, E: From<Failure>>(
        &self,
        client: Client,
        ask: impl AsyncFnOnce(&mut Client) -> Result<T, E>,
    ) -> Result<T, E> {
        self.answered_within(ANSWER, client, ask).await
    }

    /// The same, with another longest wait.
    pub async fn answered_within<T, E: From<Failure>>(
        &self,
        longest: Duration,
        mut client: Client,
        ask: impl AsyncFnOnce(&mut Client) -> Result<T, E>,
    ) -> Result<T, E> {
        match timeout(longest, AssertUnwindSafe(ask(&mut client)).catch_unwind()).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => {
                // It may be in the middle of a transaction.
                drop(Object::take(client));
                resume_unwind(panic)
            }
            Err(_) => {
                self.give_up(client);
                Err(Failure::Unanswered.into())
            }
        }
    }

    /// Ends a connection that does not answer, and what it was asked: whoever got it next would wait behind this, and PostgreSQL
    /// would work on what nobody waits for.
    fn give_up(&self, client: Client) {
        let (cancel, tls) = (client.cancel_token(), self.tls.clone());
        drop(Object::take(client));
        self.runtime.spawn(async move {
            let _ = timeout(CANCEL, cancel.cancel_query(tls)).await;
        });
    }

    /// The number of requests that wait for a connection.
    pub fn waiting(&self) -> usize {
        self.pool.status().waiting
    }
}

/// The way to make a connection.
struct Connector {
    tls: Encryption,
    runtime: Handle,
}

impl Connect for Connector {
    fn connect(&self, config: &Config) -> BoxFuture<'_, Result<(PostgresClient, JoinHandle<()>), Error>> {
        let (config, tls) = (config.clone(), self.tls.clone());
        let mut connecting = Box::pin(async move { config.connect(tls).await });
        // The socket belongs to the runtime in which it is made, not to that of whoever waits for it.
        let made = poll_fn(move |context| {
            let _entered = self.runtime.enter();
            connecting.as_mut().poll(context)
        });
        let runtime = &self.runtime;
        let carried = async move {
            let (client, connection) = made.await?;
            let carry = runtime.spawn(async move {
                if let Err(error) = connection.await {
                    log::warn!("a connection to the database has ended: {error}");
                }
            });
            // Not on every system that PostgreSQL runs on.
            let _ = client.batch_execute(WATCH_CLIENT).await;
            Ok((client, carry))
        };
        carried.boxed()
    }
}
