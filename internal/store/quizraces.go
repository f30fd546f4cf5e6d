package store

import (
	"context"
	"time"

	"chess960bot/commands/quiz/training"
)

var raceTable = newTable("quiz_race", 1, func(r *training.Race) []column {
	return []column{
		{"id", asText(&r.ID)}, {"channel", asText(&r.Channel)}, {"guild", asText(&r.Guild)},
		{"started_by", asText(&r.StartedBy)}, {"rules", asJSON(&r.Rules)}, {"asked", asNumber(&r.Asked)},
		{"next_at", asInstant(&r.NextAt)}, {"stopped", asIs(&r.Stopped)}, {"ended_at", asInstant(&r.EndedAt)},
	}
})

const (
	countRace   = `SELECT count(*) FROM quiz_race WHERE id = $1`
	countRecent = `SELECT count(*) FROM quiz_race WHERE channel = $1 AND ended_at >= $2`

	// lastRefused is when the last race of a server ended of which Discord refused a post.
	lastRefused = `
SELECT COALESCE(max(ended_at), 0) FROM quiz_race WHERE ended_at <> 0 AND ended_at >= $2 AND guild = $1
AND EXISTS (SELECT 1 FROM post WHERE kind = 'race' AND subject = quiz_race.id AND trouble = 'forbidden')`
)

// NewRace implements [quiz.Store].
func (s *Store) NewRace(ctx context.Context, r *training.Race, quiet time.Time) error {
	err := s.transaction(ctx, func(tx *transaction) {
		inserted := raceTable.insertNew(tx, r) // not if the channel has another race that runs
		same := tx.count(countRace, text(r.ID))
		recent := tx.count(countRecent, text(r.Channel), millis(quiet))
		refused := tx.count(lastRefused, text(r.Guild), millis(r.NextAt.Add(-training.RefusedPause)))
		switch {
		case same == 0:
			tx.fail(training.ErrRaceRuns)
		case !inserted:
		case refused > 0:
			tx.fail(&training.RefusedError{Until: instantOf(int64(refused)).Add(training.RefusedPause)})
		case recent > 0 && !quiet.IsZero():
			tx.fail(training.ErrRecentRace)
		default:
			joined(tx, r.Guild)
			planTurn(tx, r)
		}
	})
	return s.fail(err, "start a race in channel %q", r.Channel)
}

var (
	readRace = raceTable.selectSQL(`WHERE id = $1`)

	// lockRace also keeps others from answering.
	lockRace = raceTable.lockSQL(`id = $1`)
)

// Race implements [quiz.Store].
func (s *Store) Race(ctx context.Context, id string) (*training.Race, error) {
	r, err := loadRace(ctx, s.read, readRace, id)
	return r, s.fail(err, "read the race %q", id)
}

// loadRace reads a race by a statement that returns the columns of the raceTable.
func loadRace(ctx context.Context, q querier, statement, id string) (*training.Race, error) {
	return raceTable.one(ctx, q, training.ErrNoRace, statement, text(id))
}

// UpdateRace implements [quiz.Store].
func (s *Store) UpdateRace(ctx context.Context, id string, update func(*training.Race)) (*training.Race, error) {
	r, err := updateRow(ctx, s, func(q querier) (*training.Race, error) {
		return loadRace(ctx, q, lockRace, id)
	}, func(r *training.Race) error {
		update(r)
		return nil
	}, func(tx *transaction, r *training.Race) {
		raceTable.update(tx, r)
		planTurn(tx, r)
	})
	return r, s.fail(err, "change the race %q", id)
}

// planTurn brings the outbox in step with a race: see [quiz.Race.Post].
func planTurn(tx *transaction, r *training.Race) {
	p, planned := r.Post()
	planOnly(tx, p, planned)
}

// An answerRow is a row of quiz_answer.
type answerRow struct {
	race string
	training.RaceAnswer
}

var answerTable = newTable("quiz_answer", 3, func(a *answerRow) []column {
	return []column{
		{"race", asText(&a.race)}, {"round", asNumber(&a.Round)}, {"interaction", asNumber(&a.Interaction)},
		{"person", asText(&a.Person)}, {"after_millis", asMillis(&a.After)}, {"given", asNumber(&a.Given)},
	}
})

const countEarlier = `SELECT count(*) FROM quiz_answer WHERE person = $1 AND race = $2 AND round = $3 AND interaction < $4`

// AddAnswer implements [quiz.Store].
func (s *Store) AddAnswer(ctx context.Context, id string, a training.RaceAnswer) error {
	err := s.transaction(ctx, func(tx *transaction) {
		r, err := loadRace(ctx, tx, lockRace, id)
		switch {
		case err != nil:
			tx.fail(err)
		case !r.Running() || r.Asked != a.Round:
			tx.fail(training.ErrRoundOver)
		case tx.count(countEarlier, text(a.Person), text(id), a.Round, a.Interaction) > 0:
			tx.fail(training.ErrAnswered)
		default:
			answerTable.insertNew(tx, &answerRow{id, a})
		}
	})
	return s.fail(err, "add an answer to the race %q", id)
}

var readAnswers = answerTable.selectSQL(`WHERE race = $1 ORDER BY round, interaction`)

// Answers implements [quiz.Store].
func (s *Store) Answers(ctx context.Context, id string) ([]training.RaceAnswer, error) {
	answers, err := queryAs(ctx, s.read, answerTable, func(a answerRow) training.RaceAnswer { return a.RaceAnswer }, readAnswers, text(id))
	return answers, s.fail(err, "read the answers of the race %q", id)
}

const endStuck = `
UPDATE quiz_race SET ended_at = $1
WHERE ended_at = 0 AND NOT EXISTS (SELECT 1 FROM post WHERE kind = 'race' AND subject = quiz_race.id AND state = 'open')`

// EndStuck implements [quiz.Store].
func (s *Store) EndStuck(ctx context.Context, now time.Time) error {
	return s.fail(s.exec(ctx, endStuck, millis(now)), "end races that cannot go on")
}

// pruneRaces also deletes the answers.
const pruneRaces = `DELETE FROM quiz_race WHERE ended_at <> 0 AND ended_at < $1`

// PruneRaces implements [quiz.Store].
func (s *Store) PruneRaces(ctx context.Context, endedBefore time.Time) error {
	return s.fail(s.exec(ctx, pruneRaces, millis(endedBefore)), "delete old races")
}
