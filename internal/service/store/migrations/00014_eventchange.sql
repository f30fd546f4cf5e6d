-- +goose Up

-- A change of an event's rules, or its reopening. The rules before the change are JSON.
-- Instants are milliseconds of UTC since 1970.
CREATE TABLE event_change (
    event        TEXT    NOT NULL REFERENCES event (id) ON DELETE CASCADE,
    number       INTEGER NOT NULL, -- from 0, in the order in which the changes were made
    was          TEXT    NOT NULL,
    draws        INTEGER NOT NULL, -- how many draws were made before
    joined       INTEGER NOT NULL, -- the number of the draw that new boards joined; -1 for none
    reopened     BOOLEAN NOT NULL,
    changed_by   TEXT    NOT NULL,
    changed_at   BIGINT  NOT NULL,
    interactions TEXT    NOT NULL,
    showing_at   BIGINT  NOT NULL, -- when the last answer began that shows the change
    shown        BOOLEAN NOT NULL,
    changed_by_name TEXT NOT NULL,
    PRIMARY KEY (event, number)
);

-- The message with the rules, and the thread that was begun from it.
ALTER TABLE event ADD COLUMN message TEXT NOT NULL DEFAULT '';

ALTER TABLE event ADD COLUMN thread TEXT NOT NULL DEFAULT '';

CREATE INDEX event_thread ON event (thread) WHERE thread <> '';

-- The message that shows a seal; '' if it is not known.
ALTER TABLE event_draw ADD COLUMN seal_channel TEXT NOT NULL DEFAULT '';

ALTER TABLE event_draw ADD COLUMN seal_message TEXT NOT NULL DEFAULT '';
