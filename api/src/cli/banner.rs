//! What the operator sees at the start: where phones find the page.

use std::net::SocketAddr;

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::cli;
use crate::http::origin::reachable;

/// The places where phones find the page.
pub struct Banner {
    /// The scheme of the addresses.
    pub scheme: &'static str,
    /// The addresses that the service listens on.
    pub addresses: Vec<SocketAddr>,
}

impl Banner {
    /// Prints the address for phones in the hall, also as a QR code to hold a phone to, and a password that was just made.
    ///
    /// # Errors
    ///
    /// When nothing can be written to the standard output.
    pub fn print(&self, generated_password: Option<&str>) -> Result<(), String> {
        let mut text = String::new();
        for address in &self.addresses {
            let url = format!("{}://{}/", self.scheme, reachable(*address));
            text += &format!("Pegout is open at {url}\n");
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

/// Prints a password that was made after the start.
///
/// # Errors
///
/// When nothing can be written to the standard output.
pub fn print_password(made: &str) -> Result<(), String> {
    cli::print(&password_line(made))
}

fn password_line(password: &str) -> String {
    format!("The coordinator's password is {password} and is not shown again.\n")
}
