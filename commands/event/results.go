package event

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/club/events"
	"chess960bot/voice"
)

// resultOptions are the options of /event result.
type resultOptions struct {
	round, board, game chat.OptionOf[int]
	outcome            chat.OptionOf[events.Outcome]
	white, black       chat.OptionOf[string]
}

func (t Tools) resultOptions() resultOptions {
	return resultOptions{
		round: t.roundOption().Mandatory(),
		board: chat.NumberOption("board").Between(1, events.MostBoards).Mandatory(),
		game:  chat.NumberOption("game").Between(1, events.MostGames).Or(1),
		outcome: chat.List[events.Outcome]{All: events.Outcomes(), Describe: func(o events.Outcome) (string, voice.Sentence) {
			return string(o), chat.ChoiceName("result", outcomeIDs[o])
		}}.Option("result").Mandatory(),
		white: chat.TextOption("white").UpTo(events.MostPlayer).CompletedBy(t.completePlayer),
		black: chat.TextOption("black").UpTo(events.MostPlayer).CompletedBy(t.completePlayer),
	}
}

// outcomeIDs are the ids of the outcomes in the message files.
var outcomeIDs = map[events.Outcome]string{
	events.WhiteWins: "white", events.Drawn: "drawn", events.BlackWins: "black",
	events.WhiteByLoss: "whiteForfeit", events.BlackByLoss: "blackForfeit", events.NoOneCame: "nobody",
	events.Bye: "bye", events.Unknown: "none",
}

// outcomeName names an outcome as the option does.
func outcomeName(o events.Outcome) voice.Sentence {
	return chat.ChoiceName("result", outcomeIDs[o])
}

// result answers /event result: it records the result of one game. Without names, those that
// are known stay.
func (t Tools) result(ctx context.Context, r *chat.Request, o resultOptions) (*chat.Reply, error) {
	var told events.Result
	round, board, game := o.round.Read(r), o.board.Read(r), o.game.Read(r)
	e, err := t.update(ctx, r, func(e *events.Event) error {
		d := e.Round(round)
		if d == nil {
			return events.ErrNotDrawn
		}
		ref := events.GameRef{Draw: d.Index, Board: board, Game: game}
		known := e.ResultOf(ref)
		told = events.Result{Game: ref, White: known.White, Black: known.Black, Outcome: o.outcome.Read(r)}
		o.white.Update(r, &told.White)
		o.black.Update(r, &told.Black)
		told.White, told.Black = strings.TrimSpace(told.White), strings.TrimSpace(told.Black)
		_, err := e.AddResults(t.asker(r), []events.Result{told})
		return err
	})
	if err != nil {
		return nil, err
	}
	l := t.layout()
	l.Audience, l.Done = chat.AsAsked, true
	l.Text(voice.Lines{resultLine(e, told), toldBy{By: mention(r.Asker, "")}})
	l.Buttons([]chat.Component{tableButton()})
	return l.Reply()
}

// resultRefusal turns an error of results or of a plan into a refusal; nil for other errors.
func resultRefusal(err error) error {
	switch {
	case errors.Is(err, events.ErrNoGame):
		return chat.Refuse(voice.Phrase("event.noGame"), voice.Phrase("event.seeRounds"))
	case errors.Is(err, events.ErrResults):
		return chat.Refuse(limit{resultLines, events.MostResults}, voice.Phrase("event.closeAndStart"))
	case errors.Is(err, events.ErrPast):
		return chat.Refuse(voice.Phrase("event.timeOver"), voice.Phrase("event.writeTime"))
	case errors.Is(err, events.ErrByPeople):
		return chat.Refuse(voice.Phrase("event.lockedByPeople"), voice.Phrase("event.drawNext"))
	}
	return nil
}

// toldBy says who told a result.
type toldBy struct {
	voice.Facts
	By voice.Sentence
}

// resultLine tells the result of a game in a line.
func resultLine(e *events.Event, told events.Result) voice.Sentence {
	return gameResult{
		Round: e.Draws[told.Game.Draw].Round, Board: told.Game.Board,
		White: player(told.White), Black: opponent(told), Outcome: outcomeName(told.Outcome),
	}
}

// gameResult is the result of a game.
type gameResult struct {
	voice.Facts
	Round, Board int
	White, Black voice.Sentence
	Outcome      voice.Sentence
}

// player names a player: a mention that was typed pings nobody, and shows the person.
func player(name string) voice.Sentence {
	switch {
	case name == "":
		return voice.Phrase("event.somebody")
	case isMention(name):
		return voice.Raw(name)
	}
	return typed(name)
}

