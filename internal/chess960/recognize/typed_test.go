package recognize_test

import (
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/typed"
)

// Patterns and kings with rooks are read in the reader's language, then in English, and in
// another one if only one reading exists.
func TestIn(t *testing.T) {
	for _, c := range []struct{ languages, text, want string }{
		{"de", "D.....KT", "Q.....KR"}, {"", "D.....KT", "Q.....KR"}, {"ru", "Ф.....КрЛ", "Q.....KR"}, {"", "Ф.....КрЛ", "Q.....KR"},
		{"de", "Q.....KR", "Q.....KR"}, {"fr", "R.......", "K......."}, {"fr", "R......C", "K......N"}, {"en", "R.......", "R......."}, {"de", "lxxxxxxl", "B......B"},
		{"", "R......N", "R......N"}, {"de fr", "T......C", "R......N"}, {"", "T......C", "R......N"}, {"", "Z.......", ""}, {"", "S......S", ""},
	} {
		got, err := typed.In(c.text, strings.Fields(c.languages), chess960.ParsePattern)
		if (err == nil) != (c.want != "") || err == nil && got.String() != c.want {
			t.Errorf("%q in %q is %v, %v; want %q", c.text, c.languages, got, err, c.want)
		}
	}
	for _, c := range []struct{ languages, text, want string }{
		{"de", "Kc1 Tb1", "Kc1 Rb1"}, {"", "Kc1 Tb1", "Kc1 Rb1"}, {"", "König e1, Türme a1 und h1", "Ke1 Ra1 Rh1"}, {"ru", "Крc1 Лb1", "Kc1 Rb1"},
		{"fr", "Rc1 Tb1", "Kc1 Rb1"}, {"", "Rc1 Tb1", "Kc1 Rb1"}, {"de", "Ke1 Rh1", "Ke1 Rh1"}, {"de", "Kc1 Xb1", ""}, {"", "rey e1 torre h1", "Ke1 Rh1"},
	} {
		got, err := typed.In(c.text, strings.Fields(c.languages), castling.ParseAlone)
		if (err == nil) != (c.want != "") || err == nil && got.String() != c.want {
			t.Errorf("%q in %q is %v, %v; want %q", c.text, c.languages, got, err, c.want)
		}
	}
}
