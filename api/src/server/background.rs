//! The background work while the server runs, and the signals that it follows.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use actix_web::{rt, web};
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::tls::Certificate;
use pegout_service::auth::rate_limit::{FreeGames, RateLimits};
use pegout_service::services::database::backups::Backups;
use pegout_service::services::database::game_expiry::GameExpiry;
use pegout_service::services::database::remote_changes::RemoteChanges;
use pegout_service::services::monitoring::disk_space::DiskSpace;
use pegout_service::services::monitoring::integrity::{self, Integrity};
use pegout_service::services::nights::NightService;
use pegout_service::services::webhooks::deliveries::Deliveries;
use pegout_store::Database;

/// The background work.
pub struct Background {
    /// The database. It removes the old copies of an earlier run, and lists the forgotten players.
    pub database: Arc<dyn Database>,
    /// The changes of other servers, which bring memory up to date.
    pub remote_changes: RemoteChanges,
    /// The rate limits, which forget old callers.
    pub limits: Arc<RateLimits>,
    /// The limits of games without a night, which forget old callers too.
    pub free_games: Arc<FreeGames>,
    /// The check of the free space on the disk.
    pub disk_space: Arc<DiskSpace>,
    /// The search for damage.
    pub integrity: Arc<Integrity>,
    /// The nights, whose list is read once.
    pub nights: NightService,
    /// The removal of games after their time.
    pub game_expiry: GameExpiry,
    /// The deliveries to webhooks.
    pub deliveries: Arc<Deliveries>,
    /// The backups at intervals, if the operator has named a folder.
    pub backups: Option<Backups>,
}

impl Background {
    /// Starts all work.
    pub fn start(self) {
        rt::spawn(self.remote_changes.log.clone().evict_idle_forever());
        rt::spawn(RateLimits::forget_expired(self.limits));
        rt::spawn(self.free_games.forget_expired());
        rt::spawn(self.disk_space.watch_forever());
        if let Some(changes) = self.remote_changes.store.changes() {
            rt::spawn(Arc::new(self.remote_changes).follow_forever(changes));
        }
        rt::spawn(self.integrity.look_forever());
        rt::spawn(self.game_expiry.remove_expired_forever());
        rt::spawn(self.deliveries.deliver_forever());
        rt::spawn({
            let database = self.database.clone();
            async move { database.remove_old_copies().await }
        });
        rt::spawn(async move {
            rt::time::sleep(integrity::FIRST).await;
            self.database.backend().list_forgotten().await;
            // The first reader of the list of nights then waits for no night.
            let _ = self.nights.summaries(None, None).await;
        });
        if let Some(backups) = self.backups {
            rt::spawn(backups.make_forever());
        }
    }
}

/// The signals to stop, and the signal to read the certificate again.
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
}

impl Signals {
    /// Listens for the signals from now on.
    pub fn listen() -> Result<Signals, String> {
        let listen = |kind| signal(kind).map_err(|error| format!("Cannot listen for signals: {error}."));
        Ok(Signals {
            terminate: listen(SignalKind::terminate())?,
            interrupt: listen(SignalKind::interrupt())?,
            hangup: listen(SignalKind::hangup())?,
        })
    }

    /// Waits for a signal to stop. At each SIGHUP it reads the certificate again.
    pub async fn stopped(mut self, certificate: Option<Arc<Certificate>>) {
        // At a terminal SIGHUP means that the window was closed.
        let is_at_terminal = io::stdout().is_terminal();
        loop {
            tokio::select! {
                _ = self.terminate.recv() => break,
                _ = self.interrupt.recv() => break,
                _ = self.hangup.recv() => match &certificate {
                    _ if is_at_terminal => break,
                    Some(certificate) => read_again(certificate.clone()).await,
                    None => log::info!("SIGHUP: without a certificate there is nothing to read again"),
                },
            }
        }
    }
}

/// Reads the certificate again. Open connections keep the old certificate.
async fn read_again(certificate: Arc<Certificate>) {
    match web::block(move || certificate.read_again()).await {
        Ok(Ok(sentence)) => log::info!("SIGHUP: {sentence}"),
        Ok(Err(sentence)) => log::error!("SIGHUP: {sentence}"),
        Err(error) => log::error!("SIGHUP: the certificate was not read again: {error}"),
    }
}
