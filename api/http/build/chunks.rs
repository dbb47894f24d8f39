//! The chunks: the scripts that the modules of a page are put together to.
//!
//! A module that only one chunk needs goes into that chunk. A module that several chunks need goes into the chunk among
//! them that the rest build on. If there is no such chunk, it goes into the page's shared chunk.

/// A chunk, by its name and the modules that it is loaded for.
#[derive(Debug)]
pub struct Chunk {
    /// The path of its script without `.js`.
    pub name: &'static str,
    pub entries: &'static [&'static str],
    /// The chunks that are loaded with it. The chunks that they build on are loaded too.
    pub builds_on: &'static [&'static str],
}

/// A page of the service with the chunks of its scripts.
#[derive(Debug)]
pub struct Page {
    pub chunks: &'static [Chunk],
    /// The name of the chunk for modules that several chunks need.
    pub shared: &'static str,
}

/// The page for phones.
pub const PHONE: Page = Page {
    chunks: &[
        Chunk { name: "main", entries: &["/main.ts", "/ui/notice.ts"], builds_on: &[] },
        Chunk { name: "board", entries: &["/ui/pegboard.ts"], builds_on: &["main"] },
        Chunk {
            name: "game",
            entries: &["/game/outbox.ts", "/lib/device.ts", "/night/tonight.ts"],
            builds_on: &["main"],
        },
        Chunk { name: "table", entries: &["/table/table-view.ts"], builds_on: &["board", "game"] },
        Chunk { name: "log", entries: &["/game/game-log.ts"], builds_on: &["game"] },
        Chunk { name: "chart", entries: &["/ui/line-chart.ts"], builds_on: &["main"] },
        Chunk { name: "summary", entries: &["/result/summary.ts"], builds_on: &["game", "chart"] },
        Chunk { name: "lost", entries: &["/lost/offer.ts"], builds_on: &["log"] },
        Chunk {
            name: "start",
            entries: &["/start/start.ts", "/start/my-games.ts", "/result/history.ts", "/result/result.ts"],
            builds_on: &["log"],
        },
        Chunk { name: "share", entries: &["/start/share.ts"], builds_on: &["rules"] },
        Chunk { name: "engine", entries: &["/engine/engine.ts"], builds_on: &["main"] },
        Chunk { name: "engine-game", entries: &["/game/engine-game.ts"], builds_on: &["log", "engine"] },
        Chunk { name: "rules", entries: &["/rules/house-rules.ts"], builds_on: &["game"] },
        Chunk {
            name: "cards",
            entries: &["/cards/count.ts", "/cards/play.ts", "/cards/throw.ts", "/practice/practice.ts"],
            builds_on: &["game", "engine"],
        },
        Chunk { name: "rulebook", entries: &["/rulebook/rulebook.ts"], builds_on: &["cards", "rules"] },
        Chunk {
            name: "night",
            entries: &[
                "/night/join.ts",
                "/night/membership.ts",
                "/night/night.ts",
                "/night/card.ts",
                "/night/season-standings.ts",
                "/night/blank-cards.ts",
                "/lib/alike-key.ts",
            ],
            builds_on: &["game"],
        },
        Chunk { name: "paper", entries: &["/night/filled-cards.ts"], builds_on: &["night"] },
        Chunk { name: "hands", entries: &["/night/hand.ts"], builds_on: &["cards", "night"] },
        Chunk { name: "offers", entries: &["/hands/table-offers.ts"], builds_on: &["night"] },
        Chunk {
            name: "league",
            entries: &["/night/league-game.ts", "/night/league-result.ts"],
            builds_on: &["table", "night"],
        },
        Chunk {
            // Named so that the service worker keeps it once a player has opened it.
            name: "night-me",
            entries: &["/replies/me.ts"],
            builds_on: &["night"],
        },
        Chunk {
            name: "club",
            entries: &[
                "/club/desk.ts",
                "/club/players.ts",
                "/club/seasons.ts",
                "/club/league.ts",
                "/club/cancel.ts",
                "/club/commands.ts",
                "/coordinator/check-in.ts",
                "/coordinator/tables.ts",
                "/coordinator/money.ts",
                "/coordinator/season-sheet.ts",
                "/ledger/ledger.ts",
                "/coordinator/phones.ts",
                "/coordinator/televisions.ts",
                "/replies/replies.ts",
            ],
            builds_on: &["night-me", "rules"],
        },
        Chunk {
            name: "figures",
            entries: &["/figures/player.ts", "/figures/race.ts", "/figures/records.ts", "/figures/meetings.ts"],
            builds_on: &["night-me", "cards", "chart"],
        },
        Chunk { name: "imports", entries: &["/imports/season-import.ts"], builds_on: &["club"] },
    ],
    shared: "game",
};

/// The board of a hall's television.
pub const TELEVISION: Page = Page {
    chunks: &[
        Chunk { name: "tv/main", entries: &["/tv/main.ts"], builds_on: &[] },
        Chunk { name: "tv/screen", entries: &["/tv/screen.ts"], builds_on: &["tv/main"] },
    ],
    shared: "tv/screen",
};

/// The pages that other sites show in a frame.
pub const EMBED: Page = Page {
    chunks: &[Chunk { name: "embed/main", entries: &["/embed/main.ts"], builds_on: &[] }],
    shared: "embed/main",
};

/// The page of the document.
pub const DOCS: Page =
    Page { chunks: &[Chunk { name: "docs/main", entries: &["/docs/main.ts"], builds_on: &[] }], shared: "docs/main" };

impl Page {
    /// Returns the names of a chunk and of all chunks that it builds on.
    pub fn with_base(&self, name: &'static str) -> Vec<&'static str> {
        let mut found = vec![name];
        let mut at = 0;
        while let Some(name) = found.get(at) {
            let chunk = self.chunks.iter().find(|chunk| chunk.name == *name);
            for base in chunk.map_or(&[][..], |chunk| chunk.builds_on) {
                if !found.contains(base) {
                    found.push(base);
                }
            }
            at += 1;
        }
        found
    }

    /// Returns the chunk of a module that these chunks need.
    pub fn home_of(&self, users: &[&'static str]) -> &'static str {
        let is_base_of_all = |name: &&str| users.iter().all(|user| self.with_base(user).contains(name));
        users.iter().copied().find(is_base_of_all).unwrap_or(self.shared)
    }
}
