//! The scheduling of nights.

use pegout_league::NightId;
use pegout_league::night::{Night, Refusal, Schedule};

use super::NightService;
use super::report::NightReport;
use crate::auth::caller::Author;
use crate::problem::Problem;
use crate::services::Effect;
use pegout_model::join_code::JoinKeys;
use pegout_store::{NightRow, PlainRow};

impl NightService {
    /// Schedules a night, and returns it with its join code. With the id of a night that was scheduled before it returns
    /// that night, and changes nothing.
    pub async fn schedule(
        &self,
        schedule: Schedule,
        author: Author,
    ) -> Result<(NightReport, JoinKeys, Effect), Problem> {
        if self.log.nights.snapshot(schedule.night).await?.is_some() {
            return self.scheduled_before(schedule.night).await;
        }
        // Loaded first: once the night is stored, nothing may fail that would have it scheduled again.
        let league = self.store.league().await?;
        self.names.ensure_loaded().await?;
        let (id, service) = (schedule.night, self.clone());
        let row = NightRow { id, season: schedule.season, keys: JoinKeys::random(&*self.random) };
        let committed = self.log.execute(id, async move |transaction| {
            let metadata = author.metadata(service.clock.now());
            match transaction.night(id).await? {
                Some(night) => {
                    night.decide_begin(&metadata)?;
                    return Ok(None);
                }
                None if !transaction.is_free(id) => return Err(Refusal::NightIdTaken { night: id }.into()),
                None => {
                    service.check_season(transaction, &schedule).await?;
                    transaction.append_night(id, vec![Night::begin(schedule.clone(), metadata)?]);
                    transaction.add(PlainRow::Night(row));
                }
            }
            Ok::<_, Problem>(transaction.night(id).await?)
        });
        match committed.await?.value {
            Some(night) => {
                Ok((NightReport::of_scheduled(night, league, self.names.clone()), row.keys, Effect::Created))
            }
            None => self.scheduled_before(id).await,
        }
    }

    /// The outcome of a repeated request to schedule a night.
    async fn scheduled_before(&self, id: NightId) -> Result<(NightReport, JoinKeys, Effect), Problem> {
        Ok((self.report(id).await?, self.join_keys(id).await?, Effect::Unchanged))
    }
}
