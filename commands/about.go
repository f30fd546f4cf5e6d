package commands

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/voice"
)

// about answers /about: what Chess960 is, by topic, with the sources. Each topic fits on the
// screen of a phone and has a menu of the others.
func about() chat.Command {
	chosen := topics().Option("topic")
	return chat.Command{
		Name:    "about",
		Options: []chat.Option{chosen, chat.PrivateOption()},
		Example: "/about",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			return chosen.Read(r).reply(chat.AsAsked), nil
		},
		Presses: []chat.Press{topicMenu.On(func(_ context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
			t, err := topics().Choose(strings.Join(r.Values, ","))
			if err != nil {
				return nil, chat.Foreign()
			}
			return t.reply(chat.OwnPage), nil
		})},
	}
}

// A topic is one page of /about: the name of its file in the folder about.
type topic string

// topics lists the topics, the default first. Discord allows 25.
func topics() chat.List[topic] {
	describe := func(t topic) (id string, name voice.Sentence) { return string(t), chat.ChoiceName("topic", string(t)) }
	return chat.List[topic]{Describe: describe, All: []topic{
		"chess960", "rules", "castling", "castling-effects", "castling-board", "castling-computer", "playing", "study", "records",
		"x-fen", "numberings", "blocks", "triangles", "swaps", "drawing", "coins", "bag", "cards", "no-chance", "variants",
		"history", "tournaments", "sources", "misprints", "privacy",
	}}
}

// topicMenu leads from one topic to the others.
var topicMenu = chat.NewControl("about", chat.NoFields)

// reply shows the topic, with a menu of all.
func (t topic) reply(audience chat.Audience) *chat.Reply {
	var options []chat.MenuOption
	for _, other := range topics().All {
		options = append(options, chat.MenuOption{Label: chat.ChoiceName("topic", string(other)), Value: string(other), Default: other == t})
	}
	return card.Page(audience, voice.Raw(t.text()), chat.Row(chat.Menu(topicMenu.ID(struct{}{}), voice.Raw("Read about"), options)))
}

//go:embed about
var aboutFiles embed.FS

// madeParts are the parts of topics that are made from the rules of the numberings. In the
// files, a name in brackets stands for them.
var madeParts = map[string]func() string{
	"[numberings]":    aboutSchemes,
	"[sources]":       schemeSources,
	"[first numbers]": explain.FirstNumbers,
	"[blocks]":        explain.Blocks,
	"[swaps]":         explain.SwapList,
}

func (t topic) text() string {
	file, err := aboutFiles.ReadFile("about/" + string(t) + ".md")
	if err != nil {
		panic(err) // the file of a topic is missing
	}
	text := strings.TrimSpace(string(file))
	for name, part := range madeParts {
		if strings.Contains(text, name) {
			text = strings.ReplaceAll(text, name, part())
		}
	}
	return chat.WithMentions(text)
}

// aboutSchemes says in a line for each numbering what it is.
func aboutSchemes() string {
	var lines []string
	for _, s := range chess960.Schemes() {
		lines = append(lines, fmt.Sprintf("- **%s**, %d to %d: %s", s.Name, s.First, s.Last(), s.About))
	}
	return strings.Join(lines, "\n")
}

// schemeSources names the source of each numbering.
func schemeSources() string {
	var lines []string
	for _, s := range chess960.DistinctSchemes() {
		lines = append(lines, fmt.Sprintf("- %s: %s.", s.Name, s.Source))
	}
	return strings.Join(lines, "\n")
}
