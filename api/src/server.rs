//! Builds the server from a config, and runs it until a signal stops it.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::{Compress, Logger, from_fn};
use actix_web::rt;
use actix_web::{App, HttpServer, web};
use actix_web_prom::PrometheusMetricsBuilder;
use prometheus::IntGauge;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use utoipa_actix_web::AppExt;

use crate::auth::passwords::Passwords;
use crate::auth::rate_limit::RateLimits;
use crate::auth::sessions::Sessions;
use crate::cli::banner::{self, Banner};
use crate::clock::{Clock, SystemClock};
use crate::config::Config;
use crate::connections;
use crate::http::body::memory::BodyMemory;
use crate::http::client_address::client_ip;
use crate::http::cors::StatelessCors;
use crate::http::middleware;
use crate::http::sse::EventStreams;
use crate::http::watchers::WatcherLimit;
use crate::model::grant::Grant;
use crate::openapi;
use crate::random::SystemRandom;
use crate::routes;
use crate::services::Services;
use crate::store::{SqliteStore, Store, StoreError};

/// The time in which requests under way may end after a stop.
const SHUTDOWN_SECONDS: u64 = 5;
/// The time before a database that could not be opened is tried again.
const RETRY: Duration = Duration::from_secs(2);

/// A server that listens but does not answer yet.
pub struct Application {
    server: Server,
    store: Arc<dyn Store>,
    stopping: watch::Sender<bool>,
    signals: Signals,
}

