package castling

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

var lineForm = regexp.MustCompile(`^\*\*(O-O|O-O-O)\*\*: (allowed|not now|not any more): (.+)\.$`)

// reasonForms are the sentences of the reasons, with the names of their parts.
var reasonForms = map[Kind]*regexp.Regexp{
	KingMoved: regexp.MustCompile(`^the king on (?P<square>..) has moved$`),
	NoRook:    regexp.MustCompile(`^no (?P<side>[ah])-side rook \(king (?P<square>..)\)$`),
	RightLost: regexp.MustCompile(`^by the FEN, the king on (?P<square>..) or the rook on (?P<from>..) has moved$`),
	InCheck:   regexp.MustCompile(`^the king on (?P<square>..) is in check by the (?P<piece>\w+) on (?P<from>..)$`),
	Occupied:  regexp.MustCompile(`^a (?P<colour>white|black) (?P<piece>\w+) is on (?P<square>..)$`),
	Attacked:  regexp.MustCompile(`^the (?P<piece>\w+) on (?P<from>..) attacks (?P<square>..)$`),
	Uncovered: regexp.MustCompile(`^without the rook on (?P<rook>..), the (?P<piece>\w+) on (?P<from>..) attacks (?P<square>..)$`),
}

// Every line is read back: castling, answer, and each reason with its pieces and squares.
func TestLinesAreReadBack(t *testing.T) {
	seen := map[Kind]int{}
	middleGames(someCastlings(), func(_ *board, p Position) {
		for right := range 4 {
			c, side := playerAndSide(right)
			for _, rules := range chess960.AllCastlingRules() {
				v := p.Judge(c, side, rules)
				m := lineForm.FindStringSubmatch(v.Line())
				if m == nil || m[1] != side.String() || m[2] != v.Answer().String() {
					t.Fatalf("%s: %v %v: %s", p.XFEN(), c, side, v.Line())
				}
				if v.Answer() == Allowed {
					if want := wayForm(c, "king", v.Castling.King) + ", " + wayForm(c, "rook", v.Castling.Rook); m[3] != want {
						t.Fatalf("%s: %s, want %s", p.XFEN(), v.Line(), want)
					}
					continue
				}
				said := strings.Split(m[3], "; ")
				if len(said) != len(v.Reasons) {
					t.Fatalf("%s: %d reasons in %s", p.XFEN(), len(v.Reasons), v.Line())
				}
				for i, r := range v.Reasons {
					seen[r.Kind]++
					if got, want := partsOf(r.Kind, said[i]), wantParts(v, r); !reflect.DeepEqual(got, want) {
						t.Fatalf("%s: %q says %v, want %v", p.XFEN(), said[i], got, want)
					}
				}
			}
		}
	})
	for kind := range reasonForms {
		if kind != KingMoved && seen[kind] == 0 {
			t.Errorf("no reason of kind %d was said: %v", kind, seen)
		}
	}
	if line := verdict(t, "4k3/8/8/8/8/8/4K3/R6R w", White, chess960.HSide).Line(); line != "**O-O**: not any more: the king on e2 has moved." {
		t.Error(line)
	}
}

func wayForm(c Colour, piece string, w chess960.Way) string {
	if w.From == w.To {
		return fmt.Sprintf("%s stays on %v", piece, c.Square(w.To))
	}
	return fmt.Sprintf("%s %v to %v", piece, c.Square(w.From), c.Square(w.To))
}

// partsOf reads the parts of a reason's sentence; nil if the sentence has another form.
func partsOf(kind Kind, said string) map[string]string {
	m := reasonForms[kind].FindStringSubmatch(said)
	if m == nil {
		return nil
	}
	parts := map[string]string{}
	for i, name := range reasonForms[kind].SubexpNames()[1:] {
		parts[name] = m[i+1]
	}
	return parts
}

func wantParts(v Verdict, r Reason) map[string]string {
	all := map[string]string{"square": r.Square.String(), "from": r.From.String(), "piece": r.By.Name(), "side": "ha"[v.Side : v.Side+1]}
	all["colour"] = strings.ToLower(r.By.Colour().String())
	all["rook"] = v.Colour.Square(v.Castling.Rook.From).String()
	parts := map[string]string{}
	for _, name := range reasonForms[r.Kind].SubexpNames()[1:] {
		parts[name] = all[name]
	}
	return parts
}
