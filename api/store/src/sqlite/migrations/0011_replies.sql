-- From this version on the log has the replies of players and the scorecards that they hand in. A player may have a personal link.
CREATE TABLE player_link (
    player   BLOB    NOT NULL PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    -- The hash of the token in the link. The token itself is kept nowhere.
    hash     BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    -- Milliseconds since 1970.
    made_at  INTEGER NOT NULL,
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

INSERT INTO root (name, row_count, checksums) VALUES ('player_link', 0, 0);
