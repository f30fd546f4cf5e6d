-- The tables of revision 586d8f68. One text for SQLite and PostgreSQL. Instants are
-- milliseconds of UTC since 1970, 0 for none; dates are days since 1970-01-01; texts are ''
-- for none. Lists are separated by spaces. Where a column may be '' for a person, the person
-- may have been forgotten.

-- # Daily posts

-- Each server that the bot was a member of. What changes to a server's subscriptions locks the
-- row, so that two of them cannot both become the last that the server may have.
CREATE TABLE daily_guild (
	guild   TEXT   NOT NULL PRIMARY KEY,
	left_at BIGINT NOT NULL DEFAULT 0 -- when the bot noticed that it is no member any more
);

CREATE TABLE daily_sub (
	channel       TEXT    NOT NULL PRIMARY KEY,
	guild         TEXT    NOT NULL,
	minute        INTEGER NOT NULL, -- of the day
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
	next_at       BIGINT  NOT NULL,
	trouble       TEXT    NOT NULL DEFAULT ''
		CHECK (trouble IN ('', 'not_running', 'too_late', 'unwanted', 'removed', 'no_answer', 'no_history', 'no_thread',
			'limited', 'gone', 'forbidden', 'invalid', 'rejected')),
	weekdays      INTEGER NOT NULL DEFAULT 0 CHECK (weekdays BETWEEN 0 AND 127), -- bits, 1 for Sunday to 64 for Saturday; 0 is every day
	board         TEXT    NOT NULL DEFAULT '' CHECK (board IN ('', 'compact')),
	missing       BIGINT  NOT NULL DEFAULT 0 -- Discord's bits of the permissions that the bot lacks
);

CREATE INDEX daily_sub_guild ON daily_sub (guild);
CREATE INDEX daily_sub_next ON daily_sub (next_at, channel) WHERE status = 'active';

-- The channels whose daily post was removed. Their posts are deleted a while later.
CREATE TABLE daily_removed (
	channel    TEXT   NOT NULL PRIMARY KEY,
	guild      TEXT   NOT NULL,
	removed_at BIGINT NOT NULL
);

CREATE INDEX daily_removed_at ON daily_removed (removed_at);
CREATE INDEX daily_removed_guild ON daily_removed (guild);

-- One row. An older copy of the database has a smaller beat.
CREATE TABLE daily_probe (
	beat BIGINT NOT NULL
);

INSERT INTO daily_probe (beat) VALUES (0);

-- # Posts of all kinds

-- The kind says what subject and number are: those of a daily post are its channel and its
-- date. turn counts how many posts of the same person waited when the post was planned: the
-- smallest goes first.
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
	turn        INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (kind, subject, number)
);

CREATE INDEX post_open ON post (turn, due_at, kind, subject, number) WHERE state = 'open';
CREATE INDEX post_final ON post (due_at) WHERE state <> 'open';

-- How many final posts of each kind there are in each state. Every statement that changes them
-- changes these counts in the same transaction. Open posts are few; they are counted by their
-- index.
CREATE TABLE post_count (
	kind  TEXT   NOT NULL,
	state TEXT   NOT NULL,
	posts BIGINT NOT NULL,
	PRIMARY KEY (kind, state)
);

INSERT INTO post_count (kind, state, posts) VALUES ('daily', 'posted', 0), ('daily', 'missed', 0), ('daily', 'failed', 0), ('daily', 'unknown', 0);

-- The highest number of a subject's posts that was pruned. No post up to it is planned again,
-- whatever the clock says.
CREATE TABLE post_pruned (
	kind    TEXT   NOT NULL,
	subject TEXT   NOT NULL,
	number  BIGINT NOT NULL,
	PRIMARY KEY (kind, subject)
);

-- When the processes of a bot may make their requests: a row for each purpose. Only PostgreSQL
-- has rows: a SQLite file belongs to one process, which has its slots in memory.
CREATE TABLE request_slot (
	purpose       TEXT   NOT NULL PRIMARY KEY,
	next_at       BIGINT NOT NULL, -- the first slot that is not reserved
	limited_until BIGINT NOT NULL, -- no slot is reserved before
	noted_at      BIGINT NOT NULL  -- when this row was written, by the database's clock
);

-- chosen is what /language set; own is the server's language when somebody last set a post by
-- the clock. '' is English.
CREATE TABLE server_language (
	guild  TEXT NOT NULL PRIMARY KEY,
	chosen TEXT NOT NULL DEFAULT '',
	own    TEXT NOT NULL DEFAULT ''
);

-- # Events

