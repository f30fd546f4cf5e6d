package bot_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/errgroup"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// TestMain runs more tests at the same time than there are processors, because most of
// them wait for the deadlines of Discord. In long runs and under the race detector
// (-short) they compute more, and Discord's three seconds would pass.
func TestMain(m *testing.M) {
	flag.Parse()
	http.DefaultTransport.(*http.Transport).DialContext = discordtest.Dial
	if !testrun.Long() && !testrun.Short() && runtime.GOMAXPROCS(0) < 8 {
		flag.Set("test.parallel", "8")
	}
	os.Exit(m.Run())
}

// drawnAt is the time of every draw in the tests.
var drawnAt = time.Unix(1_790_000_000, 0)

// tools draw 303, 7, 518 and so on, the same in every test.
func tools(t testing.TB) feature.Tools {
	t.Helper()
	return toolsWith(storetest.Open(t, storetest.SQLite(t), commands.Parts()...))
}

// toolsWith is tools with a database of the test's own.
func toolsWith(kept feature.Store) feature.Tools {
	draws, next := []int{303, 7, 518, 959}, 0
	var mu sync.Mutex
	return feature.Tools{
		Boards: bot.Boards,
		Store:  kept,
		Now:    func() time.Time { return drawnAt },
		Draw: func(n int) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			next++
			return draws[(next-1)%len(draws)] % n, nil
		},
	}
}

// offerGames offers games on a stand-in for lichess, if the tests of that feature are here.
var offerGames = func(*testing.T, *feature.Tools) {}

// offer hides the other commands, which take most of the time of a test that does not type them.
// Unlike COMMANDS, it leaves their buttons and what answers say about them.
func offer(all []chat.Command, names ...string) []chat.Command {
	for i, c := range all {
		all[i].Hidden = !slices.Contains(names, c.Name)
	}
	return all
}

// offerEvents offers the commands of events.
func offerEvents(with feature.Tools) []chat.Command {
	return offer(commands.All(with), "event", "round", "standings")
}

// A world is a stand-in for Discord with the real bot connected to it.
type world struct {
	*discordtest.Server
	api  string // the address of the API for the bot; if empty, the server's
	log  *logBuffer
	bot  *bot.Bot
	stop func() // stops the bot and waits until it has ended
}

// connect starts a stand-in and a bot with the commands, and waits until the commands are
// registered. When the test ends, the bot must end without an error, and must not have
// broken any of Discord's rules. Both have patience: tests of Discord's three seconds use
// connectWith.
func connect(t *testing.T, cmds []chat.Command, settings ...discordtest.Setting) *world {
	t.Helper()
	return connectWith(t, bot.Options{Commands: cmds, AnswerTime: patience}, append(settings, discordtest.Deadline(patience))...)
}

// patience is the time for answers, of the bot and of the stand-in, in tests that are not
// about this time: three seconds may pass on a busy machine.
const patience = time.Minute

// connectWith is connect for a bot with options, and Discord's three seconds.
func connectWith(t *testing.T, o bot.Options, settings ...discordtest.Setting) *world {
	t.Helper()
	return connectTo(t, standIn(t, o.Commands, settings...), o)
}

// standIn starts a stand-in. If an earlier bot has registered the commands, they are registered: to
// register some 190 kB takes 15 ms.
func standIn(t *testing.T, cmds []chat.Command, settings ...discordtest.Setting) *discordtest.Server {
	t.Helper()
	if earlier, ok := registered.Load(fmt.Sprint(namesOf(cmds))); ok {
		settings = append(settings, earlier.(discordtest.Setting))
	}
	server := discordtest.StartAt(listen(t), listen(t), settings...)
	t.Cleanup(server.Close)
	return server
}

// bubbles are the tests in bubbles.
var bubbles sync.Map

// listen listens on a free port, and in memory for a test in a bubble.
func listen(t testing.TB) net.Listener {
	t.Helper()
	if _, inBubble := bubbles.Load(t); inBubble {
		return discordtest.ListenInMemory()
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// inBubble runs a test that waits for limits of Discord or of the bot: its clock goes on when everybody
// waits. It begins in the year of the draws, because the numbers of messages have their time.
func inBubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(drawnAt))
		bubbles.Store(t, true)
		t.Cleanup(func() { time.Sleep(2 * patience) }) // for what a bot that has stopped still waits for
		test(t)
	})
}

