//! A running service for one test, with an HTTP client.

use std::io::{BufRead, BufReader};
use std::panic::Location;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::http::{Method, Request};

use crate::support::postgres;

/// The coordinator's password.
pub const PASSWORD: &str = "fifteen-two-and-a-pair";

/// The memory that a new hash of a password takes, in KiB. With the usual amount, sign-ins are a third of a test's work.
pub const PASSWORD_MEMORY: &str = "PEGOUT_PASSWORD_MEMORY";

/// The longest time that a service may take for its end.
const LONGEST_STOP: Duration = Duration::from_secs(120);

/// A running service in its own directory. Dropping it kills the process.
pub struct Service {
    pub child: Child,
    pub url: String,
    pub output: Vec<String>,
    pub directory: Arc<TempDir>,
    agent: ureq::Agent,
}

/// A response.
pub struct Answer {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub text: String,
}

/// The command to run the binary in this directory.
pub fn pegout(directory: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pegout"));
    for variable in ["PEGOUT_LISTEN", "PEGOUT_DATABASE", "PEGOUT_PASSWORD", "PEGOUT_LOG"] {
        command.env_remove(variable);
    }
    // No test depends on how full the disk is, and none sends a message to another machine.
    command.current_dir(directory).env("RUST_LOG", "warn").env("PEGOUT_LOW_DISK", "0").env("PEGOUT_WEBHOOKS", "off");
    command.env(PASSWORD_MEMORY, "8");
    if let Some(url) = postgres::database_of(directory) {
        command.env("PEGOUT_DATABASE", url);
    }
    command
}

/// Lifts the limits on how much one client may write.
pub fn unlimited(command: &mut Command) -> &mut Command {
    let limits = ["--writes", "1000000", "--writes-at-once", "1000000", "--free-games", "0", "--free-events", "0"];
    command.args(limits).env("PEGOUT_PASSWORD", PASSWORD)
}

/// Lets the service wait an hour for requests under way, bodies, lost connections and receivers. A test that ends shows that the
/// service has waited for none of them.
pub fn patient(command: &mut Command) -> &mut Command {
    command.args(["--stop-wait", "1h", "--body-wait", "1h", "--heartbeat", "1h", "--receiver-wait", "1h"])
}

impl Service {
    #[track_caller]
    pub fn start() -> Service {
        Service::start_with(|command| command)
    }

    /// A service without limits on how much one client may write.
    #[track_caller]
    pub fn start_unlimited() -> Service {
        Service::start_with(unlimited)
    }

    /// Starts a service after `change` has adapted the command line and the environment.
    #[track_caller]
    pub fn start_with(change: impl FnOnce(&mut Command) -> &mut Command) -> Service {
        Service::start_in(Arc::new(tempfile::tempdir().unwrap()), change)
    }

    /// Stops the service and starts a new service on its database.
    #[track_caller]
    pub fn start_again(mut self, change: impl FnOnce(&mut Command) -> &mut Command) -> Service {
        self.stop();
        self.restarted(change)
    }

    /// Starts another service on the database of this stopped one.
    #[track_caller]
    pub fn restarted(self, change: impl FnOnce(&mut Command) -> &mut Command) -> Service {
        Service::start_in(self.directory.clone(), change)
    }

    /// Starts a service in a directory that may have a database.
    #[track_caller]
    pub fn start_in(directory: Arc<TempDir>, change: impl FnOnce(&mut Command) -> &mut Command) -> Service {
        Service::try_start_in(&directory, change).unwrap_or_else(|status| panic!("it does not start: {status}"))
    }

