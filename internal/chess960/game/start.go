package game

import (
	"slices"
	"strings"

	"chess960bot/internal/chess960"
)

// Tags are the tags of a game that tell about its start and its place in a tournament. Their
// names are read in either case. The zero Tags is a game without tags.
type Tags struct {
	Any                            bool // the game has a tag that PGN knows
	FEN, Variant, SetUp, Annotator string
	Round, Board                   string
	FENs                           int // different tags FEN
}

// tagNames are the names of tags that PGN knows, by their length in bytes: a file can have
// 150,000 tags.
var tagNames = func() (names [16][]string) {
	for _, name := range []string{
		"FEN", "Variant", "SetUp", "Annotator", "Round", "Board", "Event", "Site", "Date", "White", "Black", "Result", "EventDate", "UTCDate", "UTCTime",
		"WhiteElo", "BlackElo", "ECO", "Opening", "TimeControl", "Termination", "PlyCount", "GameId", "Link", "WhiteTitle", "BlackTitle", "StudyName", "ChapterName",
	} {
		names[len(name)] = append(names[len(name)], name)
	}
	return names
}()

// read reads a tag. Of several tags with a name the last one counts.
func (t *Tags) read(name, text string) {
	if len(name) >= len(tagNames) {
		return
	}
	i := slices.IndexFunc(tagNames[len(name)], func(known string) bool { return strings.EqualFold(name, known) })
	if i < 0 {
		return
	}
	t.Any = true
	switch tagNames[len(name)][i] {
	case "FEN":
		if text != t.FEN {
			t.FENs++
		}
		t.FEN = text
	case "Variant":
		t.Variant = text
	case "SetUp":
		t.SetUp = text
	case "Annotator":
		t.Annotator = text
	case "Round":
		t.Round = text
	case "Board":
		t.Board = text
	}
}

// A Said tells what the text of a game says about its start.
type Said int

const (
	NoGame       Said = iota // the text has neither tags nor a legal first move
	NoFEN                    // chess from the normal start position, as PGN prescribes
	NotSaid                  // a game of Chess960, or from another set-up, without its start
	TwoFENs                  // two tags FEN that differ
	Unreadable               // a FEN that cannot be read
	InPlay                   // a FEN of a position that is no start position
	StartIsKnown             // a start position
)

// An Origin is where a game starts, as far as its text says so.
type Origin struct {
	chess960.Double // only with StartIsKnown and NoFEN
	Said            Said
}

// Origin returns where a game starts: by its tag FEN, or for a game of Chess960 without one by
// an SP number in its tag Annotator or in the comments before its first move. A game without
// tags must have a legal first move: otherwise the text is something else.
func (s Score) Origin() Origin {
	switch {
	case s.Tags.FENs > 1:
		return Origin{Said: TwoFENs}
	case s.Tags.FEN != "":
		p, err := ParseFEN(s.Tags.FEN)
		if err != nil {
			return Origin{Said: Unreadable}
		}
		if double, ok := p.Start(); ok {
			return Origin{double, StartIsKnown}
		}
		return Origin{Said: InPlay}
	case isChess960(s.Tags.Variant) || strings.TrimSpace(s.Tags.SetUp) == "1":
		for _, comment := range []string{s.Tags.Annotator, s.Head[strings.LastIndexByte(s.Head, ']')+1:]} {
			if p, ok := namedIn(comment); ok {
				return Origin{chess960.Double{White: p, Black: p}, StartIsKnown}
			}
		}
		return Origin{Said: NotSaid}
	case !s.Tags.Any && !beginsFrom(chess960.Classical(), s.Moves):
		return Origin{Said: NoGame}
	}
	return Origin{chess960.Double{White: chess960.Classical(), Black: chess960.Classical()}, NoFEN}
}

// chess960Names are names in the tag Variant, without spaces and hyphens, of games from a set-up
// that the game must say. Names with the number 960 are others.
var chess960Names = []string{
	"fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess", "freestyle", "freestylechess", "wild/fr", "frc", "dfrc", "chess9lx", "fromposition",
}

// isChess960 reports whether the tag Variant names Chess960.
func isChess960(variant string) bool {
	const longest = 40 // bytes of such a name
	if variant == "" || len(variant) > longest {
		return false
	}
	return strings.Contains(variant, "960") || slices.Contains(chess960Names, joined.Replace(strings.ToLower(variant)))
}

var joined = strings.NewReplacer(" ", "", "-", "", "_", "")

// namedIn returns the position whose SP number a comment names: “SP 579”, “SP-579”, “sp579”.
// A comment that names two positions says nothing.
func namedIn(comment string) (p chess960.Position, ok bool) {
	for at := 0; ; {
		i := strings.IndexAny(comment[at:], "sS")
		if i < 0 {
			return p, ok
		}
		at += i + 1
		begins := at == 1 || !isNameRune(rune(comment[at-2]))
		if rest := comment[at:]; begins && (strings.HasPrefix(rest, "P") || strings.HasPrefix(rest, "p")) {
			rest = strings.TrimLeft(rest[1:], " -#\u00a0")
			n := digits(rest)
			after := strings.TrimPrefix(rest, n)
			if named, err := chess960.FromSP(number(n)); n != "" && err == nil && (after == "" || !isNameRune(rune(after[0]))) {
				if ok && named != p {
					return p, false
				}
				p, ok = named, true
			}
		}
	}
}

// beginsFrom reports whether the first of some moves is legal in a start position.
func beginsFrom(start chess960.Position, moves []Written) bool {
	if len(moves) == 0 {
		return false
	}
	return looksLikeMove(moves[0].Text) && Replay(Start(start), moves[:1], Turn{}).Illegal == nil
}
