package commands

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
)

// Names of commands become mentions once their ids are known. Texts of people do not.
func TestTextsMentionCommands(t *testing.T) {
	all := All(fixedTools(0))
	organiser := &chat.Request{Asker: chattest.Ben, GuildID: "1", Permissions: -1, CustomID: "help-page:club", Message: &chat.Message{ID: "1"}}
	first, err := chattest.Run(t, all, "/help")
	if err != nil {
		t.Fatal(err)
	}
	club, err := chattest.Pressed(t, all, organiser)
	if err != nil {
		t.Fatal(err)
	}
	help := said(first) + said(club)
	mentioned := chat.Mentions(all, map[string]string{"sp": "1", "daily-posts": "2"}).Replace(help)
	for _, want := range []string{"</sp:1> shows", "</daily-posts set:2>", "`/random` draws"} {
		if !strings.Contains(mentioned, want) {
			t.Errorf("%q is not in %s", want, mentioned)
		}
	}
	for _, c := range all {
		if !c.InMenu() && c.Name != "help" && !strings.Contains(help, strings.TrimSuffix(chat.Slash(c.Name), "\ue961")) {
			t.Errorf("/help does not mention /%s", c.Name)
		}
	}
	organiser.Permissions = 0
	if club, err = chattest.Pressed(t, all, organiser); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Permission != 0 && strings.Contains(said(club), strings.TrimSuffix(chat.Slash(c.Name), "\ue961")) {
			t.Errorf("/help names /%s to people who do not see it", c.Name)
		}
	}
	topics, err := filepath.Glob("about/topics/*.md")
	if err != nil || len(topics) < 20 {
		t.Fatal(topics, err)
	}
	for _, topic := range topics {
		text, err := os.ReadFile(topic)
		if err != nil {
			t.Fatal(err)
		}
		if said := chat.Mentions(all, nil).Replace(voice.WithMentions(string(text))); strings.ContainsAny(said, "\ue960\ue961") {
			t.Errorf("%s names an unknown command:\n%s", topic, said)
		}
	}
}

// said returns the texts of a reply, with the names of commands as the bot writes them.
func said(reply *chat.Reply) (text string) {
	for c := range chattest.Walk(reply.Components) {
		if c.Type == discordgo.TextDisplayComponent {
			text += chattest.English(c.Content) + "\n"
		}
	}
	return text
}

// /help invites the bot as README.md does. With an address for help, /help and the page about
// privacy lead there.
func TestHelpInvites(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil || !strings.Contains(string(readme), chat.Invitation("YOUR_APPLICATION_ID")) {
		t.Errorf("%v; README.md does not have %s", err, chat.Invitation("YOUR_APPLICATION_ID"))
	}
	tools := fixedTools(0)
	support := &url.URL{Scheme: "https", Host: "discord.gg", Path: "/chess960"}
	for _, tools.Support = range []*url.URL{nil, support} {
		all := All(tools)
		for _, command := range []string{"/help", "/about topic:privacy", "/about"} {
			reply, err := chattest.Run(t, all, command)
			if err != nil {
				t.Fatal(err)
			}
			wanted := tools.Support != nil && command != "/about"
			if got := slices.Contains(addresses(reply.Components), support.String()); got != wanted {
				t.Errorf("%s leads to help: %v, want %v", command, got, wanted)
			}
		}
	}
	for _, c := range All(tools) {
		if c.Name == "help" {
			reply, err := c.Answer(t.Context(), &chat.Request{AppID: "960"})
			if err != nil || !slices.Contains(addresses(reply.Components), chat.Invitation("960")) {
				t.Errorf("%v; /help leads to %v", err, addresses(reply.Components))
			}
		}
	}
}

// addresses returns where the link buttons lead.
func addresses(parts []chat.Component) (all []string) {
	for _, part := range parts {
		if part.URL != "" {
			all = append(all, part.URL)
		}
		all = append(all, addresses(part.Components)...)
	}
	return all
}

// A server that goes back to its own language reads posts by the clock in that language too.
func TestPostsFollowTheServersOwnLanguage(t *testing.T) {
	kept := languages.New(storetest.Open(t, storetest.SQLite(t)))
	tools := fixedTools(0)
	tools.Languages = kept
	reply, err := chattest.Command(t, All(tools), "language").Answer(t.Context(), &chat.Request{
		GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageGuild, OwnLanguage: "de", Options: chat.Options{"language": "server"},
	})
	if err != nil || kept.Of(t.Context(), "1").OfPosts() != "de" || strings.Contains(chattest.Text(reply), "English") {
		t.Errorf("%v\n%s", err, chattest.Text(reply))
	}
}

// Outside servers nobody reads of commands that only servers have.
func TestHelpOutsideServers(t *testing.T) {
	help := chattest.Command(t, All(fixedTools(0)), "help")
	for guild, want := range map[string]bool{"": false, "1": true} {
		reply, err := help.Press(t.Context(), &chat.Request{
			GuildID: guild, ChannelID: "2", Permissions: discordgo.PermissionManageGuild, CustomID: "help-page:club", Message: &chat.Message{ID: "3", Private: true},
		})
		if err != nil || strings.Contains(chattest.Text(reply), "language of this server") != want {
			t.Errorf("in server %q: %v\n%s", guild, err, chattest.Text(reply))
		}
	}
}
