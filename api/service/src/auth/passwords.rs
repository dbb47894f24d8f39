//! The passwords of the coordinator and of representatives, stored as argon2id hashes.

use async_recursion::async_recursion as boxed;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use argon2::password_hash::{Error as HashError, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, PasswordHash, Version};
use icu_normalizer::ComposingNormalizerBorrowed;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::auth::rate_limit::{Budget, RateLimits};
use crate::eventlog::uncancellable;
use crate::problem::{Problem, RatePolicy};
use pegout_model::random::{self, Random};
use pegout_model::role::Representative;
use pegout_store::{Store, StoreError};

/// The characters of a generated password: none that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The most letters of a password.
pub const MAX_LENGTH: usize = 1000;

/// The fewest letters of a new password.
pub const MIN_LENGTH: usize = 8;

/// The checks of passwords at once: each takes 19 MiB and a whole processor.
const CHECKS_AT_ONCE: usize = 2;
/// The longest wait for a check.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// The limit on checks, as responses name it.
const SIGN_INS: RatePolicy = RatePolicy { name: "sign-ins", quota: CHECKS_AT_ONCE as u32, window: LONGEST_WAIT };

/// A hash in the usual form that no password has. So a check takes the same time for known and unknown names.
const DECOY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The passwords of the coordinator and of representatives.
pub struct Passwords {
    store: Arc<dyn Store>,
    random: Arc<dyn Random>,
    checks: Semaphore,
    /// The memory that a new hash takes, in KiB.
    memory: AtomicU32,
}

/// A person whose password was right.
pub enum Identity {
    /// The coordinator.
    Coordinator {
        /// The name that they gave for the history.
        name: Option<String>,
    },
    /// A representative.
    Representative(Representative),
}

/// A person whose password was right, with the hash that it was compared with.
pub struct Verified {
    /// The person.
    pub identity: Identity,
    /// The hash in PHC format.
    pub hash: String,
}

/// A password that the coordinator cannot have.
#[derive(Debug)]
pub enum PasswordError {
    /// The password is new and too short.
    TooShort,
    /// The password cannot be compared or stored now.
    Problem(Problem),
    /// The password cannot be shown. The sentence has the reason.
    Hidden(String),
}

impl From<Problem> for PasswordError {
    fn from(problem: Problem) -> PasswordError {
        PasswordError::Problem(problem)
    }
}

impl From<StoreError> for PasswordError {
    fn from(error: StoreError) -> PasswordError {
        PasswordError::Problem(error.into())
    }
}

impl Passwords {
    /// The passwords in this store.
    pub fn new(store: Arc<dyn Store>, random: Arc<dyn Random>) -> Passwords {
        let memory = AtomicU32::new(Params::DEFAULT_M_COST);
        Passwords { store, random, checks: Semaphore::new(CHECKS_AT_ONCE), memory }
    }

    /// Makes new hashes with another amount of memory, in KiB, 8 or more. Less than the usual amount is for tests
    /// alone.
    pub fn set_memory(&self, kib: u32) {
        self.memory.store(kib, Ordering::Relaxed);
    }

    /// Makes sure that the coordinator has a password: `given`, else the stored password, else a generated password.
    /// Calls `show` with a generated password, else with `None`, before a new password is stored.
    pub async fn ensure_set(
        &self,
        given: Option<&str>,
        show: impl Fn(Option<&str>) -> Result<(), String>,
    ) -> Result<(), PasswordError> {
        let show = |password: Option<&str>| show(password).map_err(PasswordError::Hidden);
        let stored = match self.store.password_hash().await {
            // The new password replaces the damaged row.
            Err(StoreError::Damaged(_)) if given.is_some() => None,
            stored => stored?,
        };
        let (password, is_generated) = match (given, stored) {
            (None, Some(_)) => return show(None),
            (Some(given), Some(stored)) if verify(given.to_owned(), stored.clone()).await? => {
                if is_short(given) {
                    log::warn!("the coordinator's password has less than {MIN_LENGTH} letters: choose a longer one");
                }
                return show(None);
            }
            (Some(given), _) if is_short(given) => return Err(PasswordError::TooShort),
            (Some(given), _) => (given.to_owned(), false),
            (None, None) => (generate(&*self.random), true),
        };
        let hash = self.hash_unbounded(password.clone()).await?;
        show(is_generated.then_some(&*password))?;
        Ok(self.store.set_password_hash(hash).await?)
    }

