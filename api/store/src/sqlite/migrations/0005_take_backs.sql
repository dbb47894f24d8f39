-- From this version on draws and finishes are taken back, games are called off with an id and brought back, and players are
-- excused; a league says when a card is full, and how the first dealer is found.

-- The row of the league is written with the database. This is one whose league nobody has set; what it leaves out is as it
-- was before: every round counts, and the first seat deals.
ALTER TABLE league ADD COLUMN is_set INTEGER NOT NULL DEFAULT 1 CHECK (is_set IN (0, 1));
INSERT INTO league (only, name, settings, is_set)
    SELECT 1, 'Cribbage league', '{"full_card":"every_round"}', 0 WHERE NOT EXISTS (SELECT 1 FROM league);

-- The average that ranks the players of a season.
ALTER TABLE season ADD COLUMN average TEXT NOT NULL DEFAULT 'per_card' CHECK (average IN ('per_card', 'per_game'));

-- Persons who were entered twice: the log has both ids, and one points to the other. Null: this was taken back. The command
-- is the request that merged them, so that its repeat does not do so again.
CREATE TABLE merged_player (
    id      BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    into_id BLOB CHECK (length(into_id) = 16),
    command BLOB CHECK (length(command) = 16)
) STRICT, WITHOUT ROWID;

-- From this version on representatives have roles, and phones, displays and sessions their rows below.
ALTER TABLE representative ADD COLUMN role TEXT NOT NULL DEFAULT 'representative'
    CHECK (role IN ('door', 'results', 'representative'));

-- A league of before this version shows its lists and prizes to everybody, as it did.
ALTER TABLE league ADD COLUMN public INTEGER NOT NULL DEFAULT 1 CHECK (public IN (0, 1));

-- The address of the club's page on the web; empty where it has none.
ALTER TABLE league ADD COLUMN address TEXT NOT NULL DEFAULT '';

-- The day since when the rules have been in force; empty where it is not known.
ALTER TABLE league ADD COLUMN rules_since TEXT NOT NULL DEFAULT '';

-- The time zone of the hall by its IANA name, and the place where the league plays; each empty where nobody has said.
ALTER TABLE league ADD COLUMN time_zone TEXT NOT NULL DEFAULT '';
ALTER TABLE league ADD COLUMN place TEXT NOT NULL DEFAULT '';

-- The secret in the link and the QR code of a night, which nobody types: 128 bits.
ALTER TABLE night ADD COLUMN join_secret BLOB NOT NULL DEFAULT x'';
UPDATE night SET join_secret = randomblob(16);
CREATE UNIQUE INDEX night_by_join_secret ON night (join_secret);

-- The ids of the requests that made new join codes, so that a repeat makes no further one.
CREATE TABLE join_code_request (
    night BLOB NOT NULL REFERENCES night (id) ON DELETE CASCADE,
    id    BLOB NOT NULL CHECK (length(id) = 16),
    PRIMARY KEY (night, id)
) STRICT, WITHOUT ROWID;

