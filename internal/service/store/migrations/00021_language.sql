-- The languages in which servers read.

-- +goose Up

-- chosen is what /language set; own is the server's language when somebody last set a post by
-- the clock. '' is English.
CREATE TABLE server_language (
	guild  TEXT NOT NULL PRIMARY KEY,
	chosen TEXT NOT NULL DEFAULT '',
	own    TEXT NOT NULL DEFAULT ''
);
