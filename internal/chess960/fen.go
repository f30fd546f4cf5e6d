package chess960

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
