//! The certificate of a service that serves https itself.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use clap::Args;
use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

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

/// A certificate with its key, which are read again while the service runs.
#[derive(Debug)]
pub struct Certificate {
    files: Files,
    provider: Arc<CryptoProvider>,
    current: RwLock<Arc<CertifiedKey>>,
}

/// The files of a certificate and its key.
#[derive(Clone, Debug)]
struct Files {
    cert: PathBuf,
    key: PathBuf,
}

impl TlsOptions {
    /// Reads the certificate; `None` if the service uses plain http.
    pub fn read(&self) -> Result<Option<Arc<Certificate>>, String> {
        let (Some(cert), Some(key)) = (self.tls_cert.clone(), self.tls_key.clone()) else { return Ok(None) };
        let (files, provider) = (Files { cert, key }, Arc::new(ring::default_provider()));
        let current = RwLock::new(Arc::new(files.read(&provider)?));
        Ok(Some(Arc::new(Certificate { files, provider, current })))
    }

    /// The scheme of the service's addresses.
    pub fn scheme(&self) -> &'static str {
        if self.tls_cert.is_some() { "https" } else { "http" }
    }
}

impl Certificate {
    /// Returns the configuration of a server. Its new connections use the newest certificate.
    pub fn server_config(self: Arc<Self>) -> Result<ServerConfig, String> {
        let config = ServerConfig::builder_with_provider(self.provider.clone())
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("No https: {error}."))?;
        let mut config = config.with_no_client_auth().with_cert_resolver(self);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }

    /// Reads the files again, and returns a sentence for the log. If the files cannot be used, the old certificate stays.
    pub fn read_again(&self) -> Result<String, String> {
        let read =
            self.files.read(&self.provider).map_err(|error| format!("{error} The old certificate stays in use."))?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(read);
        Ok(format!("New connections use the certificate {} as it is now.", self.files.cert.display()))
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.current.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl Files {
    fn read(&self, provider: &CryptoProvider) -> Result<CertifiedKey, String> {
        let Files { cert, key } = self;
        let chain: Vec<CertificateDer<'_>> = CertificateDer::pem_file_iter(cert)
            .and_then(Iterator::collect)
            .map_err(|error| unreadable("certificate", cert, &error))?;
        let key = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable("key", key, &error))?;
        // This also compares the key with the key of the certificate.
        CertifiedKey::from_der(chain, key, provider)
            .map_err(|error| format!("The certificate {} cannot be used: {error}.", cert.display()))
    }
}

fn unreadable(what: &str, path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("The {what} {} cannot be read: {error}.", path.display())
}
