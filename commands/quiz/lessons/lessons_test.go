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

// made calls f for so many exercises of each lesson.
func made(each int, atStart bool, f func(l Lesson, atStart bool, e Exercise)) {
	for _, l := range All() {
		for seed := range uint64(each) {
			if l.AtStart() || !atStart {
				f(l, atStart, Make(seed, l, atStart))
			}
		}
	}
}

// Every exercise teaches its lesson, and Stockfish has the same castlings: 2,240 exercises in
// long runs.
func TestExercises(t *testing.T) {
	engine := stockfish.Start(t)
	check := func(l Lesson, atStart bool, e Exercise) {
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
	}
	made(testrun.Choose(2, 160), false, check)
	made(testrun.Choose(3, 160), true, check)
}

// The four answers are about equally frequent over all lessons, White and Black are to move
// about equally often. Odds that change this change some of TestMakeIsFixed's exercises too.
func TestBalance(t *testing.T) {
	testrun.LongOnly(t, "makes 1,650 exercises")
	answers, players, all := map[Sides]int{}, map[castling.Colour]int{}, 0
	made(150, false, func(_ Lesson, _ bool, e Exercise) {
		answers[e.Answer()]++
		players[e.Position.Turn()]++
		all++
	})
	for _, s := range AllSides() {
		if share := 100 * answers[s] / all; share < 22 || share > 28 {
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
		for seed := range uint64(3) {
			got = append(got, fmt.Sprintf("%s: %s", l, Make(960+seed, l, false)))
		}
	}
	if want := strings.TrimSpace(fixed); strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

const fixed = `
kingBlocked: O-O nq1rkbbr/ppppp1p1/7p/5p2/2n5/P2P1P2/NP2P1PP/NQ1RKBBR b KQkq - 0 1
kingBlocked: O-O 2k2rbq/rpnpp1p1/p1n2p2/2p1b2p/N1P4P/3BPP1Q/PP1P2P1/R1K1NRB1 w KQk - 0 1
kingBlocked: O-O b1qrk1r1/1p1ppppp/p1p1nn2/4b3/P7/1PPQ2P1/3PPP1P/BB1RKNNR w KQq - 0 1
sideBySide: O-O r1qnbkr1/pp1p1p1p/n1p1p3/1N4p1/1P2P3/5P1P/P1PPK1P1/b1QNB1RB b kq - 0 1
sideBySide: O-O-O q3rkb1/ppbp1p1r/n2np1pp/2p5/4P1P1/2NPBP2/PPPNB2P/Q3RK1R w KQq - 0 1
sideBySide: O-O-O b1rk1nrn/1pbpqpp1/7p/2p1p3/p3P3/P1PP2P1/1P3P1P/BBRKQNRN b KQkq - 0 1
rookBlocked: O-O nbb2rkr/pp1pqp1p/4p1p1/2pP3n/1N2P3/Q1P2P2/PP4PP/NB3RKR w KQkq - 0 1
rookBlocked: O-O nb3rkr/pbp1pqp1/1p1p1p1p/8/4Pn2/PN4QP/1PPP1PP1/1BBNR1KR b Kkq - 0 1
rookBlocked: O-O bn3rkr/1pppqppp/3npb2/N7/P5P1/2N5/1PPPPPKP/B2BQR1R b kq - 0 1
plain: O-O b1nqrk1r/b1pppppp/5n2/pp6/3P1N1P/P2N4/1PPQPPP1/BB2RK1R b KQkq - 0 1
plain: O-O-O r1nkbrqb/1ppp2pp/2n1pp2/p1Q5/4PP2/NN4B1/PPPP2PP/R2K1R1B w KQkq - 0 1
plain: O-O-O r2k1b1r/ppnpp1pp/1n1q4/P1N2p2/2b5/2P4P/1PNPPPP1/RQ1K1BBR b KQkq - 0 1
oneStays: O-O nbbrkr1q/ppppppp1/6n1/P6p/2P5/6N1/1P1PPPPP/NBBRKRQ1 b KQkq - 0 1
oneStays: O-O-O 1rk1r2q/2p1b2p/1pb4n/p2pppp1/P7/2P1P2N/1P1P1PPP/BRKB1N1Q b Qkq - 0 1
oneStays: O-O-O n2rkbrq/1ppbpppp/8/3p1P2/p2nP1P1/2Q5/PPPP3P/NNBRKBR1 b KQkq - 0 1
check: O-O r2bnkbr/1ppnpp1p/p2p4/6p1/1P6/3P1PPq/PQP1PB1P/RN1BNK1R w KQkq - 0 1
check: O-O 1rkr4/ppp2b2/1q3b2/2NppQ2/n7/P6P/1PPP1PP1/R1KR2BB b Kkq - 0 1
check: O-O 1rqbbkr1/pp1pp1pp/2p3n1/3n1Q2/2PP4/PP3P2/3BP1PP/NR1B1KRN b KQkq - 0 1
crosses: O-O nbrk2rn/pp1p4/2pqpRb1/6pp/2P1P3/1N6/P1BP1PPP/3KBQRN b Kkq - 0 1
crosses: O-O nb1rkqrn/p4pp1/1p2p3/1bpp3p/1P5P/B3P3/P1PP1PP1/NB1RK1RN w KQkq - 0 1
crosses: O-O nr1k1r1b/1n1ppq1p/4bppQ/ppp1P3/3P2P1/2P2P1P/PP6/NRNK1RBB b KQkq - 0 1
lands: O-O 1q1rkr1b/p1pn1ppQ/bp6/3P4/nP3P2/8/P2P1NPP/N1BRK1RB b Qkq - 0 1
lands: O-O nqrkr2b/2p2ppQ/p2pp3/3bn3/1PpN3p/4PP1P/P4BP1/R2KRN1B b Kkq - 0 1
lands: O-O rnq2k2/pp3ppB/1bpp1n2/3Pp2p/1P6/N1QP1PPP/PB2P3/R4K1R w KQq - 0 1
rookUnsafe: O-O rnnbb1kr/1ppp1p2/p6p/4pqp1/1B5P/3P4/P1P1PPQ1/RNNB2KR b KQkq - 0 1
rookUnsafe: O-O-O r5kr/p1pqpnbp/3pbpp1/P7/p3P2P/2PBQ3/1R1P1PP1/1NBN2KR b Kkq - 0 1
rookUnsafe: O-O-O r2knb1r/1p1pp1p1/pnq5/PbN1Bp1p/5P2/2P4P/1PNPP1P1/RQ1K1B1R b Qkq - 0 1
moved: O-O bnrk1r1b/1pppp1pp/p4p2/Pn6/4PPP1/8/qPPPR2P/BNRK2NB b Qq - 0 1
moved: O-O nbkrqr1n/1ppp1b2/4p1p1/p4p1p/2QB4/P2P1PP1/1PP1P2P/NBRKR2N w Q - 0 1
moved: O-O rkbbq1r1/3p1ppp/1p3nn1/p1p1p3/2P1P3/NP5B/PB1PQPP1/RK2R2N w Qkq - 0 1
uncovered: O-O-O nrkn2rb/1pppp2p/5pb1/pN4p1/P5P1/1P3Q2/2P1PP1P/qRK1B1RB w KQkq - 0 1
uncovered: O-O-O Qr1k2r1/1pp2ppp/2q1b1n1/3pp3/5b2/3P4/PPP1PPPP/NR1K1BRN b KQkq - 0 1
uncovered: O-O-O Qr1k1r1b/2pp3n/4p3/pb3pqp/1p1N1p2/3P2PP/PPPNP3/1RBK1R1B b KQkq - 0 1
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
