//! Builds the server from a config, and runs it until it is told to stop.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use actix_tls::accept::rustls_0_23::TlsStream;
use actix_web::dev::Server;
use actix_web::middleware::{Compress, Logger, from_fn};
use actix_web::rt;
use actix_web::rt::net::TcpStream;
use actix_web::{App, HttpServer, web};
use actix_web_prom::PrometheusMetricsBuilder;
use pegout_engine::game::Role;
use prometheus::IntGauge;
use socket2::{SockRef, TcpKeepalive};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use utoipa_actix_web::AppExt;

use crate::auth::passwords::Password;
use crate::auth::rate_limit::Limits;
use crate::auth::sessions::Tokens;
use crate::cli::banner::{self, Welcome};
use crate::clock;
use crate::config::Config;
use crate::connections;
use crate::eventlog::Records;
use crate::http::body::buffers::Bodies;
use crate::http::client_address::client_ip;
use crate::http::cors::Open;
use crate::http::middleware;
use crate::http::sse::Live;
use crate::http::watchers::Audience;
use crate::openapi;
use crate::routes;
use crate::services::game_service::Desk;
use crate::services::night_service::Hall;
use crate::store::{Store, StoreError};

/// How long requests under way may take after the stop was asked for.
const SHUTDOWN_SECONDS: u64 = 5;
/// How long a watcher may take nothing of what it was sent before the connection is cut.
const UNREAD: Duration = Duration::from_secs(30);
/// How long to wait before a database that could not be opened is tried again.
const RETRY: Duration = Duration::from_secs(2);

/// A server that listens, and does not answer yet.
pub struct Application {
    server: Server,
    store: Arc<Store>,
    stopping: watch::Sender<bool>,
    signals: Signals,
}

/// What tells it to stop: heard from before it says that it is there.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Application {
    /// Prepares everything, binds the address, opens the database, and says where it is.
    ///
    /// # Errors
    ///
    /// When the address or the signals cannot be listened for, or the database is not one that can be served; the
    /// sentence says which, and why. A database that only cannot be opened now is tried again later.
    pub async fn build(config: &Config) -> Result<Application, String> {
        let given = Config::password()?;
        let listen = |kind| signal(kind).map_err(|error| format!("Cannot listen for signals: {error}."));
        let signals =
            Signals { terminate: listen(SignalKind::terminate())?, interrupt: listen(SignalKind::interrupt())? };
        let store = Arc::new(Store::new(config.database.clone()));
        let password = web::Data::new(Password::new(store.clone()));
        let tokens = web::Data::new(Tokens::new(store.clone()));
        let (shared_password, shared_tokens) = (password.clone(), tokens.clone());
        let (stopping, stop) = watch::channel(false);
        let metrics = PrometheusMetricsBuilder::new("pegout")
            .mask_unmatched_patterns("unmatched")
            .build()
            .map_err(|error| format!("Cannot prepare the metrics: {error}."))?;
        let watchers = IntGauge::new("pegout_watchers", "How many watch a game at the moment")
            .and_then(|gauge| metrics.registry.register(Box::new(gauge.clone())).map(|()| gauge))
            .map_err(|error| format!("Cannot prepare the metrics: {error}."))?;
        let registry = web::Data::new(metrics.registry.clone());
        let document = web::Data::new(openapi::Document::new(&routes::document(), &routes::PAGES));
        let records = Arc::new(Records::new(store.clone()));
        let limits = web::Data::new(Limits::new(&config.limits));
        rt::spawn(records.clone().tidy());
        rt::spawn(Limits::tidy(limits.clone().into_inner()));
        let audience = Audience::new(&config.limits, connections::allow_all(), watchers);
        let live = web::Data::new(Live::new(stop, audience));
        let (desk, hall) = (Desk::new(records.clone()), Hall::new(records.clone(), tokens.clone()));
        let (desk, hall, records) = (web::Data::new(desk), web::Data::new(hall), web::Data::from(records));
        let stored = web::Data::from(store.clone());
        let bodies = web::Data::new(Bodies::new());
        let server = HttpServer::new(move || {
            let (app, _) = App::new().into_utoipa_app().configure(routes::operations).split_for_parts();
            app.app_data(bodies.clone())
                .app_data(document.clone())
                .app_data(registry.clone())
                .app_data(stored.clone())
                .app_data(desk.clone())
                .app_data(hall.clone())
                .app_data(records.clone())
                .app_data(live.clone())
                .app_data(tokens.clone())
                .app_data(password.clone())
                .app_data(limits.clone())
                .configure(routes::pages)
                .wrap(Compress::default())
                .wrap(metrics.clone())
                .wrap(from_fn(middleware::admit))
                .wrap(Open)
                .wrap(from_fn(middleware::keep))
                .wrap(log(limits.clone()))
        })
        .disable_signals()
        .shutdown_timeout(SHUTDOWN_SECONDS)
        .client_request_timeout(Duration::from_secs(10))
        // A watcher sends nothing more: only the end of what it sends tells that it has left.
        .h1_allow_half_closed(false)
        .on_connect(|connection, _| set_up(connection));
        let bound = match config.tls.config()? {
            Some(tls) => server.bind_rustls_0_23(&config.listen, tls),
            None => server.bind(&config.listen),
        };
        let server = bound.map_err(|error| format!("Cannot listen on {}: {error}.", config.listen))?;
        // Not before it listens: a start that fails leaves neither a database nor a password that nobody was shown.
        let welcome = Welcome { scheme: config.tls.scheme(), addresses: server.addrs() };
        open(store.clone(), shared_password, shared_tokens, given, welcome).await?;
        rt::spawn(store.clone().remove_old_copies());
        Ok(Application { server: server.run(), store, stopping, signals })
    }

    /// Serves until SIGTERM or Ctrl-C, then finishes what is under way.
    ///
    /// # Errors
    ///
    /// When the server breaks down.
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

