// Package mosaic joins PNG pictures from tiles that were compressed in advance.
// Joining costs little more than copying the bytes of the file.
//
//	err := mosaic.Compress(720, 90, king, queen, empty) // once
//	frame := &mosaic.Frame{Width: 720, Palette: palette}
//	png, err := frame.Join(mosaic.Band{king, empty, ...}, mosaic.Band{...})
//
// # A picture
//
// A picture is bands, one below the other. A band is tiles of one height, side
// by side. A tile is pixels, one byte each: entries of a palette.
//
// In the file every row of pixels has a byte in front, the kind of filter, here
// always 0. The rows are compressed with deflate (RFC 1951): as a sequence of
// tokens. A token is a literal byte, or a match: so many bytes are the same as
// those so many bytes earlier. A Huffman code turns tokens into bits.
//
// # Why tiles can be compressed in advance
//
// The tokens of a tile's row are found once. They stay right wherever the tile
// stands, because their matches copy from two places alone: from the same row of
// the tile, and from the row above. In a picture that is 720 pixels wide the row
// above is always 721 bytes earlier. The bits of a token stay the same too,
// because all tiles of one call of Compress share a Huffman code.
//
// So a row of a picture is the bits of its tiles' rows, one after the other. To
// join a picture is to shift bits into place.
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
// The second row has five tokens, and takes 71 bits instead of 160:
//
//	18 bits: 7 pixels from 720 bytes before (......+ above, one pixel to the right)
//	 9 bits: o
//	17 bits: 4 pixels from 721 bytes before (abcd straight above)
//	 9 bits: o
//	18 bits: 7 pixels from 722 bytes before (+...... above, one pixel to the left)
//
// A board repeats pieces: there are two rooks, and all pieces have the same
// foot. Where the same row of pixels is farther left in the picture, Join writes
// one match instead of the row's bits, if that is shorter.
//
// # The rest of the file
//
// The two Huffman codes are fitted to the tiles, and the tokens to the codes, in
// turn. The header of a deflate block says what the codes are. Bands whose tiles
// come from another call of Compress have a block of their own.
//
// Deflate data end with a checksum of all bytes, Adler-32. What a tile adds to
// that checksum follows from two sums, wherever the tile stands. Only CRC-32,
// PNG's own checksum, is computed over the finished file.
//
// # Files
//
//   - tile.go has Tile and Compress, set.go what tiles have in common;
//   - parse.go finds tokens, deflate.go and huffman.go know their bits, check.go
//     reads them back;
//   - band.go and picture.go join.
package mosaic
