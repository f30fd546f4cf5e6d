package castling

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
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
// a *[ParseError] with every broken rule that was found.
func ParseFEN(fen string) (Position, error) {
	p, problems := parse(strings.Fields(fen))
	if problems != nil {
		return Position{}, &ParseError{fen, problems}
	}
	return p, nil
}

func parse(fields []string) (Position, []Problem) {
	if len(fields) == 0 {
		return Position{}, []Problem{{Broken: Broken{Kind: "empty"}}}
	}
	board, err := chess960.ParseBoard(fields[0])
	if wrong, ok := errors.AsType[*chess960.BoardError](err); ok {
		return Position{}, boardProblems(wrong)
	}
	p := Position{board: board}
	problems := p.menProblems()
	switch {
	case len(fields) < 2 || fields[1] == "w":
	case fields[1] == "b":
		p.turn = Black
	default:
		problems = append(problems, Problem{Broken{Kind: "turn"}, quoted(fields[1])})
	}
	if p.hasBothKings() {
		problems = append(problems, p.checkProblems()...)
		if len(fields) > 2 {
			problems = append(problems, p.readRights(fields[2])...)
		} else {
			p.assumeRights()
		}
	}
	if len(fields) > 3 && fields[3] != "-" && (len(fields[3]) != 2 || !strings.Contains("abcdefgh", fields[3][:1]) || !strings.Contains("36", fields[3][1:])) {
		problems = append(problems, Problem{Broken{Kind: "passant"}, quoted(fields[3])})
	}
	return p, problems
}

// quoted returns the part of a text that an error quotes.
func quoted(text string) string { return fmt.Sprintf("%.*s", maxQuoted, text) }

// boardProblems says what is wrong in the first field of a FEN.
func boardProblems(e *chess960.BoardError) []Problem {
	if e.Ranks != 8 {
		return []Problem{{Broken: Broken{Kind: "ranks", Number: e.Ranks}}}
	}
	var problems []Problem
	for _, w := range e.Wrong {
		broken := Broken{Kind: "squares", Rank: w.Rank, Number: w.Squares}
		if w.Unknown != "" {
			broken = Broken{Kind: "letter", Rank: w.Rank}
		}
		problems = append(problems, Problem{broken, quoted(w.Text)})
	}
	return problems
}

// assumeRights gives every right for which king and rook stand on their first rank.
func (p *Position) assumeRights() {
	p.assumed = true
	for _, c := range []Colour{White, Black} {
		for _, side := range chess960.CastlingSides() {
			if rook, ok := p.outerRook(c, side); ok && p.kingIsHome(c) {
				p.rights[c][side] = chess960.FilesOf(rook)
			}
		}
	}
}

// kingIsHome reports whether the player's king is on its first rank.
func (p *Position) kingIsHome(c Colour) bool {
	king := p.King(c)
	return king == c.Square(king.File()) && p.HasKing(c)
}

// readRights reads the castling field.
func (p *Position) readRights(field string) []Problem {
	var problems []Problem
	for i, r := range field {
		if i >= maxQuoted {
			return append(problems, Problem{Broken{Kind: "field"}, quoted(field)})
		}
		if r == '-' {
			continue
		}
		if broken := p.readRight(r); broken.Kind != "" {
			problems = append(problems, Problem{broken, string(r)})
		}
	}
	return problems
}

// readRight reads one letter of the castling field. It returns the rule that the letter breaks,
// if any.
func (p *Position) readRight(letter rune) Broken {
	c, upper := White, unicode.ToUpper(letter)
	if letter != upper {
		c = Black
	}
	if !strings.ContainsRune("KQABCDEFGH", upper) {
		return Broken{Kind: "right"}
	}
	if !p.kingIsHome(c) {
		return Broken{Kind: "moved", Player: c, Squares: []Square{p.King(c)}}
	}
	side, rook, broken := p.rookOf(c, upper)
	if broken.Kind != "" {
		return broken
	}
	if had := p.rights[c][side]; had&^chess960.FilesOf(rook) != 0 {
		return Broken{Kind: "rooks", Player: c, Side: side}
	}
	p.rights[c][side] = chess960.FilesOf(rook)
	return Broken{}
}

