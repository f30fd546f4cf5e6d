package events

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"chess960bot/internal/voice"
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
	"0-0": NoOneCame, "0-0 forfeit": NoOneCame, "bye": Bye, "*": Unknown, "?": Unknown, "-": Unknown, "none": Unknown,
}

// ResultLine writes a game as ReadResults reads a line: “3 Anna – Ben 1-0”. With two games a
// pairing the game stands behind the board: “3.2 Anna – Ben 1-0”.
func (e *Event) ResultLine(r Result) string {
	board := strconv.Itoa(r.Game.Board)
	if e.RulesOf(&e.Draws[r.Game.Draw]).Games > 1 {
		board += "." + strconv.Itoa(r.Game.Game)
	}
	return oneSpace(fmt.Sprintf("%s %s %s", board, namesOf(r), signs[r.Outcome]))
}

// namesOf writes both players of a game.
func namesOf(r Result) string { return oneSpace(r.White + " – " + r.Black) }

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
	WrongUnseen  WrongKind = "unseen"  // has a name that nobody can see
	WrongLength  WrongKind = "length"  // has a name that is too long
	WrongOutcome WrongKind = "outcome" // ends with no outcome, and has other names than are known
	WrongSelf    WrongKind = "self"    // has one player on both sides
	WrongTwice   WrongKind = "twice"   // is about a game that another line is about
)

// ReadResults reads a line for each game of a draw: the board, the players and the outcome. A line
// without names keeps them. A line with the names that are known and without an outcome tells
// nothing: only the outcome [Unknown] deletes a result. Of two lines for a game neither counts.
// Lines of the form as it opened change nothing.
func (e *Event) ReadResults(d *Draw, typed string, opened []string) (read []Result, wrong []WrongLine) {
	known := map[GameRef]Result{}
	for _, r := range e.GamesOf(d) {
		known[r.Game] = r
	}
	var lines []string
	games := map[GameRef]int{} // lines about them
	for line := range strings.Lines(typed) {
		if line = oneSpace(voice.WithoutControls(line)); line == "" || slices.Contains(opened, line) {
			continue
		}
		lines = append(lines, line)
		if ref, _, ok := cutGame(line, d); ok {
			games[ref]++
		}
	}
	names := e.aliases()
	for _, line := range lines {
		switch r, why := readResult(line, d, known); {
		case games[r.Game] > 1:
			wrong = append(wrong, WrongLine{line, WrongTwice})
		case why != "":
			wrong = append(wrong, WrongLine{line, why})
		case r.named(names).oneSided(): // one may have been renamed to the other
			wrong = append(wrong, WrongLine{line, WrongSelf})
		case !same(r, known[r.Game]):
			read = append(read, r)
		}
	}
	return read, wrong
}

var (
	boardText = regexp.MustCompile(`^([0-9]{1,3})(?:\.([0-9]))?\s*[.):]?(?:\s|$)`)
	between   = regexp.MustCompile(`\s[–—−-]\s`) // two players
	versus    = regexp.MustCompile(`\svs?\.?\s`) // the same, but "Jan v. Dijk" is one
	dashes    = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‑", "-", ":", "-")
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

// readResult reads a line. The result of a wrong line has its game, if the line names one.
func readResult(line string, d *Draw, known map[GameRef]Result) (r Result, why WrongKind) {
	ref, rest, _ := cutGame(line, d)
	earlier, ok := known[ref]
	if !ok {
		return r, WrongBoard
	}
	r = Result{Game: ref, White: earlier.White, Black: earlier.Black}
	if PlayerKey(rest) == PlayerKey(namesOf(earlier)) {
		return earlier, ""
	}
	names, outcome, ok := cutOutcome(rest)
	r.Outcome = outcome
	players := between.Split(" "+names+" ", 2)
	if len(players) < 2 {
		players = versus.Split(" "+names+" ", 2)
	}
	switch {
	case len(players) == 2:
		r.White, r.Black = strings.TrimSpace(players[0]), strings.TrimSpace(players[1])
	case outcome == Bye && names != "":
		r.White, r.Black = names, ""
	case names != "" && ok:
		return r, WrongNames
	}
	switch {
	case !ok && PlayerKey(namesOf(r)) == PlayerKey(namesOf(earlier)) && len(players) == 2:
		return earlier, ""
	case !ok:
		return r, WrongOutcome
	}
	if max(utf8.RuneCountInString(r.White), utf8.RuneCountInString(r.Black)) > MostPlayer {
		return r, WrongLength
	}
	for _, name := range []string{r.White, r.Black} {
		if name != "" && !voice.IsVisible(name) {
			return r, WrongUnseen
		}
	}
	return r, ""
}

// cutOutcome cuts the outcome off the end of a line: up to three words, since people put spaces
// around dashes. ok is false for a line that ends with none.
func cutOutcome(text string) (names string, outcome Outcome, ok bool) {
	words := strings.Fields(text)
	for n := min(3, len(words)); n > 0; n-- {
		last := words[len(words)-n:]
		sign := dashes.Replace(strings.ToLower(strings.Join(last, " ")))
		sign = strings.ReplaceAll(sign, " - ", "-")
		if outcome, ok := typedSigns[sign]; ok && !(n > 1 && strings.HasPrefix(sign, "-")) {
			return strings.Join(words[:len(words)-n], " "), outcome, true
		}
	}
	return strings.Join(words, " "), "", false
}
