package quiz

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// A text is refused, or is the custom id of a button.
func FuzzForgedButtons(f *testing.F) {
	f.Add("quiz-answer:ABCDEFGHIJKLMNOP")
	f.Add("quiz-answer:")
	f.Add("quiz-forget")
	f.Fuzz(func(t *testing.T, id string) {
		chattest.ReadIDs(t, id, new(turnID).fields, func(f *chat.Fields) { chat.NoFields(nil, f) })
	})
}

func TestCourse(t *testing.T) {
	for _, c := range []struct {
		options chat.Options
		want    training.Course
		refused string
	}{
		{chat.Options{}, training.Course{Mixed: true, Scheme: chess960.Scharnagl}, ""},
		{chat.Options{"level": "queen", "direction": "position", "scheme": "fritz9"}, training.Course{Level: training.Queen, Direction: training.ToPosition, Scheme: chess960.Fritz9}, ""},
		{chat.Options{"level": "position"}, training.Course{Level: training.WholePosition, Mixed: true, Scheme: chess960.Scharnagl}, ""},
		{chat.Options{"level": "position", "direction": "position"}, training.Course{Level: training.WholePosition, Direction: training.ToPosition, Scheme: chess960.Scharnagl}, ""},
		{chat.Options{"level": "position", "direction": "number"}, training.Course{}, "The level `position` always asks for the position."},
		{chat.Options{"level": "number", "direction": "position"}, training.Course{}, "The level `number` always asks for the number."},
		{chat.Options{"level": "rooks"}, training.Course{}, "I cannot use `rooks`."},
		{chat.Options{"direction": "up"}, training.Course{}, "I cannot use `up`."},
		{chat.Options{"scheme": "milener"}, training.Course{}, "I cannot use `milener`."},
	} {
		r := &chat.Request{Options: c.options}
		o := newPracticeOptions()
		got, err := o.course(r)
		if wrong := chat.Check([]chat.Option{o.level, o.direction, o.scheme}, r); wrong != nil {
			err = wrong
		}
		if c.refused != "" {
			chattest.RefusedWith(t, err, c.refused)
		} else if err != nil || got != c.want {
			t.Errorf("%v: %+v, %v, want %+v", c.options, got, err, c.want)
		}
	}
}

func TestTimeOf(t *testing.T) {
	for took, want := range map[time.Duration]string{
		0: "0 seconds", 600 * time.Millisecond: "1 second", 99 * time.Second: "99 seconds",
		100 * time.Second: "2 minutes", time.Hour: "60 minutes",
	} {
		if got := chattest.English(timeOf(took)); got != want {
			t.Errorf("%v: %v, want %v", took, got, want)
		}
	}
}

