package card

import (
	"chess960bot/chat"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// A Look says how a board is shown: from which side, and in which colours.
type Look struct {
	FromBlack bool
	Theme     *render.Theme
}

// LookOf reads the look from the options. The default is White's side and the first
// theme.
func LookOf(options chat.Options) (l Look, err error) {
	if l.FromBlack, err = views().ChooseOrFirst(options.Text("view")); err != nil {
		return Look{}, err
	}
	l.Theme, err = themes().ChooseOrFirst(options.Text("theme"))
	return l, err
}

// DefaultLook is the look without options.
func DefaultLook() Look { return Look{Theme: render.Themes()[0]} }

// Side returns the value of the view option, "white" or "black".
func (l Look) Side() string {
	if l.FromBlack {
		return "black"
	}
	return "white"
}

// Fields are the fields of a look in a custom id: view:theme.
func (l *Look) Fields(f *chat.Fields) {
	chat.OneOf(f, &l.FromBlack, views())
	chat.OneOf(f, &l.Theme, themes())
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

// Methods lists the ways of working a number out.
func Methods() chat.List[*explain.Method] {
	return chat.List[*explain.Method]{All: explain.Methods(), Kind: "a method of explanation", Describe: func(m *explain.Method) (id, name string) { return m.ID, m.Name }}
}

// Define describes a command that answers with the card of a position. After its own
// options come those for the explanation and for the look.
func Define(name, description string, own ...chat.Option) chat.Definition {
	return chat.Define(name, description, append(append(own, ExplainOption()), LookOptions()...)...)
}

// LookOptions returns the options that every command about a position takes.
func LookOptions() []chat.Option {
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
	return Methods().Option("explain", "Which way of working it out to show")
}

// MethodOf reads the option "explain". It returns nil if the option is missing.
func MethodOf(options chat.Options) (*explain.Method, error) {
	id := options.Text("explain")
	if id == "" {
		return nil, nil
	}
	return Methods().Choose(id)
}
