package evening

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
)

// A pairingLine is a line of a list of pairings.
type pairingLine struct {
	text         string
	board        int // 0 without a number at the beginning
	white, black string
	bye          bool
	scored       bool // has a result, which is not read
}

// Pairings is a list of pairings as ReadPairings has read it.
type Pairings struct {
	Read   []Result // without a result, or byes
	Wrong  []WrongLine
	Scored bool // the list has results, which are not read
}

// ReadPairings reads the pairings of a draw from the list of a pairing program, from a sheet, or from lines
// such as “1 Anna – Ben”. The numbers at the beginning of the lines are the boards if they rise. Otherwise
// the lines fill the boards without players in their order, or all boards if these are too few. Points,
// ratings, titles, numbers and clubs are left out, and so are lines above the first pairing that begin with
// no number. A pairing does not replace a result. Lines of the form as it opens now change nothing.
func (e *Event) ReadPairings(d *Draw, text string, known []string) (list Pairings) {
	players := map[string]bool{}
	for _, name := range known {
		players[PlayerKey(name)] = true
	}
	opened := e.PairingLines(d)
	var lines []pairingLine
	for line := range strings.Lines(text) {
		if slices.Contains(opened, strings.TrimSpace(line)) {
			continue
		}
		read, ok := readPairing(line, players)
		switch {
		case read.text == "":
		case ok:
			lines = append(lines, read)
			list.Scored = list.Scored || read.scored
		case len(lines) > 0 || read.board > 0:
			list.Wrong = append(list.Wrong, WrongLine{read.text, WrongNames, GameRef{}})
		}
	}
	e.numberLines(d, lines)
	games, counts := map[GameRef]Result{}, map[int]int{}
	for _, g := range e.GamesOf(d) {
		games[g.Game] = g
	}
	for _, line := range lines {
		counts[line.board]++
	}
	names := e.aliases()
	for _, line := range lines {
		ref := GameRef{d.Index, line.board, 1}
		earlier, exists := games[ref]
		other := games[GameRef{d.Index, line.board, 2}]
		r := Result{Game: ref, White: line.white, Black: line.black, Outcome: Unknown}
		if line.bye {
			r.Outcome = Bye
		}
		shown := r.named(names)
		why := WrongKind("")
		switch {
		case !exists && line.bye:
			why = WrongBye
		case !exists:
			why = WrongBoard
		case counts[line.board] > 1:
			why = WrongTwice
		case wrongNames(r, names) != "":
			why = wrongNames(r, names)
		case PlayerKey(namesOf(shown)) == PlayerKey(namesOf(earlier)) && line.bye == (earlier.Outcome == Bye):
			continue
		case earlier.Outcome.Scored() && earlier.Outcome != Bye, other.Outcome.Scored():
			why = WrongScored
		}
		if why != "" {
			list.Wrong = append(list.Wrong, WrongLine{line.text, why, ref})
			continue
		}
		list.Read = append(list.Read, r)
		if other.Outcome == Unknown && !line.bye { // told with names of its own
			list.Read = append(list.Read, Result{Game: other.Game, White: r.Black, Black: r.White, Outcome: Unknown})
		}
	}
	return list
}

// numberLines gives the lines their boards.
func (e *Event) numberLines(d *Draw, lines []pairingLine) {
	numbered := true
	for i, line := range lines {
		numbered = numbered && line.board > 0 && (i == 0 || line.board >= lines[i-1].board)
	}
	if numbered {
		return
	}
	var free []int // boards without players
	for _, g := range e.GamesOf(d) {
		if g.Game.Game == 1 && g.White == "" && g.Black == "" {
			free = append(free, g.Game.Board)
		}
	}
	for i := range lines {
		if lines[i].board = i + 1; len(lines) <= len(free) {
			lines[i].board = free[i]
		}
	}
}

var (
	colonBetween = regexp.MustCompile(`\s:\s`) // two players
	columns      = regexp.MustCompile(`\t+| {2,}|\s*\|\s*|\s*;\s*`)
	listSign     = regexp.MustCompile(`^(?:` + dash + `{1,3}|:|vs?\.?|x|\.{2,}|\*)$`)
	inBrackets   = regexp.MustCompile(`\s*[(\[{]\s*(?:[0-9]{0,4}[.,]?[0-9]?½?|[A-Z]{3}|\s)\s*[)\]}]\s*`)
	listScore    = regexp.MustCompile(`^(?:[01]|½|1/2|0[.,]5)\s*(?:` + dash + `|:)\s*(?:[01]|½|1/2|0[.,]5)$`)
	scoreBetween = regexp.MustCompile(`\s(?:[01]|½|1/2|0[.,]5)(?:` + dash + `|:)(?:[01]|½|1/2|0[.,]5)\s`)
	lineStart    = regexp.MustCompile(`^\s*#?([0-9]{1,3})\s*[.):]?(?:\s|$|[|;])`)
)

// A side is what a line has of White, or of Black: the cells of a table.
type side []string

