package recognize

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// A board is a part of a text that shows ranks from top to bottom.
type board struct {
	at, end int      // byte offsets
	ranks   []string // as in a FEN: "rnbqkbnr", "8"
	labels  string   // the files below or above a diagram: "abcdefgh", or "" for none
}

// The fields of a FEN after the board, with the spaces before them. Links have "+".
const (
	turn      = `[ +\n]+[wbWB]\b`
	rights    = `[ +]+(?:-|[A-HKQa-hkq]{1,4}\b)`
	enPassant = `[ +]+(?:-|[a-hA-H][36]\b)`
	moves     = `[ +]+\d{1,4}\b`
	// wrong is a castling field that is none, between the other fields.
	wrong = `[ +]+[A-Za-z0-9]{1,8}[ +]+(?:-|[a-h][36])`
)

var (
	boardPattern = typed.Lazy(`[KQRBNPkqrbnp1-8]+(?:[ \n]?/[/ \n]*[KQRBNPkqrbnp1-8]+)+`)
	// Each field needs those before it.
	fieldPattern = typed.Lazy(`^` + turn + `(?:` + rights + `(?:` + enPassant + `(?:` + moves + `(?:` + moves + `)?)?)?|` + wrong + `(?:` + moves + `(?:` + moves + `)?)?)?`)
)

// findFENs finds boards with slashes between the ranks, in links and PGN tags too:
//
//   - FEN, X-FEN and Shredder-FEN, whole or without the fields at the end, with any
//     castling rights, side to move and move number;
//   - in one case: "RNBQKBNR/PPPPPPPP/…/rnbqkbnr", and with lines between the ranks;
//   - seen from Black's side, or from rank 1 to rank 8;
//   - with the empty ranks in one, "/32/", or left out, and ranks 1 and 2 alone.
func findFENs(clean string) (matches []match) {
	for _, at := range boardPattern().FindAllStringIndex(clean, -1) {
		b := board{at: at[0], end: at[1]}
		if preceding, _ := utf8.DecodeLastRuneInString(clean[:b.at]); unicode.In(preceding, unicode.L, unicode.N) {
			// The match begins inside a longer word, such as "…Position/" in a link.
			b.at += strings.Index(clean[b.at:b.end], "/") + 1
		}
		b.ranks = ranksOf(clean[b.at:b.end])
		const fewest = 4 // ranks that are enough to be meant as a FEN, with an error about the missing ones
		isFEN := len(b.ranks) >= fewest && slices.ContainsFunc(b.ranks, isLong) && b.hasKing()
		if !isFEN && !b.isShort() {
			continue
		}
		fields := fieldPattern().FindString(clean[b.end:])
		b.end += len(fields)
		fields = strings.ReplaceAll(fields, "+", " ")
		matches = append(matches, b.match(strings.Join(strings.Fields(fields), " ")))
	}
	return matches
}

func (b board) hasKing() bool {
	return slices.ContainsFunc(b.ranks, func(rank string) bool { return strings.ContainsAny(rank, "Kk") })
}

// isLong tells the rank of a board from a letter of "R/N/B/Q/K/B/N/R".
func isLong(rank string) bool { return len(rank) > 1 }

// ranksOf splits the board of a FEN into ranks. Numbers of more than one rank, such as
// "32", become several empty ranks, and parts of a link before the board are dropped.
func ranksOf(text string) []string {
	var ranks []string
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '/' || r == ' ' || r == '\n' }) {
		ranks = append(ranks, slicesOf(part)...)
	}
	const all = 8
	for len(ranks) > all && squares(ranks[0]) != all {
		ranks = ranks[1:]
	}
	for len(ranks) > all && squares(ranks[len(ranks)-1]) != all {
		ranks = ranks[:len(ranks)-1]
	}
	return ranks
}

// slicesOf returns the ranks that a part of a FEN between two slashes stands for. That is
// one, unless the part is a number of empty squares, such as 32.
func slicesOf(part string) []string {
	const longest = 4 // digits
	if n, err := strconv.Atoi(part); err == nil && len(part) > 1 && len(part) <= longest && squares(part) != 8 {
		if sum := squares(part); n%8 != 0 || n > 64 {
			n = sum
		}
		if n%8 == 0 {
			return strings.Split(strings.Repeat("8", n/8), "")
		}
	}
	return []string{part}
}

