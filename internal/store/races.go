package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"chess960bot/internal/quiz/race"
)

var _ race.Store = (*Store)(nil)

const raceColumns = `id, channel, guild, rules, asked, next_at, ended_at`

// insertRace inserts nothing if the race is stored already, or the channel has another one
// that runs.
const insertRace = `
INSERT INTO quiz_race (` + raceColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT DO NOTHING`

// raceValues are the values of the raceColumns. The rules are JSON.
func raceValues(r *race.Race) ([]any, error) {
	rules, err := json.Marshal(r.Rules)
	if err != nil {
		return nil, err
	}
	return []any{text(r.ID), text(r.Channel), text(r.Guild), string(rules), r.Asked, millis(r.NextAt), millis(r.EndedAt)}, nil
}

// scanRace reads the raceColumns.
func scanRace(r row) (*race.Race, error) {
	found := new(race.Race)
	var rules []byte
	err := r.Scan(&found.ID, &found.Channel, &found.Guild, &rules, &found.Asked, instant{&found.NextAt}, instant{&found.EndedAt})
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(rules, &found.Rules); err != nil {
		return nil, fmt.Errorf("read the rules of a race: %w", err)
	}
	return found, nil
}

const (
	countRace   = `SELECT count(*) FROM quiz_race WHERE id = $1`
	countRecent = `SELECT count(*) FROM quiz_race WHERE channel = $1 AND ended_at >= $2`
)

// NewRace implements [race.Store].
func (s *Store) NewRace(ctx context.Context, r *race.Race, quiet time.Time) error {
	values, err := raceValues(r)
	if err != nil {
		return err
	}
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		inserted, err := affected(tx.ExecContext(ctx, insertRace, values...))
		if err != nil {
			return err
		}
		count := func(n *int, statement string, args ...any) error {
			return tx.QueryRowContext(ctx, statement, args...).Scan(n)
		}
		var same, recent int
		if err := errors.Join(count(&same, countRace, text(r.ID)), count(&recent, countRecent, text(r.Channel), millis(quiet))); err != nil {
			return err
		}
		switch {
		case same == 0:
			return race.ErrRunning
		case inserted == 0:
			return nil
		case recent > 0 && !quiet.IsZero():
			return race.ErrRecent
		}
		if err := joined(ctx, tx, r.Guild); err != nil {
			return err
		}
		return planTurn(ctx, tx, r)
	})
	return s.fail(err, "start a race in channel %q", r.Channel)
}

const readRace = `SELECT ` + raceColumns + ` FROM quiz_race WHERE id = $1`

// Race implements [race.Store].
func (s *Store) Race(ctx context.Context, id string) (*race.Race, error) {
	r, err := loadRace(ctx, s.read, readRace, id)
	return r, s.fail(err, "read the race %q", id)
}

// loadRace reads a race by a statement that returns the raceColumns.
func loadRace(ctx context.Context, q querier, statement, id string) (*race.Race, error) {
	return one(ctx, q, scanRace, race.ErrNone, statement, text(id))
}

// lockRace reads a race and keeps others from changing it or answering until the end of the
// transaction. In both databases a write that changes nothing does this.
const lockRace = `UPDATE quiz_race SET id = id WHERE id = $1 RETURNING ` + raceColumns

const moveRace = `UPDATE quiz_race SET asked = $2, next_at = $3, ended_at = $4 WHERE id = $1`

// ChangeRace implements [race.Store]. It writes only what can change.
func (s *Store) ChangeRace(ctx context.Context, id string, change func(*race.Race)) (r *race.Race, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		if r, err = loadRace(ctx, tx, lockRace, id); err != nil {
			return err
		}
		change(r)
		if _, err := tx.ExecContext(ctx, moveRace, text(id), r.Asked, millis(r.NextAt), millis(r.EndedAt)); err != nil {
			return err
		}
		return planTurn(ctx, tx, r)
	})
	return r, s.fail(err, "change the race %q", id)
}

// planTurn brings the outbox in step with a race: see [race.Race.Post].
func planTurn(ctx context.Context, tx *sql.Tx, r *race.Race) error {
	p, planned := r.Post()
	return planOnly(ctx, tx, p, planned)
}

const (
	answerColumns = `race, round, interaction, person, after_millis, given`

	insertAnswer = `INSERT INTO quiz_answer (` + answerColumns + `) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`

	countEarlier = `SELECT count(*) FROM quiz_answer WHERE person = $1 AND race = $2 AND round = $3 AND interaction < $4`
)

// AddAnswer implements [race.Store].
func (s *Store) AddAnswer(ctx context.Context, id string, a race.Answer) error {
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		r, err := loadRace(ctx, tx, lockRace, id)
		if err != nil {
			return err
		}
		if !r.Running() || r.Asked != a.Round {
			return race.ErrOver
		}
		var earlier int
		if err := tx.QueryRowContext(ctx, countEarlier, text(a.Person), text(id), a.Round, a.Interaction).Scan(&earlier); err != nil {
			return err
		}
		if earlier > 0 {
			return race.ErrAnswered
		}
		_, err = tx.ExecContext(ctx, insertAnswer, answerValues(raceAnswer{id, a})...)
		return err
	})
	return s.fail(err, "add an answer to the race %q", id)
}

// A raceAnswer is a row of quiz_answer.
type raceAnswer struct {
	race string
	race.Answer
}

// answerValues are the values of the answerColumns.
func answerValues(a raceAnswer) []any {
	return []any{text(a.race), a.Round, a.Interaction, text(a.Person), a.After.Milliseconds(), a.Given}
}

// scanAnswer reads the answerColumns.
func scanAnswer(r row) (a raceAnswer, err error) {
	var after int64
	err = r.Scan(&a.race, &a.Round, &a.Interaction, &a.Person, &after, &a.Given)
	a.After = time.Duration(after) * time.Millisecond
	return a, err
}

const readAnswers = `SELECT ` + answerColumns + ` FROM quiz_answer WHERE race = $1 ORDER BY round, interaction`

// Answers implements [race.Store].
func (s *Store) Answers(ctx context.Context, id string) ([]race.Answer, error) {
	answers, err := query(ctx, s.read, func(r row) (race.Answer, error) {
		a, err := scanAnswer(r)
		return a.Answer, err
	}, readAnswers, text(id))
	return answers, s.fail(err, "read the answers of the race %q", id)
}

const endStuck = `
UPDATE quiz_race SET ended_at = $1
WHERE ended_at = 0 AND NOT EXISTS (SELECT 1 FROM post WHERE kind = 'race' AND subject = quiz_race.id AND state = 'open')`

// EndStuck implements [race.Store].
func (s *Store) EndStuck(ctx context.Context, now time.Time) error {
	_, err := s.write.ExecContext(ctx, endStuck, millis(now))
	return s.fail(err, "end races that cannot go on")
}

// pruneRaces also deletes the answers.
const pruneRaces = `DELETE FROM quiz_race WHERE ended_at <> 0 AND ended_at < $1`

// PruneRaces implements [race.Store].
func (s *Store) PruneRaces(ctx context.Context, endedBefore time.Time) error {
	_, err := s.write.ExecContext(ctx, pruneRaces, millis(endedBefore))
	return s.fail(err, "delete old races")
}
