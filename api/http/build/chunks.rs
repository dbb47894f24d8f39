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
        Chunk { name: "main", entries: &["/main.js", "/ui/notice.js"], builds_on: &[] },
        Chunk { name: "board", entries: &["/ui/pegboard.js"], builds_on: &["main"] },
        Chunk {
            name: "game",
            entries: &["/game/outbox.js", "/lib/device.js", "/night/tonight.js"],
            builds_on: &["main"],
        },
        Chunk { name: "table", entries: &["/table/table-view.js"], builds_on: &["board", "game"] },
        Chunk { name: "log", entries: &["/game/game-log.js"], builds_on: &["game"] },
        Chunk { name: "lost", entries: &["/lost/offer.ts"], builds_on: &["log"] },
        Chunk {
            name: "start",
            entries: &["/start/start.js", "/start/my-games.js", "/result/history.js", "/result/result.js"],
            builds_on: &["log"],
        },
        Chunk { name: "share", entries: &["/start/share.js"], builds_on: &["rules"] },
        Chunk { name: "engine", entries: &["/engine/engine.js"], builds_on: &["main"] },
        Chunk { name: "engine-game", entries: &["/game/engine-game.js"], builds_on: &["log", "engine"] },
        Chunk { name: "rules", entries: &["/rules/house-rules.js"], builds_on: &["game"] },
        Chunk {
            name: "cards",
            entries: &["/cards/count.js", "/cards/play.js", "/cards/throw.js", "/practice/practice.js"],
            builds_on: &["game", "engine"],
        },
        Chunk { name: "rulebook", entries: &["/rulebook/rulebook.js"], builds_on: &["cards", "rules"] },
        Chunk {
            name: "night",
            entries: &[
                "/night/join.js",
                "/night/membership.js",
                "/night/night.js",
                "/night/card.js",
                "/night/season-standings.js",
                "/night/blank-cards.js",
                "/lib/alike-key.js",
            ],
            builds_on: &["game"],
        },
        Chunk {
            name: "league",
            entries: &["/night/league-game.js", "/night/league-result.js"],
            builds_on: &["table", "night"],
        },
        Chunk {
            name: "club",
            entries: &[
                "/club/desk.js",
                "/club/players.js",
                "/club/seasons.js",
                "/club/league.js",
                "/club/cancel.js",
                "/club/commands.js",
                "/coordinator/check-in.js",
                "/coordinator/tables.js",
                "/coordinator/money.js",
                "/coordinator/season-sheet.js",
                "/coordinator/phones.js",
                "/coordinator/televisions.js",
            ],
            builds_on: &["night", "rules"],
        },
    ],
    shared: "game",
};

/// The board of a hall's television.
pub const TELEVISION: Page = Page {
    chunks: &[
        Chunk { name: "tv/main", entries: &["/tv/main.js"], builds_on: &[] },
        Chunk { name: "tv/screen", entries: &["/tv/screen.js"], builds_on: &["tv/main"] },
    ],
    shared: "tv/screen",
};

/// The pages that other sites show in a frame.
pub const EMBED: Page = Page {
    chunks: &[Chunk { name: "embed/main", entries: &["/embed/main.js"], builds_on: &[] }],
    shared: "embed/main",
};

/// The page of the document.
pub const DOCS: Page =
    Page { chunks: &[Chunk { name: "docs/main", entries: &["/docs/main.js"], builds_on: &[] }], shared: "docs/main" };

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
