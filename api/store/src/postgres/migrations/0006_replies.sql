-- From this version on the log has the replies of players and the scorecards that they hand in. A player may have a personal link.
CREATE TABLE player_link (
    player   bytea  NOT NULL PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    -- The hash of the token in the link. The token itself is kept nowhere.
    hash     bytea  NOT NULL UNIQUE CHECK (length(hash) = 32),
    -- Milliseconds since 1970.
    made_at  bigint NOT NULL,
    checksum bigint NOT NULL DEFAULT 0
);
CREATE TRIGGER player_link_checksum BEFORE INSERT OR UPDATE ON player_link
    FOR EACH ROW EXECUTE FUNCTION keep_checksum();
CREATE TRIGGER player_link_changed AFTER UPDATE ON player_link
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('tokens');
CREATE TRIGGER player_link_deleted AFTER DELETE ON player_link
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_revision('tokens');
