-- Castling in the quiz.

-- +goose Up

-- The side and the position of a question about castling, such as 'O-O ' and an X-FEN; '' for
-- other questions. The position is made from chance, so it is not made again.
ALTER TABLE quiz_turn ADD COLUMN exercise TEXT NOT NULL DEFAULT '';

-- How many steps the quiz of a day has. Older releases had five, all without castling.
ALTER TABLE quiz_day ADD COLUMN steps INTEGER NOT NULL DEFAULT 5;
