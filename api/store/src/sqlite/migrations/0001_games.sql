-- The database is Pegout's: "Pgou", so that no other program's is taken for it.
PRAGMA application_id = 0x50676f75;

-- What has happened, an event a row. State is the fold of a stream's events in the order of their versions.
-- With row ids, events go to the end of the table, whatever stream they are of: a commit has fewer pages to write.
CREATE TABLE event (
    stream  BLOB    NOT NULL CHECK (length(stream) = 16),
    version INTEGER NOT NULL CHECK (version >= 1),
    body    TEXT    NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT;

-- Who may do what. The token itself is kept nowhere.
CREATE TABLE token (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    role       TEXT    NOT NULL CHECK (role IN ('coordinator', 'scorer')),
    name       TEXT,
    -- Milliseconds since 1970; null: never.
    expires_at INTEGER
) STRICT, WITHOUT ROWID;

-- The coordinator's password, as argon2id in PHC format: one row.
CREATE TABLE password (
    only TEXT NOT NULL PRIMARY KEY DEFAULT 'coordinator' CHECK (only = 'coordinator'),
    hash TEXT NOT NULL
) STRICT;

-- When it was last tried whether something can be stored: one row.
CREATE TABLE trial (
    only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
    at   INTEGER NOT NULL
) STRICT;
