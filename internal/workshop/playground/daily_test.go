package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/when"
	"chess960bot/internal/workshop/discordtest"
)

const postTime = "19:30"

// setDaily sets the daily post of #daily as Anna.
func setDaily(t *testing.T, url, zone string) {
	t.Helper()
	a := ask{
		Who: discordtest.Anna.ID, Place: discordtest.ChannelID, Command: "daily-posts set",
		Options: map[string]any{"channel": dailyChannel.ChannelID, "time": postTime, "timezone": zone},
	}
	if answer, text := request(t, "POST", url+"/api/slash", a.body(), nil); answer.StatusCode != 200 {
		t.Fatalf("/daily-posts set: %s %s", answer.Status, text)
	}
	if said := lastSaid(t, url, discordtest.Anna); !strings.Contains(said, "Saved") {
		t.Fatalf("/daily-posts set answers %s", said)
	}
}

// lastSaid returns the last message that somebody sees in the first channel.
func lastSaid(t *testing.T, url string, who discordtest.User) string {
	t.Helper()
	list := seen(t, url, who, discordtest.ChannelID)
	return string(list[len(list)-1].Components)
}

func windBy(t *testing.T, url, by string, down bool) {
	t.Helper()
	body, _ := json.Marshal(windAsk{by, down})
	if answer, text := request(t, "POST", url+"/api/wind", string(body), nil); answer.StatusCode != 200 {
		t.Fatalf("wind by %s: %s %s", by, answer.Status, text)
	}
}

// standing returns the data of the daily panel.
func standing(t *testing.T, url string) dailyJSON {
	t.Helper()
	_, text := request(t, "GET", url+"/api/daily", "", nil)
	var j dailyJSON
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return j
}

func expectNoRulesBroken(t *testing.T, s *stage) {
	t.Helper()
	for _, rule := range s.discord.Broken() {
		t.Error("rule broken:", rule)
	}
}

// TestChangeOfClocks winds three days over the next change of clocks, and three days over
// the change after that, which goes the other way.
func TestChangeOfClocks(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	messages := 0
	for range 2 {
		windBy(t, url, "change", false)
		before := standing(t, url)
		setDaily(t, url, "Europe/Berlin")
		for range 3 {
			windBy(t, url, "1d", false)
		}
		messages += 3
		if got := seen(t, url, discordtest.Ben, dailyChannel.ChannelID); len(got) != messages {
			t.Fatalf("%d messages after three days more, want %d", len(got), messages)
		}
		after := standing(t, url)
		expectDaysApart(t, after.Posts[:3], before.Now)
		first, last := after.Posts[2].Due, after.Posts[0].Due
		if first.Offset != before.Change.Before.Offset || last.Offset != before.Change.After.Offset || first.Offset == last.Offset {
			t.Errorf("posts go from %s to %s, clocks from %s to %s", first.Offset, last.Offset, before.Change.Before.Offset, before.Change.After.Offset)
		}
		remove := ask{Who: discordtest.Anna.ID, Place: discordtest.ChannelID, Command: "daily-posts remove", Options: map[string]any{"channel": dailyChannel.ChannelID}}
		request(t, "POST", url+"/api/slash", remove.body(), nil) // so that half a year is soon wound over
	}
	expectNoRulesBroken(t, s)
}

// expectDaysApart checks that posts, the newest first, are one each day, at the same local
// time.
func expectDaysApart(t *testing.T, posts []postJSON, since time.Time) {
	t.Helper()
	day := when.DateOf(since.In(location("Europe/Berlin")))
	for i := range posts {
		p := posts[len(posts)-1-i]
		if want := (day + when.Date(i)).String(); p.Date != want || p.State != "posted" || p.Due.Time != postTime || p.Message == "" {
			t.Errorf("post %d is %+v, want one of %s", i, p, want)
		}
	}
}

// TestWeek winds the clock by a week: each day is posted at its time.
func TestWeek(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	windBy(t, url, "change", false) // to a time of day at which nothing is due
	setDaily(t, url, "Asia/Kathmandu")
	windBy(t, url, "1w", false)
	list, j := seen(t, url, discordtest.Ben, dailyChannel.ChannelID), standing(t, url)
	if len(list) != 7 || len(j.Posts) != 7 {
		t.Fatalf("%d messages and %d posts in a week", len(list), len(j.Posts))
	}
	for i, m := range list {
		due := j.Posts[6-i].Due
		if late := m.Created.Sub(due.At); late < 0 || late > time.Minute || due.Time != postTime || due.Offset != "UTC+05:45" {
			t.Errorf("message %d was sent %v after %+v", i, late, due)
		}
	}
	expectNoRulesBroken(t, s)
}

