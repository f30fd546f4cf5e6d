-- What went wrong with a post or a subscription, as a value instead of a text.
-- The texts that the first schema was used with are read here for the last time.

-- +goose Up

ALTER TABLE daily_sub ADD COLUMN trouble TEXT NOT NULL DEFAULT ''
    CHECK (trouble IN ('', 'not_running', 'too_late', 'unwanted', 'removed', 'no_answer', 'no_history', 'no_thread',
        'limited', 'gone', 'forbidden', 'invalid', 'rejected'));

ALTER TABLE daily_post ADD COLUMN trouble TEXT NOT NULL DEFAULT ''
    CHECK (trouble IN ('', 'not_running', 'too_late', 'unwanted', 'removed', 'no_answer', 'no_history', 'no_thread',
        'limited', 'gone', 'forbidden', 'invalid', 'rejected'));

UPDATE daily_sub SET trouble = CASE
    WHEN reason IN ('the channel does not exist', 'the channel does not exist any more') THEN 'gone'
    ELSE 'forbidden' END
WHERE reason <> '';

UPDATE daily_post SET trouble = 'unwanted', error = ''
WHERE state = 'missed' AND error LIKE 'the subscription is %';

UPDATE daily_post SET trouble = 'not_running', error = ''
WHERE state = 'missed' AND error = 'the bot was not running';

UPDATE daily_post SET trouble = 'too_late', error = ''
WHERE state = 'missed' AND error = 'it could not be sent in time';

UPDATE daily_post SET trouble = 'removed', error = ''
WHERE error IN ('the subscription was removed', 'the subscription was removed before the outcome was known');

UPDATE daily_post SET trouble = 'no_history', error = ''
WHERE error LIKE 'the channel shows me no messages to check by%';

UPDATE daily_post SET trouble = CASE
    WHEN error LIKE '%the channel does not exist' THEN 'gone'
    WHEN state = 'failed' THEN 'forbidden'
    ELSE 'no_answer' END
WHERE trouble = '' AND error <> '';
