package chess960

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
)

// XFEN returns the position as X-FEN, the form that most programs read. The
// castling rights are KQkq, which means the outermost rooks.
func (p Position) XFEN() string { return Double{p, p}.XFEN() }

// ShredderFEN returns the position as Shredder-FEN, which names the rooks by
// their files, h-side first: HAha in SP 518.
func (p Position) ShredderFEN() string { return Double{p, p}.ShredderFEN() }

// PGNTags returns the tag pairs of a PGN game that starts from the position, one in each
// line. The classical array has the tags too, so that programs use Chess960's castling
// rules.
func (p Position) PGNTags() string { return Double{p, p}.PGNTags() }

// A Double is a start position of double (transcendental) Chess960: White's and Black's
// positions are drawn independently, so there are 960 × 960.
type Double struct{ White, Black Position }

// DoubleCount is the number of double positions.
const DoubleCount = Count * Count

// XFEN returns the position as X-FEN. Each side may castle with both its rooks.
func (d Double) XFEN() string { return d.fen("KQkq") }

// ShredderFEN returns the position as Shredder-FEN: each side's castling rights
// name the files of its own rooks.
func (d Double) ShredderFEN() string {
	return d.fen(strings.ToUpper(d.White.rookFiles()) + d.Black.rookFiles())
}

// PGNTags returns the tag pairs of a game record that starts from the position.
func (d Double) PGNTags() string {
	return `[Variant "Chess960"]` + "\n" + `[SetUp "1"]` + "\n" + `[FEN "` + d.XFEN() + `"]` + "\n"
}

// rookFiles returns the files of the rooks, the h-side one first: "ha".
func (p Position) rookFiles() string {
	rooks := p.Files(Rook)
	return rooks.Last().String() + rooks.First().String()
}

func (d Double) fen(rights string) string {
	return strings.ToLower(d.Black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + d.White.String() + " w " + rights + " - 0 1"
}

// WhiteFirst returns the index white × 960 + black, as Stockfish's opening book
// counts, 0 to 921,599.
func (d Double) WhiteFirst() int { return d.White.SP()*Count + d.Black.SP() }

// BlackFirst returns the index black × 960 + white, as the engines Viridithas and
// Stormphrax count, 0 to 921,599.
func (d Double) BlackFirst() int { return d.Black.SP()*Count + d.White.SP() }

// ParseFEN reads a start position from a FEN, X-FEN or Shredder-FEN. Only the board
// field is required. If the castling field is there, it must have all four rights, in
// any order. The back ranks must be equal, the pawns on ranks 2 and 7, and White to
// move. The error, if any, is a *ParseError.
func ParseFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) == 0 {
		return Position{}, &ParseError{"FEN", fen, []Problem{{Broken: Broken{Kind: "fen"}}}}
	}
	p, problems := startOf(fields[0])
	if strings.Count(fields[0], "/") == 7 {
		for i, field := range fields[1:] {
			if i == len(fenFields) {
				problems = append(problems, Problem{Broken: Broken{Kind: "fields", Number: len(fields)}})
				break
			}
			problems = append(problems, fenFields[i](p, cut(field, maxQuoted))...)
		}
	}
	if problems != nil {
		return Position{}, &ParseError{"FEN", fen, problems}
	}
	return p, nil
}

// startOf reads the position of both sides from a FEN's first field. It is the zero
// Position if the field has problems.
func startOf(field string) (Position, []Problem) {
	b, err := ParseBoard(field)
	if wrong, ok := errors.AsType[*BoardError](err); ok {
		return Position{}, wrong.problems()
	}
	if d, ok := b.Start(); ok && d.White == d.Black {
		return d.White, nil
	}
	return Position{}, b.startProblems()
}

// maxQuoted is the number of characters of a field that are checked and quoted. Valid
// fields are shorter.
const maxQuoted = 20

// fenFields checks the fields after the board, in their order. p is the position on the
// board, or the zero Position if the board has problems.
var fenFields = []func(p Position, field string) []Problem{
	sideToMove,
	castlingRights,
	exactly("-", "passant"),
	exactly("0", "halfmoves"),
	exactly("1", "moveNumber"),
}

func exactly(want string, rule Rule) func(Position, string) []Problem {
	return func(_ Position, field string) []Problem {
		if field == want {
			return nil
		}
		return []Problem{{Broken{Kind: rule}, field}}
	}
}

func sideToMove(_ Position, field string) []Problem {
	switch field {
	case "w":
		return nil
	case "b":
		return []Problem{{Broken: Broken{Kind: "blackMoves"}}}
	}
	return []Problem{{Broken{Kind: "turn"}, field}}
}

// castlingRights compares the rights with the rooks: K or the h-side rook's file,
// and Q or the a-side rook's file, in upper case for White and in lower case for
// Black.
func castlingRights(p Position, field string) []Problem {
	if !p.IsValid() {
		return nil // no rooks to compare the rights with
	}
	h, a := p.rookFiles()[:1], p.rookFiles()[1:]
	names := strings.NewReplacer(h, "k", a, "q", strings.ToUpper(h), "K", strings.ToUpper(a), "Q")
	found := []byte(names.Replace(field))
	slices.Sort(found)
	if string(found) == "KQkq" {
		return nil
	}
	shredder := strings.Fields(p.ShredderFEN())[2]
	return []Problem{{Broken{Kind: "rights", Rights: fieldText(shredder)}, field}}
}

