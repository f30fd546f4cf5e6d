package event

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/online"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
	"chess960bot/render/paper"
)

// brokenEvents is a store in which every method fails.
type brokenEvents struct{ evening.Store }

func (brokenEvents) ManyResults(context.Context, string) (bool, error) { return false, errBroken }

var errBroken = errors.New("the disk is gone")

func (brokenEvents) NewEvent(context.Context, *evening.Event) error { return errBroken }

func (brokenEvents) Event(context.Context, evening.Ref) (*evening.Event, error) {
	return nil, errBroken
}

func (brokenEvents) UpdateEvent(context.Context, evening.Ref, func(*evening.Event) error) (*evening.Event, error) {
	return nil, errBroken
}

func (brokenEvents) Evenings(context.Context, string, int) ([]*evening.Event, error) {
	return nil, errBroken
}

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// toolsWith returns tools that always draw the given number, with a fixed clock.
func toolsWith(store evening.Store, drawn int) Tools {
	return Tools{
		Boards: boards, Store: store, Heavy: chat.NewHeavyWork(), Press: paper.NewPress(),
		Draw: func(int) (int, error) { return drawn, nil },
		Now:  func() time.Time { return time.Unix(1_790_000_000, 0) },
	}
}

// Without a database, every subcommand and button of /event says so.
func TestEventsWithoutDatabase(t *testing.T) {
	tools := toolsWith(brokenEvents{}, 0)
	tools.Games = refusedGames{}
	c := Command(tools)
	asked := map[string]func() (*chat.Reply, error){}
	for _, o := range c.Subcommands {
		asked[o.Name] = func() (*chat.Reply, error) {
			return c.Answer(t.Context(), &chat.Request{GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents, Subcommand: o.Name,
				Options: chat.Options{"name": "x", "rounds": 5.0, "round": 1.0, "from": "x", "board": 1.0, "result": "1-0", "position": "518"}})
		}
	}
	for _, p := range c.Presses {
		id := p.Name + ":ABC:1"
		switch p.Name {
		case "event-late":
			id += ":1:5"
		case "event-boards", "event-games", "event-draw-on", "event-check", "event-fens", "event-play", "event-play-open", "event-results", "event-results-page", "event-pairings", "event-pairings-tell", "event-pairs", "event-board-tell", "event-start", "event-begun", "event-manage":
			id += ":0"
		case "event-play-next", "event-play-again":
			id += ":0:5+3"
		case "event-do", "event-do-form":
			id += ":0:log"
		case "event-merge":
			id += ":2"
		case "event-else":
			id += ":0:2:2"
		case "event-again":
			id = p.Name
		case "event-log":
			id = "event-log:x:0"
		case "event-results-tell":
			id += ":0:0:0"
		}
		asked[p.Name] = func() (*chat.Reply, error) {
			return c.Press(t.Context(), &chat.Request{GuildID: "1", ChannelID: "2", CustomID: id, Options: chat.Options{"number": 5.0, "time": "5+3"}})
		}
	}
	if len(asked) != 48 {
		t.Errorf("%d ways to ask", len(asked))
	}
	for name, ask := range asked {
		reply, err := ask()
		if !errors.Is(err, errBroken) {
			t.Errorf("%s: %v, %v", name, reply, err)
			continue
		}
		if sorry := chattest.Text(chat.Apology(err, "x").Reply()); !strings.Contains(sorry, "my database does not work right now") {
			t.Errorf("%s: %s", name, sorry)
		}
	}
}

