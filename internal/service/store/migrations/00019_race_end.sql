-- Who may end a race of the quiz, and whether somebody has.

-- +goose Up

-- '' if the person was forgotten, or an older release started the race.
ALTER TABLE quiz_race ADD COLUMN started_by TEXT NOT NULL DEFAULT '';

-- No further question is asked; the next post shows the ranking.
ALTER TABLE quiz_race ADD COLUMN stopped BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX quiz_race_started_by ON quiz_race (started_by) WHERE started_by <> '';