// startProblems names every rule of a start position that the board breaks.
func (b Board) startProblems() []Problem {
	white, black := []rune(b.rank(1)), []rune(b.rank(8))
	problems := slices.Concat(
		onSquares("blackBelow", FilesWhere(func(f File) bool { return unicode.IsLower(white[f]) }), 1),
		onSquares("whiteAbove", FilesWhere(func(f File) bool { return unicode.IsUpper(black[f]) }), 8),
		onSquares("differ", FilesWhere(func(f File) bool { return unicode.ToUpper(white[f]) != unicode.ToUpper(black[f]) }), 8),
		backRankProblems([]rune(strings.ToUpper(string(white)))),
		onSquares("whitePawns", filesOf([]rune(b.rank(2)), 'P')^AllFiles, 2),
		onSquares("blackPawns", filesOf([]rune(b.rank(7)), 'p')^AllFiles, 7),
	)
	for rank := 6; rank >= 3; rank-- {
		problems = append(problems, onSquares("middle", filesOf([]rune(b.rank(rank)), '.')^AllFiles, rank)...)
	}
	return problems
}

// A Board is the first field of a FEN: the men on the 64 squares, a1 first, then b1, h8
// last. White's men are the letters KQRBNP, Black's are kqrbnp, and an empty square is 0.
// Boards compare with ==. The zero Board is empty.
type Board [64]byte

// A BoardError is returned for a text that is not the first field of a FEN.
type BoardError struct {
	Input string
	Ranks int // the number of ranks; if it is not 8, no rank is read
	Wrong []WrongRank
}

// A WrongRank is a rank that does not have eight squares, or has a character that is no man.
type WrongRank struct {
	Rank    int    // 1 to 8
	Text    string // the rank as written
	Squares int    // their number
	Unknown string // the first character that is no man; "" for none
}

// Error quotes the input and every wrong rank.
func (e *BoardError) Error() string { return (&ParseError{"board", e.Input, e.problems()}).Error() }

func (e *BoardError) problems() (problems []Problem) {
	if e.Ranks != 8 {
		return []Problem{{Broken: Broken{Kind: "ranks", Number: e.Ranks}}}
	}
	for _, w := range e.Wrong {
		if w.Unknown != "" {
			problems = append(problems, Problem{Broken{Kind: "man", Rank: w.Rank}, w.Unknown})
		} else {
			problems = append(problems, Problem{Broken{Kind: "squares", Rank: w.Rank, Number: w.Squares}, cut(w.Text, maxQuoted)})
		}
	}
	return problems
}

// ParseBoard reads the first field of a FEN. The error, if any, is a *BoardError.
func ParseBoard(field string) (Board, error) {
	ranks := strings.Split(field, "/")
	e := BoardError{Input: field, Ranks: len(ranks)}
	if e.Ranks != 8 {
		return Board{}, &e
	}
	var b Board
	for i, text := range ranks {
		if w := b.readRank(8-i, text); w.Squares != 8 || w.Unknown != "" {
			e.Wrong = append(e.Wrong, w)
		}
	}
	if e.Wrong != nil {
		return Board{}, &e
	}
	return b, nil
}

// readRank reads one rank, and counts its squares.
func (b *Board) readRank(rank int, text string) WrongRank {
	w := WrongRank{Rank: rank, Text: text}
	for _, r := range text {
		switch {
		case '1' <= r && r <= '8':
			w.Squares += int(r - '0')
			continue
		case r > unicode.MaxASCII || strings.IndexByte("KQRBNPkqrbnp", byte(r)) < 0:
			w.Unknown = cmp.Or(w.Unknown, string(r))
		case w.Squares < 8:
			b[(rank-1)*8+w.Squares] = byte(r)
		}
		w.Squares++
	}
	return w
}

// String returns the board as the first field of a FEN.
func (b Board) String() string {
	var ranks []string
	for rank := 8; rank >= 1; rank-- {
		ranks = append(ranks, emptySquares.Replace(b.rank(rank)))
	}
	return strings.Join(ranks, "/")
}

// emptySquares replaces empty squares by their number, the longest run first.
var emptySquares = strings.NewReplacer("........", "8", ".......", "7",
	"......", "6", ".....", "5", "....", "4", "...", "3", "..", "2", ".", "1")

// rank returns the letters of a rank, 1 to 8, with "." for an empty square.
func (b Board) rank(n int) string {
	return strings.ReplaceAll(string(b[8*n-8:8*n]), "\x00", ".")
}

// small is the bit that makes a letter lower case.
const small = 'a' - 'A'

// Start returns the start position that the board shows, of double Chess960 if the sides
// differ. ok is false if it shows none.
func (b Board) Start() (d Double, ok bool) {
	for f := range 8 {
		d.White.rank[f], d.Black.rank[f] = b[f], b[56+f]&^small
	}
	if d.White.SP() < 0 || d.Black.SP() < 0 || d.Board() != b {
		return Double{}, false
	}
	return d, true
}

// Board returns the board before the first move.
func (p Position) Board() Board { return Double{p, p}.Board() }

// Board returns the board before the first move.
func (d Double) Board() (b Board) {
	for f := range 8 {
		b[f], b[8+f], b[48+f], b[56+f] = d.White.rank[f], 'P', 'p', d.Black.rank[f]|small
	}
	return b
}
