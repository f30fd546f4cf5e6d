package commands

import (
	"regexp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
)

// Names of commands become mentions once their ids are known. Texts of people do not.
func TestTextsMentionCommands(t *testing.T) {
	var defs []chat.Definition
	for _, c := range All(fixedTools(0)) {
		defs = append(defs, c.Def)
	}
	help := helpText(func(int64) bool { return true })
	mentioned := chat.Mentions(defs, map[string]string{"sp": "1", "daily-posts": "2"}).Replace(help)
	for _, want := range []string{"</sp:1> shows", "</daily-posts set:2> posts", "`/random` draws"} {
		if !strings.Contains(mentioned, want) {
			t.Errorf("%q is not in %s", want, mentioned)
		}
	}
	for _, c := range All(fixedTools(0)) {
		if c.Def.Type == discordgo.ChatApplicationCommand && c.Def.Name != "help" && !strings.Contains(help, strings.TrimSuffix(chat.Slash(c.Def.Name), "\ue961")) {
			t.Errorf("/help does not mention /%s", c.Def.Name)
		}
	}
	for _, c := range All(fixedTools(0)) {
		if members := helpText(func(int64) bool { return false }); c.Def.DefaultMemberPermissions != "" && strings.Contains(members, strings.TrimSuffix(chat.Slash(c.Def.Name), "\ue961")) {
			t.Errorf("/help names /%s to people who do not see it", c.Def.Name)
		}
	}
	for _, topic := range topics().All {
		if breakable := regexp.MustCompile("`[KQRBN]*-[KQRBN-]*`").FindString(topic.text()); breakable != "" {
			t.Errorf("/about %s: a phone may break %s", topic.id, breakable)
		}
		if said := chat.Mentions(defs, nil).Replace(topic.text()); strings.ContainsAny(said, "\ue960\ue961") {
			t.Errorf("/about %s names an unknown command:\n%s", topic.id, said)
		}
	}
}
