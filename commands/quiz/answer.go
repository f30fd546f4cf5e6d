package quiz

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
)

// refusal turns an error about a turn or a race into a sentence.
func refusal(err error) error {
	switch {
	case errors.Is(err, training.ErrNoTurn):
		return chat.Refuse(voice.Phrase("quiz.unknown"), voice.Phrase("quiz.beginAgain"))
	case errors.Is(err, training.ErrAnswered):
		return chat.Refuse(voice.Phrase("quiz.answeredAlready"), voice.Phrase("quiz.waitForNext"))
	case errors.Is(err, training.ErrNoRace):
		return chat.Refuse(voice.Phrase("quiz.raceUnknown"), voice.Phrase("quiz.startRace"))
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
	teachButton  = chat.NewControl("quiz-teach", (*turnID).fields)
	backButton   = chat.NewControl("quiz-back", (*turnID).fields)
	tenButton    = chat.NewControl("quiz-ten", (*turnID).fields)
	nextButton   = chat.NewControl("quiz-next", (*turnID).fields)
	stopButton   = chat.NewControl("quiz-stop", (*turnID).fields)
)

// readTurn reads the turn of a pressed button or form.
func (t Tools) readTurn(ctx context.Context, r *chat.Request, id turnID) (training.Turn, error) {
	turn, err := t.Store.Turn(ctx, r.Asker, string(id))
	if err == nil && turn.Expired(t.now()) {
		return turn, chat.Refuse(voice.Phrase("quiz.expired"), voice.Phrase("quiz.beginAgain"))
	}
	return turn, refusal(err)
}

// A change changes a turn, and what its person remembers of the cards.
type change func(*training.Turn, map[training.Card]training.Memory) error

// update changes the turn of a pressed button or form. The error of a change is returned
// with the stored turn.
func (t Tools) update(ctx context.Context, r *chat.Request, id turnID, update change) (training.Turn, error) {
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
	if turn.Outcome != training.Open {
		return t.page(ctx, turn)
	}
	return &chat.Reply{Form: form(turn.Question, answerForm.ID(id))}, nil
}

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
	return t.judge(ctx, r, id, answer)
}

// judge ends a turn with an answer, and shows how.
func (t Tools) judge(ctx context.Context, r *chat.Request, id turnID, answer int) (*chat.Reply, error) {
	earlier, err := t.Store.Turns(ctx, r.Asker, training.EarlierTurns)
	if err != nil {
		return nil, err
	}
	return t.end(ctx, r, id, func(turn *training.Turn, memories map[training.Card]training.Memory) error {
		return turn.Answer(answer, t.now(), memories, earlier)
	})
}

// show answers the button "Show the answer".
func (t Tools) show(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	return t.end(ctx, r, id, func(turn *training.Turn, memories map[training.Card]training.Memory) error {
		return turn.Show(t.now(), memories)
	})
}

// end ends a turn and shows how. A turn that has ended already does not change.
func (t Tools) end(ctx context.Context, r *chat.Request, id turnID, update change) (*chat.Reply, error) {
	turn, err := t.update(ctx, r, id, update)
	if err != nil && !errors.Is(err, training.ErrNotOpen) {
		return nil, err
	}
	return t.page(ctx, turn)
}

// hint answers the button "Hint".
func (t Tools) hint(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	return t.end(ctx, r, id, func(turn *training.Turn, _ map[training.Card]training.Memory) error {
		if turn.Outcome == training.Open {
			turn.Hinted = true
		}
		return nil
	})
}

// teach answers the button "Teach me" with the rule of the level and an example. An old question says that it
// is old.
func (t Tools) teach(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	turn, err := t.readTurn(ctx, r, id)
	if err != nil {
		return nil, err
	}
	q, l := turn.Question.Example(), t.layout(chat.OwnPage)
	taught := voice.Lines{
		voice.Heading(2, chat.ChoiceName("level", q.Level.ID())), q.Rule(),
		voice.Say("quiz.example", voice.F{"Example": q.Answer()}), q.Steps(),
	}
	if q.Level == training.WholeNumber || q.Level == training.WholePosition {
		taught = append(taught, voice.Small(voice.Phrase("quiz.partsTaught")))
	}
	l.Text(taught)
	t.addSolution(l, q)
	l.Buttons([]chat.Component{turnButton(discordgo.PrimaryButton, "quiz.nowYou", backButton, turn)})
	return l.Reply()
}

// back answers the button "Now you" with the question that is open.
func (t Tools) back(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	turn, err := t.readTurn(ctx, r, id)
	if err != nil {
		return nil, err
	}
	return t.page(ctx, turn)
}

// stop answers the button "Stop". An open question does not count, so an old one can be stopped too.
func (t Tools) stop(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	turn, err := t.Store.UpdateTurn(ctx, r.Asker, string(id), func(turn *training.Turn, _ map[training.Card]training.Memory) error {
		if turn.Outcome == training.Open {
			turn.Outcome = training.Stopped
		}
		return nil
	})
	if err != nil {
		return nil, refusal(err)
	}
	return t.summaryPage(ctx, turn)
}

