// Package card shows a position. A [Card] is a position and how to show it. An [Answer]
// is the public message of a command about a position: one picture, the numbers and the
// way to work them out. The buttons below it open private pages. A [Layout] puts texts,
// pictures and buttons of any reply together.
package card

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// A Card is a position and how to show it: from which side, in which colours, and by
// which method its number is worked out. A public answer and the private pages behind
// its buttons show the same card.
type Card struct {
	Position  chess960.Position
	Style     Style
	Method    *explain.Method
	Direction explain.Direction // of the explanation
}

// derivation returns the number of the position by the method's scheme.
func (c Card) derivation() chess960.Derivation { return c.Method.Scheme.Derive(c.Position) }

// An Answer shows a card to a channel: one picture, the numbers, and how they are worked out. No button
// changes a public answer; buttons open private pages. With every step or a path in words, the picture
// is the first rank alone: the answer fits a screen.
type Answer struct {
	Card
	Audience chat.Audience
	Notes    []voice.Sentence // under the heading
	Explain  *explain.Method  // show every step by this method; nil for one paragraph by the card's
	Brief    bool             // leave the paragraph out
	FileName string           // of the board's picture; "" for a name made from the position
	Compact  bool             // show only the first rank instead of the board
	Play     bool             // offer a game on lichess
	First    []chat.Component // buttons in front of those of every card
}

// Reply shows the numbers of the position, and the paragraph or the steps.
func (a Answer) Reply(boards *render.Renderer) (*chat.Reply, error) {
	l, numbers := a.begin(boards, a.Compact)
	if a.Explain == nil && !a.Brief {
		numbers = append(numbers, a.short()...)
	}
	l.Text(numbers)
	if a.Explain != nil {
		l.Explanation(a.explanation())
	}
	return a.end(l, LichessButton(a.Position, true))
}

// Walked shows the way to the position by swaps, instead of the paragraph or below the steps.
func (a Answer) Walked(boards *render.Renderer, walk explain.SwapWalk) (*chat.Reply, error) {
	l, numbers := a.begin(boards, true)
	l.Text(numbers)
	if a.Explain != nil {
		l.Explanation(a.explanation())
	}
	l.Text(voice.Lines{walk.Before, voice.Raw(walk.Steps), walk.After})
	return a.end(l, LichessButton(a.Position, true))
}

// Drawn shows a position that is about to be played: what was thrown, nil for nothing, the paragraph, and
// in the last line who drew it. It has room for the steps only if a method has no short form.
func (a Answer) Drawn(boards *render.Renderer, thrown, last voice.Sentence) (*chat.Reply, error) {
	l, lines := a.begin(boards, a.Compact)
	lines = append(lines, thrown)
	short := a.short()
	switch {
	case a.Explain == nil && a.Brief:
	case a.Explain == nil:
		lines = append(lines, short...)
	case short != nil:
		lines = append(append(lines, voice.Bold(methodName(a.Method))), short...)
	case !a.Compact:
		l.Text(lines)
		l.Explanation(a.explanation())
		lines = nil
	}
	l.Text(append(lines, last))
	if a.Explain != nil && (short != nil || a.Compact) {
		a.First = append(a.First, a.Button(StepsPage, voice.Phrase("card.findPosition")))
	}
	play := LichessButton(a.Position, true)
	if len(a.First) < 2 {
		a.First, play.Label = append(a.First, a.PageButton(castlingPage)), voice.Phrase("card.play")
	}
	return a.end(l, play)
}

// begin chooses the method, and lays out what all answers begin with; the numbers are not yet in the layout.
func (a *Answer) begin(boards *render.Renderer, rank bool) (l *Layout, numbers voice.Lines) {
	if a.Explain != nil {
		a.Method = a.Explain
	}
	l = &Layout{Boards: boards, Style: a.Style, Audience: a.Audience, FileName: a.FileName}
	l.Text(Heading(a.Position, a.Notes))
	if rank || a.Explain != nil {
		l.Rank(a.Position)
	} else {
		l.Board(a.Position)
	}
	return l, voice.Lines{voice.Raw(a.Numbers())}
}

