package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/quiz"
)

var _ quiz.Store = (*Store)(nil)

const turnColumns = `id, person, level, direction, scheme, sp, mixed, began, asked, hinted, outcome, answered, given, slip, next`

// turnValues are the values of the turnColumns.
func turnValues(t quiz.Turn) []any {
	q := t.Question
	return []any{
		text(t.ID), text(t.Person), q.Level.ID(), q.Direction.ID(), quiz.SchemeID(q.Scheme), q.Position.SP(), t.Mixed,
		millis(t.Began), millis(t.Asked), t.Hinted, t.Outcome, millis(t.Answered), t.Given, text(t.Slip), text(t.Next),
	}
}

// scanTurn reads the turnColumns.
func scanTurn(r row) (t quiz.Turn, err error) {
	var level, direction, scheme string
	var sp int
	err = r.Scan(&t.ID, &t.Person, &level, &direction, &scheme, &sp, &t.Mixed,
		instant{&t.Began}, instant{&t.Asked}, &t.Hinted, &t.Outcome, instant{&t.Answered}, &t.Given, &t.Slip, &t.Next)
	if err != nil {
		return t, err
	}
	t.Question, err = quiz.ParseQuestion(level, direction, scheme, sp)
	return t, err
}

// insertTurn inserts nothing if the turn is stored.
const insertTurn = `
INSERT INTO quiz_turn (` + turnColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
ON CONFLICT (id) DO NOTHING`

// Ask implements [quiz.Store].
func (s *Store) Ask(ctx context.Context, t quiz.Turn) error {
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, insertTurn, turnValues(t)...)
		return err
	})
	return s.fail(err, "store a question")
}

const readTurn = `SELECT ` + turnColumns + ` FROM quiz_turn WHERE id = $1 AND person = $2`

// Turn implements [quiz.Store].
func (s *Store) Turn(ctx context.Context, person, id string) (quiz.Turn, error) {
	t, err := loadTurn(ctx, s.read, readTurn, person, id)
	return t, s.fail(err, "read a question")
}

// loadTurn reads a turn by a statement that returns the turnColumns.
func loadTurn(ctx context.Context, q querier, statement, person, id string) (quiz.Turn, error) {
	return one(ctx, q, scanTurn, quiz.ErrNone, statement, text(id), text(person))
}

// lockTurn reads a turn and keeps others from changing it until the end of the
// transaction. In both databases a write that changes nothing does this.
const lockTurn = `UPDATE quiz_turn SET id = id WHERE id = $1 AND person = $2 RETURNING ` + turnColumns

// updateTurn writes what can change.
const updateTurn = `UPDATE quiz_turn SET hinted = $2, outcome = $3, answered = $4, given = $5, slip = $6, next = $7 WHERE id = $1`

// ChangeTurn implements [quiz.Store].
func (s *Store) ChangeTurn(ctx context.Context, person, id string, change func(*quiz.Turn, map[quiz.Card]quiz.Memory) error) (t quiz.Turn, err error) {
	var refused error // by change
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		if t, err = loadTurn(ctx, tx, lockTurn, person, id); err != nil {
			return err
		}
		memories, err := loadMemories(ctx, tx, person, t.Question.Scheme)
		if err != nil {
			return err
		}
		previous := maps.Clone(memories)
		if refused = change(&t, memories); refused != nil {
			return refused
		}
		if _, err := tx.ExecContext(ctx, updateTurn, text(t.ID), t.Hinted, t.Outcome, millis(t.Answered), t.Given, text(t.Slip), text(t.Next)); err != nil {
			return err
		}
		return saveMemories(ctx, tx, t, previous, memories)
	})
	if refused != nil {
		return t, refused
	}
	return t, s.fail(err, "change a question")
}

const lastTurns = `
SELECT ` + turnColumns + ` FROM quiz_turn
WHERE person = $1 AND outcome IN ('right', 'wrong', 'shown')
ORDER BY asked DESC LIMIT $2`

// Turns implements [quiz.Store].
func (s *Store) Turns(ctx context.Context, person string, most int) ([]quiz.Turn, error) {
	turns, err := query(ctx, s.read, scanTurn, lastTurns, text(person), most)
	return turns, s.fail(err, "read a person's questions")
}

const memoryColumns = `person, scheme, card, due, stability, difficulty, state, reps, lapses, last, failed`

const readMemories = `SELECT ` + memoryColumns + ` FROM quiz_card WHERE person = $1 AND scheme = $2`

// Memories implements [quiz.Store].
func (s *Store) Memories(ctx context.Context, person string, scheme *chess960.Scheme) (map[quiz.Card]quiz.Memory, error) {
	memories, err := loadMemories(ctx, s.read, person, scheme)
	return memories, s.fail(err, "read what a person remembers")
}

// A storedMemory is a row of quiz_card.
type storedMemory struct {
	person, scheme, card string
	quiz.Memory
}

// memoryValues are the values of the memoryColumns.
func memoryValues(m storedMemory) []any {
	return []any{text(m.person), m.scheme, m.card, millis(m.Due), m.Stability, m.Difficulty, int(m.State), m.Reps, m.Lapses, millis(m.Last), m.Failed}
}

// scanMemory reads the memoryColumns.
func scanMemory(r row) (m storedMemory, err error) {
	return m, r.Scan(&m.person, &m.scheme, &m.card, instant{&m.Due}, &m.Stability, &m.Difficulty, &m.State, &m.Reps, &m.Lapses, instant{&m.Last}, &m.Failed)
}

func loadMemories(ctx context.Context, q querier, person string, scheme *chess960.Scheme) (map[quiz.Card]quiz.Memory, error) {
	rows, err := query(ctx, q, scanMemory, readMemories, text(person), quiz.SchemeID(scheme))
	if err != nil {
		return nil, err
	}
	memories := map[quiz.Card]quiz.Memory{}
	for _, m := range rows {
		card, err := quiz.ParseCard(m.card)
		if err != nil {
			return nil, err
		}
		memories[card] = m.Memory
	}
	return memories, nil
}

const saveMemory = `
INSERT INTO quiz_card (` + memoryColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (person, scheme, card) DO UPDATE SET due = excluded.due, stability = excluded.stability, difficulty = excluded.difficulty,
	state = excluded.state, reps = excluded.reps, lapses = excluded.lapses, last = excluded.last, failed = excluded.failed`

// saveMemories writes the memories that have changed, in a fixed order, so that
// transactions cannot deadlock.
func saveMemories(ctx context.Context, tx *sql.Tx, t quiz.Turn, previous, memories map[quiz.Card]quiz.Memory) error {
	cards := slices.SortedFunc(maps.Keys(memories), func(a, b quiz.Card) int { return strings.Compare(a.ID(), b.ID()) })
	for _, c := range cards {
		if memories[c] == previous[c] {
			continue
		}
		m := storedMemory{t.Person, quiz.SchemeID(t.Question.Scheme), c.ID(), memories[c]}
		if _, err := tx.ExecContext(ctx, saveMemory, memoryValues(m)...); err != nil {
			return err
		}
	}
	return nil
}

// learnerTables are the tables that have something about a person who uses the quiz. The
// turns come first: an answer that is on its way then finds no turn, and writes no card.
var learnerTables = []string{"quiz_turn", "quiz_card", "quiz_answer", "quiz_day", "quiz_streak"}

// ForgetLearner implements [quiz.Store].
func (s *Store) ForgetLearner(ctx context.Context, person string) error {
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		_, err := forgetLearner(ctx, tx, text(person))
		return err
	})
	return s.fail(err, "forget a person's quiz")
}

// forgetLearner deletes the rows of a person, and returns how many there were.
func forgetLearner(ctx context.Context, tx *sql.Tx, person string) (rows int, err error) {
	for _, table := range learnerTables {
		deleted, err := affected(tx.ExecContext(ctx, fmt.Sprintf(`DELETE FROM %s WHERE person = $1`, table), person))
		if err != nil {
			return rows, err
		}
		rows += int(deleted)
	}
	shared, err := deletePosts(ctx, tx, oneSubject, person) // results of a day
	return rows + shared, err
}

const (
	pruneTurns = `DELETE FROM quiz_turn WHERE asked < $1`
	pruneCards = `DELETE FROM quiz_card WHERE last < $1`
)

// PruneQuiz implements [quiz.Store].
func (s *Store) PruneQuiz(ctx context.Context, before time.Time) error {
	_, turns := s.write.ExecContext(ctx, pruneTurns, millis(before))
	_, cards := s.write.ExecContext(ctx, pruneCards, millis(before))
	return s.fail(errors.Join(turns, cards), "delete what nobody practises")
}
