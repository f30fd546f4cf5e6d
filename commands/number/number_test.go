package number

import (
	"context"

	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/render"
)

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// all has every command of the package.
var all = []chat.Command{
	SP(boards, false), Fritz(boards), Encode(boards, newFiles(), nothingDrawn), ExplainThis(boards, newFiles(), nothingDrawn),
}

func newFiles() *reading.Files { return reading.NewFiles(chat.NewHeavyWork()) }

// nothingDrawn is a channel without an evening.
func nothingDrawn(context.Context, string) (map[reading.Pairing]chess960.Position, error) {
	return nil, nil
}
