package commands

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
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

// oneEvent is a store with one event, which nobody changes before all have read.
type oneEvent struct {
	events.Store
	toRead sync.WaitGroup
	mu     sync.Mutex
	event  events.Event
}

func (s *oneEvent) LastEvent(context.Context, string) (*events.Event, error) {
	s.mu.Lock()
	read := s.event
	read.Draws = slices.Clone(read.Draws)
	s.mu.Unlock()
	s.toRead.Done()
	s.toRead.Wait()
	return &read, nil
}

func (s *oneEvent) ChangeEvent(_ context.Context, _ string, change func(*events.Event) error) (*events.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &s.event, change(&s.event)
}

// Two people who ask for the next round at the same time get the same round.
func TestTwoAskersDrawOneRound(t *testing.T) {
	const askers = 2
	store := &oneEvent{event: events.Event{ID: "ABC", Rules: events.Rules{Name: "Crowd", Rounds: 3, Boards: 1, Games: 1}}}
	store.toRead.Add(askers)
	tools := fixedTools(594)
	tools.Events = store
	c := command(t, tools, "event")
	var asking sync.WaitGroup
	for _, who := range []string{anna, ben} {
		asking.Go(func() {
			reply, err := c.Run(t.Context(), &Request{ID: who, Asker: who, GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents, Subcommand: "draw"})
			if err != nil {
				t.Error(err)
			} else if said := text(reply); !strings.HasPrefix(said, "**Crowd, round 1 of 3: SP-594 · BRQNKBRN.**") {
				t.Error(said)
			}
		})
	}
	asking.Wait()
	if n := len(store.event.Draws); n != 1 {
		t.Errorf("%d draws", n)
	}
}
