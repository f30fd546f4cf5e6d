package event

import (
	"context"
	"slices"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// mostSummed is how many evenings a table sums at most.
const mostSummed = 50

// Standings is /standings: the table of the channel's evening, or of its last evenings.
func Standings(t Tools) chat.Command {
	last := chat.NumberOption("last").Between(1, mostSummed).Or(1)
	return chat.Command{
		Name: "standings", Options: []chat.Option{last}, Database: true, Example: "/standings",
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			return t.standings(ctx, r, tableOf{last: last.Read(r)})
		},
		Presses: []chat.Press{
			lastTable.On(func(ctx context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
				return t.standings(ctx, r, tableOf{last: 1})
			}),
			eventTable.On(t.standings),
			lateTable.On(func(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
				return t.standings(ctx, r, tableOf{event: b.event})
			}),
			tablePage.On(t.turnTable), crossTable.On(t.showCross), lastGames.On(t.gamesOfPlayer), eventGames.On(t.gamesOfPlayer),
		},
	}
}

// A tableOf is what a table is about: an event, or the last ones of the channel.
type tableOf struct {
	event string // id, or ""
	last  int
	page  int // from 0
}

func (o *tableOf) eventField(f *chat.Fields) { f.Word(&o.event) }
func (o *tableOf) lastField(f *chat.Fields)  { f.Number(&o.last, 1, mostSummed) }

// pageFields are those of a page of either table.
func (o *tableOf) pageFields(f *chat.Fields) {
	f.Text(&o.event)
	f.Number(&o.last, 0, mostSummed)
	f.Number(&o.page, 0, evening.MostResults)
}

// The buttons “Standings”, and the menus of the players in a table.
var (
	lastTable  = chat.NewControl("event-table", chat.NoFields) // of older messages
	eventTable = chat.NewControl("event-table-of", (*tableOf).eventField)
	lateTable  = chat.NewControl("event-table-late", (*boardRef).fields)
	tablePage  = chat.NewControl("event-table-page", (*tableOf).pageFields)
	lastGames  = chat.NewControl("event-table-player", (*tableOf).lastField)
	eventGames = chat.NewControl("event-table-games", (*tableOf).eventField)
)

func tableButton(e *evening.Event) chat.Component {
	return chat.Secondary(voice.Phrase("event.table"), eventTable.ID(tableOf{event: e.ID}))
}

// evenings returns the events that a table is about, the last first.
func (t Tools) evenings(ctx context.Context, r *chat.Request, of tableOf) ([]*evening.Event, error) {
	if of.event == "" {
		return t.Store.Evenings(ctx, r.ChannelID, of.last)
	}
	ref := evening.Ref{Channel: r.ChannelID, ID: of.event}
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	return []*evening.Event{e}, nil
}

// mostNames is how many players of a table fit on the screen of a phone, with long names and tie-breaks.
const mostNames = 10

// standings shows the asker a table.
func (t Tools) standings(ctx context.Context, r *chat.Request, of tableOf) (reply *chat.Reply, err error) {
	err = t.Heavy.DoLarge(ctx, r.Asker, func() error {
		evenings, err := t.evenings(ctx, r, of)
		switch {
		case err != nil:
			return err
		case len(evenings) == 0:
			return refusalOf(r, here(r), nil, evening.ErrNone)
		}
		rows := evening.Standings(evenings...)
		pages := (len(rows) + mostNames - 1) / mostNames
		of.page = max(0, min(of.page, pages-1))
		l := t.layout(chat.OnlyAsker)
		l.Text(standingsText(r, evenings, rows, of.page))
		var players []chat.MenuOption
		for _, s := range rows[of.page*mostNames : min(len(rows), (of.page+1)*mostNames)] {
			players = append(players, chat.MenuOption{Label: voice.Raw(s.Name), Value: s.Name})
		}
		if players != nil {
			menu := lastGames.ID
			if of.event != "" {
				menu = eventGames.ID
			}
			l.Row(chat.Menu(menu(of), voice.Phrase("event.gamesOf"), players))
		}
		turns := card.Turns(of.page, pages, func(page int) string { return tablePage.ID(tableOf{of.event, of.last, page}) })
		if len(evenings) == 1 {
			turns = append(turns, crossButton(evenings[0], rows)...)
		}
		l.Buttons(turns)
		reply, err = l.Reply()
		return err
	})
	return reply, err
}

// turnTable answers the buttons that turn the pages of a table.
func (t Tools) turnTable(ctx context.Context, r *chat.Request, of tableOf) (*chat.Reply, error) {
	reply, err := t.standings(ctx, r, of)
	if err == nil {
		reply.Audience = chat.OwnPage
	}
	return reply, err
}

// mostGames is the length in characters of the longest list of a player's games.
const mostGames = 600

// gamesOfPlayer answers the menu below a table: it lists the games of a player.
func (t Tools) gamesOfPlayer(ctx context.Context, r *chat.Request, of tableOf) (reply *chat.Reply, err error) {
	err = t.Heavy.DoLarge(ctx, r.Asker, func() error {
		evenings, err := t.evenings(ctx, r, of)
		if err == nil {
			reply, err = gamesIn(evenings, strings.Join(r.Values, " "))
		}
		return err
	})
	return reply, err
}

