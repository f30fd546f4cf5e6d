package recognize

import (
	"slices"
	"strings"
	"unicode/utf8"

	"chess960bot/internal/chess960/typed"
)

// findDiagrams finds boards with one rank in each line: the diagrams of programs and
// websites, in letters or chess figures,
//
//   - with spaces, bars, frames, or nothing between the squares;
//   - with or without the labels of files and ranks, which say whose side is below;
//   - with ".", "-", "*" and other marks for empty squares, or with a FEN's numbers.
//
// The empty ranks may be missing.
func findDiagrams(lines string) (matches []match) {
	var b board
	flush := func() {
		if b.isShort() || b.isPart() { // else some first ranks
			matches = append(matches, b.match(""))
		}
		b = board{}
	}
	at, previous := 0, 0
	for line := range strings.Lines(lines) {
		end := at + len(line)
		kind, rank := diagramLine(line)
		if _, after, ok := strings.Cut(line, ": "); ok && kind == otherLine && len(b.ranks) == 0 {
			kind, rank = diagramLine(after) // a diagram begins in the line of its heading
		}
		switch {
		case kind == labelLine:
			b.labels = rank
		case kind == rankLine:
			if len(b.ranks) == 0 {
				b.at = previous
			}
			b.ranks = append(b.ranks, rank)
			b.end = end
		case kind == otherLine:
			if b.isPart() { // this line may be the rest of the board
				b.end = end
			}
			flush()
		}
		previous, at = at, end
	}
	flush()
	return matches
}

// isPart reports whether the lines are at least most of a board.
func (b board) isPart() bool {
	const most = 6
	others := slices.DeleteFunc(slices.Clone(b.ranks), func(rank string) bool { return typed.IsFullSet(strings.ToUpper(rank)) })
	return len(b.ranks) >= most && len(others) >= most/2 && b.hasKing()
}

// The kinds of lines in a diagram.
const (
	otherLine = iota
	frameLine // a part of the frame, or empty
	labelLine // the labels of the files
	rankLine
)

const (
	pieceLetters = "KQRBNPkqrbnp"
	emptyMarks   = ".-*_·:□■⬜⬛◻◼◽◾▫▪"
)

var betweenSquares = strings.NewReplacer(" ", "", "\t", "", "|", "", "│", "", "║", "", "┃", "")

// longestLine is the most bytes of a line in a diagram.
const longestLine = 200

// diagramLine returns the kind of a line, and the labels or the rank as in a FEN.
func diagramLine(line string) (kind int, rank string) {
	line = strings.TrimSpace(line)
	switch {
	case len(line) > longestLine:
		return otherLine, ""
	case strings.Trim(line, "+-=_|│─═║┌┐└┘├┤┬┴┼╔╗╚╝╟╢╠╣╦╩╬╤╧╪┃━ ") == "" && rankOf(strings.ReplaceAll(line, " ", "")) != "8": // no marks of empty squares
		return frameLine, ""
	}
	if cells := barred(line); cells != "" {
		return rankLine, cells
	}
	joined := betweenSquares.Replace(line)
	if files := strings.ToLower(joined); files == "abcdefgh" || files == "hgfedcba" {
		return labelLine, files
	}
	if rank := rankOf(joined); rank != "" {
		return rankLine, rank
	}
	if isRankLabel(joined) { // and spaces for the squares
		return rankLine, "8"
	}
	if joined != "" && '1' <= joined[0] && joined[0] <= '8' {
		joined = joined[1:]
	}
	if n := len(joined); n > 0 && '1' <= joined[n-1] && joined[n-1] <= '8' {
		joined = joined[:n-1]
	}
	if rank := rankOf(joined); rank != "" {
		return rankLine, rank
	}
	return otherLine, ""
}

// rankOf returns the rank that eight letters or marks show, or the numbers of a FEN.
func rankOf(joined string) string {
	if utf8.RuneCountInString(joined) > 8 {
		return ""
	}
	rank := strings.Map(func(r rune) rune {
		if strings.ContainsRune(emptyMarks, r) {
			return '1'
		}
		return r
	}, joined)
	switch {
	case squares(rank) != 8 || strings.Trim(rank, pieceLetters+"12345678") != "":
		return ""
	case strings.Trim(rank, "12345678") == "":
		return "8"
	}
	return rank
}

// coloured is a piece with its colour: "wR" and "bk", or "rl" and "rd" for light and dark.
var coloured = typed.Lazy(`^(?:([wb])([KQRBNP])|([kqrbnp])([ld]))$`)

// barred returns the rank of a line with bars between its squares, or "". An empty square
// may be a space.
func barred(line string) string {
	line = strings.NewReplacer("│", "|", "║", "|", "┃", "|").Replace(line)
	if strings.Count(line, "|") < 7 {
		return ""
	}
	cells := strings.Split(line, "|")
	if len(cells) > 8 && (strings.TrimSpace(cells[0]) == "" || isRankLabel(cells[0])) {
		cells = cells[1:]
	}
	if len(cells) > 8 && isRankLabel(cells[0]) {
		cells = cells[1:]
	}
	if len(cells) > 8 {
		if strings.Trim(strings.Join(cells[8:], ""), " 12345678=") != "" {
			return ""
		}
		cells = cells[:8]
	}
	if len(cells) != 8 {
		return ""
	}
	rank := ""
	for _, cell := range cells {
		square := squareIn(strings.TrimSpace(cell))
		if square == "" {
			return ""
		}
		rank += square
	}
	if rank == "11111111" {
		return "8"
	}
	return rank
}

// squareIn returns the piece between two bars as in a FEN, "1" for none, or "" for
// anything else.
func squareIn(cell string) string {
	if m := coloured().FindStringSubmatch(cell); m != nil {
		cell = m[2] + strings.ToUpper(m[3])
		if m[1] == "b" || m[4] == "d" {
			cell = strings.ToLower(cell)
		}
	}
	switch {
	case cell == "" || utf8.RuneCountInString(cell) == 1 && strings.Contains(emptyMarks, cell):
		return "1"
	case len(cell) == 1 && strings.Contains(pieceLetters, cell):
		return cell
	}
	return ""
}

func isRankLabel(cell string) bool {
	cell = strings.TrimSpace(cell)
	return len(cell) == 1 && '1' <= cell[0] && cell[0] <= '8'
}
