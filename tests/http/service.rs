//! A Pegout of its own for each test, and a client that speaks to it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::http::{Method, Request};

/// The coordinator's password where a test gives one.
pub const PASSWORD: &str = "fifteen-two-and-a-pair";

/// A running service with a directory of its own. It is killed at the end of the test.
pub struct Service {
    pub child: Child,
    pub url: String,
    pub said: Vec<String>,
    pub directory: Arc<TempDir>,
    agent: ureq::Agent,
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub text: String,
}

/// The binary, in a directory of its own.
pub fn pegout(directory: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pegout"));
    for variable in ["PEGOUT_LISTEN", "PEGOUT_DATABASE", "PEGOUT_PASSWORD"] {
        command.env_remove(variable);
    }
    command.current_dir(directory).env("RUST_LOG", "warn");
    command
}

impl Service {
    pub fn start() -> Service {
        Service::start_with(|command| command)
    }

    /// With what `change` makes of the command line and the environment.
    pub fn start_with(change: impl FnOnce(&mut Command) -> &mut Command) -> Service {
        Service::start_in(Arc::new(tempfile::tempdir().unwrap()), change)
    }

    /// Stops it, and starts another on what it has kept.
    pub fn start_again(mut self, change: impl FnOnce(&mut Command) -> &mut Command) -> Service {
        self.stop();
        self.revived(change)
    }

    /// Another one on what this one, which was stopped, has kept.
    pub fn revived(self, change: impl FnOnce(&mut Command) -> &mut Command) -> Service {
        Service::start_in(self.directory.clone(), change)
    }

    /// Starts it in a directory that may have been served before.
    pub fn start_in(directory: Arc<TempDir>, change: impl FnOnce(&mut Command) -> &mut Command) -> Service {
        let mut command = pegout(&directory);
        change(command.args(["--listen", "127.0.0.1:0"]).stdout(Stdio::piped()));
        let mut child = command.spawn().unwrap();
        let mut said = Vec::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            let done = line.starts_with("For developers: ");
            said.push(line);
            if done {
                break;
            }
        }
        let url = said[0].strip_prefix("Pegout is open at ").unwrap().trim_end_matches('/').to_owned();
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_global(Some(Duration::from_secs(10)))
            .build()
            .into();
        Service { child, url, said, directory, agent }
    }

    /// Tells it to stop, and waits until it has.
    pub fn stop(&mut self) {
        self.signal("-TERM");
        assert!(self.child.wait().unwrap().success());
    }

    pub fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// Its database, for a test to look into.
    pub fn database(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.directory.path().join("pegout.db")).unwrap()
    }

    /// The token of a coordinator who signs in.
    pub fn coordinator(&self) -> String {
        let session = self.post("/api/v1/session", &json!({"password": PASSWORD})).ok(201);
        session["token"].as_str().unwrap().to_owned()
    }

    pub fn send(&self, method: &str, path: &str, content_type: Option<&str>, body: &[u8]) -> Answer {
        let method: Method = method.parse().unwrap();
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        if let Some(content_type) = content_type {
            request = request.header("Content-Type", content_type);
        }
        self.run(request.body(body.to_vec()).unwrap())
    }

    /// With a token, and a body if there is one.
    pub fn ask(&self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Answer {
        let method: Method = method.parse().unwrap();
        let request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        let request = request.header("Authorization", format!("Bearer {token}"));
        let request = request.header("Content-Type", "application/json");
        self.run(request.body(body.map(|body| body.to_string().into_bytes()).unwrap_or_default()).unwrap())
    }

    pub fn run(&self, request: Request<Vec<u8>>) -> Answer {
        self.try_to_run(request).unwrap()
    }

    /// As `run`, but the service may be gone.
    pub fn try_to_run(&self, request: Request<Vec<u8>>) -> Result<Answer, ureq::Error> {
        let request = self.agent.configure_request(request).allow_non_standard_methods(true).build();
        let mut response = self.agent.run(request)?;
        let text = String::from_utf8_lossy(&response.body_mut().read_to_vec()?).into_owned();
        Ok(Answer { status: response.status().as_u16(), headers: response.headers().clone(), text })
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, Some("application/json"), body.to_string().as_bytes())
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, Some("application/json"), body.to_string().as_bytes())
    }

    /// What comes of a request bit by bit, for five minutes at most.
    pub fn listen(&self, request: Request<()>) -> ureq::http::Response<ureq::Body> {
        let request = self.agent.configure_request(request).timeout_global(Some(Duration::from_secs(300))).build();
        self.agent.run(request).unwrap()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error} in {}", self.text))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn media_type(&self) -> &str {
        self.header("content-type").split(';').next().unwrap()
    }

    /// Asserts that this is the answer with `status` and returns its JSON.
    #[track_caller]
    pub fn ok(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/json");
        self.json()
    }

    /// Asserts that this is a problem of this type, with a sentence for people, and returns it.
    #[track_caller]
    pub fn problem(self, status: u16, slug: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text);
        let problem = self.json();
        assert_eq!(problem["type"], format!("/problems/{slug}"), "{problem}");
        assert_eq!(problem["status"], status);
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.ends_with('.') && !detail.starts_with(char::is_lowercase), "no sentence: {detail}");
        problem
    }
}
