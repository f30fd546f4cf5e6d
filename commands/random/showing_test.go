package random

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

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
