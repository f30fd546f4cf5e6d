package event

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
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
	resultsPage   = chat.NewControl("event-results-page", (*boardRef).fields) // the last board of a page
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

// quoted says of wrong lines what is wrong.
func quoted(wrong []evening.WrongLine) (lines voice.Lines) {
	for _, w := range wrong {
		lines = append(lines, voice.Say("event.wrongLine."+string(w.Why), voice.F{"Line": voice.Quoted(w.Line)}))
	}
	return lines
}

// toFillIn returns the draw of a button that opens a form for its games, for somebody who may fill it in.
func (t Tools) toFillIn(ctx context.Context, r *chat.Request, b boardRef) (*evening.Event, *evening.Draw, error) {
	e, d, err := t.openedGames(ctx, r, b)
	if err == nil {
		err = mayManage(r, e.OpenedBy)
	}
	if err == nil && d.Void != nil {
		err = noDrawOf(e, d.Round)
	}
	return e, d, err
}

// askResults answers the button with the form. Lines that could not be read come back at their boards.
// If not all games fit, the answer has a button for each page of boards.
func (t Tools) askResults(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	return t.resultsOf(ctx, r, b, 0)
}

// askPage answers the button for a page of boards with their form.
func (t Tools) askPage(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	return t.resultsOf(ctx, r, boardRef{b.event, b.draw, 0}, b.board)
}

// resultsOf is askResults for one board, or for all; first is the first board of a page, or 0.
func (t Tools) resultsOf(ctx context.Context, r *chat.Request, b boardRef, first int) (*chat.Reply, error) {
	e, d, err := t.toFillIn(ctx, r, b)
	if err != nil {
		return nil, err
	}
	if b.board > 0 && e.RulesOf(d).Games < 2 {
		return askBoard(e, d, b), nil
	}
	pages := pagesOf(linesOf(e, d, b.board, t.unreadOf(r, b).Load()))
	if len(pages) > 1 && first == 0 {
		return chooseBoards(e, d, pages)
	}
	page := pages[0]
	for _, other := range pages {
		if other[len(other)-1].board >= first {
			page = other
			break
		}
	}
	lines := resultText()
	for _, line := range page {
		if utf8.RuneCountInString(lines.Value+line.text) < longestForm {
			lines.Value += line.text + "\n"
		}
	}
	lines.Value = strings.TrimSpace(lines.Value)
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

// chooseBoards asks for which boards somebody has results. The first page without all results is loud.
func chooseBoards(e *evening.Event, d *evening.Draw, pages [][]formLine) (*chat.Reply, error) {
	var buttons []chat.Component
	next := 0 // the first board without a result
	if missing := e.Missing(d); missing != nil {
		next = missing[0]
	}
	for _, page := range pages {
		first, last := max(page[0].board, 1), page[len(page)-1].board
		buttons = append(buttons, chat.Secondary(boardsLabel(first, last), resultsPage.ID(boardRef{e.ID, d.Index, last})))
		if first <= next && next <= last {
			buttons[len(buttons)-1].Style = discordgo.PrimaryButton
		}
	}
	l := card.Layout{Style: card.DefaultStyle(), Audience: chat.OnlyAsker}
	l.Text(voice.Say("event.chooseBoards", voice.F{"Round": d.Round, "Boards": boardCount(e.BoardsOf(d))}))
	l.Buttons(buttons)
	return l.Reply()
}

// mostKnown is how many known names stand above the form: they fit a message, and a phone.
const mostKnown = 48

// A formLine is a line of the form. Its board is 0 if the line could not be read.
type formLine struct {
	board int
	text  string
	room  int // characters that people may type into it
}

// linesOf returns the lines of a board's games, or of all: as they were typed if they could not be read,
// unless a later result is known.
func linesOf(e *evening.Event, d *evening.Draw, board int, unread *unreadLines) (lines []formLine) {
	const result, pair = 8, 56 // characters of most results, and of most pairs with a result
	typed := map[evening.GameRef][]string{}
	for _, w := range unread.lines {
		if typed[w.Game] = append(typed[w.Game], w.Line); w.Game.Board == 0 {
			lines = append(lines, formLine{0, w.Line, 0})
		}
	}
	for _, g := range e.GamesOf(d) {
		if board != 0 && g.Game.Board != board {
			continue
		}
		line := formLine{g.Game.Board, e.ResultLine(g), 0}
		switch {
		case g.Outcome == "" && g.White == "":
			line.room = pair
		case !g.Outcome.Scored():
			line.room = result
		}
		if again := typed[g.Game]; again != nil && (g.Outcome == "" || g.Index < unread.results) {
			line.text = strings.Join(again, "\n")
		}
		lines = append(lines, line)
	}
	return lines
}

// pagesOf divides lines into as many forms as they need, with all games of a board in one.
func pagesOf(lines []formLine) (pages [][]formLine) {
	pages = [][]formLine{nil}
	room := longestForm
	for i := 0; i < len(lines); {
		n, needed := i, 0
		for ; n < len(lines) && lines[n].board == lines[i].board; n++ {
			needed += utf8.RuneCountInString(lines[n].text) + 1 + lines[n].room
		}
		if last := len(pages) - 1; needed > room && pages[last] != nil && pages[last][len(pages[last])-1].board > 0 {
			pages, room = append(pages, nil), longestForm
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], lines[i:n]...)
		i, room = n, room-needed
	}
	return pages
}

