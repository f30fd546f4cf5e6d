package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/quiz/day"
	"chess960bot/internal/when"
)

var _ day.Store = (*Store)(nil)

const dayColumns = `person, day, marks, second, began_at, ended_at`

// dayValues are the values of the dayColumns.
func dayValues(a *day.Attempt) []any {
	return []any{text(a.Person), int(a.Date), text(a.Marks), a.Second, millis(a.BegunAt), millis(a.EndedAt)}
}

// scanDay reads the dayColumns.
func scanDay(r row) (*day.Attempt, error) {
	a := new(day.Attempt)
	return a, r.Scan(&a.Person, &a.Date, &a.Marks, &a.Second, instant{&a.BegunAt}, instant{&a.EndedAt})
}

const (
	insertDay = `INSERT INTO quiz_day (` + dayColumns + `) VALUES ($1, $2, $3, $4, $5, $6)`

	// beginDay inserts nothing if the person has begun.
	beginDay = insertDay + ` ON CONFLICT DO NOTHING`
)

// BeginAttempt implements [day.Store].
func (s *Store) BeginAttempt(ctx context.Context, person string, date when.Date, at time.Time) (a *day.Attempt, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, beginDay, dayValues(&day.Attempt{Person: person, Date: date, BegunAt: at})...); err != nil {
			return err
		}
		a, err = loadDay(ctx, tx, readDay, person, date)
		return err
	})
	return a, s.fail(err, "begin the quiz of a day")
}

const readDay = `SELECT ` + dayColumns + ` FROM quiz_day WHERE person = $1 AND day = $2`

// Attempt implements [day.Store].
func (s *Store) Attempt(ctx context.Context, person string, date when.Date) (*day.Attempt, error) {
	a, err := loadDay(ctx, s.read, readDay, person, date)
	return a, s.fail(err, "read the quiz of a day")
}

// loadDay reads an attempt by a statement that returns the dayColumns.
func loadDay(ctx context.Context, q querier, statement, person string, date when.Date) (*day.Attempt, error) {
	return one(ctx, q, scanDay, day.ErrNone, statement, text(person), int(date))
}

// lockDay reads an attempt and keeps others from changing it until the end of the
// transaction.
const lockDay = `UPDATE quiz_day SET second = second WHERE person = $1 AND day = $2 RETURNING ` + dayColumns

const saveDay = `UPDATE quiz_day SET marks = $3, second = $4, began_at = $5, ended_at = $6 WHERE person = $1 AND day = $2`

// ChangeAttempt implements [day.Store].
func (s *Store) ChangeAttempt(ctx context.Context, person string, date when.Date, change func(*day.Attempt) error) (a *day.Attempt, err error) {
	var refused error // by change
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		if a, err = loadDay(ctx, tx, lockDay, person, date); err != nil {
			return err
		}
		was := a.Done()
		if refused = change(a); refused != nil {
			return refused
		}
		if _, err := tx.ExecContext(ctx, saveDay, dayValues(a)...); err != nil {
			return err
		}
		if was || !a.Done() {
			return nil
		}
		return extendStreak(ctx, tx, person, date)
	})
	if refused != nil {
		return a, refused
	}
	return a, s.fail(err, "change the quiz of a day")
}

const (
	streakColumns = `person, last_day, days`

	readStreak = `SELECT ` + streakColumns + ` FROM quiz_streak WHERE person = $1`

	saveStreak = `
INSERT INTO quiz_streak (` + streakColumns + `) VALUES ($1, $2, $3)
ON CONFLICT (person) DO UPDATE SET last_day = excluded.last_day, days = excluded.days`
)

// A personStreak is a row of quiz_streak.
type personStreak struct {
	person string
	day.Streak
}

// streakValues are the values of the streakColumns.
func streakValues(s personStreak) []any { return []any{text(s.person), int(s.Last), s.Days} }

// scanStreak reads the streakColumns.
func scanStreak(r row) (s personStreak, err error) {
	return s, r.Scan(&s.person, &s.Last, &s.Days)
}

// loadStreak reads a person's streak, or returns the zero Streak.
func loadStreak(ctx context.Context, q querier, person string) (day.Streak, error) {
	s, err := one(ctx, q, scanStreak, nil, readStreak, text(person))
	return s.Streak, err
}

// extendStreak counts a quiz that a person has finished. Two quizzes of a person end one
// after the other in almost every case; the later date decides.
func extendStreak(ctx context.Context, tx *sql.Tx, person string, date when.Date) error {
	streak, err := loadStreak(ctx, tx, person)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, saveStreak, streakValues(personStreak{person, streak.Extended(date)})...)
	return err
}

// Streak implements [day.Store].
func (s *Store) Streak(ctx context.Context, person string) (day.Streak, error) {
	streak, err := loadStreak(ctx, s.read, person)
	return streak, s.fail(err, "read a streak")
}

// Share implements [day.Store].
func (s *Store) Share(ctx context.Context, p outbox.Post) (planned bool, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		inserted, err := insertAll(ctx, tx, []outbox.Post{p})
		planned = len(inserted) > 0
		return err
	})
	return planned, s.fail(err, "share the quiz of a day")
}

const (
	pruneDays    = `DELETE FROM quiz_day WHERE day < $1`
	pruneStreaks = `DELETE FROM quiz_streak WHERE last_day < $1`
)

// PruneAttempts implements [day.Store].
func (s *Store) PruneAttempts(ctx context.Context, since when.Date) error {
	_, days := s.write.ExecContext(ctx, pruneDays, int(since))
	_, streaks := s.write.ExecContext(ctx, pruneStreaks, int(since))
	return s.fail(errors.Join(days, streaks), "delete old quizzes of a day")
}
