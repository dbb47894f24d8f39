//! The text that the operator sees at the start, with the address of the page.

use std::net::SocketAddr;

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::cli;
use crate::http::address::reachable;
use pegout_model::public_url::PublicUrl;

/// The addresses of the phone page.
pub struct Banner {
    /// The scheme of the addresses.
    pub scheme: &'static str,
    /// The addresses that the service listens on.
    pub addresses: Vec<SocketAddr>,
    /// The address at which a proxy serves Pegout, if the operator named it. Phones open this one.
    pub public_url: Option<PublicUrl>,
}

impl Banner {
    /// Prints the addresses for phones, each also as a QR code, and a password that was just generated.
    pub fn print(&self, generated_password: Option<&str>) -> Result<(), String> {
        let mut text = String::new();
        for address in &self.addresses {
            let mut url = format!("{}://{}/", self.scheme, reachable(*address));
            text += &format!("Pegout is open at {url}\n");
            if let Some(public) = &self.public_url {
                url = format!("{}/", public.address);
                text += &format!("Phones open {url}\n");
            }
            if let Ok(code) = QrCode::new(&url) {
                text += &code.render::<Dense1x2>().build();
                text += "\n";
            }
            text += &generated_password.map(password_line).unwrap_or_default();
            text += &format!("For developers: {url}docs/\n");
        }
        cli::print(&text)
    }
}

/// Prints a password that was generated after the start.
pub fn print_password(made: &str) -> Result<(), String> {
    cli::print(&password_line(made))
}

fn password_line(password: &str) -> String {
    format!("The coordinator's password is {password} and is not shown again.\n")
}
