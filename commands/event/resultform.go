package event

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// A resultsSeen is the custom id of the form for the results of a round. A line that nobody has
// touched does not take back a result that came after the form opened.
type resultsSeen struct {
	boardRef
	results, changes int // lengths of both logs when the form opened
}

func (s *resultsSeen) fields(f *chat.Fields) {
	s.boardRef.fields(f)
	f.Number(&s.results, 0, evening.MostResults)
	f.Number(&s.changes, 0, 2*evening.MostChanges+2*evening.MostResults) // with the renames and the removed names
}

// The button “Results” under a round, and its form.
var (
	resultsButton = chat.NewControl("event-results", (*boardRef).fields)
	resultsForm   = chat.NewControl("event-results-tell", (*resultsSeen).fields)
)

func toResults(b boardRef) chat.Component {
	return chat.Secondary(voice.Phrase("event.results"), resultsButton.ID(b))
}

// longestForm is the most characters that Discord takes in a line or a paragraph of a form.
const longestForm = 4000

// resultText is the paragraph of the form: a line for each game.
func resultText() chat.Input {
	lines := chat.TextInput("results", voice.Raw("1 Anna – Ben 1-0"), longestForm)
	lines.Style = discordgo.TextInputParagraph
	return lines
}

// unreadLines are the lines of a form that could not be read, and how many results the event had then.
type unreadLines struct {
	lines   []evening.WrongLine
	results int
}

// unreadOf returns the place for the lines of a person's last form about a draw. A restart empties it.
func (t Tools) unreadOf(r *chat.Request, b boardRef) *atomic.Pointer[unreadLines] {
	place, _ := t.unread.Get(fmt.Sprint(b.event, " ", b.draw, " ", r.Asker), func() *atomic.Pointer[unreadLines] {
		place := &atomic.Pointer[unreadLines]{}
		place.Store(&unreadLines{})
		return place
	})
	return place
}

// askResults answers the button with the form. Lines that could not be read come back at their boards.
// If not all games fit, the form has those without a result.
func (t Tools) askResults(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	e, d, err := t.openedGames(ctx, r, b)
	if err != nil {
		return nil, err
	}
	if err := mayManage(r, e.OpenedBy); err != nil {
		return nil, err
	}
	if d.Void != nil {
		return nil, noDrawOf(e, d.Round)
	}
	if b.board > 0 && e.RulesOf(d).Games < 2 {
		return askBoard(e, d, b), nil
	}
	lines := resultText()
	unread := t.unreadOf(r, b).Load()
	if lines.Value = strings.Join(linesOf(e, d, b.board, false, unread), "\n"); utf8.RuneCountInString(lines.Value) > longestForm {
		lines.Value = ""
		for _, line := range linesOf(e, d, b.board, true, unread) {
			if utf8.RuneCountInString(lines.Value+line) < longestForm {
				lines.Value += line + "\n"
			}
		}
	}
	parts := []chat.FormPart{chat.Label(voice.Phrase("event.lineForEach"), voice.Phrase("event.lineForms"), lines)}
	regulars, err := t.Store.Players(ctx, r.ChannelID)
	if err != nil {
		return nil, err
	}
	var names voice.And
	for _, name := range e.NamesWith(regulars) {
		if len(names) < mostKnown {
			names = append(names, player(name))
		}
	}
	if names != nil {
		parts = append([]chat.FormPart{chat.FormText(voice.Say("event.knownNames", voice.F{"Names": names}))}, parts...)
	}
	return &chat.Reply{Form: &chat.Form{
		CustomID: resultsForm.ID(resultsSeen{b, len(e.Results), len(e.Changes)}),
		Title:    voice.Say("event.resultsOf", voice.F{"Round": d.Round}),
		Parts:    parts,
	}}, nil
}

// mostKnown is how many known names stand above the form: they fit a message, and a phone.
const mostKnown = 48

// linesOf returns the lines of a board's games, or of all, or of those without a result: as they were
// typed if they could not be read, unless a later result is known.
func linesOf(e *evening.Event, d *evening.Draw, board int, withoutResult bool, unread *unreadLines) (lines []string) {
	var first []string // without a board, or if not all fit
	typed := map[evening.GameRef][]string{}
	for _, w := range unread.lines {
		if typed[w.Game] = append(typed[w.Game], w.Line); w.Game.Board == 0 {
			first = append(first, w.Line)
		}
	}
	for _, g := range e.GamesOf(d) {
		again := typed[g.Game]
		switch {
		case board != 0 && g.Game.Board != board:
		case again != nil && (g.Outcome == "" || g.Index < unread.results) && withoutResult:
			first = append(first, again...)
		case again != nil && (g.Outcome == "" || g.Index < unread.results):
			lines = append(lines, again...)
		case !g.Outcome.Scored() || !withoutResult:
			lines = append(lines, e.ResultLine(g))
		}
	}
	return append(first, lines...)
}

