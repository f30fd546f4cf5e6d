package commands

import (
	"context"

	"chess960bot/internal/chess960"
)

// fritz answers /fritz: the position with a number of the program Fritz 9.
func fritz(tools Tools) Command {
	return Command{
		Def: definePosition("fritz", "Show the start position for a number of the program Fritz 9 (1 to 960)",
			numberOption("number", "The Fritz 9 number, 1 to 960; the classical array is 359").
				between(chess960.Fritz9.First, chess960.Fritz9.Last()).required()),
		Example: "/fritz number:359",
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			return fritz9Numbering().answer(tools, r, slash("fritz")+" `number:359`")
		},
	}
}
