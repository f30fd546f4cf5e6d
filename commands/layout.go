package commands

import (
	"cmp"
	"fmt"
	"image/color"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// A layout collects the components and pictures of a reply. The method reply returns
// the first error.
type layout struct {
	boards     *render.Renderer
	look       look
	occasion   string // the beginning of the alt text of a board; "" for none
	components []Component
	pictures   []Picture
	files      []File
	err        error
}

func (l *layout) text(content string) {
	l.components = append(l.components, textComponent(content))
}

func (l *layout) row(components ...Component) {
	l.components = append(l.components, rowOf(components...))
}

// buttons adds buttons in rows of about the same length, with at most five in a row.
func (l *layout) buttons(buttons []Component) {
	const most = 5
	rows := (len(buttons) + most - 1) / most
	for ; rows > 0; rows-- {
		n := (len(buttons) + rows - 1) / rows
		l.row(buttons[:n]...)
		buttons = buttons[n:]
	}
}

// picture adds a picture.
func (l *layout) picture(p Picture, err error) {
	if err != nil {
		l.err = fmt.Errorf("draw %s: %w", p.Name, err)
		return
	}
	l.pictures = append(l.pictures, p)
	l.components = append(l.components, Component{
		Type:  discordgo.MediaGalleryComponent,
		Items: []GalleryItem{{Media{"attachment://" + p.Name}, p.Alt}},
	})
}

// file adds a file to download.
func (l *layout) file(f File) {
	l.files = append(l.files, f)
	l.components = append(l.components, fileComponent(f.Name))
}

func (l *layout) board(p chess960.Position, fileName string) {
	png, err := l.boards.Board(render.Board{Position: p, Theme: l.look.theme, FromBlack: l.look.fromBlack})
	l.picture(Picture{
		Name: cmp.Or(fileName, fmt.Sprintf("sp-%03d-%s.png", p.SP(), l.look.side())),
		Alt:  strings.TrimSpace(l.occasion + " " + boardAlt(p, l.look.fromBlack)),
		PNG:  png,
	}, err)
}

// rank adds a picture of White's first rank.
func (l *layout) rank(p chess960.Position, fileName string) {
	s := render.Strip{Theme: l.look.theme, FromBlack: l.look.fromBlack}
	for f := range chess960.AllFiles.All() {
		s.Rank[f] = p.Piece(f)
	}
	png, err := l.boards.Strip(s)
	l.picture(Picture{Name: fileName, Alt: strings.TrimSpace(l.occasion + " " + rankAlt(p)), PNG: png}, err)
}

// explanation adds the steps of an explanation, each with its view of the first rank.
// Views are always from White's side, because methods count squares from White's
// left.
func (l *layout) explanation(e explain.Explanation) {
	from, to := fmt.Sprintf("%s %d", explain.Label(e.Method.Scheme), e.Number), e.Position.String()
	if e.Direction == explain.ToNumber {
		from, to = to, from
	}
	text := fmt.Sprintf("### %s → %s\n%s\n", from, to, e.Method.Name)
	for i, step := range e.Steps {
		text += fmt.Sprintf("%d. %s", i+1, step.Text)
		if step.View == nil {
			text += "\n"
			continue
		}
		l.text(text)
		l.strip(i+1, *step.View)
		text = step.View.RowText()
	}
	if text += withMentions(e.Note); text != "" {
		l.text(text)
	}
}

func (l *layout) strip(step int, v explain.View) {
	s := render.Strip{Rank: v.Rank, Theme: l.look.theme, Marked: v.New}
	for f, count := range v.Counts {
		if count >= 0 {
			s.Counts[f] = '0' + byte(count)
		}
	}
	png, err := l.boards.Strip(s)
	l.picture(Picture{Name: fmt.Sprintf("step-%d.png", step), Alt: stripAlt(step, v), PNG: png}, err)
}

// reply returns the reply: a container with a bar in the theme's colour.
func (l *layout) reply() (*Reply, error) {
	if l.err != nil {
		return nil, l.err
	}
	container := Component{Type: discordgo.ContainerComponent, AccentColor: rgb(l.look.theme.Dark), Components: l.components}
	return &Reply{Components: []Component{container}, Pictures: l.pictures, Files: l.files}, nil
}

// rgb returns a colour in Discord's form: 0xRRGGBB.
func rgb(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
