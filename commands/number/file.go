package number

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/game"
	"chess960bot/voice"
)

// The limits of a PGN file.
const (
	largestFile = 1 << 20 // bytes
	mostGames   = 5000
	pgnEnding   = ".pgn"
)

// A Pairing is a board in a round of an evening, both from 1.
type Pairing struct{ Round, Board int }

// Drawn returns the positions that were drawn for the boards of the evening in a channel, as
// far as everybody has seen them; none without an evening.
type Drawn func(ctx context.Context, channel string) (map[Pairing]chess960.Position, error)

// gamesOfFile answers for a PGN file: where its games start, and whether that is what the
// evening in the channel has drawn. If Discord is slow to give the file, people wait for the answer.
func gamesOfFile(ctx context.Context, r *chat.Request, file chat.Attachment, drawn Drawn) (*chat.Reply, error) {
	if !isPGN(file) {
		return nil, chat.Refuse(voice.Phrase("number.notPGN"), voice.Phrase("number.givePGN"))
	}
	if file.Size > largestFile {
		return nil, tooLarge()
	}
	reply, err := readFile(ctx, r, file, drawn)
	if ctx.Err() != nil {
		return &chat.Reply{Audience: chat.AsAsked, Later: func(ctx context.Context) (*chat.Reply, error) {
			reply, err := readFile(ctx, r, file, drawn)
			if ctx.Err() != nil {
				err = chat.Refuse(voice.Phrase("number.lateFile"), voice.Phrase("number.tryFileAgain"))
			}
			return reply, err
		}}, nil
	}
	return reply, err
}

func tooLarge() error {
	return chat.Refuse(voice.Phrase("number.largeFile"), fileLimits{Megabytes: largestFile >> 20, Games: mostGames})
}

// readFile gets a file from Discord and answers for its games.
func readFile(ctx context.Context, r *chat.Request, file chat.Attachment, drawn Drawn) (*chat.Reply, error) {
	data, err := file.Read(ctx, largestFile)
	if errors.Is(err, chat.ErrTooLarge) {
		return nil, tooLarge()
	}
	if err != nil {
		return nil, err
	}
	boards, err := drawn(ctx, r.ChannelID)
	if err != nil {
		return nil, err
	}
	games := readGames(decoded(data), boards)
	if games.all == 0 {
		return nil, chat.Refuse(voice.Phrase("number.noGames"), voice.Phrase("number.givePGN"))
	}
	reply := chat.Say(games.said(file.Name))
	reply.Audience = chat.AsAsked
	return reply, nil
}

// isPGN reports whether a file's name is one of a PGN.
func isPGN(file chat.Attachment) bool {
	return strings.HasSuffix(strings.ToLower(file.Name), pgnEnding)
}

// decoded returns the text of a file in UTF-8, with or without its mark, or else in Latin-1.
func decoded(data []byte) string {
	if utf8.Valid(data) {
		return strings.TrimPrefix(string(data), "\ufeff")
	}
	text := make([]rune, len(data))
	for i, b := range data {
		text[i] = rune(b)
	}
	return string(text)
}

// games is what a file says about the starts of its games.
type games struct {
	all, unnamed, inPlay, unread int
	cut                          bool // the file has more games
	starts                       map[chess960.Double][]int
	asDrawn                      int
	others                       voice.Bullets // the games that did not start as drawn
}

// readGames reads where the games of a file start.
func readGames(text string, drawn map[Pairing]chess960.Position) games {
	g := games{starts: map[chess960.Double][]int{}}
	for score := range game.Scores(text) {
		if g.all == mostGames {
			g.cut = true
			break
		}
		g.all++
		start, ok := g.start(score.Tags["FEN"])
		if !ok {
			continue
		}
		g.starts[start] = append(g.starts[start], g.all)
		pairing := pairingOf(score.Tags)
		switch p, known := drawn[pairing]; {
		case !known:
		case start == chess960.Double{White: p, Black: p}:
			g.asDrawn++
		default:
			g.others = append(g.others, drawnOtherwise{Board: pairing.Board, Round: pairing.Round, Drawn: p.Name(), Played: start.White.Name()})
		}
	}
	return g
}

