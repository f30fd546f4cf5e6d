package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/golden"
)

var castlingRule = regexp.MustCompile(`^\*\*(O-O|O-O-O)\*\*: King (stays on|..) ?(?:to )?(..), rook (stays on|..) ?(?:to )?(..)\. Must be empty: ([a-h1, ]+|nothing)\. Must not be attacked: ([a-h1, ]+)\.$`)

// Every sentence is read back and compared with its castling.
func TestCastlingRuleReadBack(t *testing.T) {
	sentences := map[string]bool{}
	for _, rules := range chess960.AllCastlingRules() {
		for sp, p := range chess960.All() {
			for _, side := range chess960.CastlingSides() {
				c := p.Castling(side, rules)
				text := CastlingRule(c)
				sentences[text] = true
				m := castlingRule.FindStringSubmatch(text)
				if m == nil {
					t.Fatalf("SP-%d: %s", sp, text)
				}
				if m[1] != side.String() || !isWay(m[2], m[3], c.King) || !isWay(m[4], m[5], c.Rook) {
					t.Errorf("SP-%d: %s, but the castling is %+v", sp, text, c)
				}
				if m[6] == "nothing" != (c.MustBeEmpty() == 0) || m[6] != "nothing" && chess960.FilesOf(read(m[6])...) != c.MustBeEmpty() {
					t.Errorf("SP-%d: %s, but must be empty: %v", sp, text, c.MustBeEmpty())
				}
				if !slices.Equal(read(m[7]), c.MustNotBeAttacked()) {
					t.Errorf("SP-%d: %s, but must not be attacked: %v", sp, text, c.MustNotBeAttacked())
				}
			}
		}
	}
	// There are 21 pairs of king and rook on each side. With the king on e, 7 of them end on
	// the same squares by both rules.
	if len(sentences) != 77 {
		t.Errorf("%d different sentences", len(sentences))
	}
}

func isWay(from, to string, w chess960.Way) bool {
	return to == w.To.Square() && (from == w.From.Square() && !w.Stays() || from == "stays on" && w.Stays())
}

func read(squares string) []chess960.File {
	var files []chess960.File
	for _, square := range strings.Split(squares, ", ") {
		files = append(files, chess960.File(square[0]-'a'))
	}
	return files
}

// The golden text has a castling for every pair of squares of king and rook, with its
// notes.
func TestCastlingTexts(t *testing.T) {
	var texts []string
	for _, rules := range chess960.AllCastlingRules() {
		for _, side := range chess960.CastlingSides() {
			seen := map[chess960.Castling]bool{}
			for _, p := range chess960.All() {
				if c := p.Castling(side, rules); !seen[c] {
					seen[c] = true
					lines := append([]string{rules.Name, CastlingRule(c)}, CastlingNotes(c)...)
					texts = append(texts, strings.Join(lines, " ")+"\n")
				}
			}
		}
	}
	slices.Sort(texts)
	golden.Text(t, "testdata/castling.txt", strings.Join(texts, ""))
}

// The move for a computer is read back and compared with the squares of king and rook.
func TestHowToCastle(t *testing.T) {
	for _, p := range chess960.All() {
		var castlings []chess960.Castling
		for _, side := range chess960.CastlingSides() {
			castlings = append(castlings, p.Castling(side, chess960.Chess960Castling))
		}
		text := HowToCastle(castlings, chess960.Chess960Castling)
		for _, side := range chess960.CastlingSides() {
			c := p.Castling(side, chess960.Chess960Castling)
			if move := fmt.Sprintf("`%v1%v1` for %v", c.King.From, c.Rook.From, side); !strings.Contains(text, move) {
				t.Errorf("%v: no %s in %s", p, move, text)
			}
		}
		if text := HowToCastle(castlings, chess960.Chess480Castling); strings.Contains(text, "`") {
			t.Errorf("%v: a move by Chess480's rules in %s", p, text)
		}
	}
}
