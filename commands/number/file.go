package number

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
)

// The limits of a PGN file.
const (
	largestFile = 1 << 20 // bytes
	mostGames   = 5000
	mostText    = 64 << 10 // bytes that are searched for names of positions before the moves of games
	pgnEnding   = ".pgn"
)

// A Pairing is a board in a round of an evening, both from 1.
type Pairing struct{ Round, Board int }

// Drawn returns the positions that were drawn for the boards of the evening in a channel, as
// far as everybody has seen them; none without an evening.
type Drawn func(ctx context.Context, channel string) (map[Pairing]chess960.Position, error)

// Files answers for PGN files. A file and its text take some 3 MB of memory, so one is read at a
// time for a person, and four in all. Make it with NewFiles.
type Files struct {
	heavy *chat.HeavyWork
	drawn Drawn

	mu      sync.Mutex
	reading map[string]bool // the people whose files are read
}

// NewFiles returns a Files that compares games with those that an evening has drawn.
func NewFiles(heavy *chat.HeavyWork, drawn Drawn) *Files {
	return &Files{heavy: heavy, drawn: drawn, reading: map[string]bool{}}
}

// begin reserves the turn of a person, until the person's end.
func (f *Files) begin(person string) error {
	const mostAtOnce = 4
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.reading[person]:
		return chat.Refuse(voice.Phrase("number.oneFile"), voice.Phrase("number.waitForFile"))
	case len(f.reading) == mostAtOnce:
		return chat.Refuse(voice.Phrase("number.manyFiles"), voice.Phrase("chat.tryInAMinute"))
	}
	f.reading[person] = true
	return nil
}

func (f *Files) end(person string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.reading, person)
}

// A reader answers for a text that names a position.
type reader func(text string) (*chat.Reply, error)

// answer says where the games of a file start, and whether that is what the evening in the
// channel has drawn. A short file without games is read as a text. If Discord is slow to give the
// file, or others keep the bot busy, people wait for the answer.
func (f *Files) answer(ctx context.Context, r *chat.Request, file chat.Attachment, asText reader) (*chat.Reply, error) {
	if file.Size > largestFile {
		return nil, tooLarge()
	}
	reply, err := f.read(ctx, r, file, asText)
	if ctx.Err() != nil || errors.Is(err, errNoTurn) {
		return &chat.Reply{Audience: chat.AsAsked, Later: func(ctx context.Context) (*chat.Reply, error) {
			reply, err := f.read(ctx, r, file, asText)
			if ctx.Err() != nil {
				err = unsent()
			}
			return reply, err
		}}, nil
	}
	return reply, err
}

// errNoTurn says that no turn of heavy work came before the deadline. A file that came late leaves
// no time for one.
var errNoTurn = errors.New("no turn to read the file")

func tooLarge() error {
	return chat.Refuse(voice.Phrase("number.largeFile"), voice.Say("number.fileLimits", voice.F{
		"Megabytes": largestFile >> 20, "Games": mostGames,
	}))
}

func unsent() error {
	return chat.Refuse(voice.Phrase("number.lateFile"), voice.Phrase("number.tryFileAgain"))
}

// longestGame is the most bytes of a file whose game is played: a long game with a comment and a clock
// for each move has some 40 KB.
const longestGame = 64 << 10

// inGame answers for the game of a file with one game, or for a short file without games.
func (f *Files) inGame(ctx context.Context, r *chat.Request, file chat.Attachment, answer reader) (*chat.Reply, error) {
	return f.withText(ctx, r, file, func(text string) (reply *chat.Reply, err error) {
		err = f.heavy.Do(ctx, r.Asker, func() (err error) {
			switch games := readGames(text, nil); {
			case games.all > 1 || games.cut:
				return chat.Refuse(voice.Phrase("number.manyGames"), voice.Phrase("number.pasteGame"))
			case games.all == 0 && len(text) > longestPosition:
				return chat.Refuse(voice.Phrase("number.noGames"), voice.Phrase("number.pasteGame"))
			case len(text) > longestGame:
				return chat.Refuse(voice.Phrase("number.longGame"), voice.Phrase("number.pasteGame"))
			}
			reply, err = answer(text)
			return err
		})
		return reply, err
	})
}

