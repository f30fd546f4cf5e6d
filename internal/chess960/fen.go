package chess960

import "strings"

// XFEN returns the position as X-FEN, the form that most programs read. The
// castling rights are KQkq, which means the outermost rooks.
func (p Position) XFEN() string { return Double{p, p}.XFEN() }

// ShredderFEN returns the position as Shredder-FEN, which names the rooks by
// their files, h-side first: HAha in SP 518.
func (p Position) ShredderFEN() string { return Double{p, p}.ShredderFEN() }

// PGNTags returns the tag pairs of a PGN game that starts from the position, one in each
// line. The classical array has the tags too, so that programs use Chess960's castling
// rules.
func (p Position) PGNTags() string {
	return pgnTags(p.XFEN())
}

func pgnTags(fen string) string {
	return `[Variant "Chess960"]` + "\n" + `[SetUp "1"]` + "\n" + `[FEN "` + fen + `"]` + "\n"
}

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
func (d Double) PGNTags() string { return pgnTags(d.XFEN()) }

// rookFiles returns the files of the rooks, the h-side one first: "ha".
func (p Position) rookFiles() string {
	rooks := p.Files(Rook)
	return rooks.last().String() + rooks.first().String()
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
