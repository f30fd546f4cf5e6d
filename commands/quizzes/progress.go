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
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/club/quiz"
	"chess960bot/render"
	"chess960bot/voice"
)

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
		l.Text(voice.Raw("You have not practised yet. " + chat.Slash("quiz practice") + " begins with the bishops."))
		return l.Reply()
	}
	scheme := turns[0].Question.Scheme
	memories, err := t.Store.Memories(ctx, r.Asker, scheme)
	if err != nil {
		return nil, err
	}
	_, name := schemes().Describe(scheme)
	l.Text(voice.Raw("## Your progress: " + voice.In("en").Say(name)))
	picture := strengths(scheme, memories)
	picture.Theme = l.Style.Theme
	png, err := t.Boards.Strengths(picture)
	l.Picture(chat.Picture{Name: "progress.png", Alt: voice.Raw(strengthsAlt(picture)), PNG: png}, err)
	l.Text(voice.Raw("-# The more blocks, the longer you know it: with five a month.\n" + levelsText(turns) + slipsText(turns)))
	l.Row(chat.Button(discordgo.DangerButton, voice.Raw("Forget everything about me"), forgetButton.ID(struct{}{})))
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
		line := fmt.Sprintf("%s: **%d** right, **%d** wrong", voice.In("en").Say(name), right, wrong)
		if len(times) > 0 {
			line += ", median " + timeWords(quiz.MedianTime(times))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// shownSlips is the number of mistakes that the progress names.
const shownSlips = 3

// slipsText names the mistakes that were made most often.
func slipsText(turns []quiz.Turn) string {
	counts := map[slips.Habit]int{}
	for _, turn := range turns {
		if _, ok := turn.Slip.Did(); ok {
			counts[turn.Slip]++
		}
	}
	most := slices.SortedFunc(maps.Keys(counts), func(a, b slips.Habit) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	if len(most) == 0 {
		return ""
	}
	var named voice.Bullets
	for _, habit := range most[:min(len(most), shownSlips)] {
		did, _ := habit.Did()
		named = append(named, voice.Run{did, times{Times: voice.Count(counts[habit])}})
	}
	return "\n" + voice.In("en").Say(voice.Lines{voice.Phrase("quizzes.mistakes"), named})
}

// times says how often somebody made a mistake.
type times struct {
	voice.Facts
	Times voice.Count
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

var (
	forgetButton    = chat.NewControl("quiz-forget", chat.NoFields)
	forgetAllButton = chat.NewControl("quiz-forgot", chat.NoFields)
	keepButton      = chat.NewControl("quiz-keep", chat.NoFields)
)

// askForget answers the button "Forget everything about me" with a question.
func (t Tools) askForget(context.Context, *chat.Request, struct{}) (*chat.Reply, error) {
	l := t.layout(chat.OwnPage)
	l.Text(voice.Raw("## Forget everything?\nYour answers, your progress and when to ask what again are deleted at once. Nobody can bring them back."))
	l.Buttons([]chat.Component{
		chat.Button(discordgo.DangerButton, voice.Raw("Yes, forget everything"), forgetAllButton.ID(struct{}{})),
		chat.Button(discordgo.SecondaryButton, voice.Raw("No, keep it"), keepButton.ID(struct{}{})),
	})
	return l.Reply()
}

// forget answers the button "Yes, forget everything".
func (t Tools) forget(ctx context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
	if err := t.Store.ForgetLearner(ctx, r.Asker); err != nil {
		return nil, err
	}
	l := t.layout(chat.OwnPage)
	l.Text(voice.Raw("Everything about you in the quiz is deleted."))
	return l.Reply()
}
