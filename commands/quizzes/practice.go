package quizzes

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/quiz"
)

func practiceOption() chat.Option {
	return chat.Subcommand("practice", "Practise alone: a question, your answer, the slip, the next question",
		levels().Option("level", "What is asked (the bishops if left out)"),
		directions().Option("direction", "What you answer (mixed if left out)"),
		schemes().Option("scheme", "Whose numbers (SP numbers if left out)"))
}

func levels() chat.List[quiz.Level] {
	return chat.List[quiz.Level]{All: quiz.Levels(), Kind: "a level", Code: true, Describe: func(l quiz.Level) (id, name string) {
		return l.ID(), [...]string{"Bishops", "Sequences", "Queen", "Whole number", "Whole position"}[l]
	}}
}

// A heading is what a question asks for: one direction, or both by turns.
type heading struct {
	direction quiz.Direction
	mixed     bool
}

func directions() chat.List[heading] {
	all := []heading{{mixed: true}, {direction: quiz.ToNumber}, {direction: quiz.ToPosition}}
	return chat.List[heading]{All: all, Kind: "a direction", Code: true, Describe: func(h heading) (id, name string) {
		switch {
		case h.mixed:
			return "mixed", "Both, mixed"
		case h.direction == quiz.ToNumber:
			return h.direction.ID(), "The number"
		}
		return h.direction.ID(), "The position"
	}}
}

func schemes() chat.List[*chess960.Scheme] {
	return chat.List[*chess960.Scheme]{All: quiz.Schemes(), Kind: "a numbering", Code: true, Describe: func(s *chess960.Scheme) (id, name string) {
		if s == chess960.Scharnagl {
			return quiz.SchemeID(s), "SP numbers"
		}
		return quiz.SchemeID(s), s.Name
	}}
}

// courseOf reads what somebody wants to practise.
func courseOf(options chat.Options) (quiz.Course, error) {
	level, levelErr := levels().ChooseOrFirst(options.Text("level"))
	heading, headingErr := directions().ChooseOrFirst(options.Text("direction"))
	scheme, schemeErr := schemes().ChooseOrFirst(options.Text("scheme"))
	for _, err := range []error{levelErr, headingErr, schemeErr} {
		if err != nil {
			return quiz.Course{}, err
		}
	}
	course := quiz.Course{Level: level, Direction: heading.direction, Mixed: heading.mixed, Scheme: scheme}
	only, both := level.Direction()
	if !both && !heading.mixed && heading.direction != only {
		return course, chat.Refuse(
			fmt.Sprintf("The level `%s` always asks for the %s.", level.ID(), only.ID()),
			fmt.Sprintf("Choose `level:%s`, or leave out `direction`.", heading.direction.ID()))
	}
	return course, nil
}

// practice answers /quiz practice with the first question of a session.
func (t Tools) practice(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	course, err := courseOf(r.Options)
	if err != nil {
		return nil, err
	}
	began := t.now()
	turn, err := t.ask(ctx, quiz.Turn{ID: newID(), Person: r.Asker, Began: began}, quiz.Session{Course: course, Began: began})
	if err != nil {
		return nil, err
	}
	turns, err := t.Store.Turns(ctx, r.Asker, 1)
	if err != nil {
		return nil, err
	}
	return t.questionPage(chat.OnlyAsker, turn, len(turns) == 0)
}

// newID returns the id of a turn. Nobody can guess one.
func newID() string { return rand.Text()[:16] }

// ask chooses a question for the turn and stores it, unless the turn is stored already. It
// returns the stored turn.
func (t Tools) ask(ctx context.Context, turn quiz.Turn, s quiz.Session) (quiz.Turn, error) {
	var err error
	if s.Memories, err = t.Store.Memories(ctx, turn.Person, s.Scheme); err != nil {
		return turn, err
	}
	turn.Asked, turn.Mixed = t.now(), s.Mixed
	if turn.Question, err = s.Next(turn.Asked, t.Draw); err != nil {
		return turn, err
	}
	if err := t.Store.Ask(ctx, turn); err != nil {
		return turn, err
	}
	return t.Store.Turn(ctx, turn.Person, turn.ID)
}

// next answers the button "Next". A second press shows the same question again.
func (t Tools) next(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	turn, err := t.change(ctx, r, func(turn *quiz.Turn, _ map[quiz.Card]quiz.Memory) error {
		if turn.Next == "" {
			turn.Next = newID()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	following, err := t.Store.Turn(ctx, r.Asker, turn.Next)
	if errors.Is(err, quiz.ErrNone) {
		following = quiz.Turn{ID: turn.Next, Person: r.Asker, Began: turn.Began}
		following, err = t.ask(ctx, following, quiz.Session{Course: turn.Course(), Began: turn.Began, Previous: turn.Question.Cards()})
	}
	if err != nil {
		return nil, err
	}
	return t.page(ctx, following)
}
