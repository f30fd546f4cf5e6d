package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/workshop/golden"
)

var castlingRule = regexp.MustCompile(`^\*\*(O-O|O-O-O)\*\*: The king (stays on|goes from ..) ?(?:to )?(..)[,;] the rook (stays on|goes from ..|from ..) ?(?:to )?(..)\. (?:([a-h1, and]+) must be empty, and no|No) enemy piece may attack ([a-h1, or]+)\.$`)

// Every sentence is read back and compared with its castling.
func TestCastlingRuleReadBack(t *testing.T) {
	sentences, seen := map[string]bool{}, map[chess960.Castling]bool{}
	for _, rules := range chess960.AllCastlingRules() {
		for sp, p := range chess960.All() {
			for _, side := range chess960.CastlingSides() {
				c := p.Castling(side, rules)
				if seen[c] {
					continue
				}
				seen[c] = true
				text := words(CastlingRule(c, castling.White))
				sentences[text] = true
				m := castlingRule.FindStringSubmatch(text)
				if m == nil || strings.Contains(text, "; the rook") != strings.Contains(text, "stays on") {
					t.Fatalf("SP %d: %s", sp, text)
				}
				if m[1] != side.String() || !isWay(m[2], m[3], c.King) || !isWay(m[4], m[5], c.Rook) {
					t.Errorf("SP %d: %s, but the castling is %+v", sp, text, c)
				}
				if chess960.FilesOf(read(m[6])...) != c.MustBeEmpty() {
					t.Errorf("SP %d: %s, but must be empty: %v", sp, text, c.MustBeEmpty())
				}
				if chess960.FilesOf(read(m[7])...) != chess960.FilesOf(c.MustNotBeAttacked()...) {
					t.Errorf("SP %d: %s, but must not be attacked: %v", sp, text, c.MustNotBeAttacked())
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
	return to == w.To.Square() && (strings.HasSuffix(from, "from "+w.From.Square()) && !w.Stays() || from == "stays on" && w.Stays())
}

var square = regexp.MustCompile("[a-h]1")

func read(squares string) []chess960.File {
	var files []chess960.File
	for _, name := range square.FindAllString(squares, -1) {
		files = append(files, chess960.File(name[0]-'a'))
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
					texts = append(texts, rules.Name+" "+words(append(CastlingRule(c, castling.White), CastlingNotes(c, castling.White)...))+"\n\t"+words(Surprises(c, castling.White, rules))+"\n")
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
		text := words(CastleOnAScreen(castlings, castling.White))
		for _, side := range chess960.CastlingSides() {
			c := p.Castling(side, chess960.Chess960Castling)
			if move := fmt.Sprintf("`%v1%v1` is %v", c.King.From, c.Rook.From, side); !strings.Contains(text, move) {
				t.Errorf("%v: no %s in %s", p, move, text)
			}
		}
		points := HowToCastle(castlings, chess960.Chess960Castling)
		same := castlings[0].Manner() == castlings[1].Manner()
		if both := points[0].(*Manner); len(both.Sides) == 2 != same || len(points) != len(HowToCastle(nil, chess960.Chess960Castling))+3-len(both.Sides) {
			t.Errorf("%v: %s", p, words(points))
		}
		if text := words(HowToCastle(castlings, chess960.Chess480Castling)); strings.Contains(text, "`") {
			t.Errorf("%v: a move by Chess480's rules in %s", p, text)
		}
	}
}
