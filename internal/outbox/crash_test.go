package outbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/internal/app"
	"chess960bot/internal/daily"
	"chess960bot/internal/discordtest"
	"chess960bot/internal/events"
	"chess960bot/internal/outbox"
	"chess960bot/internal/quiz/race"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
	"chess960bot/internal/testrun"
	"chess960bot/internal/when"
	"chess960bot/render"
)

var crashRounds = flag.Int("crash.rounds", 0, "rounds of the crash tests; if not set, 60 in long runs, else 1")

// The crash tests run 100 times as fast as the real bot: a minute becomes 600 ms. As in
// reality, the stand-in remembers nonces several times as long as the engine trusts them.
var (
	crashTiming = outbox.Timing{
		CatchUp: time.Hour, Plan: 10 * time.Millisecond, Idle: 5 * time.Millisecond,
		Lease: 900 * time.Millisecond, Deadline: 250 * time.Millisecond, NonceTrust: 600 * time.Millisecond,
		Retry: 50 * time.Millisecond, RefusedRetry: 200 * time.Millisecond, GiveUp: time.Hour, Pace: 1000,
	}
	crashNonces = 3 * time.Second
)

// orders tell a child process what to do.
type orders struct {
	API, Database string
	Channels      []string // with a daily post that is due before the process starts
	Troubles      []string // channels that refuse a daily post; the person who set it is told
	Seals         []string // channels with a seal that opens soon after
	Races         []string // channels with a race that starts at once
	Blind         bool     // control: never looks for an earlier attempt, and restarts are always slow
	Repeating     bool     // control: always trusts the nonce
}

const workerOrders = "CHESS960BOT_TEST_WORKER"

