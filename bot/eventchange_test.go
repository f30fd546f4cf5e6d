package bot_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// An event with a thread and a role posts its rounds in the thread and pings the role at
// each draw.
func TestAnEventInItsThread(t *testing.T) {
	t.Parallel()
	all := randomTools(t)
	w := connect(t, offerEvents(all))
	w.AddRole(discordtest.Players)
	opened := w.event(t, "new", map[string]any{"name": "Thread", "rounds": 3, "thread": true, "role": discordtest.Players.ID})
	thread := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: opened.ID}
	w.awaitThread(t, eventrows.Of(all.Store), opened.ID)
	if len(opened.Pings.Roles) != 0 || !strings.Contains(opened.Text(), "I ping <@&"+discordtest.Players.ID+"> at each draw.") {
		t.Errorf("%+v, %s", opened.Pings, opened.Text())
	}
	elsewhere := w.event(t, "draw", nil)
	if want := "“Thread” goes on in its thread, <#" + opened.ID + ">"; !elsewhere.Private() || !strings.Contains(elsewhere.Text(), want) {
		t.Errorf("in the channel: %s", elsewhere.Text())
	}
	in := func(subcommand string, options map[string]any) *discordtest.Message {
		t.Helper()
		answer, err := w.Slash(within(t), discordtest.Anna, thread, "event "+subcommand, options, eventAsker)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Message
	}
	first := in("draw", nil)
	if first.ChannelID != opened.ID || len(first.Pings.Roles) != 1 || !strings.Contains(first.Text(), "round 1 of 3") {
		t.Errorf("%+v in %s: %s", first.Pings, first.ChannelID, first.Text())
	}
	second := w.pressLabel(t, discordtest.Anna, first, "Draw round 2").Message
	if len(second.Pings.Roles) != 1 || !strings.Contains(second.Text(), "round 2 of 3") {
		t.Errorf("%+v: %s", second.Pings, second.Text())
	}
	if got := in("new", map[string]any{"name": "x", "rounds": 1}); !got.Private() || !strings.Contains(got.Text(), "already has an open event") {
		t.Errorf("a second event in the thread: %s", got.Text())
	}
	moved := w.pressLabel(t, discordtest.Anna, elsewhere, "Go on in this channel").Message
	if moved.Private() || !strings.Contains(moved.Text(), "“Thread” goes on in this channel.") {
		t.Errorf("moved: %s", moved.Text())
	}
	if got := w.pressLabel(t, discordtest.Anna, moved, "Draw round 3").Message; got.ChannelID != discordtest.ChannelID || !strings.Contains(got.Text(), "round 3 of 3") {
		t.Errorf("after the move: %s", got.Text())
	}
	holdAgainstOpenAPI(t, w.Requests())
}

// awaitThread waits until an event of the tests' channel has a thread.
func (w *world) awaitThread(t *testing.T, kept evening.Store, id string) {
	t.Helper()
	for ctx := within(t); ctx.Err() == nil; time.Sleep(time.Millisecond) {
		e, err := kept.Event(t.Context(), evening.Ref{Channel: discordtest.ChannelID})
		if err != nil {
			t.Fatal(err)
		}
		if e.Thread == id && e.Message == id {
			return
		}
	}
	t.Fatal("no thread")
}

