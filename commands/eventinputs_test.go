package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/feature"
	"chess960bot/commands/number"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
)

// An input is what somebody types, with words that the answer has or does not have.
type input struct {
	Source, Kind, Command, Locale string
	Options                       map[string]any
	First                         [][2]any // commands before, with their options
	Press                         []string
	MustContain                   []string `json:"must_contain"`
	MustContainAny                []string `json:"must_contain_any"`
	MustNotContain                []string `json:"must_not_contain"`
	SameAs                        [2]any   `json:"same_as"`
}

// Inputs made after public reports are read right.
func TestInputs(t *testing.T) {
	data, err := os.ReadFile("testdata/eventinputs.json")
	if err != nil {
		t.Fatal(err)
	}
	var inputs []input
	if err := json.Unmarshal(data, &inputs); err != nil {
		t.Fatal(err)
	}
	tools := fixedTools(303)
	tools.Store = storetest.Open(t, storetest.SQLite(t))
	for i, in := range inputs {
		said := in.ask(t, tools, fmt.Sprint(1000+i))
		has := func(part string) bool { return strings.Contains(said, part) }
		missing := slices.ContainsFunc(in.MustContain, func(part string) bool { return !has(part) })
		if missing || len(in.MustContainAny) > 0 && !slices.ContainsFunc(in.MustContainAny, has) || slices.ContainsFunc(in.MustNotContain, has) {
			t.Errorf("%s: %s %v: wants %q, one of %q, not %q:\n%.600s", in.Kind, in.Command, in.Options, in.MustContain, in.MustContainAny, in.MustNotContain, said)
		}
		if command, ok := in.SameAs[0].(string); ok {
			today := tools.Now().UTC()
			friday := today.AddDate(0, 0, (int(time.Friday)-int(today.Weekday())+6)%7+1)
			days := strings.NewReplacer("{fri}", friday.Format(time.DateOnly), "{+2}", today.AddDate(0, 0, 2).Format(time.DateOnly))
			options := map[string]any{}
			for name, value := range in.SameAs[1].(map[string]any) {
				options[name] = days.Replace(value.(string))
			}
			if other := (input{Command: command, Options: options}).ask(t, tools, fmt.Sprint(2000+i)); other != said {
				t.Errorf("%s %v: %.300s\nwant %.300s", in.Kind, in.Options, said, other)
			}
		}
	}
}

// ask types the commands and presses the buttons, in a channel of its own, and returns the last answer.
func (in input) ask(t *testing.T, tools feature.Tools, channel string) string {
	all := All(tools)
	for i, f := range in.First {
		reply, err := in.command(t, all, channel, fmt.Sprint(channel, "0", i), f[0].(string), f[1].(map[string]any))
		if err == nil {
			err = reply.WasSent(t.Context(), fmt.Sprint(channel, "1", i), nil)
		}
		if err != nil {
			t.Fatal(in.Kind, err)
		}
	}
	command, option, completes := strings.Cut(in.Command, " > ")
	if completes {
		var names []string
		name, subcommand, _ := strings.Cut(command, " ")
		r := &chat.Request{Asker: chattest.Anna, GuildID: "9", ChannelID: channel, Subcommand: subcommand, Language: chat.LanguageOf(in.Locale), Focused: option, Options: in.Options}
		for _, choice := range chattest.Command(t, all, name).Choices(t.Context(), r) {
			names = append(names, chattest.English(choice.Name))
		}
		return strings.Join(names, "\n")
	}
	reply, err := in.command(t, all, channel, channel, command, in.Options)
	for _, press := range in.Press {
		if err != nil {
			t.Fatal(in.Kind, err)
		}
		r := &chat.Request{ID: channel + "9", Asker: chattest.Anna, GuildID: "9", ChannelID: channel, Permissions: -1, AppPermissions: -1, Options: chat.Options{}}
		if typed, ok := strings.CutPrefix(press, "submit:"); ok {
			r.CustomID = reply.Form.CustomID
			r.Options["results"] = typed
		} else {
			r.CustomID = chattest.Buttons(reply)[press].CustomID
		}
		reply, err = chattest.Pressed(t, all, r)
	}
	said := ""
	if refused, ok := err.(*chat.UserError); ok {
		said = chattest.English(refused.Msg)
		if refused.Hint != nil && !reflect.ValueOf(refused.Hint).IsZero() {
			said += "\n" + chattest.English(refused.Hint)
		}
	} else if err != nil {
		t.Fatal(in.Kind, err)
	} else {
		said = chattest.Text(reply)
		for c := range chattest.Walk(reply.Components) {
			said += "\n" + strings.ReplaceAll(c.URL, "_", " ")
		}
	}
	return strings.ReplaceAll(said, "\u00a0", " ")
}

// command types a command.
func (in input) command(t *testing.T, all []chat.Command, channel, id, command string, options map[string]any) (*chat.Reply, error) {
	r := &chat.Request{
		ID: id, Asker: chattest.Anna, GuildID: "9", ChannelID: channel, Options: chat.Options{}, Permissions: -1, AppPermissions: -1, Language: chat.LanguageOf(in.Locale),
		Channels: map[string]chat.Channel{channel: {ID: channel}}, Attachments: map[string]chat.Attachment{},
	}
	command, r.Subcommand, _ = strings.Cut(command, " ")
	for name, value := range options {
		if given, ok := value.(map[string]any); ok {
			text := given["text"].(string)
			file := chat.Attachment{Name: given["name"].(string), Size: len(text), Read: func(context.Context, int) ([]byte, error) { return []byte(text), nil }}
			r.Attachments["5"], r.TargetFiles, value = file, []chat.Attachment{file}, "5"
		}
		if name == "channel" {
			value = channel
		}
		r.Options[name] = value
	}
	if command == "message" {
		r.Target = fmt.Sprint(options["text"])
	}
	return chattest.Ask(t, chattest.Command(t, all, cmp.Or(map[string]string{"message": number.ExplainThisName}[command], command)).Answer, r)
}
