-- On which days of the week a channel gets its post, and how much of it.

-- +goose Up

-- A set of bits, 1 for Sunday to 64 for Saturday; 0 is every day.
ALTER TABLE daily_sub ADD COLUMN weekdays INTEGER NOT NULL DEFAULT 0 CHECK (weekdays BETWEEN 0 AND 127);

ALTER TABLE daily_sub ADD COLUMN board TEXT NOT NULL DEFAULT '' CHECK (board IN ('', 'compact'));
