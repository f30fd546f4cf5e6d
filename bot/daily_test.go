package bot_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/commands/feature"
	"chess960bot/internal/languages"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/discordtest"
)

// A dailyWorld is a world with a daily post at half past seven, and with a clock that the
// test sets.
type dailyWorld struct {
	*world
	engine *outbox.Engine
	tools  feature.Tools
	now    time.Time
}

func newDailyWorld(t *testing.T, update func(*schedule.Sub), settings ...discordtest.Setting) *dailyWorld {
	t.Helper()
	return newDailyWorldOffering(t, []string{"daily", "daily-posts", "event", "round", "standings"}, update, settings...)
}

func newDailyWorldOffering(t *testing.T, names []string, update func(*schedule.Sub), settings ...discordtest.Setting) *dailyWorld {
	t.Helper()
	n := &dailyWorld{tools: tools(t), now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	n.tools.Now = func() time.Time { return n.now }
	n.tools.Languages = languages.New(n.tools.Store)
	cmds := offer(commands.All(n.tools), names...)
	server := standIn(t, cmds, append(settings, discordtest.Deadline(patience))...)
	n.world = &world{Server: server, log: new(logBuffer)}
	api, _ := url.Parse(server.URL())
	b := bot.New(bot.Options{
		Token: discordtest.Token, APIURL: api, Languages: n.tools.Languages, Commands: cmds, AnswerTime: patience, Log: newLog(n.log, discordtest.Token),
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	n.waitRegistered(t, cmds)
	n.bot = b
	n.engine = n.posting(n.tools)
	n.subscribe(t, update)
	return n
}

func (n *dailyWorld) subscribe(t *testing.T, update func(*schedule.Sub)) {
	t.Helper()
	s := schedule.Sub{
		Channel: discordtest.ChannelID, Guild: discordtest.GuildID, Minute: 19*60 + 30, Zone: "UTC",
		Status: schedule.Active, SetBy: discordtest.Anna.ID, SetAt: n.now,
	}
	s.NextDate, s.NextAt = schedule.Next(n.now, s.Minute, time.UTC, when.EveryDay)
	update(&s)
	if err := dailyrows.Of(n.tools.Store).Save(t.Context(), s); err != nil {
		t.Fatal(err)
	}
}

// at sets the clock, lets the engine send the posts that are due, and returns the
// messages.
func (n *dailyWorld) at(t *testing.T, day int, clock string) []*discordtest.Message {
	t.Helper()
	at, err := time.Parse("15:04:05", clock)
	if err != nil {
		t.Fatal(err)
	}
	n.now = time.Date(2026, 11, day, at.Hour(), at.Minute(), at.Second(), 0, time.UTC)
	if err := n.engine.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	return n.Messages(discordtest.Channel)
}

func (n *dailyWorld) state(t *testing.T) (string, string) {
	t.Helper()
	posts, err := dailyrows.Of(n.tools.Store).Posts(t.Context(), discordtest.ChannelID, 1)
	if err != nil || len(posts) == 0 {
		t.Fatal(posts, err)
	}
	return string(posts[0].State), posts[0].Reason
}

func TestDailyPost(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(s *schedule.Sub) {
		s.Role, s.Theme, s.View, s.Thread = discordtest.Players.ID, "green", "black", true
	})
	if got := n.at(t, 20, "19:29:59"); len(got) != 0 {
		t.Fatalf("posted too early: %s", got[0].Text())
	}
	posted := n.at(t, 20, "19:30:00")
	if len(posted) != 1 {
		t.Fatalf("%d messages\n%s", len(posted), n.log)
	}
	m := posted[0]
	for _, want := range []string{
		"## SP 238 · NRQKNBBR\n-# <@&" + discordtest.Players.ID + "> Position of the day, 20 November 2026.",
		"**SP 238** · Fritz 9 #303 · Almanac #236" + chattest.LaterNumbers(238) + "\n", "238 = 4 × 59 + **2**: bishop f1 (from 0: b d **f** h)",
	} {
		if !strings.Contains(m.Text(), want) {
			t.Errorf("%q is not in\n%s", want, m.Text())
		}
	}
	if pings := m.Pings; len(pings.Roles) != 1 || pings.Roles[0] != discordtest.Players.ID || pings.Everyone || len(pings.Users) != 0 {
		t.Errorf("it pings %+v", pings)
	}
	if name := m.Pictures()[0].Name; name != "daily-2026-11-20.png" || !strings.Contains(m.Pictures()[0].Alt, "from Black's side") {
		t.Errorf("the picture is %s: %s", name, m.Pictures()[0].Alt)
	}
	threads := 0
	for _, r := range n.Requests() {
		if strings.HasSuffix(r.Route, "/threads") && r.Status == 201 {
			threads++
			if !strings.Contains(string(r.Body), `"auto_archive_duration":1440`) || !strings.Contains(string(r.Body), `"SP 238, Friday, 20 November 2026"`) {
				t.Errorf("the thread is asked for by %s", r.Body)
			}
		}
	}
	if threads != 1 {
		t.Errorf("%d threads\n%s", threads, n.log)
	}
	copied, err := n.Press(within(t), discordtest.Ben, m, m.Buttons()[0].CustomID)
	if err != nil || !copied.Message.Private() || copied.Updated {
		t.Errorf("a press gives no private copy: %v", err)
	}
	if again := n.at(t, 20, "23:00:00"); len(again) != 2 { // and Ben's copy
		t.Errorf("%d messages in the evening", len(again))
	}
	for _, rule := range n.Broken() {
		t.Error("rule broken: ", rule)
	}
	holdAgainstOpenAPI(t, n.Requests())
}

// A refused post is explained in words, tried again, and finally recorded.
func TestDailyPostRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		state     discordtest.ChannelState
		want, why string
	}{
		"may not see":    {discordtest.ChannelState{NoAccess: true}, "open", outbox.NoAccess},
		"may not send":   {discordtest.ChannelState{CannotSend: true}, "open", outbox.NoPermission},
		"may not attach": {discordtest.ChannelState{CannotAttach: true}, "open", outbox.NoPermission},
		"gone":           {discordtest.ChannelState{Gone: true}, "open", "Unknown Channel"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newDailyWorld(t, func(*schedule.Sub) {})
			n.SetChannel(discordtest.Channel, c.state)
			n.at(t, 20, "19:30:00")
			if state, why := n.state(t); state != c.want || !strings.Contains(why, c.why) {
				t.Errorf("%s: %s, want %s: %s", state, why, c.want, c.why)
			}
			n.SetChannel(discordtest.Channel, discordtest.ChannelState{})
			if got := n.at(t, 20, "20:30:00"); len(got) != 1 {
				t.Errorf("%d messages when it is mended", len(got))
			}
		})
	}
}

