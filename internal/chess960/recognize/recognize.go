// Package recognize finds the start position that a text names, in the many forms that
// people type, paste or copy. Each reader lists what it accepts:
//
//   - findFENs: FEN, X-FEN and Shredder-FEN, also in links, PGN and JSON;
//   - findDiagrams: boards with a rank in each line;
//   - gamesIn: a PGN of Chess960 without a FEN or another name of its start, which is taken
//     to be the classical array;
//   - findLists: the pieces with their squares or files, and the squares of each piece;
//   - findRanks and findNames: the letters or the names of the first rank;
//   - findNumbers: a number with the name of its scheme.
//
// Letters and names may be those of any language of package typed, which also makes the
// text plain first: quotes, Markdown, full-width letters and invisible marks do not
// matter.
//
// [Start] says where a game of a longer text starts, by the same readers.
//
// [Text] reads a text that is meant to name one position, so it also reads the PGN of a
// classical game. [All] collects every position that a longer message names.
//
// # Nothing is guessed
//
// A text with several meanings is an [AmbiguousError]. These rules keep a text from being
// read as something that it does not mean:
//
//   - Boards are read first, then lists. Nobody else reads the bytes of a board, and the
//     words of a list are no first rank.
//   - Letters need to be a legal back rank. No letters are one in two languages with
//     different results. Letters that are only close to one are an error of Text.
//   - A number needs a name. The weaker its name, the more must show that it names a
//     position (see names). A price, a time or a range does not (see badTail).
//   - A number without a name counts only if it is all that Text is given. Only Text reads
//     loosely: a number far from its name, and other forms that mean a position only if the
//     whole text is meant to name one.
//   - Directions such as "from h to a" turn the first ranks of their line.
package recognize

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/typed"
)

// A Reading is one position that a text names.
type Reading struct {
	// White and Black are the back ranks of the two sides, a-file first. They
	// differ only for a FEN: of double Chess960, or by mistake.
	White, Black chess960.Position
	// Text is the part of the text that names the position, such as "SP-518".
	// Letters are joined: "RNBQKBNR" for "RNB QKB NR".
	Text string
	// Language is the language of the piece letters if they had to be
	// translated. If several languages share the letters, it is the first of
	// typed.Languages.
	Language *typed.Language
	// Scheme and Number are set if a number named the position. Added is what the list of the number adds to
	// each number of the scheme.
	Scheme        *chess960.Scheme
	Number, Added int
	// Said tells what a game says about its start, if the text is a game without any other name of a position.
	Said Said
	// Left is what Text did not read of its text, "" for words that stand beside a position.
	Left string
}

// Turned reports whether Black's side is White's turned by 180° and not
// mirrored, the usual mistake in setting up a Chess960 board.
func (r Reading) Turned() bool { return r.Black == r.White.Mirror() }

// ErrNone is in the error for a text that neither names a position nor is close to one.
var ErrNone = errors.New("no start position")

// An AmbiguousError is returned for a text that names more than one position.
type AmbiguousError struct {
	Input    string
	Readings []Reading // two or more, in the order of the text
}

// Error quotes the beginning of the input and lists the back ranks that the text can mean.
func (e *AmbiguousError) Error() string {
	ranks := make([]string, len(e.Readings))
	for i, r := range e.Readings {
		ranks[i] = r.White.String()
	}
	return fmt.Sprintf("%.80q: several positions: %s", e.Input, strings.Join(ranks, ", "))
}

// Text returns the one position that the text names. A number without the name of a
// scheme belongs to the scheme bare. If bare is nil, it belongs to any scheme.
//
// The error is an *AmbiguousError if the text names several positions, a
// *chess960.ParseError with every reason if the text is close to a position, and a
// *chess960.RangeError for a number outside its scheme. Otherwise it wraps ErrNone.
func Text(text string, bare *chess960.Scheme) (Reading, error) {
	lines := strings.TrimSpace(unmixed(typed.Plain(text)))
	clean := spaced(lines)
	var matches []match
	if both := bothBySlash().FindStringSubmatch(strings.ToLower(clean)); both == nil || both[2] == "960" {
		matches = numberAlone(clean, bare)
	}
	if letters, ok := onlyPieces(clean); ok && len(matches) == 0 {
		matches = append(matches, readLetters(0, 0, letters))
	}
	if len(matches) == 0 {
		matches = wholly(clean)
	}
	if len(matches) == 0 {
		matches = find(lines)
	}
	if len(matches) == 0 {
		matches = gamesIn(text, true)
	}
	if head, _, ok := game.Split(text); ok && len(matches) == 0 && strings.ContainsFunc(head, isWordRune) {
		return Text(head, bare)
	}
	if len(matches) == 0 {
		matches = loosely(clean, bare)
	}
	switch readings := distinct(matches); {
	case len(readings) > 1:
		return Reading{}, &AmbiguousError{text, readings}
	case len(readings) == 1:
		readings[0].Left = left(text, lines, matches)
		return readings[0], nil
	case len(matches) > 0:
		return Reading{}, cmp.Or(misnamed(clean), matches[0].err)
	}
	pieces, others := countPieces(separators.Replace(clean))
	if n := pieces + others; n >= fewest && n <= most && 4*pieces >= 3*n { // nearly pieces
		_, err := chess960.ParsePosition(separators.Replace(clean))
		return Reading{}, err
	}
	return Reading{}, fmt.Errorf("%w in %.80q", ErrNone, text)
}

