package quiz

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
)

// daily answers /quiz daily, and the button "Play" under a shared result: it shows where
// the asker is in the quiz of today, by UTC.
func (t Tools) daily(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	a, err := t.Store.BeginAttempt(ctx, r.Asker, when.DateOf(t.now()), t.sentAt(r))
	if err != nil {
		return nil, err
	}
	return t.dayPage(ctx, a, nil, chat.OnlyAsker)
}

// sentAt returns when a request was sent, by Discord's clock.
func (t Tools) sentAt(r *chat.Request) time.Time {
	if at, err := chat.SentAt(r.ID); err == nil {
		return at
	}
	return t.now()
}

// dayPage shows the next question of an attempt, or its result. The note says what became
// of the last answer.
func (t Tools) dayPage(ctx context.Context, a *training.Attempt, note voice.Sentence, audience chat.Audience) (*chat.Reply, error) {
	streak, err := t.Store.Streak(ctx, a.Person)
	if err != nil {
		return nil, err
	}
	l := t.layout(audience)
	if note != nil {
		l.Text(note)
	}
	if a.Done() {
		lines := voice.Lines{resultOf(a, streak.On(when.DateOf(t.now())), "own")}
		for i, q := range training.ForDay(a.Date)[:a.Steps] {
			mark := (&training.Attempt{Marks: a.Marks[i : i+1]}).Grid()
			lines = append(lines, voice.Run{voice.Raw(mark), q.Answer()})
		}
		l.Text(lines)
		l.Buttons([]chat.Component{chat.Button(discordgo.PrimaryButton, voice.Phrase("quiz.share"), shareButton.ID(a.Date))})
		return l.Reply()
	}
	try := a.Next()
	q := training.OfDay(a.Date, try.Step)
	if q.Level == training.Castling && note != nil { // with a solution, the board is too high for a phone
		l.Row(chat.Button(discordgo.PrimaryButton, voice.Phrase("quiz.next"), tryButton.ID(tryID{a.Date, try})))
		return l.Reply()
	}
	step := voice.Say("quiz.dayStep", voice.F{
		"Day": dayOf(a.Date), "Step": try.Step + 1, "Steps": a.Steps, "Grid": voice.Raw(a.Grid()),
	})
	l.Text(voice.Lines{voice.Heading(3, step), q.Asked(), q.Rights()})
	t.addPicture(l, q)
	if days := streak.On(a.Date); days > 0 && a.Marks == "" {
		l.Text(voice.Small(daysInARow(days)))
	}
	if q.Level == training.Castling {
		l.Row(castlingButtons(dayCastlingButton, tryID{a.Date, try})...)
		return l.Reply()
	}
	l.Row(chat.Button(discordgo.PrimaryButton, voice.Phrase("quiz.answer"), tryButton.ID(tryID{a.Date, try})))
	return l.Reply()
}

// daysInARow says on how many days somebody played without a gap.
func daysInARow(days int) voice.Sentence {
	return voice.Say("quiz.daysInARow", voice.F{"Days": voice.Count(days)})
}

// dayOf is a date without its year.
func dayOf(d when.Date) voice.Sentence {
	at := d.UTC()
	return voice.Say("quiz.inYear", voice.F{"Day": voice.DayOfMonth(at.Day()), "Month": when.Month(at.Month())})
}

