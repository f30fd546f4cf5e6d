package training_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/testrun"
)

func Example() {
	q := training.Question{Level: training.WholeNumber, Scheme: chess960.Scharnagl, Position: chess960.Classical()}
	english := voice.In("en")
	fmt.Println(english.Say(q.Asked()))
	fmt.Println(english.Say(q.JudgeNumber(521).Says()))
	fmt.Println(voice.In("en").Say(q.Steps()))
	// Output:
	// What is the SP number of this position?
	// Not quite. You get 521 if you swap the bishops' numbers: 4 × 2 + 1 = 9 instead of 4 × 1 + 2 = 6. **RNBQKBNR** has the SP number **518**.
	// `RNKNR` is sequence 5: 5 × 96 = **480**
	// Queen d1, to her left 2 squares without a bishop: 2 × 16 = **32**
	// Dark bishop c1 = 1 (a **c** e g), light bishop f1 = 2 (b d **f** h): 4 × 1 + 2 = **6**
	// 480 + 32 + 6 = **518**
}

// kinds calls f for a position with each level about numbers, direction and scheme.
func kinds(p chess960.Position, f func(q training.Question)) {
	for _, scheme := range chess960.DistinctSchemes() {
		for _, level := range training.Levels()[:training.Castling] {
			only, both := level.Direction()
			if both || only == training.ToNumber {
				f(training.Question{Level: level, Direction: training.ToNumber, Scheme: scheme, Position: p})
			}
			if both || only == training.ToPosition {
				f(training.Question{Level: level, Direction: training.ToPosition, Scheme: scheme, Position: p})
			}
		}
	}
}

// positions calls f for all positions in long runs, otherwise for one in 23: 23 has no
// common factor with 960, so every piece comes to every square.
func positions(f func(p chess960.Position)) {
	for sp, p := range chess960.All() {
		if sp%testrun.Choose(23, 1) == 0 {
			f(p)
		}
	}
}

func name(q training.Question) string {
	return fmt.Sprintf("%v %s %s %s", q.Position, q.Scheme.Option, q.Level.ID(), q.Direction.ID())
}

// rightChoices returns the choices that make the question's own position.
func rightChoices(q training.Question) (choices []int) {
	scheme := q.Scheme
	if q.Level == training.WholePosition {
		scheme = chess960.Scharnagl
	}
	of := scheme.Derive(q.Position).Parts()
	right := map[string]int{"dark": of.Dark.Digit, "light": of.Light.Digit, "queen": of.Queen.Digit, "sequence": of.Knights.Digit}
	for f := range of.Knights.Took.All() {
		right["knight"], right["other"] = right["other"], of.Knights.Free.Index(f)
	}
	for _, g := range q.Groups() {
		choices = append(choices, right[g.ID])
	}
	return choices
}

// The right answer to every question is right, and a question with the same text, picture
// and choices has the same right answer.
func TestRightAnswers(t *testing.T) {
	answers := map[string]string{}
	positions(func(p chess960.Position) {
		kinds(p, func(q training.Question) {
			verdict := q.JudgeNumber(q.Number())
			if q.Direction == training.ToPosition {
				chosen, err := q.Choose(rightChoices(q))
				if err != nil || chosen != p {
					t.Fatalf("%s: chosen %v, %v", name(q), chosen, err)
				}
				verdict = q.JudgePosition(chosen)
			}
			if want := (voice.Run{voice.Phrase("training.right"), q.Answer()}); !verdict.Right || !reflect.DeepEqual(verdict.Says(), want) {
				t.Fatalf("%s: %+v", name(q), verdict.Says())
			}
			picture, _ := q.Picture()
			asked := fmt.Sprint(voice.In("en").Say(q.Asked()), picture)
			for _, g := range q.Groups() {
				asked += fmt.Sprint(g.Choices)
			}
			answer := fmt.Sprint(q.Number())
			if q.Direction == training.ToPosition {
				answer = voice.In("en").Say(q.Answer())
			}
			if other, ok := answers[asked]; ok && other != answer {
				t.Fatalf("%s: %q has the answers %s and %s", name(q), asked, other, answer)
			}
			answers[asked] = answer
		})
	})
}