// squares counts the squares of a rank.
func squares(rank string) int {
	n := 0
	for _, r := range rank {
		if '1' <= r && r <= '8' {
			n += int(r - '0')
		} else {
			n++
		}
	}
	return n
}

// isPawns reports whether a rank is full of pawns of either side.
func isPawns(rank string) bool { return strings.EqualFold(rank, "pppppppp") }

// isShort reports whether the board leaves out all empty ranks, and perhaps Black's side.
func (b board) isShort() bool {
	shape := ""
	for _, rank := range b.ranks {
		switch {
		case typed.IsFullSet(strings.ToUpper(rank)):
			shape += "b"
		case isPawns(rank):
			shape += "p"
		default:
			return false
		}
	}
	return shape == "pb" || shape == "bp" || shape == "bppb"
}

// full returns the ranks with those that a short board leaves out.
func (b board) full() []string {
	if !b.isShort() {
		return b.ranks
	}
	outer := slices.DeleteFunc(slices.Clone(b.ranks), isPawns)
	top, bottom := outer[0], outer[len(outer)-1]
	if len(outer) == 1 { // White's side alone
		top, bottom = strings.ToLower(top), strings.ToUpper(bottom)
	}
	return []string{top, "pppppppp", "8", "8", "8", "8", "PPPPPPPP", bottom}
}

// match reads a board with the fields of its FEN, or "".
func (b board) match(fields string) match {
	ranks := b.full()
	fen := strings.TrimSpace(strings.Join(ranks, "/") + " " + fields)
	m := match{at: b.at, end: b.end}
	if len(ranks) != 8 {
		_, m.err = chess960.ParseFEN(fen)
		return m
	}
	top, bottom := caseOf(ranks[0]), caseOf(ranks[7])
	if top == upper && bottom == lower {
		m.readings, m.err = b.turned(ranks, fen)
		return m
	}
	if top != mixed && bottom != mixed {
		fen = strings.TrimSpace(strings.Join(inCases(ranks), "/") + " " + fields)
	}
	reading, err := readFEN(fen)
	if m.err = err; err == nil {
		m.readings = []Reading{reading}
	}
	return m
}

// turned reads a board with White's pieces at its top. If nothing labels the files, that
// is the board from Black's side, or the ranks from 1 to 8.
func (b board) turned(ranks []string, fen string) ([]Reading, error) {
	var fromBlack, fromRank1 [8]string
	for i, rank := range ranks {
		fromRank1[7-i] = rank
		for _, man := range rank {
			fromBlack[7-i] = string(man) + fromBlack[7-i]
		}
	}
	var readings []Reading
	for _, way := range []struct {
		ranks  [8]string
		labels string
	}{{fromBlack, "hgfedcba"}, {fromRank1, "abcdefgh"}} {
		if b.labels != "" && b.labels != way.labels {
			continue
		}
		reading, err := readFEN(strings.Join(inCases(way.ranks[:]), "/"))
		if err != nil {
			_, err = chess960.ParseFEN(fen)
			return nil, err
		}
		readings = append(readings, reading)
	}
	return readings, nil
}

// The cases of a rank's letters.
const (
	mixed = iota
	lower
	upper
)

// caseOf returns the case of a rank's letters. If the first letter alone is upper case,
// that is a phone's work.
func caseOf(rank string) int {
	switch {
	case rank[1:] == strings.ToLower(rank[1:]):
		return lower
	case rank == strings.ToUpper(rank):
		return upper
	}
	return mixed
}

// inCases returns the ranks with Black's pieces and pawns in lower case and White's in
// upper case.
func inCases(ranks []string) []string {
	cased := slices.Clone(ranks)
	cased[0] = strings.ToLower(ranks[0])
	cased[7] = strings.ToUpper(ranks[7])
	if isPawns(ranks[1]) {
		cased[1] = "pppppppp"
	}
	if isPawns(ranks[6]) {
		cased[6] = "PPPPPPPP"
	}
	return cased
}

// readFEN reads a FEN of a start position. The two sides may differ. The fields after the
// board may be any: they only matter for the error.
func readFEN(fen string) (Reading, error) {
	field, _, _ := strings.Cut(fen, " ")
	if b, err := chess960.ParseBoard(field); err == nil {
		if start, ok := b.Start(); ok {
			return Reading{White: start.White, Black: start.Black, Text: fen}, nil
		}
	}
	_, err := chess960.ParseFEN(fen)
	return Reading{}, err
}
