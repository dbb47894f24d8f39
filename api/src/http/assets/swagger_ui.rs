//! The files of Swagger UI as its authors publish them. The page that loads them is ours: `web/docs.html`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use utoipa_swagger_ui::Config;

use super::prepared::PreparedFile;

/// The files that our page needs.
const FILES: [&str; 2] = ["swagger-ui.css", "swagger-ui-bundle.js"];

static PREPARED: LazyLock<HashMap<&str, PreparedFile>> =
    LazyLock::new(|| FILES.iter().filter_map(|name| Some((*name, prepare(name)?))).collect());

fn prepare(name: &str) -> Option<PreparedFile> {
    let file = utoipa_swagger_ui::serve(name, Arc::new(Config::default())).ok()??;
    Some(PreparedFile::compressed(Cow::Owned(file.bytes.into_owned()), &file.content_type))
}

/// Returns the file of this name.
pub fn file(name: &str) -> Option<&'static PreparedFile> {
    PREPARED.get(name)
}
