package evening

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
)

// typedSigns are the ways to type an outcome, without spaces, with a hyphen for all dashes and colons,
// and with 1/2 for ½.
var typedSigns = map[string]Outcome{
	"1-0": WhiteWins, "0-1": BlackWins, "1/2-1/2": Drawn, "0.5-0.5": Drawn, "0,5-0,5": Drawn, ".5-.5": Drawn, "1/2": Drawn, "0.5": Drawn, "0,5": Drawn, "=": Drawn, "=-=": Drawn,
	"+/-": WhiteByLoss, "+-": WhiteByLoss, "+--": WhiteByLoss, "-/+": BlackByLoss, "-+": BlackByLoss, "--+": BlackByLoss,
	"-/-": NoOneCame, "--": NoOneCame, "---": NoOneCame, "0-0": NoOneCame, "*": Unknown, "?": Unknown, "-": Unknown,
}

// forfeits stands in typedWords for a result that was not played for.
const forfeits Outcome = "forfeit"

// typedWords are the words of package typed for outcomes, as signOf returns them without spaces. Those for
// a win or a loss do not say whose: their outcome is empty, and a line that ends with one is no pairing.
var typedWords = sync.OnceValue(func() map[string]Outcome {
	words := map[string]Outcome{}
	for line, outcome := range map[string]Outcome{"drawn game": Drawn, "bye": Bye, "forfeit": forfeits, "no result": Unknown, "decided": ""} {
		for _, language := range typed.With(line) {
			for word := range strings.FieldsSeq(typed.Words(language, line)) {
				words[signOf(strings.ReplaceAll(word, "-", ""))] = outcome
			}
		}
	}
	return words
})

// printed are the outcomes as the bot says them in its languages, longest first.
var printed = sync.OnceValue(func() (all []printedOutcome) {
	for _, language := range voice.Languages() {
		for _, o := range Outcomes() {
			all = append(all, printedOutcome{" " + typed.Fold(voice.In(language).Say(o.Name())), o})
		}
	}
	slices.SortFunc(all, func(a, b printedOutcome) int { return len(b.words) - len(a.words) })
	return all
})

type printedOutcome struct {
	words   string
	outcome Outcome
}

// ResultLine writes a game as ReadResults reads a line: “3 Anna – Ben 1-0”. With two games a
// pairing the game stands behind the board: “3.2 Anna – Ben 1-0”.
func (e *Event) ResultLine(r Result) string {
	board := strconv.Itoa(r.Game.Board)
	if game := e.GameNumber(r.Game); game > 0 {
		board += "." + strconv.Itoa(game)
	}
	return oneSpace(fmt.Sprintf("%s %s %s", board, namesOf(r), scores[r.Outcome].sign))
}

// ReadResults reads a line for each game of a draw: the board, the players and the outcome. A line
// without names keeps them. A line with the names that are known and without an outcome, or with a
// dash alone, tells nothing: only the outcome [Unknown] deletes a result. On a board without a
// result, two names are a pairing. Of two lines for a game neither counts. Lines of the form as it
// opened change nothing.
func (e *Event) ReadResults(d *Draw, typed string, opened []string) (read []Result, wrong []WrongLine) {
	known := map[GameRef]Result{}
	for _, r := range e.GamesOf(d) {
		known[r.Game] = r
	}
	var lines []string
	games := map[GameRef]int{} // lines about them
	players := map[string]bool{}
	for _, name := range e.Players() {
		players[PlayerKey(name)] = true
	}
	for line := range strings.Lines(typed) {
		if line = inOneLine(line); line == "" || slices.Contains(opened, line) {
			continue
		}
		lines = append(lines, line)
		if ref, _, ok := cutGame(line, d); ok {
			games[ref]++
		}
	}
	names := e.aliases()
	for _, line := range lines {
		switch r, why := readResult(line, d, known, players); {
		case games[r.Game] > 1:
			wrong = append(wrong, WrongLine{line, WrongTwice, r.Game})
		case why != "":
			wrong = append(wrong, WrongLine{line, why, r.Game})
		case same(r, known[r.Game]):
		case wrongNames(r, names) != "":
			wrong = append(wrong, WrongLine{line, wrongNames(r, names), r.Game})
		default:
			read = append(read, r)
		}
	}
	return read, wrong
}

