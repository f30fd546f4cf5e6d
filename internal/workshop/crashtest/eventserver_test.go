package crashtest

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// serverEventScene has an evening in the server's list of events. Once it is there, the evening gets another name, and is
// closed. There is one event, and it is cancelled.
func serverEventScene() scene {
	return scene{
		name: "event of a server", channels: 2, noNonce: true,
		plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
			if _, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel}); err == nil {
				return nil
			}
			by := evening.Asker{User: personOf(channel).ID, At: now}
			e := &evening.Event{
				ID: channel, Channel: channel, Guild: discordtest.GuildID, OpenedBy: by.User, OpenedAt: now,
				Rules: evening.Rules{Name: channel, Rounds: 2, Boards: 1, Games: 1},
			}
			if err := e.WantServerEvent(by, evening.ServerWish{Starts: now.Add(time.Hour).Truncate(time.Minute)}, "Club"); err != nil {
				return err
			}
			if err := eventrows.Of(kept).NewEvent(ctx, e); !errors.Is(err, evening.ErrExists) { // another process may have made it
				return err
			}
			return nil
		},
		final: func(ctx context.Context, kept *store.Store, channel string, now time.Time) (bool, error) {
			e, err := closeListed(ctx, kept, channel, now)
			if err != nil || e.HasServerEvent() {
				return false, err
			}
			return noneOpen(ctx, kept, evening.ServerEventKind, now)
		},
		judge: func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, _ *witness) count {
			made := 0
			var wrong []string
			for _, listed := range discord.ServerEvents(discordtest.GuildID) {
				if listed.Name != channel.ChannelID && listed.Name != "After "+channel.ChannelID {
					continue
				}
				if made++; listed.Status != discordtest.EventCanceled || listed.Name != "After "+channel.ChannelID {
					wrong = append(wrong, fmt.Sprintf("%q has the status %d", listed.Name, listed.Status))
				}
			}
			c := counted(made, false)
			c.wrong = wrong
			return c
		},
	}
}

// closeListed gives an evening another name once its event is in the server's list, and closes the evening once the event
// has that name too.
func closeListed(ctx context.Context, kept *store.Store, channel string, now time.Time) (*evening.Event, error) {
	events := eventrows.Of(kept)
	e, err := events.Event(ctx, evening.Ref{Channel: channel})
	if err != nil || !e.HasServerEvent() {
		return e, err
	}
	last, err := events.PostOf(ctx, evening.ServerEventKind, e.ID, e.Server.Last)
	if err != nil || last.State != outbox.Posted {
		return e, err
	}
	return events.UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error {
		if e.Server.Last != last.Number { // another process was quicker
			return nil
		}
		by := evening.Asker{User: e.OpenedBy, At: now, Interaction: "1"}
		if e.Rules.Name != channel {
			return e.Close(by)
		}
		rules := e.Rules
		rules.Name = "After " + channel
		_, err := e.AnswerChange(by, rules, func(int) (int, error) { return 0, nil })
		return err
	})
}

// Whatever the request about a server's events at which one or three processes are killed, before Discord gets it or before they
// get the answer, there is one event, which follows the evening and ends with it.
func TestEveryStepOfServerEvents(t *testing.T) {
	for name, address := range storetest.Both {
		for _, processes := range map[string][]int{"SQLite": {1}, "PostgreSQL": {1, 3}}[name] {
			t.Run(fmt.Sprintf("%s, %d", name, processes), func(t *testing.T) {
				t.Parallel()
				testrun.LongOnly(t, "starts processes for each step")
				k := &killTest{T: t, scenes: []scene{serverEventScene()}, database: address(t), processes: processes}
				k.discord, _ = startDiscord(t, fastNonces, discordtest.EverySession())
				var sum count
				kills, number := 0, 0
				for _, after := range []bool{false, true} {
					for step := 1; ; step++ {
						c, killed := k.listedStep(number, step, after)
						number++
						if sum.add(c); !killed {
							break
						}
						kills += processes
					}
				}
				if t.Logf("%d kills, %v", kills, sum); sum.bad() {
					t.Error(sum)
				}
			})
		}
	}
}

// listedStep runs processes and kills them at a request about a server's events. Then another process goes on. killed is false
// if there were fewer requests.
func (k *killTest) listedStep(number, step int, after bool) (c count, killed bool) {
	k.Helper()
	s := k.scenes[0]
	channel := addChannel(k.T, k.discord, s, number)
	o := orders{API: k.discord.URL(), Database: k.database, Channels: map[string][]string{s.name: {channel.ChannelID}}}
	var running []*exec.Cmd
	for range k.processes {
		running = append(running, k.worker(k.Context(), o))
	}
	var started sync.WaitGroup
	started.Add(1)
	requests := 0
	k.discord.SetFaults(func(q discordtest.Request) *discordtest.Fault {
		if !strings.Contains(q.Route, "scheduled-events") {
			return nil
		}
		started.Wait()
		if requests++; requests != step {
			return nil
		}
		for _, w := range running {
			w.Process.Kill()
		}
		killed = true
		return &discordtest.Fault{DropBefore: !after, DropAfter: after}
	})
	for _, w := range running {
		if err := w.Start(); err != nil {
			k.Fatal(err)
		}
	}
	started.Done()
	for _, w := range running {
		w.Wait()
	}
	k.discord.SetFaults(nil)
	o.Last = true
	if last := k.worker(k.Context(), o); last.Run() != nil {
		k.Fatalf("the last process: %s", last.Stderr)
	}
	return s.judge(k.T, k.discord, nil, channel, nil), killed
}
