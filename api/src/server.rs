//! Builds the server from a config, and runs it until a signal stops it.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::{Compress, from_fn};
use actix_web::rt;
use actix_web::{App, web};
use actix_web_prom::PrometheusMetricsBuilder;
use thiserror::Error;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{Notify, watch};
use utoipa_actix_web::AppExt;

use crate::auth::free_games::FreeGames;
use crate::auth::passwords::{self, PasswordError, Passwords};
use crate::auth::rate_limit::RateLimits;
use crate::auth::sessions::Sessions;
use crate::cli::banner::{self, Banner};
use crate::clock::{Clock, SystemClock};
use crate::config::{BackupOptions, Config};
use crate::connections::limits;
use crate::connections::listener::Listener;
use crate::handlers::metrics as metrics_handler;
use crate::handlers::site::files::SecurityContact;
use crate::http::access_log::{self, AccessLog};
use crate::http::body::memory::BodyMemory;
use crate::http::cors::{CrossOrigin, PublicLeague};
use crate::http::headers::caching;
use crate::http::headers::caching::known::KnownTags;
use crate::http::headers::idempotency::RecentKeys;
use crate::http::middleware;
use crate::http::origin::OwnAddress;
use crate::http::sse::EventStreams;
use crate::http::watchers::WatcherLimit;
use crate::id::Ids;
use crate::logging::LogFormat;
use crate::model::grant::Grant;
use crate::openapi;
use crate::outgoing::{HttpReceivers, Receivers};
use crate::random::SystemRandom;
use crate::routes;
use crate::services::Services;
use crate::services::database::backup_service::{BackupService, Schedule};
use crate::services::database::backups::Backups;
use crate::services::database::following::Following;
use crate::services::database::pruning::Pruning;
use crate::services::monitoring::Monitoring;
use crate::services::webhooks::WebhookService;
use crate::services::webhooks::deliveries::Deliveries;
use crate::services::webhooks::metrics::DeliveryMetrics;
use crate::store::{Store, StoreError};
use crate::tls::Certificate;

/// The time before a database that could not be opened is tried again.
const RETRY: Duration = Duration::from_secs(2);

/// The reason for which the server does not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The coordinator's new password is too short.
    #[error("{}", Config::short_password())]
    ShortPassword,
    /// Another reason, in a sentence.
    #[error("{0}")]
    Other(String),
}

impl From<String> for StartError {
    fn from(sentence: String) -> StartError {
        StartError::Other(sentence)
    }
}

impl From<PasswordError> for StartError {
    fn from(error: PasswordError) -> StartError {
        match error {
            PasswordError::TooShort => StartError::ShortPassword,
            PasswordError::Problem(problem) => StartError::Other(problem.to_string()),
            PasswordError::Hidden(sentence) => StartError::Other(sentence),
        }
    }
}

/// A server that listens but does not answer yet.
pub struct Application {
    server: Server,
    /// The one that tells the metrics, where they have an address of their own.
    metrics_server: Option<Server>,
    store: Arc<dyn Store>,
    stopping: watch::Sender<bool>,
    signals: Signals,
    certificate: Option<Arc<Certificate>>,
}

/// The signals to stop, and the one to read the certificate again. They are listened for before the banner is printed.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
}