// A thread or a role that the bot cannot have is refused before the event is opened. A
// thread that Discord refuses is tried again by the next draw, which is in the channel.
func TestThreadsThatCannotBegin(t *testing.T) {
	t.Parallel()
	all := randomTools(t)
	w := connect(t, offerEvents(all))
	w.AddRole(discordtest.Role{ID: "1042101960960518299", Name: "quiet"})
	inThread := w.AddThread(discordtest.Channel, "x")
	const bare = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
	for want, c := range map[string]struct {
		where   discordtest.Place
		options map[string]any
		detail  discordtest.Detail
	}{
		"I am not allowed to begin a thread here.": {discordtest.Channel, map[string]any{"thread": true}, discordtest.AppPermissions(bare)},
		"A thread cannot have threads of its own.": {inThread, map[string]any{"thread": true}, nil},
		"Direct messages have no threads.":         {discordtest.Anna.DM(), map[string]any{"thread": true}, nil},
		"I am not allowed to ping":                 {discordtest.Channel, map[string]any{"role": "1042101960960518299"}, discordtest.AppPermissions(bare)},
	} {
		c.options["name"], c.options["rounds"] = "x", 2
		details := []discordtest.Detail{eventAsker}
		if c.detail != nil {
			details = append(details, c.detail)
		}
		answer, err := w.Slash(within(t), discordtest.Anna, c.where, "event new", c.options, details...)
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if !answer.Message.Private() || !strings.Contains(answer.Message.Text(), want) {
			t.Errorf("want %s in\n%s", want, answer.Message.Text())
		}
	}
	refused := make(chan bool, 2)
	w.SetFaults(func(r discordtest.Request) *discordtest.Fault {
		if strings.HasSuffix(r.Route, "/threads") {
			refused <- true
			return &discordtest.Fault{Status: 400} // such as too many threads
		}
		return nil
	})
	opened := w.event(t, "new", map[string]any{"name": "Refused", "rounds": 3, "thread": true})
	if got := w.event(t, "draw", nil); !strings.Contains(got.Text(), "round 1 of 3") || !strings.Contains(got.Text(), "This event has no thread yet") {
		t.Errorf("without a thread: %s", got.Text())
	}
	<-refused
	<-refused
	w.SetFaults(nil)
	if got := w.event(t, "draw", nil); !strings.Contains(got.Text(), "round 2 of 3") {
		t.Errorf("the second draw: %s", got.Text())
	}
	w.awaitThread(t, eventrows.Of(all.Store), opened.ID)
}

// Three processes get every change at the same time. Each interaction changes the rules once,
// and gets the same answer everywhere.
func TestEachChangeAtThreeProcesses(t *testing.T) {
	t.Parallel()
	all := randomTools(t)
	handlers := make([]chat.Handler, 3)
	for i := range handlers {
		handlers[i] = chattest.Command(t, commands.All(all), "event").Answer
	}
	ask := func(handle chat.Handler, id, subcommand string, options chat.Options) string {
		reply, err := handle(t.Context(), &chat.Request{
			ID: id, Asker: "5", GuildID: "1", ChannelID: "c", Permissions: discordgo.PermissionManageEvents, Subcommand: subcommand, Options: options,
		})
		if err != nil {
			t.Error(err)
			return ""
		}
		if err := reply.WasSent(t.Context(), "9", nil); err != nil {
			t.Error(err)
		}
		return chattest.Text(reply)
	}
	ask(handlers[0], "1", "new", chat.Options{"name": "Three", "rounds": 9.0, "boards": 1.0, "each": true})
	ask(handlers[0], "2", "draw", nil)
	changes := testrun.Choose(5, 20)
	for boards := 2; boards < 2+changes; boards++ {
		var answering sync.WaitGroup
		texts := make([]string, len(handlers))
		for i, handle := range handlers {
			answering.Go(func() {
				texts[i] = ask(handle, fmt.Sprint(1000+boards), "change", chat.Options{"boards": float64(boards)})
			})
		}
		answering.Wait()
		if want := fmt.Sprintf("New in round 1, board %d: SP ", boards); !strings.Contains(texts[0], want) || texts[1] != texts[0] || texts[2] != texts[0] {
			t.Errorf("one interaction has the answers %q", texts)
		}
	}
	e, err := eventrows.Of(all.Store).Event(t.Context(), evening.Ref{Channel: "c"})
	if err != nil || len(e.Changes) != changes || len(e.Draws[0].SPs) != 1+changes {
		t.Errorf("%d changes, %v, %v", len(e.Changes), e.Draws, err)
	}
}
