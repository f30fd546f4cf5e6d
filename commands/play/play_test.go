package play_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/card"
	"chess960bot/commands/feature"
	"chess960bot/commands/play"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/lichesstest"
)

var now = time.Unix(1_790_000_000, 0)

// buttons returns a command with the buttons of games, which are opened on a stand-in.
func buttons(t *testing.T) (*lichesstest.Server, []chat.Command) {
	t.Helper()
	server, err := lichesstest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server, commandsAt(t, server.URL())
}

func commandsAt(t *testing.T, address string) []chat.Command {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return now }
	games := play.On(base, &lichesstest.Slots{Now: clock}, feature.Tools{Log: slog.New(slog.DiscardHandler), Now: clock})
	return []chat.Command{{Presses: play.Feature.OnCard(feature.Tools{Games: games, Now: clock})}}
}

// press presses the button of SP 594 under a message of a server, and submits the form.
func press(t *testing.T, all []chat.Command, inputs chat.Options, under *chat.Message) (*chat.Reply, error) {
	t.Helper()
	id := card.LichessButton(chess960.MustParsePosition("BRQNKBRN"), true).CustomID
	asked, err := chattest.Press(t, all, chattest.Anna, id, under)
	if err != nil || asked.Form == nil {
		t.Fatalf("%+v, %v", asked, err)
	}
	return chattest.Pressed(t, all, &chat.Request{
		Asker: chattest.Anna, GuildID: "1", ChannelID: "2", CustomID: asked.Form.CustomID, Options: inputs, Message: under,
	})
}

func TestPlay(t *testing.T) {
	server, all := buttons(t)
	for i, c := range []struct {
		time, own, want, sent string
		private               bool
	}{
		{"5+3", "", "5+3", "clock.increment=3&clock.limit=300", false},
		{"15+10", "", "15+10", "clock.increment=10&clock.limit=900", true},
		{"3 days", "", "3 days per move", "days=3", false},
		{"5+3", "90+30", "90+30", "clock.increment=30&clock.limit=5400", false},
		{"5+3", "7 days", "7 days per move", "days=7", false},
	} {
		reply, err := press(t, all, chat.Options{"time": c.time, "own": c.own}, &chat.Message{ID: "3", Private: c.private})
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("## Play SP 594 on lichess\nBRQNKBRN · %s · requested by <@%s> · open until <t:%d:f>\n-# A casual game for two players: one link each, or the last link for both.", c.want, chattest.Anna, now.Add(24*time.Hour).Unix())
		if got := chattest.Text(reply); got != want || reply.Audience != chat.AsAsked {
			t.Errorf("%s\nwant\n%s", got, want)
		}
		game := fmt.Sprintf("%s/game%04d", server.URL(), i+1)
		for label, link := range map[string]string{"Play White": game + "?color=white", "Play Black": game + "?color=black", "Play either colour": game} {
			if got := chattest.Buttons(reply)[label].URL; got != link {
				t.Errorf("%s leads to %s", label, got)
			}
		}
		want = c.sent + "&fen=brqnkbrn%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FBRQNKBRN+w+KQkq+-+0+1&name=SP%C2%A0594&rated=false&variant=chess960"
		if got := server.Forms()[i].Encode(); got != want {
			t.Errorf("sent %s\nwant %s", got, want)
		}
	}
	if broken := server.Broken(); broken != nil {
		t.Error(broken)
	}
}

const analysis = "The analysis board needs no game: [SP 594 on lichess](https://lichess.org/analysis/chess960/brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN_w_KQkq_-_0_1)."

