package card

import (
	"chess960bot/chat"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

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
func DisplayOf(options chat.Options) (d Display, err error) {
	if d.FromBlack, err = views().ChooseOrFirst(options.Text("view")); err != nil {
		return Display{}, err
	}
	if d.Theme, err = themes().ChooseOrFirst(options.Text("theme")); err != nil {
		return Display{}, err
	}
	if id := options.Text("explain"); id != "" {
		d.Explain, err = methods().Choose(id)
	}
	return d, err
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
	return chat.List[bool]{All: []bool{false, true}, Kind: "a side of the board", Describe: func(fromBlack bool) (id, name string) {
		if fromBlack {
			return "black", "Black"
		}
		return "white", "White"
	}}
}

func themes() chat.List[*render.Theme] {
	return chat.List[*render.Theme]{All: render.Themes(), Kind: "a theme", Describe: func(t *render.Theme) (id, name string) { return t.ID, t.Name }}
}

// methods lists the ways of working a number out.
func methods() chat.List[*explain.Method] {
	return chat.List[*explain.Method]{All: explain.Methods(), Kind: "a method of explanation", Describe: func(m *explain.Method) (id, name string) { return m.ID, m.Name }}
}

// Define describes a command that answers with the card of a position. After its own
// options come those for the explanation and for the style.
func Define(name, description string, own ...chat.Option) chat.Definition {
	return chat.Define(name, description, append(append(own, ExplainOption()), StyleOptions()...)...)
}

// StyleOptions returns the options that every command about a position takes.
func StyleOptions() []chat.Option {
	return []chat.Option{ViewOption(), ThemeOption(), chat.PrivateOption()}
}

// ViewOption is the option for the side at the bottom of the board.
func ViewOption() chat.Option {
	return views().Option("view", "Which side is at the bottom of the board")
}

// ThemeOption is the option for the colours of the board.
func ThemeOption() chat.Option { return themes().Option("theme", "The colours of the board") }

// ExplainOption is the option for the method of the explanation.
func ExplainOption() chat.Option {
	return methods().Option("explain", "Which way of working it out to show")
}
