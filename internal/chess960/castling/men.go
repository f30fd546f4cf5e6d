package castling

import (
	"regexp"
	"slices"
	"strings"

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
	coloured := hasFigureOf(words, typed.White) && hasFigureOf(words, typed.Black)
	for _, word := range words {
		if owner, named := typed.OwnerOf(word); named {
			if of = owner; !afterPiece { // in many languages the colour follows the piece
				kind = 0
			}
			afterPiece, afterOwner = false, true
			continue
		}
		if piece, named := pieceNamed(word, l); named {
			kind, figure = piece, typed.Own
			if coloured {
				figure = ownerOfFigure(word)
			}
			afterPiece, afterOwner = true, false
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
		if kind == 0 {
			return nil, false
		}
		men = append(men, man{kind, owner, Square((m[4][0]-'1')*8 + (m[3][0] | 0x20 - 'a'))})
	}
	return men, len(men) > 0 && !afterOwner // "bishop c4 black" would be misread
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
		return pawn, true
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
	return p, p.rights != [2][2]right{}
}
