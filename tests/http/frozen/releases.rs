//! The databases of past releases, and the answers that they gave.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;

use crate::support::compatible::assert_keeps;
use crate::support::service::Service;

#[test]
fn the_database_of_every_release_loads() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/http/data");
    let releases: Vec<PathBuf> = fs::read_dir(data)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .collect();
    assert!(!releases.is_empty());
    for release in releases {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        let connection = Connection::open(directory.path().join("pegout.db")).unwrap();
        connection.execute_batch(&fs::read_to_string(&release).unwrap()).unwrap();
        drop(connection);
        let service = Service::start_in(directory, |command| command);
        let expected: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(release.with_extension("json")).unwrap()).unwrap();
        for game in expected["games"].as_array().unwrap() {
            let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
            assert_keeps(game, &service.get(&path).ok(200), &format!("{}: GET {path}", release.display()));
        }
        for answer in expected["answers"].as_array().unwrap() {
            let (path, body) = (answer["path"].as_str().unwrap(), answer["body"].to_string());
            let request = ureq::http::Request::builder()
                .method(answer["method"].as_str().unwrap())
                .uri(path)
                .header("Authorization", format!("Bearer {}", answer["token"].as_str().unwrap_or_default()))
                .header("Content-Type", "application/json");
            let given = service.dispatch(request.body(body.into_bytes()).unwrap());
            assert_eq!(given.status, answer["status"], "{path}: {}", given.text);
        }
    }
}
