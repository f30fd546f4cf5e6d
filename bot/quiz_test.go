package bot_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/commands"
	quizrows "chess960bot/commands/quiz/rows"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// A quizWorld is a world in which Anna practises. Questions are about the position that
// was chosen, as long as all its facts are new to her.
type quizWorld struct {
	*world
	quiz     training.Store
	later    atomic.Int64 // how far the clock has been moved on, in nanoseconds
	position chess960.Position
}

func connectQuiz(t *testing.T) *quizWorld {
	t.Helper()
	tools := tools(t)
	q := &quizWorld{quiz: quizrows.Of(tools.Store), position: chess960.Classical()}
	drawn := 0
	tools.Now = func() time.Time { return drawnAt.Add(time.Duration(q.later.Load())) }
	tools.Draw = func(n int) (int, error) {
		sp := q.position.SP()
		drawn++ // bishops, queen and sequence in turn
		return []int{sp / 96, sp % 16, sp / 16 % 6}[drawn%3], nil
	}
	q.world = connect(t, offer(commands.All(tools), "quiz"))
	return q
}

// ask begins a session about a position, with new facts only.
func (w *quizWorld) ask(t *testing.T, p chess960.Position, level string) *discordtest.Message {
	t.Helper()
	w.position = p
	if err := w.quiz.ForgetLearner(within(t), discordtest.Anna.ID); err != nil {
		t.Fatal(err)
	}
	options := map[string]any{"level": level}
	if level != "number" && level != "position" {
		options["direction"] = "number"
	}
	answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "quiz practice", options)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Message
}

