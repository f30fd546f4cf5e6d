package castling

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// ParseMen reads some men with their squares: a king with its rooks, and what may stop them, such
// as "Kc1 Rb1, enemy rook a1" or "White: Kf1 Rg1; Black: Kf8 Qe2". The letters of pieces are those
// of the first language in which all words make sense. A colour or “enemy” counts for all men after
// it; chess figures have their own colour if both are used. Other men belong to the player on whose
// first rank their king stands.
//
// White is to move, or the only player with a king. Kings and rooks on their first rank have not
// moved.
// ok is false for a text with other words, for men that no game can have, and without a right.
func ParseMen(text string) (p Position, ok bool) {
	const most = 200 // 32 men with colours and links have fewer words
	words := manWord.FindAllString(text, most+1)
	if len(words) > most {
		return Position{}, false
	}
	for _, l := range typed.Languages() {
		if men, ok := menOf(words, l); ok {
			return positionOf(men)
		}
	}
	return Position{}, false
}

// A man is a piece or pawn on a square.
type man struct {
	kind chess960.Piece
	of   typed.Owner
	on   Square
}

var (
	manWord = regexp.MustCompile(`\p{L}+[1-8]?|[♔-♟]|[^\s,;:.=@/&+\x{fe0e}\x{fe0f}-]`)
	onWord  = regexp.MustCompile(`^([wb])?(\p{L}{0,2}?)([a-hA-H])([1-8])$`)
)

// menOf returns the men of a text's words in the letters of a language. ok is false if there are
// other words, or no men.
func menOf(words []string, l *typed.Language) (men []man, ok bool) {
	var of, figure typed.Owner // figure is the owner of kind, if its figure says so
	var kind chess960.Piece
	var afterPiece, afterOwner bool
	var before []Square // of the next piece: "a1 rook"
	coloured := hasFigureOf(words, typed.White) && hasFigureOf(words, typed.Black)
	for _, word := range words {
		if owner, named := typed.OwnerOf(word); named {
			if of = owner; !afterPiece { // in many languages the colour follows the piece
				kind = 0
			}
			afterPiece, afterOwner = false, true
			continue
		}
		if piece, named := pieceNamed(word, l); named && !(afterPiece && typed.IsLink(word)) { // "king at e1"; "at" is a Turkish knight too
			kind, figure = piece, typed.Own
			if coloured {
				figure = ownerOfFigure(word)
			}
			afterPiece, afterOwner = true, false
			for _, square := range before {
				men = append(men, man{kind, cmp.Or(of, figure), square})
			}
			if before != nil {
				kind, afterPiece, before = 0, false, nil
			}
			continue
		}
		m := onWord.FindStringSubmatch(word)
		if m == nil {
			if !typed.IsLink(word) {
				return nil, false
			}
			continue
		}
		owner, letters := of, m[2]
		switch {
		case letters == "":
			letters = m[1] // a bishop, no colour
		case m[1] != "":
			owner, _ = typed.OwnerOf(m[1])
		}
		if letters != "" {
			if kind, ok = pieceNamed(letters, l); !ok {
				return nil, false
			}
			figure = typed.Own
		}
		if owner == typed.Own {
			owner = figure
		}
		afterPiece, afterOwner = false, false
		square := Square((m[4][0]-'1')*8 + (m[3][0] | 0x20 - 'a'))
		if kind == 0 {
			before = append(before, square)
			continue
		}
		men = append(men, man{kind, owner, square})
	}
	return men, len(men) > 0 && !afterOwner && before == nil // "bishop c4 black" would be misread
}

const whiteFigures, blackFigures = "♔♕♖♗♘♙", "♚♛♜♝♞♟"

// ownerOfFigure returns the player whose chess figure a word is, Own for other words.
func ownerOfFigure(word string) typed.Owner {
	switch {
	case len(word) < len("♔"):
	case strings.Contains(whiteFigures, word):
		return typed.White
	case strings.Contains(blackFigures, word):
		return typed.Black
	}
	return typed.Own
}

func hasFigureOf(words []string, owner typed.Owner) bool {
	return slices.ContainsFunc(words, func(word string) bool { return ownerOfFigure(word) == owner })
}

