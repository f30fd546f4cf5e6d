package commands

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/events"
)

// brokenEvents is a store that cannot be read.
type brokenEvents struct{ events.Store }

var errBroken = errors.New("the disk is gone")

func (brokenEvents) NewEvent(context.Context, *events.Event) error { return errBroken }

func (brokenEvents) LastEvent(context.Context, string) (*events.Event, error) { return nil, errBroken }

func (brokenEvents) Event(context.Context, string) (*events.Event, error) { return nil, errBroken }

// Every subcommand and button of /event says that the database does not work.
func TestEventsWithoutDatabase(t *testing.T) {
	tools := fixedTools(0)
	tools.Events = brokenEvents{}
	c := command(t, tools, "event")
	asked := map[string]func() (*Reply, error){}
	for _, o := range c.Def.Options {
		asked[o.Name] = func() (*Reply, error) {
			return c.Run(t.Context(), &Request{GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents, Subcommand: o.Name,
				Options: Options{"name": "x", "rounds": 5.0, "round": 1.0}})
		}
	}
	for control, press := range c.Buttons {
		id := control + ":ABC:1"
		if control == "event-boards" {
			id += ":0"
		}
		asked[control] = func() (*Reply, error) {
			return press(t.Context(), &Request{GuildID: "1", ChannelID: "2", CustomID: id, Options: Options{"number": 5.0}})
		}
	}
	if len(asked) != 11 {
		t.Errorf("%d ways to ask", len(asked))
	}
	for name, ask := range asked {
		reply, err := ask()
		if !errors.Is(err, errBroken) {
			t.Errorf("%s: %v, %v", name, reply, err)
			continue
		}
		if sorry := text(Apology(err, "x")); !strings.Contains(sorry, "my database does not work right now") {
			t.Errorf("%s: %s", name, sorry)
		}
	}
}
