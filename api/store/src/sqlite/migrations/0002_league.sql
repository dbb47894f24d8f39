-- Everybody who plays or has played. A name and what else is known of a person stand here alone, so that one delete
-- forgets them; the log has their ids.
CREATE TABLE player (
    id            BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name          TEXT    NOT NULL,
    active_member INTEGER NOT NULL CHECK (active_member IN (0, 1)),
    phone         TEXT,
    email         TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE season (
    id             BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name           TEXT    NOT NULL,
    -- Days as 2026-01-28, so that their order is that of the text.
    starts         TEXT    NOT NULL,
    ends           TEXT    NOT NULL CHECK (ends >= starts),
    -- Null: all full cards count.
    best_of        INTEGER CHECK (best_of >= 1),
    minimum_nights INTEGER NOT NULL CHECK (minimum_nights >= 1)
) STRICT, WITHOUT ROWID;

-- What the league has set: one row, none until something was set.
CREATE TABLE league (
    only     INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
    name     TEXT    NOT NULL,
    settings TEXT    NOT NULL
) STRICT;

-- Further sign-ins with the coordinator's rights.
CREATE TABLE representative (
    id   BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    -- The name as it is looked up: in small letters, so that nobody signs in as another.
    key  TEXT NOT NULL UNIQUE,
    -- The password, as argon2id in PHC format.
    hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The streams of the log that are nights.
CREATE TABLE night (
    id        BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    season    BLOB REFERENCES season (id),
    join_code TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE INDEX night_by_season ON night (season);

-- Tokens as before, and those of representatives and of phones that have joined a night.
CREATE TABLE token_of_league (
    hash           BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    role           TEXT    NOT NULL CHECK (role IN ('coordinator', 'scorer', 'phone')),
    name           TEXT,
    -- Milliseconds since 1970; null: never.
    expires_at     INTEGER,
    -- Whose session it is; null: the coordinator's own.
    representative BLOB    REFERENCES representative (id) ON DELETE CASCADE,
    -- What a phone has joined, and for whom: a player or a numbered table.
    night          BLOB    REFERENCES night (id) ON DELETE CASCADE,
    player         BLOB    REFERENCES player (id) ON DELETE CASCADE,
    table_number   INTEGER CHECK (table_number >= 1),
    CHECK (representative IS NULL OR role = 'coordinator'),
    CHECK ((role = 'phone') = (night IS NOT NULL)),
    CHECK ((role = 'phone') = ((player IS NULL) <> (table_number IS NULL))),
    CHECK (player IS NULL OR table_number IS NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO token_of_league (hash, role, name, expires_at) SELECT hash, role, name, expires_at FROM token;
DROP TABLE token;
ALTER TABLE token_of_league RENAME TO token;

CREATE INDEX token_by_representative ON token (representative) WHERE representative IS NOT NULL;
CREATE INDEX token_by_night ON token (night) WHERE night IS NOT NULL;
CREATE INDEX token_by_player ON token (player) WHERE player IS NOT NULL;
CREATE INDEX token_by_expiry ON token (expires_at) WHERE expires_at IS NOT NULL;
