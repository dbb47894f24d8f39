//! The addresses of the built page.

use crate::support::service::Service;

/// Returns the address of the page's first script, which its document names.
pub fn script_of(service: &Service) -> String {
    let document = service.get("/").text;
    let address = document.split("src=\"").nth(1).and_then(|rest| rest.split('"').next());
    // Relative to the document, which is at the address of the service itself.
    format!("/{}", address.expect("the document names its script"))
}
