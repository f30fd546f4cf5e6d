package quiz

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// progressTurns is the number of questions that the progress is about.
const progressTurns = 1000

// progress answers /quiz progress, and the button that keeps what is stored. The sequences
// are those of the numbering that was practised last. Without any numbers, there is no picture.
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
		l.Text(voice.Phrase("quiz.nothingYet"))
		return l.Reply()
	}
	scheme := chess960.Scharnagl // or the numbering that was practised last
	last := slices.IndexFunc(turns, func(turn training.Turn) bool { return turn.Question.Level != training.Castling })
	numbers := last >= 0 // not only castling was practised
	if numbers {
		scheme = turns[last].Question.Scheme
	}
	memories, err := t.Store.Memories(ctx, r.Asker, scheme)
	if err != nil {
		return nil, err
	}
	ofCastling := memories // stored with those of SP numbers
	if scheme != chess960.Scharnagl {
		if ofCastling, err = t.Store.Memories(ctx, r.Asker, chess960.Scharnagl); err != nil {
			return nil, err
		}
	}
	lines := append(append(levelResults(turns), castlingKnown(ofCastling)...), mistakes(turns)...)
	if numbers {
		l.Text(voice.Heading(2, voice.Say("quiz.progressIn", voice.F{"Scheme": schemeName(scheme)})))
		picture := strengths(scheme, memories)
		picture.Theme = l.Style.Theme
		png, err := t.Boards.Strengths(picture)
		l.Picture(chat.Picture{Name: "progress.png", Alt: strengthsAlt(picture), PNG: png}, err)
		lines = append(voice.Lines{voice.Small(voice.Phrase("quiz.filledBlocks"))}, lines...)
	} else {
		lines = append(voice.Lines{voice.Heading(2, voice.Phrase("quiz.castlingProgress"))}, lines...)
	}
	l.Text(lines)
	l.Buttons([]chat.Component{
		chat.Button(discordgo.PrimaryButton, voice.Phrase("quiz.practise"), practiseButton.ID(struct{}{})),
		chat.Secondary(voice.Phrase("quiz.forget"), forgetButton.ID(struct{}{})),
	})
	return l.Reply()
}

// castlingKnown names the lessons about castling that a person knows, and those that are
// being learned. It says nothing to a person who was asked none.
func castlingKnown(memories map[training.Card]training.Memory) (lines voice.Lines) {
	var known, learning voice.And
	for _, c := range training.LessonCards() {
		switch m := memories[c]; {
		case m.IsKnown():
			known = append(known, lessonName(c))
		case !m.IsNew():
			learning = append(learning, lessonName(c))
		}
	}
	if known != nil {
		lines = append(lines, voice.Say("quiz.knownLessons", voice.F{"Lessons": known}))
	}
	if learning != nil {
		lines = append(lines, voice.Say("quiz.learnedLessons", voice.F{"Lessons": learning}))
	}
	return lines
}

// lessonName is the name of the lesson about castling that a card is about.
func lessonName(c training.Card) voice.Sentence {
	return voice.Say("quiz.lesson."+string(c.Lesson), nil)
}

// practiseLast answers the button "Practise" with a question of the course that was practised
// last.
func (t Tools) practiseLast(ctx context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
	turns, err := t.Store.Turns(ctx, r.Asker, 1)
	if err != nil {
		return nil, err
	}
	if len(turns) == 0 { // all was forgotten since
		return t.progress(ctx, r)
	}
	turn, err := t.begin(ctx, r.Asker, turns[0].Course())
	if err != nil {
		return nil, err
	}
	return t.questionPage(chat.OwnPage, turn, false)
}

// strengths are how well the sequences of a scheme are known. Of the two directions, those
// that were asked count, and of these the weaker one.
func strengths(s *chess960.Scheme, memories map[training.Card]training.Memory) render.Strengths {
	var picture render.Strengths
	for _, c := range training.Cards(s, slips.Sequence, training.ToNumber) {
		back := c
		back.Direction = training.ToPosition
		to, from := memories[c], memories[back]
		strength := min(to.Strength(), from.Strength())
		if to.IsNew() || from.IsNew() {
			strength = max(to.Strength(), from.Strength())
		}
		picture.Facts = append(picture.Facts, render.Fact{Label: fmt.Sprint(c.Adds), Pattern: training.SequenceOf(s, c.Adds), Strength: strength})
	}
	return picture
}