// pieceNamed returns the piece or pawn that a word or a letter of a language means.
func pieceNamed(word string, l *typed.Language) (chess960.Piece, bool) {
	if i := strings.Index(whiteFigures+blackFigures, word); i >= 0 && len(word) > 1 {
		return chess960.Piece("KQRBNP"[i/len("♔")%6]), true
	}
	if typed.Is(word, "pawn") {
		return Pawn, true
	}
	if letter, ok := typed.Piece(word); ok {
		return chess960.Piece(letter[0]), true
	}
	english, ok := l.Translate(strings.ToUpper(word))
	if !ok || len(english) != 1 {
		return 0, false
	}
	return chess960.Piece(english[0]), true
}

// positionOf puts men on a board.
func positionOf(men []man) (p Position, ok bool) {
	own := White
	if slices.ContainsFunc(men, func(m man) bool { return m.of == typed.Own && m.kind == chess960.King && m.on.Rank() == 8 }) {
		own = Black
	}
	for _, m := range men {
		if p.at(m.on) != 0 {
			return Position{}, false
		}
		colour := [...]Colour{typed.Own: own, typed.Enemy: own.Opponent(), typed.White: White, typed.Black: Black}[m.of]
		p.board[m.on] = byte(PieceOf(colour, m.kind))
	}
	if !p.HasKing(White) {
		p.turn = Black
	}
	for _, problem := range p.menProblems() {
		if problem.Broken.Kind != "king" {
			return Position{}, false
		}
	}
	if p.hasBothKings() && p.checkProblems() != nil {
		return Position{}, false
	}
	p.assumeRights()
	p.assumed = false
	return p, p.rights != [2][2]chess960.Files{}
}

// Alone is a king with one or two rooks on a player's first rank, without the other
// pieces: the rule of castling for these squares. A rook stands on each side of the king at
// most. Values compare with ==; the zero Alone is not valid.
type Alone struct {
	Colour Colour
	King   chess960.File
	Rooks  chess960.Files
}

// Castling returns the castling to a side under the rules. ok is false if no rook is on
// that side of the king.
func (a Alone) Castling(side chess960.CastlingSide, rules *chess960.CastlingRules) (c chess960.Castling, ok bool) {
	for rook := range a.Rooks.All() {
		if c = rules.Castling(a.King, rook); c.Side == side {
			return c, true
		}
	}
	return chess960.Castling{}, false
}

// String names the pieces with their squares: "Kc1 Rb1 Rh1".
func (a Alone) String() string {
	text := "K" + a.Colour.Square(a.King).String()
	for rook := range a.Rooks.All() {
		text += " R" + a.Colour.Square(rook).String()
	}
	return text
}

// ParseAlone reads a king and its rooks with their squares, in English letters, names or
// figures: "K c1, R b1, R h1", "Rb1 Kc1", "king e1, rooks a1 and h1", "b1 rook, c1 king",
// "♚c8 ♜h8". A file alone means White's first rank. A colour in words must be that of the
// rank. The error, if any, is a
// *[ParseError].
func ParseAlone(text string) (Alone, error) {
	a, problem := parseAlone(text)
	if problem.Broken.Kind != "" {
		return Alone{}, &ParseError{text, []Problem{problem}}
	}
	return a, nil
}

func parseAlone(text string) (a Alone, problem Problem) {
	words, problem := aloneWords(text)
	if problem.Broken.Kind != "" {
		return Alone{}, problem
	}
	if len(words) > 0 && words[0].kind == 0 {
		slices.Reverse(words) // the squares are named before their pieces
	}
	var kings, rooks []Square
	var kind chess960.Piece
	for i, w := range words {
		switch {
		case w.kind != 0 && (i+1 == len(words) || words[i+1].kind != 0):
			return Alone{}, Problem{Broken{Kind: "piece"}, w.text}
		case w.kind != 0:
			kind = w.kind
		case kind == chess960.King:
			kings = append(kings, w.square)
		case kind == chess960.Rook:
			rooks = append(rooks, w.square)
		default:
			return Alone{}, Problem{Broken{Kind: "square"}, w.text}
		}
	}
	if a, problem = aloneOn(kings, rooks); problem.Broken.Kind == "" {
		for _, w := range words { // one may say that the piece is the other player's
			if !strings.HasPrefix(a.Colour.Word(), w.owner) {
				return a, Problem{Broken{Kind: "owner", Player: a.Colour.Opponent(), Rank: a.Colour.Square(a.King).Rank()}, w.text}
			}
		}
	}
	return a, problem
}

