package golden

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tolerances, in levels of 255: for any channel of any pixel, and for the mean of
// all channels. A line that moved by a fraction of a pixel exceeds the first. A slightly
// different colour of an area exceeds the second.
const (
	mostAnywhere = 16
	mostInMean   = 0.25
)

// Image fails the test unless the PNG picture got looks like the one at path.
func Image(t testing.TB, path string, got []byte) {
	t.Helper()
	if file, err := os.ReadFile(path); err == nil && bytes.Equal(file, got) {
		return // on most machines: to decode both pictures takes long
	}
	gotImage, err := png.Decode(bytes.NewReader(got))
	if err != nil {
		t.Errorf("%s: what the test got is no PNG picture: %v", path, err)
		return
	}
	compareWith(t, path, gotImage, func() []byte { return got })
}

// Drawing fails the test unless the picture got looks like the PNG picture at path. It
// compresses the picture only to save it, because that takes long.
func Drawing(t testing.TB, path string, got image.Image) {
	t.Helper()
	compareWith(t, path, got, func() []byte { return compressed(t, got) })
}

// compareWith compares a picture with the one at path. It calls encoded only if it needs the PNG.
func compareWith(t testing.TB, path string, gotImage image.Image, encoded func() []byte) {
	t.Helper()
	want, ok := read(t, path, encoded)
	if !ok {
		return
	}
	wantImage, err := png.Decode(bytes.NewReader(want))
	if err != nil {
		t.Errorf("%s is no PNG picture: %v", path, err)
		return
	}
	if w, g := wantImage.Bounds().Size(), gotImage.Bounds().Size(); w != g {
		t.Errorf("%s has %d × %d pixels, the test got %d × %d.\n%s\n%s", path, w.X, w.Y, g.X, g.Y,
			keep(t, path, want, encoded(), nil), hint)
		return
	}
	wantPlain, gotPlain := plain(wantImage), plain(gotImage)
	if d := compare(wantPlain, gotPlain); d.most > mostAnywhere || d.mean > mostInMean {
		t.Errorf("%s looks different: by up to %d levels, most at %v, by %.2f in the mean.\n%s\n%s", path, d.most, d.where, d.mean,
			keep(t, path, want, encoded(), amplified(wantPlain, gotPlain)), hint)
	}
}

// A difference is the result of comparing two pictures of the same size.
type difference struct {
	most  int         // levels, in any channel
	where image.Point // the first pixel with that difference
	mean  float64     // levels, over all channels
}

func compare(want, got *image.NRGBA) (d difference) {
	sum := 0
	for y := range want.Rect.Dy() {
		row := want.Pix[y*want.Stride:][:want.Stride]
		for i, level := range got.Pix[y*got.Stride:][:got.Stride] {
			apart := distance(level, row[i])
			if sum += apart; apart > d.most {
				d.most, d.where = apart, image.Pt(i/4, y)
			}
		}
	}
	d.mean = float64(sum) / float64(max(1, len(want.Pix)))
	return d
}

// amplified returns a picture that is black where the pictures are equal, and brighter
// with their difference.
func amplified(want, got *image.NRGBA) *image.RGBA {
	m := image.NewRGBA(want.Rect)
	for i := 0; i < len(m.Pix); i += 4 {
		alpha := distance(want.Pix[i+3], got.Pix[i+3])
		for k := range 3 {
			m.Pix[i+k] = bright(max(alpha, distance(want.Pix[i+k], got.Pix[i+k])))
		}
		m.Pix[i+3] = 255
	}
	return m
}

// bright makes a distance of one level visible.
func bright(levels int) uint8 { return uint8(min(255, 8*levels)) }

// plain returns the picture with four bytes a pixel and its corner at (0, 0).
func plain(m image.Image) *image.NRGBA {
	p := image.NewNRGBA(image.Rectangle{Max: m.Bounds().Size()})
	indexed, ok := m.(*image.Paletted)
	if !ok || indexed.Stride != p.Rect.Dx() {
		draw.Draw(p, p.Rect, m, m.Bounds().Min, draw.Src)
		return p
	}
	var palette [256][4]uint8 // package draw would convert the colour of each pixel
	for i, colour := range indexed.Palette {
		c := color.NRGBAModel.Convert(colour).(color.NRGBA)
		palette[i] = [4]uint8{c.R, c.G, c.B, c.A}
	}
	for i, index := range indexed.Pix {
		*(*[4]uint8)(p.Pix[4*i:]) = palette[index]
	}
	return p
}

func distance(a, b uint8) int {
	if a < b {
		return int(b - a)
	}
	return int(a - b)
}

// keep writes the pictures to files, so that people can look at them. It returns the
// list of files.
func keep(t testing.TB, path string, want, got []byte, difference *image.RGBA) string {
	t.Helper()
	dir, err := artifacts()
	if err != nil {
		return "The pictures could not be kept: " + err.Error()
	}
	name := filepath.Join(dir, strings.TrimSuffix(filepath.Base(path), ".png"))
	write(t, name+".want.png", want)
	write(t, name+".got.png", got)
	files := "want: " + name + ".want.png\ngot:  " + name + ".got.png"
	if difference == nil {
		return files
	}
	write(t, name+".diff.png", compressed(t, difference))
	return files + "\ndiff: " + name + ".diff.png"
}

func compressed(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Errorf("golden picture: %v", err)
	}
	return b.Bytes()
}

func artifacts() (string, error) {
	if dir := os.Getenv("GOLDEN_ARTIFACTS"); dir != "" {
		return dir, nil
	}
	return os.MkdirTemp("", "golden-")
}
