-- When the processes of a bot may make their requests.

-- +goose Up

-- A row for each purpose: posts, and each bucket of shards that identify. Only PostgreSQL
-- has rows: a SQLite file belongs to one process, which has its slots in memory.
CREATE TABLE request_slot (
    purpose       TEXT   NOT NULL PRIMARY KEY,
    next_at       BIGINT NOT NULL, -- the first slot that is not reserved
    limited_until BIGINT NOT NULL, -- no slot is reserved before; 0 for no limit
    noted_at      BIGINT NOT NULL  -- when this row was written, by the database's clock
);
