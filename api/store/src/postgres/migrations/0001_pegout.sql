-- The tables are those of the SQLite database of schema version 6, so that each can be copied into the other.

-- The events of games and nights. State is the fold of a stream's events in the order of their versions.
CREATE TABLE event (
    stream   bytea  NOT NULL CHECK (length(stream) = 16),
    version  bigint NOT NULL CHECK (version >= 1),
    body     text   NOT NULL,
    -- It covers the event before it in its stream, so that damage is noticed.
    checksum bigint NOT NULL,
    PRIMARY KEY (stream, version)
);

-- The head of each stream: the version and the checksum of its last event. Version 0 is seen only within the transaction that
-- holds the id.
CREATE TABLE stream (
    id       bytea  NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    version  bigint NOT NULL CHECK (version >= 0),
    checksum bigint NOT NULL
) WITH (fillfactor = 50);

-- The free texts of nights and of their games, so that they can be removed: the event has a hash of the text and its salt.
CREATE TABLE event_text (
    stream  bytea  NOT NULL CHECK (length(stream) = 16),
    version bigint NOT NULL CHECK (version >= 1),
    field   text   NOT NULL CHECK (field IN ('by', 'reason')),
    -- Both are empty where the text was removed.
    text    text   NOT NULL,
    salt    text   NOT NULL CHECK (length(salt) IN (0, 32)),
    PRIMARY KEY (stream, version, field)
);
CREATE INDEX event_text_removed ON event_text (stream) WHERE salt = '';

-- The coordinator's password, as argon2id in PHC format: one row.
CREATE TABLE password (
    owner text NOT NULL PRIMARY KEY DEFAULT 'coordinator' CHECK (owner = 'coordinator'),
    hash text NOT NULL
);

-- The moment at which it was last tried whether something can be stored: one row.
CREATE TABLE trial (
    single integer NOT NULL PRIMARY KEY CHECK (single = 1),
    at     bigint  NOT NULL
);

-- The settings of the league: one row. Texts are empty where nobody has said.
CREATE TABLE league (
    single      integer NOT NULL PRIMARY KEY DEFAULT 1 CHECK (single = 1),
    name        text    NOT NULL,
    settings    text    NOT NULL,
    is_set      boolean NOT NULL DEFAULT false,
    public      boolean NOT NULL DEFAULT false,
    address     text    NOT NULL DEFAULT '',
    rules_since text    NOT NULL DEFAULT '',
    time_zone   text    NOT NULL DEFAULT '',
    place       text    NOT NULL DEFAULT ''
);

CREATE TABLE season (
    id             bytea  NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name           text   NOT NULL,
    -- Days as 2026-01-28, so that their order is that of the text.
    starts         text   COLLATE "C" NOT NULL,
    ends           text   COLLATE "C" NOT NULL CHECK (ends >= starts),
    -- Null: all full cards count.
    best_of        bigint CHECK (best_of >= 1),
    minimum_nights bigint NOT NULL CHECK (minimum_nights >= 1),
    average        text   NOT NULL CHECK (average IN ('per_card', 'per_game'))
);

-- Everybody who plays or has played. A name and what else is known of a person stand here alone, so that one delete
-- forgets them; the log has their ids.
CREATE TABLE player (
    id            bytea   NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name          text    NOT NULL,
    active_member boolean NOT NULL,
    phone         text,
    email         text
);

-- The ids of players who were forgotten, and nothing else of them: a repeated request does not add them again.
CREATE TABLE forgotten_player (
    id bytea NOT NULL PRIMARY KEY CHECK (length(id) = 16)
);

-- Persons who were entered twice: the log has both ids, and one points to the other. Null: this was taken back.
CREATE TABLE merged_player (
    id      bytea NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    into_id bytea CHECK (length(into_id) = 16),
    command bytea CHECK (length(command) = 16)
);

-- Further sign-ins: helpers at the door, those who correct results, representatives.
CREATE TABLE representative (
    id   bytea NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name text  NOT NULL,
    -- The name as it is looked up: in small letters, so that nobody signs in as another.
    key  text  NOT NULL UNIQUE,
    -- The password, as argon2id in PHC format.
    hash text  NOT NULL,
    role text  NOT NULL CHECK (role IN ('door', 'results', 'representative'))
);

-- The streams of the log that are nights.
CREATE TABLE night (
    id          bytea NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    season      bytea REFERENCES season (id),
    join_code   text  NOT NULL UNIQUE,
    join_secret bytea NOT NULL UNIQUE
);
CREATE INDEX night_by_season ON night (season);