// page shows a turn: the question, the outcome or the summary of its session.
func (t Tools) page(ctx context.Context, turn training.Turn) (*chat.Reply, error) {
	switch turn.Outcome {
	case training.Open:
		return t.questionPage(ctx, chat.OwnPage, turn)
	case training.Stopped:
		return t.summaryPage(ctx, turn)
	}
	turns, memories, err := t.past(ctx, turn)
	if err != nil {
		return nil, err
	}
	l := t.layout(chat.OwnPage)
	l.Text(outcome(turn))
	t.addSolution(l, turn.Question)
	if piece := turn.Question.Level.Part(); piece != slips.Whole && turn.Outcome != training.Right {
		l.Text(voice.Small(turn.Question.Rule()))
	}
	var said voice.Run
	if score := scoreOf(turns, turn.Began); score.Questions > 1 {
		said = append(said, score)
	}
	buttons := []chat.Component{
		turnButton(discordgo.PrimaryButton, "quiz.next", nextButton, turn),
		turnButton(discordgo.SecondaryButton, "quiz.stop", stopButton, turn),
	}
	if rest := restOf(turn.Course(), memories, t.now()); rest != nil {
		said = append(said, rest)
		buttons = []chat.Component{
			turnButton(discordgo.PrimaryButton, "quiz.finish", stopButton, turn),
			turnButton(discordgo.SecondaryButton, "quiz.goOnAnyway", nextButton, turn),
		}
	}
	if said != nil {
		l.Text(voice.Small(said))
	}
	if turn.Outcome != training.Right && turn.Question.AllTen() != nil {
		buttons = append(buttons, turnButton(discordgo.SecondaryButton, "quiz.allTen", tenButton, turn))
	}
	l.Buttons(buttons)
	return l.Reply()
}

// showTen answers the button "All ten" in a message of its own.
func (t Tools) showTen(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	turn, err := t.readTurn(ctx, r, id)
	if err != nil {
		return nil, err
	}
	if turn.Question.AllTen() == nil {
		return nil, chat.Foreign()
	}
	return card.Page(chat.OnlyAsker, turn.Question.AllTen()), nil
}

// outcome says how the turn ended, and how its answer is found.
func outcome(turn training.Turn) voice.Sentence {
	result := turn.Question.Answer()
	if turn.Outcome != training.Shown {
		result = turn.Question.Judge(turn.Given).Says()
	}
	lines := voice.Lines{result, turn.Question.Steps()}
	if turn.Question.Level == training.Castling { // the board shows what was asked
		return lines
	}
	return append(voice.Lines{voice.Small(turn.Question.Asked())}, lines...)
}

// timeOf returns a time in seconds, from 100 seconds on in minutes.
func timeOf(t time.Duration) voice.Sentence {
	if n := int(t.Round(time.Second).Seconds()); n < 100 {
		return voice.Say("quiz.duration.seconds", voice.F{"Number": voice.Count(n)})
	}
	return voice.Say("quiz.duration.minutes", voice.F{"Number": voice.Count(t.Round(time.Minute).Minutes())})
}

// past reads the last turns of a turn's person, and what they remember of its numbering.
func (t Tools) past(ctx context.Context, turn training.Turn) (turns []training.Turn, memories map[training.Card]training.Memory, err error) {
	if turns, err = t.Store.Turns(ctx, turn.Person, progressTurns); err == nil {
		memories, err = t.Store.Memories(ctx, turn.Person, turn.Question.Scheme)
	}
	return turns, memories, err
}

// summaryPage says what the session of a turn was, and what its course still has.
func (t Tools) summaryPage(ctx context.Context, turn training.Turn) (*chat.Reply, error) {
	turns, memories, err := t.past(ctx, turn)
	if err != nil {
		return nil, err
	}
	of := scoreOf(turns, turn.Began)
	said := voice.Say("quiz.session", voice.F{
		"Questions": voice.Count(of.Questions), "Right": of.Right, "Shown": of.shown,
	})
	l := t.layout(chat.OwnPage)
	l.Text(voice.Lines{
		voice.Heading(2, voice.Phrase("quiz.untilNextTime")),
		said, courseOf(turn.Course(), turns, memories, t.now()), voice.Phrase("quiz.moreProgress"),
	})
	return l.Reply()
}

// A score says how many answers of a session were right so far.
type score struct {
	voice.Facts
	Questions, Right int
	InARow           int // the last right answers; 0 for fewer than two

	shown int // looked up
}

// scoreOf returns the score of the session that began at an instant. The turns are the newest
// first.
func scoreOf(turns []training.Turn, began time.Time) (s score) {
	for _, turn := range turns {
		if !turn.Began.Equal(began) {
			continue
		}
		switch turn.Outcome {
		case training.Right:
			if s.Right == s.Questions {
				s.InARow++
			}
			s.Right++
		case training.Shown:
			s.shown++
		}
		s.Questions++
	}
	if s.InARow == 1 {
		s.InARow = 0
	}
	return s
}
