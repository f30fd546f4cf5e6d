package program_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// Twelve people start as many races as they can, each in the channels of a server of their
// own, in which the bot may not post any more. Discord refuses few posts, and everybody else
// is answered.
func TestRacesThatDiscordRefuses(t *testing.T) {
	t.Parallel()
	const people, mostRefused = 12, 12 * 5 // five races of each
	channels, turns := testrun.Choose(4, 50), testrun.Choose(2, 9)
	tr := startTrack(t, bot.Rate{}, bot.Rate{}, discordtest.History(100_000)) // beyond the usual limits
	answers := map[string]int{}
	for range turns {
		var all sync.WaitGroup
		var mu sync.Mutex
		for n := range people {
			all.Go(func() {
				for c := range channels {
					said := tr.startRefused(t, n, c)
					mu.Lock()
					answers[said]++
					mu.Unlock()
				}
			})
		}
		all.Wait()
		tr.wind(10 * time.Second)
		tr.settle(t)
	}
	refused := 0
	for _, r := range tr.Requests() {
		if r.Status == 403 {
			refused++
		}
	}
	answered, slowest := tr.askOthers(t)
	t.Logf("%d people, %d attempts: %v; Discord refused %d requests; %d of %d others were answered, the slowest after %v",
		people, people*channels*turns, answers, refused, answered, others, slowest.Round(time.Millisecond))
	if refused == 0 || refused > mostRefused || answered < others {
		t.Errorf("%d requests refused, at most %d expected", refused, mostRefused)
	}
}

// After Discord has refused many requests, of any process, posts wait, and everybody is still
// answered.
func TestPostsStopBeforeAnswers(t *testing.T) {
	t.Parallel()
	tr := startTrack(t, bot.Rate{}, bot.Rate{Times: 60, Per: 10 * time.Second})
	if _, _, err := tr.kept.ReserveSlots(t.Context(), "refused", 1, 20*time.Minute); err != nil { // the refusals of another process
		t.Fatal(err)
	}
	tr.startRefused(t, 1, 1)
	tr.wind(10 * time.Second)
	tr.settle(t)
	tr.startRace(t, nil)
	tr.wind(10 * time.Second)
	var limit time.Duration
	for deadline := time.Now().Add(20 * time.Second); limit == 0 && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		var err error
		if _, limit, err = tr.kept.ReserveSlots(t.Context(), outbox.Posting, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	answered, slowest := tr.askOthers(t)
	t.Logf("posts wait for %v; %d of %d others were answered, the slowest after %v", limit.Round(time.Second), answered, others, slowest.Round(time.Millisecond))
	if limit < 30*time.Second || answered < others { // after a minute they ask again whether they may
		t.Errorf("posts wait for %v, %d answered", limit, answered)
	}
	for _, m := range tr.public() {
		if _, asks := m.Button("Answer"); asks {
			t.Errorf("posted: %s", m.Text())
		}
	}
}

// startRefused starts a race in a channel in which the bot may not post, and returns the first
// sentence of the answer.
func (tr *track) startRefused(t *testing.T, server, channel int) string {
	who := discordtest.User{ID: fmt.Sprint(8_000_000_000_000_000 + server), Name: "Starter"}
	where := discordtest.Place{GuildID: fmt.Sprint(7_000_000_000_000_000 + server), ChannelID: fmt.Sprint(6_000_000_000_000_000 + 1000*server + channel)}
	tr.SetChannel(where, discordtest.ChannelState{CannotSend: true})
	answer, err := tr.Slash(t.Context(), who, where, "quiz race", nil,
		discordtest.Permissions(discordgo.PermissionManageEvents|discordgo.PermissionSendMessages), discordtest.AppPermissions(discordgo.PermissionAdministrator))
	if err != nil {
		return "no answer"
	}
	sentence, _, _ := strings.Cut(strings.TrimPrefix(answer.Message.Text(), "### "), "\n")
	sentence, _, _ = strings.Cut(sentence, "<t:")
	return sentence
}

// settle waits until no race has a post that is due.
func (tr *track) settle(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if _, overdue, err := tr.kept.Count(t.Context(), tr.now()); err == nil && overdue == 0 {
			return
		}
	}
}

// others is how many other people ask.
const others = 20

// askOthers lets other people ask, and returns how many were answered, and the time of the
// slowest answer.
func (tr *track) askOthers(t *testing.T) (answered int, slowest time.Duration) {
	for n := range others {
		who := discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + n), Name: "Other"}
		asked := time.Now()
		answer, err := tr.Slash(t.Context(), who, discordtest.Channel, "sp", map[string]any{"number": n})
		if err == nil && !answer.Message.Private() {
			answered++
		}
		slowest = max(slowest, time.Since(asked))
	}
	return answered, slowest
}
