// Package about answers /about, /help, /language and /forget: what the bot is, what it can do, and what it keeps.
package about

import (
	"context"
	"embed"
	"net/url"
	"path"
	"regexp"
	"strings"

	_ "chess960bot/commands/about/messages" // what the voice says
	"chess960bot/commands/card"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
)

// about answers /about: what Chess960 is, by topic, with the sources. Each page of a topic fits
// on the screen of a phone and has a menu of the topics.
func about(support *url.URL, choice feature.Choice) chat.Command {
	chosen := topics().Option("topic")
	return chat.Command{
		Name:    "about",
		Options: []chat.Option{chosen, chat.PrivateOption()},
		Example: "/about",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			return topicPage{topic: chosen.Read(r)}.reply(chat.AsAsked, support, choice), nil
		},
		Presses: []chat.Press{
			topicMenu.On(func(_ context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
				t, err := topics().Choose(strings.Join(r.Values, ","))
				if err != nil {
					return nil, chat.Foreign()
				}
				return topicPage{topic: t}.reply(chat.OwnPage, support, choice), nil
			}),
			turnTopic.On(func(_ context.Context, _ *chat.Request, p topicPage) (*chat.Reply, error) {
				return p.reply(chat.OwnPage, support, choice), nil
			}),
		},
	}
}

// A topic is the name of a file in the folder topics. A line of three hyphens in the file begins
// a second page.
type topic string

// topics lists the topics, the default first. Discord allows 25.
func topics() chat.List[topic] {
	return chat.List[topic]{ID: func(t topic) string { return string(t) }, All: []topic{
		"chess960", "rules", "castling", "castling-effects", "castling-board", "castling-computer", "playing", "study", "records",
		"x-fen", "numberings", "blocks", "triangles", "swaps", "drawing", "coins", "bag", "cards", "no-chance", "variants",
		"history", "tournaments", "sources", "misprints", "privacy",
	}}
}

// topicMenu leads from one topic to the others.
var topicMenu = chat.NewControl("about", chat.NoFields)

// A topicPage is a page of a topic.
type topicPage struct {
	topic topic
	page  int // from 0
}

// turnTopic are the buttons between the pages of a topic: about-page:topic:page from 1.
var turnTopic = chat.NewControl("about-page", func(p *topicPage, f *chat.Fields) {
	chat.OneOf(f, &p.topic, topics())
	number := p.page + 1
	f.Number(&number, 1, mostPages)
	p.page = number - 1
	f.Require(f.Failed() || p.page == 0 || p.page < len(p.topic.pages("en")))
})

// mostPages is more than any topic has.
const mostPages = 9

// reply shows the page, with a menu of all topics. The topic about privacy has a button to those
// who run the bot.
func (p topicPage) reply(audience chat.Audience, support *url.URL, choice feature.Choice) *chat.Reply {
	var options []chat.MenuOption
	for _, other := range topics().All {
		options = append(options,
			chat.MenuOption{Label: chat.ChoiceName("topic", string(other)), Value: string(other), Default: other == p.topic})
	}
	id := func(page int) string { return turnTopic.ID(topicPage{p.topic, page}) }
	buttons, rows := card.Turns(p.page, len(p.topic.pages("en")), id), []chat.Component(nil)
	if p.topic == "privacy" && support != nil {
		buttons = append(buttons, supportButton(support))
	}
	if buttons != nil {
		rows = append(rows, chat.Row(buttons...))
	}
	rows = append(rows, chat.Row(chat.Menu(topicMenu.ID(struct{}{}), voice.Phrase("about.menu"), options)))
	return card.Page(audience, voice.InLanguage(func(language string) voice.Sentence { return p.text(language, choice) }), rows...)
}

//go:embed topics
var aboutFiles embed.FS

// madeParts are the parts of topics that are made from the rules of the numberings. In the
// files, a line with a name in brackets stands for them.
var madeParts = map[string]func() voice.Sentence{
	"[numberings]":    aboutSchemes,
	"[sources]":       schemeSources,
	"[first numbers]": func() voice.Sentence { return voice.Raw(explain.FirstNumbers()) },
	"[blocks]":        func() voice.Sentence { return voice.Raw(explain.Blocks()) },
	"[swaps]":         func() voice.Sentence { return voice.Raw(explain.SwapList()) },
}

// pages returns the pages of the topic in a language. English stands in the folder topics, the
// others each in a folder of their own within.
func (t topic) pages(language string) []string {
	if language == "en" {
		language = ""
	}
	file, err := aboutFiles.ReadFile(path.Join("topics", language, string(t)+".md"))
	if err != nil {
		panic(err) // the file of a topic is missing
	}
	return strings.Split(strings.TrimSpace(string(file)), "\n\n---\n\n")
}

var (
	// ofCommand matches the mark of a line that is about a command: <!-- quiz -->.
	ofCommand = regexp.MustCompile(` <!-- ([a-z-]+) -->$`)
	// partOfCommand matches the part of a line that is about a command: <!-- quiz -->Try it.<!-- / -->
	partOfCommand = regexp.MustCompile(`<!-- ([a-z-]+) -->(.*?)<!-- / -->`)
)

// text returns the page in a language, without what is about commands that are not offered. A
// later page has the title of the first.
func (p topicPage) text(language string, choice feature.Choice) voice.Sentence {
	pages := p.topic.pages(language)
	text := pages[0]
	if p.page > 0 {
		title, _, _ := strings.Cut(text, "\n")
		text = title + "\n" + pages[p.page]
	}
	var paragraphs voice.Paragraphs
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		var lines voice.Lines
		for line := range strings.SplitSeq(paragraph, "\n") {
			if mark := ofCommand.FindStringSubmatch(line); mark != nil {
				if !choice.Offers(mark[1]) {
					continue
				}
				line = strings.TrimSuffix(line, mark[0])
			}
			line = partOfCommand.ReplaceAllStringFunc(line, func(part string) string {
				mark := partOfCommand.FindStringSubmatch(part)
				if !choice.Offers(mark[1]) {
					return ""
				}
				return mark[2]
			})
			if part := madeParts[line]; part != nil {
				lines = append(lines, part())
			} else {
				lines = append(lines, voice.Raw(voice.WithMentions(line)))
			}
		}
		paragraphs = append(paragraphs, lines)
	}
	return paragraphs
}

// aboutSchemes says in a line for each numbering what it is.
func aboutSchemes() voice.Sentence {
	var lines voice.Bullets
	for _, s := range chess960.Schemes() {
		lines = append(lines, voice.Say("commands.numbering", voice.F{
			"Name": voice.Raw(s.Name), "First": s.First, "Last": s.Last(), "About": s.About,
		}))
	}
	return lines
}

// schemeSources names the source of each numbering.
func schemeSources() voice.Sentence {
	var lines voice.Bullets
	for _, s := range chess960.DistinctSchemes() {
		lines = append(lines, voice.Say("commands.published", voice.F{"Name": voice.Raw(s.Name), "Source": s.Source}))
	}
	return lines
}