// An opened seal shows everything that a stranger needs to work out the position: all
// added numbers, and whether the seal opened late.
func TestOpenedSealsCanBeChecked(t *testing.T) {
	sealed := time.Unix(1790000000, 0)
	for _, adders := range []int{0, 2, namedAdded, namedAdded + 5} {
		e := &evening.Event{ID: "ABC", Rules: evening.Rules{Name: "Crowd", Rounds: 3, Boards: 1, Games: 1, Sealed: true}}
		if _, err := e.Seal(evening.Asker{User: chattest.Anna, At: sealed}, func(int) (int, error) { return 612, nil }, secretBits); err != nil {
			t.Fatal(err)
		}
		for i := range adders {
			if err := e.Add(1, evening.Asker{User: strconv.Itoa(1000 + i)}, 100+i); err != nil {
				t.Fatal(err)
			}
		}
		d, err := e.OpenSeal(1, evening.Asker{At: sealed.Add(time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		reply, err := Tools{Boards: boards}.drawReply(e, d, evening.First)
		if err != nil {
			t.Fatal(err)
		}
		said := chattest.Text(reply)
		for _, file := range reply.Files {
			said += "\n" + string(file.Bytes)
		}
		for i := range adders {
			if line := fmt.Sprintf("%d %d\n", 1000+i, 100+i); !strings.Contains(said, fmt.Sprintf("<@%d> (%d)", 1000+i, 100+i)) && !strings.Contains(said, line) {
				t.Errorf("%d adders: want %s in\n%.1000s", adders, line, said)
			}
		}
		end := fmt.Sprintf(": **%s**.\nThe seal should have been opened at <t:%d:T>, but I was offline.", spName(d.SPs[0]), sealed.Add(evening.SealTime).Unix())
		if !strings.Contains(said, end) {
			t.Errorf("%d adders: want %s in\n%.1000s", adders, end, said)
		}
	}
}

// Of somebody who was forgotten, a sealed draw says nothing: it opens at its time.
func TestSealOfSomebodyForgotten(t *testing.T) {
	for _, noPosts := range []bool{false, true} {
		e := &evening.Event{ID: "ABC", Rules: evening.Rules{Name: "Club", Rounds: 3, Boards: 1, Games: 1, Sealed: true}}
		d, err := e.Seal(evening.Asker{At: time.Unix(1790000000, 0), NoPosts: noPosts}, func(int) (int, error) { return 612, nil }, secretBits)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := Tools{Boards: boards}.sealReply(e, d)
		if err != nil {
			t.Fatal(err)
		}
		want := "to 9999. I open the seal at <t:1790000600:t>."
		if noPosts {
			want = "to 9999. Anyone may open the seal from <t:1790000600:t> on. The number stays locked until somebody presses **Open the draw**."
		}
		if said := chattest.Text(reply); !strings.Contains(said, want) {
			t.Errorf("want %s in\n%s", want, said)
		}
		if said := sealer(d); said != nil {
			t.Errorf("%q can open it early", said)
		}
	}
}

// A seal that only people open never says that it opens by itself, or that it opened late.
func TestASealThatOnlyPeopleOpenSaysSo(t *testing.T) {
	sealed := time.Unix(1790000000, 0)
	e := &evening.Event{ID: "ABC", Rules: evening.Rules{Name: "Group", Rounds: 3, Boards: 1, Games: 1, Sealed: true}}
	by := evening.Asker{User: chattest.Anna, At: sealed, NoPosts: true}
	d, err := e.Seal(by, func(int) (int, error) { return 612, nil }, secretBits)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := Tools{Boards: boards}.sealReply(e, d)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("to 9999. <@%s> opens the seal, or anyone from <t:1790000600:t> on. I cannot post in this channel on my own, "+
		"so the number stays locked until somebody presses **Open the draw**.", chattest.Anna)
	if said := chattest.Text(reply); !strings.Contains(said, want) {
		t.Errorf("want %s in\n%s", want, said)
	}
	refusal, ok := errors.AsType[*chat.UserError](refusalOf(&chat.Request{}, e.Ref(), e, evening.ErrSealed))
	if !ok || chattest.English(refusal.Hint) != "Press **Open the draw** under the draw." {
		t.Errorf("closed too early: %+v", refusal)
	}
	if d, err = e.OpenSeal(1, evening.Asker{At: sealed.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if reply, err = (Tools{Boards: boards}).drawReply(e, d, evening.First); err != nil {
		t.Fatal(err)
	}
	if said := chattest.Text(reply); strings.Contains(said, "should have opened") {
		t.Error(said)
	}
}

// oneEvent is a store with one event. Like a database, it discards a change that returned
// an error.
type oneEvent struct {
	evening.Store
	together int32         // how many changes begin at the same time
	slow     time.Duration // for a read
	many     bool          // results
	begun    atomic.Int32
	asking   sync.WaitGroup
	mu       sync.Mutex
	event    evening.Event
}

func (s *oneEvent) UpdateEvent(_ context.Context, _ evening.Ref, update func(*evening.Event) error) (*evening.Event, error) {
	if s.begun.Add(1) <= s.together {
		s.asking.Done()
		s.asking.Wait()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.event
	e.Draws = slices.Clone(e.Draws)
	err := update(&e)
	if err == nil {
		s.event = e
		s.event.Draws = slices.Clone(e.Draws)
	}
	return &e, err
}

func (s *oneEvent) Event(context.Context, evening.Ref) (*evening.Event, error) {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.event
	e.Draws = slices.Clone(e.Draws)
	return &e, nil
}

// Players returns the names of the event: it has no other ones.
func (s *oneEvent) Players(context.Context, string) ([]string, error) { return s.event.Players(), nil }

// Moves returns none: no game of the event was played on lichess.
func (s *oneEvent) Moves(context.Context, string) (map[string]string, error) { return nil, nil }

func (s *oneEvent) ManyResults(context.Context, string) (bool, error) { return s.many, nil }

func (s *oneEvent) ShowDraw(_ context.Context, _ evening.Ref, index int, message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.event.Draws[index].Shown, s.event.Draws[index].Message = true, message
	return nil
}

// When an export cannot be written or cards cannot be printed in time, the person reads a
// sentence that says what to do.
func TestHeavyWorkIsRefusedInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &oneEvent{event: drawnEvent(t, evening.Rules{Name: "Crowd", Rounds: 1, Boards: 200, Games: 1, Each: true})}
		tools := toolsWith(store, 0)
		tools.Games = refusedGames{}
		released := make(chan struct{})
		for range 10 {
			go tools.Heavy.Do(t.Context(), "", func() error { <-released; return nil })
		}
		synctest.Wait()
		for _, subcommand := range []string{"export", "show"} {
			ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
			_, err := Command(tools).Answer(ctx, &chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", Subcommand: subcommand, Options: chat.Options{"cards": true}})
			if refusal, ok := errors.AsType[*chat.UserError](err); !ok || chattest.English(refusal.Hint) != "Wait a minute." || ctx.Err() != nil {
				t.Errorf("%s: got %v, %v", subcommand, err, ctx.Err())
			}
			cancel()
		}
		manager := chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents,
			Options: chat.Options{"round": 1.0, "board": 1.0, "result": "1-0", "white": "Anna", "from": "Anna", "to": "Ann", "results": "1 Anna – Ben 1-0"}}
		for _, store.many = range []bool{false, true} { // what is about results waits where there are many
			for _, asked := range []string{"result", "player", "log", resultsButton.ID(boardRef{event: "ABC"}), resultsForm.ID(resultsSeen{boardRef: boardRef{event: "ABC"}}),
				turnLog.ID(logPage{event: "ABC"}), playNext.ID(nextGames{boardRef{event: "ABC"}, "5+3"}), "change", "void", manageButton.ID(boardRef{event: "ABC"})} {
				r := manager
				if r.CustomID, r.Subcommand = asked, asked; chat.IDName(asked) != asked {
					r.Subcommand = ""
				}
				ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
				_, err := askOf(Command(tools), ctx, &r)
				refusal, _ := errors.AsType[*chat.UserError](err)
				busy := refusal != nil && chattest.English(refusal.Hint) == "Wait a minute."
				if about := !slices.Contains([]string{"change", "void", manageButton.Name()}, chat.IDName(asked)); busy != (about && store.many) {
					t.Errorf("%s, many results %t: %v", asked, store.many, err)
				}
				cancel()
			}
		}
		close(released)
	})
}

// askOf presses if the request has a custom id of a button, and otherwise uses the subcommand.
func askOf(c chat.Command, ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	if r.Subcommand == "" {
		return c.Press(ctx, r)
	}
	return c.Answer(ctx, r)
}

// drawnEvent returns an event of which the first round is drawn.
func drawnEvent(t *testing.T, rules evening.Rules) evening.Event {
	t.Helper()
	e := evening.Event{ID: "ABC", Rules: rules}
	if _, err := e.Draw(evening.Asker{User: chattest.Anna}, func(int) (int, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
	return e
}

// Two people who ask for the next round at the same time get the same round. The second
// one reads that it has been drawn, with a link to the message.
func TestTwoAskersDrawOneRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &oneEvent{together: 2, event: evening.Event{ID: "ABC", Channel: "2", Guild: "1", Rules: evening.Rules{Name: "Crowd", Rounds: 3, Boards: 1, Games: 1}}}
		store.asking.Add(2)
		tools := toolsWith(store, 594)
		var ticks atomic.Int64 // two moments differ
		tools.Now = func() time.Time { return time.Now().Add(time.Duration(ticks.Add(1))) }
		c := Command(tools)
		said := make(chan string, 2)
		for _, who := range []string{chattest.Anna, chattest.Ben} {
			go func() {
				reply, err := c.Answer(t.Context(), &chat.Request{ID: who, Asker: who, GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents, Subcommand: "draw"})
				if err != nil {
					t.Error(err)
					said <- ""
					return
				}
				if reply.Sent != nil {
					time.Sleep(300 * time.Millisecond)
					reply.WasSent(t.Context(), "90", nil)
				}
				said <- fmt.Sprintf("%t %s", reply.Audience == chat.OnlyAsker, strings.SplitN(chattest.Text(reply), "\n", 2)[0])
			}()
		}
		got := []string{<-said, <-said}
		slices.Sort(got)
		want := []string{
			"false ## Crowd, round 1 of 3: SP 594 · BRQNKBRN",
			"true Round 1 has been drawn: [SP 594 · BRQNKBRN](https://discord.com/channels/1/2/90).",
		}
		if !slices.Equal(got, want) || len(store.event.Draws) != 1 {
			t.Errorf("%d draws: %q", len(store.event.Draws), got)
		}
	})
}

// A draw whose answer may be on its way is shown again after a second, however slow the
// database is: a command has half of Discord's three seconds.
func TestLostDrawIsShownInTime(t *testing.T) {
	for _, slow := range []time.Duration{0, 150 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			store := &oneEvent{slow: slow, event: drawnEvent(t, evening.Rules{Name: "Slow", Rounds: 3, Boards: 1, Games: 1})}
			store.event.Draws[0].Showing, store.event.Draws[0].ShowingAt = "another", time.Now()
			tools := toolsWith(store, 594)
			tools.Now = time.Now
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), discordgo.InteractionDeadline/2)
			defer cancel()
			reply, err := Command(tools).Answer(ctx, &chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents, Subcommand: "draw"})
			if err != nil {
				t.Fatalf("reads take %v: %v", slow, err)
			}
			said, took := chattest.Text(reply), time.Since(began)
			if reply.Audience == chat.OnlyAsker || !strings.Contains(said, "round 1 of 3") || !strings.Contains(said, "Shown again") || took < time.Second || took > 1200*time.Millisecond {
				t.Errorf("reads take %v: after %v %+v", slow, took, reply)
			}
			reply.WasSent(t.Context(), "", nil)
			if d := store.event.Draws[0]; !d.Shown || d.Showing != "1" {
				t.Errorf("%+v", d)
			}
		})
	}
}

