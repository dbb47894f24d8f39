//! The composition of all parts on one database.

use std::path::Path;
use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use tokio::sync::{Notify, watch};

use super::background::Background;
use super::listener;
use super::start::StartError;
use crate::config::{BackupOptions, Config};
use crate::logging::LogFormat;
use pegout_http::SecurityContact;
use pegout_http::access_log::AccessLog;
use pegout_http::body::memory::BodyMemory;
use pegout_http::caching::EtagCache;
use pegout_http::cors::PublicLeague;
use pegout_http::openapi::Document;
use pegout_http::routes;
use pegout_http::sse::{EventStreams, WatcherLimit};
use pegout_model::clock::{Clock, SystemClock};
use pegout_model::random::{Ids, Random, SystemRandom};
use pegout_service::auth::passwords::Passwords;
use pegout_service::auth::rate_limit::FreeGames;
use pegout_service::auth::rate_limit::RateLimits;
use pegout_service::auth::sessions::Sessions;
use pegout_service::outgoing::{HttpReceivers, Receivers};
use pegout_service::services::Services;
use pegout_service::services::database::backup_service::BackupService;
use pegout_service::services::database::backups::{Backups, LastBackup};
use pegout_service::services::database::game_expiry::GameExpiry;
use pegout_service::services::database::remote_changes::RemoteChanges;
use pegout_service::services::monitoring::Monitoring;
use pegout_service::services::monitoring::metrics::Metrics;
use pegout_service::services::monitoring::readiness::Readiness;
use pegout_service::services::webhooks::deliveries::{Deliveries, DeliveryMetrics};
use pegout_service::services::worker_threads::WorkerThreads;
use pegout_store::Store;

/// The parts that the server needs itself, and the data of its applications.
pub struct AppState {
    /// The passwords.
    pub passwords: Data<Passwords>,
    /// The sessions.
    pub sessions: Data<Sessions>,
    /// The metrics.
    pub metrics: Data<Metrics>,
    /// The check that the service is ready.
    pub readiness: Data<Readiness>,
    /// The data that handlers extract.
    pub app_data: AppData,
}

/// The data that handlers extract. Every thread and address has an application of its own with the same data.
#[derive(Clone, Default)]
pub struct AppData(Vec<Addition>);

/// Adds a part of the data to an application.
type Addition = Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>;

impl AppData {
    fn add(&mut self, data: impl Clone + Send + Sync + 'static) {
        self.0.push(Arc::new(move |app| {
            app.app_data(data.clone());
        }));
    }

    /// Adds all data to an application.
    pub fn configure(&self, app: &mut ServiceConfig) {
        self.0.iter().for_each(|add| add(app));
    }
}

