package bot_test

import (
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/commands/play"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/lichesstest"
	"chess960bot/internal/workshop/testrun"
)

// lichessCommands starts a stand-in for lichess, and returns the commands that use it.
func lichessCommands(t *testing.T) ([]chat.Command, *lichesstest.Server) {
	t.Helper()
	with := tools(t)
	games := playOnLichess(t, &with)
	return commands.All(with), games
}

func init() { offerGames = func(t *testing.T, with *feature.Tools) { playOnLichess(t, with) } }

// playOnLichess starts a stand-in for lichess, and offers games there.
func playOnLichess(t *testing.T, with *feature.Tools) *lichesstest.Server {
	t.Helper()
	return playOnLichessAt(t, with, time.Now)
}

// playOnLichessAt is playOnLichess with a clock for the limits of lichess.
func playOnLichessAt(t *testing.T, with *feature.Tools, now func() time.Time) *lichesstest.Server {
	t.Helper()
	games := lichesstest.StartAt(listen(t))
	t.Cleanup(games.Close)
	base, err := url.Parse(games.URL())
	if err != nil {
		t.Fatal(err)
	}
	opening := *with
	opening.Log, opening.Now = slog.New(slog.DiscardHandler), now
	with.Games = play.On(base, nil, opening)
	return games
}

// From the button under a drawn position, or behind More, to the links that everyone sees. lichess gets no
// word about Anna.
func TestPlayOnLichess(t *testing.T) {
	t.Parallel()
	cmds, games := lichessCommands(t)
	w := connect(t, cmds)
	for _, command := range []string{"sp", "random", "daily"} {
		options, buttons, play := map[string]any{}, 3, "Play on lichess"
		switch command {
		case "sp":
			options["number"] = 594
		case "random":
			buttons, play = 4, "Play"
		}
		drawn, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(drawn.Message.Buttons()); n != buttons {
			t.Errorf("/%s has %d buttons", command, n)
		}
		if command == "sp" {
			drawn = w.pressLabel(t, discordtest.Anna, drawn.Message, "More")
		}
		form, err := w.pressLabel(t, discordtest.Anna, drawn.Message, play).Form()
		if err != nil {
			t.Fatal(err)
		}
		answer, err := w.Submit(within(t), discordtest.Anna, drawn.Message, form, map[string]string{"time": "10+5"})
		if err != nil {
			t.Fatal(err)
		}
		if text := answer.Message.Text(); answer.Message.Private() || !strings.Contains(text, "10+5 · requested by <@"+discordtest.Anna.ID+">") {
			t.Errorf("/%s: private %v\n%s", command, answer.Message.Private(), text)
		}
	}
	for _, form := range games.Forms() {
		if sent := form.Encode(); strings.Contains(sent, discordtest.Anna.ID) || strings.Contains(sent, discordtest.Anna.Name) || strings.Contains(sent, discordtest.GuildID) {
			t.Errorf("lichess got %s", sent)
		}
	}
	if n, broken := len(games.Forms()), games.Broken(); n != 3 || broken != nil {
		t.Errorf("%d requests, broken rules %q", n, broken)
	}
	holdAgainstOpenAPI(t, w.Requests())
}

// While lichess is silent and many press, everyone else is answered in time, and those who
// press get a sentence and a link within Discord's three seconds.
func TestSilentLichess(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		cmds, games := lichessCommands(t)
		w := connectWith(t, bot.Options{Commands: cmds})
		games.Fail(lichesstest.Silent)
		drawn, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "daily", nil)
		if err != nil {
			t.Fatal(err)
		}
		form, err := w.pressLabel(t, discordtest.Anna, drawn.Message, "Play on lichess").Form()
		if err != nil {
			t.Fatal(err)
		}
		players, others := testrun.Choose(10, 50), testrun.Choose(20, 200)
		var all sync.WaitGroup
		var mu sync.Mutex
		sentences := map[string]int{}
		for n := range players {
			all.Go(func() {
				player := discordtest.User{ID: fmt.Sprint(8_000_000_000_000_000 + n), Name: "Player"}
				answer, err := w.Submit(within(t), player, drawn.Message, form, map[string]string{"time": "5+3"})
				if err != nil {
					t.Error(err)
					return
				}
				text := answer.Message.Text()
				if !answer.Message.Private() || !strings.Contains(text, "(https://lichess.org/analysis/chess960/") {
					t.Errorf("a player saw %s", text)
				}
				mu.Lock()
				defer mu.Unlock()
				sentences[strings.SplitN(text, "\n", 2)[0]]++
			})
		}
		var slowest time.Duration
		for n := range others {
			other := discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + n), Name: "Other"}
			asked := time.Now()
			if _, err := w.Slash(within(t), other, discordtest.Place{ChannelID: other.DM().ChannelID}, "sp", map[string]any{"number": n}); err != nil {
				t.Error(err)
			}
			slowest = max(slowest, time.Since(asked))
		}
		all.Wait()
		t.Logf("%d others were answered, the slowest after %v; the players read %v", others, slowest, sentences)
	})
}

// One person who opens games in twelve servers leaves games to everybody else.
func TestOnePersonOpensManyGames(t *testing.T) {
	t.Parallel()
	cmds, games := lichessCommands(t)
	w := connect(t, cmds)
	presses, people := testrun.Choose(72, 108), testrun.Choose(10, 40) // nine in a minute and server at most
	open := func(who discordtest.User, server int) string {
		where := discordtest.Place{GuildID: fmt.Sprint(7_000_000_000_000_000 + server), ChannelID: fmt.Sprint(6_000_000_000_000_000 + server)}
		drawn, err := w.Slash(within(t), who, where, "daily", nil)
		if err != nil {
			t.Fatal(err)
		}
		form, err := w.pressLabel(t, who, drawn.Message, "Play on lichess").Form()
		if err != nil {
			t.Fatal(err)
		}
		answer, err := w.Submit(within(t), who, drawn.Message, form, map[string]string{"time": "5+3"})
		if err != nil {
			t.Fatal(err)
		}
		sentence, _, _ := strings.Cut(answer.Message.Text(), ".")
		if !answer.Message.Private() {
			sentence = "a game"
		}
		return sentence
	}
	got := map[string]int{}
	for n := range presses {
		got[open(discordtest.Anna, n%12)]++
	}
	var slowest time.Duration
	for n := range people {
		other := discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + n), Name: "Other"}
		asked := time.Now()
		if said := open(other, 12+n/5); said != "a game" {
			t.Errorf("somebody else: %s", said)
		}
		slowest = max(slowest, time.Since(asked))
	}
	t.Logf("one person: %v; %d others have a game, the slowest after %v; lichess got %d requests", got, people, slowest, len(games.Forms()))
	if got["a game"] != 60 || got["You have opened 60 games within ten minutes, which is the limit for one person"] != presses-60 {
		t.Errorf("one person: %v", got)
	}
}
