package render

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/adler32"
	"hash/crc32"
	"image"
	"image/color"
	"runtime"
	"slices"
	"sync"

	"github.com/klauspost/compress/flate"
)

// A stripe is the layout of one band of a picture, as wide as the picture.
type stripe struct {
	height  int
	parts   []placed // on the page
	lasting bool     // in many pictures, so it is worth compressing well
	passing bool     // in one picture, so it is not worth remembering
}

// A placed is a part with its upper left corner.
type placed struct {
	*part
	x, y int
}

// stacked returns stripes one below the other as one.
func stacked(stripes ...stripe) (all stripe) {
	for _, s := range stripes {
		for _, p := range s.parts {
			all.parts = append(all.parts, placed{p.part, p.x, all.height + p.y})
		}
		all.height += s.height
	}
	return all
}

// A band is a compressed stripe. It ends at a byte, and copies nothing from before it, so that bands
// stand one behind the other in any order.
type band struct {
	packed []byte
	height int
	sum    uint32 // Adler-32 of the scanlines
}

// picture returns the stripes, one below the other, as PNG.
func (r *Renderer) picture(k *kit, stripes ...stripe) []byte {
	bands := make([]band, len(stripes))
	for i, s := range stripes {
		pack := func() band { return k.pack(s) }
		if !s.passing {
			// Stripes are compressed outside the table's lock, and once although several pictures want them.
			pack, _ = r.bands.Get(k.key(s), func() func() band { return sync.OnceValue(pack) })
		}
		bands[i] = pack()
	}
	return k.file(bands)
}

// page returns one drawing as PNG, with the exact colours in its palette unchanged.
func (r *Renderer) page(m *image.RGBA, exact ...color.RGBA) []byte {
	var q quantizer
	page := q.add(m)
	q.reduce(exact...)
	k := &kit{kind: &kind{left: page.width}, palette: q.palette}
	return r.picture(k, stripe{height: page.height, parts: []placed{{page, 0, 0}}, passing: true})
}

// key returns what tells the stripe from all others.
func (k *kit) key(s stripe) string {
	key := binary.LittleEndian.AppendUint16([]byte(k.theme.ID+" "+k.name+" "), uint16(s.height))
	for _, p := range s.parts {
		for _, n := range [...]int{int(p.id), p.x, p.y} {
			key = binary.LittleEndian.AppendUint16(key, uint16(n))
		}
	}
	return string(key)
}

// A desk is the memory for making a picture, some megabytes. So there are no more desks at work than
// processors.
type desk struct {
	lines  []byte
	packed bytes.Buffer
	quick  *flate.Writer
	canvas []byte
}

var (
	desks  = sync.Pool{New: func() any { return &desk{quick: packer(flate.BestSpeed)} }}
	atWork = make(chan struct{}, runtime.GOMAXPROCS(0))
)

func packer(level int) *flate.Writer {
	w, err := flate.NewWriter(nil, level)
	if err != nil {
		panic("render: " + err.Error())
	}
	return w
}

func atDesk(work func(*desk)) {
	atWork <- struct{}{}
	defer func() { <-atWork }()
	d := desks.Get().(*desk)
	defer desks.Put(d)
	work(d)
}

// pack puts the stripe together and compresses it.
func (k *kit) pack(s stripe) (b band) {
	atDesk(func(d *desk) {
		lines := d.compose(k, s)
		w := d.quick
		if s.lasting {
			w = packer(flate.BestCompression)
		}
		d.packed.Reset()
		w.Reset(&d.packed)
		_, err := w.Write(lines)
		if err = errors.Join(err, w.Flush()); err != nil {
			panic("render: " + err.Error()) // a buffer takes everything
		}
		b = band{bytes.Clone(d.packed.Bytes()), s.height, adler32.Checksum(lines)}
	})
	return b
}

// compose returns the scanlines of the stripe: each is a filter byte, 0 for none, and the pixels.
func (d *desk) compose(k *kit, s stripe) []byte {
	stride := 1 + k.width()
	d.lines = slices.Grow(d.lines[:0], s.height*stride)[:s.height*stride]
	d.lines[0] = 0
	for x := range k.width() {
		d.lines[1+x] = k.page
	}
	for y := 1; y < s.height; y++ {
		copy(d.lines[y*stride:], d.lines[:stride])
	}
	for _, p := range s.parts {
		at := d.lines[p.y*stride+1+p.x:]
		for y := range p.height {
			copy(at[y*stride:], p.pix[y*p.width:(y+1)*p.width])
		}
	}
	return d.lines
}

// file returns the PNG file with the bands. Its pixels are one zlib stream.
func (k *kit) file(bands []band) []byte {
	height, size, sum := 0, 0, uint32(1)
	for _, b := range bands {
		height += b.height
		size += len(b.packed)
		sum = joinedSum(sum, b.sum, b.height*(1+k.width()))
	}
	colours := make([]byte, 0, 3*paletteSize)
	for _, c := range k.palette {
		colours = append(colours, c.R, c.G, c.B)
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(k.width())), uint32(height))
	const bitDepth, paletteEntries, deflate, filters, interlace = 8, 3, 0, 0, 0
	const room = 100 // for the signature and what is around the data of four chunks
	png := append(make([]byte, 0, room+len(colours)+size), "\x89PNG\r\n\x1a\n"...)
	png = appendChunk(png, "IHDR", header, []byte{bitDepth, paletteEntries, deflate, filters, interlace})
	png = appendChunk(png, "PLTE", colours)
	stream := make([][]byte, 0, 2+len(bands))
	stream = append(stream, []byte("\x78\x01"))
	for _, b := range bands {
		stream = append(stream, b.packed)
	}
	lastBlock := []byte{1, 0, 0, 0xff, 0xff} // empty
	png = appendChunk(png, "IDAT", append(stream, binary.BigEndian.AppendUint32(lastBlock, sum))...)
	return appendChunk(png, "IEND")
}

// appendChunk appends a chunk of a PNG file.
func appendChunk(png []byte, kind string, data ...[]byte) []byte {
	start := len(png)
	png = append(append(png, "size"...), kind...)
	for _, d := range data {
		png = append(png, d...)
	}
	binary.BigEndian.PutUint32(png[start:], uint32(len(png)-start-len("size"+"kind")))
	return binary.BigEndian.AppendUint32(png, crc32.ChecksumIEEE(png[start+len("size"):]))
}

// joinedSum returns the Adler-32 checksum of bytes with the sum a and then n bytes with the sum b. The
// low half is 1 and the sum of the bytes, and the high half is the sum of the low halves after each byte.
func joinedSum(a, b uint32, n int) uint32 {
	const modulus = 65521
	before := (a&0xffff + modulus - 1) % modulus // without the 1, which b has too
	low := (before + b&0xffff) % modulus
	high := (uint64(a>>16) + uint64(b>>16) + uint64(n)*uint64(before)) % modulus
	return uint32(high)<<16 | low
}
