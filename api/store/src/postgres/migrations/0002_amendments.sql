-- Games have events of the kind `peg_amended`, which older versions of Pegout cannot read.

-- The codes that televisions show until the coordinator lets them in, each for a few minutes.
CREATE TABLE display_code (
    code       text   NOT NULL PRIMARY KEY,
    -- The hash of the token that becomes a display's. The token itself is kept nowhere.
    token      bytea  NOT NULL UNIQUE CHECK (length(token) = 32),
    -- Milliseconds since 1970.
    expires_at bigint NOT NULL,
    checksum   bigint NOT NULL DEFAULT 0
);
CREATE TRIGGER display_code_checksum BEFORE INSERT OR UPDATE ON display_code
    FOR EACH ROW EXECUTE FUNCTION keep_checksum();
