-- From this version on the events of a night hold the ids of the requests that led to them.

-- The ids of players who were forgotten, and nothing else of them: a repeated request does not add them again.
CREATE TABLE forgotten_player (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16)
) STRICT, WITHOUT ROWID;
