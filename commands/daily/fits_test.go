package daily

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/chattest"
)

// failed is a store whose last posts were refused.
type failed struct{ subStore }

func (failed) Posts(context.Context, string, int) ([]schedule.Post, error) {
	return []schedule.Post{{Post: outbox.Post{State: outbox.Failed, Trouble: outbox.Forbidden, Reason: strings.Repeat("w", 500)}}}, nil
}

// However many daily posts a server has, and whatever is wrong with them, the answer that lists
// them fits into a message.
func TestListOfDailyPostsFits(t *testing.T) {
	t.Parallel()
	for n := 1; n <= schedule.MostPerGuild; n++ {
		for _, missing := range []int64{0, discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads | discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles} {
			var subs []schedule.Sub
			for i := range n {
				s := everySetting()
				s.Channel, s.Role, s.Zone, s.Theme = fmt.Sprintf("104210196096051820%d", i), "1042101960960518200", "America/Argentina/ComodRivadavia", "contrast"
				s.Weekdays, s.Status, s.Reason, s.Missing = 1<<7-2, schedule.Disabled, strings.Repeat("w", 500), missing
				subs = append(subs, s)
			}
			tools := Tools{Store: failed{storeOf(subs...)}}
			reply, err := Posts(tools).Answer(t.Context(), &chat.Request{Subcommand: "show", GuildID: "1", Permissions: discordgo.PermissionManageGuild})
			if err != nil {
				t.Fatal(err)
			}
			said := chattest.Text(reply)
			if length := len([]rune(said)); length > 4000 || strings.Count(said, "### <#") != n {
				t.Errorf("%d daily posts, missing %x: %d characters", n, missing, length)
			}
		}
	}
}
