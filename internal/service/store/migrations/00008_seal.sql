-- Seals that only people open, and a fair order of posts.

-- +goose Up

-- The bot cannot post to the channel of such a seal, so the seal has no post.
ALTER TABLE event_draw ADD COLUMN by_press BOOLEAN NOT NULL DEFAULT FALSE;

-- How many seals of the same person waited when the post was planned. Of all posts that
-- are due, those with the smallest turn go first.
ALTER TABLE post ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;

DROP INDEX post_open;

CREATE INDEX post_open ON post (turn, due_at, kind, subject, number) WHERE state = 'open';

CREATE INDEX event_draw_sealed ON event_draw (drawn_by) WHERE seal_bits <> '' AND opened_at = 0;