    /// Like `start_in`, but returns the status of a service that does not start.
    #[track_caller]
    pub fn try_start_in(
        directory: &Arc<TempDir>,
        change: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Result<Service, ExitStatus> {
        postgres::provide(directory, Location::caller());
        let mut command = pegout(directory);
        change(command.args(["--listen", "127.0.0.1:0"]).stdout(Stdio::piped()));
        let mut child = command.spawn().unwrap();
        let mut output = Vec::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            let done = line.starts_with("For developers: ");
            output.push(line);
            if done {
                break;
            }
        }
        let Some(url) = output.first().and_then(|line| line.strip_prefix("Pegout is open at ")) else {
            return Err(child.wait().unwrap());
        };
        let url = url.trim_end_matches('/').to_owned();
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_global(Some(Duration::from_secs(60)))
            .build()
            .into();
        Ok(Service { child, url, output, directory: directory.clone(), agent })
    }

    /// Stops the service with SIGTERM and waits for its end.
    #[track_caller]
    pub fn stop(&mut self) {
        self.signal("-TERM");
        assert!(self.ended().success());
    }

    /// Waits for its end.
    #[track_caller]
    pub fn ended(&mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(since.elapsed() < LONGEST_STOP, "it does not stop");
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// A connection to its database, which is a file.
    pub fn database(&self) -> rusqlite::Connection {
        assert_eq!(
            postgres::database_of(&self.directory),
            None,
            "this test needs `on_file()` before its service starts"
        );
        rusqlite::Connection::open(self.directory.path().join("pegout.db")).unwrap()
    }

    /// Signs in as the coordinator and returns the token.
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

    /// Posts through a proxy, as a request of another machine, whose wrong passwords are limited.
    pub fn post_from_afar(&self, path: &str, body: &Value) -> Answer {
        let request = Request::post(format!("{}{path}", self.url)).header("Content-Type", "application/json");
        self.run(request.header("Via", "1.1 hall").body(body.to_string().into_bytes()).unwrap())
    }

    /// Sends a request with a token.
    pub fn request(&self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Answer {
        let method: Method = method.parse().unwrap();
        let request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        let request = request.header("Authorization", format!("Bearer {token}"));
        let request = request.header("Content-Type", "application/json");
        self.run(request.body(body.map(|body| body.to_string().into_bytes()).unwrap_or_default()).unwrap())
    }

    /// Sends a request with these headers, and with JSON if there is a body.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Answer {
        let method: Method = method.parse().unwrap();
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, value.as_bytes());
        }
        if body.is_some() {
            request = request.header("Content-Type", "application/json");
        }
        self.run(request.body(body.map(|body| body.to_string().into_bytes()).unwrap_or_default()).unwrap())
    }

    pub fn run(&self, request: Request<Vec<u8>>) -> Answer {
        self.try_run(request).unwrap()
    }

    /// Like `run`, but returns connection errors.
    pub fn try_run(&self, request: Request<Vec<u8>>) -> Result<Answer, ureq::Error> {
        let request = self.agent.configure_request(request).allow_non_standard_methods(true).build();
        let mut response = self.agent.run(request)?;
        let text = String::from_utf8_lossy(&response.body_mut().read_to_vec()?).into_owned();
        Ok(Answer { status: response.status().as_u16(), headers: response.headers().clone(), text })
    }

    /// Opens a response whose body is read later, or not at all.
    pub fn open(&self, request: Request<Vec<u8>>) -> ureq::http::Response<ureq::Body> {
        self.agent.run(request).unwrap()
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

    /// Opens a streaming response, for five minutes at most.
    pub fn listen(&self, request: Request<()>) -> ureq::http::Response<ureq::Body> {
        self.try_listen(request).unwrap()
    }

    /// Like [`Service::listen`], for a service that may be away.
    pub fn try_listen(&self, request: Request<()>) -> Result<ureq::http::Response<ureq::Body>, ureq::Error> {
        let request = self.agent.configure_request(request).timeout_global(Some(Duration::from_secs(300))).build();
        self.agent.run(request)
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

    /// Asserts the status and returns the JSON.
    #[track_caller]
    pub fn ok(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/json");
        self.json()
    }

    /// Asserts a problem of this type with a sentence as its detail, and returns it.
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
