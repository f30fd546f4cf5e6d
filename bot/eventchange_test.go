package bot_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
	"chess960bot/commands"
	"chess960bot/internal/discordtest"
	"chess960bot/internal/events"
)

// wantText checks that a text has each of the lines, as regular expressions.
func wantText(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !regexp.MustCompile("(?m)^" + line + "$").MatchString(text) {
			t.Errorf("want the line %s in\n%s", line, text)
		}
	}
}

// At an evening of three rounds a board joins, a round is struck out, the event ends too
// early and goes on.
func TestAnEveningChanges(t *testing.T) {
	t.Parallel()
	all := randomTools(t)
	w := connect(t, commands.All(all))
	w.event(t, "new", map[string]any{"name": "Thursday", "rounds": 2, "boards": 4, "each": true})
	w.event(t, "draw", nil)
	joined := w.event(t, "change", map[string]any{"boards": 5, "rounds": 3})
	wantText(t, joined.Text(), "## Thursday has changed", "5 boards instead of 4, 3 rounds instead of 2.",
		`Board 5 joined round 1: SP-\d+ · [BKNQR]{8}`, "Changed by <@"+discordtest.Anna.ID+`> at <t:\d+:T>.`, "955 positions are left in the pool.")
	for options, want := range map[string]map[string]any{
		"A round was drawn for 5 boards, so there cannot be fewer.": {"boards": 4},
		"These are the rules of Thursday already":                   {"boards": 5},
		"Say what to change.":                                       {},
		"and these rules leave ":                                    {"exclude": "0-950"},
		"`x` is not an SP number":                                   {"exclude": "x"},
	} {
		if got := w.event(t, "change", want); !got.Private() || !strings.Contains(got.Text(), options) {
			t.Errorf("%v: %s", want, got.Text())
		}
	}
	w.event(t, "draw", nil)
	w.event(t, "void", map[string]any{"round": 2, "reason": "clock"})
	w.event(t, "draw", nil)
	if got := w.event(t, "change", map[string]any{"rounds": 1}).Text(); !strings.Contains(got, "Round 2 was drawn, so there cannot be fewer rounds.") {
		t.Error(got)
	}
	renamed := w.event(t, "change", map[string]any{"name": "Friday", "exclude": "518", "games": 2, "no_mirrors": true})
	wantText(t, renamed.Text(), "## Friday has changed", "The name was Thursday, two games with each position from the next draw on, colours reversed in the second, SP-518 is left out from the next draw on, a position leaves the pool when its mirror image is drawn, or was drawn.")
	closed := w.event(t, "close", nil)
	wantText(t, closed.Text(), "## Friday is over", `Round 1: 5 positions, drawn by Anna at <t:\d+:t>`, `Round 2: 5 positions, drawn by Anna at <t:\d+:t> and struck out by Anna. Reason: clock`,
		`Changed by Anna at <t:\d+:t>: 5 boards instead of 4, 3 rounds instead of 2; board 5 joined round 1`, "board   R1   R2", `    5 +\d+ +\d+`)
	table := w.download(t, closed, "event.csv")
	if rows := strings.Count(table, "\n") - 1; rows != 15 {
		t.Errorf("%d rows", rows)
	}
	if w.download(t, closed, "event.pgn") == "" {
		t.Error("no games")
	}
	if again := w.event(t, "close", nil); !again.Private() || again.Text() != closed.Text() {
		t.Errorf("closed again: %s", again.Text())
	}
	reopened := w.event(t, "reopen", nil)
	wantText(t, reopened.Text(), "## Friday is open again", "Reopened by <@"+discordtest.Anna.ID+`> at <t:\d+:T>.`)
	third := w.pressLabel(t, discordtest.Anna, reopened, "Draw round 3").Message
	wantText(t, third.Text(), ".*Friday, round 3 of 3: 5 boards, each its own.*", ".*Two games, colours reversed in the second.")
	w.event(t, "close", nil)
	w.event(t, "new", map[string]any{"name": "Next", "rounds": 1, "not_again": 3})
	if got := w.event(t, "reopen", nil); !got.Private() {
		t.Errorf("two events are open: %s", got.Text())
	}
	e, err := all.Events.Event(t.Context(), events.Ref{Channel: discordtest.ChannelID})
	if err != nil || len(e.Rules.Past) != 20 || len(e.Pool()) != 940 {
		t.Errorf("%v, %v", e, err)
	}
	holdAgainstOpenAPI(t, w.Requests())
}

