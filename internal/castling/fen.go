package castling

import (
	"fmt"
	"strings"
	"unicode"

	"chess960bot/internal/chess960"
)

// maxQuoted is the number of characters of a field that an error quotes.
const maxQuoted = 20

// ParseFEN reads a position from a FEN, X-FEN or Shredder-FEN. Only the board is
// required. Without the other fields White is to move, and the castling rights are
// assumed (see [Position.RightsAssumed]). In the castling field K and Q stand for the
// outermost rooks, and A to H for the rook on that file. The en passant field has no
// influence on castling, only its form is checked. Fields after it, such as move numbers
// and the operations of an EPD, are not read.
//
// A position that no game of Chess960 or chess can have is refused. The error, if any, is
// a *[chess960.ParseError] with every broken rule that was found.
func ParseFEN(fen string) (Position, error) {
	p, problems := parse(strings.Fields(fen))
	if problems != nil {
		return Position{}, &chess960.ParseError{What: "FEN", Input: fen, Problems: problems}
	}
	return p, nil
}

func parse(fields []string) (Position, []chess960.Problem) {
	if len(fields) == 0 {
		return Position{}, []chess960.Problem{{Text: "no FEN"}}
	}
	p, problems := parseBoard(fields[0])
	if problems != nil {
		return Position{}, problems
	}
	problems = p.menProblems()
	if len(fields) > 1 {
		problems = append(problems, p.readTurn(fields[1])...)
	}
	if p.hasBothKings() {
		problems = append(problems, p.checkProblems()...)
		if len(fields) > 2 {
			problems = append(problems, p.readRights(fields[2])...)
		} else {
			p.assumeRights()
		}
	}
	if len(fields) > 3 && !isEnPassant(fields[3]) {
		problems = append(problems, chess960.Problem{Text: "the en passant field is neither “-” nor a square on rank 3 or 6", At: quoted(fields[3])})
	}
	return p, problems
}

// quoted returns the part of a text that an error quotes.
func quoted(text string) string { return fmt.Sprintf("%.*s", maxQuoted, text) }

// parseBoard reads the first field of a FEN.
func parseBoard(field string) (Position, []chess960.Problem) {
	rows := strings.Split(field, "/")
	if len(rows) != 8 {
		return Position{}, []chess960.Problem{{Text: "the board has " + count(len(rows), "rank") + ", not eight"}}
	}
	var p Position
	var problems []chess960.Problem
	for i, row := range rows {
		rank := 8 - i
		squares, ok := expand(row)
		switch {
		case !ok:
			problems = append(problems, chess960.Problem{Text: fmt.Sprintf("a letter on rank %d is no piece", rank), At: quoted(row)})
		case len(squares) != 8:
			problems = append(problems, chess960.Problem{Text: fmt.Sprintf("rank %d has %s, not eight", rank, count(len(squares), "square")), At: quoted(row)})
		default:
			copy(p.board[(rank-1)*8:], squares)
		}
	}
	return p, problems
}

// expand returns the squares of a rank from a to h. ok is false if a letter is no piece.
func expand(row string) (squares []Piece, ok bool) {
	for _, r := range row {
		switch {
		case '1' <= r && r <= '8':
			squares = append(squares, make([]Piece, r-'0')...)
		case r <= unicode.MaxASCII && Piece(r).Name() != "":
			squares = append(squares, Piece(r))
		default:
			return nil, false
		}
	}
	return squares, true
}

// count counts things: "1 rank", "9 ranks".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func (p *Position) readTurn(field string) []chess960.Problem {
	switch field {
	case "w":
	case "b":
		p.turn = Black
	default:
		return []chess960.Problem{{Text: "the side to move is neither w nor b", At: quoted(field)}}
	}
	return nil
}

// isEnPassant reports whether a field has the form of an en passant field.
func isEnPassant(field string) bool {
	return field == "-" || len(field) == 2 && 'a' <= field[0] && field[0] <= 'h' && (field[1] == '3' || field[1] == '6')
}

// assumeRights gives every right for which king and rook stand on their first rank.
func (p *Position) assumeRights() {
	p.assumed = true
	for _, c := range []Colour{White, Black} {
		for _, side := range chess960.CastlingSides() {
			if rook, ok := p.outerRook(c, side); ok && p.kingIsHome(c) {
				p.rights[c][side] = right(rook) + 1
			}
		}
	}
}

// kingIsHome reports whether the player's king is on its first rank.
func (p *Position) kingIsHome(c Colour) bool {
	king := p.king(c)
	return king == c.Square(king.File())
}

// readRights reads the castling field.
func (p *Position) readRights(field string) []chess960.Problem {
	var problems []chess960.Problem
	for i, r := range field {
		if i >= maxQuoted {
			return append(problems, chess960.Problem{Text: "the castling field is too long", At: quoted(field)})
		}
		if r == '-' {
			continue
		}
		if text := p.readRight(r); text != "" {
			problems = append(problems, chess960.Problem{Text: text, At: string(r)})
		}
	}
	return problems
}

// readRight reads one letter of the castling field. It returns the problem, if any.
func (p *Position) readRight(letter rune) string {
	c, upper := White, unicode.ToUpper(letter)
	if letter != upper {
		c = Black
	}
	if !strings.ContainsRune("KQABCDEFGH", upper) {
		return "a castling right is none of K, Q and the files A to H"
	}
	if !p.kingIsHome(c) {
		return fmt.Sprintf("%s has a right to castle, but the king is on %v and has moved", c, p.king(c))
	}
	side, rook, problem := p.rookOf(c, upper)
	if problem != "" {
		return problem
	}
	if had := p.rights[c][side]; had != 0 && had != right(rook)+1 {
		return fmt.Sprintf("%s has the right to castle %v with two rooks", c, side)
	}
	p.rights[c][side] = right(rook) + 1
	return ""
}

// rookOf returns the side and the rook of a right: K, Q or a file.
func (p *Position) rookOf(c Colour, letter rune) (side chess960.CastlingSide, rook chess960.File, problem string) {
	rook = chess960.File(letter - 'A')
	if letter == 'Q' || letter != 'K' && rook < p.king(c).File() {
		side = chess960.ASide
	}
	if letter == 'K' || letter == 'Q' {
		var ok bool
		if rook, ok = p.outerRook(c, side); !ok {
			return side, rook, fmt.Sprintf("%s has the right to castle %v, but no rook is on that side of the king on %v", c, side, p.king(c))
		}
	} else if at := c.Square(rook); p.board[at] != pieceOf(c, chess960.Rook) {
		return side, rook, fmt.Sprintf("%s has a right to castle with a rook on %v, but no such rook is there", c, at)
	}
	return side, rook, ""
}
