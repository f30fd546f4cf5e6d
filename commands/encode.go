package commands

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// encode answers /encode: a position's numbers, from its back rank or a FEN.
func encode(tools Tools) Command {
	return Command{
		Def:     definePosition("encode", "Find the numbers of a start position", textOption("position", "White's first rank from a to h, such as RNBQKBNR, or a FEN").required()),
		Example: "/encode position:RNBQKBNR",
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			p, err := typedPosition("encode", r.Options.Text("position"))
			if err != nil {
				return nil, err
			}
			return answerTo(tools, r, explain.Head.Scheme.Derive(p), explain.Head, explain.ToNumber)
		},
	}
}

// bareNumber matches what is meant as a number: 518, SP 518, SP-518, #518.
var bareNumber = regexp.MustCompile(`^(?i)\s*(sp\b\s*-?|#)?\s*(-?[0-9]+)\s*$`)

// typedPosition reads a position as a person types it; what it refuses, it
// refuses in words for that person.
func typedPosition(command, text string) (chess960.Position, error) {
	if bareNumber.MatchString(text) {
		return chess960.Position{}, numberNotPosition(command, text)
	}
	p, err := chess960.ParsePosition(text)
	if err != nil {
		return chess960.Position{}, refusal(err)
	}
	return p, nil
}

// numberNotPosition points to the commands that take the number, if any does.
func numberNotPosition(command, text string) error {
	m := bareNumber.FindStringSubmatch(text)
	n, err := strconv.Atoi(m[2])
	var ways []string
	if err == nil && n >= 0 && n <= chess960.Scharnagl1To960.Last() {
		ways = append(ways, fmt.Sprintf("`/sp number:%d` (Scharnagl's SP number)", n))
		if m[1] == "" && n >= chess960.Fritz9.First {
			ways = append(ways, fmt.Sprintf("`/fritz number:%d` (Fritz 9's)", n))
		}
	}
	hint := "SP numbers run from 0 to 959, for `/sp`; Fritz 9's from 1 to 960, for `/fritz`."
	if ways != nil {
		hint = "To get the position for that number, use " + strings.Join(ways, " or ") + "."
	}
	return &UserError{fmt.Sprintf("%s is a number; `/%s` takes a position, such as `RNBQKBNR`.", quote(text), command), hint}
}

// refusal tells the asker every rule of a start position that a text breaks.
func refusal(err error) error {
	return parseRefusal(err, "a Chess960 start position", "Type White's first rank from a to h in the letters K, Q, R, B and N, such as `RNBQKBNR`, or paste the FEN of a start position.")
}

// parseRefusal tells the asker why a text is not what it should be, rule by rule.
func parseRefusal(err error, what, hint string) error {
	parse, ok := errors.AsType[*chess960.ParseError](err)
	if !ok {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s is not %s:", quoteFirst(parse.Input), what)
	for _, problem := range parse.Problems {
		b.WriteString("\n- " + problem.Text)
		if problem.At != "" {
			b.WriteString(": " + quote(problem.At))
		}
	}
	return &UserError{b.String(), hint}
}
