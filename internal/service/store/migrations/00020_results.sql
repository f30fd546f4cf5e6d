-- Results, games on lichess that count, rounds on time, boards drawn again and rounds set by hand.

-- +goose Up

-- The next draw without a press; the round is 0 without a plan.
ALTER TABLE event ADD COLUMN plan_round INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event ADD COLUMN plan_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE event ADD COLUMN plan_by TEXT NOT NULL DEFAULT '';
ALTER TABLE event ADD COLUMN plan_by_name TEXT NOT NULL DEFAULT '';

ALTER TABLE event_draw ADD COLUMN by_hand BOOLEAN NOT NULL DEFAULT FALSE;

-- The board that was drawn again, and the position that does not count; board is 0 for other
-- changes.
ALTER TABLE event_change ADD COLUMN redrawn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_change ADD COLUMN board INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_change ADD COLUMN sp INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_change ADD COLUMN reason TEXT NOT NULL DEFAULT '';

CREATE TABLE event_result (
	event        TEXT    NOT NULL REFERENCES event (id) ON DELETE CASCADE,
	number       INTEGER NOT NULL, -- from 0, in the order in which the results came
	draw         INTEGER NOT NULL,
	board        INTEGER NOT NULL,
	game         INTEGER NOT NULL,
	white        TEXT    NOT NULL,
	black        TEXT    NOT NULL,
	outcome      TEXT    NOT NULL,
	link         TEXT    NOT NULL, -- '' for a result that a person typed
	changes      INTEGER NOT NULL, -- of the event, before the result
	told_by      TEXT    NOT NULL,
	told_by_name TEXT    NOT NULL,
	told_at      BIGINT  NOT NULL,
	PRIMARY KEY (event, number)
);

CREATE TABLE event_game (
	event     TEXT    NOT NULL REFERENCES event (id) ON DELETE CASCADE,
	number    INTEGER NOT NULL, -- from 0, in the order in which the games were opened
	draw      INTEGER NOT NULL,
	board     INTEGER NOT NULL,
	game      INTEGER NOT NULL,
	id        TEXT    NOT NULL, -- on lichess
	white     TEXT    NOT NULL, -- addresses
	black     TEXT    NOT NULL,
	by_lot    TEXT    NOT NULL,
	days      BOOLEAN NOT NULL,
	changes   INTEGER NOT NULL,
	opened_at BIGINT  NOT NULL,
	ask_at    BIGINT  NOT NULL, -- 0 if lichess is not asked any more
	PRIMARY KEY (event, number)
);

CREATE INDEX event_game_due ON event_game (ask_at) WHERE ask_at <> 0;

-- For /forget me.
CREATE INDEX event_plan_by ON event (plan_by) WHERE plan_by <> '';
CREATE INDEX event_result_told_by ON event_result (told_by) WHERE told_by <> '';
CREATE INDEX event_result_white ON event_result (white) WHERE white <> '';
CREATE INDEX event_result_black ON event_result (black) WHERE black <> '';
