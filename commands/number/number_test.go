package number

import (
	"context"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/render"
)

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// all has every command of the package.
var all = []chat.Command{SP(boards, false), Encode(boards, NewFiles(chat.NewHeavyWork(), nothingDrawn)), Fritz(boards), Castle(boards), Find(chat.NewHeavyWork()), Table(), ExplainThis(boards, NewFiles(chat.NewHeavyWork(), nothingDrawn)), CastleHere(boards, NewFiles(chat.NewHeavyWork(), nothingDrawn))}

// nothingDrawn is a channel without an evening.
func nothingDrawn(context.Context, string) (map[Pairing]chess960.Position, error) { return nil, nil }
