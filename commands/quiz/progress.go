package quiz

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
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

// progress answers /quiz progress, and the button that keeps what is stored, with the chart of the level that was
// practised last.
func (t Tools) progress(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	audience := chat.OnlyAsker
	if r.CustomID != "" {
		audience = chat.OwnPage
	}
	turns, err := t.Store.Turns(ctx, r.Asker, progressTurns)
	if err != nil {
		return nil, err
	}
	if len(turns) == 0 {
		l := t.layout(audience)
		l.Text(voice.Phrase("quiz.nothingYet"))
		return l.Reply()
	}
	return t.chart(ctx, audience, turns, turns[0].Question.Level)
}

// showChart answers the button of another level.
func (t Tools) showChart(ctx context.Context, r *chat.Request, level training.Level) (*chat.Reply, error) {
	turns, err := t.Store.Turns(ctx, r.Asker, progressTurns)
	if err != nil {
		return nil, err
	}
	if len(turns) == 0 { // all was forgotten since
		return t.progress(ctx, r)
	}
	return t.chart(ctx, chat.OwnPage, turns, level)
}

// chart shows how well the facts of a level are known, in the numbering that was practised last: the sequences for
// a whole number or position, which are the most to remember; the reasons of castling in words.
func (t Tools) chart(ctx context.Context, audience chat.Audience, turns []training.Turn, level training.Level) (*chat.Reply, error) {
	scheme := lastScheme(turns)
	memories, err := t.Store.Memories(ctx, turns[0].Person, scheme)
	if err != nil {
		return nil, err
	}
	ofCastling := memories // stored with those of SP numbers
	if scheme != chess960.Scharnagl {
		if ofCastling, err = t.Store.Memories(ctx, turns[0].Person, chess960.Scharnagl); err != nil {
			return nil, err
		}
	}
	if level == training.WholeNumber || level == training.WholePosition {
		level = training.Sequences
	}
	l := t.layout(audience)
	of := []training.Level{level}
	if level == training.Sequences {
		of = append(of, training.WholeNumber, training.WholePosition)
	}
	lines := append(levelResults(turns, of), mistakes(turns, of)...)
	if level == training.Castling {
		lines = append(append(voice.Lines{voice.Heading(2, voice.Phrase("quiz.castlingProgress"))}, castlingKnown(turns, ofCastling)...), lines...)
	} else {
		l.Text(voice.Heading(2, voice.Say("quiz.progressIn", voice.F{"Scheme": schemeName(scheme), "Level": chat.ChoiceName("level", level.ID())})))
		picture := strengths(scheme, level.Part(), memories)
		picture.Theme = l.Style.Theme
		png, err := t.Boards.Strengths(picture)
		l.Picture(chat.Picture{Name: "progress.png", Alt: strengthsAlt(picture), PNG: png}, err)
		lines = append(voice.Lines{voice.Small(voice.Phrase("quiz.filledBlocks"))}, lines...)
	}
	l.Text(lines)
	buttons := []chat.Component{chat.Button(discordgo.PrimaryButton, voice.Phrase("quiz.practise"), practiseButton.ID(struct{}{}))}
	for _, other := range []training.Level{training.Bishops, training.Sequences, training.Queen, training.Castling} {
		known := memories
		if other == training.Castling {
			known = ofCastling
		}
		cards := training.Course{Level: other, Mixed: true, Scheme: scheme}.Cards()
		if other != level && slices.ContainsFunc(cards, func(c training.Card) bool { return !known[c].IsNew() }) {
			buttons = append(buttons, chat.Secondary(chat.ChoiceName("level", other.ID()), chartButton.ID(other)))
		}
	}
	l.Buttons(append(buttons, chat.Secondary(voice.Phrase("quiz.forget"), forgetButton.ID(struct{}{}))))
	return l.Reply()
}

