//! The fixed pairs of a night: two players who share one card. A substitute goes on with the card of the pair.

use std::collections::BTreeSet;

use super::decide::Decision;
use super::{EventKind, Night, PersonView, Refusal, ReseatedTable, Reseating, SeatError, Status};
use crate::seating::Seats;
use crate::{CommandId, Format, GameResult, GameResults, PairId, PlayerId, Round, Table, UnitId, scorecard};
use pegout_engine::game;

/// A pair of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightPair))]
pub struct Pair {
    /// The pair.
    pub pair: PairId,
    /// Its players from now on.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<PairMember>, min_items = 2, max_items = 2))]
    pub players: [PairMember; 2],
    /// The id of the command that made or changed it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// A player of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct PairMember {
    /// The player.
    pub player: PlayerId,
    /// The player for whom the card counts in the season; left out for the player themselves.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub stands_for: Option<PlayerId>,
}

/// A pair, as it is shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = FixedPair))]
pub struct PairView {
    /// The pair.
    pub id: PairId,
    /// Its two players.
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 2))]
    pub players: Vec<PairMemberView>,
}

/// A player of a pair, as they are shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = FixedPairPlayer))]
pub struct PairMemberView {
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The player for whom the card counts in the season; `null` for the player themselves.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub stands_for: Option<PersonView>,
}

/// The pairs of a night.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs(Vec<KeptPair>);

/// A pair with its history.
#[derive(Clone, Debug, PartialEq, Eq)]
struct KeptPair {
    id: PairId,
    /// Later ids: the same two players were made a pair again.
    other_ids: Vec<PairId>,
    members: [PairMember; 2],
    /// The players since each round, with the number of the last round before.
    history: Vec<(u16, [PlayerId; 2])>,
    /// The players who were checked in by mistake and taken off the list.
    gone: BTreeSet<PlayerId>,
    is_split: bool,
}

impl KeptPair {
    fn players(&self) -> [PlayerId; 2] {
        self.members.map(|member| member.player)
    }

    fn is(&self, id: PairId) -> bool {
        self.id == id || self.other_ids.contains(&id)
    }

    fn has_players(&self, players: [PlayerId; 2]) -> bool {
        players.iter().all(|player| self.players().contains(player)) && players[0] != players[1]
    }

    /// Its players, and the players for whom its cards count.
    fn people(&self) -> impl Iterator<Item = PlayerId> {
        self.members.into_iter().flat_map(|member| [Some(member.player), member.stands_for]).flatten()
    }

    /// All its players so far.
    fn ever(&self) -> impl Iterator<Item = PlayerId> {
        self.history.iter().flat_map(|(_, players)| *players)
    }
}

impl Pairs {
    /// Makes or changes a pair after this number of rounds. Two players who were a pair before are the same pair again.
    pub fn pair(&mut self, Pair { pair, players, .. }: &Pair, rounds: u16) {
        let (id, members) = (*pair, *players);
        let at = self.position(id, members.map(|member| member.player)).unwrap_or_else(|| {
            let gone = BTreeSet::new();
            self.0.push(KeptPair { id, other_ids: Vec::new(), members, history: Vec::new(), gone, is_split: false });
            self.0.len() - 1
        });
        let kept = &mut self.0[at];
        if !kept.is(id) {
            kept.other_ids.push(id);
        }
        kept.members = members;
        kept.is_split = false;
        kept.gone.clear();
        kept.history.push((rounds, kept.players()));
        let people: Vec<PlayerId> = kept.people().collect();
        for (_, other) in self.0.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            other.is_split |= !other.gone.is_empty() && other.people().any(|person| people.contains(&person));
        }
    }

    fn position(&self, id: PairId, players: [PlayerId; 2]) -> Option<usize> {
        let again = |kept: &KeptPair| kept.is_split && kept.has_players(players);
        self.0.iter().position(|kept| kept.is(id)).or_else(|| self.0.iter().position(again))
    }

    pub fn split(&mut self, id: PairId) {
        self.0.iter_mut().filter(|kept| kept.is(id)).for_each(|kept| kept.is_split = true);
    }

    /// Leaves a player out of the pairs who was checked in by mistake. The partner is free until the player comes back.
    pub fn leave(&mut self, player: PlayerId) {
        let own = self.0.iter_mut().filter(|kept| kept.players().contains(&player));
        own.for_each(|kept| kept.gone.extend([player]));
    }

    /// Takes a player into the pairs again.
    pub fn come(&mut self, player: PlayerId) {
        self.0.iter_mut().for_each(|kept| kept.gone.retain(|gone| *gone != player));
    }

    /// Takes the draw of a round back: later changes count for the round that is drawn instead.
    pub fn take_back_round(&mut self, number: u16) {
        let since = self.0.iter_mut().flat_map(|kept| &mut kept.history).map(|(rounds, _)| rounds);
        since.for_each(|rounds| *rounds = (*rounds).min(number - 1));
    }

    /// The pairs that are not split.
    fn together(&self) -> impl Iterator<Item = &KeptPair> {
        self.0.iter().filter(|kept| !kept.is_split && kept.gone.is_empty())
    }

    fn of(&self, player: PlayerId) -> Option<&KeptPair> {
        self.together().find(|kept| kept.players().contains(&player))
    }

    /// The players of a pair as a round was drawn.
    fn players_in(&self, id: PairId, round: u16) -> Option<[PlayerId; 2]> {
        let kept = self.0.iter().find(|kept| kept.id == id)?;
        let then = kept.history.iter().rev().find(|(before, _)| *before < round).or(kept.history.first());
        then.map(|(_, players)| *players)
    }

    /// The pair of the players of a side. After a correction of the record they may belong to several pairs, or to none. Then it is
    /// the pair of most of them, now or before, and first of all `old`.
    pub fn at_side(&self, side: &[PlayerId], old: PairId) -> PairId {
        let is_side = |kept: &&KeptPair| side.iter().all(|player| kept.players().contains(player));
        let known = |kept: &KeptPair| side.iter().filter(|player| kept.ever().any(|ever| ever == **player)).count();
        let most = self.0.iter().max_by_key(|kept| (known(kept), kept.id == old));
        self.together().find(is_side).or(most.filter(|kept| known(kept) > 0)).map_or(old, |kept| kept.id)
    }
}