// When the answer to a change is lost, the next answer shows the change. It is made once.
func TestLostChangesAreShownAgain(t *testing.T) {
	t.Parallel()
	all := randomTools(t)
	all.Now = time.Now
	w := connect(t, commands.All(all))
	w.event(t, "new", map[string]any{"name": "Lost", "rounds": 2, "boards": 4, "each": true})
	w.event(t, "draw", nil)
	w.SetFaults(func(r discordtest.Request) *discordtest.Fault {
		if strings.Contains(r.Route, "/callback") {
			return &discordtest.Fault{Status: 400}
		}
		return nil
	})
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if answer, err := w.Slash(ctx, discordtest.Anna, discordtest.Channel, "event change", map[string]any{"boards": 5}, eventAsker); err == nil {
		t.Fatalf("the refused answer arrived: %s", answer.Message.Text())
	}
	w.SetFaults(nil)
	ref := events.Ref{Channel: discordtest.ChannelID}
	e, err := all.Events.ChangeEvent(t.Context(), ref, func(e *events.Event) error { // as if three seconds had passed
		e.Changes[0].ShowingAt = e.Changes[0].ShowingAt.Add(-3 * time.Second)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	again := w.event(t, "change", map[string]any{"boards": 5})
	if want := fmt.Sprintf("Board 5 joined round 1: SP-%d ", e.Draws[0].SPs[4]); again.Private() || !strings.Contains(again.Text(), want) {
		t.Errorf("want %s in\n%s", want, again.Text())
	}
	if got := w.event(t, "change", map[string]any{"boards": 5}); !got.Private() || !strings.Contains(got.Text(), "nothing changes") {
		t.Errorf("once more: %s", got.Text())
	}
}

// An event with a thread and a role posts its rounds in the thread and pings the role at
// each draw.
func TestAnEventInItsThread(t *testing.T) {
	t.Parallel()
	all := randomTools(t)
	w := connect(t, commands.All(all))
	w.AddRole(discordtest.Players)
	opened := w.event(t, "new", map[string]any{"name": "Thread", "rounds": 3, "thread": true, "role": discordtest.Players.ID})
	thread := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: opened.ID}
	w.awaitThread(t, all.Events, opened.ID)
	if len(opened.Pings.Roles) != 0 || !strings.Contains(opened.Text(), "Each draw pings <@&"+discordtest.Players.ID+">.") {
		t.Errorf("%+v, %s", opened.Pings, opened.Text())
	}
	elsewhere := w.event(t, "draw", nil)
	if want := "Thread goes on in its thread, <#" + opened.ID + ">"; !elsewhere.Private() || !strings.Contains(elsewhere.Text(), want) {
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
	if moved.Private() || !strings.Contains(moved.Text(), "Thread goes on in this channel.") {
		t.Errorf("moved: %s", moved.Text())
	}
	if got := w.pressLabel(t, discordtest.Anna, moved, "Draw round 3").Message; got.ChannelID != discordtest.ChannelID || !strings.Contains(got.Text(), "round 3 of 3") {
		t.Errorf("after the move: %s", got.Text())
	}
	holdAgainstOpenAPI(t, w.Requests())
}

// awaitThread waits until an event of the tests' channel has a thread.
func (w *world) awaitThread(t *testing.T, kept events.Store, id string) {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(time.Millisecond) {
		e, err := kept.Event(t.Context(), events.Ref{Channel: discordtest.ChannelID})
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
	w := connect(t, commands.All(all))
	w.AddRole(discordtest.Role{ID: "1042101960960518299", Name: "quiet"})
	inThread := w.AddThread(discordtest.Channel, "x")
	const bare = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
	for want, c := range map[string]struct {
		where   discordtest.Place
		options map[string]any
		detail  discordtest.Detail
	}{
		"I am not allowed to begin a thread here.": {discordtest.Channel, map[string]any{"thread": true}, discordtest.AppPermissions(bare)},
		"A thread cannot have threads of its own.": {inThread, map[string]any{"thread": true}, eventAsker},
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
	w.awaitThread(t, all.Events, opened.ID)
}

// Three processes get every change at the same time. Each interaction changes the rules once,
// and gets the same answer everywhere.
func TestEachChangeAtThreeProcesses(t *testing.T) {
	t.Parallel()
	all := randomTools(t)
	handlers := make([]chat.Handler, 3)
	for i := range handlers {
		handlers[i] = chattest.Command(t, commands.All(all), "event").Run
	}
	ask := func(handle chat.Handler, id, subcommand string, options chat.Options) string {
		reply, err := handle(t.Context(), &chat.Request{
			ID: id, Asker: "5", GuildID: "1", ChannelID: "c", Permissions: discordgo.PermissionManageEvents, Subcommand: subcommand, Options: options,
		})
		if err != nil {
			t.Error(err)
			return ""
		}
		reply.Sent(t.Context(), "9", nil)
		return chattest.Text(reply)
	}
	handlers[0](t.Context(), &chat.Request{ID: "1", Asker: "5", GuildID: "1", ChannelID: "c", Permissions: discordgo.PermissionManageEvents, Subcommand: "new",
		Options: chat.Options{"name": "Three", "rounds": 9.0, "boards": 1.0, "each": true}})
	ask(handlers[0], "2", "draw", nil)
	const changes = 20
	for boards := 2; boards < 2+changes; boards++ {
		var answering sync.WaitGroup
		texts := make([]string, len(handlers))
		for i, handle := range handlers {
			answering.Go(func() {
				texts[i] = ask(handle, fmt.Sprint(1000+boards), "change", chat.Options{"boards": float64(boards)})
			})
		}
		answering.Wait()
		if want := fmt.Sprintf("Board %d joined round 1: SP-", boards); !strings.Contains(texts[0], want) || texts[1] != texts[0] || texts[2] != texts[0] {
			t.Errorf("one interaction has the answers %q", texts)
		}
	}
	e, err := all.Events.Event(t.Context(), events.Ref{Channel: "c"})
	if err != nil || len(e.Changes) != changes || len(e.Draws[0].SPs) != 1+changes {
		t.Errorf("%d changes, %v, %v", len(e.Changes), e.Draws, err)
	}
}
