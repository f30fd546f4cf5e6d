package bot_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/sleep"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// slowCommits is a store that learns late that it has committed: a change is stored at
// once, and Transaction returns after the time in stall, or when its context ends.
type slowCommits struct {
	feature.Store
	stall atomic.Int64
}

func (s *slowCommits) Transaction(ctx context.Context, f func(*store.Tx)) error {
	if err := s.Store.Transaction(ctx, f); err != nil || s.stall.Load() == 0 {
		return err
	}
	select {
	case <-time.After(time.Duration(s.stall.Load())):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// draw uses /event draw in a channel and does not wait long for the answer.
func (w *world) draw(t *testing.T, where discordtest.Place, patience time.Duration) (text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	answer, err := w.Slash(ctx, discordtest.Anna, where, "event draw", nil, eventAsker)
	if err != nil {
		return ""
	}
	return answer.Message.Text()
}

// refuseDraw uses /event draw, and Discord refuses the answer.
func (w *world) refuseDraw(t *testing.T) {
	t.Helper()
	w.refuse(t, func(ctx context.Context) (*discordtest.Answer, error) {
		return w.Slash(ctx, discordtest.Anna, discordtest.Channel, "event draw", nil, eventAsker)
	})
}

var shownRound = regexp.MustCompile(`round (\d+) of \d+: SP (\d+) `)

// wantAllSeen checks that everyone could see every round that was drawn in a channel.
func (w *world) wantAllSeen(t *testing.T, kept evening.Store, where discordtest.Place) {
	t.Helper()
	var texts []string
	for _, m := range w.Messages(where) {
		if !m.Private() {
			texts = append(texts, m.Text())
		}
	}
	wantSeen(t, kept, where.ChannelID, texts)
}

// wantSeen checks that public texts show every round that was drawn in a channel.
func wantSeen(t *testing.T, kept evening.Store, channel string, texts []string) {
	t.Helper()
	e, err := kept.Event(t.Context(), evening.Ref{Channel: channel})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, text := range texts {
		if found := shownRound.FindStringSubmatch(text); found != nil {
			seen[found[0]] = true
		}
	}
	for _, d := range e.Draws {
		if !seen[fmt.Sprintf("round %d of %d: SP %d ", d.Round, e.Rules.Rounds, d.SPs[0])] {
			t.Errorf("nobody has seen round %d, SP %d", d.Round, d.SPs[0])
		}
	}
	if len(seen) != len(e.Draws) {
		t.Errorf("%d rounds were shown, %d drawn", len(seen), len(e.Draws))
	}
}

// waitShown waits until the last draw in the channel is stored as shown.
func waitShown(t *testing.T, kept evening.Store) {
	t.Helper()
	ctx := within(t)
	for shown := false; !shown; sleep.For(ctx, 5*time.Millisecond) {
		e, err := kept.Event(ctx, evening.Ref{Channel: discordtest.ChannelID})
		if err != nil {
			t.Fatal(err)
		}
		shown = e.Last().Shown
	}
}

// The database answers COMMIT too late: the person reads an apology, and the draw is stored.
// The next draw shows that round, not the one after it. The clock is the bubble's, because
// the second draw waits for a second, and a handler has only one and a half.
func TestLateCommitsLoseNoRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := randomTools(t)
		kept := &slowCommits{Store: all.Store}
		all.Store = kept
		command := chattest.Command(t, commands.All(all), "event")
		var seen []string
		asked := 0
		ask := func(subcommand string, options chat.Options) string {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), discordgo.InteractionDeadline/2) // as from the bot
			defer cancel()
			asked++
			id := fmt.Sprint(asked)
			reply, err := command.Answer(ctx, &chat.Request{
				ID: id, Asker: "5", GuildID: "1", ChannelID: "c", Permissions: discordgo.PermissionManageEvents, Subcommand: subcommand, Options: options,
			})
			if err != nil {
				return chattest.Text(chat.Apology(err, "x").Reply())
			}
			if reply.Sent != nil {
				reply.WasSent(ctx, "9"+id, nil)
			}
			seen = append(seen, chattest.Text(reply))
			return seen[len(seen)-1]
		}
		ask("new", chat.Options{"name": "Late", "rounds": 9.0})
		ask("draw", nil)
		kept.stall.Store(int64(time.Hour))
		if sorry := ask("draw", nil); !strings.Contains(sorry, "my database does not work") {
			t.Errorf("got %s", sorry)
		}
		kept.stall.Store(0)
		if got := ask("draw", nil); !strings.Contains(got, "round 2 of 9") || !strings.Contains(got, "Shown again") {
			t.Errorf("after the late COMMIT: %s", got)
		}
		if got := ask("draw", nil); !strings.Contains(got, "round 3 of 9") {
			t.Errorf("the next draw: %s", got)
		}
		wantSeen(t, eventrows.Of(kept), "c", seen)
	})
}