// gamesIn lists the games of a player.
func gamesIn(evenings []*evening.Event, name string) (*chat.Reply, error) {
	var lines voice.Lines
	for _, e := range evenings {
		var games []voice.Sentence
		for i := range e.Draws {
			for _, g := range e.GamesOf(&e.Draws[i]) {
				if g.Outcome.Scored() && slices.Contains([]string{evening.PlayerKey(g.White), evening.PlayerKey(g.Black)}, evening.PlayerKey(name)) {
					games = append(games, resultLine(e, g, somebody))
				}
			}
		}
		if games != nil {
			lines = append(append(lines, voice.Heading(3, typed(e.Rules.Name))), games...)
		}
	}
	if lines == nil {
		return nil, noPlayer(name)
	}
	return chat.Say(voice.Fitting{Lines: lines, Most: mostGames, More: func(left int) voice.Sentence {
		return voice.Say("event.moreGamesOf", voice.F{"N": voice.Count(left)})
	}}), nil
}

// standingsText is a page of a table, the first is 0: rank, points, games and the names, which may be long. Players with
// equal points and games share a line.
func standingsText(r *chat.Request, evenings []*evening.Event, rows []evening.Standing, page int) voice.Sentence {
	var title voice.Sentence = voice.Say("event.sumOf", voice.F{"Evenings": voice.Count(len(evenings))})
	if len(evenings) == 1 {
		title = typed(brief(evenings[0].Rules.Name))
	}
	lines := standingsLines(rows, page)
	games := 0
	for _, e := range evenings {
		games += e.WithoutNames()
	}
	switch {
	case games > 0:
		lines = append(lines, voice.Say("event.resultsWithoutNames", voice.F{"N": voice.Count(games)}))
	case lines == nil:
		lines = voice.Lines{voice.Phrase("event.noResults"), hint(r, voice.Phrase("event.tellResults"), voice.Phrase("event.organiserTells"))}
	}
	return append(voice.Lines{voice.Heading(2, title)}, lines...)
}

// standingsLines returns a line for each rank of a page, and says how many players come behind it, and what
// the tie-breaks are if there are some; none without rows.
func standingsLines(rows []evening.Standing, page int) (lines voice.Lines) {
	var names voice.And // of the line
	var tied voice.Sentence
	end := min(len(rows), (page+1)*mostNames)
	for i := page * mostNames; i < end; i++ {
		s := rows[i]
		if i == page*mostNames || s.Rank != rows[i-1].Rank || s.Games != rows[i-1].Games || s.Byes != rows[i-1].Byes {
			lines, names = append(lines, nil), nil
		}
		names = append(names, player(s.Name))
		byes := only(s.Byes > 0, voice.Say("event.byeCount", voice.F{"N": voice.Count(s.Byes)}))
		var ties voice.Row
		if s.Tied {
			var direct voice.Sentence = voice.Raw("–")
			if s.Ties.Met {
				direct = points(s.Ties.Direct)
			}
			ties = voice.Row{direct, voice.Grouped(s.Ties.Won), voice.Decimal{Value: float64(s.Ties.Berger) / 4, Places: 2}}
			tied = voice.Small(voice.Phrase("event.tieBreaks"))
		}
		lines[len(lines)-1] = voice.Say("event.standing", voice.F{
			"Rank": s.Rank, "Names": names, "Points": points(s.Points), "Games": voice.Count(s.Games), "Byes": byes, "Ties": ties,
		})
	}
	if more := len(rows) - end; more > 0 {
		lines = append(lines, voice.Say("event.morePlayers", voice.F{"N": voice.Count(more)}))
	}
	if tied != nil {
		lines = append(lines, tied)
	}
	return lines
}

// points prints half points: "3.5".
func points(half int) voice.Decimal { return voice.Decimal{Value: float64(half) / 2, Places: 1} }

// namedLateResults is how many results a post about late results names.
const namedLateResults = 12

// lateResultsID returns the custom id of the button under the post about the results from the first
// one on, by its index.
func lateResultsID(e *evening.Event, first int) string {
	return lateTable.ID(boardRef{event: e.ID, draw: first})
}

// lateResultsPost returns the post about results that came after the end of an event.
func lateResultsPost(e *evening.Event, late []evening.Result) (outbox.Message, error) {
	first, last := late[0].Index, map[evening.GameRef]int{} // by game: a correction replaces what was told before
	for _, r := range late {
		last[r.Game] = r.Index
	}
	late = slices.DeleteFunc(slices.Clone(late), func(r evening.Result) bool { return r.Index != last[r.Game] })
	lines := voice.Lines{aboutEvent("lateResults", e)}
	for _, r := range late[:min(len(late), namedLateResults)] {
		counts, said := e.ResultOf(r.Game), voice.Sentence(nil)
		if r.Link != "" && counts.Index < r.Index { // a person typed another one before
			r, said = counts, lichessSays(r.Outcome)
		}
		lines = append(lines, voice.Run{resultLine(e, r, somebody), said})
	}
	if more := len(late) - namedLateResults; more > 0 {
		lines = append(lines, voice.Say("event.moreResults", voice.F{"N": voice.Count(more)}))
	}
	reply := chat.Say(lines)
	reply.Audience = chat.AsAsked
	reply.Components = append(reply.Components, chat.Row(chat.Secondary(voice.Phrase("event.table"), lateResultsID(e, first))))
	return reply, nil
}
