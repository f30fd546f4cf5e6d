package about

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// all are the commands of this package, in a bot that offers every command.
func all() []chat.Command {
	others := feature.Feature{Name: feature.Core, Names: strings.Fields("sp random encode fritz daily daily-posts castle find table event round standings quiz play")}
	choice, _ := feature.Choose([]feature.Feature{others, Feature}, "all")
	return Feature.Commands(feature.Tools{Choice: choice})
}

// Each topic has a heading, is short enough for the screen of a phone, and has the menu of
// all topics with itself chosen.
func TestTopics(t *testing.T) {
	for i, topic := range topics().All {
		typed := "/about topic:" + string(topic)
		if i == 0 {
			typed = "/about"
		}
		reply, err := chattest.Run(t, all(), typed)
		if err != nil {
			t.Fatal(err)
		}
		const most = 1300 // characters; the playground's test measures pixels
		said := chattest.Text(reply)
		if n := len([]rune(said)); !strings.HasPrefix(said, "## ") || n > most || strings.Contains(said, "—") {
			t.Errorf("%s: %d characters: %s", string(topic), n, said)
		}
		for name := range madeParts {
			if strings.Contains(said, name) {
				t.Errorf("%s says %s", string(topic), name)
			}
		}
		menu := reply.Components[len(reply.Components)-1].Components[0]
		if len(menu.Options) != len(topics().All) || len(menu.Options) > 25 {
			t.Errorf("%s: %d topics to choose from", string(topic), len(menu.Options))
		}
		for j, o := range menu.Options {
			if o.Default != (i == j) || chattest.English(o.Label) == "" {
				t.Errorf("%s: %+v", string(topic), o)
			}
		}
		if next, ok := chattest.Controls(reply)["Next"]; ok {
			second, err := chattest.Press(t, all(), chattest.Ben, next, nil)
			if err != nil || second.Audience != chat.OnlyAsker || chattest.Text(second) == said || strings.SplitN(chattest.Text(second), "\n", 2)[0] != strings.SplitN(said, "\n", 2)[0] {
				t.Errorf("%s: the second page is %v, %v", string(topic), second, err)
			} else if back, err := chattest.Press(t, all(), chattest.Ben, chattest.Controls(second)["Previous"], nil); err != nil || chattest.Text(back) != said {
				t.Errorf("%s: back leads to %v, %v", string(topic), back, err)
			}
		}
		pressed, err := chattest.Pressed(t, all(), &chat.Request{Asker: chattest.Ben, CustomID: menu.CustomID, Values: []string{string(topic)}})
		if err != nil || pressed.Audience != chat.OnlyAsker || chattest.Text(pressed) != said {
			t.Errorf("%s is chosen, and the answer is %v, %v", string(topic), pressed, err)
		}
	}
}

// Each language has all topics, with the parts that are made, the commands and the pages of the
// English file.
func TestTopicsInLanguages(t *testing.T) {
	fixed := regexp.MustCompile("(?m)^\\[[a-z ]+\\]$|^---$|`/[^`]+`")
	folders, err := fs.Glob(aboutFiles, "topics/??")
	if err != nil || len(folders) < len(voice.Languages())-1 {
		t.Fatalf("the folders are %v, %v; the languages are %v", folders, err, voice.Languages())
	}
	for _, folder := range folders {
		for _, topic := range topics().All {
			english, err := fs.ReadFile(aboutFiles, "topics/"+string(topic)+".md")
			if err != nil {
				t.Fatal(err)
			}
			text, err := fs.ReadFile(aboutFiles, folder+"/"+string(topic)+".md")
			if err != nil {
				t.Error(err)
				continue
			}
			got, want := fixed.FindAllString(string(text), -1), fixed.FindAllString(string(english), -1)
			if !strings.HasPrefix(string(text), "## ") || !slices.Equal(got, want) {
				t.Errorf("%s/%s.md has %q, want a heading and %q", folder, topic, got, want)
			}
			ours, others := topic.pages("en"), topic.pages(strings.TrimPrefix(folder, "topics/"))
			if len(ours) != len(others) {
				t.Errorf("%s/%s.md has %d pages, want %d", folder, topic, len(others), len(ours))
			}
			for _, page := range others {
				if n := len([]rune(page)); n > 1050 {
					t.Errorf("%s/%s.md has a page of %d characters", folder, topic, n)
				}
			}
		}
	}
}

