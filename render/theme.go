package render

import "image/color"

// A Theme is a set of colours for boards and strips.
type Theme struct {
	ID   string // stable, for commands and file names: "brown"
	Name string // for people: "Brown"

	Light, Dark             color.RGBA // the squares
	OnLight, OnDark         color.RGBA // letters and figures on the squares; a test requires a contrast of 4.5:1
	MarkedLight, MarkedDark color.RGBA // the squares when marked
	Frame                   color.RGBA // of marked squares, for people without colour vision

	White, Black *Ink // the pieces
}

// themes lists all themes. To add one, add an entry here. The first is the default.
var themes = []*Theme{
	{
		ID: "brown", Name: "Brown",
		Light: rgb(0xf0dab6), Dark: rgb(0xb58763), OnLight: rgb(0x7d5433), OnDark: rgb(0x38200e),
		MarkedLight: rgb(0xf8e27a), MarkedDark: rgb(0xdcb545), Frame: rgb(0x6e3f16),
		White: ivory, Black: ebony,
	},
	{
		ID: "green", Name: "Green",
		Light: rgb(0xeeeed4), Dark: rgb(0x779556), OnLight: rgb(0x4a6330), OnDark: rgb(0x16250a),
		MarkedLight: rgb(0xf6e97a), MarkedDark: rgb(0xc6c23a), Frame: rgb(0x2f4a17),
		White: ivory, Black: ebony,
	},
	{
		ID: "blue", Name: "Blue",
		Light: rgb(0xe3e9f0), Dark: rgb(0x7e9bbb), OnLight: rgb(0x44617f), OnDark: rgb(0x13263a),
		MarkedLight: rgb(0xf8e38a), MarkedDark: rgb(0xd9bb52), Frame: rgb(0x24415f),
		White: ivory, Black: ebony,
	},
	{
		ID: "contrast", Name: "High contrast",
		Light: rgb(0xbcc4cd), Dark: rgb(0x6b7785), OnLight: rgb(0x000000), OnDark: rgb(0x000000),
		MarkedLight: rgb(0xffe45c), MarkedDark: rgb(0xf0b400), Frame: rgb(0x000000),
		White: paper, Black: pitch,
	},
}

// An Ink is the colours of one side's pieces.
type Ink struct {
	Lit, Shaded color.RGBA // the body, from the lit left to the shaded right
	Outline     color.RGBA
	Detail      color.RGBA // lines and spots within the body
	Shine       color.RGBA // reflections; transparent for none
	Halo        color.RGBA // a rim around the outline; transparent for none
}

// The pieces of the wooden themes, and those for low vision.
var (
	ivory = &Ink{Lit: rgb(0xfffdf6), Shaded: rgb(0xdfd2b8), Outline: rgb(0x2e2723), Detail: rgb(0x2e2723)}
	ebony = &Ink{Lit: rgb(0x6a635c), Shaded: rgb(0x2c2926), Outline: rgb(0x100e0d), Detail: rgb(0xcfc6b8), Shine: rgb(0x979089)}
	paper = &Ink{Lit: rgb(0xffffff), Shaded: rgb(0xffffff), Outline: rgb(0x000000), Detail: rgb(0x000000)}
	pitch = &Ink{Lit: rgb(0x000000), Shaded: rgb(0x000000), Outline: rgb(0x000000), Detail: rgb(0xffffff), Shine: rgb(0xffffff), Halo: rgb(0xffffff)}
)

// Themes returns all themes, the default first. They are shared: do not modify
// them.
func Themes() []*Theme { return append([]*Theme(nil), themes...) }

// ThemeByID returns the theme with the given ID.
func ThemeByID(id string) (*Theme, bool) {
	for _, t := range themes {
		if t.ID == id {
			return t, true
		}
	}
	return nil, false
}

// orDefault returns t, or the default theme for nil.
func (t *Theme) orDefault() *Theme {
	if t == nil {
		return themes[0]
	}
	return t
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}
