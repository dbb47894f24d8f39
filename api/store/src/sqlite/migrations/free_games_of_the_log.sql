INSERT INTO free_game (id, scorer, touched_at, is_played)
    SELECT stream, coalesce(unhex(first ->> '$.scorer', '-'), x''), CAST(unixepoch('subsec') * 1000 AS INTEGER), 0
    FROM (SELECT stream, CASE WHEN json_valid(body) THEN body END AS first FROM event WHERE version = 1)
    WHERE first ->> '$.kind' = 'begun' AND first ->> '$.night' IS NULL;
