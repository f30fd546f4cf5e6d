package random

import (
	"time"

	"chess960bot/internal/chat"
	"chess960bot/render"
)

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// always returns the commands with tools that always draw the given number, and with a
// fixed clock.
func always(drawn int) []chat.Command {
	return with(func(int) (int, error) { return drawn, nil })
}

// with returns the commands with a source of random numbers, and with a fixed clock.
func with(draw func(int) (int, error)) []chat.Command {
	now := func() time.Time { return time.Unix(1_790_000_000, 0) }
	return []chat.Command{Random(Tools{Boards: boards, Draw: draw, Now: now})}
}
