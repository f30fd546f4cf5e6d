-- Races of the quiz, and the quiz of a day. Instants are milliseconds of UTC since 1970, 0
-- for none; dates are days since 1970-01-01.

-- +goose Up

-- A race: its rules, and how far it is. The questions follow from the rules.
CREATE TABLE quiz_race (
    id       TEXT    NOT NULL PRIMARY KEY, -- of the interaction that started it
    channel  TEXT    NOT NULL,
    guild    TEXT    NOT NULL,
    rules    TEXT    NOT NULL, -- JSON
    asked    INTEGER NOT NULL, -- the round whose question was asked last
    next_at  BIGINT  NOT NULL, -- when the next post is due
    ended_at BIGINT  NOT NULL
);

CREATE UNIQUE INDEX quiz_race_running ON quiz_race (channel) WHERE ended_at = 0;

CREATE INDEX quiz_race_channel ON quiz_race (channel, ended_at);

CREATE INDEX quiz_race_ended ON quiz_race (ended_at) WHERE ended_at <> 0;

-- Discord's clock is in the id of the interaction: the ids are the order of the answers.
CREATE TABLE quiz_answer (
    race         TEXT    NOT NULL REFERENCES quiz_race (id) ON DELETE CASCADE,
    round        INTEGER NOT NULL,
    interaction  BIGINT  NOT NULL,
    person       TEXT    NOT NULL,
    after_millis BIGINT  NOT NULL, -- from the question to the answer, by Discord's clock
    given        BIGINT  NOT NULL, -- a number, or the SP number of a position
    PRIMARY KEY (race, round, interaction)
);

CREATE INDEX quiz_answer_person ON quiz_answer (person, race, round);

-- A person's quiz of a date.
CREATE TABLE quiz_day (
    person   TEXT    NOT NULL,
    day      BIGINT  NOT NULL,
    marks    TEXT    NOT NULL, -- a letter for each step: right, after a slip, wrong
    second   BOOLEAN NOT NULL, -- the next step has its second try
    began_at BIGINT  NOT NULL,
    ended_at BIGINT  NOT NULL,
    PRIMARY KEY (person, day)
);

CREATE INDEX quiz_day_day ON quiz_day (day);

-- How many dates in a row a person finished the quiz.
CREATE TABLE quiz_streak (
    person   TEXT    NOT NULL PRIMARY KEY,
    last_day BIGINT  NOT NULL,
    days     INTEGER NOT NULL
);

CREATE INDEX quiz_streak_day ON quiz_streak (last_day);
