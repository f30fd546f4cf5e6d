-- Renames and closings in the log of an event.

-- A change that gave a player another name has both names; '' in all other changes.
ALTER TABLE event_change ADD COLUMN renamed_from TEXT NOT NULL DEFAULT '';
ALTER TABLE event_change ADD COLUMN renamed_to TEXT NOT NULL DEFAULT '';

-- A change that ended the event.
ALTER TABLE event_change ADD COLUMN closed BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX event_change_renamed_from ON event_change (renamed_from) WHERE renamed_from <> '';
CREATE INDEX event_change_renamed_to ON event_change (renamed_to) WHERE renamed_to <> '';