// short is the derivation in one paragraph; nil for a method without that.
func (a Answer) short() []voice.Sentence { return a.Method.Short(a.derivation(), a.Direction) }

func (a Answer) end(l *Layout, play chat.Component) (*chat.Reply, error) {
	own := a.First
	if a.Play {
		own = append(own, play)
	}
	l.Buttons(a.AnswerButtons(own...))
	return l.Reply()
}

// NewAnswer returns the answer of a slash command with the way to a position. If the options
// name a method, the answer explains every step by that method. Otherwise it is the
// short form, by the command's own method.
func NewAnswer(r *chat.Request, p chess960.Position, own *explain.Method, notes ...voice.Sentence) Answer {
	d := DisplayOf(r)
	return Answer{Card: Card{p, d.Style, own, explain.ToPosition}, Notes: notes, Explain: d.Explain}
}

// Heading returns the heading of a card, with notes below it. The normal start position is
// named in the line of a single note, so that drawing it makes no answer higher.
func Heading(p chess960.Position, notes []voice.Sentence) voice.Sentence {
	lines := append(voice.Lines{voice.Heading(2, voice.Raw(Title(p)))}, notes...)
	switch {
	case p.SP() != Classical:
		return lines
	case len(notes) == 1:
		lines[1] = voice.Run{notes[0], normal}
		return lines
	}
	return append(lines, normal)
}

const normal voice.Phrase = "card.normal"

// Numbers lists the position's number in every scheme, the method's in bold.
// The scheme with Scharnagl's numbers from 1 to 960 is left out: it differs from the
// SP numbers only in 960.
func (c Card) Numbers() string {
	var list []string
	for _, s := range chess960.DistinctSchemes() {
		number := s.Format(s.Derive(c.Position).Number())
		if s == c.Method.Scheme {
			number = "**" + number + "**"
		}
		list = append(list, number)
	}
	return strings.Join(list, " · ")
}

// Lichess returns the address of lichess's analysis board for the position.
func Lichess(p chess960.Position) string { return LichessFEN(p.XFEN()) }

// LichessFEN returns the address of lichess's analysis board for a FEN.
func LichessFEN(fen string) string {
	return "https://lichess.org/analysis/chess960/" + strings.ReplaceAll(fen, " ", "_")
}

// Classical is the SP number of the classical array, which a draw may leave out.
const Classical = 518

// A Layout fills a reply with components and pictures. The method Reply returns the
// first error.
type Layout struct {
	Boards   *render.Renderer
	Style    Style
	Audience chat.Audience
	FileName string // of the first picture; "" for its own name
	Done     bool   // the reply says what was done: a green bar
	play     bool   // offer games on lichess
	practise bool   // offer practice of the steps of an explanation
	reply    chat.Reply
	err      error
}

// Text adds a text.
func (l *Layout) Text(content voice.Sentence) {
	l.reply.Components = append(l.reply.Components, chat.Text(content))
}

// Row adds a row of buttons, or one menu.
func (l *Layout) Row(components ...chat.Component) {
	l.reply.Components = append(l.reply.Components, chat.Row(components...))
}

// Buttons adds buttons in rows of about the same length, with at most five in a row.
func (l *Layout) Buttons(buttons []chat.Component) {
	const most = 5
	rows := (len(buttons) + most - 1) / most
	for ; rows > 0; rows-- {
		n := (len(buttons) + rows - 1) / rows
		l.reply.Components = append(l.reply.Components, chat.Row(buttons[:n]...))
		buttons = buttons[n:]
	}
}

// Picture adds a picture.
func (l *Layout) Picture(p chat.Picture, err error) {
	if err != nil {
		l.err = fmt.Errorf("draw %s: %w", p.Name, err)
		return
	}
	if l.FileName != "" && len(l.reply.Pictures) == 0 {
		p.Name = l.FileName
	}
	l.reply.Pictures = append(l.reply.Pictures, p)
	l.reply.Components = append(l.reply.Components, chat.Component{
		Type:  discordgo.MediaGalleryComponent,
		Items: []chat.GalleryItem{{Media: chat.Media{URL: "attachment://" + p.Name}, Description: p.Alt}},
	})
}

