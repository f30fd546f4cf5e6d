package quizzes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/club/quiz/day"
	"chess960bot/internal/club/when"
	"chess960bot/voice"
)

// daily answers /quiz daily, and the button "Play" under a shared result: it shows where
// the asker is in the quiz of today, by UTC.
func (t Tools) daily(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	a, err := t.Store.BeginAttempt(ctx, r.Asker, when.DateOf(t.now()), t.sentAt(r))
	if err != nil {
		return nil, err
	}
	return t.dayPage(ctx, a, "", chat.OnlyAsker)
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
func (t Tools) dayPage(ctx context.Context, a *day.Attempt, note string, audience chat.Audience) (*chat.Reply, error) {
	streak, err := t.Store.Streak(ctx, a.Person)
	if err != nil {
		return nil, err
	}
	l := t.layout(audience)
	if note != "" {
		l.Text(voice.Raw(note))
	}
	if a.Done() {
		l.Text(voice.Raw(gridText(a, streak.On(when.DateOf(t.now()))) + "\n" + solutionsText(a)))
		l.Buttons([]chat.Component{chat.Button(discordgo.PrimaryButton, voice.Raw("Share"), shareButton.ID(a.Date))})
		return l.Reply()
	}
	try := a.Next()
	q := quiz.ForDay(a.Date)[try.Step]
	heading := fmt.Sprintf("### Quiz of %s: step %d of %d %s", dayName(a.Date), try.Step+1, day.Steps, a.Grid())
	l.Text(voice.Raw(strings.TrimSpace(heading) + "\n" + voice.In("en").Say(q.Asked())))
	t.addPicture(l, q)
	if days := streak.On(a.Date); days > 0 && a.Marks == "" {
		l.Text(voice.Raw("-# Streak: " + chat.Count(days, "day") + "."))
	}
	l.Buttons([]chat.Component{chat.Button(discordgo.PrimaryButton, voice.Raw("Answer"), tryButton.ID(tryID{a.Date, try}))})
	return l.Reply()
}

// dayName writes a date without its year: "22 November".
func dayName(d when.Date) string { return d.UTC().Format("2 January") }

// gridText is the result of an attempt without the solutions.
func gridText(a *day.Attempt, streak int) string {
	return fmt.Sprintf("Chess960 quiz, %s %s %d of %d in %s. Streak: %s. %s",
		dayName(a.Date), a.Grid(), a.Score(), day.Steps, clockTime(a.EndedAt.Sub(a.BegunAt)), chat.Count(streak, "day"), chat.Slash("quiz daily"))
}

// clockTime writes a duration as people read it on a clock: "1:12", "1:02:03".
func clockTime(d time.Duration) string {
	s := int(d.Seconds())
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// solutionsText lists the solutions of a finished attempt.
func solutionsText(a *day.Attempt) string {
	var lines []string
	for i, q := range quiz.ForDay(a.Date) {
		lines = append(lines, (&day.Attempt{Marks: a.Marks[i : i+1]}).Grid()+" "+voice.In("en").Say(q.Answer()))
	}
	return strings.Join(lines, "\n")
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
	day.Try
}

func (id *tryID) fields(f *chat.Fields) {
	dateField(&id.date, f)
	f.Number(&id.Step, 0, day.Steps-1)
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

// PlayID returns the custom id of the button under a shared result.
func PlayID(person string, date when.Date) string { return playButton.ID(sharedDay{person, date}) }

// askTry answers the button "Answer" of the quiz of a day with a form.
func (t Tools) askTry(ctx context.Context, r *chat.Request, b tryID) (*chat.Reply, error) {
	a, err := t.Store.Attempt(ctx, r.Asker, b.date)
	if err == nil {
		err = a.Check(b.Try, t.now())
	}
	if errors.Is(err, day.ErrDone) {
		return t.dayPage(ctx, a, "", chat.OwnPage)
	}
	if err != nil {
		return nil, dayRefusal(b.date, err)
	}
	return &chat.Reply{Form: form(quiz.ForDay(b.date)[b.Step], tryForm.ID(b))}, nil
}

// giveTry answers the form of askTry. An answer that cannot be read is no try.
func (t Tools) giveTry(ctx context.Context, r *chat.Request, b tryID) (*chat.Reply, error) {
	q := quiz.ForDay(b.date)[b.Step]
	answer, err := given(q, r)
	if err != nil {
		return nil, err
	}
	v := judge(q, answer)
	a, err := t.Store.UpdateAttempt(ctx, r.Asker, b.date, func(a *day.Attempt) error {
		if err := a.Check(b.Try, t.now()); err != nil {
			return err
		}
		a.Answer(v.Right, len(v.Origins) > 0, t.sentAt(r))
		return nil
	})
	switch {
	case errors.Is(err, day.ErrDone):
		return t.dayPage(ctx, a, "That step has been answered already.", chat.OwnPage)
	case err != nil:
		return nil, dayRefusal(b.date, err)
	case a.Second:
		return t.dayPage(ctx, a, voice.In("en").Say(secondTry(v.Origins)), chat.OwnPage)
	}
	note := voice.In("en").Say(v.Says())
	if !v.Right {
		note += "\n" + q.Steps()
	}
	return t.dayPage(ctx, a, note, chat.OwnPage)
}

// secondTry says what somebody did, without a number that could tell the answer.
func secondTry(origins []slips.Origin) voice.Sentence {
	var did voice.Bullets
	for _, o := range origins {
		if said, ok := o.Habit().Did(); ok && !slices.Contains(did, voice.Sentence(said)) {
			did = append(did, said)
		}
	}
	if len(did) == 1 {
		return voice.Run{voice.Phrase("quizzes.notYet"), did[0], voice.Phrase("quizzes.oneMoreTry")}
	}
	return voice.Lines{voice.Phrase("quizzes.notYetOneOf"), did, voice.Phrase("quizzes.oneMoreTry")}
}

// share answers the button "Share": the bot posts the result once. Where the bot cannot
// post, people get the text to copy.
func (t Tools) share(ctx context.Context, r *chat.Request, date when.Date) (*chat.Reply, error) {
	a, err := t.Store.Attempt(ctx, r.Asker, date)
	if err == nil && !a.Done() {
		err = day.ErrNone
	}
	if err != nil {
		return nil, dayRefusal(date, err)
	}
	streak, err := t.Store.Streak(ctx, r.Asker)
	if err != nil {
		return nil, err
	}
	copied := "To post it yourself, copy this:\n```\n" + strings.ReplaceAll(gridText(a, streak.On(a.Date)), chat.Slash("quiz daily"), "/quiz daily") + "\n```"
	if refused, ok := errors.AsType[*chat.UserError](canPost(r, "Here nobody else would see it.")); ok {
		return chat.Say(voice.Run{refused.Msg, voice.Raw(copied)}), nil
	}
	planned, err := t.Store.Share(ctx, a.Post(r.ChannelID, t.now()))
	if err != nil {
		return nil, err
	}
	if !planned {
		return chat.Say(voice.Raw("You have shared this result already. " + copied)), nil
	}
	return chat.Say(voice.Raw("Your result appears here in a moment.")), nil
}

// SharedDay returns the post of a result that a person shares.
func SharedDay(a *day.Attempt, streak int) (*chat.Reply, error) {
	l := Tools{}.layout(chat.AsAsked)
	l.Text(voice.Raw(chat.Mention(a.Person) + ": " + gridText(a, streak)))
	l.Buttons([]chat.Component{chat.Button(discordgo.SecondaryButton, voice.Raw("Play"), PlayID(a.Person, a.Date))})
	return l.Reply()
}

// dayRefusal turns an error of package day into a refusal.
func dayRefusal(date when.Date, err error) error {
	switch {
	case errors.Is(err, day.ErrOver):
		return chat.Refuse(voice.Raw("The quiz of "+dayName(date)+" is over."), voice.Raw("Start today's with "+chat.Slash("quiz daily")+"."))
	case errors.Is(err, day.ErrNone):
		return chat.Refuse(voice.Raw("You have not finished the quiz of "+dayName(date)+"."), voice.Raw("See where you are with "+chat.Slash("quiz daily")+"."))
	}
	return err
}
