-- The event in the server's own list that an evening has.

-- +goose Up

ALTER TABLE event ADD COLUMN server_event TEXT NOT NULL DEFAULT 'null'; -- JSON
