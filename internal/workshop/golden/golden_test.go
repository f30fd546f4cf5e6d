package golden

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain keeps "go test ./... -update" from reaching these tests, which give
// wrong results on purpose.
func TestMain(m *testing.M) {
	flag.Parse()
	*update = false
	os.Exit(m.Run())
}

// A recorder is a testing.TB that records failures instead of failing.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) String() string { return strings.Join(r.failures, "\n") }

// square returns a PNG picture of 20 by 20 pixels, changed by edit.
func square(t *testing.T, edit func(*image.RGBA)) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 20, 20))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	edit(m)
	return encode(t, m)
}

// indexed returns a white picture with a palette.
func indexed() *image.Paletted {
	return image.NewPaletted(image.Rect(0, 0, 20, 20), color.Palette{color.White, color.Black})
}

func blackAt(m *image.Paletted, x, y int) *image.Paletted {
	m.SetColorIndex(x, y, 1)
	return m
}

func encode(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// file writes a golden file and returns its path.
func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestText(t *testing.T) {
	path := file(t, "help.txt", []byte("one\ntwo\nthree\n"))
	for _, test := range []struct {
		name, got string
		wants     []string // in the failure; none for no failure
	}{
		{"equal", "one\ntwo\nthree\n", nil},
		{"a line changed", "one\n2\nthree\n", []string{path, "-", "two", "+", "2", "-update"}},
		{"no last newline", "one\ntwo\nthree", []string{path}},
		{"carriage returns", "one\r\ntwo\r\nthree\r\n", []string{path}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r recorder
			Text(&r, path, test.got)
			check(t, &r, test.wants)
		})
	}
}

func check(t *testing.T, r *recorder, wants []string) {
	t.Helper()
	if (len(wants) == 0) != (len(r.failures) == 0) {
		t.Fatalf("failures: %q", r.failures)
	}
	for _, w := range wants {
		if !strings.Contains(r.String(), w) {
			t.Errorf("failure lacks %q:\n%s", w, r)
		}
	}
}

func TestImage(t *testing.T) {
	t.Setenv("GOLDEN_ARTIFACTS", t.TempDir())
	path := file(t, "square.png", square(t, func(*image.RGBA) {}))
	for _, test := range []struct {
		name  string
		got   []byte
		wants []string
	}{
		{"equal", square(t, func(*image.RGBA) {}), nil},
		{"one pixel a little darker", square(t, func(m *image.RGBA) { m.SetRGBA(3, 4, color.RGBA{245, 245, 245, 255}) }), nil},
		{"one pixel black", square(t, func(m *image.RGBA) { m.SetRGBA(3, 4, color.RGBA{A: 255}) }), []string{"(3,4)", "255 levels", ".diff.png", "-update"}},
		{"equal, with a palette", encode(t, indexed()), nil},
		{"one pixel black, with a palette", encode(t, blackAt(indexed(), 3, 4)), []string{"(3,4)", "255 levels", ".diff.png"}},
		{"all a little darker", square(t, func(m *image.RGBA) {
			draw.Draw(m, m.Rect, image.NewUniform(color.Gray{253}), image.Point{}, draw.Src)
		}), []string{"in the mean"}},
		{"another size", encode(t, image.NewGray(image.Rect(0, 0, 20, 10))), []string{"20 × 20", "20 × 10"}},
		{"no picture", []byte("hello"), []string{"no PNG picture"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r recorder
			Image(&r, path, test.got)
			check(t, &r, test.wants)
		})
	}
}

func TestImageKeepsWhatDiffers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	t.Setenv("GOLDEN_ARTIFACTS", dir)
	path := file(t, "square.png", square(t, func(*image.RGBA) {}))
	var r recorder
	Image(&r, path, square(t, func(m *image.RGBA) { m.SetRGBA(3, 4, color.RGBA{230, 255, 255, 255}) }))
	for _, kind := range []string{"want", "got", "diff"} {
		if name := filepath.Join(dir, "square."+kind+".png"); !strings.Contains(r.String(), name) {
			t.Errorf("failure does not name %s:\n%s", name, &r)
		}
	}
	diff, err := os.Open(filepath.Join(dir, "square.diff.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer diff.Close()
	m, err := png.Decode(diff)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := plain(m).NRGBAAt(3, 4), (color.NRGBA{200, 0, 0, 255}); got != want {
		t.Errorf("the difference of 25 levels of red is shown as %v, want %v", got, want)
	}
	if got, want := plain(m).NRGBAAt(4, 4), (color.NRGBA{0, 0, 0, 255}); got != want {
		t.Errorf("equal pixels are shown as %v, want %v", got, want)
	}
}

func TestDrawing(t *testing.T) {
	t.Setenv("GOLDEN_ARTIFACTS", t.TempDir())
	path := filepath.Join(t.TempDir(), "drawing.png")
	*update = true
	var r recorder
	Drawing(&r, path, indexed())
	*update = false
	Drawing(&r, path, indexed())
	check(t, &r, nil)
	Drawing(&r, path, blackAt(indexed(), 3, 4))
	check(t, &r, []string{"(3,4)", "255 levels", ".got.png"})
}

func TestMissingFile(t *testing.T) {
	var r recorder
	Text(&r, filepath.Join(t.TempDir(), "none.txt"), "text")
	check(t, &r, []string{"none.txt does not exist yet", "-update"})
}

func TestUpdate(t *testing.T) {
	*update = true
	defer func() { *update = false }()
	path := filepath.Join(t.TempDir(), "new", "help.txt")
	var r recorder
	Text(&r, path, "text")
	check(t, &r, nil)
	if got, err := os.ReadFile(path); err != nil || string(got) != "text" {
		t.Errorf("-update wrote %q, %v", got, err)
	}
}