// A picture's alt text names the pieces of the picture. A question for a position shows
// none of the pieces asked for.
func TestPictures(t *testing.T) {
	asked := map[training.Level]string{training.Bishops: "B", training.Queen: "Q", training.Sequences: "N", training.WholePosition: "KQRBN"}
	positions(func(p chess960.Position) {
		kinds(p, func(q training.Question) {
			picture, ok := q.Picture()
			if !ok {
				return
			}
			alt := voice.In("en").Say(picture.Alt())
			for f, piece := range picture.Rank {
				square := chess960.File(f).Square()
				if said := strings.Contains(alt, piece.Name()+" "+square); piece != 0 && (piece != p.Piece(chess960.File(f)) || !said) || piece == 0 && strings.Contains(alt, square) {
					t.Fatalf("%s: %v on %s, %q", name(q), piece, square, alt)
				}
				if q.Direction == training.ToPosition && piece != 0 && strings.Contains(asked[q.Level], piece.String()) {
					t.Fatalf("%s shows %v", name(q), piece)
				}
			}
		})
	})
}

// Every wrong choice names the parts that differ, and no other: for 40 positions in long
// runs, otherwise for 4.
func TestWrongChoices(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%testrun.Choose(312, 24) != 6 {
			continue
		}
		q := training.Question{Level: training.WholePosition, Direction: training.ToPosition, Scheme: chess960.DistinctSchemes()[sp/24%3], Position: p}
		wrong := 0
		for chosen := range q.Choices() {
			if chosen == p {
				continue
			}
			wrong++
			verdict := q.JudgePosition(chosen)
			said, other := verdict.Says().(voice.Run), chosen.SP()
			var parts []string
			for _, s := range said[1].(voice.Run) {
				if _, did := s.(slips.Did); !did {
					parts = append(parts, strings.TrimPrefix(s.Sentence(), "training.wrongPart."))
				}
			}
			var want []string
			for _, part := range []struct {
				name  string
				radix int
			}{{"darkBishop", 4 * 4}, {"lightBishop", 4}, {"queenNumber", 6 * 16}, {"order", 960}} {
				if digit := map[int]int{16: 4, 4: 1, 96: 16, 960: 96}[part.radix]; sp%part.radix/digit != other%part.radix/digit {
					want = append(want, part.name)
				}
			}
			if verdict.Right || !slices.Equal(parts, want) || !reflect.DeepEqual(said[2], q.Answer()) {
				t.Fatalf("%s for %s: %+v, want %v", chosen, name(q), said, want)
			}
		}
		if wrong != 959 {
			t.Fatalf("%d wrong choices", wrong)
		}
	}
}

// A slip with a sequence has the same name in both directions: one too far, or one too short.
func TestSlipsOfSequencesAreTheRightWayRound(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, direction := range []training.Direction{training.ToNumber, training.ToPosition} {
		for row := range 10 {
			for _, other := range []int{row - 1, row + 1} {
				if other < 0 || other > 9 {
					continue
				}
				right, err := chess960.FromSP(96*row + 50)
				if err != nil {
					t.Fatal(err)
				}
				wrong, err := chess960.FromSP(96*other + 50)
				if err != nil {
					t.Fatal(err)
				}
				turn := training.Turn{Question: training.Question{Level: training.Sequences, Direction: direction, Scheme: chess960.Scharnagl, Position: right}, Asked: noon}
				given, want := wrong.SP(), slips.Habit("sequence-above")
				if direction == training.ToNumber {
					given = 96 * other
				}
				if other < row {
					want = "sequence-below"
				}
				if err := turn.Answer(given, noon, map[training.Card]training.Memory{}, nil); err != nil || turn.Slip != want {
					t.Errorf("direction %v, %d for %d: %q, %v; want %q", direction, 96*other, 96*row, turn.Slip, err, want)
				}
			}
		}
	}
}