// tellResults answers the form: it records the lines that it can read, and quotes the others.
func (t Tools) tellResults(ctx context.Context, r *chat.Request, seen resultsSeen) (*chat.Reply, error) {
	e, d, err := t.openedDraw(ctx, r, seen.boardRef)
	if err != nil {
		return nil, err
	}
	typed := resultText().Read(r)
	var told, read []evening.Result
	var begun []evening.Beginning
	var known []string
	var wrong []evening.WrongLine
	ref := e.Ref()
	regulars, err := t.Store.Players(ctx, r.ChannelID)
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
		var opened []string
		for _, line := range linesOf(&then, &then.Draws[d.Index], 0, &unreadLines{}) {
			opened = append(opened, line.text)
		}
		read, wrong = now.ReadResults(&now.Draws[d.Index], typed, opened)
		known = now.NamesWith(regulars)
		read, begun = now.AsKnown(read, known)
		told, err = now.AddResults(t.asker(r), read)
		return err
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	t.unreadOf(r, seen.boardRef).Store(&unreadLines{wrong, len(e.Results)})
	unread := quoted(wrong)
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
		lines = append(lines, boardLine(e, d, evening.Told{Result: g}, false))
	}
	turned := slices.ContainsFunc(read, func(r evening.Result) bool { return r.White+r.Black == "" && e.ResultOf(r.Game).White != "" })
	lines = append(lines, only(turned, voice.Phrase("event.turnedNames")))
	for _, g := range listed {
		lines = append(lines, remarks(e, g)...)
	}
	newLines, merges := newNames(e, told, known, begun)
	lines, buttons = append(lines, newLines...), append(buttons, merges...)
	if more := len(told) - most; more > 0 {
		lines = append(lines, voice.Say("reading.moreGames", voice.F{"More": voice.Count(more)}))
	}
	return t.done(append(append(lines, voice.Say("event.toldBy", voice.F{
		"By": mention(r.Asker, ""),
	})), unread...), buttons...)
}

// How many slips, and how many beginnings of names, an answer asks about.
const mostMerges, mostElse = 3, 5

// A mergeRef is the custom id of the button that gives a new player the name of a known one: the event, and
// [evening.PlayerSum] of both names.
type mergeRef struct{ event, from, to string }

func (m *mergeRef) fields(f *chat.Fields) {
	f.Word(&m.event)
	f.Word(&m.from)
	f.Word(&m.to)
}

var mergeButton = chat.NewControl("event-merge", (*mergeRef).fields)

// An elseRef is the custom id of the button that says that the beginning of a name was somebody else's: the
// board, [evening.PlayerSum] of the name, and how many letters were typed, by [evening.Letters].
type elseRef struct {
	boardRef
	sum     string
	letters int
}

func (s *elseRef) fields(f *chat.Fields) {
	s.boardRef.fields(f)
	f.Word(&s.sum)
	f.Number(&s.letters, 0, evening.MostPlayer)
}

var elseButton = chat.NewControl("event-else", (*elseRef).fields)

// newNames says which names of the results were read as known players, and which names nobody had before, with
// a button for each that may be wrong. It says nothing while no name is known.
func newNames(e *evening.Event, told []evening.Result, known []string, begun []evening.Beginning) (lines []voice.Sentence, buttons []chat.Component) {
	if len(known) == 0 {
		return nil, nil
	}
	told = slices.Clone(told)
	for i, r := range told {
		told[i] = e.ResultOf(r.Game)
	}
	var read voice.And
	for _, b := range begun {
		if !slices.ContainsFunc(told, func(r evening.Result) bool { return r.Game == b.Game }) { // known before
			continue
		}
		read = append(read, voice.Say("event.isKnown", voice.F{"New": player(b.Typed), "Known": player(b.Name)}))
		if len(buttons) < mostElse {
			sum := elseRef{boardRef{e.ID, b.Game.Draw, b.Game.Board}, evening.PlayerSum(b.Name), evening.Letters(b.Typed)}
			buttons = append(buttons, chat.Secondary(voice.Say("event.somebodyElse", voice.F{"Name": voice.Raw(brief(b.Typed))}), elseButton.ID(sum)))
		}
	}
	if read != nil {
		lines = append(lines, voice.Say("event.readAs", voice.F{"Names": read}))
	}
	var others voice.And
	n, merges := 0, 0
	for _, found := range e.NewNames(told, known) {
		if found.Near == "" || merges == mostMerges {
			others, n = append(others, player(found.Name)), n+1
			continue
		}
		merges++
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

// somebodyElse answers the button: the games of the board get the name as it was typed.
func (t Tools) somebodyElse(ctx context.Context, r *chat.Request, s elseRef) (*chat.Reply, error) {
	var changed []evening.Result
	e, err := t.update(ctx, r, evening.Ref{Channel: r.ChannelID, ID: s.event}, func(e *evening.Event) error {
		if s.draw >= len(e.Draws) {
			return beyondRecord(r, e)
		}
		var results []evening.Result
		for _, g := range e.GamesOf(&e.Draws[s.draw]) {
			had := g
			for _, name := range []*string{&g.White, &g.Black} {
				if g.Outcome != "" && g.Game.Board == s.board && *name != "" && evening.PlayerSum(*name) == s.sum {
					*name = evening.Begin(*name, s.letters)
				}
			}
			if g != had {
				results = append(results, evening.Result{Game: g.Game, White: g.White, Black: g.Black, Outcome: g.Outcome})
			}
		}
		if results == nil || e.Draws[s.draw].Void != nil {
			return chat.Refuse(voice.Phrase("event.changedSince"), voice.Phrase("event.seeRounds"))
		}
		var err error
		changed, err = e.AddResults(t.asker(r), results)
		return err
	})
	if err != nil {
		return nil, err
	}
	var lines voice.Lines
	for _, told := range changed {
		lines = append(lines, resultLine(e, e.ResultOf(told.Game), somebody))
	}
	return t.done(append(lines, voice.Say("event.toldBy", voice.F{"By": mention(r.Asker, "")})), tableButton(e))
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
