package castling

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/stockfish"
	"chess960bot/internal/workshop/testrun"
)

// right numbers: K, Q, k, q.
func playerAndSide(right int) (Colour, chess960.CastlingSide) {
	return Colour(right / 2), chess960.CastlingSides()[right%2]
}

// endsByHand returns the files after a castling, from the rules as people learn them.
func endsByHand(rules *chess960.CastlingRules, right, king, rook int) (kingTo, rookTo int) {
	if rules == chess960.Chess960Castling {
		return []int{6, 2}[right%2], []int{5, 3}[right%2]
	}
	step := sign(rook - king)
	if end := king + 2*step; 0 <= end && end < 8 {
		return end, king + step
	}
	return rook, king
}

// someCastlings is how many castlings the default tests judge. Long runs judge 100,000.
func someCastlings() int {
	return testrun.Choose(1_000, 100_000)
}

// middleGames calls check with positions of random games of Chess960 and chess in which
// at least one right is left, until they have this many castlings with a right. Now and
// then an enemy rook or queen is moved to the first rank: that is rare in games.
func middleGames(castlings int, check func(b *board, p Position)) {
	random := rand.New(rand.NewPCG(9, 60))
	for castlings > 0 {
		start := chess960.Classical()
		if random.IntN(4) > 0 {
			start, _ = chess960.FromSP(random.IntN(chess960.Count))
		}
		for b, ply := newGame(start, 0.95), 0; b != nil && b.rook != [4]int{-1, -1, -1, -1} && ply < 120 && castlings > 0; b, ply = b.play(random), ply+1 {
			if ply%3 != 0 {
				continue
			}
			b := b
			if random.IntN(4) == 0 {
				b = b.withIntruder(random)
			}
			p, err := ParseFEN(b.fen(ply%2 == 0))
			if err != nil {
				panic(fmt.Sprint(b.fen(true), err))
			}
			check(b, p)
			for _, rook := range b.rook {
				if rook >= 0 {
					castlings--
				}
			}
		}
	}
}

// Castlings of random games are judged as by a board that plays them.
func TestJudgeAgreesWithABoardThatPlaysTheCastling(t *testing.T) {
	answers := [2]map[Answer]int{{}, {}}
	middleGames(someCastlings(), func(b *board, p Position) {
		for right := range 4 {
			c, side := playerAndSide(right)
			for i, rules := range chess960.AllCastlingRules() {
				v := p.Judge(c, side, rules)
				answers[i][v.Answer()]++
				if (v.Answer() == NotAnyMore) != (b.rook[right] < 0) {
					t.Fatalf("%s: %v %v is %s, %v", p.XFEN(), c, side, v.Answer(), v.Reasons)
				}
				if b.rook[right] < 0 {
					continue
				}
				_, king := b.findKing(c == Black)
				kingTo, rookTo := endsByHand(rules, right, king, b.rook[right])
				if want := b.canCastle(right, kingTo, rookTo); (v.Answer() == Allowed) != want {
					t.Fatalf("%s: %v %v by %s is allowed: %t, reasons %v", p.XFEN(), c, side, rules.ID, want, v.Reasons)
				}
				checkReasons(t, b, p, v)
			}
		}
	})
	for i, rules := range chess960.AllCastlingRules() {
		t.Logf("%s: allowed %d, not now %d, not any more %d", rules.ID, answers[i][Allowed], answers[i][NotNow], answers[i][NotAnyMore])
		if answers[i][Allowed] == 0 || answers[i][NotNow] == 0 || answers[i][NotAnyMore] == 0 {
			t.Errorf("%s: an answer is never given: %v", rules.ID, answers[i])
		}
	}
}

// kinds are the kinds that are not permanent, in the order of a verdict.
var kinds = []Kind{InCheck, Occupied, Attacked, Uncovered}

