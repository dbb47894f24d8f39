-- The ids of representatives and displays that were removed, and nothing else of them: a repeated request does not add them
-- again.
CREATE TABLE removed_id (
    id       BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
