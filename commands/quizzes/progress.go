package quizzes

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/quiz"
	"chess960bot/internal/slips"
	"chess960bot/render"
)

func progressOption() chat.Option {
	return chat.Subcommand("progress", "What you know by now, and which slips you make")
}

// progressTurns is the number of questions that the progress is about.
const progressTurns = 1000

// progress answers /quiz progress, and the button that keeps what is stored. The sequences
// are those of the numbering that was practised last.
func (t Tools) progress(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	audience := chat.OnlyAsker
	if r.CustomID != "" {
		audience = chat.OwnPage
	}
	turns, err := t.Store.Turns(ctx, r.Asker, progressTurns)
	if err != nil {
		return nil, err
	}
	l := t.layout(audience)
	if len(turns) == 0 {
		l.Text("You have not practised yet. " + chat.Slash("quiz practice") + " begins with the bishops.")
		return l.Reply()
	}
	scheme := turns[0].Question.Scheme
	memories, err := t.Store.Memories(ctx, r.Asker, scheme)
	if err != nil {
		return nil, err
	}
	_, name := schemes().Describe(scheme)
	l.Text("## Your progress: " + name)
	picture := strengths(scheme, memories)
	picture.Theme = l.Style.Theme
	png, err := t.Boards.Strengths(picture)
	l.Picture(chat.Picture{Name: "progress.png", Alt: strengthsAlt(picture), PNG: png}, err)
	l.Text("-# The more blocks, the longer you know it: with five a month.\n" + levelsText(turns) + slipsText(turns))
	l.Row(chat.Button(discordgo.DangerButton, "Forget everything about me", forgetID("quiz-forget")))
	return l.Reply()
}

// strengths are how well the sequences of a scheme are known. Of the two directions, those
// that were asked count, and of these the weaker one.
func strengths(s *chess960.Scheme, memories map[quiz.Card]quiz.Memory) render.Strengths {
	var picture render.Strengths
	for _, c := range quiz.Cards(s, slips.Sequence, quiz.ToNumber) {
		back := c
		back.Direction = quiz.ToPosition
		to, from := memories[c], memories[back]
		strength := min(to.Strength(), from.Strength())
		if to.IsNew() || from.IsNew() {
			strength = max(to.Strength(), from.Strength())
		}
		picture.Facts = append(picture.Facts, render.Fact{Label: fmt.Sprint(c.Adds), Pattern: quiz.SequenceOf(s, c.Adds), Strength: strength})
	}
	return picture
}

// strengthsAlt is the alt text of the picture.
func strengthsAlt(picture render.Strengths) string {
	var facts []string
	for _, f := range picture.Facts {
		facts = append(facts, fmt.Sprintf("%s, %s: %d", f.Label, explain.Spell(f.Pattern), f.Strength))
	}
	return fmt.Sprintf("How well you know each sequence, from 0 (never asked) to %d (for a month). %s.", quiz.MostStrength, strings.Join(facts, "; "))
}

// levelsText says for each level what was right and wrong, and how long right answers took.
func levelsText(turns []quiz.Turn) string {
	var lines []string
	for _, level := range quiz.Levels() {
		right, wrong := 0, 0
		var times []time.Duration
		for _, turn := range turns {
			switch {
			case turn.Question.Level != level:
			case turn.Outcome == quiz.Right:
				right++
				times = append(times, turn.Took())
			default:
				wrong++
			}
		}
		if right+wrong == 0 {
			continue
		}
		_, name := levels().Describe(level)
		line := fmt.Sprintf("%s: **%d** right, **%d** wrong", name, right, wrong)
		if len(times) > 0 {
			slices.Sort(times)
			line += ", median " + timeWords(times[len(times)/2])
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// shownSlips is the number of slips that the progress names.
const shownSlips = 3

// slipsText names the slips that were made most often.
func slipsText(turns []quiz.Turn) string {
	counts := map[slips.Habit]int{}
	for _, turn := range turns {
		if turn.Slip.Words() != "" {
			counts[turn.Slip]++
		}
	}
	most := slices.SortedFunc(maps.Keys(counts), func(a, b slips.Habit) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	var named []string
	for _, habit := range most[:min(len(most), shownSlips)] {
		named = append(named, fmt.Sprintf("%s (%d)", habit.Words(), counts[habit]))
	}
	if named == nil {
		return ""
	}
	return "\nSlips: you " + strings.Join(named, ", ") + "."
}

// courseText says how much of a course is known, and when to practise again.
func courseText(c quiz.Course, memories map[quiz.Card]quiz.Memory, now time.Time) string {
	known, cards := 0, c.Cards()
	for _, card := range cards {
		if memories[card].IsKnown() {
			known++
		}
	}
	text := fmt.Sprintf("Of this level you know %d of %d facts. %s", known, len(cards), restText(c, memories, now))
	if following := c.Level + 1; known == len(cards) && following <= quiz.WholePosition {
		text += fmt.Sprintf(" Go on with %s `level:%s`.", chat.Slash("quiz practice"), following.ID())
	}
	return strings.TrimSpace(text)
}

// restText says when the next question is due, if there is nothing to ask now.
func restText(c quiz.Course, memories map[quiz.Card]quiz.Memory, now time.Time) string {
	until, ok := c.Rest(memories, now)
	if !ok {
		return ""
	}
	return fmt.Sprintf("That is all for now: the next one is due <t:%d:R>.", until.Unix())
}

// forgetID returns the custom id of a button about everything that is stored.
func forgetID(control string) string { return chat.WriteID(control, func(*chat.Fields) {}) }

// askForget answers the button "Forget everything about me" with a question.
func (t Tools) askForget(context.Context, *chat.Request) (*chat.Reply, error) {
	l := t.layout(chat.OwnPage)
	l.Text("## Forget everything?\nYour answers, your progress and when to ask what again are deleted at once. Nobody can bring them back.")
	l.Buttons([]chat.Component{
		chat.Button(discordgo.DangerButton, "Yes, forget everything", forgetID("quiz-forgot")),
		chat.Button(discordgo.SecondaryButton, "No, keep it", forgetID("quiz-keep")),
	})
	return l.Reply()
}

// forget answers the button "Yes, forget everything".
func (t Tools) forget(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	if err := t.Store.ForgetLearner(ctx, r.Asker); err != nil {
		return nil, err
	}
	l := t.layout(chat.OwnPage)
	l.Text("Everything about you in the quiz is deleted.")
	return l.Reply()
}