// withText gets a file from Discord for a person, whose turn ends with the function.
func (f *Files) withText(ctx context.Context, r *chat.Request, file chat.Attachment, use reader) (*chat.Reply, error) {
	if err := f.begin(r.Asker); err != nil {
		return nil, err
	}
	defer f.end(r.Asker)
	data, err := file.Read(ctx, largestFile)
	switch {
	case errors.Is(err, chat.ErrTooLarge):
		return nil, tooLarge()
	case errors.Is(err, chat.ErrGone):
		return nil, chat.Refuse(voice.Phrase("number.goneFile"), voice.Phrase("number.attachAgain"))
	case errors.Is(err, chat.ErrUnsent):
		return nil, unsent()
	case err != nil:
		return nil, err
	}
	text := decoded(data)
	if !isPGN(file) && strings.ContainsFunc(text[:min(len(text), mostText)], isBinary) {
		return nil, errBinary
	}
	return use(text)
}

// errBinary says that a file is no text.
var errBinary = errors.New("the file is no text")

// isBinary reports whether a character says that a file is no text.
func isBinary(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r\f", r) }

// textName matches the names of files that may have a text.
var textName = regexp.MustCompile(`(?i)(?:^[^.]*|\.(?:txt|text|md|log|fen|epd|csv|json))$`)

// ofMessage answers for a message: for its PGN file, or else for its text. If the text names nothing, it
// answers for a text file: Discord makes message.txt of a long paste.
func (f *Files) ofMessage(r *chat.Request, asText reader, asFile func(chat.Attachment) (*chat.Reply, error)) (*chat.Reply, error) {
	if i := slices.IndexFunc(r.TargetFiles, isPGN); i >= 0 {
		return asFile(r.TargetFiles[i])
	}
	reply, err := asText(r.Target)
	refused, ok := errors.AsType[*chat.UserError](err)
	if !ok || len(r.TargetFiles) == 0 {
		return reply, err
	}
	i := slices.IndexFunc(r.TargetFiles, func(file chat.Attachment) bool { return textName.MatchString(file.Name) })
	if i >= 0 {
		if reply, err = asFile(r.TargetFiles[i]); !errors.Is(err, errBinary) {
			return reply, err
		}
	}
	if strings.TrimSpace(r.Target) != "" {
		return nil, refused
	}
	return nil, chat.Refuse(voice.Run{refused.Msg, voice.Say("number.noText", voice.F{"File": voice.Quoted(r.TargetFiles[max(0, i)].Name)})}, refused.Hint)
}

// read gets a file from Discord and answers for its games.
func (f *Files) read(ctx context.Context, r *chat.Request, file chat.Attachment, asText reader) (*chat.Reply, error) {
	return f.withText(ctx, r, file, func(text string) (reply *chat.Reply, err error) {
		var boards map[Pairing]chess960.Position
		if f.drawn != nil {
			if boards, err = f.drawn(ctx, r.ChannelID); err != nil {
				return nil, err
			}
		}
		var games games
		if err := f.heavy.Do(ctx, r.Asker, func() error { games = readGames(text, boards); return nil }); err != nil {
			return nil, fmt.Errorf("%w: %w", errNoTurn, err)
		}
		if games.all > 0 {
			return games.reply(file.Name)
		}
		if !isPGN(file) && len(text) <= mostText {
			return asText(text)
		}
		if len(text) <= longestPosition {
			if _, _, err := readBare(text); !errors.Is(err, recognize.ErrNone) {
				return asText(text)
			}
		}
		return nil, chat.Refuse(voice.Phrase("number.noGames"), voice.Phrase("number.givePGN"))
	})
}

// isPGN reports whether a file's name is one of a PGN.
func isPGN(file chat.Attachment) bool {
	return strings.HasSuffix(strings.ToLower(file.Name), pgnEnding)
}

// decoded returns the text of a file in UTF-16 or UTF-8, or else in Latin-1. A text in UTF-16
// begins with its mark, or with an ASCII character.
func decoded(data []byte) string {
	if utf8.Valid(data) && bytes.IndexByte(data[:min(len(data), 2)], 0) < 0 {
		return strings.TrimPrefix(string(data), "\ufeff")
	}
	decoder := charmap.ISO8859_1.NewDecoder()
	if len(data) > 1 && min(data[0], data[1]) == 0 && data[0] != data[1] {
		decoder = unicode.UTF16(unicode.Endianness(data[0] != 0), unicode.IgnoreBOM).NewDecoder()
	}
	text, _, _ := transform.Bytes(unicode.BOMOverride(decoder), data) // the decoders replace what is wrong
	return string(text)
}

// games is what a file says about the starts of its games.
type games struct {
	all     int
	special map[gamesWithout]int
	cut     bool // the file has more games
	starts  map[chess960.Double][]int
	others  voice.Bullets // the first games that did not start as drawn, or do not say where
	more    int           // further such games
	rows    [][]string    // all games, for the table
}

// readGames reads where the games of a file start. The text may be anything: a score without
// tags counts only if its first move is legal.
func readGames(text string, drawn map[Pairing]chess960.Position) games {
	const mostKept = 1000 // origins, more than there are start positions
	g := games{special: map[gamesWithout]int{}, starts: map[chess960.Double][]int{}}
	kept := map[string]recognize.Origin{} // by FEN, or by the text before the first move, and this move if there are no tags
	searched := 0
	for score := range game.Openings(text) {
		if searched > mostText {
			g.cut = true
			break
		}
		key := score.Tags.FEN
		if key == "" {
			key = score.Head
		}
		if !score.Tags.Any {
			key += score.Moves[0].Text
		}
		start, isKept := kept[key]
		mayKeep := key != "" && score.Tags.FENs <= 1
		switch {
		case isKept && mayKeep:
		case !score.Tags.Any && len(kept) == mostKept: // so many first moves are no games
			continue
		default:
			if start = recognize.Start(score); mayKeep && len(kept) < mostKept {
				kept[key] = start
			}
			searched += start.Searched
		}
		if start.Said == recognize.NoGame {
			continue
		}
		if g.all == mostGames {
			g.cut = true
			break
		}
		g.all++
		g.add(start, pairingOf(score.Tags), drawn)
	}
	return g
}

// drawnFor returns the position that was drawn for a board, or for all boards of a round if they have
// the same.
func drawnFor(pairing Pairing, drawn map[Pairing]chess960.Position) (p chess960.Position, ok bool) {
	if pairing.Board != 0 {
		p, ok = drawn[pairing]
		return p, ok
	}
	for of, position := range drawn {
		if of.Round != pairing.Round {
			continue
		}
		if ok && position != p {
			return p, false
		}
		p, ok = position, true
	}
	return p, ok
}

// add counts a game, and compares its start with what was drawn for its board.
func (g *games) add(start recognize.Origin, pairing Pairing, drawn map[Pairing]chess960.Position) {
	p, isDrawn := drawnFor(pairing, drawn)
	row := []string{strconv.Itoa(g.all), "", "", "", "", "", ""}
	if pairing.Round > 0 {
		row[1] = strconv.Itoa(pairing.Round)
	}
	if pairing.Board > 0 {
		row[2] = strconv.Itoa(pairing.Board)
	}
	if isDrawn {
		row[5] = strconv.Itoa(p.SP())
	}
	g.rows = append(g.rows, row)
	if special := specials[start.Said]; special != "" {
		g.special[special]++
	}
	if len(drawn) > 0 && !isDrawn {
		g.special["noRound"]++
	}
	if start.Said == recognize.NotSaid && isDrawn && pairing.Board > 0 {
		g.tell(voice.Say("number.startNotSaid", voice.F{"Board": pairing.Board, "Round": pairing.Round}))
	}
	if start.Said != recognize.StartIsKnown && start.Said != recognize.NoFEN {
		return
	}
	played := chess960.Double{White: start.White, Black: start.Black}
	row[3], row[4], row[6] = strconv.Itoa(start.White.SP()), strconv.Itoa(start.Black.SP()), played.XFEN()
	g.starts[played] = append(g.starts[played], g.all)
	field := fieldOf(start.Reading)
	switch {
	case !isDrawn:
	case played == chess960.Double{White: p, Black: p}:
		g.special["asDrawn"]++
	case pairing.Board == 0:
		g.tell(voice.Run{voice.Say("number.roundOtherwise", voice.F{
			"Game": g.all, "Round": pairing.Round, "Drawn": p.Name(), "Played": voice.Raw(bothNames(played)),
		}), field})
		return
	default:
		g.tell(voice.Run{voice.Say("number.drawnOtherwise", voice.F{
			"Board": pairing.Board, "Round": pairing.Round, "Drawn": p.Name(), "Played": voice.Raw(bothNames(played)),
		}), field})
		return
	}
	if field != nil {
		g.tell(voice.Say("number.ofGame", voice.F{"Game": g.all, "Said": field}))
	}
}

// bothNames returns the names of White's and Black's position, or the one that both have.
func bothNames(d chess960.Double) string {
	if d.White == d.Black {
		return d.White.Name().String()
	}
	return d.White.Name().String() + " / " + d.Black.Name().String()
}

// tell adds what is told about a single game.
func (g *games) tell(s voice.Sentence) {
	const most = 15
	if len(g.others) == most {
		g.more++
		return
	}
	g.others = append(g.others, s)
}

// pairingOf reads the round and the board of a game from the numbers in its tags: [Round "2.3"] and
// [Round "2.3.1"], or [Round "2"] or [Round "Round 2"] and [Board "3"].
func pairingOf(tags game.Tags) Pairing {
	notDigit := func(r rune) bool { return r < '0' || r > '9' }
	numbers := append(strings.FieldsFunc(typed.Plain(tags.Round), notDigit), "", "")
	if numbers[1] == "" {
		numbers[1] = strings.Join(strings.FieldsFunc(tags.Board, notDigit), " ")
	}
	round, _ := strconv.Atoi(numbers[0])
	board, _ := strconv.Atoi(numbers[1]) // 0 is no round and no board
	return Pairing{round, board}
}

// gamesWithout is what is special about some games.
type gamesWithout string

// specials are what is special about games, by what they say about their starts.
var specials = map[recognize.Said]gamesWithout{
	recognize.NoFEN: "unnamed", recognize.NotSaid: "notSaid", recognize.InPlay: "inPlay",
	recognize.Unreadable: "unread", recognize.TwoFENs: "twoFENs",
}

// mostStarts is how many start positions an answer lists.
const mostStarts = 20

// reply says where the games start. If that is not all, a table has all games.
func (g games) reply(name string) (*chat.Reply, error) {
	if g.more == 0 && len(g.starts) <= mostStarts {
		reply := chat.Say(g.said(name))
		reply.Audience = chat.AsAsked
		return reply, nil
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"game", "round", "board", "white", "black", "drawn", "x_fen"}) // writing to a bytes.Buffer never fails
	w.WriteAll(g.rows)
	l := card.Layout{Style: card.DefaultStyle(), Audience: chat.AsAsked}
	l.Text(append(g.said(name), voice.Small(voice.Phrase("number.allGames"))))
	l.Files(chat.File{Name: "games.csv", ContentType: "text/csv", Bytes: b.Bytes()})
	return l.Reply()
}

