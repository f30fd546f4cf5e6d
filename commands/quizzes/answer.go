package quizzes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/club/quiz"
	"chess960bot/voice"
)

// start names the command to begin again.
var start = "Begin again with " + chat.Slash("quiz practice") + "."

// errExpired refuses an answer to a question that was open for too long.
var errExpired = errors.New("the question has expired")

// refusal turns an error about a turn into a sentence.
func refusal(err error) error {
	switch {
	case errors.Is(err, errExpired):
		return chat.Refuse(voice.Raw("This question has expired: an answer counts for an hour."), voice.Raw(start))
	case errors.Is(err, quiz.ErrNone):
		return chat.Refuse(voice.Raw("I do not know this question any more."), voice.Raw(start))
	}
	return err
}

// A turnID is the id of a turn in the custom ids of its buttons and form. They have nothing
// else, because people can read them.
type turnID string

func (id *turnID) fields(f *chat.Fields) { f.Word((*string)(id)) }

var (
	answerButton = chat.NewControl("quiz-answer", (*turnID).fields)
	answerForm   = chat.NewControl("quiz-given", (*turnID).fields)
	hintButton   = chat.NewControl("quiz-hint", (*turnID).fields)
	showButton   = chat.NewControl("quiz-show", (*turnID).fields)
	nextButton   = chat.NewControl("quiz-next", (*turnID).fields)
	stopButton   = chat.NewControl("quiz-stop", (*turnID).fields)
)

// readTurn reads the turn of a pressed button or form.
func (t Tools) readTurn(ctx context.Context, r *chat.Request, id turnID) (quiz.Turn, error) {
	turn, err := t.Store.Turn(ctx, r.Asker, string(id))
	if err == nil && turn.Expired(t.now()) {
		err = errExpired
	}
	return turn, refusal(err)
}

// update changes the turn of a pressed button or form. The error of a change is returned
// with the stored turn.
func (t Tools) update(ctx context.Context, r *chat.Request, id turnID, update func(*quiz.Turn, map[quiz.Card]quiz.Memory) error) (quiz.Turn, error) {
	turn, err := t.readTurn(ctx, r, id)
	if err != nil {
		return turn, err
	}
	changed, err := t.Store.UpdateTurn(ctx, r.Asker, turn.ID, update)
	return changed, refusal(err)
}

// askAnswer answers the button "Answer" with a form.
func (t Tools) askAnswer(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	turn, err := t.readTurn(ctx, r, id)
	if err != nil {
		return nil, err
	}
	if turn.Outcome != quiz.Open {
		return t.page(ctx, turn)
	}
	return &chat.Reply{Form: form(turn.Question, answerForm.ID(id))}, nil
}

// earlierTurns is the number of turns from which the median time is taken.
const earlierTurns = 200

// judgeAnswer answers the form of askAnswer. A second answer changes nothing: the person
// sees what the first one was.
func (t Tools) judgeAnswer(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	turn, err := t.readTurn(ctx, r, id)
	if err != nil {
		return nil, err
	}
	answer, err := given(turn.Question, r)
	if err != nil {
		return nil, err
	}
	earlier, err := t.Store.Turns(ctx, r.Asker, earlierTurns)
	if err != nil {
		return nil, err
	}
	return t.end(ctx, r, id, func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		return turn.Answer(answer, t.now(), memories, earlier)
	})
}

// show answers the button "Show".
func (t Tools) show(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	return t.end(ctx, r, id, func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		return turn.Show(t.now(), memories)
	})
}

// end ends a turn and shows how. A turn that has ended already does not change.
func (t Tools) end(ctx context.Context, r *chat.Request, id turnID, update func(*quiz.Turn, map[quiz.Card]quiz.Memory) error) (*chat.Reply, error) {
	turn, err := t.update(ctx, r, id, update)
	if err != nil && !errors.Is(err, quiz.ErrNotOpen) {
		return nil, err
	}
	return t.page(ctx, turn)
}

// hint answers the button "Hint".
func (t Tools) hint(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	return t.end(ctx, r, id, func(turn *quiz.Turn, _ map[quiz.Card]quiz.Memory) error {
		if turn.Outcome != quiz.Open {
			return quiz.ErrNotOpen
		}
		turn.Hinted = true
		return nil
	})
}

// stop answers the button "Stop". An open question does not count.
func (t Tools) stop(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	turn, err := t.update(ctx, r, id, func(turn *quiz.Turn, _ map[quiz.Card]quiz.Memory) error {
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
	l.Text(voice.Raw(outcomeText(turn)))
	t.addSolution(l, turn.Question)
	if rule := turn.Question.Rule(); rule != "" && turn.Outcome != quiz.Right {
		l.Text(voice.Raw(rule))
	}
	if rest := restText(turn.Course(), memories, t.now()); rest != "" {
		l.Text(voice.Raw("-# " + rest))
	}
	l.Buttons([]chat.Component{
		turnButton(discordgo.PrimaryButton, "Next", nextButton, turn),
		turnButton(discordgo.SecondaryButton, "Stop", stopButton, turn),
	})
	return l.Reply()
}

// outcomeText says how the turn ended, and how its answer is found.
func outcomeText(turn quiz.Turn) string {
	text := voice.In("en").Say(turn.Question.Answer())
	if turn.Outcome != quiz.Shown {
		text = voice.In("en").Say(turn.Verdict().Says())
	}
	if turn.Outcome == quiz.Right {
		text += " " + timeWords(turn.Took()) + "."
	}
	return "-# " + voice.In("en").Say(turn.Question.Asked()) + "\n" + text + "\n" + turn.Question.Steps()
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
	l.Text(voice.Raw(fmt.Sprintf("## Until next time\nThis session: %d right, %d wrong, %d shown.\n%s\n%s shows more.",
		count[quiz.Right], count[quiz.Wrong], count[quiz.Shown], courseText(turn.Course(), memories, t.now()), chat.Slash("quiz progress"))))
	return l.Reply()
}