impl Application {
    /// Builds the services, binds the address, opens the database, and prints the banner.
    pub async fn build(config: &Config) -> Result<Application, StartError> {
        let given = Config::password()?;
        let is_new_file = config.database.file().is_some_and(|file| !file.exists());
        if is_new_file && given.as_deref().is_some_and(passwords::is_short) {
            return Err(StartError::ShortPassword);
        }
        let listen = |kind| signal(kind).map_err(|error| format!("Cannot listen for signals: {error}."));
        let signals = Signals {
            terminate: listen(SignalKind::terminate())?,
            interrupt: listen(SignalKind::interrupt())?,
            hangup: listen(SignalKind::hangup())?,
        };
        let BackupOptions { backup_to, backup_every } = &config.backups;
        let database = config.database.open(backup_to.clone()).map_err(|error| error.to_string())?;
        let store: Arc<dyn Store> = database.clone();
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let Services { log, sessions, comparisons, passwords, games, nights, phones, players, league } =
            Services::new(store.clone(), clock.clone(), Arc::new(SystemRandom));
        log.games.set_capacity(config.games_in_memory);
        let following = Following {
            store: store.clone(),
            log: log.clone(),
            sessions: sessions.clone(),
            comparisons: comparisons.clone(),
            players: players.clone(),
        };
        let (stopping, stop) = watch::channel(false);
        let no_metrics = |error: prometheus::Error| format!("Cannot prepare the metrics: {error}.");
        let file = config.database.file().map(Path::to_owned);
        let monitoring = Monitoring::new(file, config.low_disk, store.clone(), clock.clone()).map_err(no_metrics)?;
        monitoring.add(database.clone(), log.clone(), sessions.clone(), comparisons).map_err(no_metrics)?;
        let delivery_metrics = DeliveryMetrics::new().map_err(no_metrics)?;
        delivery_metrics.register(&monitoring.metrics, clock.clone()).map_err(no_metrics)?;
        let Monitoring { metrics, readiness, disk_space, integrity } = monitoring;
        let requests = PrometheusMetricsBuilder::new("pegout")
            .registry(metrics.registry.clone())
            .mask_unmatched_patterns("unmatched")
            .build()
            .map_err(|error| format!("Cannot prepare the metrics: {error}."))?;
        let has_metrics = config.metrics_listen.is_none();
        let undocumented = [&routes::UNDOCUMENTED[..], if has_metrics { &[routes::METRICS] } else { &[] }].concat();
        let document = web::Data::new(openapi::Document::new(&undocumented));
        let limits = web::Data::new(RateLimits::new(&config.limits));
        rt::spawn(log.clone().evict_idle_forever());
        rt::spawn(RateLimits::forget_expired(limits.clone().into_inner()));
        rt::spawn(disk_space.clone().watch_forever());
        let watcher_limit =
            WatcherLimit::new(&config.limits, limits::raise_open_file_limit(), metrics.watchers.clone());
        let live = web::Data::new(EventStreams::new(stop, watcher_limit));
        let database_start = DatabaseStart { store: store.clone(), clock: clock.clone(), passwords, sessions, given };
        let (passwords, sessions) =
            (web::Data::from(database_start.passwords.clone()), web::Data::from(database_start.sessions.clone()));
        let free_games = Arc::new(FreeGames::new(config.limits.free_games.clone(), clock.clone()));
        rt::spawn(free_games.clone().forget_expired());
        let pruning = Pruning {
            log: log.clone(),
            store: store.clone(),
            clock: clock.clone(),
            keep_unplayed: config.keeping.keep_unplayed.0,
            keep_games: config.keeping.keep_games.0,
        };
        let receivers: Arc<dyn Receivers> = Arc::new(HttpReceivers::new(config.webhooks));
        let deliveries = Arc::new(Deliveries {
            log: log.clone(),
            store: store.clone(),
            clock: clock.clone(),
            random: Arc::new(SystemRandom),
            receivers: receivers.clone(),
            metrics: delivery_metrics,
            ended: Notify::new(),
        });
        let webhooks =
            WebhookService::new(log.clone(), store.clone(), clock.clone(), Arc::new(SystemRandom), receivers);
        let webhooks = web::Data::new(webhooks);
        let (games, nights) = (web::Data::new(games.with_bounds(free_games)), web::Data::new(nights));
        let event_log = web::Data::from(log);
        let (phones, players, league) = (web::Data::new(phones), web::Data::new(players), web::Data::new(league));
        let (metrics, readiness, disk_space) =
            (web::Data::from(metrics), web::Data::from(readiness), web::Data::from(disk_space));
        let bodies = web::Data::new(BodyMemory::new());
        let security =
            web::Data::new(SecurityContact { contact: config.security_contact.clone(), clock: clock.clone() });
        let access_log = web::Data::new(AccessLog {
            ids: Ids::new(clock.clone(), Arc::new(SystemRandom)),
            behind_proxy: limits.behind_proxy,
            path_patterns: config.log == LogFormat::Json,
        });
        let (newest, failed) = (metrics.last_backup.clone(), metrics.backup_failed.clone());
        let schedule = Schedule {
            every: backup_to.is_some().then_some(*backup_every),
            newest: newest.clone(),
            failed: failed.clone(),
        };
        let backup_service = web::Data::new(BackupService::new(database.clone(), clock.clone(), schedule));
        let public_league = web::Data::new(PublicLeague::new({
            let league = league.clone();
            move || {
                let league = league.clone();
                Box::pin(async move { league.league().await.ok().map(|league| league.is_public) })
            }
        }));
        let metrics_server = config.metrics_listen.as_deref();
        let metrics_server = metrics_server.map(|at| metrics_handler::bind(at, &metrics, &readiness)).transpose()?;
        let origins = config.allow_origin.clone();
        let recent_keys = web::Data::new(RecentKeys::default());
        let known_tags = web::Data::new(KnownTags::default());
        let requests_log = access_log.clone();
        let application = move |own: OwnAddress| {
            let (app, _) = App::new().into_utoipa_app().configure(routes::operations).split_for_parts();
            app.app_data(own)
                .app_data(bodies.clone())
                .app_data(document.clone())
                .app_data(security.clone())
                .app_data(access_log.clone())
                .app_data(metrics.clone())
                .app_data(readiness.clone())
                .app_data(disk_space.clone())
                .app_data(live.clone())
                .app_data(event_log.clone())
                .app_data(games.clone())
                .app_data(nights.clone())
                .app_data(phones.clone())
                .app_data(players.clone())
                .app_data(league.clone())
                .app_data(sessions.clone())
                .app_data(passwords.clone())
                .app_data(backup_service.clone())
                .app_data(webhooks.clone())
                .app_data(limits.clone())
                .app_data(public_league.clone())
                .app_data(recent_keys.clone())
                .app_data(known_tags.clone())
                .configure(|app| {
                    if has_metrics {
                        routes::metrics(app)
                    }
                })
                .configure(routes::pages)
                .wrap(from_fn(caching::apply))
                .wrap(Compress::default())
                .wrap(requests.clone())
                .wrap(from_fn(middleware::normalize))
                .wrap(CrossOrigin { origins: origins.as_slice().into() })
                .wrap(from_fn(middleware::apply))
                .wrap(from_fn(access_log::record))
        };
        let certificate = config.tls.read()?;
        let tls = certificate.clone().map(Certificate::server_config).transpose()?;
        let cannot_listen = |error: io::Error| format!("Cannot listen on {}: {error}.", config.listen);
        let listener = Listener::bind(&config.listen, tls).map_err(cannot_listen)?;
        // Not before it listens: a start that fails leaves neither a database nor a password that nobody was shown.
        let banner = Banner { scheme: config.tls.scheme(), addresses: listener.addresses() };
        database_start.run(banner).await?;
        rt::spawn({
            let database = database.clone();
            async move { database.remove_old_copies().await }
        });
        if let Some(changes) = store.changes() {
            rt::spawn(Arc::new(following).follow_forever(changes));
        }
        rt::spawn(integrity.look_forever());
        rt::spawn(pruning.sweep_forever());
        rt::spawn(deliveries.deliver_forever());
        rt::spawn({
            let database = database.clone();
            async move { database.list_forgotten().await }
        });
        if let Some(folder) = backup_to.clone() {
            let backups =
                Backups { database, clock: Arc::new(SystemClock), folder, every: *backup_every, newest, failed };
            rt::spawn(backups.make_forever());
        }
        let server = listener.serve(application, &requests_log).map_err(cannot_listen)?;
        Ok(Application { server, metrics_server, store, stopping, signals, certificate })
    }

