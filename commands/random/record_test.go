package random

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"chess960bot/commands/random/drawing"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

var (
	boldThrows = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	numbers    = regexp.MustCompile(`(?m)^\d+\. `)
	sentence   = regexp.MustCompile(`^(?:[A-Z]|[a-h]1 |\*\*|[0-9]+ ).*\.$`)
)

// The record of any drawing is whole sentences. Its throws, in bold, are typed as they are and
// lead to the same position. Every step is a sentence too.
func TestRecords(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 960))
	for _, m := range drawing.Methods()[1:] {
		for range testrun.Choose(30, 3000) {
			d, err := m.Draw(func(n int) (int, error) { return random.IntN(n), nil })
			if err != nil {
				t.Fatal(err)
			}
			r := recordOf(d)
			text := chattest.English(r.text())
			var throws []string
			for _, bold := range boldThrows.FindAllStringSubmatch(text, -1) {
				throws = append(throws, bold[1])
			}
			again, err := m.Read(strings.Join(throws, " "))
			if err != nil || again.Position() != d.Position() {
				t.Fatalf("%s: %v by %q, %v, not %v", m.ID, again.Rank(), text, err, d.Position())
			}
			for _, s := range strings.SplitAfter(strings.ReplaceAll(text+"\n"+numbers.ReplaceAllString(chattest.English(r.steps()), ""), ". ", ".\n"), "\n") {
				if s = strings.TrimSuffix(s, "\n"); !sentence.MatchString(s) || strings.Contains(s, "none") || strings.Contains(s, "()") {
					t.Fatalf("%s: not a sentence: %q", m.ID, s)
				}
			}
		}
	}
}

func TestRecordsInWords(t *testing.T) {
	for _, c := range []struct{ method, throws, want string }{
		{"die", "6 5 1 3 2 2 4", "Rolled: **1 3 2 2 4**. 2 results were too high and were repeated."},
		{"platonic", "3 1 5 17 12", "Rolled: **3 1 5 17**. The d12 shows **12**, an even number."},
		{"bag-wheeler", "BNBQKRNR a R", "Order: **B N B Q K R N R**. a1 and b1 changed places (**W R**). e1 and f1 changed places."},
		{"cards", "BNBQKRNR h-4", "Dealt: **B N B Q K R N R**. c1 and h1 changed places (**h-4**)."},
		{"hold", "A J A 10 Q K 10 J", "Dealt: **A J A 10 Q K 10 J**. The A waited until f1. The 10 waited until h1."},
	} {
		m, _ := methods().Choose(c.method)
		d, err := m.Read(c.throws)
		if err != nil {
			t.Fatal(err)
		}
		if got := chattest.English(recordOf(d).text()); got != c.want {
			t.Errorf("%s %s: %s\nwant %s", c.method, c.throws, got, c.want)
		}
	}
}
