package mosaic

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/color"
	"slices"
)

// A Frame is the width and the palette of pictures.
type Frame struct {
	Width   int
	Palette color.Palette // up to 256 opaque colours
}

// Join returns the picture that consists of the bands, one below the other, as
// PNG. Every band must be as wide as the frame.
func (f *Frame) Join(bands ...Band) ([]byte, error) {
	if err := f.check(bands); err != nil {
		return nil, err
	}
	png := f.head(bands)
	start := len(png)
	png = append(png, "size"+"IDAT"+"\x78\xda"...) // endChunk writes the size; 78 da begins a zlib stream
	w := bitWriter{bytes: png[:cap(png)], at: len(png)}
	for i, b := range bands {
		if i == 0 || b.set() != bands[i-1].set() {
			b.set().begin(&w, !slices.ContainsFunc(bands[i:], func(later Band) bool { return later.set() != b.set() }))
		}
		b.write(&w)
		if i == len(bands)-1 || b.set() != bands[i+1].set() {
			b.set().end(&w)
		}
	}
	png = binary.BigEndian.AppendUint32(png[:w.close()], f.checksum(bands))
	return appendChunk(endChunk(png, start), "IEND"), nil
}

// check returns an error unless the bands fit the frame.
func (f *Frame) check(bands []Band) error {
	for i, b := range bands {
		width := 0
		for _, t := range b {
			if int(t.highest) >= len(f.Palette) {
				return fmt.Errorf("mosaic: band %d: a tile has colour %d of a palette of %d", i, t.highest, len(f.Palette))
			}
			if t.set == nil || t.set != b.set() || t.set.width != f.Width || t.Height != b.height() {
				return fmt.Errorf("mosaic: band %d: a tile of %d × %d does not belong to the first one, or not to pictures of width %d", i, t.Width, t.Height, f.Width)
			}
			width += t.Width
		}
		if width != f.Width {
			return fmt.Errorf("mosaic: band %d has a width of %d, not %d", i, width, f.Width)
		}
	}
	if len(bands) == 0 || len(f.Palette) > 256 {
		return fmt.Errorf("mosaic: a picture of %d bands and %d colours", len(bands), len(f.Palette))
	}
	return nil
}

// head returns the part of the file before the pixels, with capacity for the pixels.
func (f *Frame) head(bands []Band) []byte {
	height, bits := 0, uint(0)
	for _, b := range bands {
		height += b.height()
		bits += b.room()
	}
	png := make([]byte, 0, 1024+int(bits/8))
	png = append(png, "\x89PNG\r\n\x1a\n"...)
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(f.Width)), uint32(height))
	const bitDepth, paletteEntries, deflate, filters, interlace = 8, 3, 0, 0, 0
	png = appendChunk(png, "IHDR", size, []byte{bitDepth, paletteEntries, deflate, filters, interlace})
	colours := make([]byte, 0, 3*256)
	for _, c := range f.Palette {
		r, g, b, _ := c.RGBA()
		colours = append(colours, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	return appendChunk(png, "PLTE", colours)
}

// appendChunk appends a chunk of a PNG file.
func appendChunk(png []byte, kind string, data ...[]byte) []byte {
	start := len(png)
	png = append(append(png, "size"...), kind...)
	for _, d := range data {
		png = append(png, d...)
	}
	return endChunk(png, start)
}

// endChunk writes the size of the chunk that begins at start, and appends the
// chunk's checksum.
func endChunk(png []byte, start int) []byte {
	binary.BigEndian.PutUint32(png[start:], uint32(len(png)-start-len("size"+"kind")))
	return binary.BigEndian.AppendUint32(png, crc32.ChecksumIEEE(png[start+len("size"):]))
}

// checksum returns the Adler-32 checksum of the picture's bytes. The checksum has two
// sums: of the bytes, and of the bytes times the number of bytes from there to the end.
// Each tile has two sums of its own, from which its part follows for any place in the
// picture.
func (f *Frame) checksum(bands []Band) uint32 {
	stride, size := 1+f.Width, 0
	for _, b := range bands {
		size += b.height() * stride
	}
	sum, weighted, begin := uint64(1), uint64(size), 0
	for _, b := range bands {
		at := begin + 1 // after the filter byte
		for _, t := range b {
			sum += t.sum
			weighted += uint64(size-at)*t.sum - t.moment
			at += t.Width
		}
		begin += b.height() * stride
	}
	const modulus = 65521
	return uint32(weighted%modulus)<<16 | uint32(sum%modulus)
}
