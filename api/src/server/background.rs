//! The work beside the answers, for as long as the server runs.

use std::sync::Arc;

use actix_web::rt;

use crate::auth::rate_limit::{FreeGames, RateLimits};
use crate::services::database::backups::Backups;
use crate::services::database::following::Following;
use crate::services::database::pruning::Pruning;
use crate::services::monitoring::disk_space::DiskSpace;
use crate::services::monitoring::integrity::Integrity;
use crate::services::webhooks::deliveries::Deliveries;
use pegout_store::Database;

/// The work beside the answers.
pub struct Background {
    /// The database, which removes the copies that another run left, and lists who was forgotten.
    pub database: Arc<dyn Database>,
    /// The other servers, whose changes are taken over.
    pub following: Following,
    /// The limits that forget whoever came long ago.
    pub limits: Arc<RateLimits>,
    /// The bounds of games without a night, which do so too.
    pub free_games: Arc<FreeGames>,
    /// The room on the disk, which is watched.
    pub disk_space: Arc<DiskSpace>,
    /// The damage, which is looked for.
    pub integrity: Arc<Integrity>,
    /// The removal of old games.
    pub pruning: Pruning,
    /// The messages to webhooks.
    pub deliveries: Arc<Deliveries>,
    /// The backups at intervals, where there is a folder for them.
    pub backups: Option<Backups>,
}

impl Background {
    /// Begins all of it.
    pub fn start(self) {
        rt::spawn(self.following.log.clone().evict_idle_forever());
        rt::spawn(RateLimits::forget_expired(self.limits));
        rt::spawn(self.free_games.forget_expired());
        rt::spawn(self.disk_space.watch_forever());
        if let Some(changes) = self.following.store.changes() {
            rt::spawn(Arc::new(self.following).follow_forever(changes));
        }
        rt::spawn(self.integrity.look_forever());
        rt::spawn(self.pruning.sweep_forever());
        rt::spawn(self.deliveries.deliver_forever());
        rt::spawn({
            let database = self.database.clone();
            async move { database.remove_old_copies().await }
        });
        rt::spawn(async move { self.database.backend().list_forgotten().await });
        if let Some(backups) = self.backups {
            rt::spawn(backups.make_forever());
        }
    }
}
