package commands

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
)

// about answers /about: what Chess960 is, by topic, with the sources.
func about() chat.Command {
	return chat.Command{
		Def:     chat.Define("about", "What Chess960 and its numberings are, and where that comes from", topics().Option("topic", "What to read about; without it, the numberings"), chat.PrivateOption()),
		Example: "/about",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			t, err := topics().ChooseOrFirst(r.Options.Text("topic"))
			if err != nil {
				return nil, err
			}
			reply := chat.Say(t.text())
			reply.Audience = chat.AsAsked
			return reply, nil
		},
	}
}

// A topic is one page of /about.
type topic struct {
	id, name string
	text     func() string
}

// topics lists the topics, the default first.
func topics() chat.List[topic] {
	return chat.List[topic]{Kind: "a topic", Describe: func(t topic) (id, name string) { return t.id, t.name }, All: []topic{
		{"numberings", "The numberings", aboutNumberings},
		topicFromFile("rules", "The rules"),
		topicFromFile("castling", "Castling"),
		topicFromFile("drawing", "Drawing a position by hand"),
		topicFromFile("variants", "Relatives of Chess960"),
		topicFromFile("history", "History"),
		topicFromFile("sources", "Sources, misprints, open questions"),
	}}
}

//go:embed about
var aboutFiles embed.FS

// topicFromFile returns a topic with the text of its file in the folder about.
func topicFromFile(id, name string) topic {
	return topic{id, name, func() string {
		text, err := aboutFiles.ReadFile("about/" + id + ".md")
		if err != nil {
			panic(err) // the file of a topic is missing
		}
		return chat.WithMentions(strings.TrimSpace(string(text)))
	}}
}

func aboutNumberings() string {
	var b strings.Builder
	b.WriteString("## Chess960 and its numbers\n" +
		"Chess960 is chess from one of 960 start positions, drawn by lot: the bishops stand on squares of different colours, the king between the rooks. Castling ends where it does in classical chess; all else is the same.\n" +
		"The same position has a different number in each numbering, so say which one you mean. Neither the number of Fritz 9 nor that of the Almanac is ever the SP number.\n")
	for _, s := range chess960.Schemes() {
		fmt.Fprintf(&b, "### %s, %d to %d\n%s\n", s.Name, s.First, s.Last(), s.About)
	}
	b.WriteString("### Working a number out\n" +
		"The option `explain` shows each way step by step. The way in the head is Mark Weeks's: ten patterns of king, rooks and knights, and two small sums.\n" +
		"### When somebody says 960\n" +
		"By Scharnagl's convention that is SP-0, and this bot takes it so. Some lists add 1 to every SP number instead: their 519 is the classical array (" + chat.Slash("sp") + " `scheme:plus1`). Ask which is meant.\n" +
		"### Sources\n")
	for _, s := range chess960.Schemes() {
		fmt.Fprintf(&b, "- %s: %s.\n", s.Name, s.Source)
	}
	b.WriteString("- Milener's numbering is named beside the others, but defined in none of the sources that we could read. So this bot does not have it.\n" +
		"More: " + chat.Slash("about") + " `topic:rules`, `castling`, `drawing`, `variants`, `history`, `sources`.")
	return b.String()
}
