package render_test

import (
	"bytes"
	"fmt"
	"image/png"

	"chess960bot/internal/chess960"
	"chess960bot/render"
)

func Example() {
	r := render.New()
	board, err := r.Board(render.Board{Position: chess960.MustParsePosition("RNBQKBNR")})
	if err != nil {
		fmt.Println(err)
		return
	}
	bishops := render.Strip{
		Rank:   [8]chess960.Piece{chess960.FileC: chess960.Bishop, chess960.FileF: chess960.Bishop},
		Marked: chess960.FilesOf(chess960.FileC, chess960.FileF),
	}
	strip, err := r.Strip(bishops)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, picture := range [][]byte{board, strip} {
		if c, err := png.DecodeConfig(bytes.NewReader(picture)); err == nil {
			fmt.Println(c.Width, "×", c.Height)
		}
	}
	// Output:
	// 792 × 756
	// 1056 × 178
}
