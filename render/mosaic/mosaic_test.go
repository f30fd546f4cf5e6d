package mosaic

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// grey is a palette in which the grey level of every entry is its index.
var grey = func() (p color.Palette) {
	for i := range 256 {
		p = append(p, color.RGBA{uint8(i), uint8(i), uint8(i), 255})
	}
	return p
}()

// compose returns the picture, made by copying the pixels of tiles.
func compose(width int, bands []Band) []byte {
	var pix []byte
	for _, b := range bands {
		for y := range b.height() {
			for _, t := range b {
				pix = append(pix, t.pixels(y)...)
			}
		}
	}
	return pix
}

// checkPicture fails the test unless image/png decodes the joined picture to the composed
// one. image/png verifies both checksums.
func checkPicture(t *testing.T, width int, bands ...Band) {
	t.Helper()
	data, err := (&Frame{width, grey}).Join(bands...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := m.(*image.Paletted); !ok || !bytes.Equal(got.Pix, compose(width, bands)) {
		t.Fatal("the decoded picture differs from the composed one")
	}
}

func compressed(t *testing.T, width, repeat int, tiles ...*Tile) {
	t.Helper()
	if err := Compress(width, repeat, tiles...); err != nil {
		t.Fatal(err)
	}
	if err := tiles[0].set.check(tiles); err != nil {
		t.Fatal(err)
	}
}

// patterned returns a tile with runs, slanted edges and, if noise is set, random pixels.
func patterned(r *rand.Rand, width, height, colours int, noise bool) *Tile {
	t := &Tile{Width: width, Height: height}
	slope, run := r.IntN(5)-2, 1+r.IntN(40)
	for y := range height {
		for x := range width {
			pixel := (x + slope*y + 10*height) / run
			if noise && r.IntN(8) == 0 {
				pixel = r.IntN(256)
			}
			t.Pix = append(t.Pix, uint8(pixel%colours))
		}
	}
	return t
}

func TestPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, width := range []int{1, 2, 3, 7, 64, 258, 259, 720, 1000} {
		for _, colours := range []int{1, 2, 16, 256} {
			half := max(1, width/2)
			a, b := patterned(r, half, 9, colours, false), patterned(r, half, 9, colours, true)
			fill := patterned(r, max(1, width-half), 9, colours, true)
			whole := patterned(r, width, 20, colours, false)
			compressed(t, width, min(width, 24), a, b, fill)
			compressed(t, width, min(width, 24), whole)
			bands := []Band{{whole}, {a, fill}, {whole}, {whole}, {b, fill}}
			switch width {
			case 1:
				bands = []Band{{whole}, {a}, {b}, {a}}
			case 2, 64, 258, 720, 1000:
				bands = append(bands, Band{a, a}, Band{a, b}, Band{b, b})
			}
			checkPicture(t, width, bands...)
		}
	}
}

// A tile like another one joins with it, whatever its pixels are.
func TestAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, colours := range []int{1, 2, 16, 136} {
		square, other, every := patterned(r, 90, 30, colours, true), patterned(r, 90, 30, colours, false), &Tile{Width: 136, Height: 1}
		for i := range every.Width {
			every.Pix = append(every.Pix, uint8(i%colours))
		}
		compressed(t, 720, 90, square, other, every)
		for range 50 {
			pix := bytes.Clone(square.Pix)
			for range r.IntN(60) {
				x, n := r.IntN(len(pix)), 1+r.IntN(200)
				for i := range pix[x:min(len(pix), x+n)] {
					pix[x+i] = uint8((int(pix[x]) + i/(1+n/3)) % colours)
				}
			}
			made, err := square.Alike(pix)
			if err != nil {
				t.Fatal(err)
			}
			checkPicture(t, 720, Band{square, made, made, other, made, square, square, other})
		}
	}
	square := &Tile{Width: 2, Height: 1, Pix: []uint8{1, 2}}
	compressed(t, 4, 1, square)
	for want, pix := range map[string][]uint8{"colour 3": {1, 3}, "a tile of 3 pixels": {1, 2, 1}} {
		if _, err := square.Alike(pix); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q", pix, err, want)
		}
	}
}

func TestOneTileManyTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	square, narrow, corner := patterned(r, 90, 30, 40, true), patterned(r, 76, 30, 40, true), patterned(r, 14, 30, 40, true)
	compressed(t, 720, 90, square, narrow, corner)
	for column := range 8 {
		var b Band
		for i := range 8 {
			if i == column {
				b = append(b, corner, narrow)
			} else {
				b = append(b, square)
			}
		}
		checkPicture(t, 720, b, b)
	}
}

func TestJoinErrors(t *testing.T) {
	a, b, other := &Tile{Width: 2, Height: 1, Pix: []uint8{1, 2}}, &Tile{Width: 2, Height: 2, Pix: make([]uint8, 4)}, &Tile{Width: 2, Height: 1, Pix: []uint8{1, 2}}
	compressed(t, 4, 1, a, b)
	compressed(t, 4, 1, other)
	for want, bands := range map[string][]Band{
		"picture of 0 bands":          nil,
		"band 1 has a width of 2":     {{a, a}, {a}},
		"band 0 has a width of 0":     {{}},
		"band 0: a tile of 2 × 2":     {{a, b}},
		"band 0: a tile of 2 × 1":     {{a, other}},
		"does not belong":             {{a, {Width: 2, Height: 1, Pix: []uint8{1, 2}}}},
		"not to pictures of width 40": {{a, a}},
		"colour 2 of a palette of 2":  {{a, a}},
		"1 bands and 257 colours":     {{a, a}},
	} {
		f := &Frame{4, grey}
		switch {
		case strings.Contains(want, "width 40"):
			f.Width = 40
		case strings.Contains(want, "palette of 2"):
			f.Palette = grey[:2]
		case strings.Contains(want, "257 colours"):
			f.Palette = append(grey[:256:256], color.Black)
		}
		if _, err := f.Join(bands...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestCompressErrors(t *testing.T) {
	good := &Tile{Width: 2, Height: 1, Pix: []uint8{1, 2}}
	for _, c := range []struct{ width, repeat int }{{0, 1}, {4, 0}, {4, 5}, {4, -1}, {32767, 1}} {
		if err := Compress(c.width, c.repeat, good); err == nil {
			t.Errorf("compressed for %+v", c)
		}
	}
	compressed(t, 32766, 1, good)
	for _, tile := range []*Tile{{}, {Width: 2, Height: 1, Pix: []uint8{1}}, {Width: 5, Height: 1, Pix: make([]uint8, 5)}, {Width: -1, Height: -1, Pix: []uint8{1}}} {
		if err := Compress(4, 1, tile); err == nil {
			t.Errorf("compressed %+v", tile)
		}
	}
}

// TestCheckFindsDamage flips every bit of some tiles, in long runs, otherwise one in 5. It
// changes every length of their code.
func TestCheckFindsDamage(t *testing.T) {
	step := testrun.Choose[uint](5, 1)
	r := rand.New(rand.NewPCG(5, 6))
	tile := patterned(r, 40, 6, 12, true)
	compressed(t, 720, 9, tile)
	s := tile.set
	for _, row := range s.rows {
		for i := uint(0); i < row.bits.n; i += step {
			row.bits.words[i/64] ^= 1 << (i % 64)
			if s.check([]*Tile{tile}) == nil {
				t.Errorf("row %d: a wrong bit %d was not found", row.y, i)
			}
			row.bits.words[i/64] ^= 1 << (i % 64)
		}
	}
	for i := uint(0); i < s.header.n; i += step {
		s.header.words[i/64] ^= 1 << (i % 64)
		if i > 2 && s.check([]*Tile{tile}) == nil {
			t.Errorf("a wrong bit %d of the header was not found", i)
		}
		s.header.words[i/64] ^= 1 << (i % 64)
	}
	for _, lengths := range [][]uint8{s.code.literals.lengths, s.code.distances.lengths} {
		for symbol := range lengths {
			if lengths[symbol] == 0 {
				continue
			}
			lengths[symbol]++
			if s.check([]*Tile{tile}) == nil {
				t.Errorf("a wrong length of symbol %d was not found", symbol)
			}
			lengths[symbol]--
		}
	}
	if err := s.check([]*Tile{tile}); err != nil {
		t.Error(err)
	}
}

// FuzzTokens compresses tiles of any pixels. image/png reads them with
// compress/flate.
func FuzzTokens(f *testing.F) {
	f.Add([]byte("aaaaaaaaaabaaaaaaaaaacaaaaaaaaaa"), uint8(8), uint8(3), uint8(1))
	f.Add(bytes.Repeat([]byte{7}, 2000), uint8(200), uint8(1), uint8(4))
	f.Add([]byte{0, 1, 2, 3, 255, 254, 0, 1, 2, 3, 255, 254}, uint8(6), uint8(2), uint8(2))
	f.Fuzz(func(t *testing.T, pix []byte, width, repeat, copies uint8) {
		w, n := int(width)+1, int(copies)%8+1
		height := min(len(pix)/w, 200)
		if height == 0 {
			return
		}
		first := &Tile{Width: w, Height: height, Pix: pix[:w*height]}
		second := &Tile{Width: w, Height: height, Pix: bytes.ToUpper(first.Pix)}
		if len(second.Pix) != len(first.Pix) {
			second.Pix = first.Pix
		}
		compressed(t, n*w, int(repeat)%(n*w)+1, first, second)
		var a, b Band
		for i := range n {
			a = append(a, first)
			b = append(b, []*Tile{first, second}[i%2])
		}
		checkPicture(t, n*w, a, b, a)
	})
}

func TestSymbols(t *testing.T) {
	for length := shortestMatch; length <= longestMatch; length++ {
		s := lengthSymbol(length)
		at := uint(0)
		if got := shortestMatch + number(s.symbol-firstLength, 2, bitString{[]uint64{s.value}, s.extra}, &at); length < longestMatch && (got != length || at != s.extra) {
			t.Errorf("length %d is read as %d", length, got)
		}
	}
	for distance := 1; distance <= 1<<15; distance++ {
		s := distanceSymbol(distance)
		at := uint(0)
		if got := 1 + number(s.symbol, 1, bitString{[]uint64{s.value}, s.extra}, &at); got != distance || at != s.extra || s.symbol >= distanceSymbols {
			t.Errorf("distance %d is read as %d", distance, got)
		}
	}
}

// Every code is complete, and no code is longer than allowed.
func TestHuffmanCodes(t *testing.T) {
	fibonacci := []int{1, 1}
	for len(fibonacci) < 40 {
		fibonacci = append(fibonacci, fibonacci[len(fibonacci)-1]+fibonacci[len(fibonacci)-2])
	}
	for _, counts := range [][]int{{0, 0, 0}, {0, 5, 0}, {1, 1}, {3, 0, 1, 1, 0, 9}, fibonacci} {
		for _, longest := range []uint8{7, 15} {
			code := newHuffmanCode(counts, longest)
			used, of := 0, 1<<longest
			for symbol, length := range code.lengths {
				if length > longest || counts[symbol] > 0 && length == 0 {
					t.Errorf("counts %v: symbol %d has a code of %d bits", counts, symbol, length)
				}
				if length > 0 {
					used += of >> length
				}
			}
			if used != of {
				t.Errorf("counts %v: %d of %d codes are used", counts, used, of)
			}
		}
	}
}

// Example_scanline is the row in the package comment. Together with tiles of many colours,
// literals have long codes.
func Example_scanline() {
	crown := &Tile{Width: 20, Height: 2, Pix: []uint8(
		".......+abcd+......." +
			"......+oabcdo+......")}
	others := patterned(rand.New(rand.NewPCG(7, 8)), 20, 60, 200, true)
	if err := Compress(720, 20, crown, others); err != nil {
		fmt.Println(err)
		return
	}
	p := newParser(crown.set.code, sources(721, 20), 20)
	for _, token := range p.parse(crown, 1) {
		var b bitString
		crown.set.code.append(&b, token)
		if token.length == 0 {
			fmt.Printf("%d bits: %c\n", b.n, token.pixel)
		} else {
			fmt.Printf("%d bits: %d pixels from %d bytes before\n", b.n, token.length, token.distance)
		}
	}
	// Output:
	// 17 bits: 7 pixels from 720 bytes before
	// 9 bits: o
	// 16 bits: 4 pixels from 721 bytes before
	// 9 bits: o
	// 17 bits: 7 pixels from 722 bytes before
}
