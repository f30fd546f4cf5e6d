-- Who opened a seal, and the plans of draws in the log of an event.

-- +goose Up

ALTER TABLE event_draw ADD COLUMN opened_by TEXT NOT NULL DEFAULT ''; -- '' if the seal opened by itself
ALTER TABLE event_draw ADD COLUMN opened_by_name TEXT NOT NULL DEFAULT '';

CREATE INDEX event_draw_opened ON event_draw (opened_by) WHERE opened_by <> '';

-- A change that set the time of the next draw has its round, and one that cancelled the draw no time.
ALTER TABLE event_change ADD COLUMN planned_round INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_change ADD COLUMN planned_at BIGINT NOT NULL DEFAULT 0;
