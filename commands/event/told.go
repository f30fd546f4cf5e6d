package event

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// toldID returns the custom id of the button under the message with what the players of a round have told.
func toldID(e *evening.Event, d *evening.Draw) string {
	return tellThere.ID(boardRef{e.ID, d.Index, 0})
}

// mostTold is the length in characters of the results in that message.
const mostTold = 2500

// toldPost returns that message, or what is to stand in it from now on.
func toldPost(e *evening.Event, d *evening.Draw, message string) (outbox.Message, error) {
	lines := voice.Lines{headingOf("results", e, d)}
	reply := chat.Say(nil)
	reply.Audience = chat.AsAsked
	if d.Void != nil {
		lines = append(lines, voice.Phrase("event.voidDraw"))
	} else {
		var games voice.Lines
		for _, g := range e.Told(d) {
			if g.Known() {
				games = append(games, boardLine(e, d, g, true))
			}
		}
		lines = append(append(lines, voice.Fitting{Lines: games, Most: mostTold, More: func(left int) voice.Sentence {
			return voice.Say("event.moreResults", voice.F{"N": voice.Count(left)})
		}}), legend(e, d)...)
	}
	reply.Components = []chat.Component{chat.Text(lines)}
	if d.Void == nil {
		reply.Components = append(reply.Components, chat.Row(chat.Secondary(voice.Phrase("event.tell.button"), toldID(e, d)), tableButton(e)))
	}
	return inMessage(reply, message), nil
}

// toldMark is what players have told of a game that has no result, with a mark; nil for nothing.
func toldMark(g evening.Told) voice.Sentence {
	switch {
	case g.Disputed():
		return voice.Say("event.tell.mark.disputed", voice.F{"First": g.By[0].Outcome.Name(), "Second": g.By[1].Outcome.Name()})
	case g.Open():
		return voice.Say("event.tell.mark.open", voice.F{"Outcome": g.Last().Outcome.Name()})
	}
	return nil
}

// legend explains the marks in a list of games.
func legend(e *evening.Event, d *evening.Draw) (lines []voice.Sentence) {
	if len(e.Tellings) == 0 {
		return nil
	}
	games := e.Told(d)
	return []voice.Sentence{
		only(slices.ContainsFunc(games, evening.Told.Open), voice.Small(voice.Phrase("event.tell.legend.open"))),
		only(slices.ContainsFunc(games, evening.Told.Disputed), voice.Small(voice.Phrase("event.tell.legend.disputed"))),
	}
}

// claimed says who had told another result of a game than the one that counts, or that was decided.
func claimed(r evening.Result, claims [2]*evening.Telling) (lines []voice.Sentence) {
	for _, t := range claims {
		if t != nil && t.Outcome != r.Outcome && r.Outcome.Scored() { // perhaps another player's, who sat there before
			lines = append(lines, voice.Say("event.tell.claimed", voice.F{"Player": playerOr(t.Name, aPlayer), "Outcome": t.Outcome.Name()}))
		}
	}
	return lines
}

// toldLine is the line of the log for what a player has told, or for a name that was taken away.
func toldLine(e *evening.Event, entry evening.Entry) voice.Run {
	by, t := person(entry.By, entry.ByName), entry.Telling
	if entry.Kind == evening.EntryUnbind {
		return voice.Run{voice.Say("event.log.unbind", voice.F{"By": by, "Player": playerOr(t.Name, aPlayer)})}
	}
	kind := "tell"
	if entry.Kind == evening.EntryDiffer {
		kind = "differ"
	}
	line := voice.Run{voice.Say("event.log."+kind, voice.F{
		"Round": e.Draws[t.Game.Draw].Round, "Board": t.Game.Board, "Game": e.GameNumber(t.Game), "Player": playerOr(t.Name, by), "Outcome": t.Outcome.Name(),
	})}
	if key := evening.PlayerKey(t.Name); t.Name != "" && key != evening.PlayerKey(entry.ByName) && key != evening.PlayerKey(evening.MentionOf(entry.By)) {
		line = append(line, voice.Say("event.toldBy", voice.F{"By": by}))
	}
	return line
}