// Files adds files to download.
func (l *Layout) Files(files ...chat.File) {
	for _, f := range files {
		l.reply.Files = append(l.reply.Files, f)
		l.reply.Components = append(l.reply.Components, chat.Attached(f.Name))
	}
}

// Title returns the name of a position and its back rank: "SP 518 · RNBQKBNR".
func Title(p chess960.Position) string { return p.Name().String() + " · " + p.String() }

// shows notes that everyone who sees the reply sees the position.
func (l *Layout) shows(p chess960.Position) {
	l.reply.Shows = append(l.reply.Shows, p.Name().String())
}

// Board adds a picture of the board.
func (l *Layout) Board(p chess960.Position) {
	l.shows(p)
	png, err := l.Boards.Board(render.Board{Position: p, Theme: l.Style.Theme, FromBlack: l.Style.FromBlack})
	l.Picture(chat.Picture{
		Name: fmt.Sprintf("sp-%03d-%s.png", p.SP(), l.Style.Side()),
		Alt:  boardAlt(p, l.Style),
		PNG:  png,
	}, err)
}

// Rank adds a picture of White's first rank.
func (l *Layout) Rank(p chess960.Position) {
	l.shows(p)
	png, err := l.Boards.Strip(render.Strip{Rank: p.Rank(), Theme: l.Style.Theme, FromBlack: l.Style.FromBlack})
	l.Picture(chat.Picture{Name: fmt.Sprintf("rank-%03d-%s.png", p.SP(), l.Style.Side()), Alt: rankAlt(p), PNG: png}, err)
}

// Diagram adds a picture of any men on a board or a rank.
func (l *Layout) Diagram(fileName string, alt voice.Sentence, d render.Diagram) {
	d.Theme, d.FromBlack = l.Style.Theme, l.Style.FromBlack
	png, err := l.Boards.Diagram(d)
	l.Picture(chat.Picture{Name: fileName, Alt: alt, PNG: png}, err)
}

// Explanation adds the steps of an explanation as text, below the numbers of a card, with what
// people need to know by heart or to look up. The strips are on the page "Step by step".
func (l *Layout) Explanation(e explain.Explanation) {
	var steps voice.Steps
	for _, step := range e.Steps {
		steps = append(steps, voice.Run(step.Said))
	}
	text := voice.Lines{voice.Bold(methodName(e.Method)), steps}
	if e.Note != nil && !e.Apart {
		text = append(text, voice.Small(e.Note))
	}
	if !e.Apart {
		text = append(text, voice.Raw(e.Block))
	}
	l.Text(text)
}

// Strip adds a picture of the first rank after a step.
func (l *Layout) Strip(step int, v explain.View) {
	s := render.Strip{Rank: v.Rank, Theme: l.Style.Theme, Marked: v.New}
	for f, count := range v.Counts {
		if count >= 0 {
			s.Above[f] = strconv.Itoa(count)
		}
	}
	png, err := l.Boards.Strip(s)
	l.Picture(chat.Picture{Name: fmt.Sprintf("step-%d.png", step), Alt: stripAlt(step, v), PNG: png}, err)
}

// Reply returns the reply, with a bar in the theme's colour, or a green one.
func (l *Layout) Reply() (*chat.Reply, error) {
	if l.err != nil {
		return nil, l.err
	}
	l.reply.Bar = l.Style.bar()
	if l.Done {
		l.reply.Bar = chat.DoneBar
	}
	l.reply.Audience = l.Audience
	return &l.reply, nil
}

// Turns returns the buttons to the pages before and after a page, which is counted from 0.
func Turns(page, pages int, id func(page int) string) (turns []chat.Component) {
	if page > 0 {
		turns = append(turns, chat.Secondary(voice.Phrase("card.previousPage"), id(page-1)))
	}
	if page+1 < pages {
		turns = append(turns, chat.Secondary(voice.Phrase("card.nextPage"), id(page+1)))
	}
	return turns
}

