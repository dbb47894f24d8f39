//! Threads for computations that take more than a millisecond. On a thread that answers requests, a computation would
//! delay every peg of its connections.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::problem::{Problem, RatePolicy};

/// The most requests that wait from one address.
const MAX_OF_ADDRESS: usize = 16;
/// The most requests that wait in all.
const MAX_WAITING: usize = 128;
/// The wait of a refused client before the next try.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// The limit on one address, as the headers of a refusal name it.
const POLICY: RatePolicy = RatePolicy { name: "computing", quota: MAX_OF_ADDRESS as u32, window: RETRY_AFTER };

/// The threads, and the requests that wait for a thread.
pub struct WorkerThreads {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    turns: Mutex<Turns>,
    added: Condvar,
}

/// The waiting requests of each address. The first address is the next whose request is computed.
#[derive(Default)]
struct Turns(VecDeque<(IpAddr, VecDeque<Box<dyn Job>>)>);

/// A request that waits.
trait Job: Send {
    /// Returns false when the client has left.
    fn is_wanted(&self) -> bool;

    /// Computes the answer.
    fn run(self: Box<Self>);
}

struct Request<T, F> {
    work: F,
    answer: oneshot::Sender<T>,
}

impl<T: Send, F: FnOnce() -> T + Send> Job for Request<T, F> {
    fn is_wanted(&self) -> bool {
        !self.answer.is_closed()
    }

    fn run(self: Box<Self>) {
        let Request { work, answer } = *self;
        // A client that has left meanwhile needs no answer.
        let _ = answer.send(work());
    }
}

impl WorkerThreads {
    /// Starts this number of threads, or one for every two processors.
    pub fn new(threads: Option<usize>) -> io::Result<WorkerThreads> {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        let queue = Arc::new(Queue::default());
        for _ in 0..threads.unwrap_or_else(|| (processors() / 2).max(1)) {
            let queue = queue.clone();
            thread::Builder::new().name("computing".to_owned()).spawn(move || queue.serve())?;
        }
        Ok(WorkerThreads { queue })
    }

    /// Runs `work` for a client at an address. The addresses take turns. A client that disconnects also leaves the
    /// queue.
    pub async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, computed) = oneshot::channel();
        self.queue.turns().add(address, Box::new(Request { work, answer }))?;
        self.queue.added.notify_one();
        computed.await.map_err(|_| Problem::not_now("This could not be computed."))
    }

    /// The number of requests that wait.
    pub fn waiting(&self) -> usize {
        let mut turns = self.queue.turns();
        turns.remove_unwanted();
        turns.len()
    }
}

impl Queue {
    /// Computes the waiting requests, forever.
    fn serve(&self) {
        loop {
            let next = self.added.wait_while(self.turns(), |turns| turns.0.is_empty());
            let next = next.unwrap_or_else(PoisonError::into_inner).next();
            if let Some(job) = next.filter(|job| job.is_wanted()) {
                // The client gets 503, and the thread goes on.
                let _ = catch_unwind(AssertUnwindSafe(|| job.run()));
            }
        }
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turns {
    fn add(&mut self, address: IpAddr, job: Box<dyn Job>) -> Result<(), Problem> {
        self.remove_unwanted();
        let is_full = self.len() >= MAX_WAITING;
        let own = self.0.iter_mut().find(|(of, _)| *of == address);
        if own.as_ref().is_some_and(|(_, jobs)| jobs.len() >= MAX_OF_ADDRESS) {
            let detail = "Too many requests from here wait for their computation.";
            return Err(Problem::too_many_requests(detail, POLICY, RETRY_AFTER));
        }
        if is_full {
            return Err(Problem::not_now("Too many requests wait for their computation. Try again in 1 second."));
        }
        match own {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.0.push_back((address, VecDeque::from([job]))),
        }
        Ok(())
    }

    /// Takes the next request. Its address then goes to the end of the queue.
    fn next(&mut self) -> Option<Box<dyn Job>> {
        let (address, mut jobs) = self.0.pop_front()?;
        let next = jobs.pop_front();
        if !jobs.is_empty() {
            self.0.push_back((address, jobs));
        }
        next
    }

    fn remove_unwanted(&mut self) {
        self.0.iter_mut().for_each(|(_, jobs)| jobs.retain(|job| job.is_wanted()));
        self.0.retain(|(_, jobs)| !jobs.is_empty());
    }

    fn len(&self) -> usize {
        self.0.iter().map(|(_, jobs)| jobs.len()).sum()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use std::sync::mpsc;

    use futures_util::FutureExt;
    use futures_util::future::join_all;
    use tokio::runtime::Builder;

    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn addresses_take_turns_however_many_requests_one_of_them_sends() {
        let (threads, (told, order)) = (WorkerThreads::new(Some(0)).unwrap(), mpsc::channel());
        let requests = [(1, 'a'), (1, 'b'), (1, 'c'), (2, 'd'), (3, 'e'), (2, 'f')].map(|(last, name)| {
            let told = told.clone();
            let mut request = Box::pin(threads.run(address(last), move || told.send(name).unwrap()));
            assert!(request.as_mut().now_or_never().is_none(), "nobody computes it");
            request
        });
        while let Some(job) = threads.queue.turns().next() {
            job.run();
        }
        assert_eq!(order.try_iter().collect::<String>(), "adebfc");
        drop(requests);
    }

    #[test]
    fn a_client_that_leaves_gives_its_place_to_another_and_is_not_computed_for() {
        let threads = WorkerThreads::new(Some(0)).unwrap();
        let ask = || {
            let mut request = Box::pin(threads.run(address(1), || panic!("it was computed")));
            let refused: Option<Result<(), Problem>> = request.as_mut().now_or_never();
            (request, refused.map(|answer| answer.unwrap_err().status()))
        };
        let mut waiting: Vec<_> = (0..MAX_OF_ADDRESS).map(|_| ask()).collect();
        assert!(waiting.iter().all(|(_, refused)| refused.is_none()));
        assert_eq!(ask().1, Some(429));
        waiting.pop();
        assert_eq!(ask().1, None, "there is a place again");
        drop(waiting);
        assert_eq!(threads.waiting(), 0);
    }

    #[test]
    fn a_thread_computes_for_all_who_wait_and_survives_a_panic() {
        Builder::new_current_thread().build().unwrap().block_on(async {
            let threads = WorkerThreads::new(Some(1)).unwrap();
            let broken = threads.run(address(1), || -> u8 { panic!("this is the test of a panic") }).await;
            assert_eq!(broken.unwrap_err().status(), 503);
            let squares = (0..100_u32).map(|number| threads.run(address((number % 10) as u8), move || number * number));
            let squares: Vec<u32> = join_all(squares).await.into_iter().map(Result::unwrap).collect();
            assert!(squares.into_iter().eq((0..100).map(|number| number * number)));
        });
    }
}