// opponent names Black, who is nobody in a bye.
func opponent(r events.Result) voice.Sentence {
	if r.Outcome == events.Bye && r.Black == "" {
		return nil
	}
	return player(r.Black)
}

// isMention reports whether a name is the mention of a person.
func isMention(name string) bool {
	id, ok := strings.CutPrefix(name, "<@")
	id, closed := strings.CutSuffix(id, ">")
	return ok && closed && chat.IsSnowflake(id)
}

// completePlayer offers the players of this evening and the last ones of the channel.
func (t Tools) completePlayer(ctx context.Context, r *chat.Request, typed string) []chat.Choice {
	evenings, err := t.Store.Evenings(ctx, r.ChannelID, mostSummed)
	if err != nil {
		return nil
	}
	var offered []chat.Choice
	for _, s := range events.Standings(evenings...) {
		if strings.Contains(events.PlayerKey(s.Name), events.PlayerKey(typed)) && len(offered) < chat.MostChoices {
			offered = append(offered, chat.Choice{Name: voice.Raw(s.Name), Value: s.Name})
		}
	}
	return offered
}

// rename answers /event player: it merges two spellings of a name, or removes a name.
func (t Tools) rename(ctx context.Context, r *chat.Request, from, to string) (*chat.Reply, error) {
	n := 0
	if _, err := t.update(ctx, r, func(e *events.Event) error {
		if n = e.RenamePlayer(from, strings.TrimSpace(to)); n == 0 {
			return chat.Refuse(noPlayer{Typed: voice.Quoted(from)}, voice.Phrase("event.seeStandings"))
		}
		return nil
	}); err != nil {
		return nil, err
	}
	return chat.Done(renamed{Results: voice.Count(n), From: voice.Typed(from), To: player(strings.TrimSpace(to))}), nil
}

// renamed says how many results have another name now, and noPlayer that no one has a name.
type (
	renamed struct {
		voice.Facts
		Results voice.Count
		From    voice.Typed
		To      voice.Sentence
	}
	noPlayer struct {
		voice.Facts
		Typed voice.Quoted
	}
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
	return chat.Button(discordgo.SecondaryButton, voice.Phrase("event.table"), showTable.ID(struct{}{}))
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
	l := t.layout()
	l.Audience = chat.OnlyAsker
	l.Text(standingsText(evenings))
	if rows := events.Standings(evenings...); len(rows) > 0 {
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
				_, _, scored := g.Outcome.Points()
				if scored && slices.Contains([]string{events.PlayerKey(g.White), events.PlayerKey(g.Black)}, events.PlayerKey(name)) {
					games = append(games, resultLine(e, g))
				}
			}
		}
		if games != nil {
			lines = append(append(lines, voice.Heading(3, typed(e.Rules.Name))), games...)
		}
	}
	if lines == nil {
		return nil, chat.Refuse(noPlayer{Typed: voice.Quoted(name)}, voice.Phrase("event.seeStandings"))
	}
	return chat.Say(voice.Fitting{Lines: lines, Most: mostLog, More: func(left int) voice.Sentence { return moreLines{N: voice.Count(left)} }}), nil
}

// standingsText is a table: rank, points, games and the names, which may be long. Players with
// equal points and games share a line.
func standingsText(evenings []*events.Event) voice.Sentence {
	var title voice.Sentence = sumOf{Evenings: voice.Count(len(evenings))}
	if len(evenings) == 1 {
		title = typed(brief(evenings[0].Rules.Name))
	}
	rows := events.Standings(evenings...)
	if len(rows) == 0 {
		return voice.Lines{voice.Heading(2, title), voice.Phrase("event.noResults"), voice.Phrase("event.tellResults")}
	}
	lines := voice.Lines{voice.Heading(2, title)}
	for i, s := range rows[:min(len(rows), mostNames)] {
		if i > 0 && s.Points == rows[i-1].Points && s.Games == rows[i-1].Games {
			same := &lines[len(lines)-1]
			line := (*same).(standing)
			line.Names = append(line.Names, player(s.Name))
			*same = line
			continue
		}
		lines = append(lines, standing{Rank: s.Rank, Names: voice.And{player(s.Name)}, Points: voice.Decimal{Value: float64(s.Points) / 2, Places: 1}, Games: voice.Count(s.Games)})
	}
	if more := len(rows) - mostNames; more > 0 {
		lines = append(lines, morePlayers{N: voice.Count(more)})
	}
	return lines
}

// The lines of a table.
type (
	sumOf struct {
		voice.Facts
		Evenings voice.Count
	}
	standing struct {
		voice.Facts
		Rank   int
		Names  voice.And
		Points voice.Sentence
		Games  voice.Count
	}
	morePlayers struct {
		voice.Facts
		N voice.Count
	}
)
