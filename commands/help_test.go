package commands

import (
	"regexp"
	"strings"
	"testing"

	"chess960bot/chat"
	"chess960bot/internal/workshop/chattest"
)

// Names of commands become mentions once their ids are known. Texts of people do not.
func TestTextsMentionCommands(t *testing.T) {
	var defs []chat.Definition
	for _, c := range All(fixedTools(0)) {
		defs = append(defs, c.Definition())
	}
	help := chattest.English(helpText(func(int64) bool { return true }))
	mentioned := chat.Mentions(defs, map[string]string{"sp": "1", "daily-posts": "2"}).Replace(help)
	for _, want := range []string{"</sp:1> shows", "</daily-posts set:2> posts", "`/random` draws"} {
		if !strings.Contains(mentioned, want) {
			t.Errorf("%q is not in %s", want, mentioned)
		}
	}
	for _, c := range All(fixedTools(0)) {
		if !c.OnMessage && c.Name != "help" && !strings.Contains(help, strings.TrimSuffix(chat.Slash(c.Name), "\ue961")) {
			t.Errorf("/help does not mention /%s", c.Name)
		}
	}
	for _, c := range All(fixedTools(0)) {
		if members := chattest.English(helpText(func(int64) bool { return false })); c.Permission != 0 && strings.Contains(members, strings.TrimSuffix(chat.Slash(c.Name), "\ue961")) {
			t.Errorf("/help names /%s to people who do not see it", c.Name)
		}
	}
	for _, topic := range topics().All {
		if breakable := regexp.MustCompile("`[KQRBN]*-[KQRBN-]*`").FindString(chattest.English(topic.text())); breakable != "" {
			t.Errorf("/about %s: a phone may break %s", string(topic), breakable)
		}
		if said := chat.Mentions(defs, nil).Replace(chattest.English(topic.text())); strings.ContainsAny(said, "\ue960\ue961") {
			t.Errorf("/about %s names an unknown command:\n%s", string(topic), said)
		}
	}
}
