package bot_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// simple returns a command for tests.
func simple(name string, run chat.Handler) chat.Command {
	return chat.Command{
		Name: name, ServerOnly: true,
		Run: run,
	}
}

func slash(t *testing.T, w *world, name string) *discordtest.Answer {
	t.Helper()
	answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, name, nil)
	if err != nil {
		t.Fatalf("/%s: %v\n%s", name, err, w.log)
	}
	return answer
}

// After an internal error the asker sees a reference, and the log has the reference and
// the cause. The bot goes on.
func TestInternalErrorsHaveAReference(t *testing.T) {
	t.Parallel()
	w := connect(t, []chat.Command{
		simple("panic", func(context.Context, *chat.Request) (*chat.Reply, error) { panic("the cause") }),
		simple("error", func(context.Context, *chat.Request) (*chat.Reply, error) {
			return nil, errors.New("the cause")
		}),
		simple("fine", func(context.Context, *chat.Request) (*chat.Reply, error) {
			return &chat.Reply{Components: chat.Say(voice.Raw("fine")).Components}, nil
		}),
	})
	for _, name := range []string{"panic", "error"} {
		m := slash(t, w, name).Message
		if !m.Private() || strings.Contains(m.Text(), "cause") {
			t.Errorf("/%s: %s", name, m.Text())
		}
		_, after, _ := strings.Cut(m.Text(), "`")
		reference, _, _ := strings.Cut(after, "`")
		if len(reference) != 6 || !strings.Contains(w.log.String(), "reference="+reference) {
			t.Errorf("/%s: the log does not know the reference %q:\n%s", name, reference, w.log)
		}
	}
	if !strings.Contains(w.log.String(), "the cause") || !strings.Contains(w.log.String(), "bot_test.go") {
		t.Errorf("the log has no cause or no stack:\n%s", w.log)
	}
	if m := slash(t, w, "fine").Message; m.Text() != "fine" || m.Private() {
		t.Errorf("after the faults: %q", m.Text())
	}
}

// Interactions that no Discord client sends are answered or dropped. The bot does not
// crash.
func TestHostileInteractions(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(tools(t)))
	user := map[string]any{"id": discordtest.Anna.ID, "username": "anna", "discriminator": "0"}
	here := map[string]any{"channel_id": discordtest.ChannelID, "user": user}
	with := func(fields map[string]any) map[string]any {
		for k, v := range here {
			if _, ok := fields[k]; !ok {
				fields[k] = v
			}
		}
		return fields
	}
	spWith := func(value any) map[string]any {
		return with(map[string]any{"type": 2, "data": map[string]any{"id": "1", "name": "sp", "type": 1,
			"options": []any{map[string]any{"name": "number", "type": 4, "value": value}}}})
	}
	pressOf := func(id string) map[string]any {
		return with(map[string]any{"type": 3, "data": map[string]any{"component_type": 2, "custom_id": id},
			"message": map[string]any{"id": "1", "channel_id": discordtest.ChannelID}})
	}
	for name, c := range map[string]struct {
		raw  any
		want string // in the private answer
	}{
		"text for a number":     {spWith("five"), "I cannot use `five`."},
		"half a number":         {spWith(1.5), "I cannot use `1.5`."},
		"a truth for a number":  {spWith(true), "I cannot use `true`."},
		"nothing for a number":  {spWith(nil), "Which number?"},
		"a huge number":         {spWith(1e300), "I cannot use `1e+300`."},
		"an unknown command":    {with(map[string]any{"type": 2, "data": map[string]any{"id": "1", "name": "checkers", "type": 1}}), "another version"},
		"no options":            {with(map[string]any{"type": 2, "data": map[string]any{"id": "1", "name": "encode", "type": 1}}), "Give a position or a file"},
		"an unknown button":     {pressOf("checkmate"), "another version"},
		"an unknown form":       {with(map[string]any{"type": 5, "data": map[string]any{"custom_id": "x", "components": []any{map[string]any{"components": []any{nil}}}}}), "another version"},
		"an older button":       {pressOf("sp:next:518:white:brown:7:direct:position"), "another version"},
		"a button out of range": {pressOf("next:960:white:brown:direct:position"), "another version"},
		"an empty custom id":    {pressOf(""), "another version"},
		"an unknown component":  {with(map[string]any{"type": 3, "data": map[string]any{"component_type": 2, "custom_id": "steps:x"}, "message": map[string]any{"id": "1", "timestamp": "", "components": []any{map[string]any{"type": 99}}}}), "another version"},
		"a null option":         {with(map[string]any{"type": 2, "data": map[string]any{"id": "1", "name": "sp", "type": 1, "options": []any{nil}}}), "Which number?"},
		"odd permissions":       {with(map[string]any{"type": 2, "app_permissions": 8, "guild_id": "1", "member": map[string]any{"user": user, "permissions": "many"}, "data": map[string]any{"id": "1", "name": "daily-posts", "type": 1, "options": []any{map[string]any{"name": "show", "type": 1}}}}), "Only people with the Manage Server"},
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := w.Interact(within(t), c.raw)
			if err != nil {
				t.Fatal(err)
			}
			if m := answer.Message; !m.Private() || !strings.Contains(m.Text(), c.want) {
				t.Errorf("private %t: %s", m.Private(), m.Text())
			}
		})
	}
	answered := callbacks(w)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, raw := range []map[string]any{
		with(map[string]any{"type": 99}), // unknown
		{},
		with(map[string]any{"type": 2, "data": map[string]any{"name": "sp", "options": "x"}}), // options of a wrong type
	} {
		w.Interact(gone, raw)
	}
	if got := slash(t, w, "random").Message.Text(); !strings.Contains(got, "## SP 303") {
		t.Errorf("afterwards /random answers %s", got)
	}
	w.stop() // finishes interactions in progress
	if n := callbacks(w); n != answered+1 {
		t.Errorf("%d answers, want one to /random alone", n-answered)
	}
}

