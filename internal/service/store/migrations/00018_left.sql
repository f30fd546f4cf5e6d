-- Which servers have removed the bot, and which daily posts were removed.

-- +goose Up

-- From now on daily_guild has a row for each server that the bot was a member of. left_at is
-- when the bot noticed that it is no member any more; 0 while it is one.
ALTER TABLE daily_guild ADD COLUMN left_at BIGINT NOT NULL DEFAULT 0;

-- In a server that never invited the bot, people who have the app for themselves can open
-- events. These have no thread, and the bot does not open their seals by itself.
INSERT INTO daily_guild (guild)
SELECT guild FROM (
    SELECT guild FROM daily_sub
    UNION SELECT guild FROM quiz_race
    UNION SELECT guild FROM event WHERE thread <> ''
    UNION SELECT event.guild FROM event JOIN event_draw ON event_draw.event = event.id
        WHERE event_draw.seal_bits <> '' AND NOT event_draw.by_press) AS known
WHERE guild <> '' AND guild NOT IN (SELECT guild FROM daily_guild);

-- The channels whose daily post was removed. Their posts are deleted a while later.
CREATE TABLE daily_removed (
    channel    TEXT   NOT NULL PRIMARY KEY,
    guild      TEXT   NOT NULL, -- '' if the post was removed by an older release
    removed_at BIGINT NOT NULL
);

CREATE INDEX daily_removed_at ON daily_removed (removed_at);

CREATE INDEX daily_removed_guild ON daily_removed (guild);

INSERT INTO daily_removed (channel, guild, removed_at)
SELECT subject, '', max(at) FROM (
    SELECT subject, due_at AS at FROM post WHERE kind = 'daily'
    UNION ALL SELECT subject, 0 FROM post_pruned WHERE kind = 'daily') AS sent
WHERE subject NOT IN (SELECT channel FROM daily_sub) GROUP BY subject;