CREATE TABLE event (
	id             TEXT    NOT NULL PRIMARY KEY,
	channel        TEXT    NOT NULL,
	opened_at      BIGINT  NOT NULL,
	closed_at      BIGINT  NOT NULL,
	guild          TEXT    NOT NULL DEFAULT '',
	opened_by      TEXT    NOT NULL DEFAULT '',
	rules          TEXT    NOT NULL DEFAULT '', -- JSON
	opened_by_name TEXT    NOT NULL DEFAULT '', -- as Discord showed the name then, like all names
	message        TEXT    NOT NULL DEFAULT '', -- with the rules
	thread         TEXT    NOT NULL DEFAULT '', -- begun from the message
	plan_round     INTEGER NOT NULL DEFAULT 0,  -- the next draw without a press; 0 without a plan
	plan_at        BIGINT  NOT NULL DEFAULT 0,
	plan_by        TEXT    NOT NULL DEFAULT '',
	plan_by_name   TEXT    NOT NULL DEFAULT ''
);

CREATE UNIQUE INDEX event_open ON event (channel) WHERE closed_at = 0;
CREATE INDEX event_channel ON event (channel, opened_at);
CREATE INDEX event_closed ON event (closed_at) WHERE closed_at <> 0;
CREATE INDEX event_guild ON event (guild, opened_by) WHERE closed_at = 0;
CREATE INDEX event_thread ON event (thread) WHERE thread <> '';
CREATE INDEX event_person ON event (opened_by) WHERE opened_by <> '';
CREATE INDEX event_plan_by ON event (plan_by) WHERE plan_by <> '';

CREATE TABLE event_draw (
	event         TEXT    NOT NULL REFERENCES event (id) ON DELETE CASCADE,
	number        INTEGER NOT NULL, -- from 0, in the order in which the draws were made
	round         INTEGER NOT NULL,
	pool          INTEGER NOT NULL,
	sps           TEXT    NOT NULL,
	drawn_by      TEXT    NOT NULL,
	drawn_at      BIGINT  NOT NULL,
	interactions  TEXT    NOT NULL,
	shown         BOOLEAN NOT NULL,
	seal_number   INTEGER NOT NULL,
	seal_order    TEXT    NOT NULL,
	seal_bits     TEXT    NOT NULL, -- '' without a seal
	opens_at      BIGINT  NOT NULL,
	opened_at     BIGINT  NOT NULL,
	void          BOOLEAN NOT NULL,
	void_reason   TEXT    NOT NULL,
	void_by       TEXT    NOT NULL,
	void_at       BIGINT  NOT NULL,
	by_press      BOOLEAN NOT NULL DEFAULT FALSE, -- only people open the seal: the bot cannot post to the channel
	drawn_by_name TEXT    NOT NULL DEFAULT '',
	void_by_name  TEXT    NOT NULL DEFAULT '',
	showing       TEXT    NOT NULL DEFAULT '', -- the last interaction whose answer shows the positions to everyone
	showing_at    BIGINT  NOT NULL DEFAULT 0,  -- when that answer began
	message       TEXT    NOT NULL DEFAULT '', -- in which people saw the positions
	seal_channel  TEXT    NOT NULL DEFAULT '',
	seal_message  TEXT    NOT NULL DEFAULT '', -- that shows the seal
	by_hand       BOOLEAN NOT NULL DEFAULT FALSE,
	PRIMARY KEY (event, number)
);

CREATE INDEX event_draw_sealed ON event_draw (drawn_by) WHERE seal_bits <> '' AND opened_at = 0;
CREATE INDEX event_draw_person ON event_draw (drawn_by) WHERE drawn_by <> '';
CREATE INDEX event_draw_void ON event_draw (void_by) WHERE void_by <> '';

-- The numbers that people added to a sealed draw.
CREATE TABLE event_number (
	event       TEXT    NOT NULL,
	draw        INTEGER NOT NULL,
	ordinal     INTEGER NOT NULL, -- from 0, in the order in which the numbers came
	person      TEXT    NOT NULL,
	number      INTEGER NOT NULL,
	person_name TEXT    NOT NULL DEFAULT '',
	PRIMARY KEY (event, draw, ordinal),
	FOREIGN KEY (event, draw) REFERENCES event_draw (event, number) ON DELETE CASCADE
);

-- A person adds one number to a draw.
CREATE UNIQUE INDEX event_number_once ON event_number (event, draw, person) WHERE person <> '';
CREATE INDEX event_number_person ON event_number (person) WHERE person <> '';