// An interaction that is delivered twice at the same time gets the same public answer
// twice: Discord takes only one of them.
func TestRepeatedInteractionsAreAnsweredInPublic(t *testing.T) {
	store := &oneEvent{together: 2, event: evening.Event{ID: "ABC", Rules: evening.Rules{Name: "Twice", Rounds: 3, Boards: 1, Games: 1}}}
	store.asking.Add(2)
	c := Command(toolsWith(store, 594))
	var asking sync.WaitGroup
	for range 2 {
		asking.Go(func() {
			reply, err := c.Answer(t.Context(), &chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents, Subcommand: "draw"})
			if err != nil || reply.Sent == nil || reply.Audience == chat.OnlyAsker {
				t.Errorf("%+v, %v", reply, err)
			}
		})
	}
	asking.Wait()
	if n := len(store.event.Draws); n != 1 {
		t.Errorf("%d draws", n)
	}
}

// channelWithEvent is a store of a channel with an open event.
type channelWithEvent struct{ *oneEvent }

func (channelWithEvent) NewEvent(context.Context, *evening.Event) error { return evening.ErrExists }

// An interaction that opened an event, and whose answer was lost, is delivered again. Another
// one is refused.
func TestNewEventIsAnsweredAgain(t *testing.T) {
	opened := evening.Event{ID: "7", Channel: "2", Rules: evening.Rules{Name: "Thursday", Rounds: 3, Boards: 1, Games: 1}}
	c := Command(toolsWith(channelWithEvent{&oneEvent{event: opened}}, 594))
	ask := func(id string) (*chat.Reply, error) {
		return c.Answer(t.Context(), &chat.Request{ID: id, Asker: "1", GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents,
			Subcommand: "new", Options: chat.Options{"name": "Thursday", "rounds": 3.0}})
	}
	if reply, err := ask("7"); err != nil || !strings.Contains(chattest.Text(reply), "Thursday") || reply.Audience == chat.OnlyAsker {
		t.Errorf("the same interaction: %+v, %v", reply, err)
	}
	if _, err := ask("8"); err == nil || !strings.Contains(err.Error(), "already has an open event") {
		t.Errorf("another interaction: %v", err)
	}
}

