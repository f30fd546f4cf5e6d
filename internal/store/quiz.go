package store

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
	"chess960bot/internal/privacy"
)

var _ training.Store = (*Store)(nil)

// quizPart is the part of the quiz: practice, the quiz of a day, races.
var quizPart = part{
	tables: []schema{
		turnTable.schema, cardTable.schema, raceTable.schema, answerTable.schema, dayTable.schema, streakTable.schema,
	},
	kinds:   []string{training.DayKind, training.RaceKind},
	servers: []serverTable{{"quiz_race", "id", "races"}},
	forget: func(tx *transaction, person string) []privacy.Deleted {
		return []privacy.Deleted{{Of: "quiz", Rows: forgetLearner(tx, person)}}
	},
	tidy: func(ctx context.Context, s *Store, now time.Time) error {
		return s.PruneQuiz(ctx, now.Add(-training.KeptFor))
	},
}

// A turnRow is a row of quiz_turn.
type turnRow struct {
	training.Turn
	level, direction, scheme string // of the question
	sp                       int
	exercise                 string
}

var turnTable = newTable("quiz_turn", 1, func(t *turnRow) []column {
	return []column{
		{"id", asText(&t.ID)}, {"person", asText(&t.Person)}, {"level", asText(&t.level)},
		{"direction", asText(&t.direction)}, {"scheme", asText(&t.scheme)}, {"sp", asNumber(&t.sp)},
		{"exercise", asText(&t.exercise)}, {"mixed", asIs(&t.Mixed)}, {"began", asInstant(&t.Began)},
		{"asked", asInstant(&t.Asked)}, {"hinted", asIs(&t.Hinted)}, {"outcome", asText(&t.Outcome)},
		{"answered", asInstant(&t.Answered)}, {"given", asNumber(&t.Given)}, {"slip", asText(&t.Slip)},
		{"next", asText(&t.Next)},
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

// Ask implements [quiz.Store].
func (s *Store) Ask(ctx context.Context, t training.Turn) error {
	err := s.transaction(ctx, func(tx *transaction) { turnTable.insertNew(tx, turnRowOf(t)) })
	return s.fail(err, "store a question")
}

var (
	readTurn = turnTable.selectSQL(`WHERE id = $1 AND person = $2`)
	lockTurn = turnTable.lockSQL(`id = $1 AND person = $2`)
)

// Turn implements [quiz.Store].
func (s *Store) Turn(ctx context.Context, person, id string) (training.Turn, error) {
	t, err := loadTurn(ctx, s.read, readTurn, person, id)
	return t, s.fail(err, "read a question")
}

// loadTurn reads a turn by a statement that returns the columns of the turnTable.
func loadTurn(ctx context.Context, q querier, statement, person, id string) (training.Turn, error) {
	t, err := turnTable.one(ctx, q, training.ErrNoTurn, statement, text(id), text(person))
	if err != nil {
		return training.Turn{}, err
	}
	return t.turn()
}

// UpdateTurn implements [quiz.Store].
func (s *Store) UpdateTurn(
	ctx context.Context, person, id string, update func(*training.Turn, map[training.Card]training.Memory) error,
) (t training.Turn, err error) {
	var memories, previous map[training.Card]training.Memory
	_, err = updateRow(ctx, s, func(q querier) (_ *training.Turn, err error) {
		if t, err = loadTurn(ctx, q, lockTurn, person, id); err != nil {
			return nil, err
		}
		memories, err = loadMemories(ctx, q, person, t.Question.Scheme)
		previous = maps.Clone(memories)
		return &t, err
	}, func(t *training.Turn) error {
		return update(t, memories)
	}, func(tx *transaction, t *training.Turn) {
		turnTable.update(tx, turnRowOf(*t))
		// In a fixed order, so that transactions cannot deadlock.
		cards := slices.SortedFunc(maps.Keys(memories), func(a, b training.Card) int { return strings.Compare(a.ID(), b.ID()) })
		for _, c := range cards {
			if memories[c] != previous[c] {
				cardTable.upsert(tx, &cardRow{t.Person, t.Question.Scheme.Option, c.ID(), memories[c]})
			}
		}
	})
	return t, s.fail(err, "change a question")
}

var lastTurns = turnTable.selectSQL(`
WHERE person = $1 AND outcome IN ('right', 'wrong', 'shown')
ORDER BY asked DESC LIMIT $2`)

// Turns implements [quiz.Store].
func (s *Store) Turns(ctx context.Context, person string, most int) ([]training.Turn, error) {
	rows, err := turnTable.query(ctx, s.read, lastTurns, text(person), most)
	turns := make([]training.Turn, len(rows))
	for i := 0; i < len(rows) && err == nil; i++ {
		turns[i], err = rows[i].turn()
	}
	return turns, s.fail(err, "read a person's questions")
}

// A cardRow is a row of quiz_card.
type cardRow struct {
	person, scheme, card string
	training.Memory
}

var cardTable = newTable("quiz_card", 3, func(c *cardRow) []column {
	return []column{
		{"person", asText(&c.person)}, {"scheme", asText(&c.scheme)}, {"card", asText(&c.card)},
		{"due", asInstant(&c.Due)}, {"stability", asIs(&c.Stability)}, {"difficulty", asIs(&c.Difficulty)},
		{"state", asNumber(&c.State)}, {"reps", asNumber(&c.Reps)}, {"lapses", asNumber(&c.Lapses)},
		{"last", asInstant(&c.Last)}, {"failed", asIs(&c.Failed)},
	}
})

var readMemories = cardTable.selectSQL(`WHERE person = $1 AND scheme = $2`)

// Memories implements [quiz.Store].
func (s *Store) Memories(ctx context.Context, person string, scheme *chess960.Scheme) (map[training.Card]training.Memory, error) {
	memories, err := loadMemories(ctx, s.read, person, scheme)
	return memories, s.fail(err, "read what a person remembers")
}

func loadMemories(ctx context.Context, q querier, person string, scheme *chess960.Scheme) (map[training.Card]training.Memory, error) {
	rows, err := cardTable.query(ctx, q, readMemories, text(person), scheme.Option)
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

// ForgetLearner implements [quiz.Store].
func (s *Store) ForgetLearner(ctx context.Context, person string) error {
	err := s.transaction(ctx, func(tx *transaction) { forgetLearner(tx, text(person)) })
	if err == nil {
		_ = s.moveLog(ctx) // or else the next probe does
	}
	return s.fail(err, "forget a person's quiz")
}

// forgetLearner deletes the rows of a person, and returns how many there were.
func forgetLearner(tx *transaction, person string) (rows int) {
	for _, table := range learnerTables {
		rows += tx.exec(fmt.Sprintf(`DELETE FROM %s WHERE person = $1`, table), person)
	}
	rows += tx.exec(forgetStarter, person)
	return rows + deletePosts(tx, []string{training.DayKind}, oneSubject, person)
}

const (
	pruneTurns = `DELETE FROM quiz_turn WHERE asked < $1`
	pruneCards = `DELETE FROM quiz_card WHERE last < $1`
)

// PruneQuiz implements [quiz.Store].
func (s *Store) PruneQuiz(ctx context.Context, before time.Time) error {
	turns := s.exec(ctx, pruneTurns, millis(before))
	cards := s.exec(ctx, pruneCards, millis(before))
	return s.fail(errors.Join(turns, cards), "delete what nobody practises")
}
