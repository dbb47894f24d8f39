//! All that the handlers share, whichever thread and address they answer on.

use actix_web::web::{Data, ServiceConfig};

use crate::auth::passwords::Passwords;
use crate::auth::rate_limit::RateLimits;
use crate::auth::sessions::Sessions;
use crate::eventlog::EventLog;
use crate::handlers::site::files::SecurityContact;
use crate::http::access_log::AccessLog;
use crate::http::body::memory::BodyMemory;
use crate::http::caching::KnownTags;
use crate::http::cors::PublicLeague;
use crate::http::sse::EventStreams;
use crate::openapi::Document;
use crate::services::computing::Computing;
use crate::services::database::backup_service::BackupService;
use crate::services::display_service::DisplayService;
use crate::services::games::GameService;
use crate::services::league_service::LeagueService;
use crate::services::monitoring::disk_space::DiskSpace;
use crate::services::monitoring::metrics::Metrics;
use crate::services::monitoring::readiness::Readiness;
use crate::services::nights::NightService;
use crate::services::phone_service::PhoneService;
use crate::services::players::player_service::PlayerService;
use crate::services::webhooks::WebhookService;
use pegout_model::contact::PublicUrl;

/// All that the handlers share.
#[derive(Clone)]
pub struct Shared {
    /// The games.
    pub games: Data<GameService>,
    /// The nights.
    pub nights: Data<NightService>,
    /// The phones.
    pub phones: Data<PhoneService>,
    /// The displays.
    pub displays: Data<DisplayService>,
    /// The players.
    pub players: Data<PlayerService>,
    /// The league.
    pub league: Data<LeagueService>,
    /// The webhooks.
    pub webhooks: Data<WebhookService>,
    /// The backups that are asked for.
    pub backups: Data<BackupService>,
    /// The threads that compute.
    pub computing: Data<Computing>,
    /// The log, which live streams follow.
    pub log: Data<EventLog>,
    /// The tokens.
    pub sessions: Data<Sessions>,
    /// The passwords.
    pub passwords: Data<Passwords>,
    /// The rate limits.
    pub limits: Data<RateLimits>,
    /// The live streams.
    pub live: Data<EventStreams>,
    /// The memory for bodies of requests.
    pub bodies: Data<BodyMemory>,
    /// The tags of answers that clients have.
    pub known_tags: Data<KnownTags>,
    /// The look at whether the league is public.
    pub public_league: Data<PublicLeague>,
    /// The metrics.
    pub metrics: Data<Metrics>,
    /// The answer to whoever asks for readiness.
    pub readiness: Data<Readiness>,
    /// The room on the disk of the database.
    pub disk_space: Data<DiskSpace>,
    /// The log of requests.
    pub access_log: Data<AccessLog>,
    /// The OpenAPI document.
    pub document: Data<Document>,
    /// The contact for whoever finds a fault of security.
    pub security: Data<SecurityContact>,
    /// The address at which a proxy serves all of it, if the operator has named one.
    pub public_url: Option<PublicUrl>,
}

impl Shared {
    /// Hands all of it to an application.
    pub fn configure(&self, app: &mut ServiceConfig) {
        app.app_data(self.games.clone())
            .app_data(self.nights.clone())
            .app_data(self.phones.clone())
            .app_data(self.displays.clone())
            .app_data(self.players.clone())
            .app_data(self.league.clone())
            .app_data(self.webhooks.clone())
            .app_data(self.backups.clone())
            .app_data(self.computing.clone())
            .app_data(self.log.clone())
            .app_data(self.sessions.clone())
            .app_data(self.passwords.clone())
            .app_data(self.limits.clone())
            .app_data(self.live.clone())
            .app_data(self.bodies.clone())
            .app_data(self.known_tags.clone())
            .app_data(self.public_league.clone())
            .app_data(self.metrics.clone())
            .app_data(self.readiness.clone())
            .app_data(self.disk_space.clone())
            .app_data(self.access_log.clone())
            .app_data(self.document.clone())
            .app_data(self.security.clone());
        if let Some(public_url) = &self.public_url {
            app.app_data(public_url.clone());
        }
    }
}