// What is said about a course: what is known, when to go on, and where.
func TestCourseOf(t *testing.T) {
	now := time.Unix(1_790_000_000, 0)
	course := training.Course{Level: training.Queen, Scheme: chess960.Fritz9}
	memories := map[training.Card]training.Memory{}
	next := func(seconds int64) voice.Sentence {
		return voice.Say("quiz.restUntil", voice.F{"Next": voice.Moment{Time: time.Unix(seconds, 0), Style: voice.Relative}})
	}
	known := func(n int, all voice.Count) voice.Sentence {
		return voice.Say("quiz.knownOf.answers", voice.F{"Known": n, "All": all})
	}
	want := func(want ...voice.Sentence) {
		t.Helper()
		if got := courseOf(course, nil, memories, now); !reflect.DeepEqual(got, voice.Run(want)) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
	want(known(0, 4), nil)
	cards := course.Cards()
	memories[cards[0]] = training.Memory{}.Answered(training.Easy, now)
	memories[cards[1]] = training.Memory{}.Answered(training.Again, now)
	want(known(1, 4), nil) // two are new
	for _, c := range cards[2:] {
		memories[c] = training.Memory{}.Answered(training.Again, now)
	}
	want(known(1, 4), nil) // three are being learned
	for _, c := range cards {
		memories[c] = training.Memory{}.Answered(training.Easy, now)
	}
	want(known(4, 4), next(1_791_382_400), voice.Say("quiz.goOn", voice.F{"Level": voice.Raw("number scheme:fritz9")}))
	course.Level = training.WholePosition
	want(voice.Say("quiz.knownOf.parts", voice.F{"Known": 0, "All": voice.Count(35)}), nil)
	course = training.Course{Level: training.Castling, Scheme: chess960.Scharnagl}
	want(voice.Say("quiz.knownOf.reasons", voice.F{"Known": 0, "All": voice.Count(11)}), voice.Phrase("quiz.reasonsMastered"), nil)
}

// The score of a session leaves out others, and a row ends with an answer that is not right.
func TestScoreOf(t *testing.T) {
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		outcomes []training.Outcome // the newest first
		want     score
	}{
		{[]training.Outcome{training.Right, training.Wrong}, score{Questions: 2, Right: 1}},
		{[]training.Outcome{training.Right, training.Right, training.Shown, training.Right}, score{Questions: 4, Right: 3, InARow: 2, shown: 1}},
		{[]training.Outcome{training.Wrong, training.Right, training.Right}, score{Questions: 3, Right: 2}},
	} {
		turns := []training.Turn{{Began: began.Add(time.Hour), Outcome: training.Right}}
		for _, o := range c.outcomes {
			turns = append(turns, training.Turn{Began: began, Outcome: o})
		}
		turns = append(turns, training.Turn{Began: began.Add(-time.Hour), Outcome: training.Right})
		if got := scoreOf(turns, began); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.outcomes, got, c.want)
		}
	}
}

// The alt text of each chart fits into Discord's limit, and names the pieces of each fact: up to sixteen pairs of
// bishops, and the fifteen pairs of knights of Fritz 9.
func TestStrengthsAlt(t *testing.T) {
	const most = 1024
	for _, s := range chess960.DistinctSchemes() {
		for part, names := range map[slips.Part]string{slips.Bishops: "1", slips.Sequence: "knight", slips.Queen: "queen"} {
			picture := strengths(s, part, nil)
			never := chattest.English(strengthsAlt(picture))
			for i := range picture.Facts {
				picture.Facts[i].Strength = 1 + i%training.MostStrength
			}
			all := chattest.English(strengthsAlt(picture))
			if len([]rune(all)) > most || strings.Count(all, names) < len(picture.Facts) || strings.Count(all, " blocks: ") < 3 {
				t.Errorf("%s, %v: %d characters: %s", s.Label, part, len([]rune(all)), all)
			}
			if strings.Contains(never, names+")") || !strings.Contains(never, "Not asked yet: 0, ") {
				t.Errorf("%s: %s", s.Label, never)
			}
		}
	}
}

// Each level that was practised has a chart, the last one first.
func TestCharts(t *testing.T) {
	p := newPlayer(t)
	for _, level := range []string{"queen", "castling", "bishops"} {
		page, err := p.run("practice", func(r *chat.Request) { r.Options["level"] = level })
		if err == nil {
			_, err = p.press(chattest.Controls(page)["Show the answer"], nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		p.now = p.now.Add(time.Minute)
	}
	page, err := p.run("progress", func(*chat.Request) {})
	if err != nil || !strings.Contains(chattest.Text(page), "## Your progress: Bishops, SP numbers") {
		t.Fatalf("%v, %v", chattest.Text(page), err)
	}
	controls := chattest.Controls(page)
	if controls["Bishops"] != "" || controls["Sequences"] != "" {
		t.Errorf("%v", controls)
	}
	for level, want := range map[string]string{"Queen": "## Your progress: Queen, SP numbers", "Castling": "still to learn: piece in the king's way"} {
		page, err := p.press(controls[level], nil)
		if err != nil || !strings.Contains(chattest.Text(page), want) {
			t.Errorf("%s: %v, %v", level, chattest.Text(page), err)
		}
	}
}
