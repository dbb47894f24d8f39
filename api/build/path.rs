//! The paths of the page's files, which begin with a slash.

/// Returns the name that a module has in a chunk.
pub fn name_of(path: &str) -> String {
    path.trim_end_matches(".js").replace('/', "_").replacen('_', "$", 1).replace('-', "_")
}

/// Returns the path that a link in the file at `from` leads to.
pub fn resolved(from: &str, link: &str) -> String {
    let mut folders: Vec<&str> = if link.starts_with('/') { Vec::new() } else { from.split('/').collect() };
    folders.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(folders.pop()),
            _ => folders.push(part),
        }
    }
    format!("/{}", folders.join("/").trim_start_matches('/'))
}