    /// The person with this password, tried within this budget, `None` without a limit: the representative of this
    /// name, else the coordinator. `None` for a wrong password. Runs to completion even if the client disconnects, so that
    /// the guess is counted.
    pub async fn verify(
        self: &Arc<Self>,
        password: String,
        name: Option<String>,
        limits: &Arc<RateLimits>,
        budget: Option<Budget>,
    ) -> Result<Option<Verified>, Problem> {
        let (passwords, limits) = (self.clone(), limits.clone());
        uncancellable(async move {
            let guess = budget.map(|budget| limits.begin_guess(budget)).transpose()?;
            let checked = passwords.check(password, name).await;
            let is_wrong = matches!(checked, Ok(None));
            if let Some(guess) = guess.filter(|_| !is_wrong) {
                limits.forgive(&guess);
            }
            if is_wrong {
                limits.wrong_passwords.inc();
                log::warn!("a wrong password was tried");
            }
            checked
        })
        .await
    }

    async fn check(&self, password: String, name: Option<String>) -> Result<Option<Verified>, Problem> {
        let _permit = self.permit().await?;
        // Until a password is set, none is wrong.
        let of_coordinator = self.store.password_hash().await?.ok_or_else(Problem::unavailable)?;
        if let Some(name) = &name {
            let found = self.store.representative_by_name(name.clone()).await?;
            let (representative, stored) = found.map_or((None, DECOY.to_owned()), |(found, hash)| (Some(found), hash));
            let is_right = verify(password.clone(), stored.clone()).await?;
            if let Some(representative) = representative.filter(|_| is_right) {
                return Ok(Some(Verified { identity: Identity::Representative(representative), hash: stored }));
            }
        }
        let is_right = verify(password, of_coordinator.clone()).await?;
        Ok(is_right.then_some(Verified { identity: Identity::Coordinator { name }, hash: of_coordinator }))
    }

    /// The hash of a representative's password.
    #[boxed(?Send)]
    pub async fn hash(&self, password: String) -> Result<String, Problem> {
        let _permit = self.permit().await?;
        self.hash_unbounded(password).await
    }

    async fn hash_unbounded(&self, password: String) -> Result<String, Problem> {
        let memory = self.memory.load(Ordering::Relaxed);
        run_blocking(move || {
            let params = Params::new(memory, Params::DEFAULT_T_COST, Params::DEFAULT_P_COST, None)?;
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            argon2.hash_password(normalized(&password).as_bytes()).map(|hash| hash.to_string())
        })
        .await
    }

    /// Waits for the permission to make one check.
    async fn permit(&self) -> Result<SemaphorePermit<'_>, Problem> {
        match timeout(LONGEST_WAIT, self.checks.acquire()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) => Err(Problem::unavailable()),
            Err(_) => {
                Err(Problem::too_many_requests("Too many people sign in at this moment.", SIGN_INS, LONGEST_WAIT))
            }
        }
    }
}

/// Returns true for a password that is too short to be a new one.
pub fn is_short(password: &str) -> bool {
    normalized(password).chars().count() < MIN_LENGTH
}

/// The password with each letter written in one way, however the keyboard composes it.
fn normalized(password: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(password).into_owned()
}

async fn verify(password: String, stored: String) -> Result<bool, Problem> {
    run_blocking(move || {
        let stored = PasswordHash::new(&stored)?;
        let matches = |password: &str| match Argon2::default().verify_password(password.as_bytes(), &stored) {
            Ok(()) => Ok(true),
            Err(HashError::PasswordInvalid) => Ok(false),
            Err(error) => Err(error),
        };
        let composed = normalized(&password);
        // The first edition hashed a password as it was typed.
        Ok(matches(&composed)? || (composed != password && matches(&password)?))
    })
    .await
}

/// Runs the work on a thread that answers no requests, since a hash takes a whole processor.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HashError> + Send + 'static,
) -> Result<T, Problem> {
    let outcome = spawn_blocking(work).await.map_err(|error| error.to_string());
    outcome.and_then(|done| done.map_err(|error| error.to_string())).map_err(|error| {
        log::error!("the password cannot be hashed: {error}");
        Problem::unavailable()
    })
}

/// A password of three groups of four characters: 60 bits.
pub fn generate(random: &dyn Random) -> String {
    let letters = random::bytes::<12>(random).map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}