// injected returns the numbers to which every slip leads, by origin.
func injected(q training.Question) map[slips.Origin]int {
	part, whole := q.Level.Part(), slips.Whole.Number(q.Scheme, q.Position)
	numbers := map[slips.Origin]int{}
	for _, o := range slips.Origins(q.Scheme) {
		switch {
		case part == slips.Whole:
			numbers[o] = o.Number(q.Position)
		case o.IsSlip() && o.Concerns(part) && !slices.Contains([]slips.Kind{slips.NoBishops, slips.NoQueen, slips.NoSequence, slips.WeightsExchanged}, o.Kind):
			numbers[o] = q.Number() + o.Number(q.Position) - whole
		case o.Kind == slips.Numbered && o.Mirrored && o.Scheme == q.Scheme:
			numbers[o] = part.Number(q.Scheme, q.Position.Mirror())
		}
	}
	for _, step := range q.Scheme.Derive(q.Position).Steps {
		if part == slips.Queen && step.Piece == chess960.Queen || part == slips.Sequence && step.Piece == chess960.Knight {
			numbers[slips.Origin{Kind: slips.WeightForgotten, Scheme: q.Scheme}] = step.Digit
		}
	}
	return numbers
}

// Every slip in every position, level and scheme is named.
func TestSlipsAreNamed(t *testing.T) {
	named := 0
	positions(func(p chess960.Position) {
		kinds(p, func(q training.Question) {
			if q.Direction == training.ToPosition {
				return
			}
			for origin, n := range injected(q) {
				if n == q.Number() {
					continue
				}
				named++
				v := q.JudgeNumber(n)
				isSame := func(o slips.Origin) bool { // SP numbers are also those of the scheme from 1 to 960
					return o == origin || o.Kind == origin.Kind && o.Mirrored == origin.Mirrored && origin.Scheme == chess960.Scharnagl1To960 && o.Scheme == chess960.Scharnagl
				}
				if v.Right || !slices.ContainsFunc(v.Origins, isSame) {
					t.Fatalf("%s: %d by %+v: %+v", name(q), n, origin, v.Says())
				}
				if first := v.Says().(voice.Run)[1].(voice.Run)[0].(slips.Source); first.Number != n {
					t.Fatalf("%s: %d is %+v", name(q), n, first)
				}
			}
		})
	})
	t.Logf("%d slips are named", named)
}

// Every wrong choice of a part alone names the part.
func TestWrongPart(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%testrun.Choose(312, 24) != 6 {
			continue
		}
		kinds(p, func(q training.Question) {
			if q.Direction == training.ToNumber || q.Level == training.WholePosition {
				return
			}
			all := 0
			for chosen := range q.Choices() {
				all++
				verdict := q.JudgePosition(chosen)
				if verdict.Right != (chosen == p) || len(verdict.Differences) == 0 != verdict.Right {
					t.Fatalf("%s: %v: %+v", name(q), chosen, verdict)
				}
			}
			if !slices.Contains([]int{4, 6, 10, 16, 30}, all) {
				t.Fatalf("%s: %d choices", name(q), all)
			}
		})
	}
}

