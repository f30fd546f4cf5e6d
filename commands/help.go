package commands

import (
	"context"
	"strings"
)

// help answers /help with one line for each command.
func help() Command {
	return Command{
		Def:     define("help", "What this bot can do", privateOption()),
		Example: "/help",
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			reply := Say(helpText())
			reply.Private = r.Options.Bool("private")
			return reply, nil
		},
	}
}

func helpText() string {
	return strings.Join([]string{
		"## What I can do",
		slash("sp") + " shows the position of a number, and how to work it out.",
		slash("random") + " draws a position: by computer, dice, coins, bag or cards, or by two players.",
		slash("encode") + " finds the numbers of a position, from pieces, a FEN, a PGN or a link.",
		slash("fritz") + " shows the position of a number of the program Fritz 9.",
		slash("daily") + " shows the position of the day; " + slash("daily-posts set") + " posts it to a channel every day.",
		slash("event draw") + " draws the rounds of a club evening that " + slash("event new") + " opens.",
		slash("castle") + " shows how a position castles, square by square; " + slash("find") + " lists positions by pattern or feature.",
		slash("table") + " shows the tables for working by hand; " + slash("about") + " says what Chess960 and its numbers are.",
		"In any message: right click or long press, **Apps**, **" + explainThis + "**.",
	}, "\n")
}