// open presses "Answer".
func (w *quizWorld) open(t *testing.T, m *discordtest.Message) discordtest.Form {
	t.Helper()
	form, err := w.pressLabel(t, discordtest.Anna, m, "Answer").Form()
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// submit submits the form.
func (w *quizWorld) submit(t *testing.T, m *discordtest.Message, form discordtest.Form, values map[string]string) *discordtest.Message {
	t.Helper()
	answer, err := w.Submit(within(t), discordtest.Anna, m, form, values)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Message
}

// number answers a question with a number.
func (w *quizWorld) number(t *testing.T, m *discordtest.Message, n int) string {
	t.Helper()
	return w.submit(t, m, w.open(t, m), map[string]string{"number": strconv.Itoa(n)}).Text()
}

// Of 24 questions a third is answered rightly, a third with the bishops exchanged, and a
// third with the Fritz 9 number. Each is named, and every sum is right.
func TestQuizNamesWhatWasDone(t *testing.T) {
	t.Parallel()
	w := connectQuiz(t)
	random := rand.New(rand.NewPCG(9, 60))
	named := map[string]int{}
	for asked := 0; asked < 24; asked++ {
		p, _ := chess960.FromSP(random.IntN(chess960.Count))
		sp, dark, light := p.SP(), p.SP()/4%4, p.SP()%4
		if dark == light {
			asked--
			continue
		}
		given, want := sp, fmt.Sprintf("Right. **%v** has the SP number **%d**.", p, sp)
		switch asked % 3 {
		case 1:
			given = sp - 4*dark - light + 4*light + dark
			want = fmt.Sprintf("Not quite. You get %d if you swap the bishops' numbers: 4 × %d + %d = %d instead of 4 × %d + %d = %d",
				given, light, dark, 4*light+dark, dark, light, 4*dark+light)
		case 2:
			given = chess960.Fritz9.Derive(p).Number()
			want = fmt.Sprintf("Not quite. %d is this position's Fritz 9 number", given)
		}
		said := w.number(t, w.ask(t, p, "number"), given)
		if !strings.Contains(said, want) || !strings.Contains(said, fmt.Sprintf("**%d**.", sp)) {
			t.Errorf("%v, answered %d: %s\nwant %s", p, given, said, want)
		}
		wantRightSums(t, said)
		named[want[:6]]++
	}
	if named["Right."] != 8 || named["Not qu"] != 16 {
		t.Errorf("%v", named)
	}
}

// sums matches sums such as "4 × 1 + 2 = 6" and "480 + 32 + 6 = 518".
var sums = regexp.MustCompile(`(\d+(?: [×+] \d+)+) = (\d+)`)

func wantRightSums(t *testing.T, text string) {
	t.Helper()
	found := sums.FindAllStringSubmatch(strings.ReplaceAll(text, "*", ""), -1)
	for _, m := range found {
		sum := 0
		for product := range strings.SplitSeq(m[1], " + ") {
			value := 1
			for factor := range strings.SplitSeq(product, " × ") {
				n, _ := strconv.Atoi(factor)
				value *= n
			}
			sum += value
		}
		if strconv.Itoa(sum) != m[2] {
			t.Errorf("%s in %q", m[0], text)
		}
	}
	if len(found) < 4 {
		t.Errorf("%d sums in %q", len(found), text)
	}
}

// Every position is answered rightly through the form: all 960 in long runs, otherwise
// every 193rd.
func TestQuizForm(t *testing.T) {
	t.Parallel()
	w := connectQuiz(t)
	for sp := 0; sp < chess960.Count; sp += testrun.Choose(193, 1) {
		p, _ := chess960.FromSP(sp)
		m := w.ask(t, p, "position")
		if want := fmt.Sprintf("Which position has the SP number **%d**?", sp); !strings.Contains(m.Text(), want) {
			t.Fatalf("SP %d: %s", sp, m.Text())
		}
		form := w.open(t, m)
		values := map[string]string{"dark": fmt.Sprint(sp / 4 % 4), "light": fmt.Sprint(sp % 4), "queen": fmt.Sprint(sp / 16 % 6), "sequence": fmt.Sprint(sp / 96)}
		if said := w.submit(t, m, form, values).Text(); !strings.Contains(said, "Right. **"+p.String()+"** has") {
			t.Fatalf("SP %d: %s", sp, said)
		}
	}
	holdAgainstOpenAPI(t, w.Requests())
}

// Two presses of the same button count once, and show the same.
func TestQuizCountsOnce(t *testing.T) {
	t.Parallel()
	w := connectQuiz(t)
	m := w.ask(t, chess960.Classical(), "number")
	form := w.open(t, m)
	w.later.Add(int64(7 * time.Second))
	first := w.submit(t, m, form, map[string]string{"number": "518"}).Text()
	w.later.Add(int64(time.Second))
	if second := w.submit(t, m, form, map[string]string{"number": "7"}).Text(); second != first || !strings.Contains(first, "Right. **RNBQKBNR** has the SP number **518**.") {
		t.Errorf("first %s\nthen %s", first, second)
	}
	memories, err := w.quiz.Memories(t.Context(), discordtest.Anna.ID, chess960.Scharnagl)
	turns, turnsErr := w.quiz.Turns(t.Context(), discordtest.Anna.ID, 10)
	if err != nil || turnsErr != nil || len(memories) != 3 || len(turns) != 1 {
		t.Errorf("%v and %v, %v, %v", memories, turns, err, turnsErr)
	}
	for c, m := range memories {
		if m.Reps != 1 || m.Failed {
			t.Errorf("%s: %+v", c.ID(), m)
		}
	}
	w.position, _ = chess960.FromSP(0)
	next, _ := w.Message(m).Button("Next")
	w.pressLabel(t, discordtest.Anna, w.Message(m), "Next")
	asked, _ := w.Message(m).Button("Answer")
	w.position, _ = chess960.FromSP(100)
	again, err := w.Interact(within(t), fmt.Sprintf(`{"type": 3, "guild_id": %q, "channel_id": %q, "member": {"user": {"id": %q}, "permissions": "0"},
		"message": {"id": %q, "flags": 64}, "data": {"component_type": 2, "custom_id": %q}}`,
		discordtest.GuildID, discordtest.ChannelID, discordtest.Anna.ID, m.ID, next.CustomID))
	if err != nil {
		t.Fatal(err)
	}
	if button, _ := again.Message.Button("Answer"); button.CustomID != asked.CustomID || asked.CustomID == "" {
		t.Errorf("a second Next asks %q, not %q", button.CustomID, asked.CustomID)
	}
}

// A question expires after an hour, and a question that is not stored any more is refused
// with a sentence.
func TestQuizExpires(t *testing.T) {
	t.Parallel()
	w := connectQuiz(t)
	m := w.ask(t, chess960.Classical(), "number")
	form := w.open(t, m)
	w.later.Add(int64(time.Hour + time.Second))
	const want = "You can answer a question for an hour, but this one is older."
	if said := w.submit(t, m, form, map[string]string{"number": "518"}).Text(); !strings.Contains(said, want) {
		t.Error(said)
	}
	for _, label := range []string{"Answer", "Hint", "Show the answer"} {
		if said := w.pressLabel(t, discordtest.Anna, m, label).Message.Text(); !strings.Contains(said, want) {
			t.Errorf("%s: %s", label, said)
		}
	}
	if err := w.quiz.ForgetLearner(t.Context(), discordtest.Anna.ID); err != nil {
		t.Fatal(err)
	}
	if said := w.submit(t, m, form, map[string]string{"number": "518"}).Text(); !strings.Contains(said, "I do not know this question any more.") {
		t.Error(said)
	}
	if turns, err := w.quiz.Turns(t.Context(), discordtest.Anna.ID, 10); err != nil || len(turns) != 0 {
		t.Errorf("%v, %v", turns, err)
	}
}

// Questions of the same kind with different answers have the same names of files and
// choices, and the same custom ids except for the random id of the turn.
func TestQuizTellsNoAnswers(t *testing.T) {
	t.Parallel()
	w := connectQuiz(t)
	turn := regexp.MustCompile(`:[A-Z2-7]{16}$`)
	for _, level := range []string{"bishops", "sequences", "queen", "number", "position"} {
		seen := map[string]bool{}
		for _, sp := range []int{0, 518, 959} {
			p, _ := chess960.FromSP(sp)
			m := w.ask(t, p, level)
			form := w.open(t, m)
			told := turn.ReplaceAllString(form.CustomID, "")
			for _, part := range form.Parts {
				if part.Input != nil { // the text is the question
					slices.SortFunc(part.Input.Options, func(a, b discordtest.SelectOption) int { return strings.Compare(a.Value, b.Value) })
					input, _ := json.Marshal(part.Input)
					told += part.Label + part.Description + string(input)
				}
			}
			for _, label := range []string{"Answer", "Hint", "Show the answer", "Stop"} {
				button, _ := m.Button(label)
				if !turn.MatchString(button.CustomID) {
					t.Errorf("%s: custom id %q", level, button.CustomID)
				}
				told += turn.ReplaceAllString(button.CustomID, "")
			}
			for _, a := range m.Attachments {
				told += path.Base(a.Filename)
			}
			seen[told] = true
		}
		if len(seen) != 1 {
			t.Errorf("%s: %v", level, seen)
		}
	}
}

// The position of a question is not offered as one that was shown.
func TestQuestionsAreNotOffered(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(tools(t)))
	answer, err := w.Slash(within(t), discordtest.Ben, discordtest.Channel, "quiz practice", nil)
	if err != nil || !w.log.until(within(t), func() bool { return strings.Contains(w.log.String(), "interaction="+answer.ID) }) {
		t.Fatal(err, w.log)
	}
	for _, name := range w.completed(t, discordtest.Ben, discordtest.Channel, "encode", map[string]any{"position": ""}, "position") {
		if strings.Contains(name, "shown here") {
			t.Error(name)
		}
	}
}