-- Changes of an event's rules, its reopening, and boards that were drawn again.
CREATE TABLE event_change (
	event           TEXT    NOT NULL REFERENCES event (id) ON DELETE CASCADE,
	number          INTEGER NOT NULL, -- from 0, in the order in which the changes were made
	was             TEXT    NOT NULL, -- the rules before the change, JSON
	draws           INTEGER NOT NULL, -- how many draws were made before
	joined          INTEGER NOT NULL, -- the number of the draw that new boards joined; -1 for none
	reopened        BOOLEAN NOT NULL,
	changed_by      TEXT    NOT NULL,
	changed_at      BIGINT  NOT NULL,
	interactions    TEXT    NOT NULL,
	showing_at      BIGINT  NOT NULL, -- when the last answer began that shows the change
	shown           BOOLEAN NOT NULL,
	changed_by_name TEXT    NOT NULL,
	redrawn         INTEGER NOT NULL DEFAULT 0,
	board           INTEGER NOT NULL DEFAULT 0, -- that was drawn again; 0 for other changes
	sp              INTEGER NOT NULL DEFAULT 0, -- the position that does not count
	reason          TEXT    NOT NULL DEFAULT '',
	PRIMARY KEY (event, number)
);

CREATE INDEX event_change_person ON event_change (changed_by) WHERE changed_by <> '';

CREATE TABLE event_result (
	event        TEXT    NOT NULL REFERENCES event (id) ON DELETE CASCADE,
	number       INTEGER NOT NULL, -- from 0, in the order in which the results came
	draw         INTEGER NOT NULL,
	board        INTEGER NOT NULL,
	game         INTEGER NOT NULL,
	white        TEXT    NOT NULL,
	black        TEXT    NOT NULL,
	outcome      TEXT    NOT NULL,
	link         TEXT    NOT NULL, -- '' for a result that a person typed
	changes      INTEGER NOT NULL, -- of the event, before the result
	told_by      TEXT    NOT NULL,
	told_by_name TEXT    NOT NULL,
	told_at      BIGINT  NOT NULL,
	PRIMARY KEY (event, number)
);

CREATE INDEX event_result_told_by ON event_result (told_by) WHERE told_by <> '';
CREATE INDEX event_result_white ON event_result (white) WHERE white <> '';
CREATE INDEX event_result_black ON event_result (black) WHERE black <> '';

-- The games on lichess that count.
CREATE TABLE event_game (
	event     TEXT    NOT NULL REFERENCES event (id) ON DELETE CASCADE,
	number    INTEGER NOT NULL, -- from 0, in the order in which the games were opened
	draw      INTEGER NOT NULL,
	board     INTEGER NOT NULL,
	game      INTEGER NOT NULL,
	id        TEXT    NOT NULL, -- on lichess
	white     TEXT    NOT NULL, -- addresses
	black     TEXT    NOT NULL,
	by_lot    TEXT    NOT NULL,
	days      BOOLEAN NOT NULL,
	changes   INTEGER NOT NULL,
	opened_at BIGINT  NOT NULL,
	ask_at    BIGINT  NOT NULL, -- 0 if lichess is not asked any more
	PRIMARY KEY (event, number)
);

CREATE INDEX event_game_due ON event_game (ask_at) WHERE ask_at <> 0;

-- # The quiz

-- A fact that a person was asked, such as 'sequence 480 number'. Package fsrs calculates when
-- it is due again.
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
	next      TEXT    NOT NULL,
	exercise  TEXT    NOT NULL DEFAULT '' -- about castling, such as 'O-O ' and an X-FEN: the position came from chance
);

CREATE INDEX quiz_turn_person ON quiz_turn (person, asked);
CREATE INDEX quiz_turn_asked ON quiz_turn (asked);

-- A race: its rules, and how far it is. The questions follow from the rules.
CREATE TABLE quiz_race (
	id         TEXT    NOT NULL PRIMARY KEY, -- of the interaction that started it
	channel    TEXT    NOT NULL,
	guild      TEXT    NOT NULL,
	rules      TEXT    NOT NULL, -- JSON
	asked      INTEGER NOT NULL, -- the round whose question was asked last
	next_at    BIGINT  NOT NULL, -- when the next post is due
	ended_at   BIGINT  NOT NULL,
	started_by TEXT    NOT NULL DEFAULT '',
	stopped    BOOLEAN NOT NULL DEFAULT FALSE -- no further question is asked; the next post shows the ranking
);

CREATE UNIQUE INDEX quiz_race_running ON quiz_race (channel) WHERE ended_at = 0;
CREATE INDEX quiz_race_channel ON quiz_race (channel, ended_at);
CREATE INDEX quiz_race_ended ON quiz_race (ended_at) WHERE ended_at <> 0;
CREATE INDEX quiz_race_started_by ON quiz_race (started_by) WHERE started_by <> '';

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
	steps    INTEGER NOT NULL DEFAULT 5,
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