// A post with a lost answer is found by reading the channel, even if Discord lists no
// attachments. Another message of the bot is not mistaken for a post that never arrived.
func TestDailyPostIsLookedFor(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"arrived":                             {StatusAfter: 502},
		"not arrived":                         {DropBefore: true},
		"arrived through a proxy that failed": {StatusAfter: 429, RetryAfter: time.Second, Header: map[string]string{"generated-by-proxy": "true"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T) {
				lost := false
				n := newDailyWorldOffering(t, []string{"random"}, func(*schedule.Sub) {}, discordtest.BareAttachments(), discordtest.NonceWindow(0),
					discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
						if lost || r.Method != "POST" || !strings.HasPrefix(r.Route, "/channels/") {
							return nil
						}
						lost = true
						return &fault
					}))
				slash(t, n.world, "random") // the bot's, too
				n.at(t, 20, "19:30:00")
				if state, _ := n.state(t); state != "open" {
					t.Errorf("after the lost answer: %s", state)
				}
				got := n.at(t, 20, "19:35:00")
				if state, why := n.state(t); state != "posted" || len(got) != 2 {
					t.Errorf("%s %s, %d messages\n%s", state, why, len(got), n.log)
				}
			})
		})
	}
}

// A channel that shows no message may be empty or unreadable. The id of its last message
// shows whether the post can be there.
func TestDailyPostInAChannelThatShowsNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault     discordtest.Fault
		state     discordtest.ChannelState
		messages  bool // there are older ones
		want      string
		wantPosts int
	}{
		"empty":                       {discordtest.Fault{DropBefore: true}, discordtest.ChannelState{}, false, "posted", 1},
		"arrived, cannot be read":     {discordtest.Fault{StatusAfter: 502}, discordtest.ChannelState{NoHistory: true}, false, "unknown", 1},
		"not arrived, cannot be read": {discordtest.Fault{DropBefore: true}, discordtest.ChannelState{NoHistory: true}, true, "posted", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T) {
				now := clockAt(time.Date(2026, 11, 20, 12, 30, 0, 0, time.UTC))
				lost := false
				n := newDailyWorldOffering(t, []string{"about"}, func(*schedule.Sub) {}, discordtest.Clock(now.Now), discordtest.NonceWindow(0),
					discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
						if lost || r.Method != "POST" || !strings.HasPrefix(r.Route, "/channels/") {
							return nil
						}
						lost = true
						return &c.fault
					}))
				if c.messages {
					slash(t, n.world, "about")
				}
				n.SetChannel(discordtest.Channel, c.state)
				now.advance(7 * time.Hour)
				n.at(t, 20, "19:30:00")
				got := n.at(t, 20, "19:35:00")
				posts := 0
				for _, m := range got {
					if len(m.Pictures()) > 0 {
						posts++
					}
				}
				if state, why := n.state(t); state != c.want || posts != c.wantPosts {
					t.Errorf("%s %s, %d posts\n%s", state, why, posts, n.log)
				}
			})
		})
	}
}

