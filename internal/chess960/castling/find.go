package castling

import (
	"regexp"
	"strings"
)

var (
	// A board's ranks have letters of pieces and digits. A board with other letters needs
	// more of its form, because links have slashes too.
	boardPattern = regexp.MustCompile(`(?:^|[\s=/])((?:[pnbrqkPNBRQK0-9]+/){4,}[pnbrqkPNBRQK0-9]+)/?(?:[\s,;:.!']|$)`)
	loosePattern = regexp.MustCompile(`(?:^|[\s=])((?:[A-Za-z0-9]{1,12}/){7,}[A-Za-z0-9]{1,12})/?(?:[\s,;:.!']|$)`)
	turnPattern  = regexp.MustCompile(`(?i)\b(white|black) (?:to (?:move|play)|moves|plays)\b`)
	// Around a FEN: quotes, brackets and Markdown. Links write spaces as _, + or %20.
	ornaments = strings.NewReplacer("_", " ", "%20", " ", "%2F", "/", "%2f", "/", "+", " ", "`", " ", `"`, " ", "“", " ", "”", " ", "[", " ", "]", " ", "(", " ", ")", " ", "<", " ", ">", " ", "*", " ", "|", " ", "?", " ? ", "&", " ", "#", " ")
)

// FindFEN returns the FEN in a text, such as a link or the tag of a PGN, with the board, the
// side to move, the castling rights and the en passant square as far as they are there.
// “Black to move” after the board is read too. found is false if nothing in the text looks
// like a board.
func FindFEN(text string) (fen string, found bool) {
	plain := ornaments.Replace(text)
	at := boardPattern.FindStringSubmatchIndex(plain)
	if at == nil {
		at = loosePattern.FindStringSubmatchIndex(plain)
	}
	if at == nil {
		return "", false
	}
	fields := []string{plain[at[2]:at[3]]}
	for _, field := range strings.Fields(plain[at[3]:]) {
		field = strings.Trim(field, ",;.!?'")
		if len(fields) == 4 || len(field) > longestField(len(fields)) || field == "" {
			break
		}
		fields = append(fields, field)
	}
	if m := turnPattern.FindStringSubmatch(plain[at[3]:]); m != nil && len(fields) == 1 {
		fields = append(fields, strings.ToLower(m[1][:1]))
	}
	return strings.Join(fields, " "), true
}

// longestField returns the number of bytes in the longest field that is read after n
// fields. A longer word does not belong to the FEN.
func longestField(n int) int { return [...]int{1: 1, 2: 8, 3: 2}[n] }
