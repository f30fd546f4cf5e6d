package bot_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
)

// A stalledStore saves, and then does not return until it is released, like a commit on
// a disk that is slow to sync.
type stalledStore struct {
	commands.Store
	stalled atomic.Int64 // calls that have not returned
	release chan struct{}
}

func (s *stalledStore) Save(ctx context.Context, sub daily.Sub) error {
	return s.stall(s.Store.Save(ctx, sub))
}

func (s *stalledStore) Update(ctx context.Context, channel string, update func(*daily.Sub)) error {
	return s.stall(s.Store.Update(ctx, channel, update))
}

func (s *stalledStore) stall(err error) error {
	s.stalled.Add(1)
	defer s.stalled.Add(-1)
	<-s.release
	return err
}

// saveDaily asks the bot to save a daily post.
func saveDaily(t *testing.T, w *world, who discordtest.User) (*discordtest.Answer, error) {
	return w.Slash(within(t), who, discordtest.Channel, "daily-posts set",
		map[string]any{"channel": discordtest.Channel, "time": "20:00", "timezone": "UTC"}, discordtest.Permissions(discordgo.PermissionManageGuild))
}

// While a command waits for the disk, the asker is told in time that the command goes on.
// It keeps its worker, so that one person can only stall some of them. Others are
// answered.
func TestStalledCommands(t *testing.T) {
	t.Parallel()
	given := tools(t)
	slow := &stalledStore{Store: given.Store, release: make(chan struct{})}
	given.Store = slow
	w := connectWith(t, bot.Options{Commands: commands.All(given), AnswerTime: time.Second}, discordtest.Deadline(patience))
	release := sync.OnceFunc(func() { close(slow.release) })
	t.Cleanup(release)

	const workersPerAsker, asked = 8, 10
	var asking sync.WaitGroup
	told := make(chan struct{}, asked)
	for range asked {
		asking.Go(func() {
			answer, err := saveDaily(t, w, discordtest.Anna)
			if err != nil {
				t.Error(err)
				return
			}
			if strings.Contains(answer.Message.Text(), "It may still be saved") && answer.Message.Private() {
				told <- struct{}{}
			}
		})
	}
	for range workersPerAsker {
		select {
		case <-told:
		case <-within(t).Done():
			t.Fatalf("%d commands stall, and not all askers were told", slow.stalled.Load())
		}
	}
	if _, err := w.Slash(within(t), discordtest.Ben, discordtest.Channel, "sp", map[string]any{"number": 518}); err != nil {
		t.Error("another person:", err)
	}
	if stalled := slow.stalled.Load(); stalled != workersPerAsker || len(told) > 0 {
		t.Errorf("%d commands stall, want %d", stalled, workersPerAsker)
	}
	release()
	asking.Wait()
	if !w.log.until(within(t), func() bool {
		return strings.Count(w.log.String(), "ended after the apology") >= workersPerAsker && strings.Count(w.log.String(), " took=") == asked+1
	}) {
		t.Error(w.log)
	}
	if _, err := slow.Sub(t.Context(), discordtest.ChannelID); err != nil {
		t.Error("the command did not go on:", err)
	}
	if answer, err := saveDaily(t, w, discordtest.Anna); err != nil || !strings.Contains(answer.Message.Text(), "20:00") {
		t.Errorf("afterwards: %v, %v", answer, err)
	}
}

// If another process has locked a row in PostgreSQL, the asker is told in time.
func TestLockedRow(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	s := storetest.Open(t, address)
	given := tools(t)
	given.Store = s
	w := connectWith(t, bot.Options{Commands: commands.All(given)})
	if _, err := saveDaily(t, w, discordtest.Anna); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	lock, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback()
	if _, err := lock.Exec("UPDATE daily_sub SET channel = channel"); err != nil {
		t.Fatal(err)
	}
	answer, err := saveDaily(t, w, discordtest.Anna)
	if err != nil || !strings.Contains(answer.Message.Text(), "Perhaps nothing was saved") {
		t.Errorf("%v, %v", answer, err)
	}
}

// A waiting command has a handler that calls wait, and is told afterwards what became of
// its answer.
func waitingCommand(wait func(context.Context) error, sent func(context.Context, string, error)) chat.Command {
	return chat.Command{
		Name: "wait",
		Run: func(ctx context.Context, _ *chat.Request) (*chat.Reply, error) {
			if err := wait(ctx); err != nil {
				return nil, err
			}
			reply := chat.Say(voice.Raw("waited"))
			if sent != nil {
				reply.Sent = append(reply.Sent, func(ctx context.Context, message string, failed error) error {
					sent(ctx, message, failed)
					return nil
				})
			}
			return reply, nil
		},
	}
}

// The context of a handler ends early enough that the asker reads about its error.
func TestHandlerTime(t *testing.T) {
	t.Parallel()
	w := connectWith(t, bot.Options{Commands: []chat.Command{waitingCommand(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, nil)}})
	if text := slash(t, w, "wait").Message.Text(); !strings.Contains(text, "something went wrong on my side") {
		t.Errorf("told %q", text)
	}
}

// A command that ends after the apology is told that its answer was not sent.
func TestAfterTheApology(t *testing.T) {
	t.Parallel()
	over, told := make(chan struct{}), make(chan error, 1)
	late := waitingCommand(func(context.Context) error { <-over; return nil }, func(_ context.Context, _ string, err error) { told <- err })
	w := connectWith(t, bot.Options{Commands: []chat.Command{late}})
	slash(t, w, "wait")
	close(over)
	select {
	case err := <-told:
		if err == nil {
			t.Error("told that its answer was sent")
		}
	case <-within(t).Done():
		t.Error("not told")
	}
}

// A command may write to the database when it is told what became of its answer, even if
// that was after Discord's deadline. Its time is limited.
func TestTimeToNoteWhatWasSent(t *testing.T) {
	t.Parallel()
	type telling struct {
		sent, ended error
		limit       time.Duration
	}
	told := make(chan telling, 1)
	c := waitingCommand(func(context.Context) error { return nil }, func(ctx context.Context, _ string, err error) {
		deadline, _ := ctx.Deadline()
		told <- telling{err, ctx.Err(), time.Until(deadline)}
	})
	w := connectWith(t, bot.Options{Commands: []chat.Command{c}}, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
		if strings.HasSuffix(r.Route, "/callback") {
			return &discordtest.Fault{Delay: 3500 * time.Millisecond}
		}
		return nil
	}))
	_, _ = w.Slash(within(t), discordtest.Anna, discordtest.Channel, "wait", nil)
	w.TakeBroken() // the answer came too late
	if got := <-told; !errors.Is(got.sent, context.DeadlineExceeded) || got.ended != nil || got.limit <= 0 || got.limit > 10*time.Second {
		t.Errorf("told %+v", got)
	}
}
