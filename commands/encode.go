package commands

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// encode answers /encode: a position's numbers, from its back rank or a FEN.
func encode(tools Tools) Command {
	return Command{
		Def: definePosition("encode", "Find the numbers of a start position", &discordgo.ApplicationCommandOption{
			Type:        discordgo.ApplicationCommandOptionString,
			Name:        "position",
			Description: "White's first rank from a to h, such as RNBQKBNR, or a FEN",
			Required:    true,
		}),
		Example: "/encode position:RNBQKBNR",
		Press:   turn(tools),
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			text := r.Options.Text("position")
			if bareNumber.MatchString(text) {
				return nil, numberNotPosition(text)
			}
			p, err := chess960.ParsePosition(text)
			if err != nil {
				return nil, refusal(err)
			}
			return answer(tools, r, "encode", p, "head", explain.ToNumber)
		},
	}
}

// bareNumber matches what is meant as a number: 518, SP 518, SP-518, #518.
var bareNumber = regexp.MustCompile(`^(?i)\s*(?:sp)?\s*[-#]?\s*([0-9]+)\s*$`)

func numberNotPosition(text string) error {
	n := bareNumber.FindStringSubmatch(text)[1]
	example := n
	if len(n) > 3 {
		example = "518"
	}
	return &UserError{
		fmt.Sprintf("%s is a number, and `/encode` wants a position, such as `RNBQKBNR`.", inert(text)),
		fmt.Sprintf("For the position of a number ask `/sp number:%s` (Scharnagl's SP number) or `/fritz number:%s` (Fritz9's).", example, example),
	}
}

// refusal tells the asker every rule that the text breaks.
func refusal(err error) error {
	parse, ok := errors.AsType[*chess960.ParseError](err)
	if !ok {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s is no Chess960 start position:", inert(parse.Input))
	for _, problem := range parse.Problems {
		b.WriteString("\n- " + problem.Text)
		if problem.At != "" {
			b.WriteString(": " + inert(problem.At))
		}
	}
	return &UserError{b.String(), "Type White's first rank from a to h, such as `RNBQKBNR`, or paste the FEN of a start position."}
}
