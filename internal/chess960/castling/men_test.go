package castling

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/workshop/testrun"
)

// Men in words are judged as the same board in a FEN is, in letters and names of several languages.
func TestParseMen(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	written := 0
	for range testrun.Choose(200, 5000) {
		p := randomMen(random)
		want, err := ParseFEN(p.board.String())
		if err != nil || !want.kingIsHome(White) || want.rights[White] == [2]right{} {
			continue
		}
		own, enemy := listOf(p, White, "en"), listOf(p, Black, "en")
		for _, text := range []string{
			own + ", enemy " + enemy,
			"White: " + own + "; Black: " + enemy,
			"black " + enemy + " white " + own,
			listOf(p, White, "de") + ", gegnerisch: " + listOf(p, Black, "de"),
			listOf(p, White, "fr") + " ; noirs : " + listOf(p, Black, "fr"),
			"белые " + listOf(p, White, "ru") + ", чёрные " + listOf(p, Black, "ru"),
		} {
			got, ok := ParseMen(text)
			if !ok || got.board != want.board || got.rights != want.rights || got.turn != White || got.RightsAssumed() {
				t.Fatalf("ParseMen(%q) = %s, %v; want %s", text, got.XFEN(), ok, want.XFEN())
			}
		}
		written++
	}
	if written < 50 {
		t.Fatalf("only %d positions", written)
	}
	for text, want := range map[string]string{
		"Kc1 Rb1, enemy rook a1":                       "8/8/8/8/8/8/8/rRK5 w Q - 0 1",
		"König c1, Turm b1, gegnerischer Turm a1":      "8/8/8/8/8/8/8/rRK5 w Q - 0 1",
		"Ke8 Rh8, enemy bishop b5":                     "4k2r/8/8/1B6/8/8/8/8 b k - 0 1",
		"black king e8, rook h8; white queen f1":       "4k2r/8/8/8/8/8/8/5Q2 b k - 0 1",
		"wKe1 wRh1 bQf3":                               "8/8/8/8/8/5q2/8/4K2R w K - 0 1",
		"♔e1 ♖h1 ♛f8":                                  "5q2/8/8/8/8/8/8/4K2R w K - 0 1",
		"♔e8 ♖h8, enemy ♗b5":                           "4k2r/8/8/1B6/8/8/8/8 b k - 0 1",
		"♖h1 Ke1 black Qf3 ♗c4":                        "8/8/8/8/2b5/5q2/8/4K2R w K - 0 1",
		"roi e1, tour h1, tour noire f8":               "5r2/8/8/8/8/8/8/4K2R w K - 0 1",
		"rey e1 torre h1, torre negra f8":              "5r2/8/8/8/8/8/8/4K2R w K - 0 1",
		"White: Kf1 Rg1; Black: Kf8 Rd3":               "5k2/8/8/8/8/3r4/8/5KR1 w K - 0 1",
		"king e1, rook h1, pawn f2, enemy pawns e2 g2": "8/8/8/8/8/8/4pPp1/4K2R w K - 0 1",
	} {
		if p, ok := ParseMen(text); !ok || p.XFEN() != want {
			t.Errorf("ParseMen(%q) = %s, %v; want %s", text, p.XFEN(), ok, want)
		}
	}
	for _, text := range []string{
		"", "king", "enemy", "Ke1", "Ke1 Re1", "Ke1 Rh1 Xf3", "Ke1 Rh1 hello", "Ke4 Rh4", "Ke1 Kd1 Rh1", "Ke1 Rh1, enemy pawn d8", "rook h1 queen d1",
		"The knight on f3 is better than the bishop on c1.", "Ke1 Rh1, bishop c4 black", "Ke1 Rh1 Ra1, queen on f8 is black", "Kg1 Rf1 enemy Kg2",
	} {
		if p, ok := ParseMen(text); ok {
			t.Errorf("ParseMen(%q) = %s", text, p.XFEN())
		}
	}
}

// randomMen returns both kings, White's rooks and some men of both players anywhere.
func randomMen(random *rand.Rand) (p Position) {
	put := func(piece Piece, on Square) {
		if p.board[on] == 0 {
			p.board[on] = byte(piece)
		}
	}
	put('K', Square(random.IntN(8)))
	put('k', Square(32+random.IntN(32)))
	put('R', Square(random.IntN(8)))
	for range 1 + random.IntN(4) {
		put(Piece("QBNRqbnr"[random.IntN(8)]), Square(random.IntN(64)))
	}
	return p
}

// listOf writes a player's men in the letters of a language, with a pawn's name where there is one.
func listOf(p Position, c Colour, code string) string {
	var list []string
	for s := range Square(64) {
		if piece := p.at(s); piece != 0 && piece.Colour() == c {
			for _, l := range typed.Languages() {
				if l.Code == code {
					list = append(list, l.Write(string(piece.Kind()))+s.String())
					break
				}
			}
		}
	}
	return strings.Join(list, " ")
}

func FuzzParseMen(f *testing.F) {
	for _, text := range []string{"Kc1 Rb1, enemy rook a1", "White: Kf1 Rg1; Black: Kf8 Qe2", "♔e1 ♖h1 ♜f8", "Кре1 Лh1, чёрные Фe2", "a1 b1 c1", "\xff♔"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, ok := ParseMen(text)
		if !ok {
			return
		}
		for _, side := range chess960.CastlingSides() {
			if v := p.Judge(p.Turn(), side, chess960.Chess960Castling); v.Castling == (chess960.Castling{}) && len(v.Reasons) == 0 {
				t.Fatalf("%q: no reason against %v", text, fmt.Sprint(side))
			}
		}
	})
}
