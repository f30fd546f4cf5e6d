-- Who played a game on lichess.

-- The accounts of both players, as lichess has told them; '' without one. The names of results
-- may be typed, and a typed name may be a stranger's account.
ALTER TABLE event_game ADD COLUMN white_account TEXT NOT NULL DEFAULT '';
ALTER TABLE event_game ADD COLUMN black_account TEXT NOT NULL DEFAULT '';