impl Night {
    pub(super) fn decide_pair(&self, new: Pair, format: Format, may_correct: bool, games: &GameResults) -> Decision {
        let players = new.players.map(|member| member.player);
        let old = self.pairs.position(new.pair, players).map(|at| &self.pairs.0[at]);
        let keeps_players = old.is_some_and(|old| !old.is_split && old.has_players(players));
        if keeps_players && old.is_some_and(|old| new.players.iter().all(|member| old.members.contains(member))) {
            return Ok(Vec::new());
        }
        // After the finish the player for whom a card counts can still be corrected.
        if !(may_correct && keeps_players && self.status() == Status::Finished) {
            self.check_active()?;
        }
        if format != Format::FixedPairs {
            return Err(Refusal::NoPairs);
        }
        let in_pair = |refusal| match refusal {
            Refusal::Seats { players, error } => Refusal::PairPlayers { players, error },
            refusal => refusal,
        };
        self.check_pair(&new, old).map_err(in_pair)?;
        let old = old.filter(|_| !keeps_players).map(|old| old.id);
        let reseated = old.map(|old| self.reseat_pair(old, players, games)).transpose().map_err(in_pair)?.flatten();
        Ok([EventKind::Paired(new)].into_iter().chain(reseated.map(EventKind::Reseated)).collect())
    }

    /// Refuses players who are named twice, are not here, or play in another pair. A former player of the pair may have left.
    fn check_pair(&self, new: &Pair, old: Option<&KeptPair>) -> Result<(), Refusal> {
        // A player and a pair are both units, so they need different ids.
        if self.entry(UnitId::from(new.pair).into()).is_some() {
            return Err(Refusal::CommandIdTaken { command: CommandId::from_bytes(new.pair.bytes()) });
        }
        let players = new.players.map(|member| member.player);
        SeatError::NamedTwice.check(players.into_iter().take(usize::from(players[0] == players[1])).collect())?;
        let was_in_it = |player: PlayerId| old.is_some_and(|old| old.ever().any(|ever| ever == player));
        let is_away = |player: &PlayerId| !self.is_here(*player) && !was_in_it(*player);
        SeatError::Away.check(players.into_iter().filter(is_away).collect())?;
        let others = || self.pairs.together().filter(|kept| old.is_none_or(|old| kept.id != old.id));
        let in_another = |player: &PlayerId| others().any(|kept| kept.players().contains(player));
        SeatError::InAPair.check(players.into_iter().filter(in_another).collect())?;
        let stood_for =
            |player: &PlayerId| others().flat_map(|kept| kept.members).any(|member| member.stands_for == Some(*player));
        SeatError::HasSubstitute.check(players.into_iter().filter(stood_for).collect())?;
        let absent = new.players.into_iter().filter_map(|member| member.stands_for);
        let is_twice = |player: &PlayerId| players.contains(player) || in_another(player) || stood_for(player);
        SeatError::PlaysAlready.check(absent.filter(is_twice).collect())?;
        match new.players.map(|member| member.stands_for) {
            [Some(one), Some(other)] if one == other => SeatError::NamedTwice.check(vec![one]),
            _ => Ok(()),
        }
    }

