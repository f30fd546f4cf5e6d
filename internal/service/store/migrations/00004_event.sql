-- +goose Up

-- A club evening. The log is the event as JSON: rules, draws, seals. The other
-- columns repeat what is searched for. Instants are milliseconds of UTC since 1970,
-- 0 for none.
CREATE TABLE event (
    id        TEXT   NOT NULL PRIMARY KEY,
    channel   TEXT   NOT NULL,
    opened_at BIGINT NOT NULL,
    closed_at BIGINT NOT NULL,
    opens_at  BIGINT NOT NULL, -- when a sealed draw opens by itself
    log       TEXT   NOT NULL
);

CREATE UNIQUE INDEX event_open ON event (channel) WHERE closed_at = 0;

CREATE INDEX event_channel ON event (channel, opened_at);

CREATE INDEX event_sealed ON event (opens_at) WHERE opens_at <> 0;

CREATE INDEX event_closed ON event (closed_at) WHERE closed_at <> 0;
