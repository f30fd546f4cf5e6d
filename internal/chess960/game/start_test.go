package game

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// start reads the start of the only game of a text.
func start(t *testing.T, text string) (sp int, said Said) {
	t.Helper()
	sp, said, games := -1, NoGame, 0
	for score := range Openings(text) {
		start := score.Origin()
		if said = start.Said; said == StartIsKnown || said == NoFEN {
			sp = start.White.SP()
		}
		games++
	}
	if games > 1 {
		t.Errorf("%q has %d games", text, games)
	}
	return sp, said
}

// One function says where a game starts, whatever people write. What is not said is no start
// position.
func TestStart(t *testing.T) {
	fen594, fen77 := startFEN(594), startFEN(77)
	for text, want := range map[string]int{
		`[FEN "` + fen594 + `"] 1. e4 *`: 594, `[Fen "` + fen594 + `"] 1. e4 *`: 594, `[fen "` + fen594 + `"]`: 594, `[FEN"` + fen594 + `"] *`: 594,
		`[FEN '` + fen594 + `'] *`: 594, `[FEN'` + fen594 + `'] *`: 594, `[ FEN  "` + fen594 + `" ] *`: 594, `[FEN ` + fen594 + `]`: 594,
		`[Round "1.1"] [Variant "Chess960"] [Fen "` + fen594 + `"] 1. e4 *`:      594,
		`[FEN "` + fen594 + `"] [FEN "` + fen594 + `"] *`:                        594,
		"\ufeff[Event \"x\"]\r\n[FeN \"" + fen77 + "\"]\r\n\r\n1. e4 e5 1-0\r\n": 77,
		`[Variant "Chess960"] {SP 579} 1. e3 e6 *`:                               579,
		`[Variant "Chess960"] {SP 579, so SP 579} 1. e3 *`:                       579,
		"[FEN\t\"" + fen594 + `"] 1. e4 *`:                                       594, "[FEN\u00a0\"" + fen594 + `"] 1. e4 *`: 594,
		`[FEN="` + fen594 + `"] 1. e4 *`: 594, `[FEN: "` + fen594 + `"] 1. e4 *`: 594,
		`[FEN "` + fen594 + `] 1. e4 *`: 594, `[FEN „` + fen594 + `“] 1. e4 *`: 594,
		`[Variant "Chess960"] {from SP-579, drawn by lot} 1. e3 *`: 579,
		`[Variant "Fischerandom"] [Annotator "SP 12"] 1. e4 *`:     12,
		`[Variant "chess 960"] ; sp579` + "\n" + `1. e3 *`:         579,
		`[SetUp "1"] {SP 0} *`:                                     0,
		`[Event "x"] 1. e4 e5 *`:                                   518, "1. e4 e5": 518, "1. Sf3 d5 2. d4": 518, "e4 e5": 518, "1. Кf3": 518, "e2e4 e7e5": 518,
		`[Variant "Standard"] 1. e4 *`: 518, `[SetUp "0"] 1. e4 *`: 518, `[White "Anna"] *`: 518,
	} {
		if sp, said := start(t, text); sp != want {
			t.Errorf("%q: %d (%v), want %d", text, sp, said, want)
		}
	}
	for text, want := range map[string]Said{
		`[Variant "Chess960"] 1. e4 e5 *`: NotSaid, `[Variant "Fischerandom"] [SetUp "1"] 1. e4 e5 *`: NotSaid, `[VARIANT "Fischer Random"] *`: NotSaid,
		`[Variant "Freestyle Chess"] *`: NotSaid, `[Variant "wild/fr"] *`: NotSaid, `[SetUp "1"] 1. e4 *`: NotSaid,
		`[Variant "Schach960"] *`: NotSaid, `[Variant "Fischer-Random (Chess960)"] *`: NotSaid, `[Variant "From Position"] *`: NotSaid,
		`[Variant "Chess960"] {SP 579 or SP 594} 1. e3 *`: NotSaid,
		`[Variant "Chess960"] {SP 1000} 1. e3 *`:          NotSaid, `[Variant "Chess960"] {WASP 12} 1. e3 *`: NotSaid, `[Variant "Chess960"] {SP 5x} *`: NotSaid,
		`[Variant "Chess960"] 1. e3 {SP 579} e6 *`:       NotSaid, // said after a move
		`[FEN "` + fen594 + `"] [FEN "` + fen77 + `"] *`: TwoFENs,
		`[FEN "nonsense"] 1. e4 *`:                       Unreadable, `[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"] *`: InPlay,
		"<!DOCTYPE html><html><body>Not found 404</body></html>": NoGame, "\x00\x01\xfe\xff": NoGame, "Dear Anna, see you on Thursday.": NoGame,
		"1. e5 e6": NoGame, "[see below] I lost.": NoGame, "1. Nd4": NoGame, "1... e5": NoGame, "": NoGame, "1. e4e4e4e4e4": NoGame, "{": NoGame,
	} {
		if sp, said := start(t, text); said != want || sp != -1 {
			t.Errorf("%q: %d (%v), want %v", text, sp, said, want)
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
			want = append(want, fmt.Sprint(s.Tags, s.Head, s.Moves[:min(1, len(s.Moves))]))
		}
		for s := range Openings(text) {
			got = append(got, fmt.Sprint(s.Tags, s.Head, s.Moves))
			s.Origin()
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
