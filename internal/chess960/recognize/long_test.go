package recognize_test

import (
	"errors"
	"strings"
	"testing"

	"chess960bot/internal/chess960/typed"
)

// A text of very many words is read in English alone, and a translation once, whatever languages share
// it: 6,000 characters took a second.
func TestLongTextsAreReadOnce(t *testing.T) {
	for text, most := range map[string]int{strings.Repeat("O-O ", 200): 1, strings.Repeat("6 5 4 ", 1000): 1, "Dc1 Kb1": len(typed.Languages()), "o": 3} {
		parsed := map[string]int{}
		calls := 0
		typed.In(text, nil, func(english string) (int, error) {
			calls++
			parsed[english]++
			return 0, errors.New("no")
		})
		if calls > most || calls != len(parsed) || calls == 0 {
			t.Errorf("%.20q is read %d times, want %d at most; %d different texts", text, calls, most, len(parsed))
		}
	}
}

// Characters that stand for many others do not make a text much longer.
func TestPlainTextsHaveALimit(t *testing.T) {
	for _, c := range []string{"ﷺ", "½", "㋿", "ﷲ"} {
		text := strings.Repeat(c, 6000)
		if plain := typed.Plain(text); len(plain) > len(text)+1000 {
			t.Errorf("%d bytes of %s became %d", len(text), c, len(plain))
		}
	}
	if got := typed.Plain("ﬀ ½ SP ５１８"); got != "ff 1⁄2 SP 518" {
		t.Errorf("%q", got)
	}
}
