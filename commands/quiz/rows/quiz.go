// Package rows keeps in a database what people practise: their answers and what they remember, the
// quiz of a day, and races. It implements [training.Store].
//
// quiz_card has a row for each fact that a person was asked, and quiz_turn one for each
// question. An answer changes one turn and the cards of its question, in one transaction.
//
// quiz_race has a row for each race and quiz_answer one for each answer to it. An update of
// a race and the post that follows are one transaction, and an answer locks its race.
// quiz_day has a row for each person's quiz of a date, and quiz_streak one for each person;
// a streak changes with the quiz that ends.
package rows

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
)

// Part is what a database keeps of the quiz: practice, the quiz of a day, races.
var Part = store.Part{
	Kinds:   []string{training.DayKind, training.RaceKind},
	Servers: []store.ServerTable{{Table: "quiz_race", Subject: "id", Of: "races"}},
	Forget: func(tx *store.Tx, person string) []privacy.Deleted {
		return []privacy.Deleted{{Of: "quiz", Rows: forgetLearner(tx, person)}}
	},
	Tidy: func(ctx context.Context, db store.DB, now time.Time) error {
		return Of(db).PruneQuiz(ctx, now.Add(-training.KeptFor))
	},
}

// A turnRow is a row of quiz_turn.
type turnRow struct {
	training.Turn
	level, direction, scheme string // of the question
	sp                       int
	exercise                 string
}

var turnTable = store.NewTable("quiz_turn", 1, func(t *turnRow) []store.Column {
	return []store.Column{
		store.Col("id", store.AsText(&t.ID)), store.Col("person", store.AsText(&t.Person)), store.Col("level", store.AsText(&t.level)),
		store.Col("direction", store.AsText(&t.direction)), store.Col("scheme", store.AsText(&t.scheme)), store.Col("sp", store.AsNumber(&t.sp)),
		store.Col("exercise", store.AsText(&t.exercise)), store.Col("mixed", store.AsIs(&t.Mixed)), store.Col("began", store.AsInstant(&t.Began)),
		store.Col("asked", store.AsInstant(&t.Asked)), store.Col("hinted", store.AsIs(&t.Hinted)), store.Col("outcome", store.AsText(&t.Outcome)),
		store.Col("answered", store.AsInstant(&t.Answered)), store.Col("given", store.AsNumber(&t.Given)), store.Col("slip", store.AsText(&t.Slip)),
		store.Col("next", store.AsText(&t.Next)),
	}
})

// turnRowOf returns the row of a turn.
func turnRowOf(t training.Turn) *turnRow {
	q := t.Question
	row := &turnRow{t, q.Level.ID(), q.Direction.ID(), q.Scheme.Option, q.Position.SP(), ""}
	if q.Level == training.Castling {
		row.exercise = q.Exercise.String()
	}
	return row
}

// turn returns the turn of a row.
func (t turnRow) turn() (_ training.Turn, err error) {
	t.Question, err = training.ParseQuestion(t.level, t.direction, t.scheme, t.sp, t.exercise)
	return t.Turn, err
}

// Share implements [training.Store].
func (s Store) Share(ctx context.Context, p outbox.Post) (planned bool, err error) {
	return store.Share(ctx, s, p)
}

// Ask implements [training.Store].
func (s Store) Ask(ctx context.Context, t training.Turn) error {
	err := s.Transaction(ctx, func(tx *store.Tx) { turnTable.InsertNew(tx, turnRowOf(t)) })
	return s.Wrap(err, "store a question")
}

var (
	readTurn = turnTable.SelectSQL(`WHERE id = $1 AND person = $2`)
	lockTurn = turnTable.LockSQL(`id = $1 AND person = $2`)
)

// Turn implements [training.Store].
func (s Store) Turn(ctx context.Context, person, id string) (training.Turn, error) {
	t, err := loadTurn(ctx, s.Reader(), readTurn, person, id)
	return t, s.Wrap(err, "read a question")
}