// rookOf returns the side and the rook of a right: K, Q or a file.
func (p *Position) rookOf(c Colour, letter rune) (side chess960.CastlingSide, rook chess960.File, broken Broken) {
	rook = chess960.File(letter - 'A')
	if letter == 'Q' || letter != 'K' && rook < p.King(c).File() {
		side = chess960.ASide
	}
	if letter == 'K' || letter == 'Q' {
		var ok bool
		if rook, ok = p.outerRook(c, side); !ok {
			return side, rook, Broken{Kind: "rook", Player: c, Side: side, Squares: []Square{p.King(c)}}
		}
	} else if at := c.Square(rook); p.at(at) != PieceOf(c, chess960.Rook) {
		return side, rook, Broken{Kind: "absent", Player: c, Squares: []Square{at}}
	}
	return side, rook, Broken{}
}

// XFEN returns the position as X-FEN. A castling right is K or Q if it is the right of
// the outermost rook, and the rook's file otherwise.
func (p Position) XFEN() string {
	return p.board.String() + " " + "wb"[p.turn:p.turn+1] + " " + p.rightLetters() + " - 0 1"
}

// rightLetters returns the third field of an X-FEN: "KQkq", "KQb", or "-".
func (p *Position) rightLetters() string {
	var letters string
	for _, c := range []Colour{White, Black} {
		for _, side := range chess960.CastlingSides() {
			rook := p.rights[c][side]
			if rook == 0 {
				continue
			}
			letter := rook.First().String()
			if outer, _ := p.outerRook(c, side); rook.Has(outer) {
				letter = "kq"[side : side+1]
			}
			if c == White {
				letter = strings.ToUpper(letter)
			}
			letters += letter
		}
	}
	if letters == "" {
		return "-"
	}
	return letters
}

// menProblems names the rules that the numbers and squares of the pieces break: one king
// each, no pawn on the first or last rank, and no more pieces than promotion can give.
func (p *Position) menProblems() (problems []Problem) {
	add := func(b Broken) { problems = append(problems, Problem{Broken: b}) }
	for _, c := range []Colour{White, Black} {
		switch king := PieceOf(c, chess960.King); p.count(king) {
		case 0:
			add(Broken{Kind: "king", Player: c})
		case 1:
		default:
			var kings []Square
			for s := range Square(64) {
				if p.at(s) == king {
					kings = append(kings, s)
				}
			}
			add(Broken{Kind: "kings", Player: c, Squares: kings})
		}
		if rule := p.tooMany(c); rule != "" {
			add(Broken{Kind: rule, Player: c})
		}
	}
	for _, c := range []Colour{White, Black} {
		for s := range Square(64) {
			if (s.Rank() == 1 || s.Rank() == 8) && p.at(s) == PieceOf(c, Pawn) {
				add(Broken{Kind: "pawn", Player: c, Squares: []Square{s}})
			}
		}
	}
	return problems
}

// tooMany names an excess of pawns or of promoted pieces. A player starts with eight
// pawns, and each promoted piece is one pawn less.
func (p *Position) tooMany(c Colour) Rule {
	pawns := p.count(PieceOf(c, Pawn))
	if pawns > 8 {
		return "pawns"
	}
	promoted := max(0, p.count(PieceOf(c, chess960.Queen))-1)
	for _, kind := range []chess960.Piece{chess960.Rook, chess960.Bishop, chess960.Knight} {
		promoted += max(0, p.count(PieceOf(c, kind))-2)
	}
	if pawns+promoted > 8 {
		return "promotions"
	}
	return ""
}

// hasBothKings reports whether each player has one king.
func (p *Position) hasBothKings() bool {
	return p.count('K') == 1 && p.count('k') == 1
}