// resultOf is the result of an attempt, without the solutions, as people read their own, or one that is
// shared or copied.
func resultOf(a *training.Attempt, streak int, as string) voice.Sentence {
	s := int(a.EndedAt.Sub(a.BegunAt).Seconds())
	clock := fmt.Sprintf("%d:%02d", s/60, s%60) // "1:12"
	if s >= 3600 {
		clock = fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return voice.Say("quiz.result."+as, voice.F{
		"Person": voice.Raw(chat.Mention(a.Person)), "Day": dayOf(a.Date), "Grid": voice.Raw(a.Grid()), "Score": a.Score(),
		"Steps": a.Steps, "Time": voice.Raw(clock), "Streak": daysInARow(streak),
	})
}

// dateField is a field of a custom id with a date.
func dateField(date *when.Date, f *chat.Fields) {
	n := int(*date)
	f.Number(&n, 0, 1_000_000)
	*date = when.Date(n)
}

// A tryID is the custom id of the button or form for a try.
type tryID struct {
	date when.Date
	training.Try
}

func (id *tryID) fields(f *chat.Fields) {
	dateField(&id.date, f)
	f.Number(&id.Step, 0, training.DaySteps-1)
	f.Flag(&id.Second, "first", "second")
}

// A sharedDay is the custom id of the button under a shared result. The person and the
// date tell the post from all others.
type sharedDay struct {
	person string
	date   when.Date
}

func (d *sharedDay) fields(f *chat.Fields) {
	f.Word(&d.person)
	dateField(&d.date, f)
}

var (
	tryButton   = chat.NewControl("quiz-day", (*tryID).fields)
	tryForm     = chat.NewControl("quiz-try", (*tryID).fields)
	shareButton = chat.NewControl("quiz-share", dateField)
	playButton  = chat.NewControl("quiz-play", (*sharedDay).fields)
)

// playID returns the custom id of the button under a shared result.
func playID(person string, date when.Date) string { return playButton.ID(sharedDay{person, date}) }

// askTry answers the button "Answer" of the quiz of a day with a form, and the button "Next"
// with the question about castling, which has buttons.
func (t Tools) askTry(ctx context.Context, r *chat.Request, b tryID) (*chat.Reply, error) {
	a, err := t.Store.Attempt(ctx, r.Asker, b.date)
	if err == nil {
		err = a.Check(b.Try, t.now())
	}
	q := training.OfDay(b.date, b.Step)
	if errors.Is(err, training.ErrStepDone) || err == nil && q.Level == training.Castling {
		return t.dayPage(ctx, a, nil, chat.OwnPage)
	}
	if err != nil {
		return nil, dayRefusal(b.date, err)
	}
	return &chat.Reply{Form: form(q, tryForm.ID(b))}, nil
}

// giveTry answers the form of askTry. An answer that cannot be read is no try.
func (t Tools) giveTry(ctx context.Context, r *chat.Request, b tryID) (*chat.Reply, error) {
	q := training.OfDay(b.date, b.Step)
	answer, err := given(q, r)
	if err != nil {
		return nil, err
	}
	return t.judgeTry(ctx, r, b, q, answer)
}

// judgeTry counts the answer of a try, and shows the next question or the result.
func (t Tools) judgeTry(ctx context.Context, r *chat.Request, b tryID, q training.Question, answer int) (*chat.Reply, error) {
	v := q.Judge(answer)
	a, err := t.Store.UpdateAttempt(ctx, r.Asker, b.date, func(a *training.Attempt) error {
		if err := a.Check(b.Try, t.now()); err != nil {
			return err
		}
		a.Answer(v.Right, len(v.Origins) > 0, t.sentAt(r))
		return nil
	})
	switch {
	case errors.Is(err, training.ErrStepDone):
		return t.dayPage(ctx, a, voice.Phrase("quiz.stepAnswered"), chat.OwnPage)
	case err != nil:
		return nil, dayRefusal(b.date, err)
	case a.Second:
		return t.dayPage(ctx, a, secondTry(v.Habits()), chat.OwnPage)
	}
	note := v.Says()
	if !v.Right {
		note = voice.Lines{note, q.Steps()}
	}
	return t.dayPage(ctx, a, note, chat.OwnPage)
}

// secondTry says what somebody did, without a number that could tell the answer.
func secondTry(habits []slips.Habit) voice.Sentence {
	var did voice.Bullets
	told := map[slips.Did]bool{}
	for _, h := range habits {
		if said, ok := h.Did(); ok && !told[said] {
			told[said], did = true, append(did, said)
		}
	}
	if len(did) == 1 {
		return voice.Run{voice.Phrase("quiz.notYet"), did[0], voice.Phrase("quiz.oneMoreTry")}
	}
	return voice.Lines{voice.Phrase("quiz.notYetOneOf"), did, voice.Phrase("quiz.oneMoreTry")}
}

// share answers the button "Share": the bot posts the result once. Where the bot cannot
// post, people get the text to copy.
func (t Tools) share(ctx context.Context, r *chat.Request, date when.Date) (*chat.Reply, error) {
	a, err := t.Store.Attempt(ctx, r.Asker, date)
	if err == nil && !a.Done() {
		err = training.ErrNoAttempt
	}
	if err != nil {
		return nil, dayRefusal(date, err)
	}
	streak, err := t.Store.Streak(ctx, r.Asker)
	if err != nil {
		return nil, err
	}
	copied := resultOf(a, streak.On(a.Date), "copied")
	if refused, ok := errors.AsType[*chat.UserError](canPost(r, "quiz.nobodySees")); ok {
		return chat.Say(voice.Run{refused.Msg, copied}), nil
	}
	planned, err := t.Store.Share(ctx, a.Post(r.ChannelID, t.now()))
	if err != nil {
		return nil, err
	}
	if !planned {
		return chat.Say(voice.Run{voice.Phrase("quiz.sharedAlready"), copied}), nil
	}
	return chat.Done(voice.Phrase("quiz.resultAppears")), nil
}

// sharedDayPost returns the post of a result that a person shares.
func sharedDayPost(a *training.Attempt, streak int) (outbox.Message, error) {
	l := Tools{}.layout(chat.AsAsked)
	l.Text(resultOf(a, streak, "shared"))
	l.Buttons([]chat.Component{chat.Secondary(voice.Phrase("quiz.play"), playID(a.Person, a.Date))})
	return l.Reply()
}

// dayRefusal turns an error of the quiz of a day into a refusal.
func dayRefusal(date when.Date, err error) error {
	switch {
	case errors.Is(err, training.ErrDayOver):
		return chat.Refuse(voice.Say("quiz.dayOver", voice.F{"Day": dayOf(date)}), voice.Phrase("quiz.playToday"))
	case errors.Is(err, training.ErrNoAttempt):
		return chat.Refuse(voice.Say("quiz.dayUnfinished", voice.F{"Day": dayOf(date)}), voice.Phrase("quiz.goOnToday"))
	}
	return err
}
