package bot_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// managedEvents stores a closed event and an open one, with a drawn round and a result each.
func managedEvents(t *testing.T, kept evening.Store) {
	t.Helper()
	by, first := evening.Asker{User: "5", Name: "Ann", At: drawnAt.Add(-time.Hour)}, func(int) (int, error) { return 0, nil }
	for _, id := range []string{"OLD", "ABC"} {
		e := &evening.Event{ID: id, Channel: "c", Guild: "1", OpenedBy: "5", OpenedAt: by.At, Rules: evening.Rules{Name: "x", Rounds: 3, Boards: 2, Games: 1, Each: true, Study: 30}}
		_, drawn := e.Draw(by, first)
		_, told := e.AddResults(by, []evening.Result{{Game: evening.GameRef{Board: 1, Game: 1}, White: "Anna", Black: "Ben", Outcome: evening.Drawn}})
		e.Draws[0].Shown = true
		if err := errors.Join(drawn, told, kept.NewEvent(t.Context(), e)); err != nil {
			t.Fatal(err)
		}
		if id == "OLD" {
			if _, err := kept.UpdateEvent(t.Context(), e.Ref(), func(e *evening.Event) error { return e.Close(by) }); err != nil {
				t.Fatal(err)
			}
		}
		by.At = drawnAt
	}
}