    /// Serves until SIGTERM or Ctrl-C, then finishes what is under way.
    pub async fn run_until_stopped(self) -> Result<(), String> {
        let handle = self.server.handle();
        let Signals { mut terminate, mut interrupt, mut hangup } = self.signals;
        let stopping = self.stopping;
        let certificate = self.certificate;
        let metrics_handle = self.metrics_server.as_ref().map(Server::handle);
        self.metrics_server.map(rt::spawn);
        rt::spawn(async move {
            // At a terminal SIGHUP says that its window was closed.
            let is_at_terminal = io::stdout().is_terminal();
            loop {
                tokio::select! {
                    _ = terminate.recv() => break,
                    _ = interrupt.recv() => break,
                    _ = hangup.recv() => match &certificate {
                        _ if is_at_terminal => break,
                        Some(certificate) => read_again(certificate.clone()).await,
                        None => log::info!("SIGHUP: without a certificate there is nothing to read again"),
                    },
                }
            }
            log::info!("stopping");
            // Streams would go on for ever, and be waited for.
            stopping.send_replace(true);
            handle.stop(true).await;
        });
        let ended = self.server.await;
        if let Some(metrics) = metrics_handle {
            metrics.stop(false).await;
        }
        self.store.close();
        ended.map_err(|error| format!("The server stopped: {error}."))
    }
}

