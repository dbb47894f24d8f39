//! QR codes as SVG images.

use actix_web::{HttpResponse, post};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::handlers::common::Pool;
use crate::problem_response::HttpProblem;
use pegout_service::problem::Problem;

/// The longest text whose code a phone can read from another phone.
const MAX_LENGTH: usize = 300;

/// The text of a QR code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrRequest {
    /// 1 to 300 bytes, without control characters other than tabs and line breaks.
    #[schema(min_length = 1, max_length = 300)]
    text: String,
}

/// Returns a QR code
///
/// Returns an SVG image of the text, for example of a link to join a table. The text is also the image's title. The
/// operation is a POST, so that no token appears in a URL. Nothing is stored.
#[utoipa::path(
    tag = "Service",
    request_body(content = QrRequest, description = "The text."),
    responses((status = 200, description = "The QR code.", body = String, content_type = "image/svg+xml")),
)]
#[post("/qr")]
pub async fn draw_qr(pool: Pool, body: Body<QrRequest>) -> Result<HttpResponse, HttpProblem> {
    let text = body.0.text;
    if !(1..=MAX_LENGTH).contains(&text.len()) {
        let detail = format!("A code says 1 to {MAX_LENGTH} bytes, and here are {}.", text.len());
        return Err(Problem::invalid("/text", detail).member("given", text.len()).into());
    }
    if let Some(given) = text.chars().find(|letter| !is_xml_char(*letter)) {
        let given = format!("U+{:04X}", u32::from(given));
        let detail = format!("The text has the character {given} in it, which no image can tell: leave it out.");
        return Err(Problem::invalid("/text", detail).member("given", given).into());
    }
    Ok(svg_response(&pool, text).await?)
}

/// Returns true if an XML document may contain the character (XML 1.0, production 2).
const fn is_xml_char(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Responds with the code of this text, which is also the title of the image.
pub async fn svg_response(pool: &Pool, text: String) -> Result<HttpResponse, Problem> {
    let image = pool.run(move || image(&text)).await?;
    Ok(HttpResponse::Ok().content_type("image/svg+xml").body(image))
}

fn image(text: &str) -> Result<String, Problem> {
    let code = QrCode::new(text).map_err(|error| Problem::invalid("/text", error.to_string()))?;
    let image = code.render::<svg::Color<'_>>().min_dimensions(256, 256).build();
    let title = text.replace('&', "&amp;").replace('<', "&lt;").replace("]]>", "]]&gt;");
    Ok(image.replacen("<path", &format!("<title>{title}</title><path"), 1))
}