// Page returns a page of text without a position, with the rows below it.
func Page(audience chat.Audience, text voice.Sentence, rows ...chat.Component) *chat.Reply {
	return &chat.Reply{Audience: audience, Bar: DefaultStyle().bar(), Components: append([]chat.Component{chat.Text(text)}, rows...)}
}

// A PrintedPage counts the pages of a file to print.
type PrintedPage struct {
	voice.Facts
	Page, Of int // from 1
}

// A Style says how a board is shown: from which side, and in which colours.
type Style struct {
	FromBlack bool
	Theme     *render.Theme
}

// A Display is how people want a position shown.
type Display struct {
	Style
	Explain *explain.Method // the method to show every step of; nil for the short form
}

// DisplayOf reads the options for the style and for the explanation. The default is White's
// side, the first theme and the short form.
func DisplayOf(r *chat.Request) Display { return Display{StyleOf(r), ExplainOption().Read(r)} }

// StyleOf reads the options for the style.
func StyleOf(r *chat.Request) Style { return Style{ViewOption().Read(r), ThemeOption().Read(r)} }

// StoredStyle returns the style with the ids of a side and a theme. The default stands for "", and
// for an id of a newer release.
func StoredStyle(view, theme string) Style {
	s := DefaultStyle()
	if fromBlack, err := views().Choose(view); err == nil {
		s.FromBlack = fromBlack
	}
	if known, err := themes().Choose(theme); err == nil {
		s.Theme = known
	}
	return s
}

// DefaultStyle is the style without options.
func DefaultStyle() Style { return Style{Theme: render.Themes()[0]} }

// bar is the colour of the bar beside a message: the theme's dark squares.
func (s Style) bar() int {
	dark := s.Theme.Dark
	return int(dark.R)<<16 | int(dark.G)<<8 | int(dark.B)
}

// Side returns the value of the view option, "white" or "black".
func (s Style) Side() string {
	if s.FromBlack {
		return "black"
	}
	return "white"
}

// Viewer returns the player at the bottom of the board.
func (s Style) Viewer() castling.Colour {
	if s.FromBlack {
		return castling.Black
	}
	return castling.White
}

// Fields are the fields of a style in a custom id: view:theme.
func (s *Style) Fields(f *chat.Fields) {
	chat.OneOf(f, &s.FromBlack, views())
	chat.OneOf(f, &s.Theme, themes())
}

// Fields are the fields of a display in a custom id: view:theme:method or nothing.
func (d *Display) Fields(f *chat.Fields) {
	d.Style.Fields(f)
	chat.OneOrNone(f, &d.Explain, methods())
}

func views() chat.List[bool] {
	return chat.List[bool]{All: []bool{false, true}, ID: func(fromBlack bool) string { return Style{FromBlack: fromBlack}.Side() }}
}

func themes() chat.List[*render.Theme] {
	return chat.List[*render.Theme]{All: render.Themes(), ID: func(t *render.Theme) string { return t.ID }}
}

// methods lists the ways of working a number out.
func methods() chat.List[*explain.Method] {
	return chat.List[*explain.Method]{All: explain.Methods(), ID: func(m *explain.Method) string { return m.ID }}
}

func methodName(m *explain.Method) voice.Phrase { return chat.ChoiceName("explain", m.ID) }

// StyleOptions returns the options that every command about a position has.
func StyleOptions() []chat.Option {
	return []chat.Option{ViewOption(), ThemeOption(), chat.PrivateOption()}
}

// Options returns the options of a command that answers with the card of a position: its
// own, and then those for the explanation and for the style.
func Options(own ...chat.Option) []chat.Option {
	return append(append(own, ExplainOption()), StyleOptions()...)
}

// ViewOption is the option for the side at the bottom of the board.
func ViewOption() chat.OptionOf[bool] { return views().Option("view") }

// ThemeOption is the option for the colours of the board.
func ThemeOption() chat.OptionOf[*render.Theme] { return themes().Option("theme") }

// ExplainOption is the option for the method of the explanation; nil for the short form.
func ExplainOption() chat.OptionOf[*explain.Method] { return methods().Option("explain").Or(nil) }