// lastScheme returns the numbering that was practised last: SP numbers if only castling was.
func lastScheme(turns []training.Turn) *chess960.Scheme {
	for _, turn := range turns {
		if turn.Question.Level != training.Castling {
			return turn.Question.Scheme
		}
	}
	return chess960.Scharnagl
}

// castlingKnown names the lessons about castling that a person has mastered, and those that are
// being learned. It says nothing to a person who was asked none.
func castlingKnown(turns []training.Turn, memories map[training.Card]training.Memory) (lines voice.Lines) {
	var known, learning voice.And
	mastered := training.Course{Level: training.Castling, Scheme: chess960.Scharnagl}.Mastered(turns, memories)
	for _, c := range training.LessonCards() {
		switch m := memories[c]; {
		case mastered[c]:
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
	return t.questionPage(ctx, chat.OwnPage, turn)
}

// strengths are how well the facts of a part are known. Of the two directions, those
// that were asked count, and of these the weaker one.
func strengths(s *chess960.Scheme, part slips.Part, memories map[training.Card]training.Memory) render.Strengths {
	var picture render.Strengths
	for _, c := range training.Cards(s, part, training.ToNumber) {
		back := c
		back.Direction = training.ToPosition
		to, from := memories[c], memories[back]
		strength := min(to.Strength(), from.Strength())
		if to.IsNew() || from.IsNew() {
			strength = max(to.Strength(), from.Strength())
		}
		picture.Facts = append(picture.Facts, render.Fact{Label: fmt.Sprint(c.Adds), Pattern: training.PatternOf(s, c), Strength: strength})
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
		if squares := strings.Fields(f.Pattern); len(squares) == 2 {
			order = voice.And{voice.Raw(squares[0]), voice.Raw(squares[1])}
		} else {
			for _, piece := range []byte(f.Pattern) {
				order = append(order, voice.Say("quiz.slot", voice.F{"Piece": castling.Piece(piece), "Empty": piece == '-'}))
			}
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

// levelResults say for each of the levels what was right and wrong, and how long right answers took.
func levelResults(turns []training.Turn, levels []training.Level) voice.Lines {
	var lines voice.Lines
	for _, level := range levels {
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

// shownSlips is the number of mistakes that the progress names: with three, the page of the bishops is too high for a
// phone.
const shownSlips = 2

// mistakes name those that were made most often in the levels.
func mistakes(turns []training.Turn, levels []training.Level) voice.Lines {
	counts := map[slips.Habit]int{}
	for _, turn := range turns {
		if _, ok := turn.Slip.Did(); ok && slices.Contains(levels, turn.Question.Level) {
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
		named = append(named, voice.Run{voice.Raw(fmt.Sprintf("**%d ×**", counts[habit])), did})
	}
	return voice.Lines{voice.Phrase("quiz.mistakes"), named}
}

// courseOf says how much of a course is mastered, and when to practise again. Who knows everything for today can go
// on with the next level.
func courseOf(c training.Course, turns []training.Turn, memories map[training.Card]training.Memory, now time.Time) voice.Run {
	cards := c.Cards()
	known, mastered := 0, len(c.Mastered(turns, memories))
	for _, card := range cards {
		if memories[card].IsKnown() {
			known++
		}
	}
	of, how := "answers", voice.Phrase("quiz.anotherDay")
	switch c.Level {
	case training.WholeNumber, training.WholePosition:
		of = "parts"
	case training.Castling:
		of, how = "reasons", "quiz.reasonsMastered"
	}
	said := voice.Run{voice.Say("quiz.knownOf."+of, voice.F{"Known": mastered, "All": voice.Count(len(cards))})}
	if mastered < known || c.Level == training.Castling && mastered < len(cards) {
		said = append(said, how)
	}
	said = append(said, restOf(c, memories, now))
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
	chartButton     = chat.NewControl("quiz-chart", func(l *training.Level, f *chat.Fields) { chat.OneOf(f, l, levels()) })
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
