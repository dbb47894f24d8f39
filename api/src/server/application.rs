//! Builds the server from a config, and runs it until a signal stops it.

use std::io;
use std::sync::Arc;

use actix_web::dev::Server;
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App, rt};
use actix_web_prom::PrometheusMetricsBuilder;
use tokio::sync::watch;

use super::background::Signals;
use super::composition::compose;
use super::listener::Listener;
use super::start::{Banner, DatabaseStart, StartError};
use crate::config::Config;
use crate::tls::Certificate;
use pegout_http::access_log;
use pegout_http::address::OwnAddress;
use pegout_http::caching;
use pegout_http::cors::CrossOrigin;
use pegout_http::health;
use pegout_http::middleware;
use pegout_http::routes;
use pegout_model::clock::SystemClock;
use pegout_service::auth::passwords;
use pegout_store::Store;

/// A server that listens but does not answer yet.
pub struct Application {
    server: Server,
    /// The server of the metrics, if they have an address of their own.
    metrics_server: Option<Server>,
    store: Arc<dyn Store>,
    stopping: watch::Sender<bool>,
    signals: Signals,
    certificate: Option<Arc<Certificate>>,
}

impl Application {
    /// Builds the services, binds the address, opens the database, and prints the banner.
    pub async fn build(config: &Config) -> Result<Application, StartError> {
        let given = Config::password()?;
        let is_new_file = config.database.file().is_some_and(|file| !file.exists());
        if is_new_file && given.as_deref().is_some_and(passwords::is_short) {
            return Err(StartError::ShortPassword);
        }
        // Listen before the banner is printed. A reader of the banner may send a signal at once.
        let signals = Signals::listen()?;
        let (stopping, stop) = watch::channel(false);
        let (state, background) = compose(config, stop)?;
        let store = background.remote_changes.store.clone();
        let database_start = DatabaseStart {
            store: store.clone(),
            clock: Arc::new(SystemClock),
            passwords: state.passwords.clone().into_inner(),
            sessions: state.sessions.clone().into_inner(),
            given,
        };
        let has_metrics = config.metrics_listen.is_none();
        let metrics_server = config.metrics_listen.as_deref();
        let metrics_server =
            metrics_server.map(|at| health::bind_metrics(at, &state.metrics, &state.readiness)).transpose()?;
        let requests = PrometheusMetricsBuilder::new("pegout")
            .registry(state.metrics.registry.clone())
            .mask_unmatched_patterns("unmatched")
            .build()
            .map_err(|error| format!("Cannot prepare the metrics: {error}."))?;
        let (origins, app_data) = (config.allow_origin.clone(), state.app_data);
        let application = move |own: OwnAddress| {
            App::new()
                .configure(routes::operations)
                .app_data(own)
                .configure(|app| app_data.configure(app))
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
        // Bind the listener first. A failed start must leave no database behind, because its new password was never shown.
        let public_url = config.public_url.clone();
        let banner = Banner { scheme: config.tls.scheme(), addresses: listener.addresses(), public_url };
        database_start.run(banner).await?;
        background.start();
        let server = listener.serve(application, config.patience.stop_wait).map_err(cannot_listen)?;
        Ok(Application { server, metrics_server, store, stopping, signals, certificate })
    }

    /// Serves until SIGTERM or Ctrl-C, then finishes the requests in progress.
    pub async fn run_until_stopped(self) -> Result<(), String> {
        let Application { server, metrics_server, store, stopping, signals, certificate } = self;
        let handle = server.handle();
        let metrics_handle = metrics_server.as_ref().map(Server::handle);
        metrics_server.map(rt::spawn);
        rt::spawn(async move {
            signals.stopped(certificate).await;
            log::info!("stopping");
            // The stop waits for live streams, which would never end by themselves.
            stopping.send_replace(true);
            handle.stop(true).await;
        });
        let ended = server.await;
        if let Some(metrics) = metrics_handle {
            metrics.stop(false).await;
        }
        store.close();
        ended.map_err(|error| format!("The server stopped: {error}."))
    }
}
