package event

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// An event whose last one has a thread goes on in that thread, with its positions out, if people ask
// there. If they ask in the channel, it has a thread of its own.
func TestAgainInTheThread(t *testing.T) {
	for place, want := range map[string]string{"77": "77", "2": ""} {
		c := newClub(t)
		c.event("new", chat.Options{"name": "Thursday", "rounds": 1.0, "not_again": 10.0, "thread": true})
		if _, err := rows.Of(c).UpdateEvent(t.Context(), evening.Ref{Channel: "2"}, func(e *evening.Event) error {
			e.Thread = "77"
			_, err := e.Draw(evening.Asker{User: chattest.Anna, At: c.tools.Now()}, func(int) (int, error) { return 518, nil })
			e.Draws[0].Shown = true
			return cmp.Or(err, e.Close(evening.Asker{At: c.tools.Now()}))
		}); err != nil {
			t.Fatal(err)
		}
		c.sleep()
		reply, err := Command(c.tools).Answer(t.Context(), &chat.Request{
			ID: "99", Asker: chattest.Anna, GuildID: "1", ChannelID: place, Thread: place == "77", Permissions: discordgo.PermissionManageEvents, AppPermissions: -1,
			Subcommand: "again",
		})
		if err != nil {
			t.Fatal(err)
		}
		e, err := rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"})
		if err != nil || e.ID != "99" || e.Thread != want || !slices.Equal(e.Rules.Past, []int{518}) {
			t.Errorf("in %s: %+v, %v", place, e, err)
		}
		draws := chattest.Buttons(reply)["Draw round 1"].CustomID != ""
		if inThread := want != ""; draws != inThread || reply.Thread == nil != inThread || strings.Contains(chattest.Text(reply), "in the thread of this message") == inThread {
			t.Errorf("in %s: %+v, a button to draw: %t\n%s", place, reply.Thread, draws, chattest.Text(reply))
		}
	}
}
