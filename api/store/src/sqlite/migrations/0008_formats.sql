-- Nights have a format and a card, which older versions of Pegout cannot read. A season counts the nights with its card, by the
-- average or by the sum of the cards with enough game points.
--
-- ALTER TABLE would change the schema in the same way, but it refuses a table with a damaged row. A damaged season must not stop
-- the upgrade.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, ', checksum INTEGER NOT NULL DEFAULT 0)', ', checksum INTEGER NOT NULL DEFAULT 0, '
    || 'card TEXT NOT NULL DEFAULT ''points_short''
    CHECK (card IN (''points_short'', ''game_points'', ''points_scored'')), '
    || 'counts TEXT NOT NULL DEFAULT ''average'' CHECK (counts IN (''average'', ''sum'')), '
    || 'from_points INTEGER CHECK (from_points >= 0))')
    WHERE type = 'table' AND name = 'season';
PRAGMA writable_schema = RESET;
