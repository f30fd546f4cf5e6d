package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// An answerFault is a fault of the first attempt to send an answer, with the expected
// result.
type answerFault struct {
	name     string
	fault    discordtest.Fault
	tries    int
	answered bool   // the asker sees an answer
	logged   string // level of the worst line about it
}

const (
	unknownInteraction = 10062
	alreadyAnswered    = 40060
)

// tooSlow is the fault for which Discord's three seconds pass.
const tooSlow = "too slow"

var answerFaults = []answerFault{
	{"429 for a while", discordtest.Fault{RetryAfter: 50 * time.Millisecond}, 2, true, "DEBUG"},
	{"429 global", discordtest.Fault{RetryAfter: 50 * time.Millisecond, Scope: "global"}, 2, true, "DEBUG"},
	{"429 shared", discordtest.Fault{RetryAfter: 50 * time.Millisecond, Scope: "shared"}, 2, true, "DEBUG"},
	{"429 as HTML", discordtest.Fault{RetryAfter: time.Second, HTML: true, Header: map[string]string{"Retry-After": "0"}}, 2, true, "DEBUG"},
	{"429 for too long", discordtest.Fault{RetryAfter: time.Hour}, 1, false, "ERROR"},
	{"429 global for too long", discordtest.Fault{RetryAfter: time.Hour, Scope: "global"}, 1, false, "ERROR"},
	{"500", discordtest.Fault{Status: 500}, 2, true, "DEBUG"},
	{"502 as HTML", discordtest.Fault{HTML: true}, 2, true, "DEBUG"},
	{"503", discordtest.Fault{Status: 503}, 2, true, "DEBUG"},
	{"504", discordtest.Fault{Status: 504}, 2, true, "DEBUG"},
	{"cut off before", discordtest.Fault{DropBefore: true}, 2, true, "DEBUG"},
	{"cut off after", discordtest.Fault{DropAfter: true}, 2, true, "DEBUG"},
	{"502 after", discordtest.Fault{StatusAfter: 502}, 2, true, "DEBUG"},
	{tooSlow, discordtest.Fault{Delay: 3500 * time.Millisecond}, 1, false, "WARN"},
	{"unknown interaction", discordtest.Fault{Status: 404, Code: unknownInteraction}, 1, false, "DEBUG"},
	{"already answered", discordtest.Fault{Status: 400, Code: alreadyAnswered}, 1, false, "WARN"},
	{"400", discordtest.Fault{Status: 400, Code: 50035}, 1, false, "ERROR"},
	{"401", discordtest.Fault{Status: 401, Code: 50027}, 1, false, "ERROR"},
	{"429 with the time in a header alone", discordtest.Fault{Status: 429, Header: map[string]string{"Retry-After": "0"}}, 2, true, "DEBUG"},
	{"429 with a long time in a header alone", discordtest.Fault{Status: 429, Header: map[string]string{"Retry-After": "3600"}}, 1, false, "ERROR"},
	{"403", discordtest.Fault{Status: 403, Code: 50001}, 1, false, "ERROR"},
}

// After a fault, an answer is sent again until the deadline. Afterwards the bot answers as
// before.
func TestAnswerFaults(t *testing.T) {
	t.Parallel()
	sideBySide(t, answerFaults, func(f answerFault) string { return f.name }, apart(func(t *testing.T, c answerFault) {
		cmds := offer(commands.All(tools(t)), "random")
		var tries atomic.Int64
		answerTime := patience
		if c.name == tooSlow {
			answerTime = 3 * time.Second // the real one
		}
		faults := discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
			if strings.HasSuffix(r.Route, "/callback") && tries.Add(1) == 1 {
				return &c.fault
			}
			return nil
		})
		w := connectWith(t, bot.Options{Commands: cmds, AnswerTime: answerTime}, faults, discordtest.Deadline(answerTime))
		_, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "random", nil)
		if answered := err == nil; answered != c.answered {
			t.Errorf("answered: %t, %v", answered, err)
		}
		if !w.log.until(within(t), func() bool { return w.log.has("took=") }) {
			t.Fatal(w.log)
		}
		if n := tries.Load(); n != int64(c.tries) {
			t.Errorf("%d tries, want %d", n, c.tries)
		}
		slash(t, w, "random")
		if err := w.WaitRequests(within(t), func() bool { return callbacks(w) > c.tries }); err != nil {
			t.Fatalf("%v: %d callbacks", err, callbacks(w))
		}
		w.TakeBroken() // answers that came too late, or twice, or not
		if worst := w.worst(); worst != c.logged {
			t.Errorf("logged as %s, want %s:\n%s", worst, c.logged, w.log)
		}
		start := time.Now()
		w.stop()
		if c.name == "already answered" != w.log.has(`msg="another program answers with this token,`) {
			t.Errorf("the log has\n%s", w.log)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("stopping took %v", took)
		}
	}))
}

// A lostResponse has the faults of the first attempts to send an answer.
type lostResponse struct {
	name     string
	faults   []discordtest.Fault
	accepted bool // the command hears that its answer was sent
}

