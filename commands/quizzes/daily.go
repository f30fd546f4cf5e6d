package quizzes

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/quiz"
	"chess960bot/internal/quiz/day"
	"chess960bot/internal/quiz/race"
	"chess960bot/internal/slips"
	"chess960bot/internal/when"
)

func dailyOption() chat.Option {
	return chat.Subcommand("daily", "Five questions, the same for everyone today, and one attempt")
}

// daily answers /quiz daily, and the button "Play" under a shared result: it shows where
// the asker is in the quiz of today, by UTC.
func (t Tools) daily(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	a, err := t.Days.BeginAttempt(ctx, r.Asker, when.DateOf(t.now()), t.sentAt(r))
	if err != nil {
		return nil, err
	}
	return t.dayPage(ctx, a, "", chat.OnlyAsker)
}

// sentAt returns when a request was sent, by Discord's clock.
func (t Tools) sentAt(r *chat.Request) time.Time {
	if id, err := strconv.ParseInt(r.ID, 10, 64); err == nil {
		return race.At(id)
	}
	return t.now()
}

// dayPage shows the next question of an attempt, or its result. The note says what became
// of the last answer.
func (t Tools) dayPage(ctx context.Context, a *day.Attempt, note string, audience chat.Audience) (*chat.Reply, error) {
	streak, err := t.Days.Streak(ctx, a.Person)
	if err != nil {
		return nil, err
	}
	l := t.layout(audience)
	if note != "" {
		l.Text(note)
	}
	if a.Done() {
		l.Text(gridText(a, streak.On(when.DateOf(t.now()))) + "\n" + solutionsText(a))
		l.Buttons([]chat.Component{chat.Button(discordgo.PrimaryButton, "Share", chat.WriteID("quiz-share", (&dayButton{date: a.Date}).fields))})
		return l.Reply()
	}
	try := a.Next()
	q := quiz.ForDay(a.Date)[try.Step]
	heading := fmt.Sprintf("### Quiz of %s: step %d of %d %s", dayName(a.Date), try.Step+1, day.Steps, a.Grid())
	l.Text(strings.TrimSpace(heading) + "\n" + q.Text())
	t.addPicture(l, q)
	if days := streak.On(a.Date); days > 0 && a.Marks == "" {
		l.Text("-# Streak: " + chat.Count(days, "day") + ".")
	}
	b := tryButton{a.Date, try}
	l.Buttons([]chat.Component{chat.Button(discordgo.PrimaryButton, "Answer", chat.WriteID("quiz-day", b.fields))})
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
		asked := map[quiz.Level]string{quiz.Bishops: "Bishops", quiz.Sequences: "Sequence", quiz.Queen: "Queen", quiz.WholeNumber: "Number"}[q.Level]
		if q.Direction == quiz.ToPosition {
			asked = fmt.Sprintf("Position of %d", q.Number())
		}
		lines = append(lines, fmt.Sprintf("%s %s: %s", (&day.Attempt{Marks: a.Marks[i : i+1]}).Grid(), asked, q.Answer()))
	}
	return strings.Join(lines, "\n")
}

// A dayButton is the custom id of a button for the quiz of a date.
type dayButton struct{ date when.Date }

func (b *dayButton) fields(f *chat.Fields) { dateField(f, &b.date) }

func dateField(f *chat.Fields, date *when.Date) {
	n := int(*date)
	f.Number(&n, 0, 1_000_000)
	*date = when.Date(n)
}

// A tryButton is the custom id of the button or form for a try.
type tryButton struct {
	date when.Date
	day.Try
}

func (b *tryButton) fields(f *chat.Fields) {
	dateField(f, &b.date)
	f.Number(&b.Step, 0, day.Steps-1)
	f.Flag(&b.Second, "first", "second")
}

// A playButton is the custom id of the button under a shared result. The person and the
// date tell the post from all others.
type playButton struct {
	person string
	date   when.Date
}

func (b *playButton) fields(f *chat.Fields) {
	f.Word(&b.person)
	dateField(f, &b.date)
}