// checkReasons compares the reasons with every piece that stands in the way, with every
// pair of an enemy piece and a square of the king's way, and with every enemy piece that
// attacks the king's last square only without the castling rook, unless it has to go anyway.
func checkReasons(t *testing.T, b *board, p Position, v Verdict) {
	t.Helper()
	var want []Reason
	home := int(v.Colour) * 7
	king := v.Colour.Square(v.Castling.King.From)
	for f := range v.Castling.MustBeEmpty().All() {
		if piece := b.at[home][f]; piece != '.' {
			want = append(want, Reason{Occupied, v.Colour.Square(f), Piece(piece), v.Colour.Square(f)})
		}
	}
	for _, f := range v.Castling.MustNotBeAttacked() {
		for r := range 8 {
			for pf := range 8 {
				piece := b.at[r][pf]
				if piece == '.' || isBlack(piece) == (v.Colour == Black) || !b.reaches(r, pf, home, int(f)) {
					continue
				}
				kind := Attacked
				if v.Colour.Square(f) == king {
					kind = InCheck
				}
				want = append(want, Reason{kind, v.Colour.Square(f), Piece(piece), Square(r*8 + pf)})
			}
		}
	}
	lifted := *b
	lifted.at[home][v.Castling.Rook.From] = '.'
	end := int(v.Castling.King.To)
	for r := range 8 {
		for f := range 8 {
			piece := b.at[r][f]
			if piece == '.' || isBlack(piece) == (v.Colour == Black) || r == home && v.Castling.MustBeEmpty().Has(chess960.File(f)) {
				continue
			}
			if !b.reaches(r, f, home, end) && lifted.reaches(r, f, home, end) {
				want = append(want, Reason{Uncovered, v.Colour.Square(v.Castling.King.To), Piece(piece), Square(r*8 + f)})
			}
		}
	}
	got := slices.Clone(v.Reasons)
	if !slices.IsSortedFunc(v.Reasons, func(a, b Reason) int { return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind) }) {
		t.Fatalf("%s: reasons out of order: %v", p.XFEN(), v.Reasons)
	}
	byFields := func(a, b Reason) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	slices.SortFunc(got, byFields)
	slices.SortFunc(want, byFields)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %v %v has the reasons %v, want %v", p.XFEN(), v.Colour, v.Side, got, want)
	}
}

// Castlings of random games are judged as by Stockfish, for the player to move and, if the
// player to move is not in check, for the other player.
func TestJudgeAgreesWithStockfish(t *testing.T) {
	testrun.LongOnly(t, "starts a chess engine")
	engine := stockfish.Start(t)
	judged, allowed := 0, 0
	middleGames(someCastlings(), func(b *board, p Position) {
		for _, black := range []bool{b.black, !b.black} {
			turned := *b
			turned.black = black
			if turned.inCheck(!black) {
				continue // no such position: the player who is not to move is in check
			}
			fen := turned.fen(true)
			moves := engine.LegalMoves(fen)
			for right := range 4 {
				c, side := playerAndSide(right)
				if (c == Black) != black {
					continue
				}
				v := p.Judge(c, side, chess960.Chess960Castling)
				judged++
				want := false
				if b.rook[right] >= 0 {
					_, king := b.findKing(black)
					want = moves[c.Square(chess960.File(king)).String()+c.Square(chess960.File(b.rook[right])).String()]
				}
				if (v.Answer() == Allowed) != want {
					t.Fatalf("%s: %v by Stockfish allowed: %t, reasons %v", fen, side, want, v.Reasons)
				}
				if want {
					allowed++
				}
			}
		}
	})
	t.Logf("%d castlings judged, %d allowed", judged, allowed)
}

// Without its cause a reason is gone, and the others stay. Without all causes the castling
// is allowed.
func TestReasonsEndWithTheirCause(t *testing.T) {
	removed := map[Kind]int{}
	middleGames(someCastlings()/4, func(_ *board, p Position) {
		for right := range 4 {
			c, side := playerAndSide(right)
			for _, rules := range chess960.AllCastlingRules() {
				v := p.Judge(c, side, rules)
				if v.Answer() != NotNow {
					continue
				}
				for _, r := range v.Reasons {
					removed[r.Kind]++
					checkWithout(t, p, v, r, rules)
				}
				clear := p
				for range 64 {
					if v = clear.Judge(c, side, rules); v.Answer() == Allowed {
						break
					}
					clear.board[v.Reasons[0].From] = 0
				}
				if v.Answer() != Allowed {
					t.Fatalf("%s: %v %v is never allowed: %v", p.XFEN(), c, side, v.Reasons)
				}
			}
		}
	})
	t.Logf("causes removed, by kind: %v", removed)
	for _, kind := range kinds {
		if removed[kind] == 0 {
			t.Errorf("kind %s never appeared", kind)
		}
	}
}

