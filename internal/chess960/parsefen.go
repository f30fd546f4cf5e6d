package chess960

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// ParseFEN reads a start position from a FEN, X-FEN or Shredder-FEN. Only the board
// field is required. If the castling field is there, it must have all four rights, in
// any order. The back ranks must be equal, the pawns on ranks 2 and 7, and White to
// move. The error, if any, is a *ParseError.
func ParseFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) == 0 {
		return Position{}, &ParseError{"FEN", fen, []Problem{{Text: "no FEN"}}}
	}
	if n := strings.Count(fields[0], "/") + 1; n != 8 {
		return Position{}, &ParseError{"FEN", fen, []Problem{{Text: fmt.Sprintf("the board has %s, not eight", plural(n, "rank"))}}}
	}
	p, problems := parseBoard(fields[0])
	for i, field := range fields[1:] {
		if i == len(fenFields) {
			problems = append(problems, Problem{fmt.Sprintf("%s, where a FEN has six", plural(len(fields), "field")), ""})
			break
		}
		problems = append(problems, fenFields[i](p, cut(field, maxQuoted))...)
	}
	if problems != nil {
		return Position{}, &ParseError{"FEN", fen, problems}
	}
	return p, nil
}

// maxQuoted is the number of characters of a field that are checked and quoted. Valid
// fields are shorter.
const maxQuoted = 20

// fenFields checks the fields after the board, in their order. p is the position on the
// board, or the zero Position if the board has problems.
var fenFields = []func(p Position, field string) []Problem{
	sideToMove,
	castlingRights,
	exactly("-", "the en passant field is not “-”, though no pawn has moved"),
	exactly("0", "the halfmove clock is not 0, though nothing has moved"),
	exactly("1", "the move number is not 1"),
}

func exactly(want, text string) func(Position, string) []Problem {
	return func(_ Position, field string) []Problem {
		if field == want {
			return nil
		}
		return []Problem{{text, field}}
	}
}

func sideToMove(_ Position, field string) []Problem {
	switch field {
	case "w":
		return nil
	case "b":
		return []Problem{{Text: "Black is to move; a game starts with White"}}
	}
	return []Problem{{"the side to move is neither w nor b", field}}
}

// castlingRights compares the rights with the rooks: K or the h-side rook's file,
// and Q or the a-side rook's file, in upper case for White and in lower case for
// Black.
func castlingRights(p Position, field string) []Problem {
	if !p.IsValid() {
		return nil // no rooks to compare the rights with
	}
	rooks := p.Files(Rook)
	var found []rune
	for _, r := range field {
		upper := unicode.ToUpper(r)
		right := unicode.ToUpper(r)
		switch upper {
		case rune('A' + rooks.last()):
			right = 'K'
		case rune('A' + rooks.first()):
			right = 'Q'
		}
		if r != upper {
			right = unicode.ToLower(right)
		}
		found = append(found, right)
	}
	slices.Sort(found)
	if string(found) == "KQkq" {
		return nil
	}
	shredder := strings.Fields(p.ShredderFEN())[2]
	return []Problem{{"the castling rights are not all four, KQkq or " + shredder, field}}
}

// parseBoard reads a FEN's first field, which has eight ranks. If it has problems, the
// position is the zero Position.
func parseBoard(field string) (Position, []Problem) {
	var rows [8][]rune // row 0 is rank 8
	var problems []Problem
	for i, rank := range strings.Split(field, "/") {
		rows[i] = expand(rank)
		if n := len(rows[i]); n != 8 {
			problems = append(problems, Problem{fmt.Sprintf("rank %d has %s, not eight", 8-i, plural(n, "square")), cut(rank, maxQuoted)})
		}
	}
	if problems != nil {
		return Position{}, problems
	}
	problems = slices.Concat(
		backRanks(rows[7], rows[0]),
		pawns("White", rows[6], 2, 'P'),
		pawns("Black", rows[1], 7, 'p'),
		emptyRanks(rows[2:6]),
	)
	p, ok := position(rows[7])
	if problems != nil || !ok {
		return Position{}, problems
	}
	return p, nil
}

// expand writes a rank of a FEN as squares, "." for an empty one.
func expand(rank string) []rune {
	var row []rune
	for _, r := range rank {
		if '1' <= r && r <= '8' {
			row = append(row, slices.Repeat([]rune{'.'}, int(r-'0'))...)
		} else {
			row = append(row, r)
		}
	}
	return row
}

// backRanks compares White's back rank with the rules and Black's back rank with
// White's.
func backRanks(white, black []rune) []Problem {
	var problems []Problem
	var small, large, differ Files
	for f := range 8 {
		if unicode.IsLower(white[f]) {
			small |= 1 << f
		}
		if unicode.IsUpper(black[f]) {
			large |= 1 << f
		}
		if unicode.ToUpper(white[f]) != unicode.ToUpper(black[f]) {
			differ |= 1 << f
		}
	}
	if small != 0 {
		problems = append(problems, Problem{Text: "Black's pieces stand on White's first rank, on the " + fileList(small)})
	}
	if large != 0 {
		problems = append(problems, Problem{Text: "White's pieces stand on Black's eighth rank, on the " + fileList(large)})
	}
	if differ != 0 {
		problems = append(problems, Problem{Text: "the two back ranks differ on the " + fileList(differ)})
	}
	return append(problems, backRankProblems([]rune(strings.ToUpper(string(white))))...)
}

// pawns names the squares of a pawn rank that have no pawn.
func pawns(side string, row []rune, rank int, pawn rune) []Problem {
	if missing := filesOf(row, pawn) ^ AllFiles; missing != 0 {
		return []Problem{{Text: fmt.Sprintf("%s's pawns are missing from rank %d on the %s", side, rank, fileList(missing))}}
	}
	return nil
}

// emptyRanks names the occupied squares of ranks 6 to 3.
func emptyRanks(rows [][]rune) []Problem {
	var problems []Problem
	for i, row := range rows {
		if occupied := filesOf(row, '.') ^ AllFiles; occupied != 0 {
			problems = append(problems, Problem{Text: fmt.Sprintf("rank %d is not empty on the %s", 6-i, fileList(occupied))})
		}
	}
	return problems
}

func fileList(s Files) string {
	if s.Len() == 1 {
		return s.String() + "-file"
	}
	return "files " + s.String()
}
