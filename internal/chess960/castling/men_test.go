package castling

import (
	"errors"
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
		if err != nil || !want.kingIsHome(White) || want.rights[White] == [2]chess960.Files{} {
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

// aloneForms writes king and rooks as people do. A rook that is not there is -1.
func aloneForms(rank string, king, a, h int) []string {
	file := func(f int) string { return string(rune('a' + f)) }
	k, q, r := file(king)+rank, "", ""
	colour := map[string]string{"1": "white", "8": "black"}[rank]
	var rooks []string
	for _, rook := range []int{a, h} {
		if rook >= 0 {
			rooks = append(rooks, file(rook)+rank)
		}
	}
	q = "R" + strings.Join(rooks, ", R")
	r = strings.Join(rooks, " and ")
	forms := []string{
		"K" + k + ", " + q,
		q + ", K" + k,
		"k" + k + strings.ToLower(strings.ReplaceAll(q, ", ", "")),
		"K " + k + "; R " + strings.Join(rooks, ", R "),
		"K: " + k + " R: " + strings.Join(rooks, " "),
		"king on " + k + ", rooks on " + r,
		"King=" + strings.ToUpper(k) + " Rook=" + strings.ToUpper(strings.Join(rooks, " Rook=")),
		r + " rooks, " + k + " king",
		"♔" + k + " ♖" + strings.Join(rooks, " ♖"),
		"♜\ufe0f" + strings.Join(rooks, "♜") + "♚ " + k,
		colour[:1] + "K" + k + " " + colour[:1] + "R" + strings.Join(rooks, " "+colour[:1]+"R"),
		colour + " king " + k + ", the " + colour + " rooks " + r,
		colour[:1] + "R" + strings.Join(rooks, " "+colour[:1]+"R") + " " + colour[:1] + "K" + k,
	}
	if rank == "1" {
		files := strings.ReplaceAll(strings.Join(rooks, ","), "1", "")
		forms = append(forms, "K "+file(king)+", R "+files, "R"+files+" K"+file(king), "R "+files+" K "+file(king))
	}
	return forms
}

// Every king with every rook on either side, on both ranks, is read in every form.
func TestParseAlone(t *testing.T) {
	for i, rank := range []string{"1", "8"} {
		for king := range 8 {
			for a := -1; a < king; a++ {
				for h := king; h < 8; h++ {
					right := h
					if h == king {
						right = -1
					}
					want := Alone{Colour: Colour(i), King: chess960.File(king)}
					for _, rook := range []int{a, right} {
						if rook >= 0 {
							want.Rooks |= 1 << rook
						}
					}
					if want.Rooks == 0 {
						continue
					}
					for _, text := range append(aloneForms(rank, king, a, right), want.String()) {
						if got, err := ParseAlone(text); err != nil || got != want {
							t.Fatalf("%q is read as %v, %v; want %v", text, got, err, want)
						}
					}
					for _, side := range chess960.CastlingSides() {
						rook := map[chess960.CastlingSide]int{chess960.ASide: a, chess960.HSide: right}[side]
						c, ok := want.Castling(side, chess960.Chess960Castling)
						if ok != (rook >= 0) || ok && (c.Side != side || int(c.Rook.From) != rook || int(c.King.From) != king) {
							t.Fatalf("%v %v: %+v, %t", want, side, c, ok)
						}
					}
				}
			}
		}
	}
}

// King and rooks of a start position castle as the position does.
func TestAloneCastlesAsTheStartPosition(t *testing.T) {
	for _, p := range chess960.All() {
		a := Alone{King: chess960.File(strings.IndexByte(p.String(), 'K')), Rooks: p.Files(chess960.Rook)}
		for _, rules := range chess960.AllCastlingRules() {
			for _, side := range chess960.CastlingSides() {
				if c, ok := a.Castling(side, rules); !ok || c != p.Castling(side, rules) {
					t.Errorf("%v %v: %+v", p, side, c)
				}
			}
		}
	}
}

// Only a short text is one with nothing but kings, rooks and squares.
func TestIsAlone(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, " \n": false, "Kg1 Rh1": true, "Kg1 R": true, "Kg1 h": false, "Kg1 Qh1": false,
		"Kg1" + strings.Repeat(" ", 197): true, "Kg1" + strings.Repeat(" ", 198): false,
	} {
		if got := IsAlone(text); got != want {
			t.Errorf("%.20q of %d bytes: %t", text, len(text), got)
		}
	}
}

func TestParseAloneRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "alone",
		"Ke1":                    "alone",
		"Ra1 Rh1":                "alone",
		"Kc1 Ke1 Ra1":            "alone",
		"Ke1 Ra1 Rb1 Rh1":        "alone",
		"K Ra1":                  `piece "K"`,
		"Ke1 R":                  `piece "R"`,
		"e1 king, rook":          `piece "rook"`,
		"a1 b1":                  `square "b1"`,
		"Ke1 Rh8":                "apart e1 h8",
		"Ke8 Rh1":                "apart e8 h1",
		"Ke1 Re1":                "twice e1",
		"Ke1 Rh1 Rh1":            "twice h1",
		"Ka1 Rb1 Rc1":            "side a1",
		"Kh8 Ra8 Rb8":            "side h8",
		"Ke2 Rh1":                `rank "e2"`,
		"Ke1 Rh7":                `rank "h7"`,
		"Ke1 Qd1 Rh1":            `pieces "Q"`,
		"Ke1 Rh9":                `pieces "9"`,
		"RNBQKBNR":               `pieces "N"`,
		"König e1, Turm h1":      `pieces "ö"`,
		"black Kc1 Rh1":          `owner Black 1 "black K"`,
		"Kc8 wRh8":               `owner White 8 "wR"`,
		"bK c bR h":              `owner Black 1 "bK"`,
		strings.Repeat("R ", 40): `piece "R"`,
	} {
		a, err := ParseAlone(text)
		refused, ok := errors.AsType[*ParseError](err)
		if !ok || a != (Alone{}) || refused.Input != text {
			t.Errorf("%q is read as %v, %v", text, a, err)
			continue
		}
		if _, got, _ := strings.Cut(err.Error(), `": `); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

func FuzzParseAlone(f *testing.F) {
	for _, text := range []string{"K c1, R b1, R h1", "b1 rook, c1 king", "♚c8 ♜h8", "Ke1 R", "", "\xff", "wKb wRa", "black Kc1 Rh1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAlone(text)
		if err != nil {
			if refused, ok := errors.AsType[*ParseError](err); !ok || len(refused.Error()) > 1000 {
				t.Fatalf("ParseAlone(%q) = %v, %v", text, a, err)
			}
			return
		}
		if again, err := ParseAlone(a.String()); err != nil || again != a {
			t.Fatalf("%q is %v, read back as %v, %v", text, a, again, err)
		}
		_, hSide := a.Castling(chess960.HSide, chess960.Chess960Castling)
		_, aSide := a.Castling(chess960.ASide, chess960.Chess960Castling)
		if !hSide && !aSide {
			t.Fatalf("%q is %v, which cannot castle", text, a)
		}
	})
}