// 30 COMMITs take 1.6 to 2.4 seconds, on each database.
func TestStallsLoseNoRound(t *testing.T) {
	testrun.LongOnly(t, "waits for slow commits on each database")
	stalls := testrun.Sized(0, 10, 30)
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w, kept := longEvent(t, address(t))
			for stall := range stalls {
				if stall > 0 {
					waitShown(t, eventrows.Of(kept))
				}
				kept.stall.Store(int64(time.Duration(1600+stall*810/stalls) * time.Millisecond))
				w.draw(t, discordtest.Channel, 4*time.Second)
				kept.stall.Store(0)
				w.event(t, "draw", nil)
			}
			w.draw(t, discordtest.Channel, 4*time.Second)
			w.wantAllSeen(t, eventrows.Of(kept), discordtest.Channel)
		})
	}
}

// The network is gone for 9 seconds after the commit, on each database.
func TestLostNetworksLoseNoRound(t *testing.T) {
	testrun.LongOnly(t, "waits 9 seconds for the network")
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w, kept := longEvent(t, address(t))
			for range 3 {
				back := time.Now().Add(9 * time.Second)
				w.SetFaults(func(r discordtest.Request) *discordtest.Fault {
					if strings.HasSuffix(r.Route, "/callback") && time.Now().Before(back) {
						return &discordtest.Fault{DropBefore: true}
					}
					return nil
				})
				for time.Now().Before(back) {
					w.draw(t, discordtest.Channel, 3500*time.Millisecond)
				}
				for range 4 {
					w.event(t, "draw", nil)
				}
			}
			w.wantAllSeen(t, eventrows.Of(kept), discordtest.Channel)
		})
	}
}

// longEvent returns a world with an event of 99 rounds in a database.
func longEvent(t *testing.T, address string) (*world, *slowCommits) {
	t.Helper()
	db := storetest.Open(t, address, commands.Parts()...)
	all, kept := randomTools(t), &slowCommits{Store: db}
	all.Store = kept
	cmds := offerEvents(all)
	w := &world{Server: standIn(t, cmds)} // not connect: without a network, interactions get no answer
	w.start(t, bot.Options{Token: discordtest.Token, Commands: cmds})
	t.Cleanup(func() { w.stop() })
	w.waitRegistered(t, cmds)
	w.event(t, "new", map[string]any{"name": "Long", "rounds": 99})
	return w, kept
}

// Two organisers draw one after the other while Discord refuses the answers to both. The
// next draws show both rounds, the first one first.
func TestTwoRefusedDrawsAreBothShown(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		all := randomTools(t)
		w := connect(t, offerEvents(all))
		w.event(t, "new", map[string]any{"name": "Two", "rounds": 9})
		w.event(t, "draw", nil)
		refused, answers := make(chan bool), 0
		w.SetFaults(func(r discordtest.Request) *discordtest.Fault {
			if !strings.HasSuffix(r.Route, "/callback") || answers == 2 {
				return nil
			}
			answers++
			refused <- true
			if answers == 1 {
				return &discordtest.Fault{Status: 400, Delay: 300 * time.Millisecond} // still on its way at the second draw
			}
			return &discordtest.Fault{Status: 400}
		})
		for range 2 {
			ctx, cancel := context.WithCancel(within(t))
			defer cancel()
			go w.Slash(ctx, discordtest.Anna, discordtest.Channel, "event draw", nil, eventAsker) // gets no answer
			<-refused
		}
		for round := 2; round <= 4; round++ {
			if got := w.event(t, "draw", nil).Text(); !strings.Contains(got, fmt.Sprintf("round %d of 9", round)) {
				t.Errorf("want round %d: %s", round, got)
			}
		}
		w.wantAllSeen(t, eventrows.Of(all.Store), discordtest.Channel)
	})
}

