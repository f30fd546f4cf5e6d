package lessons

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/workshop/stockfish"
	"chess960bot/internal/workshop/testrun"
)

// made calls f for so many exercises of each lesson. Lessons of start positions come both ways.
func made(t *testing.T, each int, f func(l Lesson, atStart bool, e Exercise)) {
	t.Helper()
	for _, l := range All() {
		for seed := range uint64(each) {
			f(l, false, Make(seed, l, false))
			if l.AtStart() {
				f(l, true, Make(seed, l, true))
			}
		}
	}
}

// Every exercise teaches its lesson, and Stockfish has the same castlings: 2,240 exercises in
// long runs.
func TestExercises(t *testing.T) {
	engine := stockfish.Start(t)
	made(t, testrun.Choose(3, 160), func(l Lesson, atStart bool, e Exercise) {
		fen := e.Position.XFEN()
		if e.Lesson() != l {
			t.Fatalf("%s for %s: %s", e.Lesson(), l, e)
		}
		if _, ok := e.Position.Start(); ok != atStart {
			t.Errorf("%s: %s is a start position: %t", l, e, ok)
		}
		if again, err := Parse(e.String()); err != nil || again != e {
			t.Errorf("%s is read as %s, %v", e, again, err)
		}
		legal, p := engine.LegalMoves(fen), e.Position
		var want Sides
		for _, side := range chess960.CastlingSides() {
			c := judge(p, side).Castling
			move := p.Turn().Square(c.King.From).String() + p.Turn().Square(c.Rook.From).String()
			if c != (chess960.Castling{}) && legal[move] {
				want |= 1 << side
			}
		}
		if e.Answer() != want {
			t.Errorf("%s: %s, Stockfish has %s", e, e.Answer().Name(), want.Name())
		}
	})
}

// The four answers are about equally frequent over all lessons, White and Black are to move
// about equally often.
func TestBalance(t *testing.T) {
	answers, players, all := map[Sides]int{}, map[castling.Colour]int{}, 0
	made(t, testrun.Choose(15, 150), func(_ Lesson, atStart bool, e Exercise) {
		if !atStart {
			answers[e.Answer()]++
			players[e.Position.Turn()]++
			all++
		}
	})
	for _, s := range AllSides() {
		if share := 100 * answers[s] / all; share < testrun.Choose(12, 22) || share > testrun.Choose(38, 28) {
			t.Errorf("%d%% of the answers are %s: %v of %d", share, s.Name(), answers, all)
		}
	}
	if share := 100 * players[castling.White] / all; share < 40 || share > 60 {
		t.Errorf("White is to move in %d%%", share)
	}
}

// The exercises that follow from a seed are fixed: races and the quiz of a day make them
// again in every process.
func TestMakeIsFixed(t *testing.T) {
	var got []string
	for _, l := range All() {
		got = append(got, fmt.Sprintf("%s: %s", l, Make(960, l, false)))
	}
	if want := strings.TrimSpace(fixed); strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

const fixed = `
kingBlocked: O-O nq1rkbbr/ppppp1p1/7p/5p2/2n5/P2P1P2/NP2P1PP/NQ1RKBBR b KQkq - 0 1
sideBySide: O-O r1qnbkr1/pp1p1p1p/n1p1p3/1N4p1/1P2P3/5P1P/P1PPK1P1/b1QNB1RB b kq - 0 1
rookBlocked: O-O nbb2rkr/pp1pqp1p/4p1p1/2pP3n/1N2P3/Q1P2P2/PP4PP/NB3RKR w KQkq - 0 1
plain: O-O b1nqrk1r/b1pppppp/5n2/pp6/3P1N1P/P2N4/1PPQPPP1/BB2RK1R b KQkq - 0 1
oneStays: O-O nbbrkr1q/ppppppp1/6n1/P6p/2P5/6N1/1P1PPPPP/NBBRKRQ1 b KQkq - 0 1
check: O-O r2bnkbr/1ppnpp1p/p2p4/6p1/1P6/3P1PPq/PQP1PB1P/RN1BNK1R w KQkq - 0 1
crosses: O-O nbrk2rn/pp1p4/2pqpRb1/6pp/2P1P3/1N6/P1BP1PPP/3KBQRN b Kkq - 0 1
lands: O-O 1q1rkr1b/p1pn1ppQ/bp6/3P4/nP3P2/8/P2P1NPP/N1BRK1RB b Qkq - 0 1
rookUnsafe: O-O rnnbb1kr/1ppp1p2/p6p/4pqp1/1B5P/3P4/P1P1PPQ1/RNNB2KR b KQkq - 0 1
moved: O-O bnrk1r1b/1pppp1pp/p4p2/Pn6/4PPP1/8/qPPPR2P/BNRK2NB b Qq - 0 1
uncovered: O-O-O nrkn2rb/1pppp2p/5pb1/pN4p1/P5P1/1P3Q2/2P1PP1P/qRK1B1RB w KQkq - 0 1
`

// The lessons of some positions that people know.
func TestLessons(t *testing.T) {
	for text, want := range map[string]Lesson{
		"O-O rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": KingBlocked,
		"O-O-O 4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1":                      RookBlocked,
		"O-O 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1":                         Plain,
		"O-O-O 1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1":                     RookUnsafe,
		"O-O 4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1":                         SideBySide,
		"O-O 4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1":                        Plain,
		"O-O 4k3/8/8/8/8/8/8/R4RK1 w Q - 0 1":                          "",
		"O-O 4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1":                         OneStays,
		"O-O 4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1":                       Check,
		"O-O 4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1":                        Crosses,
		"O-O 4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1":                       Lands,
		"O-O 4k3/8/8/8/8/8/8/R3K2R w Q - 0 1":                          Moved,
		"O-O 4kr2/8/8/8/8/8/8/R3K2R w Q - 0 1":                         "", // it would be forbidden anyway
		"O-O 4kr2/8/8/8/8/8/8/R3K1NR w KQ - 0 1":                       "", // two reasons
		"O-O-O 4k3/8/8/8/8/8/8/rR2K2R w KQ - 0 1":                      Uncovered,
		"O-O-O r3k2r/8/8/8/8/8/8/4K2R b Kkq - 0 1":                     Plain,
		"O-O-O 1rk4r/8/8/8/8/8/8/R3K2R b KQkq - 0 1":                   OneStays,
	} {
		if e, err := Parse(text); err != nil || e.Lesson() != want {
			t.Errorf("%s: %q, %v; want %q", text, e.Lesson(), err, want)
		}
	}
	for _, text := range []string{"", "O-O", "0-0 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O 8/8/8/8/8/8/8/8 w - - 0 1"} {
		if e, err := Parse(text); err == nil {
			t.Errorf("%q is read as %+v", text, e)
		}
	}
}

func BenchmarkMake(b *testing.B) {
	all := All()
	for i := range b.N {
		Make(uint64(i), all[i%len(all)], false)
	}
}