// checkProblems says why the player to move could capture the other king.
func (p *Position) checkProblems() (problems []Problem) {
	waiting := p.turn.Opponent()
	for _, from := range p.Attackers(p.King(waiting), p.turn) {
		broken := Broken{Kind: "check", Player: waiting, By: p.at(from), Squares: []Square{from}}
		if from == p.King(p.turn) {
			broken = Broken{Kind: "meet", Squares: []Square{p.King(White), p.King(Black)}}
		}
		problems = append(problems, Problem{Broken: broken})
	}
	return problems
}

var (
	// A board's ranks have letters of pieces and digits. A board with other letters needs
	// more of its form, because links have slashes too.
	boardPattern = typed.Lazy(`(?:^|[\s=/,;:])((?:[pnbrqkPNBRQK0-9]+/){4,}[pnbrqkPNBRQK0-9]+)/?(?:[\s,;:.!']|$)`)
	loosePattern = typed.Lazy(`(?:^|[\s=])((?:[A-Za-z0-9]{1,12}/){7,}[A-Za-z0-9]{1,12})/?(?:[\s,;:.!']|$)`)
	turnPattern  = typed.Lazy(`(?:^|\PL)(?:(«white moves»)|«black moves»)(?:\PL|$)`)
	// Around a FEN: brackets and Markdown. Links write spaces as _ or +.
	ornaments = strings.NewReplacer("_", " ", "+", " ", "?", " ? ", "&", " ", "#", " ", "*", " ", "|", " ",
		"{", " ", "}", " ", "[", " ", "]", " ", "(", " ", ")", " ")
)

// FindFENs returns the FENs in a text, such as a link or the tag of a PGN, with all fields that
// are there, the first one of each board. “Black to move” after a board is read too. A text with
// nothing that looks like a board has none.
func FindFENs(text string) (fens []string) {
	plain := ornaments.Replace(typed.Plain(text))
	found := boardPattern().FindAllStringSubmatchIndex(plain, -1)
	if found == nil {
		found = loosePattern().FindAllStringSubmatchIndex(plain, -1)
	}
	for _, at := range found {
		fields, rest := []string{plain[at[2]:at[3]]}, plain[at[3]:min(len(plain), at[3]+longestRest)]
		for _, field := range strings.Fields(rest) {
			field = strings.Trim(field, ",;.!?'")
			if len(fields) == len(longestFields) || len(field) > longestFields[len(fields)] ||
				field == "" || len(fields) > 3 && strings.Trim(field, "0123456789") != "" {
				break
			}
			fields = append(fields, field)
		}
		if len(fields) == 1 {
			if m := turnPattern().FindStringSubmatch(strings.ToLower(rest)); m != nil && m[1] != "" { // who is to move
				fields = append(fields, "w")
			} else if m != nil {
				fields = append(fields, "b")
			}
		}
		if !slices.ContainsFunc(fens, func(fen string) bool { return strings.HasPrefix(fen+" ", fields[0]+" ") }) {
			fens = append(fens, strings.Join(fields, " "))
		}
	}
	return fens
}

// Left returns the words of a text that are no part of a FEN that FindFENs has found there, and do not say
// who is to move.
func Left(text, fen string) string {
	fields := strings.Fields(fen)[1:]
	var left []string
	for word := range strings.FieldsSeq(ornaments.Replace(typed.Plain(text))) {
		switch {
		case strings.Contains(word, "/"): // the board, or a link
		case len(fields) > 0 && strings.Trim(word, ",;.!?'") == fields[0]:
			fields = fields[1:]
		default:
			left = append(left, word)
		}
	}
	return turnPattern().ReplaceAllString(strings.ToLower(strings.Join(left, " ")), " ")
}

// longestFields are the numbers of bytes in the longest field that is read at each place. A longer
// word does not belong to the FEN.
var longestFields = [...]int{1: 1, 2: 8, 3: 2, 4: 4, 5: 4}

// longestRest is the most bytes after a board in which its fields are.
const longestRest = 200