// Three processes get every interaction. Each interaction draws one round at most, and
// every round is shown.
func TestEachInteractionAtThreeProcesses(t *testing.T) {
	t.Parallel()
	all := randomTools(t)
	var handlers []func(id string) (text string, sent func(ctx context.Context, message string, err error) error)
	for range 3 {
		handlers = append(handlers, process(t, all))
	}
	handlers[0]("new")
	shown := map[string]bool{}
	rounds := testrun.Choose(10, 40)
	for round := range rounds {
		id := fmt.Sprint(1_000_000 + round)
		var answering sync.WaitGroup
		var answered sync.Once
		texts := make([]string, len(handlers))
		for i, handle := range handlers {
			answering.Go(func() {
				text, sent := handle(id)
				texts[i] = shownRound.FindString(text)
				err := errors.New("already acknowledged")
				answered.Do(func() { err = nil; shown[texts[i]] = true })
				if sent != nil {
					sent(context.Background(), "", err)
				}
			})
		}
		answering.Wait()
		if texts[0] == "" || texts[1] != texts[0] || texts[2] != texts[0] {
			t.Errorf("one interaction has the answers %q", texts)
		}
	}
	e, err := eventrows.Of(all.Store).Event(t.Context(), evening.Ref{Channel: "c"})
	if err != nil || len(e.Draws) != len(shown) || len(shown) < rounds*3/4 {
		t.Fatal(len(e.Draws), "draws,", len(shown), "shown", err)
	}
	for _, d := range e.Draws {
		if !d.Shown || !shown[fmt.Sprintf("round %d of 99: SP %d ", d.Round, d.SPs[0])] {
			t.Errorf("round %d was not shown", d.Round)
		}
	}
}

// Two presses of "Draw round N" at the same time, each at a process of its own, show the
// round to everyone once. The other person gets a link to the message.
func TestDoubleTapsShowARoundOnce(t *testing.T) {
	t.Parallel()
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			kept := storetest.Open(t, address(t), commands.Parts()...)
			all := randomTools(t)
			all.Store = kept
			process(t, all)("new")
			e, err := eventrows.Of(kept).Event(t.Context(), evening.Ref{Channel: "c"})
			if err != nil {
				t.Fatal(err)
			}
			for round := 1; round <= testrun.Choose(5, 20); round++ {
				var pressing sync.WaitGroup
				texts := make([]string, 2)
				for i := range texts {
					c := chattest.Command(t, commands.All(all), "event")
					pressing.Go(func() {
						id := fmt.Sprint(1000*round + i)
						reply, err := c.Press(context.WithoutCancel(t.Context()), &chat.Request{
							ID: id, Asker: "5", GuildID: "1", ChannelID: "c", Permissions: discordgo.PermissionManageEvents, CustomID: fmt.Sprintf("event-draw:%s:%d", e.ID, round),
						})
						if err != nil {
							t.Error(err)
							return
						}
						if texts[i] = chattest.Text(reply); reply.Sent != nil {
							reply.WasSent(context.Background(), "9"+id, nil)
						}
					})
				}
				pressing.Wait()
				slices.Sort(texts)
				shown := shownRound.FindString(texts[0])
				link := fmt.Sprintf("](https://discord.com/channels/1/c/9%d", 100*round)
				if shown == "" || !strings.HasPrefix(texts[1], fmt.Sprintf("Round %d has been drawn: [SP ", round)) || !strings.Contains(texts[1], link) {
					t.Errorf("the answers to round %d are %q", round, texts)
				}
			}
		})
	}
}

// process returns the handler of /event draw in a process of its own, and of /event new
// for the id "new".
func process(t *testing.T, all feature.Tools) func(id string) (string, func(context.Context, string, error) error) {
	c := chattest.Command(t, commands.All(all), "event")
	return func(id string) (string, func(context.Context, string, error) error) {
		r := &chat.Request{ID: id, Asker: "5", GuildID: "1", ChannelID: "c", Permissions: discordgo.PermissionManageEvents, Subcommand: "draw"}
		if id == "new" {
			r.Subcommand, r.Options = "new", chat.Options{"name": "Three", "rounds": 99.0}
		}
		reply, err := c.Answer(context.WithoutCancel(t.Context()), r)
		if err != nil {
			t.Error(err)
			return "", nil
		}
		return chattest.Text(reply), reply.WasSent
	}
}

// Over HTTP, a draw counts as shown only if Discord has confirmed its answer.
func TestDrawsOverHTTPAreConfirmed(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		all := randomTools(t)
		w := connectOverHTTPWith(t, bot.Options{Commands: offerEvents(all), AnswerTime: patience}, discordtest.Deadline(patience))
		w.event(t, "new", map[string]any{"name": "HTTP", "rounds": 9})
		w.event(t, "draw", nil)
		for round := 2; round <= 4; round++ {
			w.refuseDraw(t)
			if got := w.event(t, "draw", nil).Text(); !strings.Contains(got, fmt.Sprintf("round %d of 9", round)) {
				t.Errorf("want round %d: %s", round, got)
			}
		}
		w.wantAllSeen(t, eventrows.Of(all.Store), discordtest.Channel)
	})
}
