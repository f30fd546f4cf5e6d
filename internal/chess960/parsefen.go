package chess960

import (
	"errors"
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
	problems := slices.Concat(
		backRanks([]rune(b.rank(1)), []rune(b.rank(8))),
		pawns("whitePawns", []rune(b.rank(2)), 2, 'P'),
		pawns("blackPawns", []rune(b.rank(7)), 7, 'p'),
	)
	for rank := 6; rank >= 3; rank-- {
		problems = append(problems, onSquares("middle", filesOf([]rune(b.rank(rank)), '.')^AllFiles, rank)...)
	}
	return problems
}

// backRanks compares White's back rank with the rules and Black's back rank with
// White's.
func backRanks(white, black []rune) []Problem {
	small := FilesWhere(func(f File) bool { return unicode.IsLower(white[f]) })
	large := FilesWhere(func(f File) bool { return unicode.IsUpper(black[f]) })
	differ := FilesWhere(func(f File) bool { return unicode.ToUpper(white[f]) != unicode.ToUpper(black[f]) })
	return slices.Concat(
		onSquares("blackBelow", small, 1),
		onSquares("whiteAbove", large, 8),
		onSquares("differ", differ, 8),
		backRankProblems([]rune(strings.ToUpper(string(white)))),
	)
}

// pawns names the squares of a pawn rank that have no pawn.
func pawns(rule Rule, row []rune, rank int, pawn rune) []Problem {
	return onSquares(rule, filesOf(row, pawn)^AllFiles, rank)
}
