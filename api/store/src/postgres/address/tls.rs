//! The encryption of connections. The server's certificate is checked, and a wrong certificate gives a sentence as the
//! error.

use std::error::Error;
use std::io;
use std::path::Path;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio_postgres::Socket;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The way to encrypt connections.
#[derive(Clone)]
pub struct Encryption(MakeRustlsConnect);

/// The handshake of one connection.
pub struct Handshake(<MakeRustlsConnect as MakeTlsConnect<Socket>>::TlsConnect);

impl Encryption {
    /// Connections that are not encrypted.
    pub fn none() -> Result<Encryption, String> {
        Encryption::trusting(RootCertStore::empty())
    }

    /// Trusts certificates of the authorities in this file; without a file, of the authorities of this machine.
    pub fn with_authorities(file: Option<&Path>) -> Result<Encryption, String> {
        let mut roots = RootCertStore::empty();
        let Some(file) = file else {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            return Encryption::trusting(roots);
        };
        let cannot = |error: &dyn std::fmt::Display| format!("{}, which sslrootcert names, {error}", file.display());
        let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let (trusted, _) =
            roots.add_parsable_certificates(read.map_err(|error| cannot(&format!("cannot be read: {error}")))?);
        if trusted == 0 { Err(cannot(&"has no certificate")) } else { Encryption::trusting(roots) }
    }

    fn trusting(roots: RootCertStore) -> Result<Encryption, String> {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Encryption(MakeRustlsConnect::new(config)))
    }
}

impl MakeTlsConnect<Socket> for Encryption {
    type Stream = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;
    type TlsConnect = Handshake;
    type Error = Box<dyn Error + Send + Sync>;

    fn make_tls_connect(&mut self, name: &str) -> Result<Handshake, Self::Error> {
        // A local socket has no host name, but the library requires a name and never uses it.
        let name = if name.is_empty() { "localhost" } else { name };
        Ok(Handshake(MakeTlsConnect::<Socket>::make_tls_connect(&mut self.0, name)?))
    }
}

impl TlsConnect<Socket> for Handshake {
    type Stream = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;
    type Error = String;
    type Future = BoxFuture<'static, Result<Self::Stream, String>>;

    fn connect(self, stream: Socket) -> Self::Future {
        let handshake = self.0.connect(stream);
        async move { handshake.await.map_err(|error| sentence(&error)) }.boxed()
    }
}

/// The reason why a server is not trusted, and what to do.
fn sentence(error: &io::Error) -> String {
    let of_tls = error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>());
    let Some(rustls::Error::InvalidCertificate(fault)) = of_tls else { return error.to_string() };
    let what = match fault {
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "is for another name; write the name that it has as the host"
        }
        CertificateError::Expired
        | CertificateError::ExpiredContext { .. }
        | CertificateError::NotValidYet
        | CertificateError::NotValidYetContext { .. } => {
            "is not valid today; renew it, or set the clock of this machine"
        }
        // Two authorities may have the same name: the signature tells them apart.
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            "is of no authority that is trusted here; name the file of its authority with sslrootcert=FILE"
        }
        _ => return format!("the certificate of the server cannot be used: {error}"),
    };
    format!("the certificate of the server {what}")
}