// Cards to print are a PDF file with a card for each board, also if all boards play the
// same position.
func TestCardsToPrint(t *testing.T) {
	for _, each := range []bool{false, true} {
		store := &oneEvent{event: drawnEvent(t, evening.Rules{Name: "Club", Rounds: 2, Boards: 9, Games: 1, Each: each})}
		c := Command(toolsWith(store, 0))
		for _, cards := range []bool{false, true} {
			reply, err := c.Answer(t.Context(), &chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", Subcommand: "show", Options: chat.Options{"cards": cards}})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case !cards && len(reply.Files) != 0:
				t.Errorf("each:%t: %d files without being asked", each, len(reply.Files))
			case cards && (len(reply.Files) != 1 || reply.Files[0].Name != "round-1-cards.pdf" || strings.Count(string(reply.Files[0].Bytes), "/Type /Page\n") != 2):
				t.Errorf("each:%t: want two pages for nine boards", each)
			}
		}
	}
}

// Cards are in the language of the answer that they are attached to.
func TestCardsSpeakLikeTheAnswer(t *testing.T) {
	store := &oneEvent{event: drawnEvent(t, evening.Rules{Name: "Club", Rounds: 2, Boards: 1, Games: 1})}
	for guild, want := range map[string]string{"1": "fr", "": "de"} {
		reply, err := Command(toolsWith(store, 0)).Answer(t.Context(), &chat.Request{ID: "1", Asker: "1", GuildID: guild, ChannelID: "2",
			Language: "de", ServerLanguage: "fr", Subcommand: "show", Options: chat.Options{"cards": true}})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(reply.Files[0].Bytes), "/Lang ("+want+")") {
			t.Errorf("server %q: the language is not %s", guild, want)
		}
	}
}

