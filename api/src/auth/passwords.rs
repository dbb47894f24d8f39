//! The passwords of the coordinator and of representatives: kept as argon2id only.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::web;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use pegout_engine::league::RepresentativeId;
use tokio::sync::Mutex;

use crate::auth::rate_limit::Limits;
use crate::problem::Problem;
use crate::random;
use crate::store::{Representative, Store};

/// What a password that is made here is written with: no letters or digits that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The most letters in a password.
pub const LONGEST: usize = 1000;

/// The passwords of the coordinator and of representatives.
pub struct Password {
    store: Arc<Store>,
    /// One is hashed at a time: it takes 19 MiB and all of a processor.
    turn: Mutex<()>,
}

/// Somebody whose password was right.
pub struct SignedIn {
    /// What the history is to call them.
    pub name: Option<String>,
    /// Which representative it is; the coordinator where there is none.
    pub representative: Option<RepresentativeId>,
}

impl Password {
    /// The passwords that this store keeps.
    pub fn new(store: Arc<Store>) -> Password {
        Password { store, turn: Mutex::new(()) }
    }

    /// Makes sure that there is a password: `given`, which replaces another, or else the one of the last start, or
    /// else a new one. Calls `show` with the new one, or with none, before that is stored.
    ///
    /// # Errors
    ///
    /// When it cannot be looked up, shown or stored; the sentence says which.
    pub async fn settle(
        &self,
        given: Option<&str>,
        show: impl Fn(Option<&str>) -> Result<(), String>,
    ) -> Result<(), String> {
        let told = |problem: Problem| problem.to_string();
        let _turn = self.turn.lock().await;
        let stored = self.store.password().await.map_err(|error| told(error.into()))?;
        let (password, is_made) = match (given, stored) {
            (None, Some(_)) => return show(None),
            (Some(given), Some(stored)) if verify(given.to_owned(), stored.clone()).await.map_err(told)? => {
                return show(None);
            }
            (Some(given), _) => (given.to_owned(), false),
            (None, None) => (random(), true),
        };
        let hash = hash(password.clone()).await.map_err(told)?;
        show(is_made.then_some(&*password))?;
        self.store.set_password(hash).await.map_err(|error| told(error.into()))
    }

    /// Whose password this is, tried from this address: the coordinator's, or that of the representative of this name.
    /// `None` where it is nobody's. To be done to the end: who hangs up has tried too.
    ///
    /// # Errors
    ///
    /// When too many wrong ones came from there, or the passwords cannot be looked up.
    pub async fn check(
        &self,
        password: String,
        name: Option<String>,
        limits: &Limits,
        address: IpAddr,
    ) -> Result<Option<SignedIn>, Problem> {
        // With one try at a time, none that comes beside a wrong one escapes the limit.
        let _turn = self.turn.lock().await;
        limits.admit_try(address)?;
        // While it is still to be settled, no password is wrong yet.
        let of_coordinator = self.store.password().await?.ok_or_else(Problem::unavailable)?;
        if let Some(name) = &name
            && let Some((Representative { id, name }, stored)) = self.store.representative(name).await?
            && verify(password.clone(), stored).await?
        {
            return Ok(Some(SignedIn { name: Some(name), representative: Some(id) }));
        }
        if verify(password, of_coordinator).await? {
            return Ok(Some(SignedIn { name, representative: None }));
        }
        limits.note_wrong_try(address);
        Ok(None)
    }

    /// What is kept of a representative's password.
    ///
    /// # Errors
    ///
    /// When it cannot be hashed.
    pub async fn keep(&self, password: String) -> Result<String, Problem> {
        let _turn = self.turn.lock().await;
        hash(password).await
    }
}

async fn hash(password: String) -> Result<String, Problem> {
    let hash = move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
    match web::block(hash).await {
        Ok(Ok(hash)) => Ok(hash),
        Ok(Err(error)) => Err(broken(&error)),
        Err(error) => Err(broken(&error)),
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
    match web::block(verify).await {
        Ok(Ok(right)) => Ok(right),
        Ok(Err(error)) => Err(broken(&error)),
        Err(error) => Err(broken(&error)),
    }
}

fn broken(error: &dyn std::fmt::Display) -> Problem {
    log::error!("the password cannot be hashed: {error}");
    Problem::unavailable()
}

/// Three groups of four: 60 bits.
fn random() -> String {
    let letters = random::bytes::<12>().map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}
