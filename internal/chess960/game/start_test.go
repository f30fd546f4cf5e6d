package game

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// The tag Variant names chess, Chess960 or another game.
func TestKind(t *testing.T) {
	for kind, variants := range map[Kind][]string{
		Chess: {"", "?", "Standard", "chess", "Normal Chess", "Schach", "Classical"},
		Chess960: {"Chess960", "chess 960", "Chess-960", "960", "Fischerandom", "FischerRandom", "Fischer Random Chess", "Freestyle", "Freestyle Chess", "wild/fr", "Wild FR", "FRC", "DFRC", "Chess9LX",
			"From Position", "Schach960", "Ajedrez 960", "Шахматы 960", "Double Fischer Random", "Fischer-Random (Chess960)", "fischerrandom960"},
		OtherGame: {"Atomic", "Crazyhouse960", "Racing Kings", "Horde", "Atomic 960", "King of the Hill", "Three-check", "3-check 960", "Antichess", "Chess480", "Bughouse", "Xiangqi", strings.Repeat("chess ", 20)},
	} {
		for _, variant := range variants {
			if got := (Tags{Variant: variant}).Kind(); got != kind {
				t.Errorf("%q: %d, want %d", variant, got, kind)
			}
		}
	}
}

// Openings yields the games of Scores, with the same tags and first moves.
func FuzzOpenings(f *testing.F) {
	for _, text := range []string{"[FEN \"x\"]\n\n1. e4 e5 1-0\n[Round\"2\"] 1. d4 *", "1. e4 (1. d4 {x}) e5 ½–½ ; 2. x 3.", "[a [b \"c\"] 0:1 1/2", "{", "e.p. 1… Nf3 $1 ½"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want, got []string
		for s := range Scores(text) {
			if len(s.Moves) == 1 {
				s.Moves[0].Result = "" // which Openings leaves out
			}
			want = append(want, fmt.Sprint(s.Tags, s.Head, s.Moves[:min(1, len(s.Moves))]))
		}
		for s := range Openings(text) {
			got = append(got, fmt.Sprint(s.Tags, s.Head, s.Moves))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("openings\n%q\nscores\n%q", got, want)
		}
	})
}

// files are texts of a size that cost much to read.
func files(size int) map[string]string {
	long := map[string]string{}
	for name, unit := range map[string]string{
		"moves": "1. Nf3 Nf6 2. Ng1 Ng8 ", "zeros": "0:0 0-0 ", "one tag": `[Event "x"]` + "\n", "unknown tags": `[A ""]`, "brackets": "[a ", "quotes": `[a "`, "escapes": `[a "\`,
		"closed brackets": strings.Repeat("[a ", 300) + "]", "games": "*\n1. e4 *\n", "digits": "; " + strings.Repeat("1", 60), "variations": "(1. e4 {x}) ", "dots": "1..... ",
		"figures": "♘f3 ♞f6 ", "Cyrillic": "Кf3 Кf6 ", "binary": "\x00\xff", "comments": "; 1 2\n",
	} {
		long[name] = strings.Repeat(unit, size/len(unit))
	}
	long["a comment of digits"] = "1. e4 ; " + strings.Repeat("1", size)
	return long
}

// However long a file is, reading its openings allocates nothing.
func TestOpeningsAllocateNothing(t *testing.T) {
	for name, text := range files(testrun.Choose(1<<14, 1<<20)) {
		if allocations := testing.AllocsPerRun(1, func() {
			for range Openings(text) {
			}
		}); allocations > 4 {
			t.Errorf("%s: %v allocations", name, allocations)
		}
	}
}

func BenchmarkOpenings(b *testing.B) {
	for name, text := range files(1 << 20) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for range Openings(text) {
				}
			}
		})
	}
}
