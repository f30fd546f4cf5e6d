// Package mosaic joins PNG pictures from tiles that were compressed in advance.
// Joining costs little more than copying the bytes of the file.
//
//	err := mosaic.Compress(720, 90, king, queen, empty) // once
//	frame := &mosaic.Frame{Width: 720, Palette: palette}
//	png, err := frame.Join(mosaic.Band{king, empty, ...}, mosaic.Band{...})
//
// # A picture
//
// A picture consists of bands, one below the other. A band consists of tiles of the same
// height, side by side. A tile consists of pixels. A pixel is one byte: the index of a
// colour in the palette.
//
// In the file, every row of pixels begins with a byte for the kind of filter, here
// always 0. The rows are compressed with deflate (RFC 1951), as a sequence of tokens. A
// token is a literal byte, or a match: "copy this many bytes from this far back". A
// Huffman code turns tokens into bits.
//
// # Why tiles can be compressed in advance
//
// Compress finds the tokens of a tile's row once. They are right at any place in a
// picture, because their matches copy only from the same row of the tile and from the
// row above. In a picture that is 720 pixels wide, the row above is always 721 bytes
// back. The bits of a token do not change either, because all tiles of one call of
// Compress share a Huffman code.
//
// So a row of a picture is the bits of its tiles' rows, one after the other. To join
// a picture, Join only shifts bits into place.
//
// # A row, worked out
//
// These are two rows of a tile in a picture that is 720 pixels wide. The square
// is written as points, the outline as a plus sign, the shades of a piece as
// letters:
//
//	.......+abcd+.......
//	......+oabcdo+......
//
// The second row has five tokens, and takes 68 bits instead of 160:
//
//	17 bits: 7 pixels from 720 bytes before (......+ above, one pixel to the right)
//	 9 bits: o
//	16 bits: 4 pixels from 721 bytes before (abcd straight above)
//	 9 bits: o
//	17 bits: 7 pixels from 722 bytes before (+...... above, one pixel to the left)
//
// A board repeats pieces: there are two rooks, and all pieces have the same foot. If the
// same row of pixels has occurred farther left in the picture, Join writes one match
// instead of the row's bits, if that is shorter.
//
// # The rest of the file
//
// Compress chooses a code for the tokens of a sample, and then better tokens for the code. The
// header of a deflate block contains the codes. Bands with tiles from different calls of
// Compress are in different blocks.
//
// The compressed data end with a checksum of all bytes, Adler-32. Join computes the
// checksum from two sums that each tile has, without reading the pixels. Only CRC-32,
// PNG's own checksum, is computed over the finished file.
//
// # Files
//
//   - tile.go has Tile and Compress; set.go has the data that tiles share;
//   - parse.go finds tokens, and skim.go finds them in less time;
//   - deflate.go and huffman.go encode tokens, and bits.go writes their bits. The tests read
//     them back with check_test.go;
//   - band.go and picture.go have Join.
package mosaic