// aloneOn returns the king and the rooks on these squares, or the rule that they break.
func aloneOn(kings, rooks []Square) (Alone, Problem) {
	if len(kings) != 1 || len(rooks) == 0 || len(rooks) > 2 {
		return Alone{}, Problem{Broken: Broken{Kind: "alone"}}
	}
	a := Alone{King: kings[0].File()}
	if kings[0].Rank() == 8 {
		a.Colour = Black
	}
	for _, s := range rooks {
		if s != a.Colour.Square(s.File()) {
			return Alone{}, Problem{Broken: Broken{Kind: "apart", Squares: []Square{kings[0], s}}}
		}
		if s == kings[0] || a.Rooks.Has(s.File()) {
			return Alone{}, Problem{Broken: Broken{Kind: "twice", Squares: []Square{s}}}
		}
		a.Rooks |= chess960.FilesOf(s.File())
	}
	if len(rooks) == 2 && a.Rooks.Index(a.King) != 1 {
		return Alone{}, Problem{Broken: Broken{Kind: "side", Squares: kings}}
	}
	return a, Problem{}
}

// An aloneWord is a kind of piece or, if kind is 0, a square.
type aloneWord struct {
	text   string
	owner  string // of a piece, "white", "b" or the like; "" if the text does not say
	kind   chess960.Piece
	square Square
}

// alonePattern matches the words of a text in ParseAlone: a piece with or without its colour, something that
// only separates or links, a file with or without its rank, or one character of anything else. FE0E and
// FE0F choose between figure and emoji. Words of other languages are translated before.
var alonePattern = sync.OnceValue(func() *regexp.Regexp {
	name := func(line string) string { return strings.Fields(typed.Words("en", line))[0] } // a castle is also a castling
	return regexp.MustCompile(`(?i)(?:\b(white|black)\s+|\b([wb]))?(?:(` + name("king") + `s?|k|[♔♚])|(` + name("rook") + `s?|r|[♖♜]))` +
		`|\b(?:` + strings.ReplaceAll(typed.Words("en", "link"), " ", "|") + `)\b|[\s,;:.=@/&+\x{fe0e}\x{fe0f}-]+|([a-h])([1-8]?)|(.)`)
})

// IsAlone reports whether a text has only kings, rooks, and squares with their ranks.
func IsAlone(text string) bool {
	const longest = 200 // bytes
	for _, m := range alonePattern().FindAllStringSubmatch(text[:min(len(text), longest)], -1) {
		if file, rank, other := m[5], m[6], m[7]; other != "" || file != "" && rank == "" {
			return false
		}
	}
	return strings.TrimSpace(text) != "" && len(text) <= longest
}

// aloneWords returns the pieces and squares of a text in their order.
func aloneWords(text string) (words []aloneWord, problem Problem) {
	for _, m := range alonePattern().FindAllStringSubmatch(text, -1) {
		word, owner, king, rook, file, rank, other := m[0], strings.ToLower(m[1]+m[2]), m[3], m[4], m[5], m[6], m[7]
		switch {
		case king != "":
			words = append(words, aloneWord{text: word, owner: owner, kind: chess960.King})
		case rook != "":
			words = append(words, aloneWord{text: word, owner: owner, kind: chess960.Rook})
		case other != "":
			return nil, Problem{Broken{Kind: "pieces"}, other}
		case rank != "" && rank != "1" && rank != "8":
			return nil, Problem{Broken{Kind: "rank"}, word}
		case file != "":
			colour := White
			if rank == "8" {
				colour = Black
			}
			words = append(words, aloneWord{text: word, square: colour.Square(chess960.File(file[0] | 0x20 - 'a'))})
		}
	}
	return words, Problem{}
}
