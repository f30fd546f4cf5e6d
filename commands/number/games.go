package number

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
)

// A reader answers for PGN files.
type reader struct {
	*reading.Files
	drawn  reading.Drawn                          // nil if no evening draws
	asText func(text string) (*chat.Reply, error) // for a short file without games
}

// answer says where the games of a file start, and whether that is what the evening in the
// channel has drawn. A short file without games is read as a text. If Discord is slow to give the
// file, or others keep the bot busy, people wait for the answer.
func (f reader) answer(ctx context.Context, r *chat.Request, file chat.Attachment) (*chat.Reply, error) {
	reply, err := f.read(ctx, r, file)
	if ctx.Err() != nil || errors.Is(err, errNoTurn) {
		return &chat.Reply{Audience: chat.AsAsked, Later: func(ctx context.Context) (*chat.Reply, error) {
			reply, err := f.read(ctx, r, file)
			if ctx.Err() != nil {
				err = reading.Unsent()
			}
			return reply, err
		}}, nil
	}
	return reply, err
}

// errNoTurn says that no turn of heavy work came before the deadline. A file that came late leaves
// no time for one.
var errNoTurn = errors.New("no turn to read the file")

// read gets a file from Discord and answers for its games.
func (f reader) read(ctx context.Context, r *chat.Request, file chat.Attachment) (*chat.Reply, error) {
	return f.Read(ctx, r, file, func(text string) (reply *chat.Reply, err error) {
		var boards map[reading.Pairing]chess960.Position
		if f.drawn != nil {
			if boards, err = f.drawn(ctx, r.ChannelID); err != nil {
				return nil, err
			}
		}
		var games games
		if err := f.Do(ctx, r.Asker, func() error { games = gamesIn(text, boards); return nil }); err != nil {
			return nil, fmt.Errorf("%w: %w", errNoTurn, err)
		}
		if games.all > 0 {
			return games.reply(file.Name)
		}
		if !reading.IsPGN(file) && reading.IsShort(text) {
			return f.asText(text)
		}
		if len(text) <= reading.Longest {
			if _, _, err := reading.Bare(text); !errors.Is(err, recognize.ErrNone) {
				return f.asText(text)
			}
		}
		return nil, chat.Refuse(voice.Phrase("reading.noGames"), voice.Phrase("number.givePGN"))
	})
}

// games is what a file says about the starts of its games.
type games struct {
	all     int
	special map[string]int
	cut     bool // the file has more games
	starts  map[chess960.Double][]int
	others  voice.Bullets // the first games that did not start as drawn, or do not say where
	more    int           // further such games
	rows    [][]string    // all games, for the table
}

// gamesIn reads where the games of a file start, and compares them with what was drawn.
func gamesIn(text string, drawn map[reading.Pairing]chess960.Position) games {
	g := games{special: map[string]int{}, starts: map[chess960.Double][]int{}}
	g.cut = reading.Games(text, func(start recognize.Origin, tags game.Tags) {
		g.all++
		g.add(start, tags, drawn)
	})
	return g
}

// drawnFor returns the position that was drawn for a board, or for all boards of a round if they have
// the same.
func drawnFor(pairing reading.Pairing, drawn map[reading.Pairing]chess960.Position) (p chess960.Position, ok bool) {
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
func (g *games) add(start recognize.Origin, tags game.Tags, drawn map[reading.Pairing]chess960.Position) {
	pairing := pairingOf(tags)
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
	switch special := specials[start.Said]; {
	case start.Said == recognize.Unreadable && tags.Kind() == game.OtherGame:
		g.tell(voice.Say("number.ofGame", voice.F{"Game": g.all, "Said": reading.OtherGame(tags)}))
	case special != "":
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
	if a := start.Another; a != nil {
		g.tell(voice.Say("number.namesAnother", voice.F{
			"Game": g.all, "Played": voice.Raw(bothNames(played)), "Named": voice.Raw(bothNames(chess960.Double{White: a.White, Black: a.Black})),
		}))
	}
	field := reading.CastlingField(start.Reading)
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
func pairingOf(tags game.Tags) reading.Pairing {
	notDigit := func(r rune) bool { return r < '0' || r > '9' }
	numbers := append(strings.FieldsFunc(typed.Plain(tags.Round), notDigit), "", "")
	if numbers[1] == "" {
		numbers[1] = strings.Join(strings.FieldsFunc(tags.Board, notDigit), " ")
	}
	round, _ := strconv.Atoi(numbers[0])
	board, _ := strconv.Atoi(numbers[1]) // 0 is no round and no board
	return reading.Pairing{Round: round, Board: board}
}

// specials are what is special about games, by what they say about their starts.
var specials = map[recognize.Said]string{
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
		lines = append(lines, voice.Say("reading.moreGames", voice.F{"More": voice.Count(g.more)}))
	}
	lines = append(lines, g.with("asDrawn"))
	var starts voice.Bullets
	sorted := slices.SortedFunc(maps.Keys(g.starts), func(a, b chess960.Double) int { // those of most games first
		return cmp.Or(cmp.Compare(len(g.starts[b]), len(g.starts[a])), cmp.Compare(a.WhiteFirst(), b.WhiteFirst()))
	})
	for i, start := range sorted {
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
	lines = append(lines, starts, g.with("noRound"), g.with("unnamed"), g.with("notSaid"), g.with("inPlay"), g.with("unread"), g.with("twoFENs"))
	if g.cut {
		lines = append(lines, voice.Phrase("number.cutFile"))
	}
	return append(lines, voice.Small(reading.FileLimits()))
}

// with counts the games that are special in a way; nil if there are none.
func (g games) with(special string) voice.Sentence {
	if n := g.special[special]; n > 0 {
		return voice.Say("number.gamesWith."+special, voice.F{"Games": voice.Count(n)})
	}
	return nil
}
