//! The id of the current request, which its response, its problem and its log lines contain.

use tokio::task_local;

task_local! {
    /// The id of the request that this task answers.
    static CURRENT: Box<str>;
}

/// Returns true for a text that may be an id.
pub fn is_one(text: &str) -> bool {
    let is_allowed = |letter: u8| letter.is_ascii_alphanumeric() || b"._-".contains(&letter);
    (8..=64).contains(&text.len()) && text.bytes().all(is_allowed)
}

/// Runs `answer` for the request with this id.
pub async fn scope<T>(id: Box<str>, answer: impl Future<Output = T>) -> T {
    CURRENT.scope(id, answer).await
}

/// Wraps the future so that it keeps the current request id in a spawned task.
pub fn inherited<T>(answer: impl Future<Output = T>) -> impl Future<Output = T> {
    let id = current();
    async move {
        match id {
            Some(id) => scope(id, answer).await,
            None => answer.await,
        }
    }
}

/// The id; `None` outside of a request.
pub fn current() -> Option<Box<str>> {
    CURRENT.try_with(Clone::clone).ok()
}
