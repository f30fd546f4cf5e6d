package events

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MostPlayer is the length in characters of the longest name of a player.
const MostPlayer = 40

// signs are the outcomes in a line of results, as people write and read them in every language.
var signs = map[Outcome]string{
	WhiteWins: "1-0", Drawn: "½-½", BlackWins: "0-1", WhiteByLoss: "+/-", BlackByLoss: "-/+", NoOneCame: "-/-", Bye: "bye",
}

// typedSigns are other ways to type an outcome, with a hyphen for all dashes and colons.
var typedSigns = map[string]Outcome{
	"1-0": WhiteWins, "0-1": BlackWins, "½-½": Drawn, "1/2-1/2": Drawn, "0.5-0.5": Drawn, "0,5-0,5": Drawn, "½": Drawn, "1/2": Drawn, "=": Drawn,
	"draw": Drawn, "remis": Drawn, "+/-": WhiteByLoss, "+--": WhiteByLoss, "1-0 forfeit": WhiteByLoss, "1-0f": WhiteByLoss,
	"-/+": BlackByLoss, "--+": BlackByLoss, "0-1 forfeit": BlackByLoss, "0-1f": BlackByLoss, "-/-": NoOneCame, "---": NoOneCame,
	"0-0": NoOneCame, "0-0 forfeit": NoOneCame, "bye": Bye, "*": Unknown, "?": Unknown,
}

// ResultLine writes a game as ReadResults reads a line: “3 Anna – Ben 1-0”. With two games a
// pairing the game stands behind the board: “3.2 Anna – Ben 1-0”.
func (e *Event) ResultLine(r Result) string {
	board := strconv.Itoa(r.Game.Board)
	if e.RulesOf(&e.Draws[r.Game.Draw]).Games > 1 {
		board += "." + strconv.Itoa(r.Game.Game)
	}
	return oneSpace(fmt.Sprintf("%s %s – %s %s", board, r.White, r.Black, signs[r.Outcome]))
}

func oneSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

// A WrongLine is a line of results that cannot be read.
type WrongLine struct {
	Line string
	Why  WrongKind
}

// A WrongKind says what is wrong with a line of results.
type WrongKind string

// The kinds.
const (
	WrongBoard   WrongKind = "board"   // begins with no board of the round
	WrongNames   WrongKind = "names"   // has no two names
	WrongLength  WrongKind = "length"  // has a name that is too long
	WrongOutcome WrongKind = "outcome" // ends with no outcome
)

// ReadResults reads a line for each game of a draw: the board, the players and the outcome. A line
// without names keeps them, and a line without an outcome deletes the result. Lines of the
// form as it opened change nothing.
func (e *Event) ReadResults(d *Draw, typed string, opened []string) (read []Result, wrong []WrongLine) {
	known := map[GameRef]Result{}
	for _, r := range e.GamesOf(d) {
		known[r.Game] = r
	}
	unchanged := map[string]bool{"": true}
	for _, line := range opened {
		unchanged[line] = true
	}
	for line := range strings.Lines(typed) {
		line = oneSpace(line)
		if unchanged[line] {
			continue
		}
		r, why := readResult(line, d, known)
		if why != "" {
			wrong = append(wrong, WrongLine{line, why})
			continue
		}
		known[r.Game] = r
		read = append(read, r)
	}
	return read, wrong
}

var (
	boardText = regexp.MustCompile(`^([0-9]{1,3})(?:\.([0-9]))?\s*[.):]?(?:\s|$)`)
	between   = regexp.MustCompile(`\s[–—−-]\s`) // two players
	versus    = regexp.MustCompile(`\svs?\.?\s`) // the same, but "Jan v. Dijk" is one
	dashes    = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‑", "-", ":", "-")
)

// readResult reads a line.
func readResult(line string, d *Draw, known map[GameRef]Result) (r Result, why WrongKind) {
	board := boardText.FindStringSubmatch(line)
	if board == nil {
		return r, WrongBoard
	}
	ref := GameRef{Draw: d.Index}
	ref.Board, _ = strconv.Atoi(board[1])
	ref.Game, _ = strconv.Atoi(cmp.Or(board[2], "1"))
	earlier, ok := known[ref]
	if !ok {
		return r, WrongBoard
	}
	names, outcome, why := cutOutcome(line[len(board[0]):])
	if why != "" {
		return r, why
	}
	r = Result{Game: ref, White: earlier.White, Black: earlier.Black, Outcome: outcome}
	players := between.Split(" "+names+" ", 2)
	if len(players) < 2 {
		players = versus.Split(" "+names+" ", 2)
	}
	switch {
	case len(players) == 2:
		r.White, r.Black = strings.TrimSpace(players[0]), strings.TrimSpace(players[1])
	case outcome == Bye && names != "":
		r.White, r.Black = names, ""
	case names != "":
		return r, WrongNames
	}
	if max(utf8.RuneCountInString(r.White), utf8.RuneCountInString(r.Black)) > MostPlayer {
		return r, WrongLength
	}
	return r, ""
}

// cutOutcome cuts the outcome off the end of a line: up to three words, since people put spaces
// around dashes.
func cutOutcome(text string) (names string, outcome Outcome, why WrongKind) {
	words := strings.Fields(text)
	for n := min(3, len(words)); n > 0; n-- {
		last := words[len(words)-n:]
		sign := dashes.Replace(strings.ToLower(strings.Join(last, " ")))
		sign = strings.ReplaceAll(sign, " - ", "-")
		if outcome, ok := typedSigns[sign]; ok && !(n > 1 && strings.HasPrefix(sign, "-")) {
			return strings.Join(words[:len(words)-n], " "), outcome, ""
		}
	}
	if len(words) > 0 && isScore(words[len(words)-1]) {
		return "", "", WrongOutcome
	}
	return strings.Join(words, " "), Unknown, ""
}

// isScore reports whether a word is meant as an outcome: it has a sign of one and no letter. A
// dash alone stands between players.
func isScore(word string) bool {
	return len([]rune(word)) > 1 && strings.ContainsAny(word, "-–—−:/½+=") && !strings.ContainsFunc(word, unicode.IsLetter)
}
