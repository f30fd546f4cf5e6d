package castling

import (
	"regexp"
	"slices"
	"strings"

	"chess960bot/internal/chess960/typed"
)

var (
	// A board's ranks have letters of pieces and digits. A board with other letters needs
	// more of its form, because links have slashes too.
	boardPattern = regexp.MustCompile(`(?:^|[\s=/,;:])((?:[pnbrqkPNBRQK0-9]+/){4,}[pnbrqkPNBRQK0-9]+)/?(?:[\s,;:.!']|$)`)
	loosePattern = regexp.MustCompile(`(?:^|[\s=])((?:[A-Za-z0-9]{1,12}/){7,}[A-Za-z0-9]{1,12})/?(?:[\s,;:.!']|$)`)
	turnPattern  = regexp.MustCompile(`(?:^|\PL)(?:(` + typed.Pattern("white moves") + `)|` + typed.Pattern("black moves") + `)(?:\PL|$)`)
	// Around a FEN: brackets and Markdown. Links write spaces as _ or +.
	ornaments = strings.NewReplacer("_", " ", "+", " ", "?", " ? ", "&", " ", "#", " ", "*", " ", "|", " ",
		"{", " ", "}", " ", "[", " ", "]", " ", "(", " ", ")", " ")
)

// FindFENs returns the FENs in a text, such as a link or the tag of a PGN, with all fields that
// are there, the first one of each board. “Black to move” after a board is read too. A text with
// nothing that looks like a board has none.
func FindFENs(text string) (fens []string) {
	plain := ornaments.Replace(typed.Plain(text))
	found := boardPattern.FindAllStringSubmatchIndex(plain, -1)
	if found == nil {
		found = loosePattern.FindAllStringSubmatchIndex(plain, -1)
	}
	for _, at := range found {
		fields := []string{plain[at[2]:at[3]]}
		for _, field := range strings.Fields(plain[at[3]:min(len(plain), at[3]+longestRest)]) {
			field = strings.Trim(field, ",;.!?'")
			if len(fields) == len(longestFields) || len(field) > longestFields[len(fields)] ||
				field == "" || len(fields) > 3 && strings.Trim(field, "0123456789") != "" {
				break
			}
			fields = append(fields, field)
		}
		if len(fields) == 1 {
			rest := strings.ToLower(plain[at[3]:min(len(plain), at[3]+longestRest)])
			if m := turnPattern.FindStringSubmatch(rest); m != nil {
				player := "b"
				if m[1] != "" {
					player = "w"
				}
				fields = append(fields, player)
			}
		}
		if !slices.ContainsFunc(fens, func(fen string) bool { return strings.HasPrefix(fen+" ", fields[0]+" ") }) {
			fens = append(fens, strings.Join(fields, " "))
		}
	}
	return fens
}

// longestFields are the numbers of bytes in the longest field that is read at each place. A longer
// word does not belong to the FEN.
var longestFields = [...]int{1: 1, 2: 8, 3: 2, 4: 4, 5: 4}

// longestRest is the most bytes after a board in which its fields are.
const longestRest = 200
