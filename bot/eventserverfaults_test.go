package bot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/discordtest"
)

// A listWorld has an evening that is to be in the server's list of events, in an hour.
type listWorld struct {
	*world
	clock  *clock
	engine *outbox.Engine
}

// listing opens an evening, which no post has put into the server's list so far.
func listing(t *testing.T) *listWorld {
	t.Helper()
	c, with := clockAt(drawnAt), tools(t)
	with.Now = c.Now
	l := &listWorld{clock: c}
	l.world = connectWith(t, bot.Options{Commands: offerEvents(with), AnswerTime: patience}, discordtest.Deadline(patience), discordtest.Clock(c.Now))
	l.engine = l.posting(with)
	l.asks(t, discordtest.Channel, "new", map[string]any{"name": "Thursday", "rounds": 3, "starts": "in 1 hour"})
	return l
}

// asks lets Anna ask for something in a channel, and returns the answer's text.
func (l *listWorld) asks(t *testing.T, where discordtest.Place, subcommand string, options map[string]any) string {
	t.Helper()
	answer, err := l.Slash(within(t), discordtest.Anna, where, "event "+subcommand, options, discordtest.Permissions(discordgo.PermissionManageEvents))
	if err != nil {
		t.Fatal(err)
	}
	return answer.Message.Text()
}

// pass lets time pass, and sends what is due.
func (l *listWorld) pass(t *testing.T, d time.Duration) {
	t.Helper()
	l.clock.advance(d)
	if err := l.engine.Tick(t.Context()); err != nil && !strings.Contains(err.Error(), "EOF") {
		t.Log(err)
	}
}

// events returns the bot's events that the server ever had.
func (l *listWorld) events() []discordtest.ServerEvent { return l.ServerEvents(discordtest.GuildID) }

// said returns the last message of the channel.
func (l *listWorld) said() string {
	all := l.Messages(discordtest.Channel)
	return all[len(all)-1].Text()
}

// once lets the first request with a method about a server's events have a fault.
func (l *listWorld) once(method string, fault discordtest.Fault) {
	done := false
	l.SetFaults(func(r discordtest.Request) *discordtest.Fault {
		if done || r.Method != method || !strings.Contains(r.Route, "scheduled-events") {
			return nil
		}
		done = true
		return &fault
	})
}

// wantEvents fails unless there is one event with a state, or none.
func (l *listWorld) wantEvents(t *testing.T, states ...int) {
	t.Helper()
	var got []int
	for _, e := range l.events() {
		got = append(got, e.Status)
	}
	if len(got) != len(states) || len(got) > 0 && got[0] != states[0] {
		t.Errorf("events with the states %v, want %v\n%s", got, states, l.log)
	}
}

// Whatever answer is lost, there is one event; it follows the evening, and ends with it.
func TestServerEventLostAnswers(t *testing.T) {
	faults := map[string]discordtest.Fault{
		"lost before": {DropBefore: true}, "lost after": {DropAfter: true}, "502": {Status: 502}, "502 after": {StatusAfter: 502},
		"limited": {RetryAfter: 2 * time.Second}, "limited for all": {RetryAfter: time.Second, Scope: "global"}, "a page": {HTML: true},
	}
	for name, fault := range faults {
		for _, method := range []string{"GET", "POST", "PATCH"} {
			t.Run(method+" "+name, func(t *testing.T) {
				t.Parallel()
				l := listing(t)
				l.once(method, fault)
				for range 4 {
					l.pass(t, time.Minute)
				}
				l.wantEvents(t, discordtest.EventScheduled)
				l.asks(t, discordtest.Channel, "change", map[string]any{"name": "Friday", "place": "Club"})
				for range 4 {
					l.pass(t, time.Minute)
				}
				l.wantEvents(t, discordtest.EventScheduled)
				if e := l.events()[0]; e.Name != "Friday" || e.Place != "Club" {
					t.Errorf("%+v", e)
				}
				l.asks(t, discordtest.Channel, "close", nil)
				if method == "GET" { // of the state before the end
					l.once(method, fault)
				}
				for range 4 {
					l.pass(t, time.Minute)
				}
				l.wantEvents(t, discordtest.EventCanceled)
			})
		}
	}
}

// The name changes, or the evening ends, while nobody knows whether the event was made.
func TestServerEventChangedBeforeItIsKnown(t *testing.T) {
	for name, change := range map[string]func(l *listWorld){
		"renamed": func(l *listWorld) {
			l.asks(t, discordtest.Channel, "change", map[string]any{"name": "Friday", "starts": "in 2 hours"})
		},
		"closed": func(l *listWorld) { l.asks(t, discordtest.Channel, "close", nil) },
	} {
		for _, arrived := range []bool{false, true} {
			l := listing(t)
			l.once("POST", discordtest.Fault{DropAfter: arrived, DropBefore: !arrived})
			l.pass(t, time.Second)
			change(l)
			for range 4 {
				l.pass(t, time.Minute)
			}
			switch {
			case name == "closed" && !arrived:
				l.wantEvents(t)
			case name == "closed":
				l.wantEvents(t, discordtest.EventCanceled)
			default:
				l.wantEvents(t, discordtest.EventScheduled)
				if e := l.events()[0]; e.Name != "Friday" {
					t.Errorf("%s: %+v", name, e)
				}
			}
		}
	}
}

