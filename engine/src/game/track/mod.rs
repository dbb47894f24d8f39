//! The pegs of a game, and their holes on the track.

mod crash;
mod steps;

use crash::CrashTrack;
pub use crash::{Crash, CrashedPeg, Direction};

use crate::game::{AmendedPeg, Metadata, Peg, PegFor, Setup};
use crate::id::{AmendmentId, DeviceId, PegId, TokenId};
use crate::time::Time;

/// The most pegs of a deal that are looked at together. A real deal has fewer, but clients need not begin deals.
const MAX_DEALT: usize = 100;

/// The pegs of a game in the order of their events, including pegs that were taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pegs {
    pegs: Vec<PlacedPeg>,
    /// The points of each side's pegs that were not taken back.
    points: [u32; 3],
    /// The shared track of all sides in crash cribbage. In other games a side's hole is its points.
    crash: Option<Box<CrashTrack>>,
    /// The devices that have pegged, in the order of their first pegs.
    devices: Vec<DeviceId>,
    amendments: Vec<AcceptedAmendment>,
}

/// A peg that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlacedPeg {
    /// The peg with the values of its newest amendment.
    pub peg: Peg,
    pub metadata: Metadata,
    /// The number of its deal: as the peg names it, or else the newest deal at its acceptance.
    pub deal: u32,
    /// False after the peg was taken back.
    pub is_active: bool,
    pub taken_back_by: Option<TokenId>,
    original: Option<Box<Original>>,
}

/// A peg that was amended, as it was first sent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Original {
    peg: Peg,
    amendments: u32,
}

/// An amendment that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AcceptedAmendment {
    pub amended: AmendedPeg,
    pub metadata: Metadata,
}

impl PlacedPeg {
    /// The peg as it was first sent. A repeat is compared with it.
    pub fn sent(&self) -> &Peg {
        self.original.as_ref().map_or(&self.peg, |original| &original.peg)
    }

    /// The number of its amendments.
    pub fn amendments(&self) -> u32 {
        self.original.as_ref().map_or(0, |original| original.amendments)
    }

    fn amend(&mut self, amended: &AmendedPeg) {
        let original = self.original.get_or_insert_with(|| Box::new(Original { peg: self.peg.clone(), amendments: 0 }));
        original.amendments += 1;
        amended.apply(&mut self.peg);
    }
}

/// A peg of a deal.
#[derive(Clone, Copy)]
pub(super) struct PegOfDeal<'a> {
    pub peg: &'a Peg,
    /// Its place among all pegs of the game.
    pub place: usize,
    /// The points of each side's pegs up to this one; in crash cribbage, the score of each after it.
    pub totals: [u32; 3],
}

impl Pegs {
    /// The pegs of a game that has just begun.
    pub fn new(setup: &Setup) -> Pegs {
        let directions = || (0..setup.sides.len()).map(|side| setup.direction(side));
        let crash = setup.rules.crash.then(|| Box::new(CrashTrack::new(directions())));
        Pegs { crash, ..Pegs::default() }
    }

    /// Puts a peg that was accepted while the deal `newest_deal` was the newest.
    pub fn put(&mut self, peg: Peg, metadata: Metadata, newest_deal: u32) {
        self.points[usize::from(peg.side)] += u32::from(peg.points);
        if let Some(track) = &mut self.crash {
            track.put(peg.side, peg.points);
        }
        let deal = peg.deal.unwrap_or(newest_deal);
        self.devices.extend(peg.device.filter(|device| !self.devices.contains(device)));
        self.pegs.push(PlacedPeg { peg, metadata, deal, is_active: true, taken_back_by: None, original: None });
    }

    pub fn amend(&mut self, amended: AmendedPeg, metadata: Metadata) {
        for pegged in self.pegs.iter_mut().filter(|pegged| pegged.peg.id == amended.peg && pegged.is_active) {
            self.points[usize::from(pegged.peg.side)] -= u32::from(pegged.peg.points);
            pegged.amend(&amended);
            self.points[usize::from(pegged.peg.side)] += u32::from(pegged.peg.points);
        }
        self.amendments.push(AcceptedAmendment { amended, metadata });
        self.replay_crashes();
    }

    pub fn take_back(&mut self, id: PegId, by: Option<TokenId>) {
        for pegged in self.pegs.iter_mut().filter(|pegged| pegged.peg.id == id && pegged.is_active) {
            (pegged.is_active, pegged.taken_back_by) = (false, by);
            self.points[usize::from(pegged.peg.side)] -= u32::from(pegged.peg.points);
        }
        self.replay_crashes();
    }

    fn replay_crashes(&mut self) {
        if let Some(track) = &mut self.crash {
            let points = |pegged: &PlacedPeg| if pegged.is_active { pegged.peg.points } else { 0 };
            track.replay(self.pegs.iter().map(|pegged| (pegged.peg.side, points(pegged))));
        }
    }