var (
	boardText = regexp.MustCompile(`^([0-9]{1,3})(?:\.([0-9]))?\s*[.):,;]?(?:\s|$)`)
	nextGame  = regexp.MustCompile(`\s[0-9]{1,3}[.):]?\s.*\S`) // a board and a player
	anyDash   = regexp.MustCompile(dash)
	signsOnly = regexp.MustCompile(`^[-+=*?/]+$`)
	score     = regexp.MustCompile(`(?:[0-2]|\bo|1/2|[.,]5)-(?:[0-2o]|1?1/2|[01]?[.,]5)f*$|^(?:[01]|1/2)-$`)
)

// cutGame cuts the board, and the game of a pairing, off the beginning of a line.
func cutGame(line string, d *Draw) (ref GameRef, rest string, ok bool) {
	board := boardText.FindStringSubmatch(line)
	if board == nil {
		return ref, line, false
	}
	ref.Draw = d.Index
	ref.Board, _ = strconv.Atoi(board[1])
	ref.Game, _ = strconv.Atoi(cmp.Or(board[2], "1"))
	return ref, line[len(board[0]):], true
}

// gap is what stands between the columns of a table.
var gap = regexp.MustCompile(`\t+| {2,}`)

// inOneLine returns a line with single spaces. Two players with a gap between them get a dash.
func inOneLine(line string) string {
	line = strings.TrimSpace(line)
	cells := gap.Split(strings.ReplaceAll(line, "\t", "  "), -1)
	for i := range cells {
		cells[i] = oneSpace(voice.WithoutControls(cells[i]))
	}
	cells = slices.DeleteFunc(cells, func(cell string) bool { return len(cell) == 4 && rating.MatchString(" "+cell) })
	var names []int // cells
	for i, cell := range cells {
		if words := strings.Fields(cell); strings.ContainsFunc(cell, unicode.IsLetter) && outcomeOf(words) == "" && !isTitle(cell) && len(words) > 0 {
			names = append(names, i)
		}
	}
	line = oneSpace(strings.Join(cells, " "))
	if _, outcome := cutOutcome(line, ""); len(names) != 2 || outcome == Bye || slices.ContainsFunc(cells[names[0]:names[1]+1], func(cell string) bool {
		padded := " " + cell + " "
		return between.MatchString(padded) || versus.MatchString(padded) || against.MatchString(padded)
	}) {
		return line
	}
	return oneSpace(strings.Join(cells[:names[0]+1], " ") + " – " + strings.Join(cells[names[0]+1:], " "))
}

var (
	points = regexp.MustCompile(`\s*[(\[]\s*(?:[0-9]{1,4}\.?|[0-9]{0,2}(?:[.,][05]|½))\s*[)\]]`) // or a place, or a rating
	rating = regexp.MustCompile(`\s[12][0-9]{3}$`)
)

// withoutPoints returns a line without the points, places and ratings that a list of pairings has in brackets
// behind both players, or points behind White. A known player's brackets are of the name.
func withoutPoints(text string, players map[string]bool) (bare string, listed bool) {
	found := points.FindAllStringIndex(text, -1)
	switch {
	case len(found) == 0, len(found) == 1 && (found[0][1] == len(text) || !strings.ContainsAny(text[found[0][0]:found[0][1]], ".,½")):
		return text, false
	}
	for name := range players {
		if strings.ContainsAny(name, "([") && strings.Contains(PlayerKey(text), name) {
			return text, false
		}
	}
	return points.ReplaceAllString(text, ""), true
}