func TestMain(m *testing.M) {
	flag.Parse()
	if text := os.Getenv(workerOrders); text != "" {
		var o orders
		if err := json.Unmarshal([]byte(text), &o); err != nil {
			panic(err)
		}
		if err := work(o); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// work is a whole bot in a process of its own. It subscribes the channels and seals the
// draws unless that was done already, posts to them, and ends when all posts are final.
func work(o orders) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	kept, err := store.Open(ctx, o.Database)
	if err != nil {
		return err
	}
	defer kept.Close()
	log := slog.New(slog.DiscardHandler)
	for _, channel := range o.Channels {
		if err := subscribeNow(ctx, kept, channel, discordtest.Anna); err != nil {
			return err
		}
	}
	for _, channel := range o.Troubles {
		if err := subscribeNow(ctx, kept, channel, setterOf(channel)); err != nil {
			return err
		}
	}
	for i, channel := range o.Seals {
		if err := sealNow(ctx, kept, channel, i%2 == 1 && !o.Repeating); err != nil {
			return err
		}
	}
	for _, channel := range o.Races {
		if err := raceNow(ctx, kept, channel); err != nil {
			return err
		}
	}
	api, err := url.Parse(o.API)
	if err != nil {
		return err
	}
	timing := crashTiming
	if o.Repeating {
		timing.NonceTrust = time.Hour
	}
	a := app.New(app.Options{
		Bot: bot.Options{Token: discordtest.Token, APIURL: api, Log: log}, Store: hasty{kept}, Boards: render.New(), Timing: timing, Now: time.Now,
	})
	idle := make(chan struct{}, 1)
	a.Outbox.Store = watchedStore{kept, idle}
	if o.Blind {
		a.Outbox.Channels = blind{a.Outbox.Channels}
	}
	go a.Run(ctx)
	for {
		if final, err := allFinal(ctx, kept, o); final || err != nil {
			return err
		}
		select {
		case <-idle:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A hasty store lets every process identify at once, as the stand-in does: otherwise most
// processes would be killed while they wait.
type hasty struct{ *store.Store }

func (hasty) ClaimSlot(context.Context, string, time.Duration) (wait time.Duration, err error) {
	return 0, nil
}

// A watchedStore reports when the engine has found nothing to claim: then this process or
// another one may have finished all posts.
type watchedStore struct {
	*store.Store
	idle chan<- struct{}
}

func (s watchedStore) Claim(ctx context.Context, now time.Time, holder string, lease time.Duration) (outbox.Post, bool, error) {
	p, ok, err := s.Store.Claim(ctx, now, holder, lease)
	if !ok {
		select {
		case s.idle <- struct{}{}:
		default:
		}
	}
	return p, ok, err
}

// blind hides all messages from the engine.
type blind struct{ outbox.Channels }

func (blind) Find(context.Context, outbox.Post, string, string) (outbox.Page, error) {
	return outbox.Page{}, nil
}

// subscribeNow subscribes a channel to a post that is due at once.
func subscribeNow(ctx context.Context, kept *store.Store, channel string, by discordtest.User) error {
	if _, err := kept.Sub(ctx, channel); err == nil {
		return nil
	}
	now := time.Now().UTC().Truncate(time.Minute)
	return kept.Save(ctx, daily.Sub{
		Channel: channel, Guild: "guild of " + channel, Zone: "UTC", Status: daily.Active, SetBy: by.ID,
		Minute: when.Minute(now.Hour()*60 + now.Minute()), NextDate: when.DateOf(now), NextAt: now,
	})
}

// setterOf is the person who has set the daily post of a channel that refuses posts.
func setterOf(channel string) discordtest.User {
	return discordtest.User{ID: "9" + channel[1:], Name: "Setter of " + channel}
}

// sealNow opens an event with the id of its channel, and seals a draw. The seal opens by
// itself soon, or somebody has pressed the button, and the answer is lost.
func sealNow(ctx context.Context, kept *store.Store, channel string, pressed bool) error {
	if _, err := kept.Event(ctx, events.Ref{Channel: channel}); err == nil {
		return nil
	}
	now, sealed := time.Now(), time.Now().Add(150*time.Millisecond-events.SealTime)
	e := &events.Event{
		ID: channel, Channel: channel, OpenedBy: discordtest.Anna.ID, OpenedAt: now,
		Rules: events.Rules{Name: "Crash", Rounds: 1, Boards: 1, Games: 1, Sealed: true},
	}
	d, err := e.Seal(events.Asker{User: discordtest.Anna.ID, At: sealed}, func(n int) (int, error) { return rand.IntN(n), nil }, func() [16]byte { return [16]byte{} })
	if err != nil {
		return err
	}
	if pressed {
		if _, err := e.OpenSeal(d.Round, events.Asker{User: discordtest.Anna.ID, At: now.Add(-time.Minute)}); err != nil {
			return err
		}
	}
	if err := kept.NewEvent(ctx, e); !errors.Is(err, events.ErrExists) { // another process may have made it
		return err
	}
	return nil
}

// allFinal reports whether each channel has a post, and all posts are final but those that
// Discord refuses.
func allFinal(ctx context.Context, kept *store.Store, o orders) (bool, error) {
	for _, channel := range o.Channels {
		posts, err := kept.Posts(ctx, channel, 1)
		if err != nil || len(posts) == 0 || posts[0].State == outbox.Open {
			return false, err
		}
	}
	for _, channel := range o.Troubles {
		if s, err := kept.Sub(ctx, channel); err != nil || s.FailingSince.IsZero() {
			return false, err
		}
	}
	posts, _, err := kept.Count(ctx, time.Now())
	return err == nil && posts[daily.TroubleKind][outbox.Open]+posts[events.SealKind][outbox.Open]+posts[race.Kind][outbox.Open] == 0, err
}

// A tally counts the results of the rounds, from the channels and from the store.
type tally struct{ kills, posts, troubles, seals, once, doubled, unknown, missing int }

func (t tally) String() string {
	return fmt.Sprintf("%d processes killed, %d daily posts, %d troubles told, %d seals: %d once, %d doubled, %d unknown and said so, %d silently missing",
		t.kills, t.posts, t.troubles, t.seals, t.once, t.doubled, t.unknown, t.missing)
}

func (t *tally) add(other tally) {
	t.kills += other.kills
	t.posts += other.posts
	t.troubles += other.troubles
	t.seals += other.seals
	t.once += other.once
	t.doubled += other.doubled
	t.unknown += other.unknown
	t.missing += other.missing
}

// crash runs rounds. In each round some channels are due, Discord loses requests and
// answers, and the worker is killed at random times and started again, sometimes late.
// The last run is not disturbed.
func crash(t *testing.T, rounds int, o orders, nonces time.Duration) (sum tally) {
	t.Helper()
	discord, chaos := startDiscord(t, nonces)
	o.API = discord.URL()
	for round := range rounds {
		o.Channels, o.Seals, o.Troubles = dueChannels(t, discord, round)
		chaos.set(false)
		for kills := 1 + chaos.intN(3); kills > 0; kills-- {
			life := time.Duration(40+chaos.intN(500)) * time.Millisecond
			if o.Repeating {
				life += time.Second // for more attempts by one process: only they trust the nonce
			}
			if runWorker(t, o, life) {
				sum.kills++
			}
			if o.Blind || chaos.intN(4) == 0 { // slower than Discord remembers nonces
				time.Sleep(nonces + crashTiming.Lease/2)
			}
		}
		chaos.set(true)
		runWorker(t, o, time.Minute)
		for i := range troublesARound {
			discord.SetChannel(channelOf(round, dailiesARound+sealsARound+i), discordtest.ChannelState{})
		}
	}
	judge(t, &sum, discord, o.Database, rounds)
	for _, rule := range discord.Broken() {
		t.Error("rule broken: ", rule)
	}
	return sum
}

// Each round has channels with a daily post, channels with a seal, and channels that refuse
// a daily post.
const (
	dailiesARound  = 3
	sealsARound    = 4
	troublesARound = 3
)

// channelOf is one of the channels of a round: those with seals come after the first daily
// posts, and those that refuse come last.
func channelOf(round, i int) discordtest.Place {
	return discordtest.Place{GuildID: discordtest.GuildID, ChannelID: fmt.Sprint(1_100_000_000_000_000_000 + round*10 + i)}
}

// dueChannels makes the channels of a round.
func dueChannels(t *testing.T, discord *discordtest.Server, round int) (dailies, seals, troubles []string) {
	t.Helper()
	var ids []string
	for i := range dailiesARound + sealsARound + troublesARound {
		channel := channelOf(round, i)
		discord.AddChannel(channel, "daily")
		greet(t, discord, channel)
		ids = append(ids, channel.ChannelID)
		if i >= dailiesARound+sealsARound {
			discord.SetChannel(channel, discordtest.ChannelState{CannotSend: true})
			discord.Install(setterOf(channel.ChannelID)) // bots cannot write to people whom Discord does not know
		}
	}
	return ids[:dailiesARound], ids[dailiesARound : dailiesARound+sealsARound], ids[dailiesARound+sealsARound:]
}

// greet puts a message into a channel. Without any message the engine could not tell
// whether it may read the channel.
func greet(t *testing.T, discord *discordtest.Server, channel discordtest.Place) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "POST", discord.URL()+"/api/v10/channels/"+channel.ChannelID+"/messages",
		strings.NewReader(`{"content": "Hello.", "allowed_mentions": {"parse": []}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bot " + discordtest.Token}, "Content-Type": {"application/json"}, "User-Agent": {"DiscordBot (https://example.com, 1)"}}
	response, err := http.DefaultClient.Do(r)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatal(response, err)
	}
	response.Body.Close()
}

// startDiscord starts a stand-in that remembers nonces for the given time. Its chaos is
// still calm.
func startDiscord(t *testing.T, nonces time.Duration) (*discordtest.Server, *chaos) {
	t.Helper()
	c := &chaos{random: rand.New(rand.NewPCG(rand.Uint64(), 960)), calm: true}
	discord, err := discordtest.Start(discordtest.NonceWindow(nonces), discordtest.History(20_000),
		discordtest.Faults(func(q discordtest.Request) *discordtest.Fault { return c.fault(q.Route) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(discord.Close)
	return discord, c
}

// chaos disturbs requests unless it is calm.
type chaos struct {
	mu     sync.Mutex
	random *rand.Rand
	calm   bool
}

func (c *chaos) set(calm bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calm = calm
}

func (c *chaos) intN(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.random.IntN(n)
}

// fault returns the fault of a request: for most requests none.
func (c *chaos) fault(route string) *discordtest.Fault {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calm || !strings.HasPrefix(route, "/channels/") && route != "/users/@me/channels" {
		return nil
	}
	switch c.random.IntN(12) {
	case 0:
		return &discordtest.Fault{Status: 502}
	case 1:
		return &discordtest.Fault{StatusAfter: 502}
	case 2:
		return &discordtest.Fault{DropBefore: true}
	case 3:
		return &discordtest.Fault{DropAfter: true}
	case 4:
		return &discordtest.Fault{RetryAfter: 100 * time.Millisecond}
	case 5:
		return &discordtest.Fault{Delay: 300 * time.Millisecond} // longer than the engine waits
	}
	return nil
}

// worker returns a command for a process that follows the orders. It is killed when the
// context ends.
func worker(ctx context.Context, t *testing.T, o orders) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = append(os.Environ(), workerOrders+"="+string(text))
	return cmd
}

// runWorker runs a worker until it is done, or kills it after a time.
func runWorker(t *testing.T, o orders, life time.Duration) (killed bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), life)
	defer cancel()
	if out, err := worker(ctx, t, o).CombinedOutput(); err != nil && ctx.Err() == nil {
		t.Fatalf("the worker failed: %v\n%s", err, out)
	} else if life >= time.Minute && ctx.Err() != nil {
		t.Fatalf("the worker did not finish\n%s", out)
	}
	return ctx.Err() != nil
}

// crashDatabases has, for both kinds of database, a function that returns the address of
// a new one.
var crashDatabases = map[string]func(testing.TB) string{
	"SQLite":     storetest.SQLite,
	"PostgreSQL": storetest.Postgres,
}

// judge counts the messages in the channels and the states in the store.
func judge(t *testing.T, sum *tally, discord *discordtest.Server, database string, rounds int) {
	t.Helper()
	kept, err := store.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	for round := range rounds {
		for i := range dailiesARound {
			channel := channelOf(round, i)
			posts, err := kept.Posts(t.Context(), channel.ChannelID, 10)
			if err != nil || len(posts) != 1 {
				t.Fatalf("channel %s has the posts %v, %v", channel.ChannelID, posts, err)
			}
			sum.posts++
			sum.count(len(discord.Messages(channel))-1, posts[0].State != outbox.Posted) // without the greeting
		}
		for i := range troublesARound {
			sum.troubles++
			setter := setterOf(channelOf(round, dailiesARound+sealsARound+i).ChannelID)
			sum.count(len(discord.Messages(setter.DM())), false)
		}
		for i := range sealsARound {
			channel := channelOf(round, dailiesARound+i)
			e, err := kept.Event(t.Context(), events.Ref{Channel: channel.ChannelID})
			if err != nil {
				t.Fatal(err)
			}
			sum.seals++
			sum.count(len(discord.Messages(channel))-1, !e.Last().Shown) // an unshown draw is shown by the next
		}
	}
}

// count counts a post of which so many messages have arrived. saidSo is true if people can
// see that none may have arrived.
func (t *tally) count(messages int, saidSo bool) {
	switch {
	case messages > 1:
		t.doubled++
	case messages == 1:
		t.once++
	case saidSo:
		t.unknown++
	default:
		t.missing++
	}
}

func TestCrashes(t *testing.T) {
	t.Parallel()
	rounds := *crashRounds
	if rounds == 0 {
		testrun.LongOnly(t, "kills the program a hundred times")
		rounds = 60 // 180 take ten minutes
	}
	const parts = 4 // each with a Discord and a database of its own: they mostly wait
	for name, address := range crashDatabases {
		var mu sync.Mutex
		var sum tally
		t.Cleanup(func() { t.Logf("%s: %v", name, sum) })
		for part := range parts {
			t.Run(fmt.Sprint(name, " ", part), func(t *testing.T) {
				t.Parallel()
				n := (rounds + part) / parts
				got := crash(t, n, orders{Database: address(t)}, crashNonces)
				if got.doubled > 0 || got.missing > 0 || got.posts != dailiesARound*n || got.seals != sealsARound*n || got.troubles != troublesARound*n {
					t.Errorf("%v", got)
				}
				mu.Lock()
				defer mu.Unlock()
				sum.add(got)
			})
		}
	}
}

// The controls show that the test can fail: without looking, or without nonces, posts
// arrive twice.
func TestCrashesWithoutTheProtocol(t *testing.T) {
	t.Parallel()
	if *crashRounds == 0 {
		testrun.LongOnly(t, "kills the program until posts are doubled")
	}
	rounds := max(4, *crashRounds)
	for name, c := range map[string]struct {
		orders orders
		nonces time.Duration
	}{
		"no look":  {orders{Blind: true}, crashNonces},
		"no nonce": {orders{Repeating: true}, time.Nanosecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got tally
			for tries := 8; got.doubled == 0 && tries > 0; tries-- { // chance may spare some rounds
				c.orders.Database = crashDatabases["SQLite"](t)
				got = crash(t, rounds, c.orders, c.nonces)
				t.Log(got)
			}
			if got.doubled == 0 {
				t.Errorf("nothing goes wrong: %v", got)
			}
		})
	}
}
