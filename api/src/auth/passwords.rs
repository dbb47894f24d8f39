//! The passwords of the coordinator and of representatives, stored as argon2id hashes.

use std::net::IpAddr;
use std::sync::Arc;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use pegout_engine::league::RepresentativeId;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

use crate::auth::rate_limit::RateLimits;
use crate::model::representative::Representative;
use crate::problem::Problem;
use crate::random::{self, Random};
use crate::store::Store;

/// The characters of a generated password: none that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The most letters of a password.
pub const MAX_LENGTH: usize = 1000;

/// The passwords of the coordinator and of representatives.
pub struct Passwords {
    store: Arc<dyn Store>,
    random: Arc<dyn Random>,
    /// The lock for one hash at a time: each takes 19 MiB and a whole processor.
    lock: Mutex<()>,
}

/// A person whose password was right.
pub enum Identity {
    /// The coordinator.
    Coordinator {
        /// The name that they gave for the history.
        name: Option<String>,
    },
    /// A representative.
    Representative {
        /// Their id.
        id: RepresentativeId,
        /// Their name.
        name: String,
    },
}

impl Passwords {
    /// The passwords in this store.
    pub fn new(store: Arc<dyn Store>, random: Arc<dyn Random>) -> Passwords {
        Passwords { store, random, lock: Mutex::new(()) }
    }

    /// Makes sure that the coordinator has a password: `given`, which replaces another, else the stored one, else a
    /// generated one. Calls `show` with the generated one, or with none, before it is stored. The error is a sentence.
    pub async fn ensure_set(
        &self,
        given: Option<&str>,
        show: impl Fn(Option<&str>) -> Result<(), String>,
    ) -> Result<(), String> {
        let sentence = |problem: Problem| problem.to_string();
        let _lock = self.lock.lock().await;
        let stored = self.store.password_hash().await.map_err(|error| sentence(error.into()))?;
        let (password, is_generated) = match (given, stored) {
            (None, Some(_)) => return show(None),
            (Some(given), Some(stored)) if verify(given.to_owned(), stored.clone()).await.map_err(sentence)? => {
                return show(None);
            }
            (Some(given), _) => (given.to_owned(), false),
            (None, None) => (generate(&*self.random), true),
        };
        let hash = hash(password.clone()).await.map_err(sentence)?;
        show(is_generated.then_some(&*password))?;
        self.store.set_password_hash(hash).await.map_err(|error| sentence(error.into()))
    }

    /// The person with this password, tried from this address: the representative of this name, else the coordinator.
    /// `None` where it is nobody's. Must not be cancelled: a client who disconnects has tried too.
    pub async fn verify(
        &self,
        password: String,
        name: Option<String>,
        limits: &RateLimits,
        address: IpAddr,
    ) -> Result<Option<Identity>, Problem> {
        // With one guess at a time, none that comes beside a wrong one escapes the limit.
        let _lock = self.lock.lock().await;
        limits.check_guess(address)?;
        // Until a password is set, none is wrong.
        let of_coordinator = self.store.password_hash().await?.ok_or_else(Problem::unavailable)?;
        if let Some(name) = &name
            && let Some((Representative { id, name }, stored)) = self.store.representative_by_name(name.clone()).await?
            && verify(password.clone(), stored).await?
        {
            return Ok(Some(Identity::Representative { id, name }));
        }
        if verify(password, of_coordinator).await? {
            return Ok(Some(Identity::Coordinator { name }));
        }
        limits.record_wrong_guess(address);
        Ok(None)
    }

    /// The hash of a representative's password.
    pub async fn hash(&self, password: String) -> Result<String, Problem> {
        let _lock = self.lock.lock().await;
        hash(password).await
    }
}

async fn hash(password: String) -> Result<String, Problem> {
    let hash = move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
    match spawn_blocking(hash).await {
        Ok(Ok(hash)) => Ok(hash),
        Ok(Err(error)) => Err(hashing_failed(&error)),
        Err(error) => Err(hashing_failed(&error)),
    }
}

async fn verify(password: String, stored: String) -> Result<bool, Problem> {
    let verify = move || {
        let stored = PasswordHash::new(&stored)?;
        match Argon2::default().verify_password(password.as_bytes(), &stored) {
            Ok(()) => Ok(true),
            Err(argon2::password_hash::Error::PasswordInvalid) => Ok(false),
            Err(error) => Err(error),
        }
    };
    match spawn_blocking(verify).await {
        Ok(Ok(right)) => Ok(right),
        Ok(Err(error)) => Err(hashing_failed(&error)),
        Err(error) => Err(hashing_failed(&error)),
    }
}

fn hashing_failed(error: &dyn std::fmt::Display) -> Problem {
    log::error!("the password cannot be hashed: {error}");
    Problem::unavailable()
}

/// A password of three groups of four characters: 60 bits.
fn generate(random: &dyn Random) -> String {
    let letters = random::bytes::<12>(random).map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}
