package program

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/internal/metrics"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
)

// The log names no person, whatever becomes of posts and answers: people have posts of all
// kinds, and Discord refuses some of them, and an answer.
func TestLogNamesNobody(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, p *inside) {
		refused := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518777"}
		p.AddChannel(refused, "refused")
		p.SetChannel(refused, discordtest.ChannelState{CannotSend: true})
		p.Install(discordtest.Anna)                                                               // so that the bot can write to her
		if _, err := p.Write(discordtest.Anna, discordtest.Channel, "Good evening"); err != nil { // an empty channel proves nothing to a bot that looks for its posts
			t.Fatal(err)
		}
		planPosts(t, p.database, discordtest.ChannelID, refused.ChannelID)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		program := p.open(t)
		go func() { ended <- program.Run(ctx) }()
		if err := p.WaitCommands(ctx, "daily"); err != nil {
			t.Fatal(err)
		}
		posts, lines := []string{`kind="daily",state="posted"`, `kind="trouble",state="posted"`}, []string{"daily post sent", "daily post not sent", "trouble post sent", "cannot send the answer"}
		for _, p := range postsOfFeatures {
			posts, lines = append(posts, p.counted...), append(lines, p.log...)
		}
		for _, post := range posts {
			for seconds := 0; !strings.Contains(scraped(p.counted), "\nchess960bot_posts{"+post+"} 1\n"); seconds++ {
				if time.Sleep(time.Second); seconds > 60 {
					t.Fatalf("no post with %s:\n%s", post, scraped(p.counted))
				}
			}
		}
		p.SetFaults(func(discordtest.Request) *discordtest.Fault { return &discordtest.Fault{Status: 400} })
		if _, err := p.Slash(ctx, discordtest.Ben, discordtest.Channel, "daily", nil); err == nil {
			t.Error("the answer arrived")
		}
		p.SetFaults(nil)
		stop()
		if err := <-ended; err != nil {
			t.Errorf("ended with %v", err)
		}
		for _, line := range lines {
			if !strings.Contains(p.log.String(), line) {
				t.Errorf("%q is not in the log:\n%s", line, &p.log)
			}
		}
	})
}

func scraped(counted *metrics.Metrics) string {
	answer := httptest.NewRecorder()
	counted.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	return answer.Body.String()
}

// planPosts makes posts of all kinds due in a database. The posts of a channel
// are also due in one that refuses them.
func planPosts(t *testing.T, database, channel, refused string) {
	t.Helper()
	subscribe(t, database)
	kept, err := store.OpenUnsynced(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	s, err := dailyrows.Of(kept).Sub(t.Context(), channel)
	must(err)
	s.Channel = refused
	must(dailyrows.Of(kept).Save(t.Context(), s))
	for _, p := range postsOfFeatures {
		p.plan(t, kept, channel, refused, now)
	}
}

// postsOfFeatures are posts of features, with what becomes of them and what the log says then.
var postsOfFeatures []featurePosts

type featurePosts struct {
	plan         func(t *testing.T, kept *store.Store, channel, refused string, now time.Time)
	counted, log []string
}
