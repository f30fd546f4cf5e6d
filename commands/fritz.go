package commands

import (
	"context"
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// fritz answers /fritz: the position of a number of the program Fritz 9.
func fritz(tools Tools) Command {
	return Command{
		Def: definePosition("fritz", "Show the start position for a number of the program Fritz 9 (1 to 960)", numberOption("number", "Fritz9's number, 1 to 960. The classical array is 359",
			chess960.Fritz9.First, chess960.Fritz9.Last()).required()),
		Example: "/fritz number:359",
		Press:   turn(tools),
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			n, err := givenNumber(r.Options, "Fritz9's numbers run from 1 to 960.", "/fritz number:359")
			if err != nil {
				return nil, err
			}
			d, err := chess960.Fritz9.Locate(n)
			if err != nil {
				return nil, &UserError{
					fmt.Sprintf("Fritz9 has no number %d: its numbers run from 1 to 960.", n),
					"For Scharnagl's SP numbers, 0 to 959, use `/sp`.",
				}
			}
			return answer(tools, r, "fritz", d.Position, "fritz9", explain.ToPosition)
		},
	}
}