-- The ids of the requests that made new join codes, so that a repeat makes no further one.
CREATE TABLE join_code_request (
    night bytea NOT NULL REFERENCES night (id) ON DELETE CASCADE,
    id    bytea NOT NULL CHECK (length(id) = 16),
    PRIMARY KEY (night, id)
);

-- The games without a night, so that old ones are found without a look at the whole log.
CREATE TABLE free_game (
    id         bytea   NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- The id of the token that keeps its score; empty where none does.
    scorer     bytea   NOT NULL CHECK (length(scorer) IN (0, 16)),
    -- Milliseconds since 1970 when it was begun, or when something was last found in its match: it may have been touched later.
    touched_at bigint  NOT NULL,
    -- True where its match was found to be more than begun.
    is_played  boolean NOT NULL
);
CREATE INDEX free_game_by_scorer ON free_game (scorer);

-- The ids of games that were removed because they were old, and nothing else of them.
CREATE TABLE removed_game (
    id bytea NOT NULL PRIMARY KEY CHECK (length(id) = 16)
);

-- The ids of representatives and displays that were removed, and nothing else of them: a repeated request does not add them
-- again.
CREATE TABLE removed_id (
    id bytea NOT NULL PRIMARY KEY CHECK (length(id) = 16)
);

-- The browsers that have signed in, by the hash of the secret that each keeps.
CREATE TABLE device (
    hash       bytea  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    -- Milliseconds since 1970.
    expires_at bigint NOT NULL
);

-- The rights of tokens. The token itself is kept nowhere.
CREATE TABLE token (
    hash           bytea  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    role           text   NOT NULL CHECK (role IN ('coordinator', 'scorer', 'phone', 'display')),
    name           text,
    -- Milliseconds since 1970; null: never.
    expires_at     bigint,
    -- The representative whose session it is; null: the coordinator's own.
    representative bytea  REFERENCES representative (id) ON DELETE CASCADE,
    night          bytea  REFERENCES night (id) ON DELETE CASCADE,
    player         bytea  REFERENCES player (id) ON DELETE CASCADE,
    table_number   bigint CHECK (table_number >= 1),
    -- Milliseconds since 1970; null: no session.
    began_at       bigint,
    device         bytea  REFERENCES device (hash) ON DELETE SET NULL,
    CHECK (representative IS NULL OR role = 'coordinator'),
    CHECK ((role = 'phone') = (night IS NOT NULL)),
    CHECK ((role = 'phone') = ((player IS NULL) <> (table_number IS NULL))),
    CHECK (player IS NULL OR table_number IS NULL),
    CHECK (role <> 'display' OR name IS NOT NULL)
);
CREATE INDEX token_by_representative ON token (representative) WHERE representative IS NOT NULL;
CREATE INDEX token_by_night ON token (night) WHERE night IS NOT NULL;
CREATE INDEX token_by_player ON token (player) WHERE player IS NOT NULL;
CREATE INDEX token_by_expiry ON token (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX token_by_device ON token (device) WHERE device IS NOT NULL;

-- The addresses that hear of what happens at nights.
CREATE TABLE webhook (
    id            bytea  NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- Both are empty where it was removed: only the id is kept, so that no repeat adds it again.
    url           text   NOT NULL,
    secret        bytea  NOT NULL CHECK (length(secret) IN (0, 32)),
    status        text   NOT NULL CHECK (status IN ('active', 'off', 'failed', 'removed')),
    added_at      bigint NOT NULL,
    -- Milliseconds since 1970 of the first failure since the last delivery; 0: none.
    failing_since bigint NOT NULL DEFAULT 0,
    CHECK ((status = 'removed') = (length(secret) = 0))
);

-- The messages to them, written with the events that they tell. The sequence is the order in which those of a night are sent.
CREATE TABLE webhook_delivery (
    sequence         bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    webhook          bytea  NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    message          bytea  NOT NULL CHECK (length(message) = 16),
    type             text   NOT NULL,
    night            bytea  NOT NULL CHECK (length(night) = 16),
    body             text   NOT NULL,
    -- All moments are milliseconds since 1970; 0: none.
    at               bigint NOT NULL,
    status           text   NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
    attempts         bigint NOT NULL DEFAULT 0,
    first_attempt_at bigint NOT NULL DEFAULT 0,
    last_attempt_at  bigint NOT NULL DEFAULT 0,
    -- The status that the receiver has answered last; 0: none.
    http_status      bigint NOT NULL DEFAULT 0,
    -- The reason of the last failure; empty: none.
    failure          text   NOT NULL DEFAULT '',
    next_attempt_at  bigint NOT NULL,
    -- Until then nobody else sends it.
    leased_until     bigint NOT NULL DEFAULT 0,
    UNIQUE (webhook, message)
);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook, night, sequence) WHERE status = 'waiting';

