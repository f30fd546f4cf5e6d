package commands

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/render"
)

// A look is how an answer is shown: from whose side, in which colours.
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

func (l look) flipped() look { return look{!l.fromBlack, l.theme} }

// lookOptions returns the options that every command takes.
func lookOptions() []*discordgo.ApplicationCommandOption {
	themes := make([]*discordgo.ApplicationCommandOptionChoice, 0, len(render.Themes()))
	for _, t := range render.Themes() {
		themes = append(themes, &discordgo.ApplicationCommandOptionChoice{Name: t.Name, Value: t.ID})
	}
	return []*discordgo.ApplicationCommandOption{
		{
			Type:        discordgo.ApplicationCommandOptionString,
			Name:        "view",
			Description: "Whose side of the board is below",
			Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "White", Value: "white"},
				{Name: "Black", Value: "black"},
			},
		},
		{
			Type:        discordgo.ApplicationCommandOptionString,
			Name:        "theme",
			Description: "The colours of the board",
			Choices:     themes,
		},
		{
			Type:        discordgo.ApplicationCommandOptionBoolean,
			Name:        "private",
			Description: "Show the answer to you alone",
		},
	}
}

// lookOf reads the look from the options; what is not given is White's side
// and the first theme.
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
		return look{}, &UserError{fmt.Sprintf("%s is no side of the board.", inert(view)), "Choose white or black."}
	}
	t, ok := render.ThemeByID(theme)
	if !ok {
		return look{}, &UserError{fmt.Sprintf("%s is no theme.", inert(theme)), "Choose " + themeList() + "."}
	}
	return look{view == "black", t}, nil
}

// themeList names the themes: "brown, green, blue or contrast".
func themeList() string {
	var ids []string
	for _, t := range render.Themes() {
		ids = append(ids, t.ID)
	}
	last := len(ids) - 1
	return strings.Join(ids[:last], ", ") + " or " + ids[last]
}
