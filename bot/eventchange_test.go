package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// When the answer to a change is lost, the next answer shows the change. It is made once.
func TestLostChangesAreShownAgain(t *testing.T) {
	t.Parallel()
	all := randomTools(t)
	all.Now = time.Now
	w := connect(t, offerEvents(all))
	w.event(t, "new", map[string]any{"name": "Lost", "rounds": 2, "boards": 4, "each": true})
	w.event(t, "draw", nil)
	w.refuse(t, func(ctx context.Context) (*discordtest.Answer, error) {
		return w.Slash(ctx, discordtest.Anna, discordtest.Channel, "event change", map[string]any{"boards": 5}, eventAsker)
	})
	ref := evening.Ref{Channel: discordtest.ChannelID}
	e, err := eventrows.Of(all.Store).UpdateEvent(t.Context(), ref, func(e *evening.Event) error { // as if three seconds had passed
		e.Changes[0].ShowingAt = e.Changes[0].ShowingAt.Add(-3 * time.Second)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	again := w.event(t, "change", map[string]any{"boards": 5})
	if want := fmt.Sprintf("New in round 1, board 5: SP %d ", e.Draws[0].SPs[4]); again.Private() || !strings.Contains(again.Text(), want) {
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
	w := connect(t, offerEvents(all))
	w.AddRole(discordtest.Players)
	opened := w.event(t, "new", map[string]any{"name": "Thread", "rounds": 3, "thread": true, "role": discordtest.Players.ID})
	thread := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: opened.ID}
	w.awaitThread(t, eventrows.Of(all.Store), opened.ID)
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

// Results that come after the end of an event are told in the channel, those of three minutes
// together. Those of an event that was opened again are not.
func TestResultsAfterTheEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reopen bool
		want   []int // lines of each post
	}{"over": {want: []int{2, 1}}, "opened again": {reopen: true}} {
		t.Run(name, func(t *testing.T) {
			n := newDailyWorld(t, func(*schedule.Sub) {})
			if err := dailyrows.Of(n.tools.Store).Remove(t.Context(), discordtest.ChannelID, n.now); err != nil { // its posts are not the subject
				t.Fatal(err)
			}
			result := func(board int, outcome string) {
				n.event(t, "result", map[string]any{"round": 1, "board": board, "result": outcome, "white": "Anna K.", "black": "Ben"})
			}
			n.at(t, 20, "21:00:00")
			n.event(t, "new", map[string]any{"name": "Thursday", "rounds": 1, "boards": 3, "games": 2})
			n.event(t, "draw", nil)
			result(1, "1-0")
			n.at(t, 20, "21:00:10")
			n.event(t, "close", nil)
			n.at(t, 20, "21:01:00")
			result(1, "0-1")
			n.at(t, 20, "21:03:50")
			result(2, "1-0")
			if c.reopen {
				n.event(t, "reopen", nil)
			}
			n.at(t, 20, "21:04:01")
			result(3, "½-½")
			for _, clock := range []string{"21:04:02", "21:07:00", "21:07:30", "21:30:00"} {
				n.at(t, 20, clock)
			}
			var lines []int
			for _, text := range n.posts("arrived after its end") {
				lines = append(lines, strings.Count(text, "Round 1, board "))
				if !strings.Contains(text, ", game 1: Anna K. – Ben, ") {
					t.Errorf("posted: %s", text)
				}
			}
			if len(lines) != len(c.want) || len(lines) > 0 && (lines[0] != c.want[0] || lines[1] != c.want[1]) {
				t.Errorf("%v lines, want %v\n%q\n%s", lines, c.want, n.posts(""), n.log)
			}
		})
	}
}

// Anna draws for two boards, and forty minutes later Ben lets a third one join. The record
// says for each board who drew, when, and from how many positions.
func TestALateBoardKeepsItsOwnRecord(t *testing.T) {
	t.Parallel()
	for _, sealed := range []bool{false, true} {
		all := tools(t)
		now := clockAt(drawnAt)
		all.Now = now.Now
		w := connect(t, offerEvents(all))
		w.event(t, "new", map[string]any{"name": "Late", "rounds": 2, "boards": 2, "each": true, "sealed": sealed})
		drawn := w.event(t, "draw", nil)
		if sealed {
			w.pressLabel(t, discordtest.Anna, drawn, "Open the draw")
		}
		waitShown(t, eventrows.Of(all.Store))
		now.advance(40 * time.Minute)
		if _, err := w.Slash(within(t), discordtest.Ben, discordtest.Channel, "event change", map[string]any{"boards": 3}, eventAsker); err != nil {
			t.Fatal(err)
		}
		first := fmt.Sprintf("Drawn by Anna at <t:%d:T> from 960 positions.", drawnAt.Unix())
		late := fmt.Sprintf("Added later: board 3, drawn by Ben at <t:%d:T> from 958 positions.", now.Now().Unix())
		alone := fmt.Sprintf("Drawn by Ben at <t:%d:T> from 958 positions. SP 303 and SP 7 were drawn before.", now.Now().Unix())
		pool := 958
		if sealed {
			first = fmt.Sprintf("Anna started the draw at <t:%d:T>, from 960 positions.", drawnAt.Unix())
			late = fmt.Sprintf("Added later by Ben at <t:%d:T>: board 3, with the next position of the locked list.", now.Now().Unix())
			alone, pool = late, 960
		}
		board2 := map[bool]string{false: first, true: "board 2: SP"}[sealed] // the record is behind “How to check”
		round := func(options map[string]any) string { return w.slashText(t, "round", options) }
		for what, c := range map[string]struct{ text, want string }{
			"/round":         {round(nil), first + "\n" + late},
			"/round board:2": {round(map[string]any{"board": 2}), board2},
			"/round board:3": {round(map[string]any{"board": 3}), alone},
			"/event show": {w.event(t, "show", nil).Text(),
				strings.NewReplacer("by Anna", "by <@"+discordtest.Anna.ID+">", "Anna started", "<@"+discordtest.Anna.ID+"> started", "by Ben", "by <@"+discordtest.Ben.ID+">").Replace(first + "\n" + late)},
		} {
			if !strings.Contains(c.text, c.want) {
				t.Errorf("sealed %t, %s: want %q in\n%s", sealed, what, c.want, c.text)
			}
			if strings.HasSuffix(what, ":2") && strings.Contains(c.text, "Ben") {
				t.Errorf("sealed %t, %s names the late board:\n%s", sealed, what, c.text)
			}
		}
		rows := strings.Split(w.download(t, w.event(t, "close", nil), "event.csv"), "\n")
		for board, want := range map[int]string{
			2: fmt.Sprintf(",960,%s,%s,Anna,", drawnAt.UTC().Format(time.RFC3339), discordtest.Anna.ID),
			3: fmt.Sprintf(",%d,%s,%s,Ben,", pool, now.Now().UTC().Format(time.RFC3339), discordtest.Ben.ID),
		} {
			if row := rows[board]; !strings.HasPrefix(row, fmt.Sprintf("Late,1,%d,", board)) || !strings.Contains(row, want) {
				t.Errorf("sealed %t, board %d: want %s in %s", sealed, board, want, row)
			}
		}
	}
}

// slashText returns Anna's answer to a command.
func (w *world) slashText(t *testing.T, command string, options map[string]any) string {
	t.Helper()
	answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Message.Text()
}
