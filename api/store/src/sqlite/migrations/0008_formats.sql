-- Nights have a format and a card, which older versions of Pegout cannot read. A season counts the nights with its card, by the
-- average or by the sum of the cards with enough game points.
ALTER TABLE season ADD COLUMN card TEXT NOT NULL DEFAULT 'points_short'
    CHECK (card IN ('points_short', 'game_points', 'points_scored'));
ALTER TABLE season ADD COLUMN counts TEXT NOT NULL DEFAULT 'average' CHECK (counts IN ('average', 'sum'));
ALTER TABLE season ADD COLUMN from_points INTEGER CHECK (from_points >= 0);
