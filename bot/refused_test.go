package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// A refusedReply is a reply that Discord refuses, with a part of the reason.
type refusedReply struct {
	reply  *chat.Reply
	reason string
}

func refusedReplies() []refusedReply {
	shows := func(c ...chat.Component) *chat.Reply { return &chat.Reply{Components: c} }
	opens := func(parts ...chat.FormPart) *chat.Reply {
		return &chat.Reply{Form: &chat.Form{CustomID: "form", Title: voice.Raw("Title"), Parts: parts}}
	}
	button := chat.Button(discordgo.PrimaryButton, voice.Raw("Press"), "press")
	menu := func(options ...chat.MenuOption) chat.Component {
		return chat.Row(chat.Menu("menu", voice.Raw(""), options))
	}
	yes, no := chat.MenuOption{Label: voice.Raw("Yes"), Value: "yes", Default: true}, chat.MenuOption{Label: voice.Raw("No"), Value: "no", Default: true}
	question := func(input chat.Input) *chat.Reply {
		return opens(chat.Label(voice.Raw("Question"), voice.Raw(""), input))
	}
	long := strings.Repeat("x", 2500)
	both := button
	both.URL = "https://example.com"
	backwards := chat.TextInput("text", voice.Raw(""), 1)
	backwards.MinLength = 2
	return []refusedReply{
		{shows(), "BASE_TYPE_REQUIRED"},
		{shows(chat.Text(voice.Raw(""))), "BASE_TYPE_REQUIRED"},
		{shows(chat.Text(voice.Raw(long + long))), "BASE_TYPE_BAD_LENGTH"},
		{shows(chat.Text(voice.Raw(long)), chat.Text(voice.Raw(long))), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
		{shows(slices.Repeat([]chat.Component{chat.Text(voice.Raw("x"))}, 41)...), "BASE_TYPE_BAD_LENGTH"},
		{shows(slices.Repeat([]chat.Component{menu(yes)}, 21)...), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
		{shows(chat.Component{}), "BASE_TYPE_CHOICES"},
		{shows(chat.Component{Type: discordgo.ActionsRowComponent}), "BASE_TYPE_REQUIRED"},
		{shows(chat.Component{Type: discordgo.MediaGalleryComponent}), "BASE_TYPE_REQUIRED"},
		{shows(chat.Component{Type: discordgo.FileComponentType}), "BASE_TYPE_REQUIRED"},
		{shows(chat.Attached("missing.txt")), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
		{shows(chat.Row(button, button)), "COMPONENT_CUSTOM_ID_DUPLICATED"},
		{shows(chat.Row(button, menu(yes).Components[0])), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		{shows(chat.Row(both)), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE"},
		{shows(chat.Row(chat.Button(discordgo.PrimaryButton, voice.Raw(""), "press"))), "BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI"},
		{shows(chat.Row(chat.Button(discordgo.PrimaryButton, voice.Raw("Press"), ""))), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"},
		{shows(chat.Row(chat.Component{Type: discordgo.ButtonComponent, Label: voice.Raw("Press")})), "BASE_TYPE_REQUIRED"},
		{shows(chat.Row(chat.LinkButton(voice.Raw("Open"), "ftp://example.com"))), "URL_TYPE_INVALID_SCHEME"},
		{shows(chat.Row(chat.LinkButton(voice.Raw("Open"), "https://"))), "URL_TYPE_INVALID_URL"},
		{shows(menu()), "BASE_TYPE_REQUIRED"},
		{shows(menu(yes, yes)), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
		{shows(menu(yes, no)), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"},
		{&chat.Reply{Components: []chat.Component{chat.Text(voice.Raw("x"))}, Roles: []string{"players"}}, "NUMBER_TYPE_COERCE"},
		{&chat.Reply{Components: []chat.Component{chat.Text(voice.Raw("x"))}, Roles: []string{"7", "7"}}, "SET_TYPE_CONTAINS_DUPLICATES"},
		{&chat.Reply{Components: []chat.Component{chat.Text(voice.Raw("x"))}, Bar: 1 << 24}, "NUMBER_TYPE_MAX"},
		{&chat.Reply{Components: []chat.Component{chat.Text(voice.Raw("x"))}, Bar: -1}, "NUMBER_TYPE_MIN"},
		{&chat.Reply{Components: []chat.Component{chat.Text(voice.Raw("x"))}, Audience: chat.InPlace}, "BASE_TYPE_CHOICES"},
		{opens(), "BASE_TYPE_REQUIRED"},
		{opens(chat.FormPart{}), "BASE_TYPE_CHOICES"},
		{question(chat.Input{}), "BASE_TYPE_CHOICES"},
		{question(chat.TextInput("", voice.Raw(""), 1)), "BASE_TYPE_BAD_LENGTH"},
		{question(chat.RadioGroup("choice", nil)), "BASE_TYPE_REQUIRED"},
		{question(chat.RadioGroup("choice", []chat.MenuOption{yes, no})), "RADIO_GROUP_TOO_MANY_DEFAULT_VALUES"},
		{question(backwards), "TEXT_INPUT_MIN_GREATER_MAX"},
	}
}

// If Discord refuses a reply, the log says why.
func TestRefusedReplies(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		replies := refusedReplies()
		which := chat.NumberOption("number")
		say := chat.Command{
			Name: "say", Options: []chat.Option{which},
			Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
				return replies[which.Read(r)].reply, nil
			},
		}
		w := connectWith(t, bot.Options{Commands: []chat.Command{say}})
		var asked sync.WaitGroup
		for n, refused := range replies {
			asked.Go(func() {
				_, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "say", map[string]any{"number": n})
				if err == nil || !strings.Contains(err.Error(), refused.reason) {
					t.Errorf("%+v: got %v, want %s", refused.reply, err, refused.reason)
				}
			})
		}
		asked.Wait()
		w.TakeBroken()
		for _, refused := range replies {
			if !strings.Contains(w.log.String(), refused.reason) {
				t.Errorf("%s is not in the log", refused.reason)
			}
		}
		if n := strings.Count(w.log.String(), "cannot send the answer"); n != len(replies) {
			t.Errorf("%d lines for %d replies:\n%s", n, len(replies), w.log)
		}
	})
}

// refusedCommands are commands that Discord refuses, and the reasons. Package validate tests
// the reasons that no command of the bot can give.
func refusedCommands() (all []chat.Command, reasons []string) {
	choices := func(ids ...string) chat.List[string] {
		return chat.List[string]{All: ids, ID: strings.Clone, Name: func(id string) voice.Sentence { return voice.Raw(id) }}
	}
	nothing := func(context.Context, *chat.Request, string) []chat.Choice { return nil }
	var long []string
	for letter := range 25 {
		long = append(long, strings.Repeat(string(rune('a'+letter)), 100))
	}
	twice := chat.Command{Name: "twice"}
	return []chat.Command{
			twice, twice,
			{Name: "many", Options: []chat.Option{
				choices(long...).Option("x"), choices(long...).Option("y"), choices("a", "a").Option("z"),
			}},
			{Name: "Menu", OnMessage: true, Options: []chat.Option{chat.BoolOption("option")}},
			{Name: "Capital"},
			{Name: "options", Options: []chat.Option{
				chat.BoolOption("a"), chat.BoolOption("b").Mandatory(),
				chat.BoolOption("a"), chat.BoolOption("f").CompletedBy(nothing),
				choices("x").Option("g").CompletedBy(nothing),
				chat.NumberOption("number").Between(2, 1),
			}, Subcommands: []chat.Subcommand{{Name: "c"}}},
		}, []string{
			"APPLICATION_COMMANDS_DUPLICATE_NAME", "APPLICATION_COMMAND_TOO_LARGE", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
			"APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "APPLICATION_COMMAND_INVALID_NAME",
			"APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
			"APPLICATION_COMMAND_OPTION_MIN_GREATER_MAX",
		}
}

// If Discord refuses the commands, the bot is not ready, and it says why.
func TestRefusedDefinitions(t *testing.T) {
	t.Parallel()
	server, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	all, reasons := refusedCommands()
	w := &world{Server: server}
	w.start(t, bot.Options{Token: discordtest.Token, Commands: all})
	defer w.stop()
	if !w.log.until(within(t), func() bool { return w.log.has("again_in=") }) {
		t.Fatal(w.log)
	}
	if err := w.bot.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "Invalid Form Body (code 50035)") || !strings.Contains(err.Error(), reasons[0]) {
		t.Error(err)
	}
	refused := strings.Join(server.TakeBroken(), "\n") // whole; the bot keeps the beginning
	for _, reason := range reasons {
		if !strings.Contains(refused, reason) {
			t.Errorf("%s is not in %s", reason, refused)
		}
	}
}
