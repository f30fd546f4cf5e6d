-- The moves of games on lichess that have ended.

-- +goose Up

-- Apart from event_game, so that an event is read without them.
CREATE TABLE event_moves (
	event  TEXT    NOT NULL,
	number INTEGER NOT NULL, -- of the game in event_game
	ask_at BIGINT  NOT NULL, -- when lichess is asked for the moves; 0 if never again
	moves  TEXT    NOT NULL, -- "e4 e5 Nf3", '' before lichess has answered, and for none
	PRIMARY KEY (event, number),
	FOREIGN KEY (event, number) REFERENCES event_game (event, number) ON DELETE CASCADE
);

CREATE INDEX event_moves_due ON event_moves (ask_at) WHERE ask_at <> 0;