-- The versions of plain rows that servers keep in memory: each rises with every change of what it names.
CREATE TABLE revision (
    subject text   NOT NULL PRIMARY KEY,
    version bigint NOT NULL
) WITH (fillfactor = 50);
INSERT INTO revision (subject, version) VALUES ('names', 0), ('persons', 0), ('league', 0), ('tokens', 0);

-- Raises the version of the subject in its argument, where a statement has changed any row.
CREATE FUNCTION raise_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM changed) THEN
        UPDATE revision SET version = version + 1 WHERE subject = TG_ARGV[0];
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER player_added AFTER INSERT ON player
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('names');
CREATE TRIGGER player_changed AFTER UPDATE ON player
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('names');
CREATE TRIGGER player_deleted AFTER DELETE ON player
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('names');
CREATE TRIGGER event_text_removed AFTER UPDATE ON event_text
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('persons');
CREATE TRIGGER player_merged AFTER INSERT ON merged_player
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('persons');
CREATE TRIGGER merge_changed AFTER UPDATE ON merged_player
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('persons');
CREATE TRIGGER league_changed AFTER UPDATE ON league
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('league');
CREATE TRIGGER token_changed AFTER UPDATE ON token
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('tokens');
CREATE TRIGGER token_deleted AFTER DELETE ON token
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('tokens');

-- Locks the heads of streams one after another, in the order in which they are given, and returns them as they are then. A
-- mode of 0 keeps others from appending to the stream, 1 is for a stream that is appended to, and 2 for one that is to have no
-- event yet: its id is held by a head of version 0.
CREATE FUNCTION lock_streams(ids bytea[], modes smallint[])
    RETURNS TABLE (version bigint, checksum bigint, is_sound boolean, is_removed boolean) LANGUAGE plpgsql AS $$
DECLARE
    last bigint;
BEGIN
    FOR place IN 1 .. cardinality(ids) LOOP
        version := NULL;
        checksum := NULL;
        is_removed := false;
        IF modes[place] = 2 THEN
            INSERT INTO stream VALUES (ids[place], 0, 0) ON CONFLICT DO NOTHING;
            is_removed := EXISTS (SELECT FROM removed_game WHERE id = ids[place]);
        END IF;
        IF modes[place] = 0 THEN
            SELECT stream.version, stream.checksum INTO version, checksum FROM stream WHERE id = ids[place] FOR SHARE;
        ELSE
            SELECT stream.version, stream.checksum INTO version, checksum FROM stream WHERE id = ids[place] FOR UPDATE;
        END IF;
        SELECT event.checksum INTO last FROM event WHERE stream = ids[place] AND event.version = lock_streams.version;
        is_sound := version = 0 OR last IS NOT DISTINCT FROM checksum;
        RETURN NEXT;
    END LOOP;
END
$$;

-- The checksum of a plain row: 64 bits of SHA-256 of its other columns.
CREATE FUNCTION row_checksum(content jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT ('x' || encode(substr(sha256(convert_to((content - 'checksum')::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
$$;

-- Gives a row that Pegout writes its checksum, and does not change one that is damaged, which would hide the damage. What another
-- program writes keeps the old one, so that it is noticed.
CREATE FUNCTION keep_checksum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('pegout.checksums', true) IS DISTINCT FROM 'on' THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' THEN
        IF OLD.checksum <> row_checksum(to_jsonb(OLD)) THEN
            RAISE EXCEPTION 'a row of % is damaged', TG_TABLE_NAME USING ERRCODE = 'data_corrupted';
        END IF;
    END IF;
    NEW.checksum := row_checksum(to_jsonb(NEW));
    RETURN NEW;
END
$$;
DO $$
DECLARE
    plain text;
BEGIN
    FOREACH plain IN ARRAY ARRAY['password', 'league', 'season', 'player', 'forgotten_player', 'merged_player', 'representative',
        'night', 'event_text', 'free_game', 'removed_game', 'removed_id', 'join_code_request', 'device', 'token', 'webhook', 'webhook_delivery'] LOOP
        EXECUTE format('ALTER TABLE %I ADD COLUMN checksum bigint NOT NULL DEFAULT 0', plain);
        EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION keep_checksum()',
            plain || '_checksum', plain);
    END LOOP;
END
$$;