// tellResults answers the form: it records the lines that it can read, and quotes the others.
func (t Tools) tellResults(ctx context.Context, r *chat.Request, seen resultsSeen) (*chat.Reply, error) {
	e, d, err := t.openedDraw(ctx, r, seen.boardRef)
	if err != nil {
		return nil, err
	}
	typed := resultText().Read(r)
	var told, read []evening.Result
	var wrong []evening.WrongLine
	ref := e.Ref()
	known, err := t.Store.Players(ctx, r.ChannelID)
	if err != nil {
		return nil, err
	}
	e, err = t.Store.UpdateEvent(ctx, ref, func(now *evening.Event) error {
		if err := mayManage(r, now.OpenedBy); err != nil {
			return err
		}
		if d := &now.Draws[d.Index]; d.Void != nil {
			return noDrawOf(now, d.Round)
		}
		then := *now
		then.Results, then.Changes = now.Results[:min(seen.results, len(now.Results))], now.Changes[:min(seen.changes, len(now.Changes))]
		read, wrong = now.ReadResults(&now.Draws[d.Index], typed, linesOf(&then, &then.Draws[d.Index], 0, false, &unreadLines{}))
		known = now.NamesWith(known)
		told, err = now.AddResults(t.asker(r), read)
		return err
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	t.unreadOf(r, seen.boardRef).Store(&unreadLines{wrong, len(e.Results)})
	var unread voice.Lines
	for _, w := range wrong {
		unread = append(unread, voice.Say("event.wrongLine."+string(w.Why), voice.F{"Line": voice.Quoted(w.Line)}))
	}
	buttons := []chat.Component{toResults(seen.boardRef), tableButton(e)}
	if missing := e.Missing(&e.Draws[d.Index]); len(missing) == 0 && e.Last().Index == d.Index {
		buttons = append(nextDraw(e), buttons...)
	}
	if len(e.GamesOf(&e.Draws[d.Index])) > gamesPerPage {
		buttons = append(buttons, chat.Secondary(voice.Phrase("event.allGames"), gamesPage.ID(boardRef{e.ID, d.Index, 0})))
	}
	if len(told) == 0 {
		if unread == nil {
			unread = voice.Lines{voice.Phrase("event.knownResults")}
		}
		return nil, &chat.UserError{Msg: unread, Rows: []chat.Component{chat.Row(buttons...)}}
	}
	lines := voice.Lines{headingOf("results", e, d)}
	most := gamesPerPage
	if len(told) > most { // the line that counts the others needs room
		most -= 2
	}
	listed := told[:min(len(told), most)]
	for i, g := range listed {
		g = e.ResultOf(g.Game) // with the names that the players have now
		listed[i] = g
		lines = append(lines, boardLine(e, d, g, false))
	}
	turned := slices.ContainsFunc(read, func(r evening.Result) bool { return r.White+r.Black == "" && e.ResultOf(r.Game).White != "" })
	lines = append(lines, only(turned, voice.Phrase("event.turnedNames")))
	for _, g := range listed {
		lines = append(lines, remarks(e, g)...)
	}
	newLines, merges := newNames(e, told, known)
	lines, buttons = append(lines, newLines...), append(buttons, merges...)
	if more := len(told) - most; more > 0 {
		lines = append(lines, voice.Say("reading.moreGames", voice.F{"More": voice.Count(more)}))
	}
	return t.done(append(append(lines, voice.Say("event.toldBy", voice.F{
		"By": mention(r.Asker, ""),
	})), unread...), buttons...)
}

// mostMerges is how many slips an answer asks about.
const mostMerges = 3

// A mergeRef is the custom id of the button that gives a new player the name of a known one: the event, and
// [evening.PlayerSum] of both names.
type mergeRef struct{ event, from, to string }

func (m *mergeRef) fields(f *chat.Fields) {
	f.Word(&m.event)
	f.Word(&m.from)
	f.Word(&m.to)
}

var mergeButton = chat.NewControl("event-merge", (*mergeRef).fields)

// newNames says which names of the results nobody had before, with a button for each that may be a slip. It
// says nothing while no name is known.
func newNames(e *evening.Event, told []evening.Result, known []string) (lines []voice.Sentence, buttons []chat.Component) {
	if len(known) == 0 {
		return nil, nil
	}
	for i, r := range told {
		told[i] = e.ResultOf(r.Game)
	}
	var others voice.And
	n := 0
	for _, found := range e.NewNames(told, known) {
		if found.Near == "" || len(buttons) == mostMerges {
			others, n = append(others, player(found.Name)), n+1
			continue
		}
		facts := voice.F{"New": player(found.Name), "Known": player(found.Near)}
		lines = append(lines, voice.Say("event.didYouMean", facts))
		buttons = append(buttons, chat.Secondary(voice.Say("event.isKnown", voice.F{
			"New": voice.Raw(brief(found.Name)), "Known": voice.Raw(brief(found.Near)),
		}), mergeButton.ID(mergeRef{e.ID, evening.PlayerSum(found.Name), evening.PlayerSum(found.Near)})))
	}
	if n > namedMissing {
		others = nil
	}
	return append(lines, only(n > 0, voice.Say("event.newPlayers", voice.F{"N": voice.Count(n), "Names": others}))), buttons
}

// merge answers the button: it renames the new player, as /event player does.
func (t Tools) merge(ctx context.Context, r *chat.Request, m mergeRef) (*chat.Reply, error) {
	ref := evening.Ref{Channel: r.ChannelID, ID: m.event}
	e, err := t.Store.Event(ctx, ref)
	if err == nil {
		err = mayManageHere(r, e)
	}
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	regulars, err := t.Store.Players(ctx, r.ChannelID)
	if err != nil {
		return nil, err
	}
	from, _ := e.PlayerOf(m.from)
	to, _ := e.PlayerOf(m.to)
	for _, name := range regulars {
		if to == "" && evening.PlayerSum(name) == m.to {
			to = name
		}
	}
	if from == "" || to == "" {
		return nil, chat.Refuse(voice.Phrase("event.removedAlready"), voice.Phrase("event.seeStandings"))
	}
	return t.renameIn(ctx, r, ref, from, to)
}
