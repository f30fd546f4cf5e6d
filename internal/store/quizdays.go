package store

import (
	"context"
	"errors"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/when"
)

var dayTable = newTable("quiz_day", 2, func(a *training.Attempt) []column {
	return []column{
		{"person", asText(&a.Person)}, {"day", asNumber(&a.Date)}, {"marks", asText(&a.Marks)},
		{"second", asIs(&a.Second)}, {"steps", asNumber(&a.Steps)}, {"began_at", asInstant(&a.BegunAt)},
		{"ended_at", asInstant(&a.EndedAt)},
	}
})

// BeginAttempt implements [quiz.Store].
func (s *Store) BeginAttempt(ctx context.Context, person string, date when.Date, at time.Time) (a *training.Attempt, err error) {
	err = s.transaction(ctx, func(tx *transaction) {
		dayTable.insertNew(tx, &training.Attempt{Person: person, Date: date, Steps: training.DaySteps, BegunAt: at})
		a, err = loadDay(ctx, tx, readDay, person, date)
		tx.fail(err)
	})
	return a, s.fail(err, "begin the quiz of a day")
}

var (
	readDay = dayTable.selectSQL(`WHERE person = $1 AND day = $2`)
	lockDay = dayTable.lockSQL(`person = $1 AND day = $2`)
)

// Attempt implements [quiz.Store].
func (s *Store) Attempt(ctx context.Context, person string, date when.Date) (*training.Attempt, error) {
	a, err := loadDay(ctx, s.read, readDay, person, date)
	return a, s.fail(err, "read the quiz of a day")
}

// loadDay reads an attempt by a statement that returns the columns of the dayTable.
func loadDay(ctx context.Context, q querier, statement, person string, date when.Date) (*training.Attempt, error) {
	return dayTable.one(ctx, q, training.ErrNoAttempt, statement, text(person), int(date))
}

// UpdateAttempt implements [quiz.Store].
func (s *Store) UpdateAttempt(ctx context.Context, person string, date when.Date, update func(*training.Attempt) error) (*training.Attempt, error) {
	var wasDone bool
	a, err := updateRow(ctx, s, func(q querier) (*training.Attempt, error) {
		return loadDay(ctx, q, lockDay, person, date)
	}, func(a *training.Attempt) error {
		wasDone = a.Done()
		return update(a)
	}, func(tx *transaction, a *training.Attempt) {
		dayTable.update(tx, a)
		if !wasDone && a.Done() {
			// Two quizzes of a person end one after the other in almost every case; the later date decides.
			streak, err := loadStreak(tx.ctx, tx, person)
			tx.fail(err)
			streakTable.upsert(tx, &streakRow{person, streak.Extended(date)})
		}
	})
	return a, s.fail(err, "change the quiz of a day")
}

// A streakRow is a row of quiz_streak.
type streakRow struct {
	person string
	training.Streak
}

var streakTable = newTable("quiz_streak", 1, func(s *streakRow) []column {
	return []column{
		{"person", asText(&s.person)}, {"last_day", asNumber(&s.Last)}, {"days", asNumber(&s.Days)},
	}
})

var readStreak = streakTable.selectSQL(`WHERE person = $1`)

// loadStreak reads a person's streak, or returns the zero Streak.
func loadStreak(ctx context.Context, q querier, person string) (training.Streak, error) {
	s, err := streakTable.one(ctx, q, nil, readStreak, text(person))
	return valueOf(s).Streak, err
}

// Streak implements [quiz.Store].
func (s *Store) Streak(ctx context.Context, person string) (training.Streak, error) {
	streak, err := loadStreak(ctx, s.read, person)
	return streak, s.fail(err, "read a streak")
}

const (
	pruneDays    = `DELETE FROM quiz_day WHERE day < $1`
	pruneStreaks = `DELETE FROM quiz_streak WHERE last_day < $1`
)

// PruneAttempts implements [quiz.Store].
func (s *Store) PruneAttempts(ctx context.Context, since when.Date) error {
	days := s.exec(ctx, pruneDays, int(since))
	streaks := s.exec(ctx, pruneStreaks, int(since))
	return s.fail(errors.Join(days, streaks), "delete old quizzes of a day")
}
