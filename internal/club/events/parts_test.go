package events

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/workshop/testrun"
)

// A drawnPart is what is true of boards that get their positions at once: the time, the
// size of the pool and the positions that were drawn before.
type drawnPart struct {
	draw, first, last, pool int
	by                      string
	at                      time.Time
	earlier                 []int
}

// Boards join the rounds of random evenings, rounds are struck out and the rules change.
// Afterwards each board still has the time, the person and the pool of its own draw.
func TestPartsAreWhatWasDrawn(t *testing.T) {
	random := rand.New(rand.NewPCG(960, 3))
	pool := 0 // of the first position of a step
	chance := func(n int) (int, error) {
		if pool == 0 {
			pool = n
		}
		return random.IntN(n), nil
	}
	joined := 0
	for i := range testrun.Choose(40, 5_000) {
		e := newEvent(Rules{Name: "x", Rounds: 1 + random.IntN(5), Boards: 1 + random.IntN(3), Games: 1, Each: true, NoMirrors: i%3 == 0, Sealed: i%4 == 0})
		var want []drawnPart
		for step := range 40 {
			asker := Asker{User: fmt.Sprint("person ", step), Interaction: fmt.Sprint(step), At: evening.Add(time.Duration(step) * answerTime)}
			earlier := e.drawn()
			pool = 0
			switch random.IntN(4) {
			case 0:
				e.Void(1+random.IntN(e.Rules.Rounds), "clock", asker)
			case 1:
				if d := drawSome(e, asker, chance); d != nil {
					want = append(want, drawnPart{d.Index, 1, len(d.SPs), len(e.Rules.pool(earlier)), asker.User, asker.At, earlier})
				}
			default:
				rules := e.Rules
				vary(random, &rules)
				if _, err := e.AnswerChange(asker, rules, chance); err != nil {
					continue
				}
				c := &e.Changes[len(e.Changes)-1]
				c.Shown = true
				if d, first, last := e.NewBoards(c); d != nil {
					joined++
					if d.Seal != nil {
						pool = len(d.Seal.Order)
					}
					want = append(want, drawnPart{d.Index, first, last, pool, asker.User, asker.At, earlier})
				}
			}
		}
		slices.SortStableFunc(want, func(a, b drawnPart) int { return a.draw - b.draw })
		wantParts(t, e, want)
	}
	if joined == 0 {
		t.Error("no board joined")
	}
}

// drawSome draws the next round, or seals it and opens the seal. It returns nil if there is
// no round to draw.
func drawSome(e *Event, by Asker, chance Chance) *Draw {
	if !e.Rules.Sealed {
		d, _ := e.Draw(by, chance)
		return d
	}
	d, err := e.Seal(by, chance, func() [16]byte { return [16]byte{} })
	if err != nil {
		return nil
	}
	if _, err := e.OpenSeal(d.Round, by); err != nil {
		return nil
	}
	return d
}

// wantParts compares the parts of all draws with what was drawn.
func wantParts(t *testing.T, e *Event, want []drawnPart) {
	t.Helper()
	for i := range e.Draws {
		d := &e.Draws[i]
		boards := 0
		for _, p := range e.Parts(d) {
			earlier := slices.Sorted(slices.Values(slices.Concat(p.Played, p.Void)))
			got := drawnPart{d.Index, p.First, p.Last, p.Pool, p.By, p.At, earlier}
			if len(want) == 0 {
				t.Fatalf("nothing was drawn for %+v", got)
			}
			slices.Sort(want[0].earlier)
			if fmt.Sprint(got) != fmt.Sprint(want[0]) {
				t.Fatalf("got  %+v\nwant %+v", got, want[0])
			}
			if e.PartOf(d, p.First).At != p.At || e.PartOf(d, p.Last).At != p.At {
				t.Errorf("boards %d and %d are not of the part %+v", p.First, p.Last, p)
			}
			boards, want = p.Last, want[1:]
		}
		if boards != len(d.SPs) || e.RulesOf(d).Boards != boards {
			t.Fatalf("the parts have %d boards, the rules %d, and %d positions were drawn", boards, e.RulesOf(d).Boards, len(d.SPs))
		}
	}
	if len(want) > 0 {
		t.Errorf("no part for %+v", want)
	}
}

// Boards that play the same position are one part, whenever they joined.
func TestBoardsWithOnePositionAreOnePart(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 2, Boards: 2, Games: 1})
	zero := func(int) (int, error) { return 0, nil }
	play(t, e, zero)
	if _, err := changed(e, "5", func(r *Rules) { r.Boards = 4 }, zero); err != nil {
		t.Fatal(err)
	}
	if parts := e.Parts(&e.Draws[0]); len(parts) != 1 || parts[0].Last != 4 || parts[0].By != e.Draws[0].By {
		t.Errorf("got %+v", parts)
	}
}