// A number that is right for other pieces names them; any other number is not explained.
func TestWrongNumbers(t *testing.T) {
	q := training.Question{Level: training.Sequences, Scheme: chess960.Scharnagl, Position: chess960.Classical()}
	for n, want := range map[int]string{
		5:   "Not quite. You get 5 if you do not multiply: 96 × 5 = 480. **RNKNR** adds **480**.",
		384: "Not quite. `RNKNR` is the next one: 96 × 5 = 480. 384 is `RNNKR`. From `RNNKR` to `RNKNR`, the right knight moves one square on. **RNKNR** adds **480**.",
		288: "Not quite. **NRKRN** adds **288**. **RNKNR** adds **480**.",
		481: "Not quite. I cannot see how you got 481. **RNKNR** adds **480**.",
	} {
		if got := voice.In("en").Say(q.JudgeNumber(n).Says()); got != want {
			t.Errorf("%d:\n got %s\nwant %s", n, got, want)
		}
	}
	back := training.Question{Level: training.Sequences, Direction: training.ToPosition, Scheme: chess960.Scharnagl, Position: chess960.MustParsePosition("RNBQNBKR")}
	want := "Not quite. King, rooks and knights stand in the order `RNNKR`, not `RNKNR`. `RNKNR` is the next one: 96 × 5 = 480. 384 is `RNNKR`. From `RNNKR` to `RNKNR`, the right knight moves one square on. **RNNKR** adds **384**."
	if got := voice.In("en").Say(back.JudgePosition(chess960.Classical()).Says()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestChooseRefuses(t *testing.T) {
	whole := training.Question{Level: training.WholePosition, Direction: training.ToPosition, Scheme: chess960.Scharnagl, Position: chess960.Classical()}
	for _, chosen := range [][]int{nil, {0, 0, 0}, {4, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, 6, 0}, {0, 0, 0, 10}, {0, 0, 0, 0, 0}} {
		if p, err := whole.Choose(chosen); err == nil {
			t.Errorf("%v: %v", chosen, p)
		}
	}
	pair := training.Question{Level: training.Sequences, Direction: training.ToPosition, Scheme: chess960.Fritz9, Position: chess960.Classical()}
	if _, err := pair.Choose([]int{3, 3}); err != training.ErrSameSquare {
		t.Error(err)
	}
}

// The questions of a day are the same for everyone. They are fixed: changing them would
// give people in the middle of a day other questions.
func TestForDay(t *testing.T) {
	var got []string
	for _, q := range training.ForDay(when.Date(20779)) {
		got = append(got, name(q))
	}
	want := []string{"BBRKRNNQ sp bishops number", "BRKRQNNB sp sequences number", "NBBQRKNR sp queen number", "RKNQRNBB sp number number", "NBNRKQBR sp position position", "RNBQKBNR sp castling number"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Seeds lead to all positions, to each about as often.
func TestFromSeed(t *testing.T) {
	counts := map[chess960.Position]int{}
	const each = 20
	for seed := range chess960.Count * each {
		q := training.FromSeed(strconv.Itoa(seed), training.WholePosition, chess960.Almanac)
		if q.Direction != training.ToPosition {
			t.Fatal(q)
		}
		counts[q.Position]++
	}
	if most := slices.Max(slices.Collect(maps.Values(counts))); len(counts) != chess960.Count || most > 3*each {
		t.Errorf("%d positions, one of them %d times", len(counts), most)
	}
}

// An example has another answer than its question, and no bishop, queen or knight in it counts 0: its sums show
// what is multiplied.
func TestExamplesShowTheSums(t *testing.T) {
	for _, level := range []training.Level{training.Bishops, training.Sequences, training.Queen, training.WholeNumber, training.WholePosition} {
		for _, scheme := range chess960.DistinctSchemes() {
			for _, direction := range []training.Direction{training.ToNumber, training.ToPosition} {
				for _, p := range chess960.All() {
					q := training.Question{Level: level, Direction: direction, Scheme: scheme, Position: p}
					if only, both := level.Direction(); !both {
						q.Direction = only
					}
					example := q.Example()
					parts := scheme.Derive(example.Position).Parts()
					if example.Number() == q.Number() || parts.Dark.Digit*parts.Light.Digit*parts.Queen.Digit*parts.Knights.Digit == 0 || parts.Dark.Digit == parts.Light.Digit {
						t.Fatalf("%s %s %v: %v", level.ID(), scheme.Option, p, example.Position)
					}
				}
			}
		}
	}
}
