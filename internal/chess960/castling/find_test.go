package castling

import (
	"strings"
	"testing"
)

func TestFindFEN(t *testing.T) {
	const board = "r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3KB1R"
	for text, want := range map[string]string{
		board:                    board,
		board + " w KQkq - 0 23": board + " w KQkq -",
		"Can I castle? `" + board + " b KQ - 1 9`, please":                                                      board + " b KQ -",
		`[FEN "` + board + ` w HAha - 4 12"]`:                                                                   board + " w HAha -",
		"https://lichess.org/analysis/chess960/" + board + "_w_KQkq_-_0_1":                                      board + " w KQkq -",
		"https://lichess.org/editor/" + board + "_b_-_-_0_1?color=black":                                        board + " b - -",
		"https://lichess.org/analysis?fen=" + strings.ReplaceAll(board, "/", "%2F") + "%20w%20KQkq%20-%200%201": board + " w KQkq -",
		"https://www.chess.com/analysis?fen=" + board + "+w+KQ+-+0+1&flip=false":                                board + " w KQ -",
		board + ", Black to move":                                                                               board + " b",
		board + " white to play":                                                                                board + " w",
		board + " and then?":                                                                                    board,
		board + " x KQkq":                                                                                       board + " x KQkq",
		"r3k2r/pp3ppp/8/8/8/8/PP3PPP":                                                                           "r3k2r/pp3ppp/8/8/8/8/PP3PPP",
		"r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3XB1R w KQ":                                                               "r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3XB1R w KQ",
	} {
		if got, found := FindFEN(text); !found || got != want {
			t.Errorf("%s: %q, %t, want %q", text, got, found, want)
		}
	}
	for _, text := range []string{"", "518", "RNBQKBNR", "Kc1 Rb1 Rh1", "24/12/2026", "https://lichess.org/analysis/chess960/518", "K/R/R"} {
		if got, found := FindFEN(text); found {
			t.Errorf("%s: found %q", text, got)
		}
	}
}

// What XFEN prints is found in every position of random games.
func TestFindFENInGames(t *testing.T) {
	middleGames(someCastlings()/4, func(_ *board, p Position) {
		want, _, _ := strings.Cut(p.XFEN(), " - 0 1")
		for _, text := range []string{p.XFEN(), "see " + p.XFEN() + "!", "https://lichess.org/analysis/" + strings.ReplaceAll(p.XFEN(), " ", "_")} {
			if got, _ := FindFEN(text); got != want+" -" {
				t.Fatalf("%s: %q", text, got)
			}
		}
	})
}
