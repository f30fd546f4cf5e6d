package bot_test

import (
	"strings"
	"testing"
	"time"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// In a session with every lesson, each of the four answers gets the right verdict with a line for
// either side. A second press changes nothing.
func TestQuizJudgesCastlings(t *testing.T) {
	t.Parallel()
	w := connectQuiz(t)
	answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "quiz practice", map[string]any{"level": "castling"})
	if err != nil {
		t.Fatal(err)
	}
	m, seen := answer.Message, map[lessons.Lesson]bool{}
	labels := []string{lessons.HSide: "O-O", lessons.ASide: "O-O-O", lessons.Both: "Both", lessons.Neither: "Neither"}
	for asked := range testrun.Choose(len(lessons.All()), 60) {
		given := lessons.AllSides()[(asked+asked/4)%4]
		w.later.Add(int64(time.Second))
		button, _ := w.Message(m).Button(labels[given])
		id := strings.Split(button.CustomID, ":")[1]
		open, err := w.quiz.Turn(t.Context(), discordtest.Anna.ID, id)
		if err != nil {
			t.Fatal(err)
		}
		e := open.Question.Exercise
		want := "Not quite. Your answer is wrong for O-O"
		switch given ^ e.Answer() {
		case 0:
			want = "Right. "
		case lessons.Both:
			want = "Not quite. Your answer is wrong for O-O and for O-O-O."
		}
		said := w.pressLabel(t, discordtest.Anna, w.Message(m), labels[given]).Message.Text()
		if !strings.Contains(said, want) || strings.Count(said, "\n**O-O") != 2 && strings.Count(said, "**O-O") < 2 {
			t.Errorf("%s, answered %s: %s", e, given.Name(), said)
		}
		turn, err := w.quiz.UpdateTurn(t.Context(), discordtest.Anna.ID, id, func(turn *training.Turn, memories map[training.Card]training.Memory) error {
			if card := memories[training.Card{Lesson: e.Lesson()}]; card.Failed == (given.Has(e.Side) == e.Answer().Has(e.Side)) {
				t.Errorf("%s, answered %s: %+v", e, given.Name(), card)
			}
			return turn.Answer(int(lessons.Both), time.Now(), memories, nil)
		})
		if err != training.ErrNotOpen || turn.Given != int(given) {
			t.Errorf("%s, answered %s: %+v, %v", e, given.Name(), turn, err)
		}
		seen[e.Lesson()] = true
		next := "Next"
		if _, due := w.Message(m).Button(next); !due {
			next = "Go on anyway"
		}
		w.pressLabel(t, discordtest.Anna, w.Message(m), next)
	}
	memories, err := w.quiz.Memories(t.Context(), discordtest.Anna.ID, chess960.Scharnagl)
	if len(seen) != len(lessons.All()) || len(memories) != len(seen) || err != nil {
		t.Errorf("lessons %v, %d cards, %v", seen, len(memories), err)
	}
	holdAgainstOpenAPI(t, w.Requests())
}
