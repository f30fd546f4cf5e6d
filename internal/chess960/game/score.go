package game

import (
	_ "embed"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// A Score is a game as it is written down.
type Score struct {
	Tags  Tags
	Head  string    // the text before the first move, or before the end of a game without moves
	Moves []Written // the moves of the game itself, without those of variations
}

// A Written is a move as it is written down.
type Written struct {
	Text   string
	Number int    // that stands before it; 0 for none
	Black  bool   // the dots after the number say that Black moves
	Result string // that stands behind it: "1-0"; "" in the middle of a game, and of Openings
	at     int    // the byte where the move or its number begins
}

// Scores yields the games of a text: PGN with or without tags, from one or many games, and
// moves alone. Comments, variations, clocks, annotations and results are left out, and line
// breaks may be spaces. A comment or variation without end is a move "{" or "(".
func Scores(text string) iter.Seq[Score] {
	return func(yield func(Score) bool) { scores(text, len(text), yield) }
}

// Openings yields the same games with their first moves alone. The moves are valid until the
// next game: nothing is allocated, however long a text is.
func Openings(text string) iter.Seq[Score] {
	return func(yield func(Score) bool) { scores(text, 1, yield) }
}

// scores yields the games of a text, with at most some moves of each.
func scores(text string, most int, yield func(Score) bool) {
	s := scanner{text: text, lines: strings.Contains(text, "\n"), bracket: -1, line: -1}
	var first [1]Written
	var score Score
	begin, at, behind := 0, 0, 0 // behind the last tag
	number, black := 0, false
	for {
		t := s.next()
		ends := t.kind == nothing || t.kind == result || t.kind == tag && (score.Moves != nil || score.Tags.beginAgain(t, text[behind:t.at]))
		if t.bare && ends && !looksLikeMove(score.Moves[0].Text) { // words before a FEN
			score.Moves, number, s.brief, ends = nil, 0, false, false
		}
		if ends && (score.Tags.Any || score.Moves != nil) {
			if score.Moves == nil {
				score.Head = text[begin:t.at]
			} else if t.kind == result && most > 1 {
				score.Moves[len(score.Moves)-1].Result = t.text
			}
			if !yield(score) {
				return
			}
			score, number, begin, s.brief = Score{}, 0, t.at, false
			if t.kind == result {
				begin = s.at
			}
		}
		switch t.kind {
		case nothing:
			return
		case tag:
			score.Tags.read(t)
			behind = s.at
		case moveNumber:
			number, black, at = t.number, t.black, t.at
		case move:
			if number == 0 {
				at = t.at
			}
			written := Written{t.text, number, black && number > 0, "", at}
			number, s.brief = 0, most == 1
			switch {
			case score.Moves == nil:
				score.Head = text[begin:at]
				first[0] = written
				if score.Moves = first[:1:1]; most > 1 {
					score.Moves = []Written{written}
				}
			case len(score.Moves) < most:
				score.Moves = append(score.Moves, written)
			}
		}
	}
}

const longestTag = 1024 // bytes of a tag; a longer one is skipped

// Split divides a typed text into its words before the first move, such as a FEN or the name
// of a start position, and its moves. ok is false if the text has no move with its number,
// no moves after the word “moves” as in UCI, and does not end in moves without numbers.
func Split(text string) (head string, moves []Written, ok bool) {
	for score := range Scores(text) {
		for i, m := range score.Moves {
			uci := i > 0 && strings.EqualFold(score.Moves[i-1].Text, "moves")
			if (m.Number != 0 || uci) && (isMeantAsMove(m.Text) || typed.Is(m.Text, "castling")) {
				if uci {
					return text[:score.Moves[i-1].at], score.Moves[i:], true
				}
				i = beginOf(score.Moves, i)
				return text[:score.Moves[i].at], score.Moves[i:], true
			}
		}
	}
	for score := range Scores(text) {
		i := len(score.Moves)
		for i > 0 && looksLikeMove(score.Moves[i-1].Text) {
			i--
		}
		if moves := score.Moves[i:]; unnumbered(moves) {
			return text[:moves[0].at], moves, true
		}
	}
	return "", nil, false
}

// beginOf returns the move at which numbers begin that go on to a move. A word in place of a move, as in
// “1. zz e5 2. Nf3”, is a move that cannot be read, and is not dropped.
func beginOf(moves []Written, i int) int {
	for j := i - 1; j >= 0 && j >= i-2; j-- {
		if number := moves[j].Number; number > 0 && number == moves[i].Number-1 {
			return beginOf(moves, j)
		}
	}
	return i
}

// SplitAfter divides a text like Split, at the first word that is meant as a move, if at least half of
// the words are from there on. named says whether the words before it name a start position.
func SplitAfter(text string, named func(head string) bool) (head string, moves []Written, ok bool) {
	for score := range Scores(text) {
		for i, m := range score.Moves {
			if isMeantAsMove(m.Text) && !isCorner.MatchString(m.Text) && !(isPassant.MatchString(m.Text) && endsInRights.MatchString(text[:m.at])) {
				moves = score.Moves[i:]
				others := len(slices.DeleteFunc(slices.Clone(moves), func(m Written) bool { return isMeantAsMove(m.Text) }))
				return text[:m.at], moves, 2*others <= len(moves) && named(text[:m.at])
			}
		}
	}
	return "", nil, false
}

var (
	// isCorner matches squares where no pawn moves without its promotion.
	isCorner = regexp.MustCompile(`^[a-h][18]$`)
	// isPassant and endsInRights match the en passant field of a FEN and the fields before.
	isPassant    = regexp.MustCompile(`^[a-h][36]$`)
	endsInRights = regexp.MustCompile(`/\S+ [wb] (?:-|[A-HKQa-hkq]{1,4}) $`)
)

// unnumbered reports whether words that look like moves are some: each in UCI, or an opening,
// whose first move goes to rank 3 or 4 and whose second one to rank 5 or 6. Others may be pieces
// with their squares.
func unnumbered(moves []Written) bool {
	const fewest = 3
	inUCI := func(m Written) bool { return uciPattern.MatchString(m.Text) }
	switch {
	case len(moves) < fewest:
		return false
	case !slices.ContainsFunc(moves, func(m Written) bool { return !inUCI(m) }):
		return true
	}
	first, second := movePattern.FindStringSubmatch(plain(moves[0].Text)), movePattern.FindStringSubmatch(plain(moves[1].Text))
	return first != nil && second != nil && strings.Contains("34", first[4][1:]) && strings.Contains("56", second[4][1:])
}

// Tags are the tags of a game that tell about its start and its place in a tournament. Their
// names are read in either case. The zero Tags is a game without tags.
type Tags struct {
	Any                            bool // the game has a tag that PGN knows
	FEN, Variant, SetUp, Annotator string
	Round, Board                   string
	FENs                           int // different tags FEN

	known [longestName + 1]uint8 // the names that were read: bits of tagNames
	last  string                 // the last of them
}

const longestName = len("TimeControl") // in bytes

// tagNames are the names of tags that PGN knows, by their length in bytes: a file can have
// 150,000 tags.
var tagNames = func() (names [longestName + 1][]string) {
	for _, name := range []string{
		"FEN", "Variant", "SetUp", "Annotator", "Round", "Board", "Event", "Site", "Date", "White", "Black", "Result", "EventDate", "UTCDate", "UTCTime",
		"WhiteElo", "BlackElo", "ECO", "Opening", "TimeControl", "Termination", "PlyCount", "GameId", "Link", "WhiteTitle", "BlackTitle", "StudyName", "ChapterName",
	} {
		names[len(name)] = append(names[len(name)], name)
	}
	return names
}()

// knownName returns the index of a name among those with its length; -1 for an unknown name.
func knownName(name string) int {
	if len(name) > longestName {
		return -1
	}
	return slices.IndexFunc(tagNames[len(name)], func(known string) bool { return strings.EqualFold(name, known) })
}

// beginAgain reports whether a tag that comes again begins the next game of a file, as that game's first
// tag. between is the text behind the last tag. Two tags FEN side by side are of one game, which is wrong.
func (t *Tags) beginAgain(tag token, between string) bool {
	i := knownName(tag.name)
	if i < 0 || tag.bare || t.known[len(tag.name)]&(1<<i) == 0 {
		return false
	}
	return t.last != "FEN" || !strings.EqualFold(tag.name, "FEN") || strings.Count(between, "\n") > 1
}

// read reads a tag. Of several tags with a name the last one counts. A tag without quotes may be a
// remark in brackets: it makes no game, unless it is about the start.
func (t *Tags) read(tag token) {
	i := knownName(tag.name)
	if i < 0 {
		return
	}
	name, text := tagNames[len(tag.name)][i], tag.text
	t.known[len(name)] |= 1 << i
	t.last = name
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
		case number == "960", slices.Contains(chess960Words, word), slices.Contains(chess960Words, word+number): // as in w22
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
