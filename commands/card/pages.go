package card

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Pages show the private pages about a position.
type Pages struct {
	Boards *render.Renderer
	Play   bool // offer games on lichess
}

// A page is a private page about a position. More leads to every page, and every page
// leads back to More.
type page struct {
	control chat.Control[Card] // its name is the value in a menu too
	label   voice.Phrase
	about   voice.Phrase                                      // what the page is for, in a menu; "" for More
	show    func(c Card, l *Layout) (beside []chat.Component) // returns the buttons beside the one that leads back
	turns   []turn                                            // the page's own buttons and menus
}

// A turn changes the card before its page is shown again. chosen is the choice in a
// menu; "" for a button.
type turn struct {
	control chat.Control[Card]
	update  func(c *Card, chosen string) error
}

// The labels of pages that pairs have too.
const (
	fenAndPGN     voice.Phrase = "card.fenAndPGN"
	castlingLabel voice.Phrase = "card.castling"
)

// pages returns the private pages, in the order of the menu.
func pages() []page {
	return []page{
		{explorePage, "card.more", "", Card.showBoard, []turn{{previous, moveBy(-1)}, {next, moveBy(+1)}}},
		{stepsPage, "card.steps", "card.aboutSteps", Card.showSteps, []turn{{otherMethod, chooseMethod}, {otherDirection, turnDirection}}},
		{FENPage, fenAndPGN, "card.aboutFEN", Card.showNotation, nil},
		{castlingPage, castlingLabel, "card.aboutCastling", Card.showCastling, nil},
		{lookPage, "card.look", "card.aboutLook", Card.showFirstLook, nil},
		{factsPage, "card.facts", "card.aboutFacts", Card.showFacts, nil},
		{fairPage, "card.fair", "card.aboutFair", Card.showFairness, nil},
	}
}

// pageOf returns the page whose control has a name. The page has no function show if the
// name is unknown.
func pageOf(name string) page {
	for _, p := range pages() {
		if p.control.Name() == name {
			return p
		}
	}
	return page{}
}

// reply shows a page to the person who pressed.
func (s Pages) reply(p page, c Card) (*chat.Reply, error) {
	l := Layout{Boards: s.Boards, Style: c.Style, Audience: chat.OwnPage, play: s.Play}
	if beside := p.show(c, &l); beside != nil {
		l.Buttons(append(beside, c.PageButton(explorePage)))
	}
	return l.Reply()
}

// showNotation shows the position in words, for people who listen, and in the notations for
// programs and game records.
func (c Card) showNotation(l *Layout) []chat.Component {
	p := c.Position
	l.Text(Heading(p, nil))
	lines := voice.Lines{voice.Say("card.firstRank", voice.F{"Pieces": Spelled(p.String())}), voice.Phrase("card.everyPawnDefended")}
	if files := slices.Collect(p.UndefendedPawns().All()); files != nil {
		lines[1] = voice.Say("card.pawnsUndefended", voice.F{"Files": voice.Plural[chess960.File](files)})
	}
	l.Text(lines)
	l.Text(voice.Raw(notations(p.XFEN(), p.ShredderFEN(), p.PGNTags())))
	return []chat.Component{c.Button(whose, isItRight), LichessButton(p, false)}
}

// notations shows a start in the notations for programs and game records.
func notations(xfen, shredderFEN, pgnTags string) string {
	return fmt.Sprintf("**X-FEN**\n```\n%s\n```\n**Shredder-FEN**\n```\n%s\n```\n**PGN**\n```\n%s```", xfen, shredderFEN, pgnTags)
}

// showBoard shows the board, with buttons for the positions before and after, and a menu of
// everything else.
func (c Card) showBoard(l *Layout) []chat.Component {
	lines := voice.Lines{voice.Heading(2, voice.Raw(Title(c.Position)))}
	if c.Method.Scheme != chess960.Scharnagl {
		lines = append(lines, voice.Say("card.countsBy", voice.F{"Scheme": voice.Raw(c.Method.Scheme.Name)}))
	}
	l.Text(lines)
	l.Board(c.Position)
	l.Text(voice.Raw(c.Numbers()))
	l.Row(c.Button(previous, voice.Phrase("card.previous")), c.Button(next, voice.Phrase("card.next")), LichessButton(c.Position, l.play))
	l.Row(c.moreMenu())
	return nil
}

