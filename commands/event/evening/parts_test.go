package evening

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/workshop/testrun"
)

// A drawnBoard is what is true of a board when it gets its position: the time, the size of
// the pool and the positions that were drawn before.
type drawnBoard struct {
	sp, pool int
	by       string
	at       time.Time
	earlier  []int
}

// Boards join the rounds of random evenings and go, rounds are struck out, boards are drawn
// again, and the rules change.
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
	joined, redrawn := 0, 0
	for i := range testrun.Choose(40, 5_000) {
		e := newEvent(Rules{Name: "x", Rounds: 1 + random.IntN(5), Boards: 1 + random.IntN(3), Games: 1, Each: true, NoMirrors: i%3 == 0, Sealed: i%4 == 0})
		want := map[GameRef]drawnBoard{}
		for step := range 40 {
			asker := Asker{User: fmt.Sprint("person ", step), Interaction: fmt.Sprint(step), At: evening.Add(time.Duration(step) * answerTime)}
			earlier := slices.Sorted(slices.Values(e.drawn()))
			pool = 0
			drew := func(d *Draw, first, last int) {
				if d.Seal != nil {
					pool = len(d.Seal.Order)
				}
				for board := first; board <= last; board++ {
					want[GameRef{d.Index, board, 1}] = drawnBoard{d.SPs[board-1], pool, asker.User, asker.At, earlier}
				}
			}
			switch random.IntN(5) {
			case 0:
				e.Void(1+random.IntN(e.Rules.Rounds), "clock", asker)
			case 1:
				if d := drawSome(e, asker, chance); d != nil {
					drew(d, 1, len(d.SPs))
				}
			case 2:
				round, board := 1+random.IntN(e.Rules.Rounds), 1+random.IntN(e.Rules.Boards)
				if _, err := e.AnswerRedraw(asker, round, board, "wrong set-up", chance); err == nil {
					redrawn++
					e.Changes[len(e.Changes)-1].Shown = true
					drew(e.Round(round), board, board)
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
					drew(d, first, last)
				}
			}
		}
		wantParts(t, e, want)
		e.wantOnce(t)
	}
	if joined == 0 || redrawn == 0 {
		t.Errorf("%d times boards joined, %d boards were drawn again", joined, redrawn)
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
func wantParts(t *testing.T, e *Event, want map[GameRef]drawnBoard) {
	t.Helper()
	for i := range e.Draws {
		d := &e.Draws[i]
		next := 1
		for _, p := range e.Parts(d) {
			if p.First != next || p.Last < p.First {
				t.Fatalf("boards %d to %d follow board %d", p.First, p.Last, next-1)
			}
			next = p.Last + 1
			earlier := slices.Sorted(slices.Values(slices.Concat(p.Played, p.Void)))
			for board := p.First; board <= p.Last; board++ {
				got := drawnBoard{d.SPs[board-1], p.Pool, p.By, p.At, earlier}
				if w := want[GameRef{i, board, 1}]; fmt.Sprint(got) != fmt.Sprint(w) {
					t.Fatalf("board %d of draw %d\nis   %+v\nwant %+v", board, i, got, w)
				}
				if e.PartOf(d, board).At != p.At {
					t.Errorf("board %d is not of the part %+v", board, p)
				}
			}
			for _, c := range e.Changes {
				if r := c.Redraw; r != nil && !c.At.After(p.At) && slices.Contains(p.Played, r.SP) {
					t.Errorf("SP %d did not count at %v, and stands among %v", r.SP, p.At, p.Played)
				}
			}
		}
		if boards := next - 1; boards != len(d.SPs) || e.RulesOf(d).Boards != boards {
			t.Fatalf("the parts have %d boards, the rules %d, and %d positions were drawn", boards, e.RulesOf(d).Boards, len(d.SPs))
		}
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
