-- The names of people in events, and the answer that shows a draw.

-- +goose Up

-- Names as Discord showed them when people acted; '' in older events.
ALTER TABLE event ADD COLUMN opened_by_name TEXT NOT NULL DEFAULT '';

ALTER TABLE event_draw ADD COLUMN drawn_by_name TEXT NOT NULL DEFAULT '';

ALTER TABLE event_draw ADD COLUMN void_by_name TEXT NOT NULL DEFAULT '';

ALTER TABLE event_number ADD COLUMN person_name TEXT NOT NULL DEFAULT '';

-- The last interaction whose answer shows the positions to everyone, when that answer
-- began, and the message in which people saw the positions; '' and 0 if not known.
ALTER TABLE event_draw ADD COLUMN showing TEXT NOT NULL DEFAULT '';

ALTER TABLE event_draw ADD COLUMN showing_at BIGINT NOT NULL DEFAULT 0;

ALTER TABLE event_draw ADD COLUMN message TEXT NOT NULL DEFAULT '';