-- The games without a night, so that old ones are found without a look at the whole log.
CREATE TABLE free_game (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- The id of the token that keeps its score; empty where none does.
    scorer     BLOB    NOT NULL CHECK (length(scorer) IN (0, 16)),
    -- Milliseconds since 1970 when it was begun, or when something was last found in its match: it may have been touched later.
    touched_at INTEGER NOT NULL,
    -- 1 where its match was found to be more than begun.
    is_played  INTEGER NOT NULL CHECK (is_played IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX free_game_by_scorer ON free_game (scorer);

-- Those that were there before count from the upgrade.
INSERT INTO free_game (id, scorer, touched_at, is_played)
    SELECT stream, coalesce(unhex(first ->> '$.scorer', '-'), x''), CAST(unixepoch('subsec') * 1000 AS INTEGER), 0
    FROM (SELECT stream, CASE WHEN json_valid(body) THEN body END AS first FROM event WHERE version = 1)
    WHERE first ->> '$.kind' = 'begun' AND first ->> '$.night' IS NULL;

-- The ids of games that were removed because they were old, and nothing else of them.
CREATE TABLE removed_game (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16)
) STRICT, WITHOUT ROWID;

-- The browsers that have signed in, by the hash of the secret that each keeps.
CREATE TABLE device (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    -- Milliseconds since 1970.
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The addresses that hear of what happens at nights.
CREATE TABLE webhook (
    id            BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- Both are empty where it was removed: only the id is kept, so that no repeat adds it again.
    url           TEXT    NOT NULL,
    secret        BLOB    NOT NULL CHECK (length(secret) IN (0, 32)),
    status        TEXT    NOT NULL CHECK (status IN ('active', 'off', 'failed', 'removed')),
    -- Milliseconds since 1970.
    added_at      INTEGER NOT NULL,
    -- Milliseconds since 1970 of the first failure since the last delivery; 0: none.
    failing_since INTEGER NOT NULL DEFAULT 0,
    CHECK ((status = 'removed') = (secret = x''))
) STRICT, WITHOUT ROWID;

-- The messages to them, written with the events that they tell. The sequence is the order in which those of a night are sent.
CREATE TABLE webhook_delivery (
    sequence         INTEGER NOT NULL PRIMARY KEY,
    webhook          BLOB    NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    message          BLOB    NOT NULL CHECK (length(message) = 16),
    type             TEXT    NOT NULL,
    night            BLOB    NOT NULL CHECK (length(night) = 16),
    body             TEXT    NOT NULL,
    -- All moments are milliseconds since 1970; 0: none.
    at               INTEGER NOT NULL,
    status           TEXT    NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
    attempts         INTEGER NOT NULL DEFAULT 0,
    first_attempt_at INTEGER NOT NULL DEFAULT 0,
    last_attempt_at  INTEGER NOT NULL DEFAULT 0,
    -- The status that the receiver has answered last; 0: none.
    http_status      INTEGER NOT NULL DEFAULT 0,
    -- The reason of the last failure; empty: none.
    failure          TEXT    NOT NULL DEFAULT '',
    next_attempt_at  INTEGER NOT NULL,
    -- Until then nobody else sends it.
    leased_until     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (webhook, message)
) STRICT;
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook, night, sequence) WHERE status = 'waiting';

-- Tokens as before, and those of displays. A session has the moment when it began, and the device that it began on.
CREATE TABLE token_with_device (
    hash           BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    role           TEXT    NOT NULL CHECK (role IN ('coordinator', 'scorer', 'phone', 'display')),
    name           TEXT,
    -- Milliseconds since 1970; null: never.
    expires_at     INTEGER,
    -- The representative whose session it is; null: the coordinator's own.
    representative BLOB    REFERENCES representative (id) ON DELETE CASCADE,
    night          BLOB    REFERENCES night (id) ON DELETE CASCADE,
    player         BLOB    REFERENCES player (id) ON DELETE CASCADE,
    table_number   INTEGER CHECK (table_number >= 1),
    -- Milliseconds since 1970; null: before this version, or no session.
    began_at       INTEGER,
    device         BLOB    REFERENCES device (hash) ON DELETE SET NULL,
    CHECK (representative IS NULL OR role = 'coordinator'),
    CHECK ((role = 'phone') = (night IS NOT NULL)),
    CHECK ((role = 'phone') = ((player IS NULL) <> (table_number IS NULL))),
    CHECK (player IS NULL OR table_number IS NULL),
    CHECK (role <> 'display' OR name IS NOT NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO token_with_device (hash, role, name, expires_at, representative, night, player, table_number)
    SELECT hash, role, name, expires_at, representative, night, player, table_number FROM token;
DROP TABLE token;
ALTER TABLE token_with_device RENAME TO token;

CREATE INDEX token_by_representative ON token (representative) WHERE representative IS NOT NULL;
CREATE INDEX token_by_night ON token (night) WHERE night IS NOT NULL;
CREATE INDEX token_by_player ON token (player) WHERE player IS NOT NULL;
CREATE INDEX token_by_expiry ON token (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX token_by_device ON token (device) WHERE device IS NOT NULL;

-- From this version on damage is noticed. Each event has a checksum that covers the one before it in its stream.
ALTER TABLE event ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

-- The head of each stream: the version and the checksum of its last event, so that a lost one is noticed too.
CREATE TABLE stream (
    id       BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    version  INTEGER NOT NULL CHECK (version >= 1),
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The free texts of nights and of their games, so that they can be removed: the event has a hash of the text and its salt.
CREATE TABLE event_text (
    stream   BLOB    NOT NULL CHECK (length(stream) = 16),
    version  INTEGER NOT NULL CHECK (version >= 1),
    field    TEXT    NOT NULL CHECK (field IN ('by', 'reason')),
    -- Both are empty where the text was removed.
    text     TEXT    NOT NULL,
    salt     TEXT    NOT NULL CHECK (length(salt) IN (0, 32)),
    checksum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (stream, version, field)
) STRICT, WITHOUT ROWID;

-- Rows of plain tables have checksums of their own, of all other columns.
ALTER TABLE password ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE league ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE season ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE player ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE forgotten_player ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE merged_player ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE representative ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE night ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE free_game ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE removed_game ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE join_code_request ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE device ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE token ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_delivery ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

-- Whoever was forgotten before their ids were kept stands in the log of a night alone.
INSERT OR IGNORE INTO forgotten_player (id)
    SELECT DISTINCT unhex(entry ->> '$.player', '-') AS entered
    FROM (SELECT CASE WHEN json_valid(body) THEN body END AS entry FROM event)
    WHERE entry ->> '$.kind' = 'entered' AND entered NOT IN (SELECT id FROM player);
