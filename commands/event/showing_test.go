package event

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// Nobody sees a draw in private before everyone has: /round waits for an answer that is on its
// way, and says that a lost one is to be shown. The choices of the option name no position.
func TestRoundIsShownToAllFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := drawnEvent(t, evening.Rules{Name: "Crowd", Rounds: 3, Boards: 1, Games: 1})
		store := &oneEvent{event: e}
		d := &store.event.Draws[0]
		tools := toolsWith(store, 0)
		tools.Now = time.Now
		english := voice.In("en")
		for _, c := range []struct {
			name    string
			showing time.Time
			msg     string
			hint    map[int64]string // by the asker's permissions
		}{
			{"on its way", time.Now(), "Round 1 is being shown to everyone right now.", map[int64]string{0: "Ask again in a few seconds."}},
			{"lost", time.Now().Add(-time.Minute), "Round 1 was drawn, but not everyone has seen it: the answer was lost.", map[int64]string{
				0: "Ask somebody who may draw to show it to everyone.", discordgo.PermissionManageEvents: "Show it to everyone with /event draw.",
			}},
		} {
			d.Showing, d.ShowingAt = "1", c.showing
			for may, hint := range c.hint {
				_, err := Round(tools).Answer(t.Context(), &chat.Request{ID: "2", GuildID: "1", ChannelID: "2", Permissions: may})
				refused, ok := errors.AsType[*chat.UserError](err)
				if !ok || english.Say(refused.Msg) != c.msg || slashes.Replace(english.Say(refused.Hint)) != hint {
					t.Errorf("%s: %v", c.name, err)
				}
			}
			if offered := Round(tools).Choices(t.Context(), &chat.Request{ChannelID: "2", Focused: "round"}); len(offered) != 1 || english.Say(offered[0].Name) != "Round 1: not shown yet" {
				t.Errorf("%s: offered %v", c.name, offered)
			}
		}
		d.ShowingAt = time.Now()
		time.AfterFunc(100*time.Millisecond, func() { store.ShowDraw(t.Context(), e.Ref(), 0, "9") })
		if reply, err := Round(tools).Answer(t.Context(), &chat.Request{ID: "2", ChannelID: "2"}); err != nil || !strings.Contains(chattest.Text(reply), "round 1 of 3: SP ") {
			t.Errorf("after it was shown: %v", err)
		}
	})
}

// slashes writes the names of commands as people type them.
var slashes = strings.NewReplacer("\ue960", "/", "\ue961", "")

// A fullDisk is a store in which nothing can be stored any more.
type fullDisk struct{ *oneEvent }

func (fullDisk) UpdateEvent(context.Context, evening.Ref, func(*evening.Event) error) (*evening.Event, error) {
	return nil, errBroken
}

func (fullDisk) ShowDraw(context.Context, evening.Ref, int, string) error { return errBroken }

// Every answer that has something to note afterwards says that it could not.
func TestNotesThatCannotBeStored(t *testing.T) {
	rules := evening.Rules{Name: "Thread", Rounds: 3, Boards: 1, Games: 1, Thread: true}
	e := drawnEvent(t, rules)
	bare := evening.Event{Rules: rules}
	sealed := drawnEvent(t, evening.Rules{Name: "Sealed", Rounds: 3, Boards: 1, Games: 1})
	sealed.Draws[0].Seal = &evening.Seal{Order: []int{1, 2, 3}, Bits: "x"}
	store := &oneEvent{event: e}
	full := toolsWith(fullDisk{store}, 0)
	drawn, err := full.drawReply(&e, e.Last(), evening.First)
	if err != nil {
		t.Fatal(err)
	}
	opened := chat.Say(voice.Raw(""))
	full.beginThread(opened, &bare)
	seal, err := full.showSeal(&chat.Request{ChannelID: "2"}, &sealed, sealed.Last())
	if err != nil {
		t.Fatal(err)
	}
	changed := full.changesShown(e.Ref(), []*evening.Change{{}})
	for what, err := range map[string]error{
		"a draw":              drawn.WasSent(t.Context(), "9", nil),
		"the rules":           opened.WasSent(t.Context(), "9", nil),
		"a thread":            opened.Thread.Begun(t.Context(), "9"),
		"a thread after draw": drawn.Thread.Begun(t.Context(), "9"),
		"a seal":              seal.WasSent(t.Context(), "9", nil),
		"changes":             changed(t.Context(), "9", nil),
	} {
		if !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, err := range map[string]error{
		"a draw that was not sent":   drawn.WasSent(t.Context(), "", errBroken),
		"a seal that was not sent":   seal.WasSent(t.Context(), "", errBroken),
		"changes that were not sent": changed(t.Context(), "", errBroken),
		"a deleted event":            toolsWith(noEvents{}, 0).note(t.Context(), evening.Ref{}, nil),
	} {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// noEvents is a store without events.
type noEvents struct{ evening.Store }

func (noEvents) UpdateEvent(context.Context, evening.Ref, func(*evening.Event) error) (*evening.Event, error) {
	return nil, evening.ErrNone
}

// Only the last draw of an open event has a button for the next round.
func TestButtonForTheNextRound(t *testing.T) {
	two := drawnEvent(t, evening.Rules{Name: "Two", Rounds: 2, Boards: 1, Games: 1})
	closed := two
	closed.ClosedAt = time.Unix(1_790_000_000, 0)
	complete := drawnEvent(t, two.Rules)
	if _, err := complete.Draw(evening.Asker{}, func(int) (int, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
	three := complete
	three.Rules.Rounds = 3
	for _, c := range []struct {
		event evening.Event
		draw  int
		want  int
	}{{two, 0, 1}, {closed, 0, 0}, {complete, 1, 0}, {three, 0, 0}, {three, 1, 1}} {
		reply, err := Tools{Boards: boards}.drawReply(&c.event, &c.event.Draws[c.draw], evening.First)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for b := range chattest.Walk(reply.Components) {
			if b.CustomID != "" && chat.IDName(b.CustomID) == "event-draw" {
				got++
			}
		}
		if got != c.want {
			t.Errorf("draw %d of %+v has %d buttons", c.draw, c.event, got)
		}
	}
}