// loadTurn reads a turn by a statement that returns the columns of the turnTable.
func loadTurn(ctx context.Context, q store.Querier, statement, person, id string) (training.Turn, error) {
	t, err := turnTable.One(ctx, q, training.ErrNoTurn, statement, store.Text(id), store.Text(person))
	if err != nil {
		return training.Turn{}, err
	}
	return t.turn()
}

// UpdateTurn implements [training.Store].
func (s Store) UpdateTurn(
	ctx context.Context, person, id string, update func(*training.Turn, map[training.Card]training.Memory) error,
) (t training.Turn, err error) {
	var memories, previous map[training.Card]training.Memory
	_, err = store.UpdateRow(ctx, s, func(q store.Querier) (_ *training.Turn, err error) {
		if t, err = loadTurn(ctx, q, lockTurn, person, id); err != nil {
			return nil, err
		}
		memories, err = loadMemories(ctx, q, person, t.Question.Scheme)
		previous = maps.Clone(memories)
		return &t, err
	}, func(t *training.Turn) error {
		return update(t, memories)
	}, func(tx *store.Tx, t *training.Turn) {
		turnTable.Update(tx, turnRowOf(*t))
		// In a fixed order, so that transactions cannot deadlock.
		cards := slices.SortedFunc(maps.Keys(memories), func(a, b training.Card) int { return strings.Compare(a.ID(), b.ID()) })
		for _, c := range cards {
			if memories[c] != previous[c] {
				cardTable.Upsert(tx, &cardRow{t.Person, t.Question.Scheme.Option, c.ID(), memories[c]})
			}
		}
	})
	return t, s.Wrap(err, "change a question")
}

var lastTurns = turnTable.SelectSQL(`
WHERE person = $1 AND outcome IN ('right', 'wrong', 'shown')
ORDER BY asked DESC LIMIT $2`)

// Turns implements [training.Store]. Somebody with several open questions answers them in any order.
func (s Store) Turns(ctx context.Context, person string, most int) ([]training.Turn, error) {
	rows, err := turnTable.Query(ctx, s.Reader(), lastTurns, store.Text(person), most)
	turns := make([]training.Turn, len(rows))
	for i := 0; i < len(rows) && err == nil; i++ {
		turns[i], err = rows[i].turn()
	}
	slices.SortStableFunc(turns, func(a, b training.Turn) int { return b.Answered.Compare(a.Answered) })
	return turns, s.Wrap(err, "read a person's questions")
}

// A cardRow is a row of quiz_card.
type cardRow struct {
	person, scheme, card string
	training.Memory
}

var cardTable = store.NewTable("quiz_card", 3, func(c *cardRow) []store.Column {
	return []store.Column{
		store.Col("person", store.AsText(&c.person)), store.Col("scheme", store.AsText(&c.scheme)), store.Col("card", store.AsText(&c.card)),
		store.Col("due", store.AsInstant(&c.Due)), store.Col("stability", store.AsIs(&c.Stability)), store.Col("difficulty", store.AsIs(&c.Difficulty)),
		store.Col("state", store.AsNumber(&c.State)), store.Col("reps", store.AsNumber(&c.Reps)), store.Col("lapses", store.AsNumber(&c.Lapses)),
		store.Col("last", store.AsInstant(&c.Last)), store.Col("failed", store.AsIs(&c.Failed)),
	}
})

var readMemories = cardTable.SelectSQL(`WHERE person = $1 AND scheme = $2`)

// Memories implements [training.Store].
func (s Store) Memories(ctx context.Context, person string, scheme *chess960.Scheme) (map[training.Card]training.Memory, error) {
	memories, err := loadMemories(ctx, s.Reader(), person, scheme)
	return memories, s.Wrap(err, "read what a person remembers")
}

func loadMemories(ctx context.Context, q store.Querier, person string, scheme *chess960.Scheme) (map[training.Card]training.Memory, error) {
	rows, err := cardTable.Query(ctx, q, readMemories, store.Text(person), scheme.Option)
	if err != nil {
		return nil, err
	}
	memories := map[training.Card]training.Memory{}
	for _, m := range rows {
		card, err := training.ParseCard(m.card)
		if err != nil {
			return nil, err
		}
		memories[card] = m.Memory
	}
	return memories, nil
}

