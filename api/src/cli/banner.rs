//! What the operator sees at the start: where phones find the page.

use std::io::Write;
use std::net::SocketAddr;

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::http::origin::reachable;

/// The places where phones find the page.
pub struct Welcome {
    /// The scheme of the addresses.
    pub scheme: &'static str,
    /// The addresses that the service listens on.
    pub addresses: Vec<SocketAddr>,
}

impl Welcome {
    /// Prints the address for phones in the hall, also as a QR code to hold a phone to, and a password that was just made.
    ///
    /// # Errors
    ///
    /// When nothing can be written to the standard output.
    pub fn show(&self, made_password: Option<&str>) -> Result<(), String> {
        let mut text = String::new();
        for address in &self.addresses {
            let url = format!("{}://{}/", self.scheme, reachable(*address));
            text += &format!("Pegout is open at {url}\n");
            if let Ok(code) = QrCode::new(&url) {
                text += &code.render::<Dense1x2>().build();
                text += "\n";
            }
            text += &made_password.map(password_line).unwrap_or_default();
            text += &format!("For developers: {url}docs/\n");
        }
        print(&text)
    }
}

/// Prints a password that was made after the start.
///
/// # Errors
///
/// When nothing can be written to the standard output.
pub fn show_password(made: &str) -> Result<(), String> {
    print(&password_line(made))
}

fn password_line(password: &str) -> String {
    format!("The coordinator's password is {password} and is not shown again.\n")
}

/// Writes the text to the standard output.
///
/// # Errors
///
/// When it cannot be written.
pub fn print(text: &str) -> Result<(), String> {
    std::io::stdout()
        .write_all(text.as_bytes())
        .map_err(|error| format!("Cannot write to the standard output: {error}."))
}