// Whatever lichess does, the person gets a sentence and a link to the analysis board.
func TestFaultsInWords(t *testing.T) {
	const down, strange = "lichess does not answer right now, so there is no game. Try again later.", "lichess sent an answer that I do not understand, so there is no game. Try again later."
	for fault, want := range map[lichesstest.Fault]string{
		lichesstest.TooMany:  fmt.Sprintf("lichess asks me to wait. Press again <t:%d:R>.", now.Add(time.Minute).Unix()),
		lichesstest.Refusing: "lichess refused this game. Whoever runs this bot can see the reason in its log.",
		lichesstest.Broken:   down, lichesstest.Silent: down, lichesstest.HungUp: down, lichesstest.Moved: down,
		lichesstest.HTML: strange, lichesstest.Empty: strange, lichesstest.Script: strange,
	} {
		server, all := buttons(t)
		server.Fail(fault)
		refusedWith(t, pressBriefly(t, all, chattest.Anna, "1"), want)
	}
	for _, address := range []string{"http://lichess.invalid", "http://127.0.0.1:1"} {
		refusedWith(t, pressBriefly(t, commandsAt(t, address), chattest.Anna, "1"), down)
	}
	_, all := buttons(t)
	for range 10 {
		if err := pressBriefly(t, all, chattest.Anna, "1"); err != nil {
			t.Fatal(err)
		}
	}
	refusedWith(t, pressBriefly(t, all, chattest.Anna, "1"), fmt.Sprintf("Ten games were opened here within a minute, which is the limit. Press again <t:%d:R>.", now.Add(time.Minute).Unix()))
	refusedWith(t, pressBriefly(t, []chat.Command{{Presses: play.Feature.OnCard(feature.Tools{})}}, chattest.Anna, "1"), "Games on lichess are switched off for this bot.")
}

// The sentence says whose limit keeps a game from being opened, and until when.
func TestLimitsInWords(t *testing.T) {
	_, all := buttons(t)
	again := fmt.Sprintf("Press again <t:%d:R>.", now.Add(10*time.Minute).Unix())
	for n := range 240 {
		person, server := fmt.Sprint("person ", n/60), fmt.Sprint("server ", n/10)
		if err := pressBriefly(t, all, person, server); err != nil {
			t.Fatal(n, err)
		}
		if n == 59 {
			refusedWith(t, pressBriefly(t, all, person, "another"), "You have opened 60 games within ten minutes, which is the limit for one person. "+again)
		}
	}
	again = fmt.Sprintf("Press again <t:%d:R>.", now.Unix()+2)
	refusedWith(t, pressBriefly(t, all, "another", "another"), "Everybody together has opened as many games as lichess allows for now. "+again)
}

// pressBriefly submits the form with a short deadline.
func pressBriefly(t *testing.T, all []chat.Command, person, server string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := all[0].Press(ctx, &chat.Request{Asker: person, GuildID: server, CustomID: "play-open:594", Options: chat.Options{"time": "5+3"}})
	return err
}

func refusedWith(t *testing.T, err error, want string) {
	t.Helper()
	chattest.RefusedWith(t, err, want)
	if refused, ok := err.(*chat.UserError); !ok || chattest.English(refused.Hint) != analysis {
		t.Errorf("the hint of %q is not the analysis board: %+v", want, err)
	}
}

func TestWrongTimeControls(t *testing.T) {
	server, all := buttons(t)
	for own, want := range map[string]string{
		"5-3":       "lichess does not know the time control `5-3`. Type minutes and seconds such as `3+2`, or days such as `7 days`.",
		"2.5+1":     "lichess does not know the time control `2.5+1`. The minutes may be 0, ¼, ½, ¾, 1, 1½ or a whole number up to 180.",
		"4 days":    "lichess does not know the time control `4 days`. For one move, lichess gives 1, 2, 3, 5, 7, 10 or 14 days.",
		"1:30%":     "lichess does not know the time control `1:30%`. Type minutes and seconds such as `3+2`, or days such as `7 days`.",
		"@everyone": "lichess does not know the time control `@everyone`. Type minutes and seconds such as `3+2`, or days such as `7 days`.",
	} {
		_, err := press(t, all, chat.Options{"time": "5+3", "own": own}, &chat.Message{ID: "3"})
		if refused, ok := err.(*chat.UserError); !ok || strings.ReplaceAll(chattest.English(refused.Msg), "\u200b", "") != want {
			t.Fatalf("%s: %v", own, err)
		}
		again, err := chattest.Press(t, all, chattest.Anna, chattest.Buttons(err.(*chat.UserError).Reply())["Try again"].CustomID, &chat.Message{ID: "3", Private: true})
		if err != nil || again.Form == nil || again.Form.Parts[1].Input.Value != own {
			t.Errorf("%s: the form opens again with %+v, %v", own, again, err)
		}
	}
	for _, id := range []string{"play", "play:960", "play:x", "play-open:-1", "play-open:1:2"} {
		if _, err := chattest.Press(t, all, chattest.Anna, id, nil); err == nil {
			t.Errorf("%s is accepted", id)
		}
	}
	if len(server.Forms()) != 0 {
		t.Error("a wrong time control was sent")
	}
}