// learnerTables are the tables that have something about a person who uses the quiz. The
// turns come first: an answer that is on its way then finds no turn, and writes no card.
var learnerTables = []string{"quiz_turn", "quiz_card", "quiz_answer", "quiz_day", "quiz_streak"}

const forgetStarter = `UPDATE quiz_race SET started_by = '' WHERE started_by = $1 AND started_by <> ''`

// ForgetLearner implements [training.Store].
func (s Store) ForgetLearner(ctx context.Context, person string) error {
	err := s.Transaction(ctx, func(tx *store.Tx) { forgetLearner(tx, store.Text(person)) })
	if err == nil {
		_ = s.WipeLog(ctx) // or else the next probe does
	}
	return s.Wrap(err, "forget a person's quiz")
}

// forgetLearner deletes the rows of a person, and returns how many there were.
func forgetLearner(tx *store.Tx, person string) (rows int) {
	for _, table := range learnerTables {
		rows += tx.Exec(fmt.Sprintf(`DELETE FROM %s WHERE person = $1`, table), person)
	}
	rows += tx.Exec(forgetStarter, person)
	return rows + store.DeletePosts(tx, []string{training.DayKind}, store.OneSubject, person)
}

const (
	pruneTurns = `DELETE FROM quiz_turn WHERE asked < $1`
	pruneCards = `DELETE FROM quiz_card WHERE last < $1`
)

// PruneQuiz implements [training.Store].
func (s Store) PruneQuiz(ctx context.Context, before time.Time) error {
	turns := s.Execute(ctx, pruneTurns, store.Millis(before))
	cards := s.Execute(ctx, pruneCards, store.Millis(before))
	return s.Wrap(errors.Join(turns, cards), "delete what nobody practises")
}

// A Store keeps in a database what people practise.
type Store struct{ store.DB }

// Of returns what people practise by a database.
func Of(db store.DB) Store { return Store{db} }

var _ training.Store = Store{}

var dayTable = store.NewTable("quiz_day", 2, func(a *training.Attempt) []store.Column {
	return []store.Column{
		store.Col("person", store.AsText(&a.Person)), store.Col("day", store.AsNumber(&a.Date)), store.Col("marks", store.AsText(&a.Marks)),
		store.Col("second", store.AsIs(&a.Second)), store.Col("steps", store.AsNumber(&a.Steps)), store.Col("began_at", store.AsInstant(&a.BegunAt)),
		store.Col("ended_at", store.AsInstant(&a.EndedAt)),
	}
})

// BeginAttempt implements [training.Store].
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

// Attempt implements [training.Store].
func (s Store) Attempt(ctx context.Context, person string, date when.Date) (*training.Attempt, error) {
	a, err := loadDay(ctx, s.Reader(), readDay, person, date)
	return a, s.Wrap(err, "read the quiz of a day")
}

// loadDay reads an attempt by a statement that returns the columns of the dayTable.
func loadDay(ctx context.Context, q store.Querier, statement, person string, date when.Date) (*training.Attempt, error) {
	return dayTable.One(ctx, q, training.ErrNoAttempt, statement, store.Text(person), int(date))
}

// UpdateAttempt implements [training.Store].
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

// Streak implements [training.Store].
func (s Store) Streak(ctx context.Context, person string) (training.Streak, error) {
	streak, err := loadStreak(ctx, s.Reader(), person)
	return streak, s.Wrap(err, "read a streak")
}

const (
	pruneDays    = `DELETE FROM quiz_day WHERE day < $1`
	pruneStreaks = `DELETE FROM quiz_streak WHERE last_day < $1`
)

// PruneAttempts implements [training.Store].
func (s Store) PruneAttempts(ctx context.Context, since when.Date) error {
	days := s.Execute(ctx, pruneDays, int(since))
	streaks := s.Execute(ctx, pruneStreaks, int(since))
	return s.Wrap(errors.Join(days, streaks), "delete old quizzes of a day")
}
