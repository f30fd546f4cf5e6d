package game

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// read reads a tag. Of several tags with a name the last one counts. A tag without quotes may be a
// remark in brackets: it makes no game, unless it is about the start.
func (t *Tags) read(tag token) {
	if len(tag.name) >= len(tagNames) {
		return
	}
	i := slices.IndexFunc(tagNames[len(tag.name)], func(known string) bool { return strings.EqualFold(tag.name, known) })
	if i < 0 {
		return
	}
	name, text := tagNames[len(tag.name)][i], tag.text
	t.Any = t.Any || tag.quoted || !tag.bare && (name == "FEN" || name == "Variant")
	switch name {
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

// A Kind is the game of which a tag Variant speaks.
type Kind int

// The kinds.
const (
	Chess     Kind = iota
	Chess960       // or another game by the rules of chess from a set-up that the game must say
	OtherGame      // by other rules
)

// variantNames has the words of names of chess, and those of games by Chess960's rules. A name of the
// latter has one of the second line or the number 960; words of the first line may stand beside it.
//
//go:embed variants.txt
var variantNames string

var chessWords, chess960Words = func() (chess, chess960 []string) {
	first, second, _ := strings.Cut(variantNames, "\n")
	return strings.Fields(first), strings.Fields(second)
}()

// Kind returns the game that the tag Variant names.
func (t Tags) Kind() Kind {
	const longest = 60 // bytes of a name
	if len(t.Variant) > longest {
		return OtherGame
	}
	kind := Chess
	for name := strings.ToLower(t.Variant); name != ""; {
		word := name[:len(name)-len(strings.TrimLeftFunc(name, unicode.IsLetter))]
		number := digits(name)
		switch {
		case slices.Contains(chessWords, word), number == "9": // as in Chess9LX
		case number == "960", slices.Contains(chess960Words, word):
			kind = Chess960
		case word+number != "":
			return OtherGame
		default:
			_, size := utf8.DecodeRuneInString(name)
			word = name[:size]
		}
		name = name[len(word+number):]
	}
	return kind
}

// BeginsFrom reports whether the first move is legal in a start position.
func (s Score) BeginsFrom(start chess960.Position) bool {
	return len(s.Moves) > 0 && looksLikeMove(s.Moves[0].Text) && Replay(Start(start), s.Moves[:1], Turn{}).Illegal == nil
}
