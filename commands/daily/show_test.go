package daily

import (
	"context"
	"errors"
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
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
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

// A daily post is short, in both forms. It has the calculation, and the number of missed posts.
// Its alt text has the number.
func TestDailyPostsAreShort(t *testing.T) {
	const calculation, missing = "\n518 = 4 × 129 + **2**: bishop f1 (from 0: b d **f** h)\n", "12 earlier posts are missing"
	for _, form := range []schedule.BoardForm{schedule.FullBoard, schedule.CompactBoard} {
		for missed, want := range map[int]string{0: "", 12: missing} {
			reply, err := postMessage(render.New(), true, schedule.Delivery{
				Sub:    schedule.Sub{Theme: "brown", View: "white", Board: form, Role: "1042101960960518200"},
				Post:   schedule.Post{Date: when.Date(21059)},
				Missed: missed,
			})
			if err != nil {
				t.Fatal(err)
			}
			said := chattest.Text(reply)
			for _, want := range []string{"This is the normal start position.", "Position of the day, 29 August 2027.", "**SP 518** · Fritz 9 #359 · Almanac #522", calculation, want} {
				if !strings.Contains(said, want) {
					t.Errorf("%v, %d missed: %q is missing in\n%s", form, missed, want, said)
				}
			}
			if n := len([]rune(said)) - len([]rune(chattest.LaterNumbers(518))); n > 510 || len(reply.Pictures) != 1 || !strings.Contains(chattest.English(reply.Pictures[0].Alt), "SP 518") {
				t.Errorf("%v, %d missed: %d characters, %d pictures: %s", form, missed, n, len(reply.Pictures), reply.Pictures[0].Alt)
			}
		}
	}
}

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

func TestExamplesAreRead(t *testing.T) {
	date := voice.Say("daily.writeDate", voice.F{"Today": voice.Raw("2026-11-20")})
	chattest.ReadExamples(t, date, 3, func(language, typed string) error { _, err := when.ParseDate(typed, 20777, language); return err })
	chattest.ReadExamples(t, voice.Phrase("daily.writeTime"), 3, func(_, typed string) error { _, err := when.ParseMinute(typed); return err })
	chattest.ReadExamples(t, voice.Phrase("daily.writeWeekdays"), 3, func(language, typed string) error { _, err := when.ParseWeekdays(typed, language); return err })
}

// What somebody hears who typed a text with two meanings is true for a time and for weekdays too.
func TestSeveralMeaningsNeedNotBeDates(t *testing.T) {
	_, several := when.ParseMinute("9")
	for language, date := range map[string]string{"en": "date", "de": "datum", "es": "fecha", "fr": "date", "it": "data", "pt": "data", "ru": "дат"} {
		refused, _ := errors.AsType[*chat.UserError](notRead("time", "9", nil, several))
		said := voice.In(language).Say(voice.Lines{refused.Msg, refused.Hint})
		if !strings.Contains(said, "09:00") || !strings.Contains(said, "21:00") || strings.Contains(strings.ToLower(said), date) {
			t.Errorf("%s: %s", language, said)
		}
	}
}

// Every trouble and every reason has its sentence. A text that is no reason is quoted.
func TestCauses(t *testing.T) {
	for _, c := range []struct {
		trouble outbox.Trouble
		reason  string
		want    string
	}{
		{outbox.NotRunning, "", "notRunning"},
		{outbox.TooLate, "HTTP 502", "tooLate"},
		{outbox.Gone, "the channel does not exist", "gone"},
		{outbox.Forbidden, "", "forbidden"},
		{outbox.Forbidden, outbox.NoAccess, "noAccess"},
		{outbox.Forbidden, outbox.NoPermission, "noPermission"},
		{outbox.Forbidden, outbox.Archived, "archived"},
		{outbox.Forbidden, "Cannot *send* messages", "words"},
		{outbox.NoThread, "", "noThread"},
		{outbox.NoThread, "the name is too long", "threadFailed"},
		{outbox.NoTrouble, outbox.ClockAhead, "clockAhead"},
		{outbox.NoTrouble, "the clock ran ahead", "words"},
		{"of a newer release", "", "forbidden"},
	} {
		said := chattest.English(whyOf(c.trouble, c.reason))
		want := chattest.English(voice.Say("daily.cause."+c.want, voice.F{"Details": voice.Quoted(c.reason)}))
		if said != want || !strings.HasSuffix(said, ".") {
			t.Errorf("%s, %q is said as %s, want %s", c.trouble, c.reason, said, want)
		}
	}
}
