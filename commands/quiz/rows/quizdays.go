package rows

import (
	"context"
	"errors"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
)

var dayTable = store.NewTable("quiz_day", 2, func(a *training.Attempt) []store.Column {
	return []store.Column{
		store.Col("person", store.AsText(&a.Person)), store.Col("day", store.AsNumber(&a.Date)), store.Col("marks", store.AsText(&a.Marks)),
		store.Col("second", store.AsIs(&a.Second)), store.Col("steps", store.AsNumber(&a.Steps)), store.Col("began_at", store.AsInstant(&a.BegunAt)),
		store.Col("ended_at", store.AsInstant(&a.EndedAt)),
	}
})

// BeginAttempt implements [quiz.Store].
func (s Store) BeginAttempt(ctx context.Context, person string, date when.Date, at time.Time) (a *training.Attempt, err error) {
	err = s.Transaction(ctx, func(tx *store.Tx) {
		dayTable.InsertNew(tx, &training.Attempt{Person: person, Date: date, Steps: training.DaySteps, BegunAt: at})
		a, err = loadDay(ctx, tx, readDay, person, date)
		tx.Fail(err)
	})
	return a, s.Wrap(err, "begin the quiz of a day")
}

var (
	readDay = dayTable.SelectSQL(`WHERE person = $1 AND day = $2`)
	lockDay = dayTable.LockSQL(`person = $1 AND day = $2`)
)

// Attempt implements [quiz.Store].
func (s Store) Attempt(ctx context.Context, person string, date when.Date) (*training.Attempt, error) {
	a, err := loadDay(ctx, s.Reader(), readDay, person, date)
	return a, s.Wrap(err, "read the quiz of a day")
}

// loadDay reads an attempt by a statement that returns the columns of the dayTable.
func loadDay(ctx context.Context, q store.Querier, statement, person string, date when.Date) (*training.Attempt, error) {
	return dayTable.One(ctx, q, training.ErrNoAttempt, statement, store.Text(person), int(date))
}

// UpdateAttempt implements [quiz.Store].
func (s Store) UpdateAttempt(ctx context.Context, person string, date when.Date, update func(*training.Attempt) error) (*training.Attempt, error) {
	var wasDone bool
	a, err := store.UpdateRow(ctx, s, func(q store.Querier) (*training.Attempt, error) {
		return loadDay(ctx, q, lockDay, person, date)
	}, func(a *training.Attempt) error {
		wasDone = a.Done()
		return update(a)
	}, func(tx *store.Tx, a *training.Attempt) {
		dayTable.Update(tx, a)
		if !wasDone && a.Done() {
			// Two quizzes of a person end one after the other in almost every case; the later date decides.
			streak, err := loadStreak(tx.Context(), tx, person)
			tx.Fail(err)
			streakTable.Upsert(tx, &streakRow{person, streak.Extended(date)})
		}
	})
	return a, s.Wrap(err, "change the quiz of a day")
}

// A streakRow is a row of quiz_streak.
type streakRow struct {
	person string
	training.Streak
}

var streakTable = store.NewTable("quiz_streak", 1, func(s *streakRow) []store.Column {
	return []store.Column{
		store.Col("person", store.AsText(&s.person)), store.Col("last_day", store.AsNumber(&s.Last)), store.Col("days", store.AsNumber(&s.Days)),
	}
})

var readStreak = streakTable.SelectSQL(`WHERE person = $1`)

// loadStreak reads a person's streak, or returns the zero Streak.
func loadStreak(ctx context.Context, q store.Querier, person string) (training.Streak, error) {
	s, err := streakTable.One(ctx, q, nil, readStreak, store.Text(person))
	return store.ValueOf(s).Streak, err
}

// Streak implements [quiz.Store].
func (s Store) Streak(ctx context.Context, person string) (training.Streak, error) {
	streak, err := loadStreak(ctx, s.Reader(), person)
	return streak, s.Wrap(err, "read a streak")
}

const (
	pruneDays    = `DELETE FROM quiz_day WHERE day < $1`
	pruneStreaks = `DELETE FROM quiz_streak WHERE last_day < $1`
)

// PruneAttempts implements [quiz.Store].
func (s Store) PruneAttempts(ctx context.Context, since when.Date) error {
	days := s.Execute(ctx, pruneDays, int(since))
	streaks := s.Execute(ctx, pruneStreaks, int(since))
	return s.Wrap(errors.Join(days, streaks), "delete old quizzes of a day")
}