// The list is full, or Discord refuses the event for another reason: the channel reads so once.
func TestServerEventRefused(t *testing.T) {
	full := func(l *listWorld) {
		for range 100 {
			l.AddServerEvent(discordtest.ServerEvent{GuildID: discordtest.GuildID, Creator: discordtest.Ben, Starts: l.clock.Now().Add(time.Hour), Ends: l.clock.Now().Add(2 * time.Hour)})
		}
	}
	for name, c := range map[string]struct {
		prepare func(*listWorld)
		says    string
	}{
		"full":    {full, "the server already has 100, the most that Discord allows"},
		"403":     {func(l *listWorld) { l.once("POST", discordtest.Fault{Status: 403, Code: 50013}) }, "I need the **Create Events** permission"},
		"refused": {func(l *listWorld) { l.once("POST", discordtest.Fault{Status: 400, Code: 50035}) }, "Discord refuses it"},
		"away":    {func(l *listWorld) { l.clock.advance(2 * time.Hour) }, "I was offline until after its start"},
	} {
		l := listing(t)
		others := 0
		if c.prepare(l); name == "full" {
			others = 100
		}
		for range 5 {
			l.pass(t, time.Minute)
		}
		if got := len(l.events()); got != others {
			t.Errorf("%s: %d events", name, got)
		}
		told := 0
		for _, m := range l.Messages(discordtest.Channel) {
			told += strings.Count(m.Text(), c.says)
		}
		if told != 1 {
			t.Errorf("%s: told %d times, the last message is\n%s", name, told, l.said())
		}
	}
}

// Discord ends the event by the clock while the bot is away. The evening's end then changes nothing.
func TestServerEventEndsByItself(t *testing.T) {
	l := listing(t)
	l.pass(t, time.Second)
	l.asks(t, discordtest.Channel, "draw", nil)
	l.asks(t, discordtest.Channel, "close", nil)
	l.clock.advance(5 * time.Hour)
	l.pass(t, time.Second)
	l.wantEvents(t, discordtest.EventCompleted)
	if said := l.asks(t, discordtest.Channel, "reopen", nil); !strings.Contains(said, "The event stays off the server's list of events.") {
		t.Error(said)
	}
	l.pass(t, time.Minute)
	l.wantEvents(t, discordtest.EventCompleted)
}

// In a post of a forum, which is a thread, the place is its name, and the text leads there.
func TestServerEventInForum(t *testing.T) {
	l := listing(t)
	forum := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518177"}
	l.AddChannel(forum, "club-nights")
	post := l.AddThread(forum, "Night of the queens")
	l.asks(t, post, "new", map[string]any{"name": "Queens", "rounds": 2, "starts": "in 90 minutes"})
	l.pass(t, time.Second)
	e := l.events()[1]
	if e.Name != "Queens" || e.Place != "Night of the queens" || !strings.Contains(e.Description, "<#"+post.ChannelID+">") {
		t.Errorf("%+v", e)
	}
}

// Where the bot is no member, the evening opens, and is in no list.
func TestServerEventUninvited(t *testing.T) {
	l := listing(t)
	l.Install(discordtest.Anna)
	l.LeaveGuild(discordtest.GuildID)
	elsewhere := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518178"}
	l.AddChannel(elsewhere, "elsewhere")
	said := l.asks(t, elsewhere, "new", map[string]any{"name": "Guests", "rounds": 2, "starts": "in 90 minutes"})
	if !strings.Contains(said, "I am not in this server, so this event is not in its list.") {
		t.Error(said)
	}
	l.pass(t, time.Second)
	l.wantEvents(t)
}

// Two evenings of the same name and start each get an event of their own, though the answer to one is lost: the text of the
// second one tells them apart.
func TestServerEventTwins(t *testing.T) {
	l := listing(t)
	l.once("POST", discordtest.Fault{DropAfter: true})
	l.pass(t, 0)
	thread := l.AddThread(discordtest.Channel, "Juniors")
	l.asks(t, thread, "new", map[string]any{"name": "Thursday", "rounds": 2, "starts": "in 1 hour"})
	for range 4 {
		l.pass(t, time.Minute)
	}
	l.wantEvents(t, discordtest.EventScheduled, discordtest.EventScheduled)
	places := map[string]bool{}
	for _, e := range l.events() {
		places[e.Place] = true
	}
	if !places["chess960"] || !places["Juniors"] {
		t.Errorf("%v", places)
	}
	l.asks(t, thread, "close", nil)
	l.pass(t, time.Minute)
	for _, e := range l.events() {
		if canceled := e.Status == discordtest.EventCanceled; canceled != (e.Place == "Juniors") {
			t.Errorf("%+v", e)
		}
	}
}
