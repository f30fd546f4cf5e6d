package bot_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
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

// sealedEvent stores an event whose first round was drawn for 12 boards and whose second
// one is sealed.
func sealedEvent(t *testing.T, kept evening.Store) *evening.Event {
	t.Helper()
	e := &evening.Event{ID: "ABC", Channel: "c", Guild: "1", OpenedBy: "5", OpenedAt: drawnAt, Rules: evening.Rules{Name: "x", Rounds: 5, Boards: 12, Games: 1, Each: true, Sealed: true}}
	ann, first := evening.Asker{User: "5", At: drawnAt}, func(int) (int, error) { return 0, nil }
	_, drawn := e.Draw(ann, first)
	e.Draws[0].Shown = true
	_, sealed := e.Seal(ann, first, func() [16]byte { return [16]byte{} })
	if err := errors.Join(drawn, sealed, kept.NewEvent(t.Context(), e)); err != nil {
		t.Fatal(err)
	}
	return e
}

// A custom id that was changed, or copied to another channel, changes nothing.
func TestForgedPresses(t *testing.T) {
	t.Parallel()
	all := tools(t)
	earlier, err := eventrows.Of(all.Store).Event(t.Context(), sealedEvent(t, eventrows.Of(all.Store)).Ref())
	if err != nil {
		t.Fatal(err)
	}
	c := chattest.Command(t, commands.All(all), "event")
	for _, forged := range []struct{ control, id, channel, want string }{
		{"event-draw", "event-draw:ABC:3", "elsewhere", "I do not know this event any more."},
		{"event-number", "event-number:ABC:2", "elsewhere", "I do not know this event any more."},
		{"event-add", "event-add:ABC:2", "elsewhere", "I do not know this event any more."},
		{"event-open", "event-open:ABC:2", "elsewhere", "I do not know this event any more."},
		{"event-boards", "event-boards:ABC:0:1", "elsewhere", "I do not know this event any more."},
		{"event-draw", "event-draw:ABD:3", "c", "I do not know this event any more."},
		{"event-number", "event-number:ABC:1", "c", "This draw has been opened already"},
		{"event-add", "event-add:ABC:3", "c", "My record ends with round 2"},
		{"event-open", "event-open:ABC:1", "c", "This draw has been opened already"},
		{"event-open", "event-open:ABC:2", "c", "only <@5>, who started this draw, can open the seal"},
		{"event-boards", "event-boards:ABC:0:2", "c", ""},
		{"event-boards", "event-boards:ABC:1:0", "c", ""}, // sealed
		{"event-boards", "event-boards:ABC:2:0", "c", ""},
		{"event-boards", "event-boards:ABC:-1:0", "c", ""},
		{"event-boards", "event-boards:ABC:0:-1", "c", ""},
	} {
		reply, err := c.Press(t.Context(), &chat.Request{
			ID: "9", Asker: "6", GuildID: "1", ChannelID: forged.channel, CustomID: forged.id,
			Permissions: discordgo.PermissionManageEvents, Options: chat.Options{"number": "17"},
		})
		refusal, ok := errors.AsType[*chat.UserError](err)
		if !ok || !strings.Contains(chattest.Text(refusal.Reply()), forged.want) {
			t.Errorf("%s in %s: %v, %v", forged.id, forged.channel, reply, err)
		}
	}
	for _, number := range []string{"-1", "10000", "1.5", "x"} {
		_, err := c.Press(t.Context(), &chat.Request{
			ID: "9", Asker: "6", GuildID: "1", ChannelID: "c", CustomID: "event-add:ABC:2", Options: chat.Options{"number": number},
		})
		if refusal, ok := errors.AsType[*chat.UserError](err); !ok || !strings.Contains(chattest.Text(refusal.Reply()), "a whole number from 0 to 9999") {
			t.Errorf("added %s: %v", number, err)
		}
	}
	if after, err := eventrows.Of(all.Store).Event(t.Context(), earlier.Ref()); err != nil || !reflect.DeepEqual(after.Draws, earlier.Draws) {
		t.Errorf("got %+v, %v", after, err)
	}
}