// checkWithout removes the cause of one reason. Reasons of the same piece go with it. A
// new reason is an attack through the square that is empty now.
func checkWithout(t *testing.T, p Position, v Verdict, r Reason, rules *chess960.CastlingRules) {
	t.Helper()
	without := p
	without.board[r.From] = 0
	after := without.Judge(v.Colour, v.Side, rules)
	for _, other := range v.Reasons {
		if stays := other.From != r.From; slices.Contains(after.Reasons, other) != stays {
			t.Fatalf("%s: without the piece on %v, the reason %v stays: %t (%v)", p.XFEN(), r.From, other, !stays, after.Reasons)
		}
	}
	for _, other := range after.Reasons {
		if !slices.Contains(v.Reasons, other) && !between(r.From, other.From, other.Square) {
			t.Fatalf("%s: without the piece on %v there is a new reason %v", p.XFEN(), r.From, other)
		}
	}
}

// between reports whether a square lies on the line between two others.
func between(s, from, to Square) bool {
	df, dr := int(to.File())-int(from.File()), to.Rank()-from.Rank()
	for n := 1; n < max(df, -df, dr, -dr); n++ {
		if at, _ := from.Towards(n*sign(df), n*sign(dr)); at == s {
			return true
		}
	}
	return false
}

func verdict(t *testing.T, fen string, c Colour, side chess960.CastlingSide) Verdict {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p.Judge(c, side, chess960.Chess960Castling)
}

// Every kind of reason, with its pieces and squares.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		fen    string
		colour Colour
		side   chess960.CastlingSide
		want   []Reason
	}{
		{"3qk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", White, chess960.HSide, nil},
		{"3qk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", White, chess960.ASide, []Reason{{Attacked, 3, 'q', 59}}},
		{"3qk3/8/8/8/8/5n2/8/RN2KB1R w KQ - 0 1", White, chess960.HSide, []Reason{{InCheck, 4, 'n', 21}, {Occupied, 5, 'B', 5}, {Attacked, 6, 'n', 21}}},
		{"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", White, chess960.HSide, []Reason{{KingMoved, 12, 'K', 12}}},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", White, chess960.HSide, []Reason{{NoHSideRook, 4, 'K', 4}}},
		{"4k3/8/8/8/8/8/8/R3K1RR w Q - 0 1", White, chess960.HSide, []Reason{{RightLost, 4, 'R', 7}}},
		{"4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1", White, chess960.ASide, []Reason{{Uncovered, 2, 'r', 0}}},
		{"4k3/8/8/8/8/8/8/nR1K4 w Q - 0 1", White, chess960.ASide, nil},
		{"r3k2r/3P4/8/8/8/8/8/4K3 b kq - 0 1", Black, chess960.ASide, []Reason{{InCheck, 60, 'P', 51}, {Attacked, 58, 'P', 51}}},
		{"r3k2r/6P1/8/8/8/8/8/4K3 b kq - 0 1", Black, chess960.HSide, []Reason{{Attacked, 61, 'P', 54}}},
		{"rr2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", White, chess960.ASide, nil}, // a1 and b1 may be attacked
		{"4k3/8/8/8/8/8/2p5/R3K2R w KQ - 0 1", White, chess960.ASide, []Reason{{Attacked, 3, 'p', 10}}},
	} {
		if got := verdict(t, c.fen, c.colour, c.side).Reasons; !slices.Equal(got, c.want) {
			t.Errorf("%s %v %v: %v, want %v", c.fen, c.colour, c.side, got, c.want)
		}
	}
}
