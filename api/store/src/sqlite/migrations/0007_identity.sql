-- Which database this is, and how many changes it has had besides events: one row. A lost write-ahead log, or another database's, is
-- noticed by it.
CREATE TABLE identity (
    only     INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
    id       BLOB    NOT NULL CHECK (length(id) = 16),
    changes  INTEGER NOT NULL CHECK (changes >= 0),
    -- 1 while a service has the database open, and after one that was killed.
    served   INTEGER NOT NULL CHECK (served IN (0, 1)),
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO identity (only, id, changes, served) VALUES (1, randomblob(16), 0, 0);

-- The number of rows of a table and the sum of their checksums, so that a row that is gone with its page is noticed.
CREATE TABLE root (
    name      TEXT    NOT NULL PRIMARY KEY,
    row_count INTEGER NOT NULL,
    checksums INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The codes that televisions show until the coordinator lets them in, each for a few minutes.
CREATE TABLE display_code (
    code       TEXT    NOT NULL PRIMARY KEY,
    -- The hash of the token that becomes a display's. The token itself is kept nowhere.
    token      BLOB    NOT NULL UNIQUE CHECK (length(token) = 32),
    -- Milliseconds since 1970.
    expires_at INTEGER NOT NULL,
    checksum   INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
