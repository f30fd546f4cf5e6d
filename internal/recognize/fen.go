package recognize

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"chess960bot/internal/chess960"
)

// The board of a FEN has eight ranks. Four are enough to count as a FEN, with an error
// about the missing ones. Fields at the end may be missing.
const boardPattern = `[KQRBNPkqrbnp1-8]+(?:/[KQRBNPkqrbnp1-8]+){3,}`

var (
	fenPattern = regexp.MustCompile(boardPattern +
		`(?: +[wb]\b(?: +(?:-|[A-HKQa-hkq]{1,4}\b)(?: +(?:-|[a-h][36]\b)(?: +\d+\b(?: +\d+\b)?)?)?)?)?`)
	startsWithBoard = regexp.MustCompile(`^` + boardPattern + `(?: |$)`)
)

// wholeFEN returns the FEN if the text is nothing else. The FEN may be wrong.
func wholeFEN(clean string) (string, bool) {
	const fields = 6
	return clean, startsWithBoard.MatchString(clean) && len(strings.Fields(clean)) <= fields
}

// findFENs returns the FENs in a text. In rest they are overwritten with zeros, so that
// the other searches skip them.
func findFENs(clean string) (matches []match, rest string) {
	blank := []byte(clean)
	for _, at := range fenPattern.FindAllStringIndex(clean, -1) {
		start, end := at[0], at[1]
		if before, _ := utf8.DecodeLastRuneInString(clean[:start]); unicode.In(before, unicode.L, unicode.N) {
			// The match begins inside a longer word, such as "…Position/" in a link.
			start += strings.Index(clean[start:], "/") + 1
		}
		reading, err := readFEN(clean[start:end])
		matches = append(matches, match{start, reading, err})
		for i := start; i < end; i++ {
			blank[i] = '0'
		}
	}
	return matches, string(blank)
}

// readFEN reads a FEN of a start position. The two sides may differ.
func readFEN(fen string) (Reading, error) {
	p, err := chess960.ParseFEN(fen)
	if err == nil {
		return Reading{White: p, Black: p, Text: fen}, nil
	}
	white, whiteErr := chess960.ParseFEN(forBoth(fen, true))
	black, blackErr := chess960.ParseFEN(forBoth(fen, false))
	if whiteErr != nil || blackErr != nil {
		return Reading{}, err
	}
	return Reading{White: white, Black: black, Text: fen}, nil
}

// forBoth returns a FEN in which both sides have the pieces and castling rights of one
// side, White if asWhite is true. It returns "" if the letters do not distinguish the
// sides.
func forBoth(fen string, asWhite bool) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	top, bottom := ranks[0], ranks[len(ranks)-1]
	if top != strings.ToLower(top) || bottom != strings.ToUpper(bottom) {
		return ""
	}
	side, ofSide := top, unicode.IsLower
	if asWhite {
		side, ofSide = bottom, unicode.IsUpper
	}
	ranks[0], ranks[len(ranks)-1] = strings.ToLower(side), strings.ToUpper(side)
	fields[0] = strings.Join(ranks, "/")
	if len(fields) > 2 {
		rights := strings.Map(func(r rune) rune {
			if ofSide(r) {
				return r
			}
			return -1
		}, fields[2])
		fields[2] = strings.ToUpper(rights) + strings.ToLower(rights)
	}
	return strings.Join(fields, " ")
}