// A step is a step of the page "Step by step" of a card, from 1.
type step struct {
	card   Card
	number int
}

func (s *step) fields(f *chat.Fields) {
	const most = 9 // more than any method has
	s.card.fields(f)
	f.Number(&s.number, 1, most)
}

var oneStep = chat.NewControl("step", (*step).fields)

// pressStep shows one step of the explanation.
func (s Pages) pressStep(_ context.Context, _ *chat.Request, pressed step) (*chat.Reply, error) {
	if pressed.number > len(pressed.card.explanation().Steps) {
		return nil, chat.Foreign()
	}
	page := pageOf(stepsPage.Name())
	page.show = func(c Card, l *Layout) []chat.Component { return c.showStep(l, pressed.number) }
	return s.reply(page, pressed.card)
}

func (c Card) explanation() explain.Explanation { return c.Method.Explain(c.derivation(), c.Direction) }

// showSteps shows the first step of the explanation.
func (c Card) showSteps(l *Layout) []chat.Component { return c.showStep(l, 1) }

// showStep shows one step of the explanation: its sentence, and the rank as far as the steps
// have filled it, if the step changes the rank. Buttons lead to the steps before and after it
// and to the other direction, a menu to the other methods.
func (c Card) showStep(l *Layout, step int) []chat.Component {
	e := c.explanation()
	now := e.Steps[step-1]
	from, to := e.Method.Scheme.Format(e.Number), e.Position.String()
	if e.Direction == explain.ToNumber {
		from, to = to, from
	}
	title := voice.Lines{voice.Heading(3, voice.Raw(from+" → "+to)), methodName(e.Method)}
	l.Text(voice.Lines{title, voice.Run{voice.Bold(voice.Say("card.stepOf", voice.F{
		"Step": step, "Steps": len(e.Steps),
	})), voice.Run(now.Said)}})
	if now.View != nil {
		l.Strip(step, *now.View)
	}
	below := voice.Lines{voice.Raw(strings.TrimSuffix(now.View.RowText(), "\n"))}
	withBlock, withNote := e.NoteTo+1, e.NoteTo+1
	if e.Block != "" { // a screen has no room for both
		withNote = min(withNote+1, len(e.Steps))
	}
	if e.Note != nil && step == withNote {
		below = append(below, voice.Small(e.Note))
	}
	if e.Block != "" && step == withBlock {
		below = append(below, voice.Raw(e.Block))
	}
	if now.View.RowText() != "" || len(below) > 1 {
		l.Text(below)
	}
	var methods []chat.MenuOption
	for _, m := range explain.Methods() {
		methods = append(methods, chat.MenuOption{Label: methodName(m), Value: m.ID, Description: m.Source, Default: m == c.Method})
	}
	l.Row(chat.Menu(otherMethod.ID(c), voice.Phrase("card.otherMethod"), methods))
	next := c.Button(stepsPage, voice.Phrase("card.startAgain"))
	if step < len(e.Steps) {
		next = c.stepButton(step+1, "card.nextPage")
	}
	next.Style = discordgo.PrimaryButton
	buttons := []chat.Component{next}
	if step > 1 {
		buttons = append(buttons, c.stepButton(step-1, "card.back"))
	}
	direction := voice.Phrase("card.findNumber")
	if c.Direction == explain.ToNumber {
		direction = "card.findPosition"
	}
	l.Buttons(append(buttons, c.Button(otherDirection, direction)))
	return []chat.Component{c.Button(whose, isItRight)}
}

func (c Card) stepButton(number int, label voice.Phrase) chat.Component {
	return chat.Secondary(label, oneStep.ID(step{c, number}))
}

// PostsIn says that posts by the clock are in a language.
func PostsIn(language string) voice.Sentence {
	return voice.Say("card.postsIn", voice.F{"Language": voice.NameOf(language)})
}
