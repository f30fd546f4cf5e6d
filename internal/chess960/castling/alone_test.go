package castling

import (
	"errors"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

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
