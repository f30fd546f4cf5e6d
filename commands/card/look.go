package card

import (
	"chess960bot/chat"
	"fmt"

	"chess960bot/internal/explain"
	"chess960bot/render"
)

// A look says how a board is shown: from which side, and in which colours.
type Look struct {
	fromBlack bool
	Theme     *render.Theme
}

// side returns the value of the view option, "white" or "black".
func (l Look) Side() string {
	if l.fromBlack {
		return "black"
	}
	return "white"
}

// lookOptions returns the options that every command about a position takes.
func LookOptions() []chat.Option {
	return []chat.Option{ViewOption(), ThemeOption(), chat.PrivateOption()}
}

func ViewOption() chat.Option {
	return chat.ChoiceOption("view", "Which side is at the bottom of the board", []chat.Choice{{Name: "White", Value: "white"}, {Name: "Black", Value: "black"}})
}

func ThemeOption() chat.Option {
	var themes []chat.Choice
	for _, t := range render.Themes() {
		themes = append(themes, chat.Choice{Name: t.Name, Value: t.ID})
	}
	return chat.ChoiceOption("theme", "The colours of the board", themes)
}

// lookOf reads the look from the options. The default is White's side and the first
// theme.
func LookOf(options chat.Options) (Look, error) {
	view, theme := options.Text("view"), options.Text("theme")
	if view == "" {
		view = "white"
	}
	if theme == "" {
		theme = render.Themes()[0].ID
	}
	return ParseLook(view, theme)
}

// parseLook reads a look from a view and a theme by their option values.
func ParseLook(view, theme string) (Look, error) {
	if view != "white" && view != "black" {
		return Look{}, chat.Refuse(fmt.Sprintf("%s is not a side of the board.", chat.QuoteFirst(view)), "Choose white or black.")
	}
	t, ok := render.ThemeByID(theme)
	if !ok {
		return Look{}, chat.Refuse(fmt.Sprintf("%s is not a theme.", chat.QuoteFirst(theme)), "Choose "+themeList()+".")
	}
	return Look{view == "black", t}, nil
}

// explainOption is the option for the method of the explanation.
func ExplainOption() chat.Option {
	var methods []chat.Choice
	for _, m := range explain.Methods() {
		methods = append(methods, chat.Choice{Name: m.Name, Value: m.ID})
	}
	return chat.ChoiceOption("explain", "Which way of working it out to show", methods)
}

// methodOf reads the option "explain". It returns nil if the option is missing.
func MethodOf(options chat.Options) (*explain.Method, error) {
	id := options.Text("explain")
	if id == "" {
		return nil, nil
	}
	m, ok := explain.MethodByID(id)
	if !ok {
		return nil, chat.Refuse(fmt.Sprintf("%s is not a method of explanation.", chat.QuoteFirst(id)), "Choose "+methodList()+".")
	}
	return m, nil
}

// methodList names the methods: "direct, tables, … or almanac".
func methodList() string {
	var ids []string
	for _, m := range explain.Methods() {
		ids = append(ids, m.ID)
	}
	return chat.Either(ids)
}

// themeList names the themes: "brown, green, blue or contrast".
func themeList() string {
	var ids []string
	for _, t := range render.Themes() {
		ids = append(ids, t.ID)
	}
	return chat.Either(ids)
}

// definePosition describes a command that answers with the card of a position. After
// its own option come the options for the explanation and for the look.
func DefinePosition(name, description string, own chat.Option) chat.Definition {
	options := []chat.Option{own, ExplainOption()}
	return chat.Define(name, description, append(options, LookOptions()...)...)
}