    /// The new seats at the table of a pair whose game has not begun.
    fn reseat_pair(
        &self,
        pair: PairId,
        players: [PlayerId; 2],
        games: &GameResults,
    ) -> Result<Option<Reseating>, Refusal> {
        let Some((round, number, table)) = self.newest_table(pair) else { return Ok(None) };
        let has_begun = games.get(&table.game).is_none_or(GameResult::has_begun);
        match scorecard::status(games, table.game) {
            game::Status::Playing if has_begun => return Err(Refusal::RoundBegun { tables: vec![number] }),
            _ if has_begun => return Ok(None),
            // A game that was called off before its first peg can be brought back.
            _ => {}
        }
        let mut sides = table.seats.sides().into_iter().map(<[PlayerId]>::to_vec).collect::<Vec<_>>();
        let Some(side) = table.side_of(pair.into()).and_then(|side| sides.get_mut(side)) else { return Ok(None) };
        // A player who stays keeps the seat.
        let comes = players.into_iter().filter(|player| !side.contains(player)).collect::<Vec<_>>();
        let gone = side.iter_mut().filter(|player| !players.contains(player));
        gone.zip(&comes).for_each(|(seat, player)| *seat = *player);
        SeatError::Twice
            .check(comes.into_iter().filter(|player| self.seated().any(|other| other == *player)).collect())?;
        let tables = vec![ReseatedTable { number, seats: Seats::new(&sides.concat()) }];
        Ok(Some(Reseating { round, tables, out: Vec::new(), reason: None, seed: None, id: None }))
    }

    pub(super) fn decide_unpair(&self, pair: PairId, games: &GameResults) -> Decision {
        let Some(kept) = self.pairs.together().find(|kept| kept.is(pair)) else { return Ok(Vec::new()) };
        if self.status() == Status::Finished {
            return Err(Refusal::Finished);
        }
        match self.newest_table(kept.id) {
            Some((_, number, table)) if scorecard::status(games, table.game) == game::Status::Playing => {
                Err(Refusal::PairSits { table: number })
            }
            _ => Ok(vec![EventKind::Unpaired { pair }]),
        }
    }

    /// The table of a pair in the newest round, after the numbers of the round and the table.
    fn newest_table(&self, pair: PairId) -> Option<(u16, usize, &Table)> {
        let round = self.rounds().last()?;
        let at = round.tables.iter().position(|table| table.side_of(pair.into()).is_some())?;
        Some((round.number, at + 1, &round.tables[at]))
    }

    /// Returns true if there is such a pair, and it is not split.
    #[must_use]
    pub fn has_pair(&self, id: PairId) -> bool {
        self.pairs.together().any(|kept| kept.is(id))
    }

    /// The pair of a player; `None` for a player without a partner.
    #[must_use]
    pub fn pair_of(&self, player: PlayerId) -> Option<PairId> {
        self.pairs.of(player).map(|kept| kept.id)
    }

    /// The first id of a pair that was made again under another id.
    #[must_use]
    pub fn pair_id(&self, id: PairId) -> PairId {
        self.pairs.0.iter().find(|kept| kept.is(id)).map_or(id, |kept| kept.id)
    }

    /// The absent players for whom cards count in the season.
    pub fn stood_for(&self) -> impl Iterator<Item = PlayerId> {
        self.pairs.together().flat_map(|kept| kept.members).filter_map(|member| member.stands_for)
    }

    /// Returns true if both players have a card, and a substitute plays for at least one of them. Then they are two people.
    #[must_use]
    pub fn have_two_cards(&self, one: PlayerId, other: PlayerId) -> bool {
        let has_card = |person: PlayerId| {
            let mut members = self.pairs.together().flat_map(|kept| kept.members);
            members.any(|member| member.stands_for.unwrap_or(member.player) == person)
        };
        let is_stood_for = |person: PlayerId| self.stood_for().any(|absent| absent == person);
        (is_stood_for(one) || is_stood_for(other)) && has_card(one) && has_card(other)
    }

    /// The players of a unit, also of a pair that was split.
    pub(super) fn players_of(&self, unit: UnitId) -> Vec<PlayerId> {
        let kept = self.pairs.0.iter().find(|kept| UnitId::from(kept.id) == unit);
        kept.map_or_else(|| vec![unit.into()], |kept| kept.players().into())
    }

