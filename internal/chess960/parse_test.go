package chess960

import (
	"errors"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

func TestParsePositionAccepts(t *testing.T) {
	figures := strings.NewReplacer("K", "♔", "Q", "♕", "R", "♖", "B", "♗", "N", "♘")
	black := strings.NewReplacer("K", "♚\ufe0f", "Q", "♛", "R", "♜", "B", "♝\ufe0e", "N", "♞")
	for _, p := range All() {
		rank := p.String()
		letters := strings.Split(rank, "")
		xfen, shredder := p.XFEN(), strings.Fields(p.ShredderFEN())
		for _, text := range []string{
			rank, strings.ToLower(rank), "  " + rank + "\n",
			strings.Join(letters, " "), strings.Join(letters, ", "), strings.Join(letters, "-"), strings.Join(letters, " – "),
			figures.Replace(rank), black.Replace(rank), figures.Replace(rank[:4]) + rank[4:],
			xfen, p.ShredderFEN(), shredder[0],
			strings.Replace(xfen, "KQkq", "qkQK", 1),
			shredder[0] + " w " + reversed(shredder[2]) + " - 0 1",
			strings.Join(shredder[:4], " "),
			strings.Replace(xfen, "/8/8/8/", "/44/17/"+"11111111/", 1),
			"\u200b\u2066" + rank + "\u2069\ufeff",
		} {
			if got, err := ParsePosition(text); err != nil || got != p {
				t.Errorf("ParsePosition(%q) = %v, %v; want %v", text, got, err, p)
			}
		}
	}
}

func TestParsePositionRefuses(t *testing.T) {
	const board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	for _, c := range []struct{ text, want string }{
		{"", `parse back rank "": empty`},
		{"RNBQKBN", `parse back rank "RNBQKBN": letters 7; rooks 1`},
		{"RRRRRRRRRRRR", `parse back rank "RRRRRRRRRRRR": letters 12; king; queen; rooks 12; bishops; knights`},
		{"RRRRRRRRRRRRR", `parse back rank "RRRRRRRRRRRRR": letters 13; king; queen; rooks 13; bishops; knights`},
		{"RNBQKBNX", `parse back rank "RNBQKBNX": letter h1 "X"; rooks 1`},
		{"QNBQKBNR", `parse back rank "QNBQKBNR": queen 2 a1 d1; rooks 1`},
		{"BNBQKRNR", `parse back rank "BNBQKRNR": darkBishops a1 c1; between e1 f1 h1`},
		{"RBNBQKNR", `parse back rank "RBNBQKNR": lightBishops b1 d1`},
		{"RNBQRBNK", `parse back rank "RNBQRBNK": between h1 a1 e1`},
		{"RNВQКBNR", `parse back rank "RNВQКBNR": alphabet c1 "В"; alphabet e1 "К"; king; bishops 1`},
		{"x/y b KQ e3", `parse FEN "x/y b KQ e3": ranks 2`},
		{"RRR", `parse back rank "RRR": letters 3; king; queen; rooks 3; bishops; knights`},
		{"♙NBQKBNR", `parse back rank "♙NBQKBNR": letter a1 "♙"; rooks 1`},
		{"hello", `parse back rank "hello": letters 5; letter 1 "H"; letter 2 "E"; letter 3 "L"; moreLetters; king; queen; rooks; bishops; knights`},
		{board + " b KQkq - 0 1", `parse FEN "` + board + ` b KQkq - 0 1": blackMoves`},
		{board + " x KQ - 0 1", `parse FEN "` + board + ` x KQ - 0 1": turn "x"; rights "KQ"`},
		{board + " w KQkq e3 1 2 7 8 9", `parse FEN "` + board + ` w KQkq e3 1 2 7 8 9": passant "e3"; halfmoves "1"; moveNumber "2"; fields 9`},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", `parse FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR": whitePawns e2`},
		{"rnbqkbnr/ppp2ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", `parse FEN "rnbqkbnr/ppp2ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR": whitePawns e2; blackPawns d7 e7; middle e4`},
		{"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", `parse FEN "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR": differ d8 e8`},
		{"RNBQKBNR/pppppppp/8/8/8/8/PPPPPPPP/rnbqkbnr", `parse FEN "RNBQKBNR/pppppppp/8/8/8/8/PPPPPPPP/rnbqkbnr": blackBelow a1 b1 c1 d1 e1 f1 g1 h1; whiteAbove a8 b8 c8 d8 e8 f8 g8 h8`},
		{"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR", `parse FEN "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR": ranks 7`},
		{"rnbqkbnr/pppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR", `parse FEN "rnbqkbnr/pppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR": squares 5 7 "7"`},
		{"r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/R3KBNR", `parse FEN "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/R3KBNR": vacant b1 c1 d1; queen; bishops 1; knights 1`},
		{"bnbqkrnr/pppppppp/8/8/8/8/PPPPPPPP/BNBQKRNR w KQkq - 0 1", `parse FEN "bnbqkrnr/pppppppp/8/8/8/8/PPPPPPPP/BNBQKRNR w KQkq - 0 1": darkBishops a1 c1; between e1 f1 h1`},
	} {
		p, err := ParsePosition(c.text)
		if p.IsValid() || err == nil {
			t.Errorf("ParsePosition(%q) = %v, %v", c.text, p, err)
			continue
		}
		if got := err.Error(); got != c.want {
			t.Errorf("ParsePosition(%q):\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// An error quotes up to 80 characters of the input.
func TestParseErrorQuotesTheInput(t *testing.T) {
	long := strings.Repeat("♙", 80)
	for text, quoted := range map[string]string{
		long[3:]:    long[3:],
		long:        long,
		long + "x":  long[3:] + "…",
		long + long: long[3:] + "…",
	} {
		_, err := ParsePosition(text)
		if want := `parse back rank "` + quoted + `": `; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Every rank of eight letters from KQRBN is refused with a reason, or is one of the 960.
// Only long runs check the reason of more than one refusal in eight.
func TestProblemsAreFoundExactlyWhereThereAreSome(t *testing.T) {
	const letters = "KQRBN"
	legal := 0
	rank := make([]rune, 8)
	for n := range 5 * 5 * 5 * 5 * 5 * 5 * 5 * 5 {
		code := n
		for f := range rank {
			rank[f] = rune(letters[code%5])
			code /= 5
		}
		_, ok := position(rank)
		if !ok && n%8 != 0 && !testrun.Long() {
			continue
		}
		if problems := backRankProblems(rank); ok == (len(problems) > 0) {
			t.Fatalf("%s: legal %t, problems %v", string(rank), ok, problems)
		}
		if ok {
			legal++
		}
	}
	if legal != Count {
		t.Errorf("%d legal back ranks, want %d", legal, Count)
	}
}

func TestMustParsePositionPanics(t *testing.T) {
	defer func() {
		if _, ok := recover().(*ParseError); !ok {
			t.Error("no *ParseError")
		}
	}()
	MustParsePosition("chess")
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{"RNBQKBNR", "r n b q k b n r", "♖♘♗♕♔♗♘♖", "RNBQKBNX", "", "\xff\x00", strings.Repeat("K", 300),
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "nqbrnbkr/pppppppp/8/8/8/8/PPPPPPPP/NQBRNBKR w HDhd - 0 1", "////////", "8/8/8/8/8/8/8/8 b", "9/0/./8/8/8/8/8",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR " + strings.Repeat("\xcf", 5000)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePosition(text)
		if err != nil {
			refused, ok := errors.AsType[*ParseError](err)
			if !ok || p.IsValid() || len(refused.Problems) == 0 || refused.Input != text {
				t.Fatalf("ParsePosition(%q) = %v, %#v", text, p, err)
			}
			if len(refused.Error()) > 4000 {
				t.Fatalf("ParsePosition(%q): an error of %d bytes", text, len(refused.Error()))
			}
			return
		}
		for _, printed := range []string{p.String(), p.XFEN(), p.ShredderFEN()} {
			if q, err := ParsePosition(printed); err != nil || q != p {
				t.Fatalf("%q is %v, printed %q, read back as %v, %v", text, p, printed, q, err)
			}
		}
	})
}
