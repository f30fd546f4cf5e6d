package castling

import (
	"strings"
	"testing"
)

func TestFindFENs(t *testing.T) {
	const board = "r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3KB1R"
	for text, want := range map[string]string{
		board:                    board,
		board + " w KQkq - 0 23": board + " w KQkq - 0 23",
		"Can I castle? `" + board + " b KQ - 1 9`, please":                                                      board + " b KQ - 1 9",
		`[FEN "` + board + ` w HAha - 4 12"]`:                                                                   board + " w HAha - 4 12",
		"https://lichess.org/analysis/chess960/" + board + "_w_KQkq_-_0_1":                                      board + " w KQkq - 0 1",
		"https://lichess.org/editor/" + board + "_b_-_-_0_1?color=black":                                        board + " b - - 0 1",
		"https://lichess.org/analysis?fen=" + strings.ReplaceAll(board, "/", "%2F") + "%20w%20KQkq%20-%200%201": board + " w KQkq - 0 1",
		"https://www.chess.com/analysis?fen=" + board + "+w+KQ+-+0+1&flip=false":                                board + " w KQ - 0 1",
		board + ", Black to move":                                                                               board + " b",
		board + " white to play":                                                                                board + " w",
		board + " and then?":                                                                                    board,
		board + " x KQkq":                                                                                       board + " x KQkq",
		"r3k2r/pp3ppp/8/8/8/8/PP3PPP":                                                                           "r3k2r/pp3ppp/8/8/8/8/PP3PPP",
		"r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3XB1R w KQ":                                                               "r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3XB1R w KQ",
	} {
		if got := FindFENs(text); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"", "518", "RNBQKBNR", "Kc1 Rb1 Rh1", "24/12/2026", "https://lichess.org/analysis/chess960/518", "K/R/R"} {
		if got := FindFENs(text); got != nil {
			t.Errorf("%s: found %q", text, got)
		}
	}
	if got := FindFENs(board + " w KQkq - 3 8, " + board + " b - - 0 1, then {r3k2r/8/8/8/8/8/8/R3KB1R w - e3 0 1}"); len(got) != 2 || got[0] != board+" w KQkq - 3 8" || got[1] != "r3k2r/8/8/8/8/8/8/R3KB1R w - e3 0 1" {
		t.Errorf("%q", got)
	}
}

// What XFEN prints is found in every position of random games.
func TestFindFENsInGames(t *testing.T) {
	middleGames(someCastlings()/4, func(_ *board, p Position) {
		want, _, _ := strings.Cut(p.XFEN(), " - 0 1")
		for _, text := range []string{p.XFEN(), "see " + p.XFEN() + "!", "https://lichess.org/analysis/" + strings.ReplaceAll(p.XFEN(), " ", "_")} {
			if got := FindFENs(text); len(got) != 1 || got[0] != want+" - 0 1" {
				t.Fatalf("%s: %q", text, got)
			}
		}
	})
}
