package recognize_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/workshop/testrun"
)

// longest is how many characters Discord allows in a text.
const longest = 6000

// hostile returns texts of a length. Each is made to keep one of the readers busy.
func hostile(length int) []string {
	var texts []string
	for _, s := range []string{
		"R", "R ", "RNBQKBN ", "RNBQKBNR ", "К", "a1 ", "a1 rook ", "Ra1 ", "rook ", "rook, a1, ", "SP-", "SP-1 ", "SP-99999999999999999999 ", "#", "#518 ",
		"8/", "rnbqkbnr/", "8/8/8/8/8/8/8/8 ", "8/8/8/8/8/8/8/8 w ", "%20", "%", "\x00", "\u202e", "R\u202e", "\u0301", "\xff", "Ｒ", "♖", "♟\n", "`", "mirror image ", "fritz 9 ", "😀", "1", "-",
	} {
		texts = append(texts, strings.Repeat(s, length/len([]rune(s))))
	}
	return texts
}

// check checks properties that hold for every text.
func check(t *testing.T, text string) {
	t.Helper()
	r, err := recognize.Text(text, nil)
	parse, isParse := errors.AsType[*chess960.ParseError](err)
	ambiguous, isAmbiguous := errors.AsType[*recognize.AmbiguousError](err)
	_, isRange := errors.AsType[*chess960.RangeError](err)
	switch {
	case err == nil:
		if !r.White.IsValid() || !r.Black.IsValid() || r.Text == "" || !utf8.ValidString(r.Text) || len(r.Text) > 200 {
			t.Errorf("Text(%q) = %+v", text, r)
		}
		if again, err := recognize.Text(r.Text, nil); err != nil || again.White != r.White || again.Black != r.Black {
			t.Errorf("Text(%q) names %q, which is read as %+v, %v", text, r.Text, again, err)
		}
	case isAmbiguous && len(ambiguous.Readings) < 2, isParse && len(parse.Problems) == 0:
		t.Errorf("Text(%q): %v", text, err)
	case !isParse && !isAmbiguous && !isRange && !errors.Is(err, recognize.ErrNone):
		t.Errorf("Text(%q): an error of no known kind, %v", text, err)
	}
	seen := map[[2]chess960.Position]bool{}
	for _, r := range recognize.All(text) {
		sides := [2]chess960.Position{r.White, r.Black}
		if !r.White.IsValid() || !r.Black.IsValid() || seen[sides] {
			t.Errorf("All(%q) has %+v", text, r)
		}
		seen[sides] = true
	}
}

func TestSurvivesHostileTexts(t *testing.T) {
	for _, text := range hostile(testrun.Choose(longest/4, longest)) {
		check(t, text)
	}
}

func FuzzText(f *testing.F) {
	for _, write := range forms {
		f.Add(write(chess960.MustParsePosition("QNRKRNBB")))
	}
	for _, text := range []string{"TSLDKLST", "ЛКСФКрСКЛ", "518", "SP-1518", "RNBQKBNX", "rnbqkbnr/8/8/8", "a1 rook b1", "Ⱥ SP 518", "İyi SP 518"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

// BenchmarkText reads texts of the greatest length that Discord allows.
func BenchmarkText(b *testing.B) {
	texts := append(hostile(longest), "RNBQKBNR")
	for _, text := range texts {
		b.Run(strings.Map(func(r rune) rune {
			if r == '/' || r <= ' ' {
				return '_'
			}
			return r
		}, string([]rune(text)[:min(12, len([]rune(text)))])), func(b *testing.B) {
			for b.Loop() {
				recognize.Text(text, nil)
			}
		})
	}
}
