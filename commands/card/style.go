package card

import (
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
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
