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

// Two pictures may differ by so many levels of 255: in any channel of any pixel,
// and in the mean of all of them. A line that moved by a fraction of a pixel
// exceeds the first limit. A slightly different colour of an area exceeds the
// second.
const (
	mostAnywhere = 16
	mostInMean   = 0.25
)

// Image fails the test unless the PNG picture got looks like the one at path.
func Image(t testing.TB, path string, got []byte) {
	t.Helper()
	gotImage, err := png.Decode(bytes.NewReader(got))
	if err != nil {
		t.Errorf("%s: what the test got is no PNG picture: %v", path, err)
		return
	}
	want, ok := read(t, path, got)
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
			keep(t, path, want, got, nil), hint)
		return
	}
	if d := compare(wantImage, gotImage); d.most > mostAnywhere || d.mean > mostInMean {
		t.Errorf("%s looks different: by up to %d levels, most at %v, by %.2f in the mean.\n%s\n%s", path, d.most, d.where, d.mean,
			keep(t, path, want, got, d.picture), hint)
	}
}

// A difference is what a comparison of two pictures of one size found.
type difference struct {
	most    int         // levels, in any channel
	where   image.Point // the first pixel with that difference
	mean    float64     // levels, over all channels
	picture *image.RGBA // black where equal, brighter with the difference
}

func compare(wantImage, gotImage image.Image) difference {
	want, got := plain(wantImage), plain(gotImage)
	d := difference{picture: image.NewRGBA(want.Rect)}
	if bytes.Equal(want.Pix, got.Pix) {
		return d
	}
	sum := 0
	for i := 0; i < len(want.Pix); i += 4 {
		var apart [4]int
		for k := range apart {
			apart[k] = distance(want.Pix[i+k], got.Pix[i+k])
			sum += apart[k]
			if apart[k] > d.most {
				d.most, d.where = apart[k], image.Pt(i%want.Stride/4, i/want.Stride)
			}
		}
		c := amplified(apart)
		copy(d.picture.Pix[i:], []uint8{c.R, c.G, c.B, c.A})
	}
	d.mean = float64(sum) / float64(max(1, len(want.Pix)))
	return d
}

// plain returns the picture with four bytes a pixel and its corner at (0, 0).
func plain(m image.Image) *image.NRGBA {
	p := image.NewNRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(p, p.Rect, m, m.Bounds().Min, draw.Src)
	return p
}

func distance(a, b uint8) int {
	if a < b {
		return int(b - a)
	}
	return int(a - b)
}

// amplified makes a distance of one level visible. A difference in transparency
// alone is shown in all three colours.
func amplified(apart [4]int) color.RGBA {
	bright := func(levels int) uint8 { return uint8(min(255, 8*max(levels, apart[3]))) }
	return color.RGBA{bright(apart[0]), bright(apart[1]), bright(apart[2]), 255}
}

// keep writes the pictures to files for people to look at. keep returns the list
// of files.
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
	var b bytes.Buffer
	if err := png.Encode(&b, difference); err != nil {
		return files
	}
	write(t, name+".diff.png", b.Bytes())
	return files + "\ndiff: " + name + ".diff.png"
}

func artifacts() (string, error) {
	if dir := os.Getenv("GOLDEN_ARTIFACTS"); dir != "" {
		return dir, nil
	}
	return os.MkdirTemp("", "golden-")
}
