-- What players tell themselves of the games of an event, and who stands for which name.

-- +goose Up

CREATE TABLE event_telling (
	event        TEXT    NOT NULL REFERENCES event (id) ON DELETE CASCADE,
	number       INTEGER NOT NULL, -- from 0, in the order in which the lines came
	kind         TEXT    NOT NULL, -- 'tell', 'confirm', 'accept', 'back' or 'unbind'
	draw         INTEGER NOT NULL,
	board        INTEGER NOT NULL, -- 0 in a line about no game
	game         INTEGER NOT NULL,
	black        BOOLEAN NOT NULL, -- the side of the person
	name         TEXT    NOT NULL, -- of the player for whom the person stands
	outcome      TEXT    NOT NULL,
	results      INTEGER NOT NULL, -- of the event, before the line
	changes      INTEGER NOT NULL, -- the same
	told_by      TEXT    NOT NULL,
	told_by_name TEXT    NOT NULL,
	told_at      BIGINT  NOT NULL,
	PRIMARY KEY (event, number)
);

CREATE INDEX event_telling_told_by ON event_telling (told_by) WHERE told_by <> '';
CREATE INDEX event_telling_name ON event_telling (name) WHERE name <> '';