// start returns the start position of a game, and counts the games that have none.
func (g *games) start(fen string) (start chess960.Double, ok bool) {
	if fen == "" {
		g.unnamed++
		return chess960.Double{White: chess960.Classical(), Black: chess960.Classical()}, true
	}
	p, err := game.ParseFEN(fen)
	if err != nil {
		g.unread++
		return start, false
	}
	if start, ok = p.Start(); !ok {
		g.inPlay++
	}
	return start, ok
}

// pairingOf reads the round and the board of a game from its tags: [Round "2.3"] and
// [Round "2.3.1"], or [Round "2"] and [Board "3"].
func pairingOf(tags map[string]string) Pairing {
	round, board, _ := strings.Cut(tags["Round"], ".")
	board, _, _ = strings.Cut(cmp.Or(board, tags["Board"]), ".")
	n, _ := strconv.Atoi(round)
	m, _ := strconv.Atoi(board) // 0 is no round and no board
	return Pairing{n, m}
}

// The sentences about a file.
type (
	gamesIn struct {
		voice.Facts
		Games voice.Count
		Name  voice.Quoted
	}
	gamesFrom struct {
		voice.Facts
		Title voice.Raw
		Games voice.Count
		List  []int
		More  bool
	}
	moreStarts struct {
		voice.Facts
		More voice.Count
	}
	gamesWith struct {
		What  gamesWithout
		Games voice.Count
	}
	drawnOtherwise struct {
		voice.Facts
		Board, Round  int
		Drawn, Played chess960.Name
	}
	fileLimits struct {
		voice.Facts
		Megabytes, Games int
	}
)

// Sentence returns what the games have.
func (g gamesWith) Sentence() string { return string(g.What) }

// gamesWithout is what is special about some games.
type gamesWithout string

const (
	unnamedStart gamesWithout = "unnamed"
	fromPlay     gamesWithout = "inPlay"
	unreadFEN    gamesWithout = "unread"
	startAsDrawn gamesWithout = "asDrawn"
)

// said says where the games start, most games first.
func (g games) said(name string) voice.Sentence {
	const mostStarts, mostListed, mostOthers = 20, 8, 15
	lines := voice.Lines{voice.Heading(2, gamesIn{Games: voice.Count(g.all), Name: voice.Quoted(name)})}
	lines = append(lines, g.others[:min(len(g.others), mostOthers)])
	if more := len(g.others) - mostOthers; more > 0 {
		lines = append(lines, moreStarts{More: voice.Count(more)})
	}
	if g.asDrawn > 0 {
		lines = append(lines, gamesWith{startAsDrawn, voice.Count(g.asDrawn)})
	}
	var starts voice.Bullets
	for i, start := range g.sorted() {
		if i == mostStarts {
			starts = append(starts, moreStarts{More: voice.Count(len(g.starts) - i)})
			break
		}
		list := g.starts[start]
		title := card.Title(start.White)
		if start.Black != start.White {
			title += " / " + card.Title(start.Black)
		}
		starts = append(starts, gamesFrom{Title: voice.Raw(title), Games: voice.Count(len(list)), List: list[:min(len(list), mostListed)], More: len(list) > mostListed})
	}
	lines = append(lines, starts)
	for _, special := range []gamesWith{{unnamedStart, voice.Count(g.unnamed)}, {fromPlay, voice.Count(g.inPlay)}, {unreadFEN, voice.Count(g.unread)}} {
		if special.Games > 0 {
			lines = append(lines, special)
		}
	}
	if g.cut {
		lines = append(lines, voice.Phrase("number.cutFile"))
	}
	return append(lines, voice.Small(fileLimits{Megabytes: largestFile >> 20, Games: mostGames}))
}

// sorted returns the start positions, those of most games first, then by their SP numbers.
func (g games) sorted() []chess960.Double {
	return slices.SortedFunc(maps.Keys(g.starts), func(a, b chess960.Double) int {
		return cmp.Or(cmp.Compare(len(g.starts[b]), len(g.starts[a])), cmp.Compare(a.WhiteFirst(), b.WhiteFirst()))
	})
}