// registered has, for the names of some commands, the setting of a stand-in with which they are registered.
var registered sync.Map

// connectTo is connectWith for a stand-in that has started.
func connectTo(t *testing.T, server *discordtest.Server, o bot.Options) *world {
	t.Helper()
	t.Cleanup(func() { // once the bot has stopped
		for _, rule := range server.Broken() {
			t.Errorf("broken rule: %s", rule)
		}
	})
	return connectFreely(t, server, o)
}

// connectFreely is connectTo for a bot that may break Discord's rules.
func connectFreely(t *testing.T, server *discordtest.Server, o bot.Options) *world {
	t.Helper()
	w := &world{Server: server}
	o.Token = discordtest.Token
	w.start(t, o)
	t.Cleanup(w.stop)
	w.waitRegistered(t, o.Commands)
	return w
}

// namesOf returns the names of the commands that are registered.
func namesOf(cmds []chat.Command) (names []string) {
	for _, c := range cmds {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// waitRegistered waits until the commands are registered and the bot knows their ids.
func (w *world) waitRegistered(t *testing.T, cmds []chat.Command) {
	t.Helper()
	ctx := within(t)
	if err := w.WaitCommands(ctx, namesOf(cmds)...); err != nil {
		t.Fatal(err, w.log)
	}
	if !w.log.until(ctx, func() bool { return w.log.has("changed=") }) { // logged once the ids are known
		t.Fatal(w.log)
	}
	names := fmt.Sprint(namesOf(cmds))
	if _, ok := registered.Load(names); !ok {
		registered.Store(names, discordtest.Registered(w.Server))
	}
}

// posting returns an engine that sends the posts of the commands.
func (w *world) posting(with feature.Tools) *outbox.Engine {
	kept, channels, timing := with.Store.(*store.Store), w.bot.Channels(), outbox.StandardTiming()
	with.Log = newLog(w.log, discordtest.Token)
	pace := outbox.NewPace(timing, kept, with.Log)
	kinds, _ := commands.New(with).Posts(feature.Outbox{Channels: channels, Pace: pace, Timing: timing})
	return outbox.New(outbox.Options{
		Store: kept, Channels: channels, Pace: pace, Log: with.Log, Holder: "test", Now: with.Now, Timing: timing,
		Settled: func(outbox.Certainty) {}, Kinds: kinds,
	})
}

// start runs a bot that connects to the world's server. The bot must not end by itself.
func (w *world) start(t *testing.T, o bot.Options) {
	t.Helper()
	ended := w.run(t, o)
	end := w.stop
	w.stop = sync.OnceFunc(func() {
		end()
		if err := <-ended; err != nil {
			t.Errorf("the bot ended with %v", err)
		}
	})
}

// A clock is moved by a test while the bot reads it.
type clock struct{ now atomic.Pointer[time.Time] }

func clockAt(now time.Time) *clock {
	c := new(clock)
	c.now.Store(&now)
	return c
}

// Now returns the time of the clock.
func (c *clock) Now() time.Time { return *c.now.Load() }

func (c *clock) advance(d time.Duration) {
	now := c.Now().Add(d)
	c.now.Store(&now)
}

// run runs a bot that connects to the world's server. ended gets the result.
func (w *world) run(t *testing.T, o bot.Options) (ended chan error) {
	t.Helper()
	w.log = new(logBuffer)
	o.Log = newLog(w.log, o.Token)
	if w.api == "" {
		w.api = w.URL()
	}
	o.APIURL, _ = url.Parse(w.api)
	o.StopTime = 5 * time.Second
	b := bot.New(o)
	w.bot = b
	t.Cleanup(func() { keepsSecrets(t, w, o.Token) })
	ctx, cancel := context.WithCancel(context.Background())
	w.stop = cancel
	ended = make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	return ended
}

// refuse asks the bot for an answer that Discord refuses, and returns once Discord has done
// so. Further answers are accepted.
func (w *world) refuse(t *testing.T, ask func(ctx context.Context) (*discordtest.Answer, error)) {
	t.Helper()
	ctx, refused := context.WithCancel(within(t))
	defer refused()
	w.SetFaults(func(r discordtest.Request) *discordtest.Fault {
		if !strings.HasSuffix(r.Route, "/callback") || ctx.Err() != nil {
			return nil
		}
		refused()
		return &discordtest.Fault{Status: 400}
	})
	if answer, err := ask(ctx); err == nil {
		t.Fatalf("the refused answer arrived: %s", answer.Message.Text())
	} else if ctx.Err() != context.Canceled {
		t.Fatalf("the bot sent no answer: %v", err)
	}
	w.SetFaults(nil)
}

// keepsSecrets fails if the token, or that of an interaction, is in the world's log, or if
// the log names a person.
func keepsSecrets(t *testing.T, w *world, token string) {
	t.Helper()
	secrets := []string{token}
	if w.Server != nil {
		for _, r := range w.Requests() {
			if parts := strings.Split(r.Path, "/"); strings.HasSuffix(r.Route, "/callback") {
				secrets = append(secrets, parts[len(parts)-2])
			}
		}
	}
	logs := w.log.String()
	for _, secret := range secrets {
		if earlier, _, leaked := strings.Cut(logs, secret); leaked {
			t.Errorf("there is a secret in the log after\n%s", earlier[strings.LastIndexByte(earlier, '\n')+1:])
		}
	}
	for _, line := range discordtest.Naming(logs) {
		t.Errorf("the log names a person: %s", line)
	}
}

// sideBySide runs subtests in parallel. They mostly wait, so there may be more than
// processors.
func sideBySide[C any](t *testing.T, cases []C, name func(C) string, test func(*testing.T, C)) {
	const most = 16
	var group errgroup.Group
	group.SetLimit(most)
	for _, c := range cases {
		group.Go(func() error {
			t.Run(name(c), func(t *testing.T) { test(t, c) })
			return nil
		})
	}
	group.Wait()
}

// apart makes a case of sideBySide one in a bubble.
func apart[C any](test func(*testing.T, C)) func(*testing.T, C) {
	return func(t *testing.T, c C) { inBubble(t, func(t *testing.T) { test(t, c) }) }
}

// newLog returns a log with all levels that hides secrets, like that of main.
func newLog(to *logBuffer, token string) *slog.Logger {
	return slog.New(slog.NewTextHandler(rest.Redact(to, token), &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// within returns a context with a deadline, for events that must happen soon.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// logBuffer collects a log.
type logBuffer struct {
	mu      sync.Mutex
	b       bytes.Buffer
	written chan struct{} // closed by the next write; nil if nobody waits
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.written != nil {
		close(l.written)
		l.written = nil
	}
	return l.b.Write(p)
}

// next returns a channel that the next write closes.
func (l *logBuffer) next() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.written == nil {
		l.written = make(chan struct{})
	}
	return l.written
}

// until waits for a condition, which is checked after each line of the log. It returns
// false if the context ends first.
func (l *logBuffer) until(ctx context.Context, condition func() bool) bool {
	for {
		next := l.next()
		if condition() {
			return true
		}
		select {
		case <-next:
		case <-ctx.Done():
			return false
		}
	}
}

// has reports whether the log has an attribute, which is a key with "=" and perhaps a
// value.
func (l *logBuffer) has(attribute string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Contains(l.b.Bytes(), []byte(" "+attribute))
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// pressLabel presses the button with a label.
func (w *world) pressLabel(t *testing.T, who discordtest.User, m *discordtest.Message, label string) *discordtest.Answer {
	t.Helper()
	b, ok := m.Button(label)
	if !ok {
		t.Fatalf("no button %q in\n%s", label, m.Text())
	}
	answer, err := w.Press(within(t), who, m, b.CustomID)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// randomTools returns tools that draw at random.
func randomTools(t *testing.T) feature.Tools {
	all := tools(t)
	all.Draw, all.Now = nil, nil
	return all
}

// download returns the file of a message.
func (w *world) download(t *testing.T, m *discordtest.Message, name string) string {
	t.Helper()
	for _, a := range m.Attachments {
		if a.Filename != name {
			continue
		}
		response, err := http.Get(a.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	t.Fatalf("no file %s", name)
	return ""
}
