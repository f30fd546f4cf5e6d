package random

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

func TestDrawsSayForWhomAndWhen(t *testing.T) {
	reply, err := chattest.Run(t, always(303), "/random theme:green view:black")
	if err != nil {
		t.Fatal(err)
	}
	if want := "\n-# I drew **303** for <@" + chattest.Anna + "> (<t:1790000000:d>, <t:1790000000:T>). All 960 were equally likely."; !strings.HasPrefix(chattest.Text(reply), "## SP 303 · QNRKRNBB\n") || !strings.HasSuffix(chattest.Text(reply), want) {
		t.Errorf("got %s", chattest.Text(reply))
	}
}

func TestDrawAgainNamesTheEarlierDraw(t *testing.T) {
	for _, c := range []struct {
		typed   string
		message *chat.Message
		private bool
		want    string
	}{
		{"/random", &chat.Message{ID: "3"}, false, "I drew **7** for <@" + chattest.Ben + "> (<t:1790000000:d>, <t:1790000000:T>), after [SP 303](https://discord.com/channels/1/2/3)."},
		{"/random private:true", &chat.Message{ID: "3", Private: true}, true, "I drew **7** for <@" + chattest.Ben + "> (<t:1790000000:d>, <t:1790000000:T>), after SP 303."},
	} {
		first, err := chattest.Run(t, always(303), c.typed)
		if err != nil || (first.Audience == chat.OnlyAsker) != c.private {
			t.Fatal(first, err)
		}
		second, err := chattest.Press(t, always(7), chattest.Ben, chattest.Buttons(first)["Draw again"].CustomID, c.message)
		if err != nil || (second.Audience == chat.OnlyAsker) != c.private || !strings.Contains(chattest.Text(second), c.want) || !strings.Contains(chattest.Text(second), "## SP 7 ") {
			t.Errorf("%s: %v\n%s", c.typed, err, chattest.Text(second))
		}
	}
}

// If the classical array is left out, each of the other 959 positions belongs to one
// random number.
func TestExcludeStandard(t *testing.T) {
	seen := map[chess960.Position]bool{}
	for n := range chess960.Count - 1 {
		p, err := draw{excludeStandard: true}.position(func(of int) (int, error) {
			if of != chess960.Count-1 {
				t.Fatalf("drawn from %d", of)
			}
			return n, nil
		})
		if err != nil || p.SP() == card.Classical {
			t.Errorf("%d draws %v, %v", n, p, err)
		}
		seen[p] = true
	}
	if len(seen) != chess960.Count-1 {
		t.Errorf("%d positions, want %d", len(seen), chess960.Count-1)
	}
	first, err := chattest.Run(t, always(card.Classical), "/random exclude_standard:true")
	if err != nil || !strings.Contains(chattest.Text(first), "SP 518 was excluded; the others were equally likely.") {
		t.Errorf("%v\n%s", err, chattest.Text(first))
	}
	again, err := chattest.Press(t, always(card.Classical), chattest.Anna, chattest.Buttons(first)["Draw again"].CustomID, &chat.Message{})
	if err != nil || !strings.Contains(chattest.Text(again), "## SP 519") {
		t.Errorf("drawing again forgets what is left out: %v\n%s", err, chattest.Text(again))
	}
}

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// always returns the commands with tools that always draw the given number, and with a
// fixed clock.
func always(drawn int) []chat.Command {
	return with(func(int) (int, error) { return drawn, nil })
}

// with returns the commands with a source of random numbers, and with a fixed clock.
func with(draw func(int) (int, error)) []chat.Command {
	now := func() time.Time { return time.Unix(1_790_000_000, 0) }
	return []chat.Command{Random(Tools{Boards: boards, Draw: draw, Now: now})}
}

// A draw by hand is shown to everyone once, however often and fast people press. Later
// presses lead to the post.
func TestShownToEveryoneOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := always(0)
		press := func(button, message string) *chat.Reply {
			t.Helper()
			reply, err := chattest.Pressed(t, all, &chat.Request{Asker: chattest.Anna, GuildID: "7", ChannelID: "8", CustomID: button, Message: &chat.Message{ID: message, Private: true}})
			if err != nil {
				t.Fatal(err)
			}
			return reply
		}
		page := press("hand:die:acbbd:white:brown:", "1")
		if text := chattest.Text(page); !strings.Contains(text, "Only you can see this page.") || strings.Contains(text, "else") {
			t.Fatal(text)
		}
		show := chattest.Buttons(page)["Show to everyone"].CustomID
		lost := press(show, "1")
		lost.WasSent(t.Context(), "", errors.New("lost"))
		post := press(show, "1")
		if public := chat.AsAsked; lost.Audience != public || post.Audience != public {
			t.Error("shown to", lost.Audience, post.Audience)
		}
		var again *chat.Reply
		var second sync.WaitGroup
		second.Go(func() { again = press(show, "1") })
		synctest.Wait()
		if again != nil {
			t.Fatal("the second press did not wait for the first one's post")
		}
		post.WasSent(t.Context(), "99", nil)
		second.Wait()
		for _, reply := range []*chat.Reply{again, press(show, "1")} {
			_, offered := chattest.Buttons(reply)["Show to everyone"]
			if text := chattest.Text(reply); reply.Audience != chat.InPlace || offered || !strings.Contains(text, "Everyone can see this draw in [your post](https://discord.com/channels/7/8/99).") {
				t.Errorf("shown to %v, with the button %t:\n%s", reply.Audience, offered, text)
			}
		}
		if other := press(show, "2"); other.Audience != chat.AsAsked {
			t.Error("an equal draw on another page is shown to", other.Audience)
		}
	})
}
