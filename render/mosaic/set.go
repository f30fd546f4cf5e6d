package mosaic

// A set is the data shared by tiles that are compressed together.
type set struct {
	width   int // of pictures, in pixels
	sources []source
	code    blockCode
	header  bitString // of a block in this code
	rows    []*row    // of all tiles
}

// A row is a row of one or more tiles. Rows with the same pixels, and the same
// pixels above them, have the same tokens.
type row struct {
	tile  *Tile // the first one that has it
	y     int   // in that tile
	count int   // how often it occurs in the tiles
	rowBits
}

// A rowBits is the data of a row that Join needs.
type rowBits struct {
	bits     bitString
	pixelsID int // equal for rows with the same pixels, even below different rows; or notCopied
}

// notCopied is the pixelsID of rows that Join does not compare with others.
const notCopied = -1

// newSet returns the set of the tiles, with their rows.
func newSet(width int, tiles []*Tile) *set {
	s := &set{width: width}
	type context struct {
		width  int
		pixels string // of the row above, if there is one, and of the row
	}
	pixelsIDs, known := map[string]int{}, map[context]*row{}
	for _, t := range tiles {
		t.rows = make([]*row, t.Height)
		for y := range t.Height {
			c := context{t.Width, string(t.Pix[max(0, y-1)*t.Width : (y+1)*t.Width])}
			r := known[c]
			if r == nil {
				pixels := string(t.pixels(y))
				if _, ok := pixelsIDs[pixels]; !ok {
					pixelsIDs[pixels] = len(pixelsIDs)
				}
				r = &row{tile: t, y: y, rowBits: rowBits{pixelsID: pixelsIDs[pixels]}}
				known[c] = r
				s.rows = append(s.rows, r)
			}
			r.count++
			t.rows[y] = r
		}
	}
	return s
}

// stride returns the number of bytes in a row of a picture: the filter byte and the
// pixels.
func (s *set) stride() int { return 1 + s.width }

const sampled = 3 // a code is chosen from every third row

// fit returns the best code for the tokens that the parser finds in the rows.
// Every colour gets a code, also one that no token has as a literal.
func (s *set) fit(p *parser, tiles []*Tile) blockCode {
	counts, far := make([]int, literalSymbols), make([]int, distanceSymbols)
	counts[0], counts[endOfBlock] = 1, 1
	for i, r := range s.rows {
		for _, pixel := range r.tile.pixels(r.y) {
			counts[pixel] = max(counts[pixel], 1)
		}
		if i%sampled > 0 {
			continue
		}
		for _, token := range p.parse(r.tile, r.y) {
			if token.length == 0 {
				counts[token.pixel] += r.count
				continue
			}
			counts[lengthSymbol(token.length).symbol] += r.count
			far[distanceSymbol(token.distance).symbol] += r.count
		}
	}
	for _, t := range tiles {
		s.expectCopies(t, counts, far)
	}
	return blockCode{newHuffmanCode(counts, maxCodeLength), newHuffmanCode(far, maxCodeLength)}
}

// copyRows is the number of rows of a tile for which one copy is expected.
const copyRows = 30

// expectCopies counts the matches with which Join will repeat rows of a tile.
func (s *set) expectCopies(t *Tile, counts, far []int) {
	if t.Width < shortestMatch || t.Width > longestMatch {
		return
	}
	for distance := t.Width; distance < s.width; distance += t.Width {
		counts[lengthSymbol(t.Width).symbol] += t.Height / copyRows
		far[distanceSymbol(distance).symbol] += t.Height / copyRows
	}
}

// begin writes the beginning of a block.
func (s *set) begin(w *bitWriter, last bool) {
	final := uint64(0)
	if last {
		final = 1
	}
	w.write(final, 1)
	w.writeAll(s.header.words, s.header.n)
}

// end writes the end of a block.
func (s *set) end(w *bitWriter) { s.code.literals.write(w, endOfBlock) }

// compress turns the rows into bits.
func (s *set) compress(p *parser) {
	for _, r := range s.rows {
		for _, token := range p.parse(r.tile, r.y) {
			s.code.append(&r.bits, token)
		}
	}
}
