//! Files as downloads, sent as they are read.

use std::fs::File;
use std::io::{self, Read};

use actix_web::body::SizedStream;
use actix_web::http::header::{self, ContentEncoding};
use actix_web::web::{Bytes, block};
use actix_web::{HttpResponse, error::BlockingError};
use futures_util::{Stream, stream};

/// The bytes that are read at once.
const PIECE: u64 = 256 * 1024;

/// Responds with this file, which no cache keeps, and ends the connection with it. `permit` is dropped with the response:
/// after its last byte, or when the client has left.
pub fn response<P: 'static>(name: &str, media_type: &str, file: File, permit: P) -> io::Result<HttpResponse> {
    let bytes = file.metadata()?.len();
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, media_type))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // A compressed file would have no length. Browsers need the length to show the progress.
        .insert_header(ContentEncoding::Identity)
        .force_close()
        .body(SizedStream::new(bytes, pieces(file, permit))))
}

fn pieces<P: 'static>(file: File, permit: P) -> impl Stream<Item = io::Result<Bytes>> {
    stream::unfold((Some(file), permit), |(file, permit)| async move {
        let file = file?;
        match block(move || read(file)).await.map_err(|BlockingError { .. }| stopped()).flatten() {
            Ok((piece, _)) if piece.is_empty() => None,
            Ok((piece, file)) => Some((Ok(piece), (Some(file), permit))),
            Err(error) => Some((Err(error), (None, permit))),
        }
    })
}

fn read(mut file: File) -> io::Result<(Bytes, File)> {
    let mut piece = Vec::new();
    (&mut file).take(PIECE).read_to_end(&mut piece)?;
    Ok((piece.into(), file))
}

fn stopped() -> io::Error {
    io::Error::other("the service stops")
}
