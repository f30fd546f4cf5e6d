package recognize_test

import (
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
)

func fenOf(sp int) string {
	p, _ := chess960.FromSP(sp)
	return p.XFEN()
}

// start reads the start of the only game of a text.
func start(t *testing.T, text string) (sp int, said recognize.Said) {
	t.Helper()
	sp, said, games := -1, recognize.NoGame, 0
	for score := range game.Openings(text) {
		start := recognize.Start(score)
		if said = start.Said; said == recognize.StartIsKnown || said == recognize.NoFEN {
			sp = start.White.SP()
		}
		games++
	}
	if games > 1 {
		t.Errorf("%q has %d games", text, games)
	}
	return sp, said
}

// The result of a game stands before no other game: each game has its own comment, such as its number.
func TestStartOfLaterGames(t *testing.T) {
	for _, text := range []string{"{594} 1. e4 *\n{594} 1. d4 *", "{594} 1. e4 1-0 {594} 1. d4 0-1\n\n{594} 1. e4 ½-½"} {
		for score := range game.Openings(text) {
			if start := recognize.Start(score); start.Said != recognize.StartIsKnown || start.White.SP() != 594 {
				t.Errorf("%q: after %q %d, %v", text, score.Head, start.White.SP(), start.Said)
			}
		}
	}
}

