//! Some of the players.

/// Some of the players, a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayerSet(u8);

impl PlayerSet {
    pub(super) const fn add(&mut self, player: u8) {
        self.0 |= 1 << player;
    }

    pub(super) const fn contain(self, player: u8) -> bool {
        self.0 >> player & 1 == 1
    }
}
