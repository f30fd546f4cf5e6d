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
		{"", `parse back rank "": no pieces; a back rank has eight`},
		{"RNBQKBN", `parse back rank "RNBQKBN": seven letters, not eight; one rook missing`},
		{"RRRRRRRRRRRR", `parse back rank "RRRRRRRRRRRR": twelve letters, not eight; twelve rooks, one king missing, one queen missing, two bishops missing, two knights missing`},
		{"RRRRRRRRRRRRR", `parse back rank "RRRRRRRRRRRRR": 13 letters, not eight; 13 rooks, one king missing, one queen missing, two bishops missing, two knights missing`},
		{"RNBQKBNX", `parse back rank "RNBQKBNX": unknown piece on h1 (at "X"); one rook missing`},
		{"QNBQKBNR", `parse back rank "QNBQKBNR": two queens, one rook missing (queens on a1 and d1)`},
		{"BNBQKRNR", `parse back rank "BNBQKRNR": both bishops stand on dark squares, a1 and c1; the king on e1 does not stand between the rooks on f1 and h1`},
		{"RBNBQKNR", `parse back rank "RBNBQKNR": both bishops stand on light squares, b1 and d1`},
		{"RNBQRBNK", `parse back rank "RNBQRBNK": the king on h1 does not stand between the rooks on a1 and e1`},
		{"RNВQКBNR", `parse back rank "RNВQКBNR": letter of another alphabet on c1 (at "В"); letter of another alphabet on e1 (at "К"); one king missing, one bishop missing`},
		{"x/y b KQ e3", `parse FEN "x/y b KQ e3": the board has two ranks, not eight`},
		{"RRR", `parse back rank "RRR": three letters, not eight; three rooks, one king missing, one queen missing, two bishops missing, two knights missing`},
		{"♙NBQKBNR", `parse back rank "♙NBQKBNR": unknown piece on a1 (at "♙"); one rook missing`},
		{"hello", `parse back rank "hello": five letters, not eight; unknown piece at letter 1 (at "H"); unknown piece at letter 2 (at "E"); unknown piece at letter 3 (at "L"); more letters that are no pieces; one king missing, one queen missing, two rooks missing, two bishops missing, two knights missing`},
		{board + " b KQkq - 0 1", `parse FEN "` + board + ` b KQkq - 0 1": Black is to move; a game starts with White`},
		{board + " x KQ - 0 1", `parse FEN "` + board + ` x KQ - 0 1": the side to move is neither w nor b (at "x"); the castling rights are not all four, KQkq or HAha (at "KQ")`},
		{board + " w KQkq e3 1 2 7 8 9", `parse FEN "` + board + ` w KQkq e3 1 2 7 8 9": the en passant field is not “-”, though no pawn has moved (at "e3"); the halfmove clock is not 0, though nothing has moved (at "1"); the move number is not 1 (at "2"); nine fields, where a FEN has six`},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", `parse FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR": White's pawns are missing from rank 2 on the e-file`},
		{"rnbqkbnr/ppp2ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", `parse FEN "rnbqkbnr/ppp2ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR": White's pawns are missing from rank 2 on the e-file; Black's pawns are missing from rank 7 on the files d and e; rank 4 is not empty on the e-file`},
		{"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", `parse FEN "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR": the two back ranks differ on the files d and e`},
		{"RNBQKBNR/pppppppp/8/8/8/8/PPPPPPPP/rnbqkbnr", `parse FEN "RNBQKBNR/pppppppp/8/8/8/8/PPPPPPPP/rnbqkbnr": Black's pieces stand on White's first rank, on the files a, b, c, d, e, f, g and h; White's pieces stand on Black's eighth rank, on the files a, b, c, d, e, f, g and h`},
		{"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR", `parse FEN "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR": the board has seven ranks, not eight`},
		{"rnbqkbnr/pppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR", `parse FEN "rnbqkbnr/pppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR": rank 5 has seven squares, not eight (at "7")`},
		{"r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/R3KBNR", `parse FEN "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/R3KBNR": no piece on b1, c1 and d1; one queen missing, one bishop missing, one knight missing`},
		{"bnbqkrnr/pppppppp/8/8/8/8/PPPPPPPP/BNBQKRNR w KQkq - 0 1", `parse FEN "bnbqkrnr/pppppppp/8/8/8/8/PPPPPPPP/BNBQKRNR w KQkq - 0 1": both bishops stand on dark squares, a1 and c1; the king on e1 does not stand between the rooks on f1 and h1`},
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
