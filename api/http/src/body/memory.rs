//! The memory for the bodies of all requests in progress: the limit of each body, and of all together.

use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::web::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::openapi::{MAX_BODY, MAX_LARGE_BODY};
use pegout_service::problem::Problem;

/// The paths of the operations that take a long list, by POST.
const LARGE: [&str; 3] = ["/api/v1/score/batch", "/api/v1/players/import", "/api/v1/seasons/{id}/imports"];

/// The size of a body's first part. A peg fits into it.
const FIRST_PART: usize = 4 * 1024;
/// The memory for the first parts of all bodies. Long bodies cannot take this memory from pegs.
const ALL_FIRST_PARTS: usize = 16 * 1024 * 1024;
/// The memory for everything after the first parts.
const ALL_REMAINDERS: usize = 48 * 1024 * 1024;

/// The time within which a body must arrive.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Returns the most bytes that the body of this request may have.
pub fn max_body(request: &HttpRequest) -> usize {
    let large = |path: String| LARGE.contains(&path.as_str());
    let is_large = request.method() == Method::POST && request.match_pattern().is_some_and(large);
    if is_large { MAX_LARGE_BODY } else { MAX_BODY }
}

/// The memory for the bodies of all requests in progress.
pub struct BodyMemory {
    first_parts: Arc<Semaphore>,
    remainders: Arc<Semaphore>,
    /// The time within which a body must arrive.
    pub timeout: Duration,
}

impl BodyMemory {
    /// Creates the memory. `timeout` replaces the usual time within which a body must arrive.
    pub fn new(timeout: Option<Duration>) -> BodyMemory {
        BodyMemory {
            timeout: timeout.unwrap_or(TIMEOUT),
            first_parts: Arc::new(Semaphore::new(ALL_FIRST_PARTS)),
            remainders: Arc::new(Semaphore::new(ALL_REMAINDERS)),
        }
    }

    /// Starts a body that has no bytes yet.
    pub fn start(&self) -> IncomingBody {
        let empty = |of: &Arc<Semaphore>| {
            of.clone().try_acquire_many_owned(0).expect("it is never closed, and nothing is taken")
        };
        let reservation = Reservation { first_part: empty(&self.first_parts), remainder: empty(&self.remainders) };
        IncomingBody { bytes: Vec::new(), reservation }
    }

    /// Decompresses a body. `on_error` is the problem to return if `reader` fails.
    pub fn decompress(
        &self,
        mut reader: impl Read,
        limit: usize,
        on_error: Problem,
    ) -> Result<(Bytes, Reservation), Problem> {
        let mut body = self.start();
        let mut chunk = [0; FIRST_PART];
        loop {
            match reader.read(&mut chunk) {
                Ok(0) => return Ok(body.finish()),
                Ok(length) => body.add(&chunk[..length], limit)?,
                Err(_) => return Err(on_error),
            }
        }
    }
}

/// The memory reserved for one body. Dropping it releases the memory.
pub struct Reservation {
    first_part: OwnedSemaphorePermit,
    remainder: OwnedSemaphorePermit,
}

impl Reservation {
    fn grow(&mut self, room: usize) -> Result<(), Problem> {
        let (first_part, remainder) = (room.min(FIRST_PART), room.saturating_sub(FIRST_PART));
        for (reservation, room) in [(&mut self.first_part, first_part), (&mut self.remainder, remainder)] {
            let more = room.saturating_sub(reservation.num_permits());
            let more = reservation.semaphore().clone().try_acquire_many_owned(more as u32);
            reservation.merge(more.map_err(|_| Problem::too_many_bodies())?);
        }
        Ok(())
    }
}

/// A body that is still being received.
pub struct IncomingBody {
    bytes: Vec<u8>,
    reservation: Reservation,
}

impl IncomingBody {
    /// Adds a chunk, and reserves memory for it.
    pub fn add(&mut self, chunk: &[u8], limit: usize) -> Result<(), Problem> {
        let length = self.bytes.len() + chunk.len();
        if length > limit {
            return Err(Problem::too_large(limit));
        }
        if length > self.bytes.capacity() {
            // Counts the allocated capacity, which is more than the bytes received.
            let room = length.max(2 * self.bytes.capacity()).min(limit);
            self.reservation.grow(room)?;
            self.bytes.reserve_exact(room - self.bytes.len());
        }
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }

    /// Returns the complete body and its memory.
    pub fn finish(self) -> (Bytes, Reservation) {
        (self.bytes.into(), self.reservation)
    }
}
