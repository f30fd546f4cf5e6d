package castling

import (
	"errors"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

// Random games are read from X-FEN and from Shredder-FEN, and written back.
func TestFENsOfRandomGames(t *testing.T) {
	middleGames(someCastlings()/4, func(b *board, p Position) {
		fromXFEN, err := ParseFEN(b.fen(false))
		if err != nil || fromXFEN != p {
			t.Fatalf("%s is read as %s, %v", b.fen(false), fromXFEN.XFEN(), err)
		}
		fromShredder, err := ParseFEN(b.fen(true))
		if err != nil || fromShredder != p {
			t.Fatalf("%s is read as %s, %v", b.fen(true), fromShredder.XFEN(), err)
		}
		if want := strings.Replace(b.fen(false), " 3 17", " 0 1", 1); p.XFEN() != want {
			t.Fatalf("%s is written as %s", want, p.XFEN())
		}
		if b.black != (p.Turn() == Black) {
			t.Fatalf("%s: %v is to move", b.fen(false), p.Turn())
		}
		for r := range 8 {
			for f := range 8 {
				if got := p.Piece(Square(r*8 + f)); got != Piece(b.at[r][f]) && (got != 0 || b.at[r][f] != '.') {
					t.Fatalf("%s: %c on %v", b.fen(false), got, Square(r*8+f))
				}
			}
		}
	})
}

// Start positions, too, are positions of a game, with all rights.
func TestStartPositions(t *testing.T) {
	for _, start := range chess960.All() {
		p, err := ParseFEN(start.XFEN())
		again, errAgain := ParseFEN(start.ShredderFEN())
		if err != nil || errAgain != nil || p != again || p.XFEN() != start.XFEN() {
			t.Fatalf("%s: %v, %v", start.XFEN(), err, errAgain)
		}
		for _, c := range []Colour{White, Black} {
			for _, side := range chess960.CastlingSides() {
				want := start.Castling(side, chess960.Chess960Castling)
				v := p.Judge(c, side, chess960.Chess960Castling)
				if v.Castling != want || (v.Answer() == Allowed) != want.PossibleOnFirstMove() || v.Colour != c || v.Side != side {
					t.Fatalf("%s %v %v: %+v", start.XFEN(), c, side, v)
				}
			}
		}
	}
}

// The castling field in all its forms: the rights that are read, as Shredder-FEN.
func TestRights(t *testing.T) {
	const many = "rr2k1rr/8/8/8/8/8/8/RR2K1RR w "
	const edge = "1r2k1r1/8/8/8/8/8/8/BRN1K1R1 w "
	for fen, want := range map[string]string{
		many + "KQkq - 0 1":         "HAha", // the outermost rooks
		many + "GBgb - 0 1":         "GBgb",
		many + "KBgq":               "HBga",
		many + "qk":                 "ha",
		many + "KHkh - 0 1":         "Hh", // one right, named twice
		many + "- - 0 1":            "-",
		many + "-":                  "-",
		many + "K--q":               "Ha",
		strings.TrimSpace(many):     "HAha assumed",
		"rr2k1rr/8/8/8/8/8/8/8K/8":  "",
		edge + "KQkq - 0 1":         "GBgb",
		edge[:len(edge)-2] + " b":   "GBgb assumed",
		edge + "GBgb e6 99 250":     "GBgb",
		edge + "GBgb a3 0 1":        "GBgb",
		edge + "GBgb h6 0 1":        "GBgb",
		edge + "- d3 x y z":         "-",
		edge + `- - bm Nc3; id "x"`: "-",
		"r3k3/4K3/8/8/8/8/8/R6R":    "",
		"r3k3/8/4K3/8/8/8/8/R6R":    "a assumed", // White's king has moved
		"4k3/8/8/8/8/8/8/R3K2R":     "HA assumed",
		"R3k2R/8/8/8/8/8/8/4K3 b":   "- assumed", // White's rooks
	} {
		p, err := ParseFEN(fen)
		got := ""
		if err == nil {
			got = rightsOf(p)
		}
		if got != want {
			t.Errorf("%s: rights %q, %v; want %q", fen, got, err, want)
		}
	}
}

// rightsOf writes the rights as a Shredder-FEN does.
func rightsOf(p Position) string {
	var letters string
	for i, letter := range []string{"H", "A", "h", "a"} {
		c, side := playerAndSide(i)
		if rook := p.rights[c][side]; rook != 0 {
			letters += string(rune(letter[0]&0x20|'A') + rune(rook.First()))
		}
	}
	if letters == "" {
		letters = "-"
	}
	if p.RightsAssumed() {
		letters += " assumed"
	}
	return letters
}

func TestParseFENRefuses(t *testing.T) {
	for fen, want := range map[string]string{
		"":                                   "empty",
		"8":                                  "ranks 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP": "ranks 7",
		"rnbqkbnr/ppppppp/9/8/x7/8/PPPPPPPPP/RNBQKBNR":      `squares 7 7 "ppppppp"; letter 6 "9"; letter 4 "x7"; squares 2 9 "PPPPPPPPP"`,
		"4k3/8/8/8/8/8/8/1":                                 `squares 1 1 "1"`,
		"4k3/8/8/8/8/8/8/4K1K1 w":                           "kings White e1 g1",
		"4k3/k7/8/8/8/7k/8/8 w KQ":                          "king White; kings Black h3 a7 e8",
		"p3k2P/8/8/8/8/8/8/4K2p w":                          "pawn White h8; pawn Black h1; pawn Black a8",
		"4k3/pppppppp/p7/8/8/8/8/4K3 w":                     "pawns Black",
		"4k3/8/8/8/8/QQN5/PPPPPPPP/RN2KN2 w":                "promotions White",
		"4k3/8/8/8/8/RB6/PPPPPPP1/RB2KRB1 w":                "promotions White",
		"4k3/8/8/8/8/8/8/4K3 W":                             `turn "W"`,
		"4k3/4Q3/8/8/8/3N4/8/4K3 w - - 0 1":                 "check Black queen e7",
		"4k3/3P4/5N2/8/8/8/8/4K3 w":                         "check Black pawn d7; check Black knight f6",
		"4k3/8/8/8/8/8/8/r3K3 b":                            "check White rook a1",
		"4R3/8/8/8/8/8/4k3/4K3 w":                           "meet e1 e2; check Black rook e8",
		"8/8/8/8/8/8/4k3/4K3 w":                             "meet e1 e2",
		"4k3/8/8/8/8/8/8/R3K3 w KQkq":                       `rook White e1 O-O "K"; rook Black e8 O-O "k"; rook Black e8 O-O-O "q"`,
		"4k3/8/8/8/8/8/4K3/R6R w KQ":                        `moved White e2 "K"; moved White e2 "Q"`,
		"4k3/8/8/8/8/8/8/RN2K3 w B":                         `absent White b1 "B"`,
		"r3k3/8/8/8/8/8/8/4K3 w ae":                         `absent Black e8 "e"`,
		"4k3/8/8/8/8/8/8/RR2K1RR w HGAB":                    `rooks White O-O "G"; rooks White O-O-O "B"`,
		"4k3/8/8/8/8/8/8/R3K3 w 0 1":                        `right "0"; passant "1"`,
		"4k3/8/8/8/8/8/8/R3K3 w X":                          `right "X"`,
		"4k3/8/8/8/8/8/8/R3K3 w ſ":                          `right "ſ"`,
		"4k3/8/8/8/8/8/8/R3K3 w Q e4":                       `passant "e4"`,
		"4k3/8/8/8/8/8/8/R3K3 w Q e33":                      `passant "e33"`,
		"4k3/8/8/8/8/8/8/R3K3 w Q E3":                       `passant "E3"`,
		"4k3/8/8/8/8/8/8/R3K3 w Q i3":                       `passant "i3"`,
		"4k3/8/8/8/8/8/8/R3K3 w " + strings.Repeat("Q", 21): `field "QQQQQQQQQQQQQQQQQQQQ"`,
	} {
		p, err := ParseFEN(fen)
		refused, ok := errors.AsType[*ParseError](err)
		if !ok || p != (Position{}) || refused.Input != fen {
			t.Errorf("%s is read as %s, %v", fen, p.XFEN(), err)
			continue
		}
		_, got, _ := strings.Cut(err.Error(), `": `)
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", fen, got, want)
		}
	}
}