// 40 people add numbers to an event of the largest size, one after the other, and 200
// others are answered meanwhile.
func TestAddersLeaveOthersAnswered(t *testing.T) {
	testrun.LongOnly(t, "floods the bot for seconds")
	const adders, others = 40, 200
	all := randomTools(t)
	largeEvent(t, eventrows.Of(all.Store))
	w := connect(t, offer(commands.All(all), "event", "sp"))
	m := w.event(t, "draw", nil) // shows the seal
	ctx, stop := context.WithCancel(t.Context())
	var adding, asking sync.WaitGroup
	var added, answered atomic.Int64
	for i := range adders {
		adding.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				if w.addAs(ctx, discordtest.User{ID: fmt.Sprint(8_000_000_000_000_000 + i*100_000 + n), Name: "Adder"}, m) {
					added.Add(1)
				}
			}
		})
	}
	begin := time.Now()
	for i := range others {
		asking.Go(func() {
			time.Sleep(time.Duration(i) * 15 * time.Millisecond)
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			who := discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + i), Name: "Other"}
			if _, err := w.Slash(ctx, who, discordtest.Channel, "sp", map[string]any{"number": i}); err == nil {
				answered.Add(1)
			}
		})
	}
	asking.Wait()
	t.Logf("%d of %d others answered, %d numbers added in %v", answered.Load(), others, added.Load(), time.Since(begin))
	stop()
	adding.Wait()
	if answered.Load() != others {
		t.Errorf("%d of %d others were answered", answered.Load(), others)
	}
}

// A room full of people adds numbers to a seal at once. The limit of the server does not
// count them, so others still get answers; the limit of each person holds.
func TestAddersDoNotCountAgainstTheServer(t *testing.T) {
	t.Parallel()
	const adders = 20
	w := connectNarrow(t)
	w.event(t, "new", map[string]any{"name": "Thursday", "rounds": 1, "sealed": true})
	m := w.event(t, "draw", nil)
	var adding sync.WaitGroup
	for i := range adders {
		adding.Go(func() {
			who := discordtest.User{ID: fmt.Sprint(8_000_000_000_000_000 + i), Name: "Adder"}
			if !w.addAs(within(t), who, m) {
				t.Error("no number is added for", who.ID)
			}
			b, _ := m.Button("Add a number")
			if answer, err := w.Press(within(t), who, m, b.CustomID); err != nil || !strings.HasPrefix(answer.Message.Text(), "You asked too much at once") {
				t.Errorf("the third press of %s: %v, %v", who.ID, answer, err)
			}
		})
	}
	adding.Wait()
	if m := ask(t, w, discordtest.Ben, discordtest.Channel); m.Private() {
		t.Error(m.Text())
	}
}

// addAs adds a number to a sealed draw, and reports whether that succeeded.
func (w *world) addAs(ctx context.Context, who discordtest.User, m *discordtest.Message) bool {
	b, _ := m.Button("Add a number")
	answer, err := w.Press(ctx, who, m, b.CustomID)
	if err != nil {
		return false
	}
	form, err := answer.Form()
	if err != nil {
		return false
	}
	answer, err = w.Submit(ctx, who, m, form, map[string]string{"number": "17"})
	return err == nil && strings.Contains(answer.Message.Text(), "counts for round")
}

// largeEvent stores an event with as many draws as there can be. Each has a seal with 100
// numbers, and the last one is not open.
func largeEvent(t *testing.T, kept evening.Store) {
	t.Helper()
	e := &evening.Event{ID: "ABC", Channel: discordtest.ChannelID, Guild: "1", OpenedBy: discordtest.Anna.ID, OpenedAt: drawnAt,
		Rules: evening.Rules{Name: "x", Rounds: evening.MostRounds, Boards: 1, Games: 1, Sealed: true}}
	ann := evening.Asker{User: discordtest.Anna.ID, At: time.Now()}
	zero := func(int) (int, error) { return 0, nil }
	for len(e.Draws) < evening.MostRounds+evening.MostVoids {
		d, err := e.Seal(ann, zero, func() [16]byte { return [16]byte{} })
		if err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			e.Add(d.Round, evening.Asker{User: fmt.Sprint(7_000_000_000_000_000 + i)}, 9999)
		}
		if len(e.Draws) == evening.MostRounds+evening.MostVoids {
			break
		}
		if _, err := e.OpenSeal(d.Round, ann); err != nil {
			t.Fatal(err)
		}
		d.Shown = true
		e.Void(d.Round, "again", ann) // until there are too many void draws
	}
	if err := kept.NewEvent(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}
