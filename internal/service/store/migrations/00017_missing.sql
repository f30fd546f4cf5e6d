-- Which permissions the bot lacks for a daily post.

-- +goose Up

-- Discord's bits; 0 if none is known to be missing.
ALTER TABLE daily_sub ADD COLUMN missing BIGINT NOT NULL DEFAULT 0;
