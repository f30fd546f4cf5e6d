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
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Pages show the private pages about a position.
type Pages struct {
	Boards   *render.Renderer
	Play     bool // offer games on lichess
	Practise bool // offer practice of the steps of an explanation
}

// A page is a private page about a position. More leads to every page, and every page
// leads back to More.
type page struct {
	control chat.Control[Card] // its name is the value in a menu too
	label   voice.Phrase
	about   voice.Phrase                                      // what the page is for, in a menu; "" for More
	show    func(c Card, l *Layout) (beside []chat.Component) // returns the buttons beside the one that leads back
}

// The labels of pages that pairs have too.
const (
	fenAndPGN     voice.Phrase = "card.fenAndPGN"
	castlingLabel voice.Phrase = "card.castling"
)

// pages returns the private pages, in the order of the menu.
func pages() []page {
	return []page{
		{explorePage, "card.more", "", Card.showBoard},
		{StepsPage, "card.steps", "card.aboutSteps", func(c Card, l *Layout) []chat.Component { return c.showStep(l, 1) }},
		{fenPage, fenAndPGN, "card.aboutFEN", Card.showNotation},
		{castlingPage, castlingLabel, "card.aboutCastling", Card.showCastling},
		{lookPage, "card.look", "card.aboutLook", Card.showFirstLook},
		{factsPage, "card.facts", "card.aboutFacts", Card.showFacts},
		{fairPage, "card.fair", "card.aboutFair", Card.showFairness},
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
	l := Layout{Boards: s.Boards, Style: c.Style, Audience: chat.OwnPage, play: s.Play, practise: s.Practise}
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
	if files := p.UndefendedPawns(); files != 0 {
		lines[1] = voice.Say("card.pawnsUndefended", voice.F{"Files": openers(files)})
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
	page := pageOf(StepsPage.Name())
	page.show = func(c Card, l *Layout) []chat.Component { return c.showStep(l, pressed.number) }
	return s.reply(page, pressed.card)
}

func (c Card) explanation() explain.Explanation { return c.Method.Explain(c.derivation(), c.Direction) }

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
	next := c.Button(StepsPage, voice.Phrase("card.startAgain"))
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
	beside := []chat.Component{c.Button(whose, isItRight)}
	if try, ok := c.practiceOf(now); ok && l.practise {
		beside = append([]chat.Component{chat.Secondary(voice.Phrase("card.tryOne"), PractiseButton.ID(try))}, beside...)
	}
	return beside
}

// A Practice is what a step of an explanation asks of people: the level of the quiz that has the pieces
// of the step, in the direction of the explanation and by its numbering.
type Practice struct {
	Level    string
	ToNumber bool
	Scheme   *chess960.Scheme
}

func (p *Practice) fields(f *chat.Fields) {
	f.Word(&p.Level)
	f.Flag(&p.ToNumber, "position", "number")
	chat.OneOf(f, &p.Scheme, chat.List[*chess960.Scheme]{
		All: chess960.DistinctSchemes(), ID: func(s *chess960.Scheme) string { return s.Option },
	})
}

// PractiseButton is the control of the button that asks a question about a step. The quiz answers a press.
var PractiseButton = chat.NewControl("practise-step", (*Practice).fields)

// practiceOf returns the practice for a step. ok is false if the step puts no piece on the rank.
func (c Card) practiceOf(s explain.Step) (p Practice, ok bool) {
	if s.View == nil {
		return p, false
	}
	p = Practice{"position", bool(c.Direction), c.Method.Scheme}
	if p.ToNumber {
		p.Level = "number"
	}
	new := map[chess960.Piece]bool{}
	for f := range s.View.New.All() {
		new[s.View.Rank[f]] = true
	}
	switch {
	case new[chess960.Bishop] && len(new) == 1:
		p.Level = "bishops"
	case new[chess960.Queen] && len(new) == 1:
		p.Level = "queen"
	case new[chess960.Knight] && !new[chess960.Queen] && !new[chess960.Bishop]: // with king and rooks they are a sequence
		p.Level = "sequences"
	}
	return p, true
}

func (c Card) stepButton(number int, label voice.Phrase) chat.Component {
	return chat.Secondary(label, oneStep.ID(step{c, number}))
}

// PostsIn says that posts by the clock are in a language.
func PostsIn(language string) voice.Sentence {
	return voice.Say("card.postsIn", voice.F{"Language": voice.NameOf(language)})
}

// fields are the fields of a card in the custom ids of its buttons and menus. The name of
// the id says what to do with the card that is shown now.
//
//	control:SP number:view:theme:method:direction
func (c *Card) fields(f *chat.Fields) {
	PositionField(f, &c.Position)
	c.Style.Fields(f)
	chat.OneOf(f, &c.Method, methods())
	f.Flag((*bool)(&c.Direction), "position", "number")
}

// PositionField is a field of a custom id with the SP number of a position.
func PositionField(f *chat.Fields, p *chess960.Position) {
	sp := p.SP()
	f.Number(&sp, 0, chess960.Count-1)
	if !f.Failed() {
		*p, _ = chess960.FromSP(sp) // in range
	}
}

// onCard returns a control of cards.
func onCard(name string) chat.Control[Card] { return chat.NewControl(name, (*Card).fields) }

// The controls that lead to a page, and those that change what a page shows.
var (
	explorePage  = onCard("explore")
	StepsPage    = onCard("steps")
	fenPage      = onCard("fen")
	castlingPage = onCard("castling")
	lookPage     = onCard("look")
	factsPage    = onCard("facts")
	fairPage     = onCard("fair")

	previous       = onCard("previous")
	next           = onCard("next")
	otherMethod    = onCard("method")
	otherDirection = onCard("direction")
	more           = onCard("more")
	whose          = onCard("whose")
	whoseNumber    = onCard("whose-number")
)

// PlayButton is the control of the button that leads to a game on lichess. Package play
// answers a press.
var PlayButton = chat.NewControl("play", func(p *chess960.Position, f *chat.Fields) { PositionField(f, p) })

// AnswerButtons returns the buttons of a public answer: three in one row, as a phone shows
// them, or more if the answer has three or more of its own. Its own come first. More, which
// leads to every page, is last.
func (c Card) AnswerButtons(own ...chat.Component) []chat.Component {
	buttons := slices.Clone(own)
	for _, page := range []chat.Control[Card]{StepsPage, fenPage} {
		if len(buttons) < 2 {
			buttons = append(buttons, c.PageButton(page))
		}
	}
	return append(buttons, c.PageButton(explorePage))
}

// PageButton returns the button that opens a page.
func (c Card) PageButton(page chat.Control[Card]) chat.Component {
	return c.Button(page, pageOf(page.Name()).label)
}

// LichessButton returns the button that leads from a position to lichess: with play, to a
// game there, and otherwise to the analysis board.
func LichessButton(p chess960.Position, play bool) chat.Component {
	if !play {
		return chat.LinkButton(voice.Phrase("card.openOnLichess"), Lichess(p))
	}
	return chat.Button(discordgo.PrimaryButton, voice.Phrase("card.playOnLichess"), PlayButton.ID(p))
}

// Button returns a button that does something with the card.
func (c Card) Button(control chat.Control[Card], label voice.Sentence) chat.Component {
	return chat.Secondary(label, control.ID(c))
}

// moreMenu leads from More to the other pages, and shows the board in another way.
func (c Card) moreMenu() chat.Component {
	var options []chat.MenuOption
	for _, p := range pages() {
		if p.about != "" {
			options = append(options, chat.MenuOption{Label: p.label, Value: p.control.Name(), Description: p.about})
		}
	}
	view := voice.Phrase("card.viewAsBlack")
	if c.Style.FromBlack {
		view = "card.viewAsWhite"
	}
	options = append(options,
		chat.MenuOption{Label: voice.Say("card.mirrorImage", voice.F{
			"Name": c.Position.Mirror().Name(),
		}), Value: toMirror},
		chat.MenuOption{Label: view, Value: otherView},
	)
	for _, t := range render.Themes() {
		if t != c.Style.Theme {
			options = append(options, chat.MenuOption{Label: voice.Say("card.colours", voice.F{
				"Theme": chat.ChoiceName("theme", t.ID),
			}), Value: otherTheme + t.ID})
		}
	}
	return chat.Menu(more.ID(c), voice.Say("card.moreAbout", voice.F{"Name": c.Position.Name()}), options)
}

// Values of moreMenu besides the ids of pages.
const (
	toMirror   = "mirror"
	otherView  = "view"
	otherTheme = "theme-" // before the id of a theme
)

// chooseMore answers moreMenu.
func (s Pages) chooseMore(_ context.Context, r *chat.Request, c Card) (*chat.Reply, error) {
	chosen := strings.Join(r.Values, ",")
	if p := pageOf(chosen); p.show != nil {
		return s.reply(p, c)
	}
	switch chosen {
	case toMirror:
		c.Position = c.Position.Mirror()
	case otherView:
		c.Style.FromBlack = !c.Style.FromBlack
	default:
		theme, err := themes().Choose(strings.TrimPrefix(chosen, otherTheme))
		if err != nil {
			return nil, chat.Foreign()
		}
		c.Style.Theme = theme
	}
	return s.reply(pageOf(explorePage.Name()), c)
}

// Presses answer the buttons and menus of cards.
func (s Pages) Presses() []chat.Press {
	presses := []chat.Press{
		more.On(s.chooseMore), oneStep.On(s.pressStep), mannersButton.On(pressManners), mannersPage.On(turnManners),
		whose.On(askNumber), whoseNumber.On(answerNumber),
	}
	// turn shows a page of a card that a button or a menu has changed.
	turn := func(control, shown chat.Control[Card], change func(c *Card, chosen string) error) {
		presses = append(presses, control.On(func(_ context.Context, r *chat.Request, c Card) (*chat.Reply, error) {
			if change(&c, strings.Join(r.Values, ",")) != nil { // a choice that the menu does not offer
				return nil, chat.Foreign()
			}
			return s.reply(pageOf(shown.Name()), c)
		}))
	}
	for _, p := range pages() {
		turn(p.control, p.control, func(*Card, string) error { return nil })
	}
	moveBy := func(count int) func(*Card, string) error {
		return func(c *Card, _ string) error { // after the last number comes the first
			scheme := c.Method.Scheme
			n := c.derivation().Number() - scheme.First + count
			d, err := scheme.Locate(scheme.First + (n+chess960.Count)%chess960.Count)
			c.Position = d.Position
			return err
		}
	}
	turn(previous, explorePage, moveBy(-1))
	turn(next, explorePage, moveBy(+1))
	turn(otherMethod, StepsPage, func(c *Card, chosen string) (err error) {
		c.Method, err = methods().Choose(chosen)
		return err
	})
	turn(otherDirection, StepsPage, func(c *Card, _ string) error {
		c.Direction = !c.Direction
		return nil
	})
	return presses
}

// A Shortcut is a button that answers as a command without options does, to those who see
// the message with the button. /help answers the buttons.
type Shortcut struct {
	Command, Subcommand string
	label               voice.Phrase
}

// The shortcuts.
var (
	DrawOne          = Shortcut{"random", "", "card.drawOne"}
	PositionOfTheDay = Shortcut{"daily", "", "card.positionOfTheDay"}
	Learn            = Shortcut{"quiz", "practice", "card.learn"}
	WhatIsChess960   = Shortcut{"about", "", "card.whatIsChess960"}
)

// ShortcutButton has the custom ids of the shortcuts.
var ShortcutButton = chat.NewControl("help", func(s *Shortcut, f *chat.Fields) {
	chat.OneOf(f, s, chat.List[Shortcut]{
		All: []Shortcut{DrawOne, PositionOfTheDay, Learn, WhatIsChess960}, ID: func(s Shortcut) string { return s.Command },
	})
})

// Shortcuts returns a row of buttons.
func Shortcuts(all ...Shortcut) chat.Component {
	var buttons []chat.Component
	for _, s := range all {
		buttons = append(buttons, chat.Secondary(s.label, ShortcutButton.ID(s)))
	}
	return chat.Row(buttons...)
}

// WhoseNumber says where a number comes from that somebody gave to the
// position, meant in a scheme. There are no origins if neither a numbering nor a slip gives
// this number. The first sentence has the most likely origin.
func WhoseNumber(p chess960.Position, number int, meant *chess960.Scheme) (sentence voice.Sentence, origins []slips.Origin) {
	if origins = slips.Whole.Explain(meant, p, number); len(origins) > 0 {
		said := slips.Whole.Say(p, number, origins)
		said[0] = voice.Bold(said[0])
		return voice.Run(said), origins
	}
	var belongs voice.Sentence = voice.Say("card.noSuchNumber", voice.F{"Number": number})
	if other, err := chess960.FromSP(number); err == nil {
		belongs = voice.Say("card.belongsTo", voice.F{"Name": chess960.Name(number), "Position": other})
	}
	return voice.Run{voice.Bold(voice.Say("card.notItsNumber", voice.F{"Number": number})), belongs}, nil
}

// isItRight is the label of the button, and the title of its form.
const isItRight voice.Phrase = "card.isItRight"

// numberInput is the line for the number in the form.
var numberInput = chat.TextInput("number", voice.Phrase("card.numberExample"), 7)

// askNumber answers the button "I have another number" with a form.
func askNumber(_ context.Context, _ *chat.Request, c Card) (*chat.Reply, error) {
	return &chat.Reply{Form: &chat.Form{
		CustomID: whoseNumber.ID(c),
		Title:    isItRight,
		Parts: []chat.FormPart{chat.Label(voice.Say("card.numberFor", voice.F{
			"Position": c.Position,
		}), nil, numberInput)},
	}}, nil
}

// answerNumber answers the form of askNumber.
func answerNumber(_ context.Context, r *chat.Request, c Card) (*chat.Reply, error) {
	n, ok := numberInput.ReadNumber(r)
	if !ok {
		n, ok = recognize.Number(numberInput.Read(r))
	}
	if !ok {
		return nil, chat.Refuse(voice.Say("card.notWhole", voice.F{
			"Text": voice.Quoted(numberInput.Read(r)),
		}), voice.Phrase("card.typeNumber"))
	}
	sentence, _ := WhoseNumber(c.Position, n, chess960.Scharnagl)
	return chat.Say(voice.Lines{sentence, voice.Say("card.positionNumbers", voice.F{
		"Position": c.Position, "Numbers": voice.Raw(c.Numbers()),
	})}), nil
}
