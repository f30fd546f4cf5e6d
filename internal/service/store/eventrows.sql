-- Tables of events instead of one JSON document each. Instants are milliseconds of UTC since
-- 1970, 0 for none. Lists are separated by spaces. The rules are JSON.
ALTER TABLE event ADD COLUMN guild TEXT NOT NULL DEFAULT '';
ALTER TABLE event ADD COLUMN opened_by TEXT NOT NULL DEFAULT '';
ALTER TABLE event ADD COLUMN rules TEXT NOT NULL DEFAULT '';

CREATE TABLE event_draw (
	event        TEXT    NOT NULL REFERENCES event (id) ON DELETE CASCADE,
	number       INTEGER NOT NULL, -- from 0, in the order in which the draws were made
	round        INTEGER NOT NULL,
	pool         INTEGER NOT NULL,
	sps          TEXT    NOT NULL,
	drawn_by     TEXT    NOT NULL,
	drawn_at     BIGINT  NOT NULL,
	interactions TEXT    NOT NULL,
	shown        BOOLEAN NOT NULL,
	seal_number  INTEGER NOT NULL,
	seal_order   TEXT    NOT NULL,
	seal_bits    TEXT    NOT NULL, -- '' without a seal
	opens_at     BIGINT  NOT NULL,
	opened_at    BIGINT  NOT NULL,
	void         BOOLEAN NOT NULL,
	void_reason  TEXT    NOT NULL,
	void_by      TEXT    NOT NULL,
	void_at      BIGINT  NOT NULL,
	PRIMARY KEY (event, number)
);

CREATE TABLE event_number (
	event   TEXT    NOT NULL,
	draw    INTEGER NOT NULL,
	ordinal INTEGER NOT NULL, -- from 0, in the order in which the numbers came
	person  TEXT    NOT NULL,
	number  INTEGER NOT NULL,
	PRIMARY KEY (event, draw, person),
	FOREIGN KEY (event, draw) REFERENCES event_draw (event, number) ON DELETE CASCADE
);

CREATE INDEX event_guild ON event (guild, opened_by) WHERE closed_at = 0;
