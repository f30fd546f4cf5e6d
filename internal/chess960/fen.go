package chess960

import "strings"

// XFEN returns the position as X-FEN, the form that most programs read. The
// castling rights are KQkq, which means the outermost rooks.
func (p Position) XFEN() string { return p.fen("KQkq") }

// ShredderFEN returns the position as Shredder-FEN, which names the rooks by
// their files, h-side first: HAha in SP 518.
func (p Position) ShredderFEN() string {
	rooks := p.Files(Rook)
	white := strings.ToUpper(rooks.last().String() + rooks.first().String())
	return p.fen(white + strings.ToLower(white))
}

func (p Position) fen(rights string) string {
	white := p.String()
	return strings.ToLower(white) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w " + rights + " - 0 1"
}

// PGNTags returns the tag pairs with which a PGN game starts from the position,
// one a line. The classical array has the tags too: they tell a program which
// castling rules apply.
func (p Position) PGNTags() string {
	return `[Variant "Chess960"]` + "\n" + `[SetUp "1"]` + "\n" + `[FEN "` + p.XFEN() + `"]` + "\n"
}
