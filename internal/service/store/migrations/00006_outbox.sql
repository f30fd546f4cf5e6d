-- One table for the posts of all kinds: daily posts, opened seals, and what comes next.

-- +goose Up

-- The subject of a daily post is its channel, and its number the date. The subject of an
-- opened seal is its event, and its number the instant at which the seal opens.
CREATE TABLE post (
    kind        TEXT    NOT NULL,
    subject     TEXT    NOT NULL,
    number      BIGINT  NOT NULL,
    channel     TEXT    NOT NULL,
    due_at      BIGINT  NOT NULL,
    expires_at  BIGINT  NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('open', 'posted', 'missed', 'failed', 'unknown')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    first_sent  BIGINT  NOT NULL DEFAULT 0,
    not_before  BIGINT  NOT NULL DEFAULT 0,
    lease_by    TEXT    NOT NULL DEFAULT '',
    lease_until BIGINT  NOT NULL DEFAULT 0,
    message_id  TEXT    NOT NULL DEFAULT '',
    trouble     TEXT    NOT NULL DEFAULT ''
        CHECK (trouble IN ('', 'not_running', 'too_late', 'unwanted', 'removed', 'no_answer', 'no_history', 'no_thread',
            'limited', 'gone', 'forbidden', 'invalid', 'rejected')),
    reason      TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (kind, subject, number)
);

INSERT INTO post (kind, subject, number, channel, due_at, expires_at, state, attempts, first_sent, not_before, lease_by, lease_until, message_id, trouble, reason)
SELECT 'daily', channel, local_date, channel, due_at, expires_at, state, attempts, first_sent, not_before, lease_by, lease_until, message_id, trouble, error
FROM daily_post;

-- A seal is posted up to 24 hours late.
INSERT INTO post (kind, subject, number, channel, due_at, expires_at, state)
SELECT 'seal', id, opens_at, channel, opens_at, opens_at + 86400000, 'open'
FROM event WHERE opens_at <> 0;

CREATE INDEX post_open ON post (due_at, kind, subject, number) WHERE state = 'open';

CREATE INDEX post_final ON post (due_at) WHERE state <> 'open';

-- How many final posts of each kind there are in each state. Every statement that
-- changes them changes these counts in the same transaction. Open posts are few; they
-- are counted by their index.
CREATE TABLE post_count (
    kind  TEXT   NOT NULL,
    state TEXT   NOT NULL,
    posts BIGINT NOT NULL,
    PRIMARY KEY (kind, state)
);

INSERT INTO post_count (kind, state, posts) SELECT 'daily', state, posts FROM daily_count;

-- The highest number of a subject's posts that was pruned. No post up to it is planned
-- again, whatever the clock says.
CREATE TABLE post_pruned (
    kind    TEXT   NOT NULL,
    subject TEXT   NOT NULL,
    number  BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);

INSERT INTO post_pruned (kind, subject, number) SELECT 'daily', channel, local_date FROM daily_pruned;

DROP TABLE daily_post;

DROP TABLE daily_count;

DROP TABLE daily_pruned;

-- The outbox knows when a seal opens.
DROP INDEX event_sealed;

ALTER TABLE event DROP COLUMN opens_at;
