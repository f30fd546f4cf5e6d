package quizzes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/quiz"
)

// start names the command to begin again.
var start = "Begin again with " + chat.Slash("quiz practice") + "."

// errExpired refuses an answer to a question that was open for too long.
var errExpired = errors.New("the question has expired")

// refusal turns an error about a turn into a sentence.
func refusal(err error) error {
	switch {
	case errors.Is(err, errExpired):
		return chat.Refuse("This question has expired: an answer counts for an hour.", start)
	case errors.Is(err, quiz.ErrNone):
		return chat.Refuse("I do not know this question any more.", start)
	}
	return err
}

// readTurn reads the turn of a pressed button or form.
func (t Tools) readTurn(ctx context.Context, r *chat.Request) (quiz.Turn, error) {
	var id string
	if err := chat.ReadID(r.CustomID, func(f *chat.Fields) { f.Word(&id) }); err != nil {
		return quiz.Turn{}, err
	}
	turn, err := t.Store.Turn(ctx, r.Asker, id)
	if err == nil && turn.Expired(t.now()) {
		err = errExpired
	}
	return turn, refusal(err)
}

// change changes the turn of a pressed button or form. The error of a change is returned
// with the stored turn.
func (t Tools) change(ctx context.Context, r *chat.Request, change func(*quiz.Turn, map[quiz.Card]quiz.Memory) error) (quiz.Turn, error) {
	turn, err := t.readTurn(ctx, r)
	if err != nil {
		return turn, err
	}
	changed, err := t.Store.ChangeTurn(ctx, r.Asker, turn.ID, change)
	return changed, refusal(err)
}

// askAnswer answers the button "Answer" with a form.
func (t Tools) askAnswer(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	turn, err := t.readTurn(ctx, r)
	if err != nil {
		return nil, err
	}
	if turn.Outcome != quiz.Open {
		return t.page(ctx, turn)
	}
	return &chat.Reply{Form: form(turn.Question, turnID("quiz-given", turn.ID))}, nil
}

// earlierTurns is the number of turns from which the median time is taken.
const earlierTurns = 200

// judgeAnswer answers the form of askAnswer. A second answer changes nothing: the person
// sees what the first one was.
func (t Tools) judgeAnswer(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	turn, err := t.readTurn(ctx, r)
	if err != nil {
		return nil, err
	}
	answer, err := given(turn.Question, r.Options)
	if err != nil {
		return nil, err
	}
	earlier, err := t.Store.Turns(ctx, r.Asker, earlierTurns)
	if err != nil {
		return nil, err
	}
	return t.end(ctx, r, func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		return turn.Answer(answer, t.now(), memories, earlier)
	})
}

// show answers the button "Show".
func (t Tools) show(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	return t.end(ctx, r, func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		return turn.Show(t.now(), memories)
	})
}

// end ends a turn and shows how. A turn that has ended already does not change.
func (t Tools) end(ctx context.Context, r *chat.Request, change func(*quiz.Turn, map[quiz.Card]quiz.Memory) error) (*chat.Reply, error) {
	turn, err := t.change(ctx, r, change)
	if err != nil && !errors.Is(err, quiz.ErrNotOpen) {
		return nil, err
	}
	return t.page(ctx, turn)
}

// hint answers the button "Hint".
func (t Tools) hint(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	return t.end(ctx, r, func(turn *quiz.Turn, _ map[quiz.Card]quiz.Memory) error {
		if turn.Outcome != quiz.Open {
			return quiz.ErrNotOpen
		}
		turn.Hinted = true
		return nil
	})
}

// stop answers the button "Stop". An open question does not count.
func (t Tools) stop(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	turn, err := t.change(ctx, r, func(turn *quiz.Turn, _ map[quiz.Card]quiz.Memory) error {
		if turn.Outcome == quiz.Open {
			turn.Outcome = quiz.Stopped
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t.summaryPage(ctx, turn)
}

// page shows a turn: the question, the outcome or the summary of its session.
func (t Tools) page(ctx context.Context, turn quiz.Turn) (*chat.Reply, error) {
	switch turn.Outcome {
	case quiz.Open:
		return t.questionPage(chat.OwnPage, turn, false)
	case quiz.Stopped:
		return t.summaryPage(ctx, turn)
	}
	memories, err := t.Store.Memories(ctx, turn.Person, turn.Question.Scheme)
	if err != nil {
		return nil, err
	}
	l := t.layout(chat.OwnPage)
	l.Text(outcomeText(turn))
	t.addSolution(l, turn.Question)
	if rule := turn.Question.Rule(); rule != "" && turn.Outcome != quiz.Right {
		l.Text(rule)
	}
	if rest := restText(turn.Course(), memories, t.now()); rest != "" {
		l.Text("-# " + rest)
	}
	l.Buttons([]chat.Component{
		turnButton(discordgo.PrimaryButton, "Next", "quiz-next", turn),
		turnButton(discordgo.SecondaryButton, "Stop", "quiz-stop", turn),
	})
	return l.Reply()
}

// outcomeText says how the turn ended, and how its answer is found.
func outcomeText(turn quiz.Turn) string {
	text := "The answer is " + turn.Question.Answer() + "."
	if turn.Outcome != quiz.Shown {
		text = turn.Verdict().Words()
	}
	if turn.Outcome == quiz.Right {
		text += " " + timeWords(turn.Took()) + "."
	}
	return "-# " + turn.Question.Text() + "\n" + text + "\n" + turn.Question.Steps()
}

// timeWords says how long somebody took.
func timeWords(took time.Duration) string {
	if seconds := int(took.Round(time.Second).Seconds()); seconds < 100 {
		return chat.Count(seconds, "second")
	}
	return chat.Count(int(took.Round(time.Minute).Minutes()), "minute")
}

// summaryPage says what the session of a turn was, and what its course still has.
func (t Tools) summaryPage(ctx context.Context, turn quiz.Turn) (*chat.Reply, error) {
	turns, err := t.Store.Turns(ctx, turn.Person, progressTurns)
	if err != nil {
		return nil, err
	}
	memories, err := t.Store.Memories(ctx, turn.Person, turn.Question.Scheme)
	if err != nil {
		return nil, err
	}
	count := map[quiz.Outcome]int{}
	for _, other := range turns {
		if other.Began.Equal(turn.Began) {
			count[other.Outcome]++
		}
	}
	l := t.layout(chat.OwnPage)
	l.Text(fmt.Sprintf("## Until next time\nThis session: %d right, %d wrong, %d shown.\n%s\n%s shows more.",
		count[quiz.Right], count[quiz.Wrong], count[quiz.Shown], courseText(turn.Course(), memories, t.now()), chat.Slash("quiz progress")))
	return l.Reply()
}