// said says where the games start, most games first.
func (g games) said(name string) voice.Lines {
	const mostListed = 8
	lines := voice.Lines{voice.Heading(2, voice.Say("number.gamesIn", voice.F{
		"Games": voice.Count(g.all), "Name": voice.Quoted(name),
	})), g.others}
	if g.more > 0 {
		lines = append(lines, voice.Say("number.moreGames", voice.F{"More": voice.Count(g.more)}))
	}
	lines = append(lines, g.with("asDrawn"))
	var starts voice.Bullets
	for i, start := range g.sorted() {
		if i == mostStarts {
			starts = append(starts, voice.Say("number.moreStarts", voice.F{"More": voice.Count(len(g.starts) - i)}))
			break
		}
		list := g.starts[start]
		title := card.Title(start.White)
		if start.Black != start.White {
			title += " / " + card.Title(start.Black)
		}
		starts = append(starts, voice.Say("number.gamesFrom", voice.F{
			"Title": voice.Raw(title), "Games": voice.Count(len(list)), "List": list[:min(len(list), mostListed)], "More": len(list) > mostListed,
		}))
	}
	lines = append(lines, starts)
	for _, special := range []gamesWithout{"noRound", "unnamed", "notSaid", "inPlay", "unread", "twoFENs"} {
		lines = append(lines, g.with(special))
	}
	if g.cut {
		lines = append(lines, voice.Phrase("number.cutFile"))
	}
	return append(lines, voice.Small(voice.Say("number.fileLimits", voice.F{
		"Megabytes": largestFile >> 20, "Games": mostGames,
	})))
}

// with counts the games that are special in a way; nil if there are none.
func (g games) with(special gamesWithout) voice.Sentence {
	if n := g.special[special]; n > 0 {
		return voice.Say("number.gamesWith."+string(special), voice.F{"Games": voice.Count(n)})
	}
	return nil
}

// sorted returns the start positions, those of most games first, then by their SP numbers.
func (g games) sorted() []chess960.Double {
	return slices.SortedFunc(maps.Keys(g.starts), func(a, b chess960.Double) int {
		return cmp.Or(cmp.Compare(len(g.starts[b]), len(g.starts[a])), cmp.Compare(a.WhiteFirst(), b.WhiteFirst()))
	})
}