// agreedBy says who told a result, and who agreed or took it back; nil for a result that somebody typed.
func agreedBy(t *evening.Telling, claims [2]*evening.Telling, named naming) voice.Sentence {
	if t == nil {
		return nil
	}
	by := named(t.By, t.ByName)
	if t.Kind == evening.TakesBack {
		return voice.Say("event.log.back", voice.F{"By": by})
	}
	told := claims[0]
	if t.Kind == evening.Confirms && !t.Black || t.Kind == evening.Accepts && t.Black {
		told = claims[1]
	}
	teller := named("", "")
	if told != nil {
		teller = named(told.By, told.ByName)
	}
	kind := "confirm"
	if t.Kind == evening.Accepts {
		if told != nil && told.By == t.By {
			return voice.Say("event.toldBy", voice.F{"By": by})
		}
		kind = "accept"
	}
	return voice.Say("event.log."+kind, voice.F{"Teller": teller, "By": by})
}

// The controls of organisers.
var (
	unbindMenu   = chat.NewControl("event-unbind", (*boardRef).fields) // a page of names, the first is 0
	acceptButton = chat.NewControl("event-tell-accept", (*backRef).fields)
	closeTold    = chat.NewControl("event-close-told", (*closeRef).fields)
)

// A closeRef is the custom id of a button that closes an event: whether what one player has told counts,
// and how many tellings the event had when the button was shown.
type closeRef struct {
	event  string
	accept bool
	seen   int
}

func (c *closeRef) fields(f *chat.Fields) {
	f.Word(&c.event)
	f.Flag(&c.accept, "without", "accept")
	f.Number(&c.seen, 0, evening.MostTellings)
}

// openLines says of which boards one player has told a result, and which are disputed.
func openLines(e *evening.Event) (lines []voice.Sentence, open int) {
	told, disputed := e.OpenTellings()
	for round := 1; round <= e.Rules.Rounds; round++ {
		d := e.Round(round)
		for i, games := range [][]evening.Told{told, disputed} {
			kind := []string{"open", "disputed"}[i]
			var boards []int
			for _, g := range games {
				if n := len(boards); d != nil && g.Game.Draw == d.Index && (n == 0 || boards[n-1] != g.Game.Board) {
					boards = append(boards, g.Game.Board)
				}
			}
			n := voice.Count(len(boards))
			if n > namedMissing {
				boards = nil
			}
			if n > 0 {
				lines = append(lines, voice.Say("event.inRound", voice.F{"Round": round, "Says": voice.Say("event.tell.boards."+kind, voice.F{"N": n, "Boards": boards})}))
			}
		}
	}
	return lines, len(told)
}

// tellingsPage shows an organiser who stands for whom, and what does not count yet.
func (t Tools) tellingsPage(e *evening.Event, d *evening.Draw, page int, audience chat.Audience) (*chat.Reply, error) {
	people := e.Bound()
	var names []string // with the ids of their people
	of := map[string]string{}
	for id, name := range people {
		names, of[name] = append(names, name), id
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(evening.PlayerKey(a), evening.PlayerKey(b)) })
	pages := max(1, (len(names)+whoPerPage-1)/whoPerPage)
	page = max(0, min(page, pages-1))
	lines := voice.Lines{voice.Heading(2, voice.Phrase("event.action.tellings"))}
	open, told := openLines(e)
	lines = append(lines, open...)
	var options []chat.MenuOption
	for _, name := range names[page*whoPerPage : min(len(names), (page+1)*whoPerPage)] {
		lines = append(lines, voice.Say("event.tell.standsFor", voice.F{"Player": player(name), "Member": mention(of[name], "")}))
		options = append(options, chat.MenuOption{Label: voice.Raw(name), Value: evening.PlayerSum(name)})
	}
	l := t.layout(audience)
	l.Text(append(lines, only(len(names) == 0, voice.Phrase("event.tell.nobodyStands"))))
	if options != nil {
		l.Row(chat.Menu(unbindMenu.ID(boardRef{e.ID, d.Index, page}), voice.Phrase("event.tell.unbind"), options))
	}
	var buttons []chat.Component
	if told > 0 {
		buttons = append(buttons, chat.Button(discordgo.PrimaryButton, voice.Phrase("event.tell.acceptAll"), acceptButton.ID(backRef{boardRef{e.ID, d.Index, 0}, len(e.Tellings)})))
	}
	l.Buttons(append(buttons, card.Turns(page, pages, func(page int) string { return unbindMenu.ID(boardRef{e.ID, d.Index, page}) })...))
	return l.Reply()
}

