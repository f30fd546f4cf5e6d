package event

import (
	"context"
	"slices"
	"strings"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
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
			return t.standings(ctx, r, last.Read(r))
		},
		Presses: []chat.Press{showTable.On(func(ctx context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
			return t.standings(ctx, r, 1)
		}), showGames.On(t.gamesOfPlayer)},
	}
}

// The button “Table”, and the menu of its players, which knows how many evenings the table sums.
var (
	showTable = chat.NewControl("event-table", chat.NoFields)
	showGames = chat.NewControl("event-table-player", func(last *int, f *chat.Fields) { f.Number(last, 1, mostSummed) })
)

func tableButton() chat.Component {
	return secondary(voice.Phrase("event.table"), showTable.ID(struct{}{}))
}

// mostNames is how many players of a table fit on the screen of a phone.
const mostNames = 24

// standings shows the asker the table of the channel's last evenings.
func (t Tools) standings(ctx context.Context, r *chat.Request, last int) (*chat.Reply, error) {
	evenings, err := t.Store.Evenings(ctx, r.ChannelID, last)
	if err != nil {
		return nil, err
	}
	if len(evenings) == 0 {
		return nil, refusalOf(r, events.Ref{Channel: r.ChannelID}, nil, events.ErrNone)
	}
	l := t.layout(chat.OnlyAsker)
	rows := events.Standings(evenings...)
	l.Text(standingsText(evenings, rows))
	if len(rows) > 0 {
		var players []chat.MenuOption
		for _, s := range rows[:min(len(rows), chat.MostChoices)] {
			players = append(players, chat.MenuOption{Label: voice.Raw(s.Name), Value: s.Name})
		}
		l.Row(chat.Menu(showGames.ID(last), voice.Phrase("event.gamesOf"), players))
	}
	return l.Reply()
}

// gamesOfPlayer answers the menu below a table: it lists the games of a player.
func (t Tools) gamesOfPlayer(ctx context.Context, r *chat.Request, last int) (*chat.Reply, error) {
	evenings, err := t.Store.Evenings(ctx, r.ChannelID, last)
	if err != nil {
		return nil, err
	}
	name := strings.Join(r.Values, " ")
	var lines voice.Lines
	for _, e := range evenings {
		var games []voice.Sentence
		for i := range e.Draws {
			for _, g := range e.GamesOf(&e.Draws[i]) {
				if g.Outcome.Scored() && slices.Contains([]string{events.PlayerKey(g.White), events.PlayerKey(g.Black)}, events.PlayerKey(name)) {
					games = append(games, resultLine(e, g))
				}
			}
		}
		if games != nil {
			lines = append(append(lines, voice.Heading(3, typed(e.Rules.Name))), games...)
		}
	}
	if lines == nil {
		return nil, chat.Refuse(voice.Say("event.noPlayer", voice.F{
			"Typed": voice.Quoted(name),
		}), voice.Phrase("event.seeStandings"))
	}
	return chat.Say(voice.Fitting{Lines: lines, Most: mostLog, More: func(left int) voice.Sentence {
		return voice.Say("event.moreLines", voice.F{
			"N": voice.Count(left),
		})
	}}), nil
}

// standingsText is a table: rank, points, games and the names, which may be long. Players with
// equal points and games share a line.
func standingsText(evenings []*events.Event, rows []events.Standing) voice.Sentence {
	var title voice.Sentence = voice.Say("event.sumOf", voice.F{"Evenings": voice.Count(len(evenings))})
	if len(evenings) == 1 {
		title = typed(brief(evenings[0].Rules.Name))
	}
	lines := standingsLines(rows, mostNames)
	if lines == nil {
		lines = voice.Lines{voice.Phrase("event.noResults"), voice.Phrase("event.tellResults")}
	}
	return append(voice.Lines{voice.Heading(2, title)}, lines...)
}

// standingsLines returns a line for each rank, and names so many players at most; none without
// rows.
func standingsLines(rows []events.Standing, most int) (lines voice.Lines) {
	var line *standing
	for i, s := range rows[:min(len(rows), most)] {
		if i == 0 || s.Points != rows[i-1].Points || s.Games != rows[i-1].Games {
			line = &standing{Rank: s.Rank, Points: voice.Decimal{Value: float64(s.Points) / 2, Places: 1}, Games: voice.Count(s.Games)}
			lines = append(lines, line)
		}
		line.Names = append(line.Names, player(s.Name))
	}
	if more := len(rows) - most; more > 0 {
		lines = append(lines, voice.Say("event.morePlayers", voice.F{"N": voice.Count(more)}))
	}
	return lines
}

// The lines of a table.
type (
	standing struct {
		voice.Facts
		Rank   int
		Names  voice.And
		Points voice.Sentence
		Games  voice.Count
	}
)
