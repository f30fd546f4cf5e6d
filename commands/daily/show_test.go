package daily

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// The outcome of a post that Discord refuses for now is not "on its way".
func TestOutcomeOfARefusedPost(t *testing.T) {
	for trouble, want := range map[outbox.Trouble]voice.Phrase{outbox.NoTrouble: "daily.onItsWay", outbox.Forbidden: "daily.triedAgain"} {
		if got := outcomeOf(schedule.Sub{}, schedule.Post{Post: outbox.Post{State: outbox.Open, Trouble: trouble}}); !slices.Equal(got, voice.Run{want}) {
			t.Errorf("after %q it says %q, want %q", trouble, got, want)
		}
	}
}

// When its message was deleted, the outcome of a post has no link.
func TestOutcomeOfADeletedPost(t *testing.T) {
	if got := outcomeOf(schedule.Sub{Guild: "1"}, schedule.Post{Post: outbox.Post{Channel: "2", State: outbox.Posted}}); !slices.Equal(got, voice.Run{voice.Phrase("daily.deleted")}) {
		t.Errorf("it says %q", got)
	}
}

// oneSub keeps one subscription. When the posts are read, another handler sets the
// subscription again.
type oneSub struct {
	schedule.Store
	sub, anew schedule.Sub
}

func (o *oneSub) Sub(context.Context, string) (schedule.Sub, error) { return o.sub, nil }

func (o *oneSub) Posts(context.Context, string, int) ([]schedule.Post, error) {
	o.sub = o.anew
	return nil, nil
}

func (o *oneSub) Update(_ context.Context, _ string, update func(*schedule.Sub)) error {
	update(&o.sub)
	return nil
}

// If /daily-posts set saves a subscription during /daily-posts resume, that subscription
// stays, and the answer shows it.
func TestResumeWhileItIsSet(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	paused := schedule.Sub{Channel: "2", Guild: "1", Minute: 10 * 60, Zone: "UTC", Status: schedule.Paused, SetAt: noon.Add(-time.Hour)}
	set := schedule.Sub{Channel: "2", Guild: "1", Minute: 13 * 60, Zone: "UTC", Status: schedule.Active, SetAt: noon, NextDate: 20777, NextAt: noon.Add(time.Hour)}
	kept := &oneSub{sub: paused, anew: set}
	d := Tools{Store: kept, Now: func() time.Time { return noon }}
	reply, err := Posts(d).Answer(t.Context(), &chat.Request{Subcommand: "resume", GuildID: "1", Permissions: discordgo.PermissionManageGuild, Options: chat.Options{"channel": "2"}})
	if err != nil {
		t.Fatal(err)
	}
	if kept.sub != set {
		t.Errorf("kept %+v", kept.sub)
	}
	if said := chattest.Text(reply); !strings.Contains(said, fmt.Sprint(set.NextAt.Unix())) {
		t.Errorf("it says %s", said)
	}
}
