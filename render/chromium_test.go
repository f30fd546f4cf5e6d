package render

import (
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/workshop/testrun"
)

// TestChromium shows a board and two strips of every theme in a browser, and compares a
// screenshot with what image/png reads pixel by pixel.
func TestChromium(t *testing.T) {
	testrun.LongOnly(t, "starts a browser")
	chromium := testrun.Program(t, "chromium", "chromium")
	var want []*image.Paletted
	height := 0
	html := &strings.Builder{}
	html.WriteString(`<!doctype html><style>body{margin:0}img{display:block}</style>`)
	show := func(data []byte) {
		m := decoded(t, data)
		fmt.Fprintf(html, `<img src="data:image/png;base64,%s">`, base64.StdEncoding.EncodeToString(data))
		want = append(want, m)
		height += m.Rect.Dy()
	}
	for i, theme := range Themes() {
		b := Board{Position: traditional, Theme: theme, FromBlack: i%2 > 0}
		counting := Strip{Rank: rankOf("RNBQ.B.R"), Theme: theme, Marked: 0x09, Above: [8]string{4: "1", 6: "2"}}
		show(board(t, b))
		show(strip(t, counting))
	}
	shown := screenshot(t, chromium, html.String(), stripLeft+8*stripSquare, height)
	y := 0
	for i, m := range want {
		if at, ok := firstDifference(shown, m, y); !ok {
			t.Errorf("picture %d differs at %v", i, at)
		}
		y += m.Rect.Dy()
	}
}

// firstDifference compares a picture with the part of the screenshot from row y on.
func firstDifference(shown image.Image, m *image.Paletted, y int) (at image.Point, ok bool) {
	for row := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if color.RGBAModel.Convert(shown.At(x, y+row)) != m.At(x, row) {
				return image.Pt(x, row), false
			}
		}
	}
	return at, true
}

// screenshot shows a page in Chromium and returns a picture of it.
func screenshot(t *testing.T, chromium, html string, width, height int) image.Image {
	t.Helper()
	dir := t.TempDir()
	page, picture := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.png")
	if err := os.WriteFile(page, []byte(html), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--force-device-scale-factor=1", "--force-color-profile=srgb",
		fmt.Sprintf("--window-size=%d,%d", width, height), "--screenshot="+picture, "file://"+page).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
