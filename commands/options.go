package commands

import (
	"fmt"
	"strings"

	"chess960bot/internal/explain"
	"chess960bot/render"
)

// A look says how a board is shown: from which side, and in which colours.
type look struct {
	fromBlack bool
	theme     *render.Theme
}

// side returns the value of the view option, "white" or "black".
func (l look) side() string {
	if l.fromBlack {
		return "black"
	}
	return "white"
}

// lookOptions returns the options that every command about a position takes.
func lookOptions() []Option {
	return []Option{viewOption(), themeOption(), privateOption()}
}

func viewOption() Option {
	return choiceOption("view", "Which side is at the bottom of the board", []Choice{{"White", "white"}, {"Black", "black"}})
}

func privateOption() Option { return boolOption("private", "Show the answer only to you") }

func themeOption() Option {
	var themes []Choice
	for _, t := range render.Themes() {
		themes = append(themes, Choice{t.Name, t.ID})
	}
	return choiceOption("theme", "The colours of the board", themes)
}

// lookOf reads the look from the options. The default is White's side and the first
// theme.
func lookOf(options Options) (look, error) {
	view, theme := options.Text("view"), options.Text("theme")
	if view == "" {
		view = "white"
	}
	if theme == "" {
		theme = render.Themes()[0].ID
	}
	return parseLook(view, theme)
}

// parseLook reads a look from a view and a theme by their option values.
func parseLook(view, theme string) (look, error) {
	if view != "white" && view != "black" {
		return look{}, &UserError{fmt.Sprintf("%s is not a side of the board.", quoteFirst(view)), "Choose white or black."}
	}
	t, ok := render.ThemeByID(theme)
	if !ok {
		return look{}, &UserError{fmt.Sprintf("%s is not a theme.", quoteFirst(theme)), "Choose " + themeList() + "."}
	}
	return look{view == "black", t}, nil
}

// explainOption is the option for the method of the explanation.
func explainOption() Option {
	var methods []Choice
	for _, m := range explain.Methods() {
		methods = append(methods, Choice{m.Name, m.ID})
	}
	return choiceOption("explain", "Which way of working it out to show", methods)
}

// methodOf reads the option "explain". It returns nil if the option is missing.
func methodOf(options Options) (*explain.Method, error) {
	id := options.Text("explain")
	if id == "" {
		return nil, nil
	}
	m, ok := explain.MethodByID(id)
	if !ok {
		return nil, &UserError{fmt.Sprintf("%s is not a method of explanation.", quoteFirst(id)), "Choose " + methodList() + "."}
	}
	return m, nil
}

// methodList names the methods: "direct, tables, … or almanac".
func methodList() string {
	var ids []string
	for _, m := range explain.Methods() {
		ids = append(ids, m.ID)
	}
	return either(ids)
}

// themeList names the themes: "brown, green, blue or contrast".
func themeList() string {
	var ids []string
	for _, t := range render.Themes() {
		ids = append(ids, t.ID)
	}
	return either(ids)
}

// either joins choices: "a, b or c".
func either(choices []string) string {
	last := len(choices) - 1
	return strings.Join(choices[:last], ", ") + " or " + choices[last]
}
