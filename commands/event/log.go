package event

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// close answers /event close: it ends the event and posts the final table. If the event is over
// already, only the asker sees the table.
func (t Tools) close(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	return t.closeEvent(ctx, r, here(r), nil)
}

// closeEvent is close for an event. asked is the answer to the question about results that players have told;
// nil before it.
func (t Tools) closeEvent(ctx context.Context, r *chat.Request, ref evening.Ref, asked *closeRef) (*chat.Reply, error) {
	var told *chat.Reply
	var l *card.Layout
	err := t.Heavy.DoLarge(ctx, r.Asker, func() error { // an event whose log has to wait stays open
		audience := chat.AsAsked
		e, err := t.update(ctx, r, ref, func(e *evening.Event) error {
			if open, disputed := e.OpenTellings(); e.ClosedAt.IsZero() && len(open)+len(disputed) > 0 && (asked == nil || len(e.Tellings) > asked.seen) {
				told = t.askClose(e)
				return errToldOpen
			}
			if e.ClosedAt.IsZero() && asked != nil && asked.accept {
				if _, err := e.AcceptTellings(t.asker(r), len(e.Tellings)); err != nil {
					return err
				}
			}
			err := e.Close(t.asker(r))
			if errors.Is(err, evening.ErrClosed) {
				audience, err = chat.OnlyAsker, nil
			}
			return err
		})
		if err != nil {
			return err
		}
		names := namesOf(ctx, r, e)
		moves, err := t.Store.Moves(ctx, e.ID)
		if err != nil {
			return err
		}
		files, err := e.Files(ctx, fileLimit(r), names, moves, writeLog(e, t.logOf(e), names, r.AnswerLanguage(false)))
		if err != nil && !errors.Is(err, evening.ErrTooLarge) {
			return err
		}
		l = t.layout(audience)
		l.Done = audience == chat.AsAsked
		players := evening.Standings(e)
		l.Text(endText(e, players))
		buttons := append(crossButton(e, players), chat.Secondary(action("again"), againButton.ID(struct{}{})))
		if len(players) > mostNames {
			buttons = append([]chat.Component{tableButton(e)}, buttons...)
		}
		l.Buttons(buttons)
		attach(l, files)
		return nil
	})
	switch {
	case errors.Is(err, errToldOpen):
		return told, nil
	case err != nil:
		return nil, err
	}
	return l.Reply()
}

// logOf returns the log of an event when it is asked for.
func (t Tools) logOf(e *evening.Event) func() []evening.Entry {
	return sync.OnceValue(func() []evening.Entry { return e.Log(t.Now()) })
}

// againButton opens an event by the rules of the last one in its channel.
var againButton = chat.NewControl("event-again", chat.NoFields)

// endText is what an event has come to: the table of the players, what has no result, and a table of the
// boards.
func endText(e *evening.Event, players []evening.Standing) voice.Sentence {
	lines := append(voice.Lines{voice.Heading(2, aboutEvent("ended", e))}, standingsLines(players, 0)...)
	lines = append(lines, only(e.Server != nil && e.Server.State == evening.ServerEnding, voice.Phrase("event.server.closed")))
	if len(e.Draws) == 0 {
		return append(lines, voice.Phrase("event.noDraw"))
	}
	for round := 1; round <= e.Rules.Rounds && e.HasResults(); round++ {
		if d := e.Round(round); d != nil && len(e.Missing(d)) > 0 {
			lines = append(lines, voice.Say("event.inRound", voice.F{"Round": round, "Says": missingText(e, d)}))
		}
	}
	switch table := boardsTable(e); {
	case len(table)+len(players) > mostTable:
		lines = append(lines, voice.Phrase("event.tableInFiles"))
	case table != nil:
		lines = append(lines, voice.Phrase("event.tableOfBoards"), voice.Block(table))
	}
	return append(lines, voice.Phrase("event.logInFile"))
}

// logLines returns a line for each entry of a log, with the time of day.
func logLines(e *evening.Event, log []evening.Entry) []voice.Sentence {
	var lines []voice.Sentence
	for _, entry := range log {
		lines = append(lines, voice.Run{clock(entry.At), logLine(e, entry, false)})
	}
	return lines
}

