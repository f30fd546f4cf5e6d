-- What finds and takes out a person.

-- +goose Up

-- Several people who were forgotten can have added numbers to the same draw: their ids
-- are ''.
ALTER TABLE event_number RENAME TO event_number_keyed;

CREATE TABLE event_number (
    event       TEXT    NOT NULL,
    draw        INTEGER NOT NULL,
    ordinal     INTEGER NOT NULL, -- from 0, in the order in which the numbers came
    person      TEXT    NOT NULL,
    number      INTEGER NOT NULL,
    person_name TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (event, draw, ordinal),
    FOREIGN KEY (event, draw) REFERENCES event_draw (event, number) ON DELETE CASCADE
);

INSERT INTO event_number (event, draw, ordinal, person, number, person_name)
SELECT event, draw, ordinal, person, number, person_name FROM event_number_keyed;

DROP TABLE event_number_keyed;

-- A person adds one number to a draw.
CREATE UNIQUE INDEX event_number_once ON event_number (event, draw, person) WHERE person <> '';

CREATE INDEX event_number_person ON event_number (person) WHERE person <> '';

CREATE INDEX event_person ON event (opened_by) WHERE opened_by <> '';

CREATE INDEX event_draw_person ON event_draw (drawn_by) WHERE drawn_by <> '';

CREATE INDEX event_draw_void ON event_draw (void_by) WHERE void_by <> '';

CREATE INDEX event_change_person ON event_change (changed_by) WHERE changed_by <> '';