// eventsOf returns the events of managedEvents as they are stored.
func eventsOf(t *testing.T, kept evening.Store) (all []*evening.Event) {
	t.Helper()
	for _, id := range []string{"OLD", "ABC"} {
		e, err := kept.Event(t.Context(), evening.Ref{Channel: "c", ID: id})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// Whatever ids somebody makes of the buttons and forms of a round, without the right to manage the
// event, or in another channel, nothing changes. The panel of an event that is over changes no other.
func TestForgedPanel(t *testing.T) {
	t.Parallel()
	all := tools(t)
	managedEvents(t, eventrows.Of(all.Store))
	before := eventsOf(t, eventrows.Of(all.Store))
	cmds := commands.All(all)
	typed := chat.Options{"board": "1", "reason": "clock", "round": "2", "position": "518\n519", "from": "Anna", "to": "", "results": "1 Anna – Cleo 1-0"}
	pressed, shown := 0, map[string]int{}
	press := func(command, id, asker, channel string, permissions int64) {
		pressed++
		reply, err := chattest.Command(t, cmds, command).Press(t.Context(), &chat.Request{
			ID: fmt.Sprint(1_000_000 + pressed), Asker: asker, GuildID: "1", ChannelID: channel, Permissions: permissions, CustomID: id, Options: typed, Message: &chat.Message{ID: "3"},
		})
		if _, refused := errors.AsType[*chat.UserError](err); err != nil && !refused {
			t.Errorf("%s by %s in %s: %v", id, asker, channel, err)
		}
		private := err == nil && channel == "c" && chat.IDName(id) == "event-late" && reply.Audience == chat.OnlyAsker // the round, as /round shows it
		if err == nil && reply.Form == nil && !private {
			shown[chat.IDName(id)]++
		}
	}
	var ids []string
	for _, event := range []string{"ABC", "OLD", "ABD", "", "x:y"} {
		for _, draw := range []string{"-1", "0", "1", "00", "x", "", "99", "1000000000000"} {
			for _, board := range []string{"-1", "0", "1", "3", "201", ""} {
				ref := event + ":" + draw + ":" + board
				for _, control := range []string{"event-manage", "event-start", "event-results", "event-board-tell"} {
					ids = append(ids, control+":"+ref)
				}
				ids = append(ids, "event-results-tell:"+ref+":0:0", "event-results-tell:"+ref+":10000:9", "event-late:c:"+event+":"+draw+":"+board)
				for _, do := range []string{"void", "set", "player", "log", "export", "reopen", "again", "close", "draw", "", "VOID"} {
					ids = append(ids, "event-do:"+ref+":"+do, "event-do-form:"+ref+":"+do)
				}
			}
		}
	}
	for _, id := range ids {
		press("event", id, "6", "c", 0)                                         // a member
		press("event", id, "5", "elsewhere", discordgo.PermissionManageEvents)  // who opened the event, in another channel
		press("event", id, "6", "elsewhere", discordgo.PermissionAdministrator) // of another server, perhaps
		if strings.HasPrefix(id, "event-do") && strings.Contains(id, ":OLD:") {
			press("event", id, "5", "c", discordgo.PermissionManageEvents)
		}
		if t.Failed() {
			t.Fatal(id)
		}
	}
	if after := eventsOf(t, eventrows.Of(all.Store)); !reflect.DeepEqual(before, after) {
		t.Errorf("an event has changed: %+v\nbefore %+v", after, before)
	}
	if pressed < 10_000 || len(shown) > 0 {
		t.Errorf("%d presses; answered were %v", pressed, shown)
	}
}

// An interaction that Discord delivers twice, and a form that somebody sends twice, act once.
func TestPanelTwice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		id, again string // the id, and what a second press of its own is told
		typed     chat.Options
		counts    string // draws, changes, results, whether the games began
	}{
		"start":       {"event-start:ABC:0:0", "The games began at <t:", nil, "1 0 1 true"},
		"void":        {"event-do-form:ABC:0:0:void", "was voided", chat.Options{"reason": "x"}, "1 0 1 false"},
		"void, board": {"event-do-form:ABC:0:0:void", "", chat.Options{"board": "1"}, "1 1 1 false"},
		"set":         {"event-do-form:ABC:0:0:set", "has been drawn, so you cannot enter its position", chat.Options{"round": "2", "position": "518\n519"}, "2 0 1 true"},
		"rename":      {"event-do-form:ABC:0:0:player", "Nobody in this event is called", chat.Options{"from": "Anna", "to": "Ann"}, "1 1 1 false"},
		"result":      {"event-results-tell:ABC:0:0:1:0", "", chat.Options{"results": "1 Anna – Ben 1-0"}, "1 0 2 false"},
		"board":       {"event-board-tell:ABC:0:1", "", chat.Options{"outcome": "1-0", "white": "Anna", "black": "Ben"}, "1 0 2 false"},
	} {
		t.Run(name, func(t *testing.T) {
			all := tools(t)
			all.Draw = func(int) (int, error) { return 17, nil }
			managedEvents(t, eventrows.Of(all.Store))
			command := chattest.Command(t, commands.All(all), "event")
			said := map[string]string{}
			for _, interaction := range []string{"1000001", "1000001", "1000002"} {
				reply, err := command.Press(t.Context(), &chat.Request{
					ID: interaction, Asker: "5", GuildID: "1", ChannelID: "c", Permissions: discordgo.PermissionManageEvents, AppPermissions: -1, CustomID: c.id, Options: c.typed, Message: &chat.Message{ID: "3"},
				})
				if refusal, refused := errors.AsType[*chat.UserError](err); refused {
					reply = refusal.Reply()
				} else if err != nil {
					t.Fatal(err)
				}
				said[interaction] = chattest.Text(reply)
				e := eventsOf(t, eventrows.Of(all.Store))[1]
				began := !e.Draws[0].BeginsAt.IsZero() && !e.Draws[0].BeginsAt.After(drawnAt)
				if got := fmt.Sprint(len(e.Draws), len(e.Changes), len(e.Results), began); interaction == "1000001" && got != c.counts {
					t.Errorf("after the press: %s, want %s\n%s", got, c.counts, said[interaction])
				}
			}
			if !strings.Contains(said["1000002"], c.again) {
				t.Errorf("the second press is told\n%s", said["1000002"])
			}
		})
	}
}

