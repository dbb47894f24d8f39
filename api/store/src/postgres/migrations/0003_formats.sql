-- Nights have a format and a card, which older versions of Pegout cannot read. A season counts the nights with its card, by the
-- average or by the sum of the cards with enough game points.
ALTER TABLE season DISABLE TRIGGER season_checksum;
ALTER TABLE season ADD COLUMN card text NOT NULL DEFAULT 'points_short'
    CHECK (card IN ('points_short', 'game_points', 'points_scored'));
ALTER TABLE season ADD COLUMN counts text NOT NULL DEFAULT 'average' CHECK (counts IN ('average', 'sum'));
ALTER TABLE season ADD COLUMN from_points bigint CHECK (from_points >= 0);
-- The checksum of a damaged row stays wrong.
UPDATE season SET checksum = row_checksum(to_jsonb(season))
    WHERE checksum = row_checksum(to_jsonb(season) - 'card' - 'counts' - 'from_points');
ALTER TABLE season ENABLE TRIGGER season_checksum;
