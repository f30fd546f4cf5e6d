package bot

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// long returns a text of 2,000 letters.
func long(letter string) voice.Raw { return voice.Raw(strings.Repeat(letter, 2000)) }

// Everything in a reply arrives, and what would be too long for Discord is cut.
func TestPrinter(t *testing.T) {
	p := printer{voice.In("en").Offering(chat.Mentions([]chat.Command{{Name: "sp"}}, map[string]string{"sp": "7"}))}
	options := []chat.MenuOption{{Label: long("l"), Value: "v", Description: long("d"), Default: true}}
	menuOptions := `[{"label":"` + cut(string(long("l")), 100) + `","value":"v","description":"` + cut(string(long("d")), 100) + `","default":true}]`
	menu := chat.Menu("menu", long("p"), options)
	gallery := chat.Component{Type: discordgo.MediaGalleryComponent, Items: []chat.GalleryItem{{Media: chat.Media{URL: "u"}, Description: long("a")}}}
	field := chat.TextInput("field", long("e"), 20)
	form := &chat.Form{CustomID: "form", Title: long("t"), Parts: []chat.FormPart{
		chat.FormText(voice.Raw("Say " + chat.Slash("sp"))), chat.Label(long("q"), long("d"), field), chat.Label(voice.Raw("Which"), nil, chat.RadioGroup("radio", options)),
	}}
	for want, printed := range map[string]any{
		`[{"type":1,"components":[{"type":10,"content":"Say \u003c/sp:7\u003e"}]}]`: p.components([]chat.Component{
			{Type: discordgo.ActionsRowComponent, Components: []chat.Component{chat.Text(voice.Raw("Say " + chat.Slash("sp")))}}}),
		`[{"type":3,"custom_id":"menu","placeholder":"` + cut(string(long("p")), 150) + `","options":` + menuOptions + `}]`: p.components([]chat.Component{menu}),
		`[{"type":2,"style":1,"label":"` + cut(string(long("b")), 80) + `","custom_id":"id"}]`:                              p.components([]chat.Component{chat.Button(discordgo.PrimaryButton, long("b"), "id")}),
		`[{"type":2,"style":5,"label":"Open","url":"https://x"}]`:                                                           p.components([]chat.Component{chat.LinkButton(voice.Raw("Open"), "https://x")}),
		`[{"type":13,"file":{"url":"attachment://f"}}]`:                                                                     p.components([]chat.Component{chat.Attached("f")}),
		`[{"type":12,"items":[{"media":{"url":"u"},"description":"` + cut(string(long("a")), 1024) + `"}]}]`:                p.components([]chat.Component{gallery}),
		`{"custom_id":"form","title":"` + cut(string(long("t")), 45) + `","components":[{"type":10,"content":"Say \u003c/sp:7\u003e"},` +
			`{"type":18,"label":"` + cut(string(long("q")), 45) + `","description":"` + cut(string(long("d")), 100) + `","component":` +
			`{"type":4,"custom_id":"field","required":true,"style":1,"placeholder":"` + cut(string(long("e")), 100) + `","min_length":1,"max_length":20}},` +
			`{"type":18,"label":"Which","component":{"type":21,"custom_id":"radio","required":true,"options":` + menuOptions + `}}]}`: p.form(form),
	} {
		if got, err := json.Marshal(printed); err != nil || string(got) != want {
			t.Errorf("got  %s, %v\nwant %s", got, err, want)
		}
	}
	if got := cut("♟♟♟♟", 3); got != "♟♟…" {
		t.Error(got)
	}
}