// The panel offers what can be done with the round, and its forms ask for what is needed.
func TestPanelOffers(t *testing.T) {
	t.Parallel()
	ann := evening.Asker{User: "5", At: drawnAt}
	for name, c := range map[string]struct {
		change func(e *evening.Event)
		want   string // the actions
		forms  string // their inputs, with what stands in them
	}{
		"open": {func(*evening.Event) {}, "void set show screen player log export", "void: board reason; set: round=2 position board; player: from to"},
		"void": {func(e *evening.Event) { e.Void(1, "", ann) }, "set show player log export", "set: round=1 position board; player: from to"},
		"over": {func(e *evening.Event) { e.Close(ann) }, "reopen again show player log export", "player: from to"},
		"a position for all boards": {func(e *evening.Event) { e.Rules.Each = false }, "void set show screen player log export",
			"void: reason; set: round=2 position; player: from to"},
		"one board": {func(e *evening.Event) { e.Rules.Boards = 1 }, "void set show screen player log export", "void: reason; set: round=2 position; player: from to"},
		"all drawn": {func(e *evening.Event) { e.Rules.Rounds = 1 }, "void set show screen player log export", "void: board reason; set: round= position board; player: from to"},
	} {
		t.Run(name, func(t *testing.T) {
			all := tools(t)
			managedEvents(t, eventrows.Of(all.Store))
			if _, err := eventrows.Of(all.Store).UpdateEvent(t.Context(), evening.Ref{Channel: "c", ID: "ABC"}, func(e *evening.Event) error { c.change(e); return nil }); err != nil {
				t.Fatal(err)
			}
			command := chattest.Command(t, commands.All(all), "event")
			press := func(id string) *chat.Reply {
				t.Helper()
				reply, err := command.Press(t.Context(), &chat.Request{
					ID: "1000001", Asker: "5", GuildID: "1", ChannelID: "c", Permissions: discordgo.PermissionManageEvents, AppPermissions: -1, CustomID: id, Message: &chat.Message{ID: "3"},
				})
				if err != nil {
					t.Fatal(id, err)
				}
				return reply
			}
			var actions, forms []string
			for _, row := range press("event-manage:ABC:0:0").Components {
				for _, b := range row.Components {
					action := b.CustomID[strings.LastIndex(b.CustomID, ":")+1:]
					actions = append(actions, action)
					if !strings.Contains("void set player", action) {
						continue
					}
					inputs := action + ":"
					for _, part := range press(b.CustomID).Form.Parts {
						inputs += " " + part.Input.CustomID
						if part.Input.CustomID == "round" {
							inputs += "=" + part.Input.Value
						}
					}
					forms = append(forms, inputs)
				}
			}
			if got := strings.Join(actions, " "); got != c.want {
				t.Errorf("the panel offers %s, want %s", got, c.want)
			}
			if got := strings.Join(forms, "; "); got != c.forms {
				t.Errorf("the forms are %s, want %s", got, c.forms)
			}
		})
	}
}

// Numbers of a form are checked as those of the subcommand, and "" is none.
func TestPanelNumbers(t *testing.T) {
	t.Parallel()
	all := tools(t)
	managedEvents(t, eventrows.Of(all.Store))
	command := chattest.Command(t, commands.All(all), "event")
	for _, c := range []struct{ round, board, want string }{
		{"0", "1", "`0` is not"}, {"-1", "1", "`-1` is not"}, {"x", "1", "`x` is not"}, {"4", "1", "3 rounds"}, {"1.5", "1", "`1.5` is not"},
		{"2", "0", "`0` is not"}, {"2", "3", "2 boards"}, {"2", "x", "`x` is not"},
		{"2", "2", "Board 1 has no position yet"}, {"1", "", "has been drawn"}, {"3", "1", ""},
	} {
		_, err := command.Press(t.Context(), &chat.Request{
			ID: "1000001", Asker: "5", GuildID: "1", ChannelID: "c", Permissions: discordgo.PermissionManageEvents, AppPermissions: -1, CustomID: "event-do-form:ABC:0:0:set",
			Options: chat.Options{"round": c.round, "board": c.board, "position": "518"}, Message: &chat.Message{ID: "3"},
		})
		refusal, refused := errors.AsType[*chat.UserError](err)
		if refused != (c.want != "") || refused && !strings.Contains(chattest.Text(refusal.Reply()), c.want) {
			t.Errorf("round %q, board %q: %v, want %q", c.round, c.board, err, c.want)
		}
	}
}
