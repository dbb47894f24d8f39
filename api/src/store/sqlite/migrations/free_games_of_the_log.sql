INSERT INTO free_game (id, scorer, touched_at, is_played)
    SELECT stream, coalesce(unhex(body ->> '$.scorer', '-'), x''), CAST(unixepoch('subsec') * 1000 AS INTEGER), 0
    FROM event WHERE version = 1 AND body ->> '$.kind' = 'begun' AND body ->> '$.night' IS NULL;