// TestDown stops the bot for three posts: the next post says that they are missing.
func TestDown(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	windBy(t, url, "change", false) // to 01:00 UTC: 19:30 in Berlin is far off
	setDaily(t, url, "Europe/Berlin")
	for range 3 {
		windBy(t, url, "1d", true)
	}
	if j := standing(t, url); len(j.Posts) != 3 || j.Posts[0].State != "missed" || j.Posts[2].State != "missed" || j.Posts[0].Error == "" {
		t.Fatalf("the posts slept over are %+v", j.Posts)
	}
	windBy(t, url, "1d", false)
	list := seen(t, url, discordtest.Ben, dailyChannel.ChannelID)
	if len(list) != 1 || !strings.Contains(string(list[0].Components), "3 earlier posts are missing") {
		t.Errorf("after three days down: %d messages, %s", len(list), list[0].Components)
	}
	expectNoRulesBroken(t, s)
}

// TestLate stops the bot at the time of a post, for less than the catch-up time: the post
// is sent late.
func TestLate(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	windBy(t, url, "change", false)
	setDaily(t, url, "Europe/Berlin")
	for standing(t, url).Subs[0].Next.At.Sub(s.clock.Now()) > 2*time.Hour {
		windBy(t, url, "1h", false)
	}
	windBy(t, url, "6h", true)
	if j := standing(t, url); len(j.Posts) != 1 || j.Posts[0].State != "posted" {
		t.Errorf("a post four hours late: %+v", j.Posts)
	}
	expectNoRulesBroken(t, s)
}

// TestTrouble winds the clock over a day on which the bot may not post.
func TestTrouble(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	setDaily(t, url, "Europe/Berlin")
	s.discord.SetChannel(dailyChannel, discordtest.ChannelState{CannotSend: true})
	windBy(t, url, "1d", false)
	windBy(t, url, "6h", false) // until it is given up
	j := standing(t, url)
	if len(j.Posts) == 0 || j.Posts[len(j.Posts)-1].State != "failed" || !strings.Contains(j.Subs[0].Trouble, "no_permission") {
		t.Errorf("posts %+v of %+v", j.Posts, j.Subs)
	}
	expectNoRulesBroken(t, s)
}

// TestByItself checks that the engine sends posts without winding, before and after the
// clock is wound.
func TestByItself(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	setDaily(t, url, "Europe/Berlin")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for n := 1; n <= 2; n++ {
		s.clock.windTo(standing(t, url).Subs[0].Next.At)
		several := func(*discordtest.Message) bool { return len(s.discord.Messages(dailyChannel)) == n }
		if _, err := s.discord.WaitMessage(ctx, dailyChannel, several); err != nil {
			t.Fatalf("no post number %d: %v", n, err)
		}
		windBy(t, url, "1h", false)
	}
	expectNoRulesBroken(t, s)
}

// TestStop cancels a request that winds the clock by half a year.
func TestStop(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	windBy(t, url, "change", false)
	windBy(t, url, "1w", false)
	setDaily(t, url, "Europe/Berlin")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		defer cancel()
		third := func(*discordtest.Message) bool { return len(s.discord.Messages(dailyChannel)) >= 3 }
		s.discord.WaitMessage(ctx, dailyChannel, third)
	}()
	stopped, _ := http.NewRequestWithContext(ctx, "POST", url+"/api/wind", strings.NewReader(`{"by":"change"}`))
	stopped.Header.Set("Content-Type", "application/json")
	if answer, err := http.DefaultClient.Do(stopped); err == nil {
		answer.Body.Close()
		t.Error("the clock was wound by half a year")
	}
	windBy(t, url, "1d", false)
	j := standing(t, url)
	for _, p := range j.Posts {
		if p.State != "posted" {
			t.Errorf("post %+v", p)
		}
	}
	if list := seen(t, url, discordtest.Ben, dailyChannel.ChannelID); len(list) == 0 || j.Subs[0].Next.At.Sub(j.Now) > 25*time.Hour {
		t.Errorf("%d posts; the next comes %+v, now it is %v", len(list), j.Subs[0].Next, j.Now)
	}
	expectNoRulesBroken(t, s)
}

// Wrong requests to wind the clock are refused.
func TestWindRefused(t *testing.T) {
	t.Parallel()
	_, url := open(t)
	windBy(t, url, "change", false)
	for body, want := range map[string]int{`{"by":"1y"}`: 400, `{"by":"change"}`: 400, `{}`: 400, `{"to":1}`: 400} {
		if answer, text := request(t, "POST", url+"/api/wind", body, nil); answer.StatusCode != want || !strings.Contains(text, `"error"`) {
			t.Errorf("%s: %s %s", body, answer.Status, text)
		}
	}
}

// TestNotForBen checks that Ben, without the permission, cannot set a daily post.
func TestNotForBen(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	a := ask{
		Who: discordtest.Ben.ID, Place: discordtest.ChannelID, Command: "daily-posts set",
		Options: map[string]any{"channel": dailyChannel.ChannelID, "time": postTime, "timezone": "Europe/Berlin"},
	}
	request(t, "POST", url+"/api/slash", a.body(), nil)
	if said := lastSaid(t, url, discordtest.Ben); !strings.Contains(said, "Manage Server") {
		t.Errorf("Ben is told %s", said)
	}
	if j := standing(t, url); len(j.Subs) > 0 {
		t.Errorf("Ben has set %+v", j.Subs)
	}
	expectNoRulesBroken(t, s)
}