// readResult reads a line. The result of a wrong line has its game, if the line names one.
func readResult(line string, d *Draw, known map[GameRef]Result, players map[string]bool) (r Result, why WrongKind) {
	ref, rest, _ := cutGame(line, d)
	earlier, ok := known[ref]
	if !ok {
		return r, WrongBoard
	}
	r = Result{Game: ref, White: earlier.White, Black: earlier.Black}
	before := namesOf(earlier)
	if PlayerKey(rest) == PlayerKey(before) || signOf(rest) == "-" {
		return earlier, ""
	}
	rest, listed := withoutPoints(rest, players)
	names, outcome := cutOutcome(rest, before)
	r.Outcome = outcome
	switch sign := signOf(rest); {
	case strings.Trim(sign, "- ") == "" && strings.Contains(sign, " "): // "- -" may mean anything
		return r, WrongOutcome
	case PlayerKey(names) == PlayerKey(before), signOf(names) == "-", names == "":
	default:
		if why = r.readPlayers(names, earlier, listed); why != "" {
			return r, why
		}
		if PlayerKey(namesOf(r)) == PlayerKey(before) && r.Outcome == "" {
			return earlier, ""
		}
	}
	switch {
	case r.Outcome == "":
		return r, WrongOutcome
	case r.Outcome == Unknown && earlier.Outcome == "" && namesOf(r) == before: // nothing to delete
		return earlier, ""
	}
	return r, ""
}

// readPlayers reads the players of a line, which has the outcome of the result, or "" for none. A
// result among the names, or a second game, is what the end of a line has lost.
func (r *Result) readPlayers(names string, earlier Result, listed bool) WrongKind {
	players, several := splitPlayers(names)
	if listed || len(players) == 2 && rating.MatchString(players[0]) && rating.MatchString(players[1]) {
		for i := range players {
			players[i] = strings.Join(bareName(players[i], false), " ")
		}
	}
	outcome := r.Outcome
	switch {
	case several:
		return WrongMany
	case len(players) == 1 && outcome == "":
		return WrongOutcome
	case hasResult(players) && outcome == "":
		return WrongOutcome
	case hasResult(players):
		return WrongMany
	case len(players) == 1 && outcome != Bye:
		return WrongNames
	case len(players) == 1:
		players = append(players, "")
	case nextGame.MatchString(players[1]) && (outcome == Bye || against.MatchString(players[1])):
		return WrongMany
	}
	r.White, r.Black = players[0], players[1]
	if IsBye(r.White) || IsBye(r.Black) {
		if !r.ReadBye() || outcome == "" && earlier.Outcome.Scored() {
			return WrongOutcome
		}
	}
	if r.Outcome == "" && r.White != "" && r.Black != "" && !earlier.Outcome.Scored() && !r.mayBeScored() {
		r.Outcome = Unknown // a pairing
	}
	return ""
}

// ReadBye makes a bye of a game against a player "bye". It reports whether that is possible.
func (r *Result) ReadBye() bool {
	if IsBye(r.White) {
		r.White, r.Black = r.Black, r.White
	}
	if r.White == "" || IsBye(r.White) || !slices.Contains([]Outcome{"", Bye, WhiteWins, WhiteByLoss}, r.Outcome) {
		return false
	}
	r.Black, r.Outcome = "", Bye
	return true
}

// splitPlayers returns the players of a line: two, or one if nothing stands between two. several
// reports whether there are more.
func splitPlayers(names string) (players []string, several bool) {
	padded := " " + names + " "
	for _, separator := range []*regexp.Regexp{between, versus, against} {
		found := separator.FindAllStringIndex(padded, -1)
		if len(found) == 2 && found[0][0] == 0 && found[1][1] < len(padded) { // "1 - Anna – Ben"
			padded = padded[found[0][1]-1:]
			found = separator.FindAllStringIndex(padded, -1)
		}
		if len(found) > 0 {
			white, black := PlayerName(padded[:found[0][0]]), PlayerName(padded[found[0][1]:])
			return []string{white, black}, len(found) > 1 || versus.MatchString(" "+white+" "+black)
		}
	}
	return []string{PlayerName(names)}, false
}