// One function says where a game starts, whatever people write. What is not said is no start
// position.
func TestStart(t *testing.T) {
	fen594, fen77 := fenOf(594), fenOf(77)
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
		`[Variant "Chess960"] [Annotator "579"] 1. e3 *`:           579, `[Variant "Chess960"] {position 594} 1. e4 *`: 594, `[Variant "Chess960"] {BRQNKBRN} 1. e4 *`: 594,
		`[Variant "Chess960"] {FEN: ` + fen594 + `} 1. e4 *`: 594, `[Round "1.1"] [FEN "` + fen594 + `" 1. e4 *`: 594, "[Round \"1.1\"]\n[FEN \"" + fen594 + "\n\n1. e4 *": 594,
		`[FEN ` + fen594 + ` 1. e4 *`: 594, "{SP 594} 1. e4 *": 594, `[Event "x"] {SP 579} 1. e3 *`: 579, `[Variant "Atomic"] [FEN "` + fen594 + `"] 1. e4 *`: 594,
		`[FEN "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w HAha - 0 1"] *`: 594, `[FEN "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w - - 0 1"] *`: 594,
		`[SetUp "1"] {SP 0} *`:                                  0,
		`[Variant "Chess960"] {Start position: SP 579} 1. e3 *`: 579, `[Variant "Chess960"] {Startstellung SP 579, gelost} 1. e3 *`: 579, `[Variant "Chess960"] [StartPosition "SP 579"] 1. e3 *`: 579,
		`[Event "SP 314 Memorial"] 1. e4 *`: 518, `[Event "x"] {not SP 314} 1. e4 *`: 518, `[Event "x"] {In round 2 we shall play SP 314.} 1. e4 *`: 518,
		`[Variant "Chess960"] [Event "SP 314 Memorial"] {SP 579} 1. e3 *`: 579,
		`FEN: ` + fen594 + "\n\n1. e4 e5 *":                               594, "[Event \"x\"]\nFEN: " + fen594 + "\n\n1. e4 *": 594, `[Variant "Chess960"] Start = ` + fen594 + ` 1. e4 *`: 594, "https://lichess.org/analysis/chess960/" + strings.ReplaceAll(fen594, " ", "_") + " 1. e4 *": 594,
		`[Variant "Chess960"] [Event "x"] {594} 1. e4 *`: 594, `[Variant "Chess960"] [Event "x"] {(５９４)} *`: 594, `{594} 1. e4 *`: 594, `[Variant "Chess960"] [Event "x"] {Pos. 594 of 960} 1. e4 *`: 594,
		`[Event "x"] 1. e4 e5 *`: 518, "1. e4 e5": 518, "1. Sf3 d5 2. d4": 518, "e4 e5": 518, "1. Кf3": 518, "e2e4 e7e5": 518,
		`[Variant "Standard"] 1. e4 *`: 518, `[SetUp "0"] 1. e4 *`: 518, `[White "Anna"] *`: 518, `[White "SP 579"] 1. e4 *`: 518,
	} {
		if sp, said := start(t, text); sp != want {
			t.Errorf("%q: %d (%v), want %d", text, sp, said, want)
		}
	}
	for text, want := range map[string]recognize.Said{
		`[Variant "Chess960"] 1. e4 e5 *`: recognize.NotSaid, `[Variant "Fischerandom"] [SetUp "1"] 1. e4 e5 *`: recognize.NotSaid, `[VARIANT "Fischer Random"] *`: recognize.NotSaid,
		`[Variant "Freestyle Chess"] *`: recognize.NotSaid, `[Variant "wild/fr"] *`: recognize.NotSaid, `[SetUp "1"] 1. e4 *`: recognize.NotSaid,
		`[Variant "Schach960"] *`: recognize.NotSaid, `[Variant "Fischer-Random (Chess960)"] *`: recognize.NotSaid, `[Variant "From Position"] *`: recognize.NotSaid,
		`[Variant "Chess960"] {SP 579 or SP 594} 1. e3 *`:                 recognize.NotSaid,
		`[Variant "Chess960"] {In round 2 we shall play SP 314.} 1. e4 *`: recognize.NotSaid, `[Variant "Chess960"] {not SP 518} 1. e4 *`: recognize.NotSaid,
		`[Variant "Chess960"] {nicht die Stellung SP 518} 1. e4 *`: recognize.NotSaid, `[Variant "Chess960"] [Event "SP 314 Memorial"] 1. e4 *`: recognize.NotSaid,
		`[Variant "Chess960"] [White "Team SP 12"] [Black "SP 13"] 1. e4 *`: recognize.NotSaid, `[Variant "Chess960"] [Site "São Paulo, SP 100"] 1. e4 *`: recognize.NotSaid,
		`[Variant "Chess960"] [Annotator "not SP 518"] *`: recognize.NotSaid, `[Variant "Chess960"] {Carl played SP 77 last week} 1. e4 *`: recognize.NotSaid,
		`[Variant "Chess960"] {SP 1000} 1. e3 *`: recognize.NotSaid, `[Variant "Chess960"] {WASP 12} 1. e3 *`: recognize.NotSaid, `[Variant "Chess960"] {SP 5x} *`: recognize.NotSaid,
		`[Variant "Chess960"] 1. e3 {SP 579} e6 *`:       recognize.NotSaid, // said after a move
		`[FEN "` + fen594 + `"] [FEN "` + fen77 + `"] *`: recognize.TwoFENs,
		`[FEN "nonsense"] 1. e4 *`:                       recognize.Unreadable, `[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"] *`: recognize.InPlay,
		"<!DOCTYPE html><html><body>Not found 404</body></html>": recognize.NoGame, "\x00\x01\xfe\xff": recognize.NoGame, "Dear Anna, see you on Thursday.": recognize.NoGame,
		"I like " + fen594 + " a lot": recognize.NoGame, `[Variant "Chess960"] [Event "x"] {5} 1. e4 *`: recognize.NotSaid,
		"1. e5 e6": recognize.NoGame, "[see below] I lost.": recognize.NoGame, "1. Nd4": recognize.NoGame, "1... e5": recognize.NoGame, "": recognize.NoGame, "1. e4e4e4e4e4": recognize.NoGame, "{": recognize.NoGame,
	} {
		if sp, said := start(t, text); said != want || sp != -1 {
			t.Errorf("%q: %d (%v), want %v", text, sp, said, want)
		}
	}
}