/// Reads the certificate again. Connections that are open go on with the one they began with.
async fn read_again(certificate: Arc<Certificate>) {
    match web::block(move || certificate.read_again()).await {
        Ok(Ok(sentence)) => log::info!("SIGHUP: {sentence}"),
        Ok(Err(sentence)) => log::error!("SIGHUP: {sentence}"),
        Err(error) => log::error!("SIGHUP: the certificate was not read again: {error}"),
    }
}

/// The start of the database: it is opened, and gets a password.
struct DatabaseStart {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    passwords: Arc<Passwords>,
    sessions: Arc<Sessions>,
    given: Option<String>,
}

impl DatabaseStart {
    /// Opens the database and sets the password, which is shown where it is generated now.
    async fn run(self, banner: Banner) -> Result<(), StartError> {
        match self.store.probe_write(self.clock.now()).await {
            Ok(()) => {
                let show = |generated: Option<&str>| banner.print(generated);
                match self.passwords.ensure_set(self.given.as_deref(), show).await {
                    Err(PasswordError::Problem(problem)) => self.run_without_password(&banner, &problem),
                    set => Ok(set?),
                }
            }
            Err(StoreError::Unusable(sentence)) => Err(sentence.into()),
            Err(error) => {
                log::error!("Hands are counted all the same; games answer 503 until it can.");
                self.run_without_password(&banner, &error)
            }
        }
    }

    /// Serves all the same, and sets the password when that can be done.
    fn run_without_password(self, banner: &Banner, error: &dyn std::fmt::Display) -> Result<(), StartError> {
        log::error!("{error}");
        banner.print(None)?;
        rt::spawn(self.ensure_password_later());
        Ok(())
    }

    /// Sets the password as soon as the database can be opened.
    async fn ensure_password_later(self) {
        let show = |generated: Option<&str>| generated.map_or(Ok(()), banner::print_password);
        loop {
            match self.passwords.ensure_set(self.given.as_deref(), show).await {
                Ok(()) => break,
                Err(PasswordError::TooShort) => {
                    log::error!("{} The stored password stays.", Config::short_password());
                    break;
                }
                Err(_) => rt::time::sleep(RETRY).await,
            }
        }
        // Sessions that another password began may have been cached meanwhile.
        self.sessions
            .invalidate_where(|grant| matches!(grant, Grant::Coordinator { .. } | Grant::Representative { .. }));
    }
}