/// Composes all parts on the database of this config. Live streams end when `stop` turns true.
pub fn compose(config: &Config, stop: watch::Receiver<bool>) -> Result<(AppState, Background), StartError> {
    let BackupOptions { backup_to, backup_every } = &config.backups;
    let database = config.database.open(backup_to.clone()).map_err(|error| error.to_string())?;
    let store: Arc<dyn Store> = database.clone();
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let random: Arc<dyn Random> = Arc::new(SystemRandom);
    let receivers: Arc<dyn Receivers> = Arc::new(HttpReceivers::new(config.webhooks, config.patience.receiver_wait));
    let services = Services::new(store.clone(), clock.clone(), random.clone());
    let webhooks = services.webhooks(receivers.clone());
    let Services {
        log,
        sessions,
        comparisons,
        passwords,
        games,
        nights,
        phones,
        displays,
        players,
        league,
        ledger,
        pots,
        figures,
        imports,
    } = services;
    log.games.set_capacity(config.games_in_memory);
    if let Some(memory) = config.password_memory {
        passwords.set_memory(memory);
    }

    let no_metrics = |error: prometheus::Error| format!("Cannot prepare the metrics: {error}.");
    let file = config.database.file().map(Path::to_owned);
    let monitoring = Monitoring::new(file, config.low_disk, store.clone(), clock.clone()).map_err(no_metrics)?;
    monitoring.add(database.clone(), log.clone(), sessions.clone(), comparisons.clone()).map_err(no_metrics)?;
    let delivery_metrics = DeliveryMetrics::new().map_err(no_metrics)?;
    delivery_metrics.register(&monitoring.metrics, clock.clone()).map_err(no_metrics)?;
    let threads = WorkerThreads::new(config.computing_threads);
    let threads = Arc::new(threads.map_err(|error| format!("Cannot start the threads that compute: {error}."))?);
    let waiting = threads.clone();
    monitoring
        .metrics
        .measure("pegout_computing_waiting", "Requests that wait for a thread that computes", move || {
            Some(waiting.waiting() as u64)
        })
        .map_err(no_metrics)?;
    let Monitoring { metrics, readiness, disk_space, integrity } = monitoring;

    let limits = Arc::new(RateLimits::new(&config.limits, metrics.wrong_passwords.clone()));
    let free_games = Arc::new(FreeGames::new(config.limits.free_games.clone(), clock.clone()));
    let watcher_limit = WatcherLimit::new(&config.limits, listener::raise_open_file_limit(), metrics.watchers.clone());
    let last_backup = LastBackup::new(metrics.last_backup.clone(), metrics.backup_failed.clone());
    let every = backup_to.is_some().then_some(*backup_every);
    let access_log = AccessLog {
        ids: Ids::new(clock.clone(), random.clone()),
        behind_proxy: limits.behind_proxy,
        path_patterns: config.log == LogFormat::Json,
    };
    let league = Data::new(league);
    let public_league = PublicLeague::new({
        let league = league.clone();
        move || {
            let league = league.clone();
            Box::pin(async move { league.league().await.ok().map(|league| league.is_public) })
        }
    });
    let metrics_path: &[_] = if config.metrics_listen.is_none() { &[routes::METRICS] } else { &[] };

    let background = Background {
        database: database.clone(),
        remote_changes: RemoteChanges {
            store: store.clone(),
            log: log.clone(),
            sessions: sessions.clone(),
            comparisons,
            players: players.clone(),
        },
        limits: limits.clone(),
        free_games: free_games.clone(),
        disk_space: disk_space.clone(),
        integrity: integrity.clone(),
        nights: nights.clone(),
        game_expiry: GameExpiry {
            log: log.clone(),
            store: store.clone(),
            clock: clock.clone(),
            keep_unplayed: config.keeping.keep_unplayed.0,
            keep_games: config.keeping.keep_games.0,
        },
        deliveries: Arc::new(Deliveries {
            log: log.clone(),
            store,
            clock: clock.clone(),
            random,
            receivers,
            metrics: delivery_metrics,
            path: config.public_url.as_ref().map(|url| url.path.clone()).unwrap_or_default(),
            ended: Notify::new(),
        }),
        backups: backup_to.clone().map(|folder| Backups {
            database: database.clone(),
            clock: clock.clone(),
            folder,
            every: *backup_every,
            last: last_backup.clone(),
            integrity,
        }),
    };
    let (passwords, sessions) = (Data::from(passwords), Data::from(sessions));
    let (metrics, readiness) = (Data::from(metrics), Data::from(readiness));
    let mut app_data = AppData::default();
    app_data.add(Data::new(games.with_bounds(free_games)));
    app_data.add(Data::new(nights));
    app_data.add(Data::new(phones));
    app_data.add(Data::new(displays));
    app_data.add(Data::new(players));
    app_data.add(league);
    app_data.add(Data::new(ledger));
    app_data.add(Data::new(pots));
    app_data.add(Data::new(figures));
    app_data.add(Data::new(imports));
    app_data.add(Data::new(webhooks));
    app_data.add(Data::new(BackupService::new(database, clock.clone(), every, last_backup)));
    app_data.add(Data::from(threads));
    app_data.add(Data::from(log));
    app_data.add(sessions.clone());
    app_data.add(passwords.clone());
    app_data.add(Data::from(limits));
    app_data.add(Data::new(EventStreams::new(stop, watcher_limit, config.patience.heartbeat)));
    app_data.add(Data::new(BodyMemory::new(config.patience.body_wait)));
    app_data.add(Data::<EtagCache>::default());
    app_data.add(Data::new(public_league));
    app_data.add(metrics.clone());
    app_data.add(readiness.clone());
    app_data.add(Data::from(disk_space));
    app_data.add(Data::new(access_log));
    app_data.add(Data::new(Document::new(&[&routes::UNDOCUMENTED[..], metrics_path].concat())));
    app_data.add(Data::new(SecurityContact { contact: config.security_contact.clone(), clock }));
    if let Some(public_url) = config.public_url.clone() {
        app_data.add(public_url);
    }
    let state = AppState { passwords, sessions, metrics, readiness, app_data };
    Ok((state, background))
}
