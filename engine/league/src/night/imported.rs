//! A night whose results come from a spreadsheet: its tables with their scores, or its cards.

use super::decide::Decision;
use super::entry::Excuses;
use super::hands::Claim;
use super::money::Notes;
use super::pairs::Pairs;
use super::phase::{Phase, StartedNight};
use super::returned_cards::ReturnedCards;
use super::{Cancellation, Entry, EventKind, Finish, Night, PaidPrize, Refusal};
use crate::card::{Line, Sums};
use crate::scorecard::Scorecard;
use crate::{CommandId, FullCard, GameResult, GameResults, PlayerId, Round, Settings};
use pegout_engine::game::Metadata;

/// The results of a night from a spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightImport))]
pub struct Import {
    /// The import. Nights of one import have the same id.
    pub import: CommandId,
    /// The hash of the lines of the night.
    #[cfg_attr(feature = "utoipa", schema(max_length = 64))]
    pub digest: String,
    /// The hash of the whole request: a repeat has the same. Left out if it is not known.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false, max_length = 64))]
    pub request: String,
    /// The settings of the night.
    pub settings: Settings,
    /// True if the import has scheduled the night: it goes with the import. Left out for false.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub new_night: bool,
    /// The players who played.
    pub players: Vec<PlayerId>,
    /// The cards; left out if the spreadsheet has the tables. Rounds with these tables follow.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub cards: Vec<ImportedCard>,
}

/// The card of a player from a spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct ImportedCard {
    /// The player.
    pub player: PlayerId,
    /// A line a round, as the card of the night shows it; `null` for a round without a game.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true, max_items = 40))]
    pub lines: Vec<Option<i16>>,
    /// The rounds that the player need not have.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false, max_items = 40))]
    pub excused: Vec<u16>,
    /// The rounds in which the player sat out.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false, max_items = 40))]
    pub byes: Vec<u16>,
    /// The sums of a card without lines; left out for a card with lines.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub sums: Option<Sums>,
}

/// A request that has changed nothing: all its results were there already.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct NotedImport {
    /// The import.
    pub import: CommandId,
    /// The hash of the whole request.
    #[cfg_attr(feature = "utoipa", schema(max_length = 64))]
    pub request: String,
}

/// The results to import: the event, and the rounds with the scores of each table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewImport {
    /// The event.
    pub import: Import,
    /// The rounds. For each table it has the scores, a number a side.
    pub rounds: Vec<(Round, Vec<Vec<u8>>)>,
}

/// The import that a night comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Imported {
    import: Import,
    author: Metadata,
    is_taken_back: bool,
    /// True once seats or excuses were changed here, or the night was reopened.
    is_corrected: bool,
    before: Before,
}

/// The notes of a night before its import. The notes that follow go with the import. Replies are only made before it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Before {
    excuses: Excuses,
    pairs: Pairs,
    payouts: Notes,
    claims: Vec<Claim>,
    returned: ReturnedCards,
}

impl ImportedCard {
    /// The card as the night shows it. A line that is not possible is left out.
    fn scorecard(&self, settings: &Settings, rounds: usize) -> Scorecard {
        let Settings { card, rules, full_card, .. } = settings;
        let line = |value: &Option<i16>| value.and_then(|value| Line::of_value(*card, value, rules));
        let mut lines: Vec<Option<Line>> = self.lines.iter().map(line).collect();
        lines.resize(rounds, None);
        let played = self.sums.map_or(0, |sums| sums.games);
        let is_missing = |round: &u16| {
            if self.sums.is_some() { usize::from(*round) > played } else { lines[usize::from(*round) - 1].is_none() }
        };
        let missing: Vec<u16> = (1..=rounds as u16).filter(is_missing).collect();
        let is_excused =
            |round: &u16| self.byes.contains(round) || *full_card == FullCard::Excused && self.excused.contains(round);
        let (excused, missed): (Vec<u16>, Vec<u16>) = missing.into_iter().partition(is_excused);
        let mut scorecard = Scorecard {
            lines,
            excused,
            missed,
            byes: self.byes.clone(),
            sums: self.sums,
            ..Scorecard::empty(self.player)
        };
        let games = scorecard.games();
        scorecard.complete = scorecard.missed.is_empty() && games > 0 && games >= scorecard.excused.len();
        scorecard
    }
}

impl Night {
    pub(super) fn import(&mut self, import: &Import, metadata: &Metadata) {
        let before = Before {
            excuses: self.excuses.clone(),
            pairs: self.pairs.clone(),
            payouts: self.payouts.clone(),
            claims: self.claims.clone(),
            returned: self.returned.clone(),
        };
        for player in &import.players {
            self.enter(Entry { player: *player, paid: true, guest: false, left: false, pots: Vec::new() });
        }
        self.phase = Phase::Playing(StartedNight { settings: import.settings.clone(), ..StartedNight::default() });
        self.import_requests.insert(import.import, import.request.clone());
        let (import, author) = (import.clone(), metadata.clone());
        self.imported = Some(Imported { import, author, is_taken_back: false, is_corrected: false, before });
    }