// A command hears that its answer was sent if Discord accepted an attempt whose response was
// lost, and the second message follows. An answer that somebody else gave does not count.
func TestAcceptedAnswersWithALostResponse(t *testing.T) {
	t.Parallel()
	already := discordtest.Fault{Status: 400, Code: alreadyAnswered}
	sideBySide(t, []lostResponse{
		{"cut off after", []discordtest.Fault{{DropAfter: true}}, true},
		{"502 after", []discordtest.Fault{{StatusAfter: 502}}, true},
		{"502 after, and 502", []discordtest.Fault{{StatusAfter: 502}, {Status: 502}}, true},
		{"already answered", []discordtest.Fault{already}, false},
		{"already answered after a rate limit", []discordtest.Fault{{RetryAfter: time.Millisecond}, already}, false},
	}, func(c lostResponse) string { return c.name }, apart(func(t *testing.T, c lostResponse) {
		told := make(chan error, 1)
		cmd := simple("told", func(context.Context, *chat.Request) (*chat.Reply, error) {
			reply := chat.Say(voice.Raw("first"))
			reply.FollowUp = chat.Say(voice.Raw("second"))
			reply.Sent = append(reply.Sent, func(_ context.Context, _ string, failed error) error {
				told <- failed
				return nil
			})
			return reply, nil
		})
		var tries atomic.Int64
		w := connect(t, []chat.Command{cmd}, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
			if !strings.HasSuffix(r.Route, "/callback") {
				return nil
			}
			if n := int(tries.Add(1)); n <= len(c.faults) {
				return &c.faults[n-1]
			}
			return nil
		}))
		ctx, cancel := context.WithCancel(within(t))
		defer cancel()
		go w.Slash(ctx, discordtest.Anna, discordtest.Channel, "told", nil)
		if failed := <-told; (failed == nil) != c.accepted {
			t.Errorf("the command hears %v", failed)
		}
		if !w.log.until(within(t), func() bool { return w.log.has("took=") }) {
			t.Fatal(w.log)
		}
		followed := slices.ContainsFunc(w.Messages(discordtest.Channel), func(m *discordtest.Message) bool { return m.Text() == "second" })
		if followed != c.accepted || w.worst() != "DEBUG" || !w.log.has("msg=answered") {
			t.Errorf("the second message: %t\n%s", followed, w.log)
		}
		w.TakeBroken() // an answer that came twice, or not
	}))
}

// After a rate limit without a time, the bot does not retry in a loop. The refusals of a
// single answer could stop all requests of the bot for ten minutes.
func TestRateLimitWithoutTime(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		w := connectWith(t, bot.Options{Commands: offer(commands.All(tools(t)), "random")}, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
			if strings.HasSuffix(r.Route, "/callback") {
				return &discordtest.Fault{RetryAfter: time.Nanosecond}
			}
			return nil
		}))
		if _, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "random", nil); err == nil {
			t.Error("answered")
		}
		w.TakeBroken() // there was no answer
		if n := callbacks(w); n < 2 || n > 20 {
			t.Errorf("%d tries", n)
		}
	})
}

// callbacks counts all attempts to answer that have arrived.
func callbacks(w *world) (n int) {
	for _, r := range w.Requests() {
		if strings.HasSuffix(r.Route, "/callback") {
			n++
		}
	}
	return n
}

// worst returns the highest level in the log, at least DEBUG.
func (w *world) worst() string {
	log := w.log.String()
	for _, level := range []string{"ERROR", "WARN"} {
		if strings.Contains(log, "level="+level) {
			return level
		}
	}
	return "DEBUG"
}

// Stopping does not wait out a rate limit.
func TestStoppingWhileRateLimited(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		limited := make(chan struct{}, 1)
		server := standIn(t, nil, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
			if !strings.HasSuffix(r.Route, "/commands") {
				return nil
			}
			select {
			case limited <- struct{}{}:
			default:
			}
			return &discordtest.Fault{RetryAfter: time.Hour}
		}))
		w := &world{Server: server}
		w.start(t, bot.Options{Token: discordtest.Token, Commands: commands.All(tools(t))})
		<-limited
		stopped := make(chan struct{})
		go func() { w.stop(); close(stopped) }()
		select {
		case <-stopped:
		case <-time.After(8 * time.Second):
			t.Error("still waiting for the rate limit")
		}
	})
}

// A 401 without Discord's error code means that the bot's token is rejected.
func TestTokenRejectedByAnAnswer(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		server := standIn(t, nil, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
			if strings.HasSuffix(r.Route, "/callback") {
				return &discordtest.Fault{Status: 401}
			}
			return nil
		}))
		w := &world{Server: server}
		ended := w.run(t, bot.Options{Token: discordtest.Token, Commands: offer(commands.All(tools(t)), "random")})
		if err := w.WaitCommands(within(t), "random"); err != nil {
			t.Fatal(err)
		}
		w.Slash(within(t), discordtest.Anna, discordtest.Channel, "random", nil)
		select {
		case err := <-ended:
			if err == nil || !strings.Contains(err.Error(), "Discord rejected the token") {
				t.Errorf("ended with %v", err)
			}
		case <-within(t).Done():
			t.Error("the bot still runs")
		}
	})
}
