-- The quiz: what people remember, and the questions that they were asked. Instants are
-- milliseconds of UTC since 1970, 0 for none.

-- +goose Up

-- A fact that a person was asked, such as 'sequence 480 number'. Package fsrs calculates
-- when it is due again.
CREATE TABLE quiz_card (
    person     TEXT             NOT NULL,
    scheme     TEXT             NOT NULL,
    card       TEXT             NOT NULL,
    due        BIGINT           NOT NULL,
    stability  DOUBLE PRECISION NOT NULL, -- in days
    difficulty DOUBLE PRECISION NOT NULL,
    state      INTEGER          NOT NULL,
    reps       INTEGER          NOT NULL,
    lapses     INTEGER          NOT NULL,
    last       BIGINT           NOT NULL, -- the last answer
    failed     BOOLEAN          NOT NULL, -- the last answer was wrong
    PRIMARY KEY (person, scheme, card)
);

CREATE INDEX quiz_card_last ON quiz_card (last);

CREATE TABLE quiz_turn (
    id        TEXT    NOT NULL PRIMARY KEY,
    person    TEXT    NOT NULL,
    level     TEXT    NOT NULL,
    direction TEXT    NOT NULL,
    scheme    TEXT    NOT NULL,
    sp        INTEGER NOT NULL, -- the position
    mixed     BOOLEAN NOT NULL,
    began     BIGINT  NOT NULL, -- the session
    asked     BIGINT  NOT NULL,
    hinted    BOOLEAN NOT NULL,
    outcome   TEXT    NOT NULL CHECK (outcome IN ('', 'right', 'wrong', 'shown', 'stopped')), -- '' while open
    answered  BIGINT  NOT NULL,
    given     INTEGER NOT NULL,
    slip      TEXT    NOT NULL,
    next      TEXT    NOT NULL
);

CREATE INDEX quiz_turn_person ON quiz_turn (person, asked);

CREATE INDEX quiz_turn_asked ON quiz_turn (asked);