// unbind answers the menu: it takes a name away from a person. It also turns the pages.
func (t Tools) unbind(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	var name, person string
	return t.inTurn(ctx, r, func() (*chat.Reply, error) {
		ref := evening.Ref{Channel: r.ChannelID, ID: b.event}
		e, err := t.update(ctx, r, ref, func(e *evening.Event) (err error) {
			if b.draw >= len(e.Draws) {
				return beyondRecord(r, e)
			}
			if len(r.Values) > 0 {
				name, person, err = e.Unbind(t.asker(r), r.Values[0])
			}
			return err
		})
		switch {
		case errors.Is(err, evening.ErrTellings):
			return nil, notTold(r, e, b.draw, err)
		case err != nil:
			return orElsewhere(nil, err)
		case len(r.Values) == 0:
			return t.tellingsPage(e, &e.Draws[b.draw], b.board, chat.OwnPage)
		case name == "":
			return nil, chat.Refuse(voice.Phrase("event.tell.nobodyThere"), voice.Phrase("event.seeRounds"))
		}
		return card.Page(chat.OnlyAsker, voice.Say("event.tell.unbound", voice.F{"Player": player(name), "Member": mention(person, "")})), nil
	})
}

// acceptTold answers “Accept all”: everyone sees the results that count now.
func (t Tools) acceptTold(ctx context.Context, r *chat.Request, b backRef) (*chat.Reply, error) {
	return t.inTurn(ctx, r, func() (*chat.Reply, error) {
		var accepted []evening.Told
		e, err := t.update(ctx, r, evening.Ref{Channel: r.ChannelID, ID: b.event}, func(e *evening.Event) (err error) {
			accepted, err = e.AcceptTellings(t.asker(r), b.telling)
			return err
		})
		switch {
		case err != nil:
			return orElsewhere(nil, toldMeanwhile(r, e, b.draw, err))
		case len(accepted) == 0:
			return nil, chat.Refuse(voice.Phrase("event.tell.nothingOpen"), voice.Phrase("event.seeRounds"))
		}
		return t.done(append(acceptedLines(e, accepted), voice.Say("event.tell.acceptedBy", voice.F{"By": mention(r.Asker, "")})), tableButton(e))
	})
}

func acceptedLines(e *evening.Event, accepted []evening.Told) (lines voice.Lines) {
	for _, g := range accepted[:min(len(accepted), gamesPerPage)] {
		lines = append(lines, resultLine(e, g.Result, somebody))
	}
	if more := len(accepted) - gamesPerPage; more > 0 {
		lines = append(lines, voice.Say("event.moreResults", voice.F{"N": voice.Count(more)}))
	}
	return lines
}

// toldMeanwhile is notTold for ErrMeanwhile alone.
func toldMeanwhile(r *chat.Request, e *evening.Event, draw int, err error) error {
	if errors.Is(err, evening.ErrMeanwhile) {
		return notTold(r, e, draw, err)
	}
	return err
}

// errToldOpen stops the end of an event before its organiser is asked about what does not count yet.
var errToldOpen = errors.New("results were told and not confirmed")

// askClose asks whether results that one player has told shall count.
func (t Tools) askClose(e *evening.Event) *chat.Reply {
	lines, open := openLines(e)
	var buttons []chat.Component
	if open > 0 {
		buttons = append(buttons, chat.Button(discordgo.PrimaryButton, voice.Phrase("event.tell.acceptAll"), closeTold.ID(closeRef{e.ID, true, len(e.Tellings)})))
	}
	buttons = append(buttons, chat.Secondary(voice.Phrase("event.tell.closeWithout"), closeTold.ID(closeRef{e.ID, false, len(e.Tellings)})))
	return card.Page(chat.OnlyAsker, voice.Lines(lines), chat.Row(buttons...))
}

// closeTold answers the buttons of that question.
func (t Tools) closeTold(ctx context.Context, r *chat.Request, c closeRef) (*chat.Reply, error) {
	return orElsewhere(t.closeEvent(ctx, r, evening.Ref{Channel: r.ChannelID, ID: c.event}, &c))
}
