package number

import (
	"chess960bot/chat"
	"chess960bot/render"
)

// boards draws for all tests, so that tiles are drawn once.
var boards = render.New()

// all has every command of the package.
var all = []chat.Command{SP(boards, false), Encode(boards), Fritz(boards), Castle(boards), Find(), Table(), ExplainThis(boards), CastleHere(boards)}
