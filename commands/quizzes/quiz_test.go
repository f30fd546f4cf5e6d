package quizzes

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/club/quiz"
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
		want    quiz.Course
		refused string
	}{
		{chat.Options{}, quiz.Course{Mixed: true, Scheme: chess960.Scharnagl}, ""},
		{chat.Options{"level": "queen", "direction": "position", "scheme": "fritz9"}, quiz.Course{Level: quiz.Queen, Direction: quiz.ToPosition, Scheme: chess960.Fritz9}, ""},
		{chat.Options{"level": "position"}, quiz.Course{Level: quiz.WholePosition, Mixed: true, Scheme: chess960.Scharnagl}, ""},
		{chat.Options{"level": "position", "direction": "position"}, quiz.Course{Level: quiz.WholePosition, Direction: quiz.ToPosition, Scheme: chess960.Scharnagl}, ""},
		{chat.Options{"level": "position", "direction": "number"}, quiz.Course{}, "The level `position` always asks for the position."},
		{chat.Options{"level": "number", "direction": "position"}, quiz.Course{}, "The level `number` always asks for the number."},
		{chat.Options{"level": "rooks"}, quiz.Course{}, "I cannot use `rooks`."},
		{chat.Options{"direction": "up"}, quiz.Course{}, "I cannot use `up`."},
		{chat.Options{"scheme": "milener"}, quiz.Course{}, "I cannot use `milener`."},
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
	course := quiz.Course{Level: quiz.Queen, Scheme: chess960.Fritz9}
	memories := map[quiz.Card]quiz.Memory{}
	next := func(seconds int64) voice.Sentence {
		return voice.Say("quizzes.restUntil", voice.F{"Next": voice.Moment{Time: time.Unix(seconds, 0), Style: voice.Relative}})
	}
	known := func(n int, all voice.Count) voice.Sentence {
		return voice.Say("quizzes.knownOf", voice.F{"Known": n, "All": all})
	}
	want := func(want ...voice.Sentence) {
		t.Helper()
		if got := courseOf(course, memories, now); !reflect.DeepEqual(got, voice.Run(want)) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
	want(known(0, 4), nil)
	cards := course.Cards()
	memories[cards[0]] = quiz.Memory{}.Answered(quiz.Easy, now)
	memories[cards[1]] = quiz.Memory{}.Answered(quiz.Again, now)
	want(known(1, 4), nil) // two are new
	for _, c := range cards[2:] {
		memories[c] = quiz.Memory{}.Answered(quiz.Again, now)
	}
	want(known(1, 4), nil) // three are being learned
	for _, c := range cards {
		memories[c] = quiz.Memory{}.Answered(quiz.Easy, now)
	}
	want(known(4, 4), next(1_791_382_400), voice.Say("quizzes.goOn", voice.F{"Level": voice.Raw("number scheme:fritz9")}))
	course.Level = quiz.WholePosition
	want(known(0, 35), nil)
}

// The score of a session leaves out others, and a row ends with an answer that is not right.
func TestScoreOf(t *testing.T) {
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		outcomes []quiz.Outcome // the newest first
		want     score
	}{
		{[]quiz.Outcome{quiz.Right, quiz.Wrong}, score{Questions: 2, Right: 1}},
		{[]quiz.Outcome{quiz.Right, quiz.Right, quiz.Shown, quiz.Right}, score{Questions: 4, Right: 3, InARow: 2, shown: 1}},
		{[]quiz.Outcome{quiz.Wrong, quiz.Right, quiz.Right}, score{Questions: 3, Right: 2}},
	} {
		turns := []quiz.Turn{{Began: began.Add(time.Hour), Outcome: quiz.Right}}
		for _, o := range c.outcomes {
			turns = append(turns, quiz.Turn{Began: began, Outcome: o})
		}
		turns = append(turns, quiz.Turn{Began: began.Add(-time.Hour), Outcome: quiz.Right})
		if got := scoreOf(turns, began); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.outcomes, got, c.want)
		}
	}
}

// The alt text of the progress fits into Discord's limit, also for the fifteen pairs of
// knights of Fritz 9.
func TestStrengthsAlt(t *testing.T) {
	const most = 1024
	for _, s := range chess960.DistinctSchemes() {
		picture := strengths(s, nil)
		never := chattest.English(strengthsAlt(picture))
		for i := range picture.Facts {
			picture.Facts[i].Strength = 1 + i%quiz.MostStrength
		}
		all := chattest.English(strengthsAlt(picture))
		if len([]rune(all)) > most || strings.Count(all, "knight") != 2*len(picture.Facts) || strings.Count(all, " blocks: ") != 4 {
			t.Errorf("%s: %d characters: %s", s.Label, len([]rune(all)), all)
		}
		if strings.Contains(never, "knight") || !strings.Contains(never, "Not asked yet: 0, ") {
			t.Errorf("%s: %s", s.Label, never)
		}
	}
}
