package commands

import (
	"context"
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// about answers /about: what the numberings are and where they come from.
func about() Command {
	return Command{
		Def:     define("about", "What the numberings are, who made them and who uses them", privateOption()),
		Example: "/about",
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			reply := Say(aboutText())
			reply.Private = r.Options.Bool("private")
			return reply, nil
		},
	}
}

func aboutText() string {
	var b strings.Builder
	b.WriteString("## The numbers of Chess960\nThere are 960 start positions, and more than one way to number them. Neither Fritz 9's number nor the Almanac's is ever the SP number: always name the scheme with a number. The option `explain` shows how each is worked out.\n")
	for _, s := range chess960.Schemes() {
		fmt.Fprintf(&b, "### %s, %d to %d\n%s\n-# Source: %s.\n", s.Name, s.First, s.Last(), s.About, s.Source)
	}
	b.WriteString("### When somebody says 960\n" +
		"By Scharnagl's convention that is SP-0, and this bot takes it so. Some generators add 1 to every SP number instead: their 519 is the classical array. Ask which is meant.\n" +
		"### Milener's numbering\n" +
		"It is named beside the others in our sources, but defined in none that we could read. So this bot does not have it.")
	return b.String()
}