// A look reads page after page, and continues after a rate limit in the middle.
func TestDailyPostIsLookedForInABusyChannel(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		lost, reads := false, 0
		evening := time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC)
		n := newDailyWorldOffering(t, []string{"about"}, func(*schedule.Sub) {}, discordtest.Clock(func() time.Time { return evening }),
			discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
				switch {
				case r.Method == "POST" && !lost && strings.HasPrefix(r.Route, "/channels/"):
					lost = true
					return &discordtest.Fault{StatusAfter: 502}
				case r.Method == "GET" && strings.HasPrefix(r.Route, "/channels/"):
					if reads++; reads == 2 {
						return &discordtest.Fault{RetryAfter: 200 * time.Millisecond}
					}
				}
				return nil
			}))
		n.at(t, 20, "19:30:00")
		const others = 250 // messages since
		for range others {
			slash(t, n.world, "about")
		}
		got := n.at(t, 20, "19:35:00")
		if state, why := n.state(t); state != "posted" || len(got) != 1+others || reads != 4 {
			t.Errorf("%s %s, %d messages, %d pages read\n%s", state, why, len(got), reads, n.log)
		}
	})
}

// A global limit also delays the posts of other channels. A limit of one channel does not.
func TestDailyPostsAreHeldByAGlobalLimit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault  discordtest.Fault
		others bool // whether the others go on
	}{
		"channel":    {discordtest.Fault{RetryAfter: 1300 * time.Millisecond}, true},
		"global":     {discordtest.Fault{RetryAfter: 1300 * time.Millisecond, Scope: "global"}, false},
		"Cloudflare": {discordtest.Fault{RetryAfter: 2 * time.Second, Status: 429, HTML: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T) {
				var sent []time.Time
				n := newDailyWorld(t, func(*schedule.Sub) {}, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
					if r.Method != "POST" || !strings.HasPrefix(r.Route, "/channels/") {
						return nil
					}
					if sent = append(sent, time.Now()); len(sent) == 1 {
						return &c.fault
					}
					return nil
				}))
				n.AddChannel(discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518999"}, "elsewhere")
				n.subscribe(t, func(s *schedule.Sub) { s.Channel = "1042101960960518999" })
				n.at(t, 20, "19:30:00")
				if len(sent) != 2 {
					t.Fatalf("%d sends\n%s", len(sent), n.log)
				}
				if after := sent[1].Sub(sent[0]); (after < c.fault.RetryAfter) != c.others || after > 3*time.Second {
					t.Errorf("the other channel's post was sent %v later", after)
				}
			})
		})
	}
}

// If the answer for a thread was lost, or Discord could not open it, the bot tries again.
// In the end there is one thread.
func TestDailyThreadIsTriedAgain(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"overloaded": {Status: 503}, "limited": {RetryAfter: 100 * time.Millisecond}, "answer lost": {StatusAfter: 502}, "cut off": {DropAfter: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T) {
				tries := 0
				n := newDailyWorld(t, func(s *schedule.Sub) { s.Thread = true }, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
					if !strings.HasSuffix(r.Route, "/threads") {
						return nil
					}
					if tries++; tries == 1 {
						return &fault
					}
					return nil
				}))
				m := n.at(t, 20, "19:30:00")[0]
				threads := 0
				for _, ch := range n.Channels(discordtest.GuildID) {
					if ch.ParentID == m.ChannelID {
						threads++
					}
				}
				sub, err := dailyrows.Of(n.tools.Store).Sub(t.Context(), m.ChannelID)
				if threads != 1 || tries != 2 || err != nil || sub.Trouble != outbox.NoTrouble {
					t.Errorf("%d threads after %d tries; the subscription has trouble %q, %v\n%s", threads, tries, sub.Trouble, err, n.log)
				}
			})
		})
	}
}
