//! The cards of all nights as one table for a spreadsheet.

use std::collections::HashMap;

use pegout_league::PlayerId;

use crate::http::csv::{self, Cell};
use crate::services::database::inspection::Folded;
use pegout_store::{Inspection, StoreError};

/// The titles of the columns before the lines of the rounds.
const TITLES: [&str; 7] = ["date", "place", "player", "games", "total", "prize", "night"];

/// The table as CSV: a line for each player of each night, the oldest night first.
pub fn csv(inspection: &Inspection) -> Result<Vec<u8>, StoreError> {
    let folded = Folded::read(inspection, &mut Vec::new())?;
    let settings = inspection.league()?.settings;
    let names: HashMap<PlayerId, String> =
        inspection.players()?.into_iter().map(|player| (player.id, player.name)).collect();
    let name = |player: PlayerId| names.get(&player).cloned().unwrap_or_default();
    let mut rows = vec![TITLES.iter().map(|title| Cell::text(*title)).collect::<Vec<Cell>>()];
    let mut nights: Vec<_> = folded.nights.iter().collect();
    nights.sort_by_key(|(id, night)| (night.schedule().date, **id));
    for (id, night) in nights {
        for row in night.standings(&folded.results(night), &settings, &name) {
            let mut cells = vec![
                Cell::text(night.schedule().date.to_string()),
                Cell::number(row.place),
                Cell::text(row.name),
                Cell::number(Some(row.games)),
                Cell::number(row.total),
                row.prize.map_or(Cell::Empty, Cell::dollars),
                Cell::text(id.to_string()),
            ];
            cells.extend(row.lines.into_iter().map(Cell::number));
            rows.push(cells);
        }
    }
    Ok(csv::table(rows))
}
