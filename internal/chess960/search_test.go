package chess960

import (
	"errors"
	"path"
	"strings"
	"testing"
)

// Matches is compared with the wildcards of a library, for all patterns with up to two
// pieces and for every whole back rank.
func TestPatternMatches(t *testing.T) {
	const letters = "KQRBN"
	patterns := []string{"????????"}
	for left := range 8 {
		for i := range letters {
			one := []byte("????????")
			one[left] = letters[i]
			patterns = append(patterns, string(one))
			for right := left + 1; right < 8; right++ {
				for j := range letters {
					two := []byte(string(one))
					two[right] = letters[j]
					patterns = append(patterns, string(two))
				}
			}
		}
	}
	for _, text := range patterns {
		p, err := ParsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range All() {
			if want, _ := path.Match(text, q.String()); p.Matches(q) != want {
				t.Errorf("%s matches %v: %t, want %t", text, q, p.Matches(q), want)
			}
		}
	}
	for _, rank := range All() {
		p, err := ParsePattern(rank.String())
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range All() {
			if p.Matches(q) != (q == rank) {
				t.Errorf("%v matches %v: %t", rank, q, p.Matches(q))
			}
		}
	}
}

func TestParsePattern(t *testing.T) {
	for text, want := range map[string]string{
		"Q.....KR":        "Q.....KR",
		"q ? ? ? ? ? k r": "Q.....KR",
		"♕…..♔♖":          "Q.....KR",
		"♛..\u200b…♚♜":    "Q.....KR",
		"........":        "........",
		"r,n,b,q,k,b,n,r": "RNBQKBNR",
		"R-N-B-Q-K-B-N-R": "RNBQKBNR",
		"-N-N----":        ".N.N....",
		"Q--–−-KR":        "Q.....KR",
		"Q-...-KR":        "Q.....KR",
		"--------":        "........",
		"*N*N____":        ".N.N....",
		"Qxxx XXKR":       "Q.....KR",
	} {
		if p, err := ParsePattern(text); err != nil || p.String() != want {
			t.Errorf("%q: %v, %v; want %q", text, p, err, want)
		}
	}
}

func TestParsePatternRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":          `parse pattern "": pattern`,
		"Q....KR":   `parse pattern "Q....KR": pattern 7`,
		"Q.....KRR": `parse pattern "Q.....KRR": pattern 9`,
		"Q..Z..KR":  `parse pattern "Q..Z..KR": letter d1 "Z"`,
		"-N-N---":   `parse pattern "-N-N---": pattern 2`,
		"Q..К..KR":  `parse pattern "Q..К..KR": alphabet d1 "К"`,
		"Q5KR":      `parse pattern "Q5KR": pattern 4; letter 2 "5"`,
	} {
		if p, err := ParsePattern(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v; want %s", text, p, err, want)
		}
	}
}

// Each feature is compared with the letters of the back rank, or played on a board.
func TestFeatures(t *testing.T) {
	manner := func(rank string, moves func(king, rook bool) bool) bool {
		king := strings.Index(rank, "K")
		return moves(king != 6, strings.LastIndex(rank, "R") != 5) || moves(king != 2, strings.Index(rank, "R") != 3)
	}
	want := map[FeatureID]func(p Position) bool{
		"first-move": func(p Position) bool {
			b := startBoard(p)
			return b.canCastle(p.Castling(HSide, Chess960Castling)) || b.canCastle(p.Castling(ASide, Chess960Castling))
		},
		"king-alone": func(p Position) bool {
			return manner(p.String(), func(king, rook bool) bool { return king && !rook })
		},
		"rook-alone": func(p Position) bool {
			return manner(p.String(), func(king, rook bool) bool { return rook && !king })
		},
		"corner":    func(p Position) bool { return strings.HasPrefix(p.String(), "B") || strings.HasSuffix(p.String(), "B") },
		"corners":   func(p Position) bool { return strings.HasPrefix(p.String(), "B") && strings.HasSuffix(p.String(), "B") },
		"adjacent":  func(p Position) bool { return strings.Contains(p.String(), "BB") },
		"classical": func(p Position) bool { return p.String()[2] == 'B' && p.String()[5] == 'B' },
	}
	counts := map[FeatureID]int{}
	for _, f := range append(CastlingFeatures(), BishopFeatures()...) {
		if want[f.ID] == nil {
			t.Fatalf("feature %q has no test", f.ID)
		}
		for sp, p := range All() {
			if f.Has(p) != want[f.ID](p) {
				t.Errorf("SP %d %s: %t", sp, f.ID, f.Has(p))
			}
			if f.Has(p) {
				counts[f.ID]++
			}
		}
	}
	for id, n := range map[FeatureID]int{"first-move": 162, "king-alone": 258, "rook-alone": 276, "corner": 420, "corners": 60, "adjacent": 420, "classical": 60} {
		if counts[id] != n {
			t.Errorf("%s: %d positions, want %d", id, counts[id], n)
		}
	}
}

func FuzzParsePattern(f *testing.F) {
	for _, text := range []string{"Q.....KR", "q??…♔♖", "", "KKKKKKKK", "\xff.......", "Q5KR"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePattern(text)
		if err != nil {
			if refused, ok := errors.AsType[*ParseError](err); !ok || len(refused.Problems) == 0 || len(refused.Error()) > 4000 {
				t.Fatalf("ParsePattern(%q) = %v, %v", text, p, err)
			}
			return
		}
		if again, err := ParsePattern(p.String()); err != nil || again != p {
			t.Fatalf("ParsePattern(%q) = %v, read back as %v, %v", text, p, again, err)
		}
	})
}