// hasResult reports whether a result stands in the names of players as a word of its own. A player may
// be called "bye" as a whole.
func hasResult(players []string) bool {
	for i, name := range players {
		words := strings.Fields(name)
		for _, word := range words {
			sign := signOf(word)
			_, known := typedSigns[sign]
			if known || signsOnly.MatchString(sign) || score.MatchString(sign) || len(words) > 1 && typedWords()[sign] == Bye {
				return true
			}
		}
		if i > 0 && len(words) > 0 && isHalf(words[0]) && isHalf(players[0]) { // "Anna 1 – 0 Ben"
			return true
		}
	}
	return false
}

// IsBye reports whether the name of a player says that there is none.
func IsBye(name string) bool { return typedWords()[signOf(name)] == Bye }

// mayBeScored reports whether a pairing may have a result that cannot be read: "Anna 1 – Ben 0", "Anna
// – Ben won".
func (r *Result) mayBeScored() bool {
	for _, name := range []string{r.White, r.Black} {
		words := strings.Fields(name)
		last := signOf(words[len(words)-1])
		outcome, result := typedWords()[last]
		if result && (outcome != forfeits || len(last) > len("ff")) || // "Ben F." is a name
			isHalf(name) || isHalf(words[0]) {
			return true
		}
	}
	return false
}

// isHalf reports whether a text ends with a half of a result.
func isHalf(text string) bool {
	return slices.Contains([]string{"0", "1", "½", "1/2"}, text[strings.LastIndex(text, " ")+1:])
}

// cutOutcome cuts the outcome off the end of a line: up to four words, since people put spaces
// around dashes. It prefers what leaves the names that are known. The outcome is "" for a line that
// ends with none.
func cutOutcome(text, known string) (names string, outcome Outcome) {
	words := strings.Fields(text)
	names = strings.Join(words, " ")
	folded := " " + typed.Fold(names)
	for _, p := range printed() {
		if strings.HasSuffix(folded, p.words) {
			after := strings.Fields(p.words)
			return strings.Join(words[:len(words)-len(after)], " "), p.outcome
		}
	}
	for n := min(4, len(words)); n > 0; n-- {
		rest := strings.Join(words[:len(words)-n], " ")
		read, asKnown := outcomeOf(words[len(words)-n:]), PlayerKey(rest) == PlayerKey(known)
		switch {
		case read == "", outcome != "" && !asKnown:
		case read == Unknown && n == 1 && isHalf(rest) && !asKnown: // "Ben 1 -"
		default:
			names, outcome = rest, read
		}
	}
	return names, outcome
}

// outcomeOf reads some words as an outcome; "" for none.
func outcomeOf(words []string) Outcome {
	sign, forfeit := signOf(strings.Join(words, "")), false
	for last := 1; last < len(words) && !forfeit; last++ {
		if forfeit = typedWords()[signOf(strings.Join(words[last:], ""))] == forfeits; forfeit {
			sign = signOf(strings.Join(words[:last], ""))
		}
	}
	if bare := strings.TrimRight(sign, "f"); !forfeit && bare != sign && bare != "" {
		sign, forfeit = strings.ReplaceAll(bare, "f", ""), true
	}
	outcome := cmp.Or(typedSigns[sign], typedWords()[sign])
	switch {
	case outcome == forfeits: // whose?
		return ""
	case sign == "--" && len(words) == 1: // a long dash
		return ""
	case !forfeit:
		return outcome
	case outcome == WhiteWins || outcome == WhiteByLoss:
		return WhiteByLoss
	case outcome == BlackWins || outcome == BlackByLoss:
		return BlackByLoss
	case outcome == NoOneCame:
		return NoOneCame
	}
	return ""
}

// signOf returns a word as typedSigns and typedWords have it, without accents.
func signOf(word string) string {
	word = typed.Fold(norm.NFKC.String(word))
	word = foldSigns.Replace(anyDash.ReplaceAllString(word, "-"))
	return strings.TrimRight(strings.Trim(word, "()[]"), ".,;!")
}

var foldSigns = strings.NewReplacer("⁄", "/", "∕", "/", ":", "-")
