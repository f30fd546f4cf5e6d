package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/chat"
	"chess960bot/internal/discordtest"
)

// A refusedReply is a reply that Discord refuses, with a part of the reason.
type refusedReply struct {
	reply  *chat.Reply
	reason string
}

func refusedReplies() []refusedReply {
	shows := func(c ...chat.Component) *chat.Reply { return &chat.Reply{Components: c} }
	opens := func(parts ...chat.FormPart) *chat.Reply {
		return &chat.Reply{Form: &chat.Form{CustomID: "form", Title: "Title", Parts: parts}}
	}
	button := chat.Button(discordgo.PrimaryButton, "Press", "press")
	menu := func(options ...chat.MenuOption) chat.Component { return chat.Row(chat.Menu("menu", "", options)) }
	yes, no := chat.MenuOption{Label: "Yes", Value: "yes", Default: true}, chat.MenuOption{Label: "No", Value: "no", Default: true}
	question := func(input chat.Input) *chat.Reply { return opens(chat.Label("Question", "", input)) }
	long := strings.Repeat("x", 2500)
	both := button
	both.URL = "https://example.com"
	backwards := chat.TextInput("text", "", 1)
	backwards.MinLength = 2
	return []refusedReply{
		{shows(), "50006"},
		{shows(chat.Text("")), "BASE_TYPE_REQUIRED"},
		{shows(chat.Text(long + long)), "BASE_TYPE_BAD_LENGTH"},
		{shows(chat.Text(long), chat.Text(long)), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
		{shows(slices.Repeat([]chat.Component{chat.Text("x")}, 41)...), "BASE_TYPE_MAX_LENGTH"},
		{shows(slices.Repeat([]chat.Component{menu(yes)}, 21)...), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
		{shows(chat.Component{}), "BASE_TYPE_CHOICES"},
		{shows(chat.Component{Type: discordgo.ActionsRowComponent}), "BASE_TYPE_REQUIRED"},
		{shows(chat.Component{Type: discordgo.MediaGalleryComponent}), "BASE_TYPE_REQUIRED"},
		{shows(chat.Component{Type: discordgo.FileComponentType}), "BASE_TYPE_REQUIRED"},
		{shows(chat.Attached("missing.txt")), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
		{shows(chat.Row(button, button)), "COMPONENT_CUSTOM_ID_DUPLICATED"},
		{shows(chat.Row(button, menu(yes).Components[0])), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		{shows(chat.Row(both)), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE"},
		{shows(chat.Row(chat.Button(discordgo.PrimaryButton, "", "press"))), "BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI"},
		{shows(chat.Row(chat.Button(discordgo.PrimaryButton, "Press", ""))), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"},
		{shows(chat.Row(chat.Component{Type: discordgo.ButtonComponent, Label: "Press"})), "BASE_TYPE_REQUIRED"},
		{shows(chat.Row(chat.LinkButton("Open", "ftp://example.com"))), "URL_TYPE_INVALID_SCHEME"},
		{shows(chat.Row(chat.LinkButton("Open", "https://"))), "URL_TYPE_INVALID_URL"},
		{shows(menu()), "BASE_TYPE_REQUIRED"},
		{shows(menu(yes, yes)), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
		{shows(menu(yes, no)), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"},
		{&chat.Reply{Components: []chat.Component{chat.Text("x")}, Roles: []string{"players"}}, "NUMBER_TYPE_COERCE"},
		{&chat.Reply{Components: []chat.Component{chat.Text("x")}, Roles: []string{"7", "7"}}, "SET_TYPE_CONTAINS_DUPLICATES"},
		{&chat.Reply{Components: []chat.Component{chat.Text("x")}, Bar: 1 << 24}, "NUMBER_TYPE_MAX"},
		{&chat.Reply{Components: []chat.Component{chat.Text("x")}, Bar: -1}, "NUMBER_TYPE_MIN"},
		{&chat.Reply{Components: []chat.Component{chat.Text("x")}, Audience: chat.InPlace}, "BASE_TYPE_CHOICES"},
		{opens(), "BASE_TYPE_REQUIRED"},
		{opens(chat.FormPart{}), "BASE_TYPE_CHOICES"},
		{question(chat.Input{}), "BASE_TYPE_CHOICES"},
		{question(chat.TextInput("", "", 1)), "BASE_TYPE_BAD_LENGTH"},
		{question(chat.RadioGroup("choice", nil)), "BASE_TYPE_REQUIRED"},
		{question(chat.RadioGroup("choice", []chat.MenuOption{yes, no})), "RADIO_GROUP_TOO_MANY_DEFAULT_VALUES"},
		{question(backwards), "TEXT_INPUT_MIN_GREATER_MAX"},
	}
}

// If Discord refuses a reply, the log says why.
func TestRefusedReplies(t *testing.T) {
	t.Parallel()
	replies := refusedReplies()
	w := connect(t, []chat.Command{{
		Def: chat.Define("say", "Say something", chat.NumberOption("number", "Which reply")),
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			n, _ := r.Options.Int("number")
			return replies[n].reply, nil
		},
	}})
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
}

// refusedDefinitions are commands that Discord refuses, and the reasons.
func refusedDefinitions() (defs []chat.Definition, reasons []string) {
	number := func(change func(*chat.Option)) chat.Option {
		o := chat.NumberOption("number", "A number")
		change(&o)
		return o
	}
	choices := func(names ...string) (list []chat.Choice) {
		for _, name := range names {
			list = append(list, chat.Choice{Name: name, Value: name})
		}
		return list
	}
	twice, many, wrong := chat.Define("twice", "Given twice"), chat.Define("many", "Long"), chat.Define("wrong", "Wrong")
	var long []string
	for letter := range 25 {
		long = append(long, strings.Repeat(string(rune('a'+letter)), 100))
	}
	many.Options = []chat.Option{chat.ChoiceOption("x", "Long", choices(long...)), chat.ChoiceOption("y", "Long", choices(long...)), chat.ChoiceOption("z", "Twice", choices("a", "a"))}
	wrong.Contexts = []discordgo.InteractionContextType{0, 0}
	wrong.IntegrationTypes = []discordgo.ApplicationIntegrationType{7}
	wrong.DefaultMemberPermissions = "many"
	wrong.Localized = chat.Translations{"tlh": "Qapla'"}
	menu := chat.Define("Menu", "Described", chat.BoolOption("option", "An option"))
	menu.Type = discordgo.MessageApplicationCommand
	return []chat.Definition{
			twice, twice, many, wrong, menu, chat.Define("Capital", ""),
			chat.Define("options", "Options that do not fit together",
				chat.BoolOption("a", "Optional"), chat.BoolOption("b", "Required").Mandatory(),
				chat.Subcommand("c", "With a subcommand", chat.Subcommand("d", "Inside")),
				chat.Option{}, chat.Option{Name: "e", Description: "Unknown", Type: 99},
				number(func(o *chat.Option) { o.Autocomplete, o.Choices = true, choices("x") }),
				number(func(o *chat.Option) { low, high := 2.0, 1.0; o.MinValue, o.MaxValue = &low, &high }),
				number(func(o *chat.Option) { o.ChannelTypes = []discordgo.ChannelType{0} }),
				chat.Option{Name: "f", Description: "Yes or no", Type: discordgo.ApplicationCommandOptionBoolean, Autocomplete: true},
			),
		}, []string{
			"APPLICATION_COMMANDS_DUPLICATE_NAME", "APPLICATION_COMMAND_TOO_LARGE", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
			"SET_TYPE_CONTAINS_DUPLICATES", "NUMBER_TYPE_COERCE", "ENUM_TYPE_COERCE", "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
			"APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "APPLICATION_COMMAND_INVALID_NAME", "BASE_TYPE_REQUIRED", "BASE_TYPE_CHOICES",
			"APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
			"APPLICATION_COMMAND_OPTIONS_CHANNEL_TYPES_INVALID", "APPLICATION_COMMAND_OPTION_MIN_GREATER_MAX",
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
	defs, reasons := refusedDefinitions()
	var all []chat.Command
	for _, def := range defs {
		all = append(all, chat.Command{Def: def})
	}
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
