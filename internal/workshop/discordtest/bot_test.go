package discordtest

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A bot answers with a picture, and a button replaces that picture.
func TestCardAndButton(t *testing.T) {
	s, d := start(t, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		payload, file := map[string]any{"type": 4, "data": card("Position 518", "a.png", "the classical position")}, board(10)
		if i.Type == discordgo.InteractionMessageComponent {
			payload, file = map[string]any{"type": 7, "data": card("Position 519", "b.png", "another")}, board(200)
		}
		if err := respond(d, i, payload, &discordgo.File{Name: payload["data"].(map[string]any)["attachments"].([]any)[0].(map[string]any)["filename"].(string), ContentType: "image/png", Reader: bytes.NewReader(file)}); err != nil {
			t.Error(err)
		}
	})
	register(t, s, d, pingCommand)
	answer, err := s.Slash(within5s(t), Anna, Channel, "ping", map[string]any{"number": 518})
	if err != nil {
		t.Fatal(err)
	}
	m := answer.Message
	if answer.Type != AnswerMessage || m.Text() != "Position 518" || m.InteractionUser != Anna || m.Private() || m.Type != 20 {
		t.Errorf("answer %+v, message %+v", answer, m)
	}
	pictures := m.Pictures()
	if len(pictures) != 1 || pictures[0].Alt != "the classical position" || !bytes.Equal(pictures[0].Data, board(10)) {
		t.Errorf("pictures %+v", pictures)
	}
	pressed, err := s.Press(within5s(t), Ben, m, "next")
	if err != nil {
		t.Fatal(err)
	}
	now := pressed.Message
	if !pressed.Updated || now.ID != m.ID || now.Text() != "Position 519" || len(now.Attachments) != 1 || now.Edited.IsZero() {
		t.Errorf("after the button: %+v, %+v", pressed, now)
	}
	response, err := http.Get(now.Attachments[0].URL)
	if err != nil || response.StatusCode != 200 || response.Header.Get("Content-Type") != "image/png" {
		t.Errorf("attachment: %v %v", response, err)
	}
	if media := now.Tree()[0].Components[1].Items[0].Media; media.Width != 8 || media.URL != now.Attachments[0].URL {
		t.Errorf("media %+v", media)
	}
	wantUnbroken(t, s)
}

// Only the person who asked sees a private answer. Direct messages have a user and no
// member.
func TestPrivateAndDirect(t *testing.T) {
	s, d := start(t, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		if i.GuildID == "" && (i.Member != nil || i.User == nil || i.User.ID != Ben.ID) || i.GuildID != "" && (i.User != nil || i.Member.User.ID != Anna.ID) {
			t.Errorf("asker of %+v", i.Interaction)
		}
		row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "OK", CustomID: "ok"}}}
		d.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{
			Content: "for you", Flags: discordgo.MessageFlagsEphemeral, Components: []discordgo.MessageComponent{row}}})
	})
	register(t, s, d, pingCommand)
	answer, err := s.Slash(within5s(t), Anna, Channel, "ping", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !answer.Message.Private() || answer.Message.For != Anna {
		t.Errorf("%+v", answer.Message)
	}
	if _, err := s.Press(within5s(t), Ben, answer.Message, "ok"); err == nil {
		t.Error("Ben pressed a button that Anna alone sees")
	}
	if list, err := d.ChannelMessages(ChannelID, 10, "", "", ""); err != nil || len(list) > 0 {
		t.Error("an ephemeral message can be fetched from the channel", err)
	}
	if answer, err = s.Slash(within5s(t), Ben, Place{}, "ping", nil); err != nil || answer.Message.ChannelID != Ben.DM().ChannelID {
		t.Errorf("%+v %v", answer, err)
	}
	wantUnbroken(t, s)
}

