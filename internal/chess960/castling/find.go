package castling

import (
	"slices"
	"strings"

	"chess960bot/internal/chess960/typed"
)

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
