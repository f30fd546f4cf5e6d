package bot_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/commands"
	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/store"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
)

// A stalledStore saves, and then does not return until it is released, like a commit on
// a disk that is slow to sync.
type stalledStore struct {
	feature.Store
	stalled atomic.Int64 // calls that have not returned
	release chan struct{}
}

func (s *stalledStore) Transaction(ctx context.Context, f func(*store.Tx)) error {
	err := s.Store.Transaction(ctx, f)
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
// answered. The clock is the bubble's: a busy machine is never too slow for a deadline.
func TestStalledCommands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		given := tools(t)
		slow := &stalledStore{Store: given.Store, release: make(chan struct{})}
		given.Store = slow
		var log logBuffer
		handler, stop := offline(bot.Options{Commands: commands.All(given), Log: newLog(&log, discordtest.Token)})
		defer stop()
		release := sync.OnceFunc(func() { close(slow.release) })
		defer release()
		ask := func(raw []byte) (status int, text string) {
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, signed(t.Context(), "/", raw, time.Now()))
			return answer.Code, answer.Body.String()
		}

		const workersPerAsker, asked = 8, 10
		private := fmt.Sprintf(`"flags":%d,`, discordgo.MessageFlagsEphemeral|discordgo.MessageFlagsIsComponentsV2)
		start := time.Now()
		var asking sync.WaitGroup
		var told, late atomic.Int64
		for range asked {
			asking.Go(func() {
				switch status, text := ask(dailyRequest("7")); {
				case status == http.StatusOK && strings.Contains(text, "It may still be saved") && strings.Contains(text, private) && time.Since(start) < discordgo.InteractionDeadline:
					told.Add(1)
				case status == http.StatusServiceUnavailable:
					late.Add(1) // it waited in the queue
				default:
					t.Errorf("%d after %v: %s", status, time.Since(start), text)
				}
			})
		}
		asking.Wait()
		if told, late, stalled := told.Load(), late.Load(), slow.stalled.Load(); told != workersPerAsker || late != asked-workersPerAsker || stalled != workersPerAsker {
			t.Errorf("%d were told, %d got no answer, and %d commands stall, want %d told and stalled", told, late, stalled, workersPerAsker)
		}
		begun := time.Now()
		if status, text := ask(requestBy("8", "random")); status != http.StatusOK || !strings.Contains(text, "SP ") || time.Since(begun) > 0 {
			t.Errorf("another person, after %v: %d %s", time.Since(begun), status, text)
		}
		release()
		synctest.Wait()
		if ended := strings.Count(log.String(), "ended after the apology"); ended != workersPerAsker || slow.stalled.Load() != 0 {
			t.Errorf("%d commands ended, and %d stall: %s", ended, slow.stalled.Load(), log.String())
		}
		if _, err := dailyrows.Of(slow).Sub(t.Context(), "3"); err != nil {
			t.Error("the command did not go on:", err)
		}
		if status, text := ask(dailyRequest("7")); status != http.StatusOK || !strings.Contains(text, "20:00") {
			t.Errorf("afterwards: %d %s", status, text)
		}
	})
}

// dailyRequest returns an interaction in which a person sets the daily post of channel 3.
func dailyRequest(user string) []byte {
	return fmt.Appendf(nil, `{"id":"%d","application_id":"2","type":2,"token":"t","version":1,"guild_id":"1","channel_id":"3","app_permissions":"%[2]d",
		"member":{"user":{"id":%[3]q},"permissions":"%[4]d"},"data":{"id":"5","type":1,"name":"daily-posts",
		"resolved":{"channels":{"3":{"id":"3","type":0,"app_permissions":"%[2]d"}}},
		"options":[{"name":"set","type":1,"options":[{"name":"channel","type":7,"value":"3"},{"name":"time","type":3,"value":"20:00"},{"name":"timezone","type":3,"value":"UTC"}]}]}}`,
		requests.Add(1), discordgo.PermissionAll, user, discordgo.PermissionManageGuild)
}

// If another process has locked a row in PostgreSQL, the asker is told in time.
func TestLockedRow(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	s := storetest.Open(t, address, commands.Parts()...)
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
	synctest.Test(t, func(t *testing.T) {
		handler, stop := offline(bot.Options{Commands: []chat.Command{waitingCommand(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, nil)}})
		defer stop()
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, signed(t.Context(), "/", requestBy("7", "wait"), time.Now()))
		if text := answer.Body.String(); answer.Code != http.StatusOK || !strings.Contains(text, "something went wrong on my side") {
			t.Errorf("told %d %q", answer.Code, text)
		}
	})
}

// A command that ends after the apology, which only the asker sees, is told that its answer was not
// sent.
func TestAfterTheApology(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		over, told := make(chan struct{}), make(chan error, 1)
		late := waitingCommand(func(context.Context) error { <-over; return nil }, func(_ context.Context, _ string, err error) { told <- err })
		w := connectWith(t, bot.Options{Commands: []chat.Command{late}})
		if m := slash(t, w, "wait").Message; !strings.Contains(m.Text(), "It may still be saved") || !m.Private() {
			t.Errorf("told %q", m.Text())
		}
		close(over)
		select {
		case err := <-told:
			if err == nil {
				t.Error("told that its answer was sent")
			}
		case <-within(t).Done():
			t.Error("not told")
		}
	})
}

// A command may write to the database when it is told what became of its answer, even if
// that was after Discord's deadline. Its time is limited.
func TestTimeToNoteWhatWasSent(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
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
		t.Cleanup(func() {
			w.stop()
			w.TakeBroken() // the answer came too late
		})
		_, _ = w.Slash(within(t), discordtest.Anna, discordtest.Channel, "wait", nil)
		if got := <-told; !errors.Is(got.sent, context.DeadlineExceeded) || got.ended != nil || got.limit <= 0 || got.limit > 10*time.Second {
			t.Errorf("told %+v", got)
		}
	})
}