    pub fn find(&self, id: PegId) -> Option<&PlacedPeg> {
        self.pegs.iter().find(|pegged| pegged.peg.id == id)
    }

    /// A peg and its place among all pegs of the game.
    pub fn find_placed(&self, id: PegId) -> Option<(usize, &PlacedPeg)> {
        self.pegs.iter().enumerate().find(|(_, pegged)| pegged.peg.id == id)
    }

    pub fn find_amendment(&self, id: AmendmentId) -> Option<&AcceptedAmendment> {
        self.amendments.iter().find(|accepted| accepted.amended.id == id)
    }

    /// The number of a device among the devices that have pegged, from 0.
    pub fn phone(&self, device: DeviceId) -> Option<u32> {
        (0..).zip(&self.devices).find(|(_, known)| **known == device).map(|(phone, _)| phone)
    }

    /// The number of pegs, including pegs that were taken back.
    pub const fn len(&self) -> usize {
        self.pegs.len()
    }

    /// The newest pegs of a deal that were not taken back, at most [`MAX_DEALT`], the oldest first. `pegs_before` is the
    /// number of pegs before the deal first began.
    pub fn of_deal(&self, deal: u32, pegs_before: usize) -> Vec<PegOfDeal<'_>> {
        let mut totals = self.points;
        let mut found = Vec::new();
        let pegs = self.pegs.iter().enumerate().skip(pegs_before).rev();
        for (place, pegged) in pegs.filter(|(_, pegged)| pegged.is_active) {
            if found.len() == MAX_DEALT {
                break;
            }
            if pegged.deal == deal {
                let totals = self.crash.as_ref().map_or(totals, |track| track.scores(place));
                found.push(PegOfDeal { peg: &pegged.peg, place, totals });
            }
            totals[usize::from(pegged.peg.side)] -= u32::from(pegged.peg.points);
        }
        found.reverse();
        found
    }

    /// The pegs that were not taken back, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &PlacedPeg> {
        self.pegs.iter().rev().filter(|pegged| pegged.is_active)
    }

    /// The pegs that were not taken back, the oldest first, each with its place among all pegs of the game.
    pub fn standing(&self) -> impl Iterator<Item = (usize, &PlacedPeg)> {
        self.pegs.iter().enumerate().filter(|(_, pegged)| pegged.is_active)
    }

    /// The score of each side after the peg at this place among all pegs of the game; `None` unless they share a track.
    pub fn crash_scores(&self, place: usize) -> Option<[u32; 3]> {
        self.crash.as_ref().map(|track| track.scores(place))
    }

    /// The hands and cribs that were pegged with their cards and not taken back, each with its time of arrival.
    pub fn shown_hands(&self) -> impl Iterator<Item = (&Peg, Time)> {
        let is_shown = |peg: &Peg| {
            matches!(peg.earned_by, PegFor::Hand | PegFor::Crib) && peg.cards.is_some() && peg.starter.is_some()
        };
        let standing = self.pegs.iter().filter(|pegged| pegged.is_active);
        standing.filter(move |pegged| is_shown(&pegged.peg)).map(|pegged| (&pegged.peg, pegged.metadata.at))
    }

    /// The hole of a side's front peg: the points it pegged, but not beyond the game hole.
    pub fn front(&self, side: u8, target: u8) -> u8 {
        self.crash.as_ref().map_or_else(|| capped(self.points[usize::from(side)], target), |track| track.front(side))
    }

    /// The hole of a side's front peg before the peg at this place among all pegs of the game.
    pub fn front_before(&self, place: usize, side: u8, target: u8) -> u8 {
        if let Some(track) = &self.crash {
            return track.front_before(place, side);
        }
        let pegs = self.pegs[..place].iter().filter(|pegged| pegged.is_active && pegged.peg.side == side);
        capped(pegs.map(|pegged| u32::from(pegged.peg.points)).sum(), target)
    }

    /// The hole of a side's back peg: the hole of the front peg before its newest points. A peg of 0 moves no peg.
    pub fn back(&self, side: u8, target: u8) -> u8 {
        if let Some(track) = &self.crash {
            return track.back(side);
        }
        let newest = self.newest().find(|pegged| pegged.peg.side == side && pegged.peg.points > 0);
        capped(self.points[usize::from(side)] - newest.map_or(0, |pegged| u32::from(pegged.peg.points)), target)
    }

    /// The crashes that a peg has caused. Later events may change them.
    pub fn crashes(&self, id: PegId) -> &[Crash] {
        let Some(track) = &self.crash else { return &[] };
        let place = self.pegs.iter().rposition(|pegged| pegged.peg.id == id);
        place.map_or(&[], |place| track.crashes(place))
    }
}

fn capped(points: u32, target: u8) -> u8 {
    u8::try_from(points).map_or(target, |points| points.min(target))
}
