//! Builds the server from a config, and runs it until it is told to stop.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::{Compress, Logger, from_fn};
use actix_web::{App, HttpServer, web};
use actix_web_prom::PrometheusMetricsBuilder;
use tokio::signal::unix::{SignalKind, signal};
use utoipa_actix_web::AppExt;

use crate::body::LIMIT;
use crate::config::Config;
use crate::{conventions, openapi, routes};

/// How long requests under way may take after the stop was asked for.
const SHUTDOWN_SECONDS: u64 = 5;

/// A server that listens, and does not answer yet.
pub struct Application {
    server: Server,
    addresses: Vec<SocketAddr>,
}

impl Application {
    /// Binds the address and prepares everything.
    ///
    /// # Errors
    ///
    /// When the address cannot be listened on; the sentence says which, and why.
    pub fn build(config: &Config) -> Result<Application, String> {
        let metrics = PrometheusMetricsBuilder::new("pegout")
            .mask_unmatched_patterns("unmatched")
            .build()
            .map_err(|error| format!("Cannot prepare the metrics: {error}."))?;
        let registry = web::Data::new(metrics.registry.clone());
        let document = web::Data::new(openapi::Document::new(&routes::document(), &routes::PAGES));
        let server = HttpServer::new(move || {
            let (app, _) = App::new().into_utoipa_app().configure(routes::operations).split_for_parts();
            app.app_data(web::PayloadConfig::new(LIMIT))
                .app_data(document.clone())
                .app_data(registry.clone())
                .configure(routes::pages)
                .wrap(Compress::default())
                .wrap(metrics.clone())
                .wrap(from_fn(conventions::keep))
                .wrap(Logger::new(r#"%a "%r" %s %b %Ts"#))
        })
        .disable_signals()
        .shutdown_timeout(SHUTDOWN_SECONDS)
        .client_request_timeout(Duration::from_secs(10))
        .bind(&config.listen)
        .map_err(|error| format!("Cannot listen on {}: {error}.", config.listen))?;
        let addresses = server.addrs();
        Ok(Application { server: server.run(), addresses })
    }

    /// Where it listens.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// Serves until SIGTERM or Ctrl-C, then finishes what is under way.
    ///
    /// # Errors
    ///
    /// When the signals cannot be listened for, or the server breaks down.
    pub async fn run_until_stopped(self) -> Result<(), String> {
        let handle = self.server.handle();
        let mut terminate =
            signal(SignalKind::terminate()).map_err(|error| format!("Cannot listen for SIGTERM: {error}."))?;
        actix_web::rt::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            log::info!("stopping");
            handle.stop(true).await;
        });
        self.server.await.map_err(|error| format!("The server stopped: {error}."))
    }
}
