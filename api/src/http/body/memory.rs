//! The bodies of all requests under way: how large each may be, and how much all hold together.

use std::io::Read;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::web::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::openapi::{MAX_BODY, MAX_LARGE_BODY};
use crate::problem::Problem;

/// The operations that take a long list, by POST.
const LARGE: [&str; 2] = ["/api/v1/score/batch", "/api/v1/players/import"];

/// The beginning of a body: a peg is no longer.
const HEAD: usize = 4 * 1024;
/// The memory for the beginnings of all bodies: of its own, so that long bodies leave room for pegs.
const HEADS: usize = 16 * 1024 * 1024;
/// The memory for all that follows the heads.
const TAILS: usize = 48 * 1024 * 1024;

/// Returns how many bytes the body of a request may have.
pub fn max_body(request: &HttpRequest) -> usize {
    let large = |path: String| LARGE.contains(&path.as_str());
    let is_large = request.method() == Method::POST && request.match_pattern().is_some_and(large);
    if is_large { MAX_LARGE_BODY } else { MAX_BODY }
}

/// The memory for the bodies of all requests under way.
pub struct BodyMemory {
    heads: Arc<Semaphore>,
    tails: Arc<Semaphore>,
}

impl BodyMemory {
    /// All of it, and none taken.
    pub fn new() -> BodyMemory {
        BodyMemory { heads: Arc::new(Semaphore::new(HEADS)), tails: Arc::new(Semaphore::new(TAILS)) }
    }

    /// A body of which nothing has come yet.
    pub fn start(&self) -> IncomingBody {
        let nothing = |of: &Arc<Semaphore>| {
            of.clone().try_acquire_many_owned(0).expect("it is never closed, and nothing is taken")
        };
        let reservation = Reservation { head: nothing(&self.heads), tail: nothing(&self.tails) };
        IncomingBody { bytes: Vec::new(), reservation }
    }

    /// Reads a body to its end from what decompresses it. The error of `reader` is told by `broken`.
    ///
    /// # Errors
    ///
    /// When it has more than `limit` bytes, there is no memory left for it, or it cannot be read.
    pub fn decompress(
        &self,
        mut reader: impl Read,
        limit: usize,
        broken: Problem,
    ) -> Result<(Bytes, Reservation), Problem> {
        let mut body = self.start();
        let mut chunk = [0; HEAD];
        loop {
            match reader.read(&mut chunk) {
                Ok(0) => return Ok(body.finish()),
                Ok(length) => body.add(&chunk[..length], limit)?,
                Err(_) => return Err(broken),
            }
        }
    }
}

/// The memory that one body takes, until this is dropped.
pub struct Reservation {
    head: OwnedSemaphorePermit,
    tail: OwnedSemaphorePermit,
}

impl Reservation {
    fn grow(&mut self, room: usize) -> Result<(), Problem> {
        let (head, tail) = (room.min(HEAD), room.saturating_sub(HEAD));
        for (reservation, room) in [(&mut self.head, head), (&mut self.tail, tail)] {
            let more = room.saturating_sub(reservation.num_permits());
            let more = reservation.semaphore().clone().try_acquire_many_owned(more as u32);
            reservation.merge(more.map_err(|_| Problem::too_many_bodies())?);
        }
        Ok(())
    }
}

/// A body as far as it has come.
pub struct IncomingBody {
    bytes: Vec<u8>,
    reservation: Reservation,
}

impl IncomingBody {
    /// Adds what has come.
    ///
    /// # Errors
    ///
    /// When the body has more than `limit` bytes with it, or there is no memory left for it.
    pub fn add(&mut self, chunk: &[u8], limit: usize) -> Result<(), Problem> {
        let length = self.bytes.len() + chunk.len();
        if length > limit {
            return Err(Problem::too_large(limit));
        }
        if length > self.bytes.capacity() {
            // The memory that is taken is counted, which is more than the bytes that have come.
            let room = length.max(2 * self.bytes.capacity()).min(limit);
            self.reservation.grow(room)?;
            self.bytes.reserve_exact(room - self.bytes.len());
        }
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }

    /// The body, of which everything has come, and the memory that it takes.
    pub fn finish(self) -> (Bytes, Reservation) {
        (self.bytes.into(), self.reservation)
    }
}
