-- Study time: players see the position, and no clock runs.

ALTER TABLE event ADD COLUMN plan_study INTEGER NOT NULL DEFAULT -1; -- minutes, in place of the rules' ones; -1 for theirs

ALTER TABLE event_draw ADD COLUMN study INTEGER NOT NULL DEFAULT 0; -- minutes
ALTER TABLE event_draw ADD COLUMN begins_at BIGINT NOT NULL DEFAULT 0; -- when the games begin; 0 without study time
ALTER TABLE event_draw ADD COLUMN started_by TEXT NOT NULL DEFAULT ''; -- who let them begin earlier
ALTER TABLE event_draw ADD COLUMN started_by_name TEXT NOT NULL DEFAULT '';

CREATE INDEX event_draw_started ON event_draw (started_by) WHERE started_by <> '';
