-- One text for SQLite and PostgreSQL. Instants are milliseconds of UTC since
-- 1970, 0 for none; dates are days since 1970-01-01; texts are '' for none.

-- +goose Up

-- Nothing is kept here: a row is what changes to a server's subscriptions lock,
-- so that two of them cannot both become the last that it may have.
CREATE TABLE daily_guild (
    guild TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE daily_sub (
    channel       TEXT    NOT NULL PRIMARY KEY,
    guild         TEXT    NOT NULL,
    minute        INTEGER NOT NULL,
    zone          TEXT    NOT NULL,
    theme         TEXT    NOT NULL,
    view          TEXT    NOT NULL,
    role          TEXT    NOT NULL,
    thread        BOOLEAN NOT NULL,
    status        TEXT    NOT NULL CHECK (status IN ('active', 'paused', 'disabled')),
    reason        TEXT    NOT NULL,
    failing_since BIGINT  NOT NULL,
    set_by        TEXT    NOT NULL,
    set_at        BIGINT  NOT NULL,
    next_date     BIGINT  NOT NULL,
    next_at       BIGINT  NOT NULL
);

CREATE INDEX daily_sub_guild ON daily_sub (guild);

CREATE INDEX daily_sub_next ON daily_sub (next_at, channel) WHERE status = 'active';

CREATE TABLE daily_post (
    channel     TEXT    NOT NULL,
    local_date  BIGINT  NOT NULL,
    due_at      BIGINT  NOT NULL,
    expires_at  BIGINT  NOT NULL,
    sp          INTEGER NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('open', 'posted', 'missed', 'failed', 'unknown')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    first_sent  BIGINT  NOT NULL DEFAULT 0,
    not_before  BIGINT  NOT NULL,
    lease_by    TEXT    NOT NULL DEFAULT '',
    lease_until BIGINT  NOT NULL DEFAULT 0,
    message_id  TEXT    NOT NULL,
    error       TEXT    NOT NULL,
    PRIMARY KEY (channel, local_date)
);

CREATE INDEX daily_post_open ON daily_post (due_at, channel) WHERE state = 'open';
