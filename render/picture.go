package render

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"sync"
)

// A picture is a request for one: a Board or a Strip, with its theme filled in.
type picture interface {
	comparable
	theme() *Theme
	check() error // what is wrong with the request, apart from the theme
	compose(canvas *image.Paletted, t *tileSet)
}

// A studio makes all pictures of one kind.
type studio[P picture] struct {
	size     image.Rectangle // of a picture
	tiles    map[*Theme]*tileSet
	cache    *cache[P]
	canvases sync.Pool // of *image.Paletted
	encoder  png.Encoder
}

// newStudio returns a studio, still without tiles, for pictures of columns by
// rows squares, which remembers up to cacheBytes of them.
func newStudio[P picture](columns, rows, square, cacheBytes int) *studio[P] {
	return &studio[P]{
		size:    image.Rect(0, 0, columns*square, rows*square),
		cache:   newCache[P](cacheBytes),
		encoder: png.Encoder{BufferPool: new(encoderBuffers)},
	}
}

// png returns the encoded picture, from the cache if it is there.
func (s *studio[P]) png(p P) ([]byte, error) {
	if data := s.cache.get(p); data != nil {
		return data, nil
	}
	data, err := s.draw(p)
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return s.cache.add(p, data), nil
}

// draw composes and encodes the picture.
func (s *studio[P]) draw(p P) ([]byte, error) {
	tiles := s.tiles[p.theme()]
	if tiles == nil {
		return nil, fmt.Errorf("theme %q is not one of Themes()", p.theme().ID)
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	canvas := s.canvas()
	defer s.canvases.Put(canvas)
	canvas.Palette = tiles.palette
	p.compose(canvas, tiles)
	var b bytes.Buffer
	if err := s.encoder.Encode(&b, canvas); err != nil {
		return nil, err
	}
	return bytes.Clone(b.Bytes()), nil // without the spare capacity, as it is kept
}

// canvas returns a canvas with anything on it, as compose covers all of it.
func (s *studio[P]) canvas() *image.Paletted {
	if c, ok := s.canvases.Get().(*image.Paletted); ok {
		return c
	}
	return image.NewPaletted(s.size, nil)
}

// encoderBuffers lets pictures share the working memory of image/png and its
// compressor, which is larger than the picture.
type encoderBuffers struct{ pool sync.Pool }

func (b *encoderBuffers) Get() *png.EncoderBuffer {
	buffer, _ := b.pool.Get().(*png.EncoderBuffer)
	return buffer
}

func (b *encoderBuffers) Put(buffer *png.EncoderBuffer) { b.pool.Put(buffer) }
