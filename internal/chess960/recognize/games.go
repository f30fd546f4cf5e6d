package recognize

import (
	"regexp"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/typed"
)

// A Said tells what the text of a game says about its start.
type Said int

const (
	NoGame       Said = iota // the text has neither tags nor a legal first move
	NoFEN                    // chess from the normal start position, as PGN prescribes
	NotSaid                  // a game of Chess960, or from another set-up, without its start
	TwoFENs                  // two different FEN tags
	Unreadable               // a FEN that cannot be read
	InPlay                   // a FEN of a position that is no start position
	StartIsKnown             // a start position
)

// An Origin is where a game starts, as far as its text says so.
type Origin struct {
	Reading  // with StartIsKnown and NoFEN; the normal start with NotSaid
	Said     Said
	Searched int // bytes that were searched for the name of a start position: this takes time

	// Another is the one other position that is named before the first move, beside a FEN: in a comment or
	// in the tag Annotator. Only FindAnother looks for it.
	Another *Reading
}

// Start returns where a game starts: by its tag FEN, or by the one position that is named before
// its first move, also in the tag Annotator of a game of Chess960. A game without tags must have a
// legal first move: otherwise the text is something else.
func Start(score game.Score) Origin {
	switch {
	case score.Tags.FENs > 1:
		return Origin{Said: TwoFENs}
	case score.Tags.FEN != "":
		o := startOf(score.Tags.FEN)
		if !score.Tags.Any && (o.Said != StartIsKnown || !score.BeginsFrom(o.White)) {
			return Origin{Said: NoGame}
		}
		return o
	}
	classical, kind := chess960.Classical(), score.Tags.Kind()
	setUp := kind != game.Chess || strings.TrimSpace(score.Tags.SetUp) == "1"
	named, ok, searched := namedBefore(score, setUp)
	switch {
	case ok && (score.Tags.Any || score.BeginsFrom(named.White)):
		return Origin{Reading: named, Said: StartIsKnown, Searched: searched}
	case setUp:
		return Origin{Reading: Reading{White: classical, Black: classical, Text: `[Variant "Chess960"]`}, Said: NotSaid, Searched: searched}
	case !score.Tags.Any && !score.BeginsFrom(classical):
		return Origin{Said: NoGame, Searched: searched}
	}
	return Origin{Reading: Reading{White: classical, Black: classical, Text: `[Event "?"] 1. d4`}, Said: NoFEN, Searched: searched}
}

// startOf reads a tag FEN.
func startOf(fen string) Origin {
	if r, err := readFEN(fen); err == nil {
		return Origin{Reading: r, Said: StartIsKnown}
	}
	if _, err := castling.ParseFEN(fen); err == nil {
		return Origin{Said: InPlay}
	}
	if found := distinct(findFENs(spaced(typed.Plain(fen)))); len(found) == 1 {
		return Origin{Reading: found[0], Said: StartIsKnown}
	}
	return Origin{Said: Unreadable}
}

// namedBefore returns the one position that is named before the first move of a game: in a comment,
// which may be a number of three digits alone, and if the game must say its start also in a tag, as a
// number alone in the tag Annotator. It returns how many bytes it has searched, too.
func namedBefore(score game.Score, setUp bool) (named Reading, ok bool, searched int) {
	const longest = 4000 // bytes: a longer text is no comment
	if len(score.Head) > longest || !strings.ContainsFunc(score.Head, isWordRune) {
		return Reading{}, false, 0
	}
	comment, text := score.Head[strings.LastIndexByte(score.Head, ']')+1:], Claims(score.Head, setUp)
	searched = len(score.Head)
	found := distinct(find(unmixed(typed.Plain(text))))
	if sp, _, ofOne := OfOneNumber(found); ofOne {
		return sp, true, searched
	}
	if len(found) > 0 {
		return found[0], len(found) == 1, searched
	}
	number := ""
	if setUp || !score.Tags.Any {
		number = strings.Trim(typed.Plain(comment), " \n{}()#.!?")
	}
	if len(number) != 3 {
		number = score.Tags.Annotator
	}
	if number == "" || !setUp && len(number) != 3 {
		return Reading{}, false, searched
	}
	r, err := Text(number, chess960.Scharnagl)
	return r, err == nil && r.Left == "", searched + len(number)
}

// FindAnother sets Another, if the game has a FEN. It returns how many bytes it has searched.
func (o *Origin) FindAnother(score game.Score) (searched int) {
	comment := score.Head[strings.LastIndexByte(score.Head, ']')+1:]
	if score.Tags.FEN == "" || strings.TrimSpace(comment) == "" && score.Tags.Annotator == "" {
		return 0
	}
	score.Head = `[Annotator "` + score.Tags.Annotator + `"]` + comment
	named, ok, searched := namedBefore(score, true)
	if ok && (named.White != o.White || named.Black != o.Black) {
		o.Another = &named
	}
	return searched
}

var (
	// headPart is a part of the text before a game: a comment, a tag that can be about the start, another
	// tag, and words outside of them. The groups are what may be a claim.
	headPart = regexp.MustCompile(`(?is)\{([^}]*)\}?|;([^\n]*)|\[\s*(?:event|annotator|opening|variant|setup|\w*(?:position|start|960)\w*)[\s=:]*(["'“„][^\]]*)\]?|\[[^\]]*\]?|([^\[{;]+)`)
	// aboutStart and negated are words in a claim, and in none.
	aboutStart = typed.Lazy(`(?i)(?:^|[^\p{L}])(?:«start position, position, drawn»)(?:[^\p{L}]|$)`)
	negated    = typed.Lazy(`(?i)(?:^|[^\p{L}])(?:«negation»)(?:[^\p{L}]|$)`)
)

// Claims returns the parts of the text before a game that say where the game begins, a line each: comments,
// with tagsToo also tags for it. Such a part is nothing but the name of a position or three digits, or it
// speaks of a start, a position or a draw. Other positions, as in the name of an event, are not meant.
func Claims(head string, tagsToo bool) string {
	var claims []string
	for _, m := range headPart.FindAllStringSubmatch(head, -1) {
		part := m[1] + m[2] + m[4]
		if tagsToo {
			part += m[3]
		}
		lines := unmixed(typed.Plain(part))
		matches := find(lines)
		rest := left(part, lines, matches)
		bare := strings.Trim(lines, " \n()#.!?\"'")
		switch {
		case matches != nil && (rest == "" || aboutStart().MatchString(rest) && !negated().MatchString(rest)),
			len(bare) == 3 && strings.Trim(bare, "0123456789") == "":
			claims = append(claims, part)
		}
	}
	return strings.Join(claims, "\n")
}

// gamesIn finds the games of a text that has no other name of a start position. A game of Chess960
// that does not say its start is taken to be from the normal one, as PGN prescribes. A game of chess
// counts only for Text, and with its moves.
func gamesIn(text string, ofChess bool) (matches []match) {
	if !strings.Contains(text, "[") {
		return nil
	}
	for score := range game.Openings(text) {
		start := Start(score)
		switch {
		case start.Said == StartIsKnown, start.Said == NotSaid && score.Tags.Kind() == game.Chess960,
			ofChess && start.Said == NoFEN && score.Tags.Any && score.BeginsFrom(start.White):
			start.Reading.Said = start.Said
			matches = append(matches, match{readings: []Reading{start.Reading}})
		}
	}
	return matches
}