    /// The players of a unit as a round was drawn.
    pub(super) fn players_in(&self, unit: UnitId, round: u16) -> Vec<PlayerId> {
        self.pairs.players_in(unit.into(), round).map_or_else(|| vec![unit.into()], Into::into)
    }

    /// All players of a unit so far.
    pub(super) fn players_ever_of(&self, unit: UnitId) -> Vec<PlayerId> {
        let kept = self.pairs.0.iter().find(|kept| UnitId::from(kept.id) == unit);
        kept.map_or_else(|| vec![unit.into()], |kept| kept.ever().collect())
    }

    /// Returns true if a player belongs to a pair that has played or sat out.
    pub(super) fn has_card(&self, player: PlayerId) -> bool {
        let pair = self.pairs.of(player).map(|kept| UnitId::from(kept.id));
        let has_turn = |round: &Round, pair| {
            round.byes.contains(&pair) || round.tables.iter().any(|table| table.side_of(pair).is_some())
        };
        pair.is_some_and(|pair| self.rounds().iter().any(|round| has_turn(round, pair)))
    }

    /// The pairs whose players are both here. After a merge of two players a person may be in two pairs: the first plays.
    pub(super) fn pairs_here(&self) -> impl Iterator<Item = PairId> {
        let mut taken = BTreeSet::new();
        self.pairs.together().filter_map(move |kept| {
            let is_free = kept.players().map(|player| taken.insert(player)) == [true, true];
            (is_free && kept.players().into_iter().all(|player| self.is_here(player))).then_some(kept.id)
        })
    }

    /// The unit whose card a player has.
    pub(super) fn unit_of(&self, player: PlayerId, format: Format) -> UnitId {
        let pair = self.pairs.of(player).filter(|_| format == Format::FixedPairs);
        pair.map_or_else(|| player.into(), |kept| kept.id.into())
    }

    /// The partner of a player, and the player for whom the card counts in the season.
    pub(super) fn partner(&self, player: PlayerId, format: Format) -> (Option<PlayerId>, Option<PlayerId>) {
        let members = self.pairs.of(player).filter(|_| format == Format::FixedPairs).map(|kept| kept.members);
        let members = || members.into_iter().flatten();
        let partner = members().find(|member| member.player != player).map(|member| member.player);
        (partner, members().find(|member| member.player == player).and_then(|member| member.stands_for))
    }

    /// The seats of these players as two pairs, in the order of the players.
    pub(super) fn seats_of_pairs(&self, players: &[PlayerId]) -> Result<(Seats, [PairId; 2]), Refusal> {
        let units: Vec<PairId> =
            players.iter().filter_map(|player| self.pairs.of(*player)).map(|kept| kept.id).collect();
        let mut pairs: Vec<PairId> = Vec::new();
        for pair in units.iter().filter(|pair| units.iter().filter(|other| other == pair).count() == 2) {
            pairs.extend((!pairs.contains(pair)).then_some(*pair));
        }
        let paired = |player: &PlayerId| self.pairs.of(*player).is_some_and(|kept| pairs.contains(&kept.id));
        SeatError::NotAPair.check(players.iter().filter(|player| !paired(player)).copied().collect())?;
        let pairs: [PairId; 2] = pairs.try_into().map_err(|_| Refusal::PairsOnly { given: players.len() })?;
        let seats = pairs.iter().flat_map(|pair| self.players_of((*pair).into())).collect::<Vec<_>>();
        Ok((Seats::new(&seats), pairs))
    }

    /// Refuses sides that are not pairs.
    pub(super) fn check_sides_are_pairs(&self, seats: &Seats) -> Result<(), Refusal> {
        let is_pair = |side: &&[PlayerId]| {
            let pair = side.first().and_then(|player| self.pairs.of(*player));
            pair.is_some_and(|kept| side.iter().all(|player| kept.players().contains(player)))
        };
        let strangers = seats.sides().into_iter().filter(|side| !is_pair(side)).flatten().copied().collect();
        SeatError::NotAPair.check(strangers)
    }

    /// The pairs, as they are shown to people.
    pub(super) fn pair_views(&self, format: Format, name: &dyn Fn(PlayerId) -> String) -> Vec<PairView> {
        let person = |id: PlayerId| PersonView { id, name: name(id) };
        let member = |member: PairMember| PairMemberView {
            player_id: member.player,
            name: name(member.player),
            stands_for: member.stands_for.map(person),
        };
        let together = self.pairs.together().filter(|_| format == Format::FixedPairs);
        together.map(|kept| PairView { id: kept.id, players: kept.members.into_iter().map(member).collect() }).collect()
    }
}