// logLine says in a line what was done. The whole line names all positions and numbers, another one counts
// them.
func logLine(e *evening.Event, entry evening.Entry, whole bool) voice.Run {
	by := person(entry.By, entry.ByName)
	var positions voice.Sentence // of the draw
	if d := entry.Draw; d != nil && !d.Sealed() {
		positions = positionsIn(e.FirstSPs(d), whole)
	}
	switch c, d := entry.Change, entry.Draw; entry.Kind {
	case evening.EntryNew:
		rules := e.FirstRules()
		return voice.Run{voice.Say("event.log.new", voice.F{
			"By": by, "Rounds": roundCount(rules.Rounds), "Boards": boardCount(rules.Boards),
		})}
	case evening.EntryDraw:
		if _, ok := d.OnTime(); ok {
			return voice.Run{voice.Say("event.log.onTime", voice.F{"By": by, "Round": d.Round, "Positions": positions})}
		}
		return voice.Run{voice.Say("event.log.draw", voice.F{"By": by, "Round": d.Round, "Positions": positions})}
	case evening.EntrySet:
		return voice.Run{voice.Say("event.log.set", voice.F{"By": by, "Round": d.Round, "Positions": positions})}
	case evening.EntrySeal:
		return voice.Run{voice.Say("event.log.seal", voice.F{"By": by, "Round": d.Round})}
	case evening.EntryOpen:
		line := voice.Run{voice.Say("event.log.open", voice.F{"Round": d.Round, "Positions": positions})}
		if entry.By != "" {
			line = voice.Run{voice.Say("event.log.openedBy", voice.F{"By": by, "Round": d.Round, "Positions": positions})}
		}
		if whole || len(d.Seal.Added) <= namedInLine {
			numbers, _, _ := unsealedText(e, d, person)
			line = append(line, numbers)
		}
		return line
	case evening.EntryStart:
		return voice.Run{voice.Say("event.log.start", voice.F{"By": by, "Round": d.Round})}
	case evening.EntryCut:
		return voice.Run{voice.Say("event.log.cut", voice.F{"Round": d.Round})}
	case evening.EntryBegin:
		return voice.Run{voice.Say("event.log.begin", voice.F{"Round": d.Round})}
	case evening.EntryVoid:
		return voice.Run{voice.Say("event.log.void", voice.F{"By": by, "Round": d.Round}), because(d.Void.Reason)}
	case evening.EntryPlan:
		if c.Plan.At.IsZero() {
			return voice.Run{voice.Say("event.log.cancel", voice.F{"By": by, "Round": c.Plan.Round})}
		}
		at := voice.Moment{Time: c.Plan.At, Style: voice.LongDateTime}
		return voice.Run{voice.Say("event.log.plan", voice.F{"By": by, "Round": c.Plan.Round, "At": at})}
	case evening.EntryChange:
		text := append(voice.Run{voice.Say("event.log.change", voice.F{"By": by})}, newRules(c.Was, e.After(c))...)
		if d, first, last := e.NewBoards(c); d != nil {
			text = append(text, voice.Say("event.logJoined", voice.F{
				"Boards": boardsFrom(first, last), "Round": d.Round, "Positions": positionsIn(e.JoinedSPs(c), whole),
			}))
		}
		return text
	case evening.EntryRedraw:
		text := redrawText(e, c)
		return append(voice.Run{text[0], voice.Say("event.log.redraw", voice.F{"By": by})}, text[1:]...)
	case evening.EntryRemove:
		n, _ := c.Rename.Removed()
		return voice.Run{removedText(c, n, person)}
	case evening.EntryRename:
		if c.Rename == nil || c.Rename.From == "" || c.Rename.To == "" {
			return voice.Run{voice.Say("event.log.renameRemoved", voice.F{"By": by})}
		}
		return voice.Run{voice.Say("event.log.rename", voice.F{"By": by, "From": player(c.Rename.From), "To": player(c.Rename.To)})}
	case evening.EntryTell, evening.EntryDiffer, evening.EntryUnbind:
		return toldLine(e, entry)
	case evening.EntryClose:
		return voice.Run{voice.Say("event.log.close", voice.F{"By": by})}
	case evening.EntryReopened:
		return voice.Run{voice.Say("event.log.reopen", voice.F{"By": by})}
	}
	if entry.Beside != "" {
		return voice.Run{resultLine(e, *entry.Result, aPlayer), lichessSays(entry.Beside)}
	}
	if told := entry.Result; told.Outcome == evening.Unknown && entry.Was == "" && told.White != "" && told.Black != "" {
		return voice.Run{voice.Say("event.log.paired", voice.F{
			"By": by, "Round": e.Draws[told.Game.Draw].Round, "Board": told.Game.Board, "White": player(told.White), "Black": player(told.Black),
		})}
	}
	line := voice.Run{resultLine(e, *entry.Result, aPlayer), toldBy(*entry.Result, entry.Telling, entry.Claims, person)}
	line = append(line, claimed(*entry.Result, entry.Claims)...)
	if entry.Was.Scored() && entry.Was != entry.Result.Outcome {
		line = append(line, voice.Say("event.log.was", voice.F{"Was": entry.Was.Name()}))
	}
	return line
}