// strengthsAlt is the alt text of the picture: the facts by their blocks, the most first.
func strengthsAlt(picture render.Strengths) voice.Sentence {
	var unasked voice.And
	var known [training.MostStrength + 1]voice.And // by the number of filled blocks
	for _, f := range picture.Facts {
		number := voice.Raw(f.Label)
		if f.Strength == 0 {
			unasked = append(unasked, number)
			continue
		}
		var order voice.And
		for _, piece := range []byte(f.Pattern) {
			order = append(order, voice.Say("quiz.slot", voice.F{"Piece": castling.Piece(piece), "Empty": piece == '-'}))
		}
		known[f.Strength] = append(known[f.Strength], voice.Say("quiz.knownFact", voice.F{"Number": number, "Order": order}))
	}
	alt := voice.Run{voice.Phrase("quiz.strengths")}
	for blocks, facts := range slices.Backward(known[:]) {
		if facts != nil {
			alt = append(alt, voice.Say("quiz.knownFacts", voice.F{"Blocks": voice.Count(blocks), "Known": facts}))
		}
	}
	if unasked != nil {
		alt = append(alt, voice.Say("quiz.unaskedFacts", voice.F{"Numbers": unasked}))
	}
	return alt
}

// levelResults say for each level what was right and wrong, and how long right answers took.
func levelResults(turns []training.Turn) voice.Lines {
	var lines voice.Lines
	for _, level := range training.Levels() {
		var right, wrong, shown int
		var times []time.Duration
		for _, turn := range turns {
			switch {
			case turn.Question.Level != level:
			case turn.Outcome == training.Right:
				right++
				times = append(times, turn.Took())
			case turn.Outcome == training.Shown:
				shown++
			default:
				wrong++
			}
		}
		var median voice.Sentence // the time that half of the right answers needed; nil for none
		if len(times) > 0 {
			median = timeOf(training.MedianTime(times))
		}
		if right+wrong+shown > 0 {
			lines = append(lines, voice.Say("quiz.levelResult", voice.F{
				"Level": chat.ChoiceName("level", level.ID()), "Right": right, "Wrong": wrong, "Shown": shown, "Median": median,
			}))
		}
	}
	return lines
}

// shownSlips is the number of mistakes that the progress names.
const shownSlips = 3

// mistakes name those that were made most often.
func mistakes(turns []training.Turn) voice.Lines {
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
		return nil
	}
	var named voice.Bullets
	for _, habit := range most[:min(len(most), shownSlips)] {
		did, _ := habit.Did()
		named = append(named, voice.Run{did, voice.Say("quiz.times", voice.F{"Times": voice.Count(counts[habit])})})
	}
	return voice.Lines{voice.Phrase("quiz.mistakes"), named}
}

// courseOf says how much of a course is known, and when to practise again.
func courseOf(c training.Course, memories map[training.Card]training.Memory, now time.Time) voice.Run {
	cards := c.Cards()
	known := 0
	for _, card := range cards {
		if memories[card].IsKnown() {
			known++
		}
	}
	said := voice.Run{voice.Say("quiz.knownOf", voice.F{"Known": known, "All": voice.Count(len(cards))}), restOf(c, memories, now)}
	if following := c.Level + 1; known == len(cards) && following <= training.WholePosition {
		level := following.ID()
		if c.Scheme != chess960.Scharnagl { // the numbering without the option
			level += " scheme:" + c.Scheme.Option
		}
		said = append(said, voice.Say("quiz.goOn", voice.F{"Level": voice.Raw(level)}))
	}
	return said
}

// restOf says when the next question is due, if there is nothing to ask now; else it is nil.
func restOf(c training.Course, memories map[training.Card]training.Memory, now time.Time) voice.Sentence {
	until, ok := c.Rest(memories, now)
	if !ok {
		return nil
	}
	return voice.Say("quiz.restUntil", voice.F{"Next": voice.Moment{Time: until, Style: voice.Relative}})
}

var (
	practiseButton  = chat.NewControl("quiz-again", chat.NoFields)
	forgetButton    = chat.NewControl("quiz-forget", chat.NoFields)
	forgetAllButton = chat.NewControl("quiz-forgot", chat.NoFields)
	keepButton      = chat.NewControl("quiz-keep", chat.NoFields)
)

// askForget answers the button "Forget everything about me" with a question.
func (t Tools) askForget(context.Context, *chat.Request, struct{}) (*chat.Reply, error) {
	l := t.layout(chat.OwnPage)
	l.Text(voice.Lines{voice.Heading(2, voice.Phrase("quiz.forgetEverything")), voice.Phrase("quiz.whatIsForgotten")})
	l.Buttons([]chat.Component{
		chat.Button(discordgo.DangerButton, voice.Phrase("quiz.yesForget"), forgetAllButton.ID(struct{}{})),
		chat.Button(discordgo.PrimaryButton, voice.Phrase("quiz.noKeep"), keepButton.ID(struct{}{})),
	})
	return l.Reply()
}

// forget answers the button "Yes, forget everything".
func (t Tools) forget(ctx context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
	if err := t.Store.ForgetLearner(ctx, r.Asker); err != nil {
		return nil, err
	}
	reply := chat.Done(voice.Phrase("quiz.forgotten"))
	reply.Audience = chat.OwnPage
	return reply, nil
}
