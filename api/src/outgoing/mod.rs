//! Requests to the receivers of webhooks: the one place from which the service calls others.

mod address;
mod http_receivers;
mod receiver_url;

use clap::ValueEnum;

pub use http_receivers::HttpReceivers;

/// The receivers that a service sends to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Reach {
    /// Those on the internet, over https alone and on port 443 or 8443.
    Public,
    /// Also those on this machine and in its own networks, over http too and on any port.
    Any,
    /// None: what happens is kept for webhooks, and nothing is sent.
    Off,
}

/// The receivers of webhooks.
pub trait Receivers: Send + Sync {
    /// Checks the address of a receiver, and returns it as it is written best, or a sentence about it. It may look for the
    /// name for a second.
    fn check(&self, url: &str) -> Result<String, String>;
    /// Posts a message, and waits for the answer. It takes [`MAX_SECONDS`] at most.
    fn post(&self, message: &Message) -> Result<u16, PostError>;
    /// Returns false where nothing is to be sent.
    fn is_on(&self) -> bool;
}

/// The most seconds that a post takes.
pub const MAX_SECONDS: u64 = 10;

/// A message to a receiver.
#[derive(Clone, Debug)]
pub struct Message {
    /// The address.
    pub url: String,
    /// Its id.
    pub id: String,
    /// The seconds since 1970 when it is sent.
    pub timestamp: i64,
    /// The signature.
    pub signature: String,
    /// The body, JSON.
    pub body: String,
}

/// The reason for which nothing was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostError {
    /// The address is one that the service sends nothing to.
    NotAllowed,
    /// Nobody has the name.
    UnknownHost,
    /// No connection, or none that is trusted.
    NoConnection,
    /// No answer came in time.
    TimedOut,
}