// readPairing reads a line. ok is false if it has no two players and no bye.
func readPairing(line string, players map[string]bool) (read pairingLine, ok bool) {
	line = strings.TrimSpace(line)
	rows := strings.Trim(strings.ReplaceAll(line, "\t", "  "), "| ")
	if read.text = oneSpace(voice.WithoutControls(rows)); read.text == "" {
		return read, false
	}
	if number := lineStart.FindStringSubmatch(rows); number != nil {
		read.board, _ = strconv.Atoi(number[1])
		rows = rows[len(number[0]):]
	}
	cells := columns.Split(strings.TrimSpace(rows), -1)
	sides := []side{nil}
	begin := func() { sides = append(sides, nil) }
	for _, cell := range cells {
		cell = oneSpace(voice.WithoutControls(cell))
		switch {
		case cell == "":
			continue
		case listScore.MatchString(cell):
			read.scored = true
			begin()
			continue
		case listSign.MatchString(cell):
			begin()
			continue
		}
		padded := " " + cell + " "
		if at := scoreBetween.FindStringIndex(padded); at != nil {
			read.scored = true
			padded = padded[:at[0]] + " – " + padded[at[1]:]
		}
		at := between.FindStringIndex(padded)
		for _, separator := range []*regexp.Regexp{colonBetween, versus, against} {
			if at == nil {
				at = separator.FindStringIndex(padded)
			}
			if at != nil && separator != colonBetween && at[1] == len(padded) { // "Anna V."
				at = nil
			}
		}
		if at == nil || players[PlayerKey(cell)] {
			sides[len(sides)-1] = append(sides[len(sides)-1], cell)
			continue
		}
		white, black := strings.TrimSpace(padded[:at[0]]), strings.TrimSpace(padded[at[1]:])
		white, black = withoutScore(white, black)
		sides[len(sides)-1] = append(sides[len(sides)-1], white)
		begin()
		sides[len(sides)-1] = append(sides[len(sides)-1], black)
	}
	var names []string
	heading := read.board == 0
	for i, s := range sides {
		found, bye := s.players(players)
		read.bye = read.bye || bye
		heading = heading && len(found) > 0 && (i > 0 || isColour(lastWord(found[len(found)-1]), "white")) && (i == 0 || isColour(strings.Fields(found[0])[0], "black"))
		if len(sides) > 1 && len(found) > 1 { // the club stands behind the player
			found = found[:1]
		}
		names = append(names, found...)
	}
	if len(sides) == 1 && len(names) == 4 { // the same without a sign between the players
		names = []string{names[0], names[2]}
	}
	switch {
	case read.bye && (len(names) == 1 || len(names) == 2 && len(sides) == 1): // a club may stand behind the player
		read.white = names[0]
		return read, true
	case read.bye || len(names) != 2, heading && len(sides) == 2, read.board == 0 && len(sides) == 1 && isColour(names[0], "white") && isColour(names[1], "black"):
		return read, false
	}
	read.white, read.black = names[0], names[1]
	return read, true
}

// withoutScore cuts the points of both players off the sign between them: “Anna 1 – 1 Ben”.
func withoutScore(white, black string) (string, string) {
	last, first := lastWord(white), strings.Split(black, " ")[0]
	isScore := func(word string) bool { return listPoints.MatchString(word) || listNumber.MatchString(word) }
	if isScore(last) && isScore(first) && last != white && first != black {
		return strings.TrimSpace(strings.TrimSuffix(white, last)), strings.TrimSpace(strings.TrimPrefix(black, first))
	}
	return white, black
}

// players returns the names of a side, and whether one of the cells says that a player has a bye.
func (s side) players(known map[string]bool) (names []string, bye bool) {
	for _, cell := range s {
		if known[PlayerKey(cell)] {
			names = append(names, cell)
			continue
		}
		cell = oneSpace(inBrackets.ReplaceAllString(cell, " "))
		words := bareName(cell, true)
		name := PlayerName(strings.Join(words, " "))
		switch {
		case !strings.ContainsFunc(name, unicode.IsLetter) && !strings.HasPrefix(name, "<@") || isTitle(name):
		case IsBye(strings.Trim(name, "-–—* ")):
			bye = true
		case len(words) > 1 && IsBye(words[len(words)-1]):
			names, bye = append(names, PlayerName(strings.Join(bareName(strings.Join(words[:len(words)-1], " "), true), " "))), true
		default:
			names = append(names, name)
		}
	}
	if len(names) > 1 {
		names = slices.DeleteFunc(names, federation.MatchString)
	}
	return names, bye
}

// isColour reports whether a word of a heading says White, or Black, in any language.
func isColour(word, colour string) bool {
	return slices.ContainsFunc(typed.With(colour), func(language string) bool { return typed.IsOne(typed.Fold(word), typed.Words(language, colour)) })
}

// PairsOf returns the first game of each board of a draw.
func (e *Event) PairsOf(d *Draw) []Result {
	return slices.DeleteFunc(e.GamesOf(d), func(g Result) bool { return g.Game.Game > 1 })
}

// PairingLines writes a line for each pair of a draw, as ReadPairings reads them: “3 Anna – Ben”.
func (e *Event) PairingLines(d *Draw) (lines []string) {
	for _, g := range e.PairsOf(d) {
		line := strconv.Itoa(g.Game.Board) + " " + namesOf(g)
		if g.Outcome == Bye {
			line = oneSpace(line + " " + scores[Bye].sign)
		}
		lines = append(lines, line)
	}
	return lines
}

// Turned returns the pairs of an earlier draw with colours reversed, for the boards of a draw without players.
func (e *Event) Turned(d, earlier *Draw) (pairs []Result) {
	open := map[int]bool{}
	for _, g := range e.PairsOf(d) {
		open[g.Game.Board] = g.White == "" && g.Black == ""
	}
	for _, g := range e.PairsOf(earlier) {
		if open[g.Game.Board] && g.White != "" && g.Black != "" {
			pairs = append(pairs, Result{Game: GameRef{d.Index, g.Game.Board, 1}, White: g.Black, Black: g.White, Outcome: Unknown})
		}
	}
	return pairs
}
