//! A Pegout of its own for each test, and a client that speaks to it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use ureq::http::{Method, Request};

/// A running service with an empty directory. It is killed at the end of the test.
pub struct Service {
    pub child: Child,
    pub url: String,
    pub said: Vec<String>,
    agent: ureq::Agent,
    _directory: tempfile::TempDir,
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub text: String,
}

/// The binary, in a directory of its own.
pub fn pegout(directory: &tempfile::TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pegout"));
    command.current_dir(directory).env_remove("PEGOUT_LISTEN").env_remove("PEGOUT_DATABASE").env("RUST_LOG", "warn");
    command
}

impl Service {
    pub fn start() -> Service {
        let directory = tempfile::tempdir().unwrap();
        let mut child = pegout(&directory).args(["--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).spawn().unwrap();
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
        Service { child, url, said, agent, _directory: directory }
    }

    pub fn send(&self, method: &str, path: &str, content_type: Option<&str>, body: &[u8]) -> Answer {
        let method: Method = method.parse().unwrap();
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        if let Some(content_type) = content_type {
            request = request.header("Content-Type", content_type);
        }
        self.run(request.body(body.to_vec()).unwrap())
    }

    pub fn run(&self, request: Request<Vec<u8>>) -> Answer {
        let request = self.agent.configure_request(request).allow_non_standard_methods(true).build();
        let mut response = self.agent.run(request).unwrap();
        let text = String::from_utf8_lossy(&response.body_mut().read_to_vec().unwrap()).into_owned();
        Answer { status: response.status().as_u16(), headers: response.headers().clone(), text }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, Some("application/json"), body.to_string().as_bytes())
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
