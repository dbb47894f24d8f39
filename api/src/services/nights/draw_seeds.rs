//! The seeds of draws that are shown before they are made: the same on every server, and after a restart.

use pegout_league::Seed;
use pegout_league::night::Night;
use sha2::{Digest, Sha256};

use pegout_store::Store;

/// The seeds of the next draws. That of a night is the same for as long as the night does not change, so that the draw makes
/// what the preview has shown.
#[derive(Clone)]
pub struct DrawSeeds {
    /// A secret that all servers have in common. The join secret is none: it hangs on the wall of the hall.
    secret: Option<String>,
    new: Seed,
}

impl DrawSeeds {
    /// The seeds of the league in this store. Where it has no password, or a damaged one, each draw has the new seed.
    pub async fn load(store: &dyn Store, new: Seed) -> DrawSeeds {
        DrawSeeds { secret: store.password_hash().await.ok().flatten(), new }
    }

    /// The seed of the next draw of a night. The log tells it once it is used: nobody finds the secret by it, which has a random
    /// salt of 128 bits.
    pub fn of(&self, night: &Night) -> Seed {
        let Some(secret) = &self.secret else { return self.new };
        let (id, version) = (night.schedule().night, night.version());
        Seed::from_bytes(Sha256::digest(format!("draw {id} {version} {secret}")).into())
    }
}