func TestAutocomplete(t *testing.T) {
	s, d := start(t, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		o := i.ApplicationCommandData().Options[0]
		if !o.Focused || o.Value != "51" || o.Type != discordgo.ApplicationCommandOptionInteger {
			t.Errorf("%+v", o)
		}
		d.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: 8, Data: &discordgo.InteractionResponseData{
			Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "518: classical", Value: 518}}}})
	})
	register(t, s, d, pingCommand)
	choices, err := s.Autocomplete(within5s(t), Anna, Channel, "ping", map[string]any{"number": 51}, "number")
	if err != nil || !slices.Equal(choices, []Choice{{Name: "518: classical", Value: 518.0}}) {
		t.Errorf("%v %v", choices, err)
	}
}

// The bot gets the choice in a menu, with the language and permissions that were set.
func TestSelectAndDetails(t *testing.T) {
	s, d := start(t, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		menu := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: "theme", Options: []discordgo.SelectMenuOption{{Label: "Blue", Value: "blue"}, {Label: "Green", Value: "green"}}}
		data := &discordgo.InteractionResponseData{Content: "choose", Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}}}}
		kind := discordgo.InteractionResponseChannelMessageWithSource
		if i.Type == discordgo.InteractionMessageComponent {
			kind, data.Content = discordgo.InteractionResponseUpdateMessage, strings.Join(i.MessageComponentData().Values, " ")
		} else if i.Locale != discordgo.German || i.GuildLocale == nil || *i.GuildLocale != discordgo.French || i.Member.Permissions != 32 || i.AppPermissions != 64 {
			t.Errorf("%+v", i.Interaction)
		}
		if err := d.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
			t.Error(err)
		}
	})
	register(t, s, d, pingCommand)
	answer, err := s.Slash(within5s(t), Anna, Channel, "ping", nil, Locale("de"), ServerLocale("fr"), Permissions(32), AppPermissions(64))
	if err != nil {
		t.Fatal(err)
	}
	if menu := answer.Message.Selects()[0]; menu.CustomID != "theme" || len(menu.Options) != 2 {
		t.Errorf("%+v", menu)
	}
	if _, err := s.Select(within5s(t), Anna, answer.Message, "theme", "red"); err == nil || !strings.Contains(err.Error(), "no option") {
		t.Error(err)
	}
	answer, err = s.Select(within5s(t), Anna, answer.Message, "theme", "green")
	if err != nil || answer.Message.Content != "green" {
		t.Errorf("%+v %v", answer, err)
	}
	wantUnbroken(t, s)
}

// A raw interaction reaches the bot unchanged.
func TestInteract(t *testing.T) {
	seen := make(chan *discordgo.Interaction, 1)
	s, _ := start(t, func(_ *discordgo.Session, i *discordgo.InteractionCreate) { seen <- i.Interaction }, Deadline(20*time.Millisecond))
	_, err := s.Interact(within5s(t), `{"type":2,"channel_id":"1","user":{"id":"7"},"data":{"name":"ping","options":[{"name":"number","type":3,"value":"x"}]}}`)
	if err == nil || !strings.Contains(err.Error(), ErrNoAnswer.Error()) {
		t.Error(err)
	}
	if i := <-seen; i.ID == "" || i.Token == "" || i.ApplicationCommandData().Options[0].Value != "x" {
		t.Errorf("%+v", i)
	}
	wantUnbroken(t, s)
}

// Commands that are overwritten keep their ids and get a new version.
func TestRegistry(t *testing.T) {
	s, d := start(t, func(*discordgo.Session, *discordgo.InteractionCreate) {})
	register(t, s, d, pingCommand)
	first := s.Commands()[0]
	register(t, s, d, pingCommand)
	second := s.Commands()[0]
	if first.ID != second.ID || first.Version == second.Version {
		t.Errorf("%s %s, then %s %s", first.ID, first.Version, second.ID, second.Version)
	}
	list, err := d.ApplicationCommands(ApplicationID, "")
	if err != nil || len(list) != 1 || *list[0].Options[0].MinValue != 0 || list[0].Options[0].MaxValue != 959 {
		t.Errorf("%+v %v", list, err)
	}
	wantUnbroken(t, s)
}
