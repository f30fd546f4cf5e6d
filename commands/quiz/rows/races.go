package rows

import (
	"context"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/store"
)

var raceTable = store.NewTable("quiz_race", 1, func(r *training.Race) []store.Column {
	return []store.Column{
		store.Col("id", store.AsText(&r.ID)), store.Col("channel", store.AsText(&r.Channel)), store.Col("guild", store.AsText(&r.Guild)),
		store.Col("started_by", store.AsText(&r.StartedBy)), store.Col("rules", store.AsJSON(&r.Rules)), store.Col("asked", store.AsNumber(&r.Asked)),
		store.Col("next_at", store.AsInstant(&r.NextAt)), store.Col("stopped", store.AsIs(&r.Stopped)), store.Col("ended_at", store.AsInstant(&r.EndedAt)),
	}
})

const (
	countRace   = `SELECT count(*) FROM quiz_race WHERE id = $1`
	countRecent = `SELECT count(*) FROM quiz_race WHERE channel = $1 AND ended_at >= $2`

	// lastRefused is when the last race of a server ended of which Discord refused a post.
	lastRefused = `
SELECT COALESCE(max(ended_at), 0) FROM quiz_race WHERE ended_at <> 0 AND ended_at >= $2 AND guild = $1
AND EXISTS (SELECT 1 FROM post WHERE kind = '` + training.RaceKind + `' AND subject = quiz_race.id AND trouble = 'forbidden')`
)

// NewRace implements [training.Store].
func (s Store) NewRace(ctx context.Context, r *training.Race, quiet time.Time) error {
	err := s.Transaction(ctx, func(tx *store.Tx) {
		inserted := raceTable.InsertNew(tx, r) // not if the channel has another race that runs
		same := tx.Count(countRace, store.Text(r.ID))
		recent := tx.Count(countRecent, store.Text(r.Channel), store.Millis(quiet))
		refused := tx.Count(lastRefused, store.Text(r.Guild), store.Millis(r.NextAt.Add(-training.RefusedPause)))
		switch {
		case same == 0:
			tx.Fail(training.ErrRaceRuns)
		case !inserted:
		case refused > 0:
			tx.Fail(&training.RefusedError{Until: store.InstantOf(int64(refused)).Add(training.RefusedPause)})
		case recent > 0 && !quiet.IsZero():
			tx.Fail(training.ErrRecentRace)
		default:
			store.Joined(tx, r.Guild)
			planTurn(tx, r)
		}
	})
	return s.Wrap(err, "start a race in channel %q", r.Channel)
}

var (
	readRace = raceTable.SelectSQL(`WHERE id = $1`)

	// lockRace also keeps others from answering.
	lockRace = raceTable.LockSQL(`id = $1`)
)

// Race implements [training.Store].
func (s Store) Race(ctx context.Context, id string) (*training.Race, error) {
	r, err := loadRace(ctx, s.Reader(), readRace, id)
	return r, s.Wrap(err, "read the race %q", id)
}

// loadRace reads a race by a statement that returns the columns of the raceTable.
func loadRace(ctx context.Context, q store.Querier, statement, id string) (*training.Race, error) {
	return raceTable.One(ctx, q, training.ErrNoRace, statement, store.Text(id))
}

// UpdateRace implements [training.Store].
func (s Store) UpdateRace(ctx context.Context, id string, update func(*training.Race)) (*training.Race, error) {
	r, err := store.UpdateRow(ctx, s, func(q store.Querier) (*training.Race, error) {
		return loadRace(ctx, q, lockRace, id)
	}, func(r *training.Race) error {
		update(r)
		return nil
	}, func(tx *store.Tx, r *training.Race) {
		raceTable.Update(tx, r)
		planTurn(tx, r)
	})
	return r, s.Wrap(err, "change the race %q", id)
}

// planTurn brings the outbox in step with a race: see [training.Race.Post].
func planTurn(tx *store.Tx, r *training.Race) {
	p, planned := r.Post()
	store.PlanOnly(tx, p, planned)
}

// An answerRow is a row of quiz_answer.
type answerRow struct {
	race string
	training.RaceAnswer
}

var answerTable = store.NewTable("quiz_answer", 3, func(a *answerRow) []store.Column {
	return []store.Column{
		store.Col("race", store.AsText(&a.race)), store.Col("round", store.AsNumber(&a.Round)), store.Col("interaction", store.AsNumber(&a.Interaction)),
		store.Col("person", store.AsText(&a.Person)), store.Col("after_millis", store.AsMillis(&a.After)), store.Col("given", store.AsNumber(&a.Given)),
	}
})

const countEarlier = `SELECT count(*) FROM quiz_answer WHERE person = $1 AND race = $2 AND round = $3 AND interaction < $4`

// AddAnswer implements [training.Store].
func (s Store) AddAnswer(ctx context.Context, id string, a training.RaceAnswer) error {
	err := s.Transaction(ctx, func(tx *store.Tx) {
		r, err := loadRace(ctx, tx, lockRace, id)
		switch {
		case err != nil:
			tx.Fail(err)
		case !r.Running() || r.Asked != a.Round:
			tx.Fail(training.ErrRoundOver)
		case tx.Count(countEarlier, store.Text(a.Person), store.Text(id), a.Round, a.Interaction) > 0:
			tx.Fail(training.ErrAnswered)
		default:
			answerTable.InsertNew(tx, &answerRow{id, a})
		}
	})
	return s.Wrap(err, "add an answer to the race %q", id)
}

var readAnswers = answerTable.SelectSQL(`WHERE race = $1 ORDER BY round, interaction`)

// Answers implements [training.Store].
func (s Store) Answers(ctx context.Context, id string) ([]training.RaceAnswer, error) {
	answers, err := store.QueryAs(ctx, s.Reader(), answerTable, func(a answerRow) training.RaceAnswer { return a.RaceAnswer }, readAnswers, store.Text(id))
	return answers, s.Wrap(err, "read the answers of the race %q", id)
}

const endStuck = `
UPDATE quiz_race SET ended_at = $1
WHERE ended_at = 0 AND NOT EXISTS (SELECT 1 FROM post WHERE kind = '` + training.RaceKind + `' AND subject = quiz_race.id AND state = 'open')`

// EndStuck implements [training.Store].
func (s Store) EndStuck(ctx context.Context, now time.Time) error {
	return s.Wrap(s.Execute(ctx, endStuck, store.Millis(now)), "end races that cannot go on")
}

// pruneRaces also deletes the answers.
const pruneRaces = `DELETE FROM quiz_race WHERE ended_at <> 0 AND ended_at < $1`

// PruneRaces implements [training.Store].
func (s Store) PruneRaces(ctx context.Context, endedBefore time.Time) error {
	return s.Wrap(s.Execute(ctx, pruneRaces, store.Millis(endedBefore)), "delete old races")
}