// Files keep to the size that Discord accepts in the server, and to that of any server if
// Discord does not say.
func TestFilesKeepToTheLimit(t *testing.T) {
	store := &oneEvent{event: drawnEvent(t, evening.Rules{Name: "Club", Rounds: 2, Boards: 200, Games: 1})}
	c := Command(toolsWith(store, 0))
	for _, subcommand := range []string{"show", "export"} {
		for limit, want := range map[int]bool{300: false, 0: true, 1 << 20: true} {
			reply, err := c.Answer(t.Context(), &chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", FileLimit: limit, Subcommand: subcommand, Options: chat.Options{"cards": true}})
			refusal, refused := errors.AsType[*chat.UserError](err)
			if refused == want || refused && !strings.Contains(chattest.English(refusal.Msg), "larger than Discord accepts") {
				t.Errorf("%s with %d bytes: %t, %v", subcommand, limit, reply != nil, err)
			}
		}
	}
}

func (s *oneEvent) Evenings(ctx context.Context, _ string, _ int) ([]*evening.Event, error) {
	e, err := s.Event(ctx, evening.Ref{})
	return []*evening.Event{e}, err
}

func shownRound(t *testing.T, all []chat.Command, typed string) *chat.Reply {
	t.Helper()
	name, rest, _ := strings.Cut(typed, " ")
	options := chat.Options{}
	if rest != "" {
		options["board"] = rest
	}
	r := &chat.Request{Asker: chattest.Anna, GuildID: "1", ChannelID: "2", Permissions: 1 << 33, Options: options}
	if name == "event" {
		r.Subcommand = "show"
	}
	reply, err := chattest.Command(t, all, name).Answer(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// refusedGames are games that nobody opens.
type refusedGames struct{ online.Games }

func (refusedGames) Form(customID, _, _ string) *chat.Form { return &chat.Form{CustomID: customID} }

func (refusedGames) TimeOf(*chat.Request, func(string) string) (online.Time, error) {
	return online.Time{Text: "5+3"}, nil
}

func (refusedGames) Time(text string) (online.Time, error) { return online.Time{Text: text}, nil }

func (refusedGames) Open(context.Context, *chat.Request, online.Challenge) (online.Game, error) {
	return online.Game{}, chat.Refuse(voice.Raw("no game"), nil)
}
