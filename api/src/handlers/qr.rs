//! QR codes, for phones to be held to.

use actix_web::{HttpResponse, post};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::body::Body;
use crate::openapi::responses::BodyProblems;
use crate::problem::Problem;

/// The longest text that makes a code a phone can read from another phone.
const MAX_LENGTH: usize = 300;

/// What a code is to say.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrRequest {
    /// 1 to 300 bytes, without control characters other than tabs and line breaks.
    #[schema(min_length = 1, max_length = 300)]
    text: String,
}

/// Draw a QR code
///
/// An SVG image of the text, a link to join a table say, with the text as its title. It is a POST so that no token stands in an address.
/// Nothing is kept.
#[utoipa::path(
    operation_id = "drawQr",
    tag = "Service",
    request_body(content = QrRequest, description = "The text."),
    responses((status = 200, description = "The code.", body = String, content_type = "image/svg+xml"), BodyProblems),
)]
#[post("/qr")]
pub async fn draw_qr(body: Body<QrRequest>) -> Result<HttpResponse, Problem> {
    let text = body.0.text;
    if !(1..=MAX_LENGTH).contains(&text.len()) {
        let detail = format!("A code says 1 to {MAX_LENGTH} bytes, and here are {}.", text.len());
        return Err(Problem::invalid("/text", detail).member("given", text.len()));
    }
    if let Some(given) = text.chars().find(|letter| !is_xml_char(*letter)) {
        let given = format!("U+{:04X}", u32::from(given));
        let detail = format!("The text has the character {given} in it, which no image can tell: leave it out.");
        return Err(Problem::invalid("/text", detail).member("given", given));
    }
    svg_response(&text)
}

/// Whether a character may stand in an XML document at all (XML 1.0, production 2).
const fn is_xml_char(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Answers with the code that says this, and whose title tells it to who cannot scan it.
///
/// # Errors
///
/// When no code can say it.
pub fn svg_response(text: &str) -> Result<HttpResponse, Problem> {
    let code = QrCode::new(text).map_err(|error| Problem::invalid("/text", error.to_string()))?;
    let image = code.render::<svg::Color<'_>>().min_dimensions(256, 256).build();
    let title = text.replace('&', "&amp;").replace('<', "&lt;").replace("]]>", "]]&gt;");
    let titled = image.replacen("<path", &format!("<title>{title}</title><path"), 1);
    Ok(HttpResponse::Ok().content_type("image/svg+xml").body(titled))
}