// All returns every position that the text names, each once, in the order of the text.
// It skips the mirror image that the bot's answers name besides their position.
func All(text string) []Reading {
	lines := unmixed(typed.Plain(text))
	matches := wholly(strings.TrimSpace(spaced(lines)))
	if len(matches) != 1 { // several are alternatives of a person who is asked
		matches = find(lines)
	}
	if len(matches) == 0 { // a game may name its position in a comment
		matches = gamesIn(text, false)
	}
	return distinct(matches)
}

// OfOneNumber returns the SP number's reading and the others, if all are of the same number. ok is
// false for other readings.
func OfOneNumber(readings []Reading) (sp Reading, others []Reading, ok bool) {
	for _, r := range readings {
		switch {
		case r.Scheme == nil || r.Number != readings[0].Number:
			return sp, nil, false
		case r.Scheme == chess960.Scharnagl:
			sp, ok = r, true
		default:
			others = append(others, r)
		}
	}
	return sp, others, ok
}

// A match is a part of a text that names a position, or fails to.
type match struct {
	at, end  int       // byte offsets; 0 for the whole text
	readings []Reading // more than one if the part has several meanings
	err      error     // not nil if the part is close to a position but wrong
}

// find returns the matches of a plain text in their order. Boards are read first, and
// the other readers do not see them.
func find(lines string) []match {
	fens := findFENs(spaced(lines))
	lines = without(lines, fens)
	diagrams := findDiagrams(lines)
	lines = without(lines, diagrams)
	clean := spaced(lines)
	words := wordsOf(clean)
	lists, rest := findLists(words)
	matches := slices.Concat(fens, diagrams, lists, findRanks(clean, rest), findNames(clean, rest), findNumbers(clean))
	slices.SortStableFunc(matches, func(a, b match) int { return cmp.Compare(a.at, b.at) })
	return matches
}

// left returns what the matches leave of the lines of a text: neither the words of which they are parts,
// such as a link, nor those that stand beside a position. It is "" for a game.
func left(text, lines string, matches []match) string {
	if _, _, isGame := game.Split(text); isGame {
		return ""
	}
	for score := range game.Openings(text) {
		if score.Tags.Any {
			return ""
		}
	}
	rest := []byte(lines)
	for _, m := range matches {
		if m.end == 0 {
			return ""
		}
		begin := strings.LastIndexAny(lines[:m.at], " \n") + 1
		end := m.end + strings.IndexAny(lines[m.end:]+" ", " \n")
		copy(rest[begin:], strings.Repeat(" ", end-begin))
	}
	if IsBeside(string(rest)) {
		return ""
	}
	return strings.Join(strings.Fields(string(rest)), " ")
}

// IsBeside reports whether a text has nothing but words that stand beside a position. The letters of a
// castling are words for “or”.
func IsBeside(rest string) bool {
	return besidePosition().MatchString(rest) && !strings.Contains(strings.ToUpper(rest), "O-O")
}

// besidePosition matches a text with nothing but words that stand beside a position.
var besidePosition = typed.Lazy(`(?i)^[^\p{L}\p{N}]*(?:(?:[ah]1?|s|fen|x-fen|shredder-fen|«asking, greeting, thinking, link, beside numbers, number, position, start position, chess, mirrored, turned, to, and, or, white, black, file, playing, castling, says»|960)(?:[^\p{L}\p{N}]+|$))*$`)

// spaced replaces the marks that separate or emphasize words by spaces. The byte offsets
// stay.
func spaced(lines string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '*' || r == '|' {
			return ' '
		}
		return r
	}, lines)
}

// without returns the text with a line break for each byte of the boards.
func without(text string, boards []match) string {
	if len(boards) == 0 {
		return text
	}
	blank := []byte(text)
	for _, b := range boards {
		for i := b.at; i < b.end; i++ {
			blank[i] = '\n'
		}
	}
	return string(blank)
}

// distinct returns the readings of the matches, the first of each position. What else is the position
// comes before a number that can mean others too.
func distinct(matches []match) []Reading {
	var readings []Reading
	seen, unsure := map[[2]chess960.Position]int{}, map[int]bool{}
	for _, m := range matches {
		for _, r := range m.readings {
			sides := [2]chess960.Position{r.White, r.Black}
			at, known := seen[sides]
			switch {
			case !known:
				seen[sides], unsure[len(readings)] = len(readings), len(m.readings) > 1
				readings = append(readings, r)
			case r.Scheme == nil && readings[at].Scheme != nil && unsure[at]:
				readings[at] = r
			}
		}
	}
	return readings
}
