//! The values that are hidden from callers who may not see them.

use pegout_league::SeasonRow;
use pegout_league::night::{NightView, StandingsRow};

use crate::auth::right::{Audience, Sight};

/// The night as this audience sees it.
pub fn night(mut view: NightView, audience: Audience) -> NightView {
    for entry in &mut view.entries {
        entry.paid = audience.paid.of(entry.player_id, entry.paid);
        entry.changed = audience.paid.of(entry.player_id, entry.changed.take());
    }
    if audience.paid != Sight::Everybody {
        view.withdrawn.clear();
    }
    if !audience.losses {
        let tables = view.rounds.iter_mut().flat_map(|round| &mut round.tables);
        tables.for_each(|table| table.lost_changes = None);
    }
    if let Some(draw) = &mut view.fifty_fifty {
        draw.amount = audience.prizes.of(draw.player_id, draw.amount);
    }
    view
}

/// The standings of a night as this audience sees them.
pub fn standings(mut rows: Vec<StandingsRow>, audience: Audience) -> Vec<StandingsRow> {
    for row in &mut rows {
        row.prize = audience.prizes.of(row.player_id, row.prize);
        row.prize_at_finish = audience.prizes.of(row.player_id, row.prize_at_finish);
    }
    rows
}

/// The standings of a season as this audience sees them.
pub fn season(mut rows: Vec<SeasonRow>, audience: Audience) -> Vec<SeasonRow> {
    for row in &mut rows {
        row.money_won = audience.prizes.of(row.player_id, row.money_won);
    }
    rows
}