// Eight promotions are possible, nine are not.
func TestPromotions(t *testing.T) {
	for fen, possible := range map[string]bool{
		"4k3/8/8/8/8/QQN5/1PPPPPP1/RN2KN2 w": true,
		"k7/8/8/8/8/QQQQQQQ1/QQ6/K6R b":      true,
		"k7/8/8/8/8/QQQQQQQ1/QQ6/K4RRR b":    false,
		"k7/8/8/8/8/QQQQQQQ1/QQQ5/K7 b":      false,
		"k7/8/8/8/8/8/PPPPPPPP/K4RRR b":      false,
		"k7/8/8/8/8/8/PPPPPPPP/KBB2R1R b":    true,
		"k7/8/8/8/8/8/PPPPPPPP/KBBB4 b":      false,
	} {
		if _, err := ParseFEN(fen); (err == nil) != possible {
			t.Errorf("%s: %v", fen, err)
		}
	}
}

func FuzzParseFEN(f *testing.F) {
	for _, fen := range []string{
		"r3k2r/pppq1ppp/2n5/8/8/2N5/PPPQ1PPP/R3K2R w KQkq - 4 12", "rr2k1rr/8/8/8/8/8/8/RR2K1RR b GBgb", "4k3/8/8/8/8/8/4K3/R6R w KQ",
		"k7/8/8/8/8/8/8/7K", "////////", "8/8/8/8/8/8/8/8 b", "\xff/ſ", strings.Repeat("/", 300),
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := ParseFEN(fen)
		if err != nil {
			refused, ok := errors.AsType[*ParseError](err)
			if !ok || p != (Position{}) || len(refused.Problems) == 0 || len(refused.Error()) > 8000 {
				t.Fatalf("ParseFEN(%q) = %v, %d bytes", fen, p, len(refused.Error()))
			}
			return
		}
		again, err := ParseFEN(p.XFEN())
		if again.assumed = p.assumed; err != nil || again != p {
			t.Fatalf("%q is written as %q, read back as %q, %v", fen, p.XFEN(), again.XFEN(), err)
		}
		for right := range 4 {
			c, side := playerAndSide(right)
			for _, rules := range chess960.AllCastlingRules() {
				if v := p.Judge(c, side, rules); (v.Answer() == NotAnyMore) != (v.Castling == chess960.Castling{}) {
					t.Fatalf("%q %v %v: %+v", fen, c, side, v)
				}
			}
		}
	})
}

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