    pub(super) fn take_back_import(&mut self) {
        let Some(imported) = &mut self.imported else { return };
        imported.is_taken_back = true;
        let Before { excuses, pairs, payouts, claims, returned } = imported.before.clone();
        let cancelled = imported.import.new_night.then(|| Cancellation::new("The import was taken back."));
        let rounds = self.phase.started_mut().map(|started| std::mem::take(&mut started.rounds));
        self.taken_back.extend(rounds.unwrap_or_default());
        self.entries.clear();
        self.withdrawn.clear();
        (self.excuses, self.pairs, self.payouts) = (excuses, pairs, payouts);
        (self.claims, self.returned) = (claims, returned);
        self.phase = Phase::Gathering { cancelled };
    }

    /// The import that the results of the night come from, with its author; `None` for a night that was played here.
    #[must_use]
    pub fn imported(&self) -> Option<(&Import, &Metadata)> {
        self.standing_import().map(|imported| (&imported.import, &imported.author))
    }

    /// Returns true for a night from a spreadsheet whose seats or excuses were corrected here, or that was reopened here.
    /// Its games know of corrected results.
    #[must_use]
    pub fn is_corrected_import(&self) -> bool {
        self.standing_import().is_some_and(|imported| imported.is_corrected)
    }

    /// Keeps in mind that an event has corrected results of a spreadsheet.
    pub(super) fn note_correction(&mut self, kind: &EventKind) {
        let is_correction =
            matches!(kind, EventKind::Reopened { .. } | EventKind::Reseated(_) | EventKind::Excused { .. });
        if let Some(imported) = self.imported.as_mut().filter(|_| is_correction) {
            imported.is_corrected = true;
        }
    }

    /// The hash of the request with this id; `None` if no such import has reached this night. It stays after the import
    /// was replaced or taken back.
    #[must_use]
    pub fn import_request(&self, import: CommandId) -> Option<&str> {
        self.import_requests.get(&import).map(String::as_str)
    }

    /// Returns true for a night that an import made, and that went with it.
    #[must_use]
    pub fn is_removed(&self) -> bool {
        self.cancellation().is_some()
            && self.imported.as_ref().is_some_and(|import| import.import.new_night && import.is_taken_back)
    }

    fn standing_import(&self) -> Option<&Imported> {
        self.imported.as_ref().filter(|imported| !imported.is_taken_back)
    }

    /// Returns true for a night with imported cards, which has no games.
    pub(super) fn has_imported_cards(&self) -> bool {
        self.standing_import().is_some_and(|imported| !imported.import.cards.is_empty())
    }

    /// The number of lines of imported cards.
    pub(super) fn imported_rounds(&self) -> usize {
        let cards = self.standing_import().into_iter().flat_map(|imported| &imported.import.cards);
        let settings = self.phase.started().map_or(0, |started| usize::from(started.settings.games_per_night));
        cards.map(|card| card.lines.len().max(settings)).max().unwrap_or_default()
    }

    /// The imported card of a player.
    pub(super) fn imported_card(&self, player: PlayerId, settings: &Settings) -> Option<Scorecard> {
        let cards = &self.standing_import().filter(|_| self.has_imported_cards())?.import.cards;
        let card = cards.iter().find(|card| card.player == player)?;
        Some(card.scorecard(settings, self.imported_rounds()))
    }

    pub(super) fn decide_import(&self, new: NewImport) -> Decision {
        let NewImport { import, rounds } = new;
        match (self.standing_import(), &self.phase) {
            (Some(known), _) if known.import.digest == import.digest => return Ok(Vec::new()),
            (None, Phase::Gathering { cancelled: None }) if self.entries.is_empty() && self.withdrawn.is_empty() => {}
            _ => return Err(Refusal::WasPlayed),
        }
        let mut results = GameResults::new();
        for (round, scores) in &rounds {
            for (table, scores) in round.tables.iter().zip(scores) {
                results.insert(table.game, GameResult::of_scores(scores.clone(), &import.settings.rules));
            }
        }
        let settings = import.settings.clone();
        let mut events = vec![EventKind::Imported(import)];
        events.extend(rounds.into_iter().map(|(round, _)| EventKind::RoundDrawn(round)));
        let mut after = self.clone();
        let metadata =
            Metadata { at: self.changed_at, by: None, role: pegout_engine::game::Role::Coordinator, token: None };
        events.iter().for_each(|kind| after.apply(&super::Event { metadata: metadata.clone(), kind: kind.clone() }));
        let prizes: Vec<PaidPrize> = after.winners(&results, &settings);
        events.push(EventKind::Finished(Finish { prizes, voided: Vec::new(), id: None }));
        Ok(events)
    }

    pub(super) fn decide_note_import(&self, noted: NotedImport) -> Decision {
        let is_known = self.import_requests.contains_key(&noted.import);
        Ok((!is_known).then_some(EventKind::ImportNoted(noted)).into_iter().collect())
    }

    pub(super) fn decide_take_back_import(&self, import: CommandId) -> Decision {
        let is_this = self.standing_import().is_some_and(|imported| imported.import.import == import);
        Ok(is_this.then_some(EventKind::ImportTakenBack { import }).into_iter().collect())
    }
}
