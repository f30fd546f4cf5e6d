package quizzes

import (
	"testing"
	"time"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/club/quiz"
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

func TestTimeWords(t *testing.T) {
	for took, want := range map[time.Duration]string{0: "0 seconds", 600 * time.Millisecond: "1 second", 99 * time.Second: "99 seconds", 100 * time.Second: "2 minutes", time.Hour: "60 minutes"} {
		if got := timeWords(took); got != want {
			t.Errorf("%v: %s, want %s", took, got, want)
		}
	}
}

// What is said about a course: what is known, when to go on, and where.
func TestCourseText(t *testing.T) {
	now := time.Unix(1_790_000_000, 0)
	course := quiz.Course{Level: quiz.Queen, Scheme: chess960.Fritz9}
	memories := map[quiz.Card]quiz.Memory{}
	want := func(want string) {
		t.Helper()
		if got := courseText(course, memories, now); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	want("Of this level you know 0 of 4 facts.")
	cards := course.Cards()
	memories[cards[0]] = quiz.Memory{}.Answered(quiz.Easy, now)
	memories[cards[1]] = quiz.Memory{}.Answered(quiz.Again, now)
	want("Of this level you know 1 of 4 facts.") // two are new
	for _, c := range cards[2:] {
		memories[c] = quiz.Memory{}.Answered(quiz.Again, now)
	}
	want("Of this level you know 1 of 4 facts. That is all for now: the next one is due <t:1790000060:R>.")
	for _, c := range cards {
		memories[c] = quiz.Memory{}.Answered(quiz.Easy, now)
	}
	want("Of this level you know 4 of 4 facts. That is all for now: the next one is due <t:1791382400:R>. Go on with " + chat.Slash("quiz practice") + " `level:number`.")
	course.Level = quiz.WholePosition
	want("Of this level you know 0 of 35 facts.")
}
