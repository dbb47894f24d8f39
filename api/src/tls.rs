//! The certificate of a service that serves https itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The certificate for https. Without one the service uses plain http.
#[derive(Clone, Debug, Args)]
pub struct TlsOptions {
    /// The certificate and its chain, as PEM. Over https phones keep their screen awake and install the page.
    #[arg(long, env = "PEGOUT_TLS_CERT", value_name = "FILE", requires = "tls_key", global = true)]
    pub tls_cert: Option<PathBuf>,

    /// The certificate's private key, as PEM.
    #[arg(long, env = "PEGOUT_TLS_KEY", value_name = "FILE", requires = "tls_cert", global = true)]
    pub tls_key: Option<PathBuf>,
}

/// The files of a certificate and its key.
pub struct Tls {
    cert: PathBuf,
    key: PathBuf,
}

impl TlsOptions {
    /// The certificate; `None` where the service uses plain http.
    pub fn tls(&self) -> Option<Tls> {
        let (cert, key) = (self.tls_cert.clone()?, self.tls_key.clone()?);
        Some(Tls { cert, key })
    }

    /// The scheme of the service's addresses.
    pub fn scheme(&self) -> &'static str {
        if self.tls().is_some() { "https" } else { "http" }
    }
}

impl Tls {
    /// Loads the configuration of the server.
    pub fn load(&self) -> Result<ServerConfig, String> {
        let Tls { cert, key } = self;
        let chain: Vec<CertificateDer<'_>> = CertificateDer::pem_file_iter(cert)
            .and_then(Iterator::collect)
            .map_err(|error| unreadable("certificate", cert, &error))?;
        let key = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable("key", key, &error))?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key));
        config.map_err(|error| format!("The certificate {} cannot be used: {error}.", cert.display()))
    }
}

fn unreadable(what: &str, path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("The {what} {} cannot be read: {error}.", path.display())
}
