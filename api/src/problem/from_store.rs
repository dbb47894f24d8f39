//! The errors of the store as problems.

use crate::problem::Problem;
use pegout_store::StoreError;

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        log::error!("503: {error}");
        match error {
            StoreError::FileReplaced(_) => Problem::file_replaced(),
            StoreError::Overwritten(_) => Problem::overwritten(),
            StoreError::WalFileReplaced(_) => Problem::wal_file_replaced(),
            StoreError::Damaged(damage) => Problem::damaged(damage),
            StoreError::Unavailable(_) | StoreError::Failed(..) | StoreError::Unusable(_) | StoreError::Busy => {
                Problem::unavailable()
            }
        }
    }
}
