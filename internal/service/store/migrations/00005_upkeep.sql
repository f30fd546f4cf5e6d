-- What keeps a database of many years small and its metrics cheap, and a row to
-- probe whether it can be written.

-- +goose Up

-- How many final posts there are in each state. Every statement that changes them
-- changes these counts in the same transaction. Open posts are few; they are
-- counted by their index.
CREATE TABLE daily_count (
    state TEXT   NOT NULL PRIMARY KEY,
    posts BIGINT NOT NULL
);

INSERT INTO daily_count (state, posts)
SELECT final.state, (SELECT count(*) FROM daily_post WHERE daily_post.state = final.state)
FROM (SELECT 'posted' AS state UNION ALL SELECT 'missed' UNION ALL SELECT 'failed' UNION ALL SELECT 'unknown') AS final;

-- The newest date of which a channel's post was pruned. No date up to it is
-- planned again, whatever the clock says.
CREATE TABLE daily_pruned (
    channel    TEXT   NOT NULL PRIMARY KEY,
    local_date BIGINT NOT NULL
);

CREATE INDEX daily_post_final ON daily_post (due_at) WHERE state <> 'open';

-- One row. An older copy of the database has a smaller beat.
CREATE TABLE daily_probe (
    beat BIGINT NOT NULL
);

INSERT INTO daily_probe (beat) VALUES (0);