// writeLog writes log.txt, the log of an event. Each line begins with the time, the kind, and the round, board and
// game, which are the same in every language. Then comes the line of the log, without Markdown and with
// names for mentions.
func writeLog(e *evening.Event, log func() []evening.Entry, names map[string]string, language string) func(io.Writer) error {
	return func(w io.Writer) error {
		v := voice.In(language)
		var pairs []string
		for mention, name := range names {
			pairs = append(pairs, mention, name)
		}
		named := strings.NewReplacer(pairs...)
		for _, entry := range log() {
			round, board, game := e.Game(entry)
			of := "-"
			for i, n := range []int{round, board, game} {
				switch {
				case n > 0 && i > 0:
					of += "." + strconv.Itoa(n)
				case n > 0:
					of = strconv.Itoa(n)
				}
			}
			said := named.Replace(markdown.ReplaceAllString(v.Say(logLine(e, entry, true)), "$1"))
			if _, err := fmt.Fprintf(w, "%s %-6s %-8s %s\n", entry.At.UTC().Format(time.RFC3339), entry.Kind, of, said); err != nil {
				return err
			}
		}
		return nil
	}
}

// markdown matches a character that Discord would read as Markdown without the backslash.
var markdown = regexp.MustCompile(`\\([[:punct:]])`)

// namedInLine is how many people with numbers a line names in Discord: eight lines fit a message.
const namedInLine = 5

// positionsIn names one position, and all or counts them.
func positionsIn(sps []int, whole bool) voice.Sentence {
	if len(sps) > 1 && !whole {
		return positionCount(len(sps))
	}
	var all voice.And
	for _, sp := range sps {
		all = append(all, spName(sp))
	}
	return all
}

// logPage is the custom id of the buttons of /event log: the event, and a page from 0, the last
// one first.
type logPage struct {
	event string
	page  int
}

func (p *logPage) fields(f *chat.Fields) {
	f.Word(&p.event)
	f.Number(&p.page, 0, mostLogPages)
}

const (
	linesPerPage = 8
	mostLogPages = 10_000
)

var turnLog = chat.NewControl("event-log", (*logPage).fields)

// log answers /event log: everything that was done, the last lines first.
func (t Tools) log(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	return t.inTurn(ctx, r, func() (*chat.Reply, error) { return t.logPage(ctx, r, logPage{}, chat.OnlyAsker) })
}

func (t Tools) turnLog(ctx context.Context, r *chat.Request, p logPage) (*chat.Reply, error) {
	return t.inTurn(ctx, r, func() (*chat.Reply, error) { return t.logPage(ctx, r, p, chat.OwnPage) })
}

func (t Tools) logPage(ctx context.Context, r *chat.Request, p logPage, audience chat.Audience) (*chat.Reply, error) {
	ref := evening.Ref{Channel: r.ChannelID, ID: p.event}
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	log := e.Log(t.Now())
	end := max(len(log)-p.page*linesPerPage, 0)
	first := max(end-linesPerPage, 0)
	l := t.layout(audience)
	l.Text(append(voice.Lines{voice.Heading(2, voice.Say("event.logOf", voice.F{"Event": eventName(e)}))}, logLines(e, log[first:end])...))
	pages := (len(log) + linesPerPage - 1) / linesPerPage // shown from the last one on
	l.Buttons(card.Turns(pages-1-p.page, pages, func(page int) string { return turnLog.ID(logPage{e.ID, pages - 1 - page}) }))
	return l.Reply()
}

// clock shows a time of day. Public answers stay, so they do not say how long it is until then.
func clock(at time.Time) voice.Moment { return voice.Moment{Time: at, Style: voice.ShortTime} }

// mostTable is how many lines a table of boards and one of players have together, so that both fit a phone.
const mostTable = 16

// boardsTable is a table with the SP number of each board in each round that counts; nil if all boards
// play the same position. As many rounds stand side by side as fit on a phone.
func boardsTable(e *evening.Event) (table voice.Lines) {
	const width = 5
	const sideBySide = chat.MostColumns/width - 1
	if !e.Rules.Each {
		return nil
	}
	var draws []*evening.Draw
	for round := 1; round <= e.Rules.Rounds; round++ {
		if d := e.Round(round); d != nil {
			draws = append(draws, d)
		}
	}
	for group := range slices.Chunk(draws, sideBySide) {
		head := voice.Cells{{Of: voice.Phrase("event.boardColumn"), Width: width}}
		boards := 0
		for _, d := range group {
			head = append(head, voice.Cell{Of: voice.Say("event.roundColumn", voice.F{"Round": d.Round}), Width: width - 1})
			boards = max(boards, len(d.SPs))
		}
		table = append(table, head)
		for board := range boards {
			row := voice.Cells{{Of: board + 1, Width: width}}
			for _, d := range group {
				var sp any = voice.Raw("–")
				if board < len(d.SPs) {
					sp = d.SPs[board]
				}
				row = append(row, voice.Cell{Of: sp, Width: width - 1})
			}
			table = append(table, row)
		}
	}
	return table
}
