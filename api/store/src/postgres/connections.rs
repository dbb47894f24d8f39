//! The connections to the server. They run on their own threads, so that no dropped request ends a connection.

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
use crate::error::unavailable;

/// The most connections of requests.
pub const REQUESTS: usize = 12;
/// The longest wait for a connection that is free.
const WAIT: Duration = Duration::from_secs(5);

/// The longest wait for an answer, if PostgreSQL has stopped. The shorter statement timeout of the session ends slow
/// statements.
const ANSWER: Duration = Duration::from_secs(10);
/// The longest wait for the cancellation of a query.
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
    /// At most `most` connections to this database, on this runtime.
    pub fn new(address: PostgresAddress, most: usize, runtime: Handle) -> Result<Connections, StoreError> {
        let cannot =
            |error: &dyn std::fmt::Display| StoreError::Unusable(format!("{address} cannot be used: {error}."));
        let tls = address.tls().map_err(|error| cannot(&error))?;
        let connector = Connector { address: address.clone(), tls: tls.clone(), runtime: runtime.clone() };
        let manager = Manager::from_connect(address.config().clone(), connector, ManagerConfig::default());
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

    /// Gives out no more connections, because a newer Pegout has changed the schema. Returns true for the first call.
    pub fn refuse_newer_schema(&self) -> bool {
        !self.is_outdated.swap(true, Ordering::Relaxed)
    }

    /// Brings the schema to this version. The work finishes even if its caller stops waiting.
    async fn ensure_schema(&self) -> Result<(), StoreError> {
        let (client, address) = (self.free().await?, self.address.clone());
        let ensured = self.runtime.spawn(async move { schema::ensure(&address, &client).await });
        ensured.await.map_err(unavailable)?
    }

    /// A connection that is free, whatever the schema is.
    pub async fn free(&self) -> Result<Client, StoreError> {
        Ok(self.pool.get().await.map_err(Failure::from)?)
    }

    /// Runs `ask` with this connection and returns its outcome. A connection that does not answer is closed.
    pub async fn run<T, E: From<Failure>>(
        &self,
        client: Client,
        ask: impl AsyncFnOnce(&mut Client) -> Result<T, E>,
    ) -> Result<T, E> {
        self.run_within(ANSWER, client, ask).await
    }

    /// Like [`Self::run`], with this longest wait.
    pub async fn run_within<T, E: From<Failure>>(
        &self,
        longest: Duration,
        mut client: Client,
        ask: impl AsyncFnOnce(&mut Client) -> Result<T, E>,
    ) -> Result<T, E> {
        match timeout(longest, AssertUnwindSafe(ask(&mut client)).catch_unwind()).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => {
                // The connection may be in the middle of a transaction.
                drop(Object::take(client));
                resume_unwind(panic)
            }
            Err(_) => {
                self.cancel(client);
                Err(Failure::Unanswered.into())
            }
        }
    }

    /// Closes an unresponsive connection and cancels its query. The next user of the connection would otherwise wait
    /// for that query. The free connections may lead to the same frozen host, so they are closed as well.
    fn cancel(&self, client: Client) {
        let (cancel, tls) = (client.cancel_token(), self.tls.clone());
        drop(Object::take(client));
        self.pool.retain(|_, _| false);
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
    address: PostgresAddress,
    tls: Encryption,
    runtime: Handle,
}

impl Connect for Connector {
    fn connect(&self, _: &Config) -> BoxFuture<'_, Result<(PostgresClient, JoinHandle<()>), Error>> {
        let mut connecting = Box::pin(self.address.connect("pegout", &self.tls));
        // Create the socket in this runtime, not in the caller's runtime, which may end earlier.
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
            // This setting fails on some of PostgreSQL's systems.
            let _ = client.batch_execute(WATCH_CLIENT).await;
            Ok((client, carry))
        };
        carried.boxed()
    }
}
