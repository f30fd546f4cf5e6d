package card

import (
	"bytes"
	"fmt"
	"image"
	imagedraw "image/draw"
	"image/png"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/workshop/golden"
	"chess960bot/render"
)

// The golden pictures have the strips of whole explanations, one below the other.
func TestExplanationPictures(t *testing.T) {
	for _, c := range []struct {
		SP        int
		method    string
		direction explain.Direction
		theme     string
	}{
		{518, "direct", explain.ToPosition, "brown"},
		{518, "head", explain.ToNumber, "brown"},
		{518, "fritz9", explain.ToPosition, "blue"},
		{118, "formula", explain.ToPosition, "green"},
		{118, "tables", explain.ToNumber, "brown"},
		{303, "almanac", explain.ToNumber, "contrast"},
		{303, "skeleton", explain.ToPosition, "brown"},
		{0, "direct", explain.ToNumber, "brown"},
		{959, "fritz9", explain.ToNumber, "brown"},
	} {
		p, err := chess960.FromSP(c.SP)
		if err != nil {
			t.Fatal(err)
		}
		method, _ := methods().Choose(c.method)
		theme, _ := render.ThemeByID(c.theme)
		l := Layout{Boards: boards, Style: Style{Theme: theme}}
		shown := Card{p, l.Style, method, c.direction}
		for i := range shown.explanation().Steps {
			shown.showStep(&l, i+1)
		}
		if l.err != nil {
			t.Fatal(l.err)
		}
		golden.Drawing(t, fmt.Sprintf("testdata/explain-%d-%s-to-%s.png", c.SP, c.method, map[explain.Direction]string{explain.ToPosition: "position", explain.ToNumber: "number"}[c.direction]), stacked(t, l.reply.Pictures))
	}
}

// stacked returns pictures of equal width, one below the other. Their heights may differ.
func stacked(t *testing.T, pictures []chat.Picture) *image.RGBA {
	t.Helper()
	const gap = 8
	var all *image.RGBA
	for _, p := range pictures {
		m, err := png.Decode(bytes.NewReader(p.PNG))
		if err != nil {
			t.Fatal(err)
		}
		above, top := all, 0
		if above != nil {
			top = above.Rect.Dy() + gap
		}
		all = image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx(), top+m.Bounds().Dy()))
		if above != nil {
			imagedraw.Draw(all, above.Rect, above, image.Point{}, imagedraw.Src)
		}
		imagedraw.Draw(all, m.Bounds().Add(image.Pt(0, top)), m, image.Point{}, imagedraw.Src)
	}
	return all
}