/// Opens the database and sees to the password, which is shown where it is made now.
async fn open(
    store: Arc<Store>,
    password: web::Data<Password>,
    tokens: web::Data<Tokens>,
    given: Option<String>,
    welcome: Welcome,
) -> Result<(), String> {
    match store.try_out(clock::now().millis()).await {
        Ok(()) => password.settle(given.as_deref(), |made| welcome.show(made)).await,
        Err(StoreError::Unusable(sentence)) => Err(sentence),
        Err(error) => {
            log::error!("{error}. Hands are counted all the same; games answer 503 until it can.");
            welcome.show(None)?;
            rt::spawn(settle_later(password, given, tokens));
            Ok(())
        }
    }
}

/// Sees to the password as soon as the database can be opened.
async fn settle_later(password: web::Data<Password>, given: Option<String>, tokens: web::Data<Tokens>) {
    let show = |made: Option<&str>| made.map_or(Ok(()), banner::show_password);
    while password.settle(given.as_deref(), show).await.is_err() {
        rt::time::sleep(RETRY).await;
    }
    // Tokens that another password had given may have been looked up meanwhile.
    tokens.recheck(|token| token.role == Role::Coordinator);
}

/// The access log: whom a request comes from, what it asks for, and what came of it.
fn log(limits: web::Data<Limits>) -> Logger {
    Logger::new(r#"%{from}xi "%{asked}xi" %s %b %Ts"#)
        .custom_request_replace("from", move |request| client_ip(request.request(), limits.behind_proxy).to_string())
        .custom_request_replace("asked", middleware::logged)
}

/// Sets up a connection: answers are sent at once, and a phone that is gone or does not read is cut off.
fn set_up(connection: &dyn Any) {
    let encrypted = || connection.downcast_ref::<TlsStream<TcpStream>>().map(|stream| stream.get_ref().0);
    let Some(stream) = connection.downcast_ref::<TcpStream>().or_else(encrypted) else { return };
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new().with_time(UNREAD).with_interval(UNREAD / 3);
    let set = socket
        // A compressed answer is sent in parts, and the last would wait 40 ms for the first to be acknowledged.
        .set_tcp_nodelay(true)
        .and_then(|()| socket.set_tcp_user_timeout(Some(UNREAD)))
        .and_then(|()| socket.set_tcp_keepalive(&keepalive));
    if let Err(error) = set {
        log::warn!("cannot set up a connection: {error}");
    }
}