// A crowd counts the handlers that run at the same time.
type crowd struct{ now, most atomic.Int64 }

// command returns a command that takes a moment.
func (c *crowd) command() chat.Command {
	return simple("slow", func(context.Context, *chat.Request) (*chat.Reply, error) {
		n := c.now.Add(1)
		defer c.now.Add(-1)
		for m := c.most.Load(); n > m && !c.most.CompareAndSwap(m, n); m = c.most.Load() {
		}
		time.Sleep(5 * time.Millisecond)
		return chat.Say(voice.Raw("done")), nil
	})
}

func (c *crowd) wantBounded(t *testing.T) {
	t.Helper()
	if n := c.most.Load(); n > 64 || n < 2 {
		t.Errorf("%d handlers at once, want 2 to 64", n)
	}
}

// The number of handlers that run at the same time is limited, and everybody is answered.
func TestConcurrencyIsBounded(t *testing.T) {
	t.Parallel()
	var c crowd
	w := connect(t, []chat.Command{c.command()})
	var askers sync.WaitGroup
	for n := range 200 {
		who := discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + n), Name: fmt.Sprint("Person ", n)}
		askers.Go(func() {
			if _, err := w.Slash(within(t), who, discordtest.Channel, "slow", nil); err != nil {
				t.Error(err)
			}
		})
	}
	askers.Wait()
	c.wantBounded(t)
}

// Stopping finishes interactions in progress.
func TestStoppingFinishesAnswers(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}), make(chan struct{})
	w := connect(t, []chat.Command{simple("slow", func(context.Context, *chat.Request) (*chat.Reply, error) {
		close(entered)
		<-leave
		return chat.Say(voice.Raw("finished")), nil
	})})
	answered := make(chan string, 1)
	go func() {
		answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "slow", nil)
		if err != nil {
			answered <- err.Error()
			return
		}
		answered <- answer.Message.Text()
	}()
	<-entered
	stopped := make(chan struct{})
	go func() { w.stop(); close(stopped) }()
	if err := w.WaitGone(within(t)); err != nil {
		t.Error(err)
	}
	select {
	case <-stopped:
		t.Error("stopped while an answer was in flight")
	default:
	}
	close(leave)
	<-stopped
	if callbacks(w) != 1 {
		t.Error("stopped before the answer was sent")
	}
	if got := <-answered; got != "finished" {
		t.Errorf("the answer in flight: %s", got)
	}
}

// Stopping does not wait for a Discord that never answers.
func TestStoppingWhileDiscordHangs(t *testing.T) {
	t.Parallel()
	asked, hang := make(chan struct{}), make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(asked)
		<-hang
	}))
	defer silent.Close()
	defer close(hang)
	w := &world{api: silent.URL}
	w.start(t, bot.Options{Token: discordtest.Token, Commands: offer(commands.All(tools(t)), "random")})
	<-asked
	stopped := make(chan struct{})
	go func() { w.stop(); close(stopped) }()
	select {
	case <-stopped:
	case <-within(t).Done():
		t.Fatal("still running")
	}
}

func TestRejectedTokenEndsTheBot(t *testing.T) {
	t.Parallel()
	server, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	api, _ := url.Parse(server.URL())
	w := &world{Server: server, log: new(logBuffer)}
	b := bot.New(bot.Options{Token: "wrong-token", APIURL: api, Commands: offer(commands.All(tools(t)), "random"), Log: newLog(w.log, "wrong-token")})
	err = b.Run(within(t))
	if err == nil || !strings.Contains(err.Error(), "Discord rejected the token") || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Errorf("Run returned %v", err)
	}
	if all := w.log.String() + err.Error(); strings.Contains(all, "wrong-token") {
		t.Errorf("the token is in\n%s", all)
	}
}
