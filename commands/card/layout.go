package card

import (
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// A Layout fills a reply with components and pictures. The method Reply returns the
// first error.
type Layout struct {
	Boards   *render.Renderer
	Style    Style
	Audience chat.Audience
	FileName string // of the first picture; "" for its own name
	Done     bool   // the reply says what was done: a green bar
	play     bool   // offer games on lichess
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