// PlayID returns the custom id of the button under a shared result.
func PlayID(person string, date when.Date) string {
	b := playButton{person, date}
	return chat.WriteID("quiz-play", b.fields)
}

// askTry answers the button "Answer" of the quiz of a day with a form.
func (t Tools) askTry(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var b tryButton
	if err := chat.ReadID(r.CustomID, b.fields); err != nil {
		return nil, err
	}
	a, err := t.Days.Attempt(ctx, r.Asker, b.date)
	if err == nil {
		err = a.Check(b.Try, t.now())
	}
	if errors.Is(err, day.ErrDone) {
		return t.dayPage(ctx, a, "", chat.OwnPage)
	}
	if err != nil {
		return nil, dayRefusal(b.date, err)
	}
	return &chat.Reply{Form: form(quiz.ForDay(b.date)[b.Step], chat.WriteID("quiz-try", b.fields))}, nil
}

// giveTry answers the form of askTry. An answer that cannot be read is no try.
func (t Tools) giveTry(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var b tryButton
	if err := chat.ReadID(r.CustomID, b.fields); err != nil {
		return nil, err
	}
	q := quiz.ForDay(b.date)[b.Step]
	answer, err := given(q, r.Options)
	if err != nil {
		return nil, err
	}
	v := judge(q, answer)
	a, err := t.Days.ChangeAttempt(ctx, r.Asker, b.date, func(a *day.Attempt) error {
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
		return t.dayPage(ctx, a, "Not yet: you "+habitsOf(v.Origins)+". One more try.", chat.OwnPage)
	}
	note := v.Words()
	if !v.Right {
		note += "\n" + q.Steps()
	}
	return t.dayPage(ctx, a, note, chat.OwnPage)
}

// habitsOf says what somebody did, without a number that could tell the answer.
func habitsOf(origins []slips.Origin) string {
	var did []string
	for _, o := range origins {
		did = append(did, o.Habit().Words())
	}
	return strings.Join(did, ", or ")
}

// share answers the button "Share": the bot posts the result once. Where the bot cannot
// post, people get the text to copy.
func (t Tools) share(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var b dayButton
	if err := chat.ReadID(r.CustomID, b.fields); err != nil {
		return nil, err
	}
	a, err := t.Days.Attempt(ctx, r.Asker, b.date)
	if err == nil && !a.Done() {
		err = day.ErrNone
	}
	if err != nil {
		return nil, dayRefusal(b.date, err)
	}
	streak, err := t.Days.Streak(ctx, r.Asker)
	if err != nil {
		return nil, err
	}
	copied := "To post it yourself, copy this:\n```\n" + strings.ReplaceAll(gridText(a, streak.On(a.Date)), chat.Slash("quiz daily"), "/quiz daily") + "\n```"
	if refused, ok := errors.AsType[*chat.UserError](canPost(r, "Here nobody else would see it.")); ok {
		return chat.Say(refused.Msg + " " + copied), nil
	}
	planned, err := t.Days.Share(ctx, a.Post(r.ChannelID, t.now()))
	if err != nil {
		return nil, err
	}
	if !planned {
		return chat.Say("You have shared this result already. " + copied), nil
	}
	return chat.Say("Your result appears here in a moment."), nil
}

// SharedDay returns the post of a result that a person shares.
func SharedDay(a *day.Attempt, streak int) (*chat.Reply, error) {
	l := Tools{}.layout(chat.AsAsked)
	l.Text(chat.Mention(a.Person) + ": " + gridText(a, streak))
	l.Buttons([]chat.Component{chat.Button(discordgo.SecondaryButton, "Play", PlayID(a.Person, a.Date))})
	return l.Reply()
}

// dayRefusal turns an error of package day into a refusal.
func dayRefusal(date when.Date, err error) error {
	switch {
	case errors.Is(err, day.ErrOver):
		return chat.Refuse("The quiz of "+dayName(date)+" is over.", "Start today's with "+chat.Slash("quiz daily")+".")
	case errors.Is(err, day.ErrNone):
		return chat.Refuse("You have not finished the quiz of "+dayName(date)+".", "See where you are with "+chat.Slash("quiz daily")+".")
	}
	return err
}
