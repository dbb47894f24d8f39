//! The signals that the server follows.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use actix_web::web;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::tls::Certificate;

/// The signals to stop, and the one to read the certificate again.
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

    /// Waits for a signal to stop, and reads the certificate again at each of the others.
    pub async fn stopped(mut self, certificate: Option<Arc<Certificate>>) {
        // At a terminal SIGHUP says that its window was closed.
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

/// Reads the certificate again. Connections that are open go on with the one they began with.
async fn read_again(certificate: Arc<Certificate>) {
    match web::block(move || certificate.read_again()).await {
        Ok(Ok(sentence)) => log::info!("SIGHUP: {sentence}"),
        Ok(Err(sentence)) => log::error!("SIGHUP: {sentence}"),
        Err(error) => log::error!("SIGHUP: the certificate was not read again: {error}"),
    }
}
