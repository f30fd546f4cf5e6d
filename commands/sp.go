package commands

import (
	"context"
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// sp answers /sp: an SP number's position. It takes 960 too, which is SP 0 by
// Scharnagl's convention for numbers from 1 to 960.
func sp(tools Tools) Command {
	return Command{
		Def: definePosition("sp", "Show the start position for a Chess960 number (Scharnagl's, 0 to 959)", numberOption("number", "The SP number, 0 to 959; 960 stands for 0. The classical array is 518",
			0, chess960.Scharnagl1To960.Last()).required()),
		Example: "/sp number:518",
		Press:   turn(tools),
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			n, err := givenNumber(r.Options, "SP numbers run from 0 to 959, and 960 stands for SP-0.", "/sp number:518")
			if err != nil {
				return nil, err
			}
			scheme := chess960.Scharnagl
			if n > scheme.Last() {
				scheme = chess960.Scharnagl1To960
			}
			d, err := scheme.Locate(n)
			if err != nil {
				return nil, &UserError{
					fmt.Sprintf("There is no SP number %d: SP numbers run from 0 to 959, and 960 stands for SP-0.", n),
					"For a random position try `/random`.",
				}
			}
			return answer(tools, r, "sp", d.Position, "direct", explain.ToPosition)
		},
	}
}

// givenNumber reads the option "number". The range and the example are for the
// refusal of what is none.
func givenNumber(options Options, numbersRun, example string) (int, error) {
	n, ok := options.Int("number")
	if !ok {
		problem := "No number was given."
		if v := options["number"]; v != nil {
			problem = "I cannot use " + inert(fmt.Sprint(v)) + " as a number."
		}
		return 0, &UserError{
			problem + " " + numbersRun,
			"For example `" + example + "`.",
		}
	}
	return n, nil
}