/// The signals to stop. They are listened for before the banner is printed.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Application {
    /// Builds the services, binds the address, opens the database, and prints the banner.
    pub async fn build(config: &Config) -> Result<Application, String> {
        let given = Config::password()?;
        let listen = |kind| signal(kind).map_err(|error| format!("Cannot listen for signals: {error}."));
        let signals =
            Signals { terminate: listen(SignalKind::terminate())?, interrupt: listen(SignalKind::interrupt())? };
        let sqlite = SqliteStore::new(config.database.clone());
        let remove_old_copies = sqlite.remove_old_copies();
        let store: Arc<dyn Store> = Arc::new(sqlite);
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let Services { log, sessions, passwords, games, nights, phones, players, league } =
            Services::new(store.clone(), clock.clone(), Arc::new(SystemRandom));
        let (stopping, stop) = watch::channel(false);
        let metrics = PrometheusMetricsBuilder::new("pegout")
            .mask_unmatched_patterns("unmatched")
            .build()
            .map_err(|error| format!("Cannot prepare the metrics: {error}."))?;
        let watchers = IntGauge::new("pegout_watchers", "How many watch a game or a night at the moment")
            .and_then(|gauge| metrics.registry.register(Box::new(gauge.clone())).map(|()| gauge))
            .map_err(|error| format!("Cannot prepare the metrics: {error}."))?;
        let registry = web::Data::new(metrics.registry.clone());
        let document = web::Data::new(openapi::Document::new(&routes::document(), &routes::UNDOCUMENTED));
        let limits = web::Data::new(RateLimits::new(&config.limits));
        rt::spawn(log.clone().evict_idle_forever());
        rt::spawn(RateLimits::forget_expired(limits.clone().into_inner()));
        let watcher_limit = WatcherLimit::new(&config.limits, connections::raise_open_file_limit(), watchers);
        let live = web::Data::new(EventStreams::new(stop, watcher_limit));
        let database_start = DatabaseStart { store: store.clone(), clock: clock.clone(), passwords, sessions, given };
        let (passwords, sessions) =
            (web::Data::from(database_start.passwords.clone()), web::Data::from(database_start.sessions.clone()));
        let (games, nights) = (web::Data::new(games), web::Data::new(nights));
        let (phones, players, league) = (web::Data::new(phones), web::Data::new(players), web::Data::new(league));
        let (probed_store, clock, log) = (web::Data::from(store.clone()), web::Data::from(clock), web::Data::from(log));
        let bodies = web::Data::new(BodyMemory::new());
        let server = HttpServer::new(move || {
            let (app, _) = App::new().into_utoipa_app().configure(routes::operations).split_for_parts();
            app.app_data(bodies.clone())
                .app_data(document.clone())
                .app_data(registry.clone())
                .app_data(probed_store.clone())
                .app_data(clock.clone())
                .app_data(log.clone())
                .app_data(live.clone())
                .app_data(games.clone())
                .app_data(nights.clone())
                .app_data(phones.clone())
                .app_data(players.clone())
                .app_data(league.clone())
                .app_data(sessions.clone())
                .app_data(passwords.clone())
                .app_data(limits.clone())
                .configure(routes::pages)
                .wrap(Compress::default())
                .wrap(metrics.clone())
                .wrap(from_fn(middleware::normalize))
                .wrap(StatelessCors)
                .wrap(from_fn(middleware::apply))
                .wrap(access_log(limits.clone()))
        })
        .disable_signals()
        .shutdown_timeout(SHUTDOWN_SECONDS)
        .client_request_timeout(Duration::from_secs(10))
        // A watcher sends nothing more: only the end of what it sends tells that it has left.
        .h1_allow_half_closed(false)
        .on_connect(|connection, _| connections::set_timeouts(connection));
        let bound = match config.tls.tls() {
            Some(tls) => server.bind_rustls_0_23(&config.listen, tls.load()?),
            None => server.bind(&config.listen),
        };
        let server = bound.map_err(|error| format!("Cannot listen on {}: {error}.", config.listen))?;
        // Not before it listens: a start that fails leaves neither a database nor a password that nobody was shown.
        let banner = Banner { scheme: config.tls.scheme(), addresses: server.addrs() };
        database_start.run(banner).await?;
        rt::spawn(remove_old_copies);
        Ok(Application { server: server.run(), store, stopping, signals })
    }

    /// Serves until SIGTERM or Ctrl-C, then finishes what is under way.
    pub async fn run_until_stopped(self) -> Result<(), String> {
        let handle = self.server.handle();
        let Signals { mut terminate, mut interrupt } = self.signals;
        let stopping = self.stopping;
        rt::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            log::info!("stopping");
            // Streams would go on for ever, and be waited for.
            stopping.send_replace(true);
            handle.stop(true).await;
        });
        let ended = self.server.await;
        self.store.close();
        ended.map_err(|error| format!("The server stopped: {error}."))
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
    async fn run(self, banner: Banner) -> Result<(), String> {
        match self.store.probe_write(self.clock.now()).await {
            Ok(()) => self.passwords.ensure_set(self.given.as_deref(), |generated| banner.print(generated)).await,
            Err(StoreError::Unusable(sentence)) => Err(sentence),
            Err(error) => {
                log::error!("{error}. Hands are counted all the same; games answer 503 until it can.");
                banner.print(None)?;
                rt::spawn(self.ensure_password_later());
                Ok(())
            }
        }
    }

    /// Sets the password as soon as the database can be opened.
    async fn ensure_password_later(self) {
        let show = |generated: Option<&str>| generated.map_or(Ok(()), banner::print_password);
        while self.passwords.ensure_set(self.given.as_deref(), show).await.is_err() {
            rt::time::sleep(RETRY).await;
        }
        // Sessions that another password began may have been cached meanwhile.
        self.sessions
            .invalidate_where(|grant| matches!(grant, Grant::Coordinator { .. } | Grant::Representative { .. }));
    }
}

/// The access log: whom a request comes from, what it asks for, and what came of it.
fn access_log(limits: web::Data<RateLimits>) -> Logger {
    Logger::new(r#"%{from}xi "%{asked}xi" %s %b %Ts"#)
        .custom_request_replace("from", move |request| client_ip(request.request(), limits.behind_proxy).to_string())
        .custom_request_replace("asked", middleware::access_line)
}