// Choices that the menu does not offer are refused.
func TestForeignTopics(t *testing.T) {
	for _, r := range []chat.Request{{CustomID: "about", Values: []string{"chess961"}}, {CustomID: "about"}, {CustomID: "about:1", Values: []string{"rules"}}, {CustomID: "about-page:swaps:3"}, {CustomID: "about-page:rules:3"}, {CustomID: "about-page:x:1"}} {
		if reply, err := chattest.Pressed(t, all(), &r); err == nil {
			t.Errorf("%+v is answered with %v", r, reply)
		}
	}
}

// Every numbering has its line in one topic, and its source in another.
func TestAboutEveryNumbering(t *testing.T) {
	for topic, want := range map[string]func(*chess960.Scheme) string{
		"numberings": func(s *chess960.Scheme) string { return "**" + s.Name + "**" },
		"sources":    func(s *chess960.Scheme) string { return chattest.English(s.Source) },
	} {
		reply, err := chattest.Run(t, all(), "/about topic:"+topic)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range chess960.Schemes() {
			if !strings.Contains(chattest.Text(reply), want(s)) {
				t.Errorf("%s: %q is missing", topic, want(s))
			}
		}
	}
}

// The topic about castling counts how castling moves the king and the rook.
func TestAboutCountsCastlings(t *testing.T) {
	manners := map[chess960.CastlingSide]map[chess960.Manner]int{chess960.HSide: {}, chess960.ASide: {}}
	for _, p := range chess960.All() {
		for _, side := range chess960.CastlingSides() {
			manners[side][p.Castling(side, chess960.Chess960Castling).Manner()]++
		}
	}
	h, a := manners[chess960.HSide], manners[chess960.ASide]
	want := fmt.Sprintf("Both pieces move in %d positions for O-O and %d for O-O-O, in %d and %d of them by changing places; the king alone in %d and %d; the rook alone in %d and %d.",
		h[chess960.BothMove]+h[chess960.ChangePlaces], a[chess960.BothMove]+a[chess960.ChangePlaces], h[chess960.ChangePlaces], a[chess960.ChangePlaces],
		h[chess960.KingAlone], a[chess960.KingAlone], h[chess960.RookAlone], a[chess960.RookAlone])
	if said := chattest.English(topicPage{"castling-effects", 1}.text("en", feature.Choice{})); !strings.Contains(said, want) {
		t.Errorf("no %q in\n%s", want, said)
	}
}

// No sentence of a topic goes with one in its line whose command is not offered.
func TestSentencesOfTopicsStandAlone(t *testing.T) {
	sentences, names := regexp.MustCompile(`(?:[^.!?]|[.!?]\S)+[.!?]?`), regexp.MustCompile("`/[a-z]")
	for _, language := range voice.Languages() {
		for _, topic := range topics().All {
			for line := range strings.SplitSeq(strings.Join(topic.pages(language), "\n"), "\n") {
				text := partOfCommand.ReplaceAllString(line, "")
				if !names.MatchString(text) || ofCommand.MatchString(line) {
					continue
				}
				for _, sentence := range sentences.FindAllString(strings.TrimSpace(text), -1) {
					if strings.TrimSpace(sentence) != "" && !names.MatchString(sentence) {
						t.Errorf("%s, %s: mark what is about a command in\n%s", language, topic, line)
					}
				}
			}
		}
	}
}

// No topic has more pages than a button can name, and no phone breaks a pattern.
func TestPagesOfTopics(t *testing.T) {
	for _, topic := range topics().All {
		for _, language := range voice.Languages() {
			if pages := topic.pages(language); len(pages) > mostPages || strings.Contains(strings.Join(pages, "\n"), "---") {
				t.Errorf("/about %s in %v: %d pages, or the line between them has no empty lines around it", string(topic), language, len(pages))
			}
		}
		if breakable := regexp.MustCompile("`[KQRBN]*-[KQRBN-]*`").FindString(strings.Join(topic.pages("en"), "\n")); breakable != "" {
			t.Errorf("/about %s: a phone may break %s", string(topic), breakable)
		}
	}
}
