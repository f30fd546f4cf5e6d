package number

import (
	"strings"
	"testing"

	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
)

// Forms that one reader knew and the next did not.
func TestFormsOfEveryReader(t *testing.T) {
	for typed, want := range map[string]string{
		"núm. 594": "BRQNKBRN", "NUM. 594": "BRQNKBRN", "поз. 594": "BRQNKBRN", "Sharnagl 594": "BRQNKBRN", "Ra1Nb1Bc1Qd1Ke1Bf1Ng1Rh1": "RNBQKBNR", "wTa1 wSb1 wLc1 wDd1 wKe1 wLf1 wSg1 wTh1": "RNBQKBNR", "bTa8 bSb8 bLc8 bDd8 bKe8 bLf8 bSg8 bTh8": "RNBQKBNR",
	} {
		if r, err := recognize.Text(typed, chess960.Scharnagl); err != nil || r.White.String() != want {
			t.Errorf("%s is %v, %v", typed, r.White, err)
		}
	}
	for typed, want := range map[string]string{
		"king at e1, rook at h1, enemy queen at d8": "3q4/8/8/8/8/8/8/4K2R w", "black king at e8, black rook at h8, white queen at f1": "4k2r/8/8/8/8/8/8/5Q2 b", "a1 rook, e1 king, h1 rook, enemy queen d8": "3q4/8/8/8/8/8/8/R3K2R w",
		"şah e1, kale h1, at c3": "8/8/8/8/8/2N5/8/4K2R w", "a1 Turm, e1 König": "8/8/8/8/8/8/8/R3K3 w",
	} {
		if p, ok := castling.ParseMen(typed); !ok || !strings.HasPrefix(p.XFEN(), want) {
			t.Errorf("%s is %s, %t", typed, p.XFEN(), ok)
		}
	}
	for _, typed := range []string{"from 100 to 109", "From 100 To 109", "von 100 bis 109", "de 100 à 109", "de 100 a 109", "desde 100 hasta 109", "da 100 a 109", "dal 100 al 109", "с 100 по 109", "от 100 до 109", "from SP 100 to SP 109"} {
		if sps, err := reading.List(&chat.Request{}, typed); err != nil || len(sps) != 10 || sps[0] != 100 {
			t.Errorf("%s is %v, %v", typed, sps, err)
		}
	}
	for variant, want := range map[string]game.Kind{"wild 22": game.Chess960, "w22": game.Chess960, "Wild/22": game.Chess960, "Fischerschach": game.Chess960, "wild 5": game.OtherGame, "Horde": game.OtherGame, "Шахматы Фишера": game.Chess960, "Ajedrez de Fischer": game.Chess960} {
		if got := (game.Tags{Variant: variant}).Kind(); got != want {
			t.Errorf("%s is %v", variant, got)
		}
	}
}
