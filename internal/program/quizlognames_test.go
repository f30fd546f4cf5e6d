package program

import (
	"testing"
	"time"

	quizrows "chess960bot/commands/quiz/rows"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/discordtest"
)

func init() {
	postsOfFeatures = append(postsOfFeatures, featurePosts{
		plan:    planQuizPosts,
		counted: []string{`kind="quiz",state="posted"`, `kind="quiz",state="failed"`, `kind="race",state="posted"`},
		log:     []string{"quiz post sent", "quiz post not sent", "race post sent"},
	})
}

func planQuizPosts(t *testing.T, kept *store.Store, channel, refused string, now time.Time) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for person, channel := range map[discordtest.User]string{discordtest.Ben: channel, discordtest.Cleo: refused} {
		_, err := quizrows.Of(kept).BeginAttempt(t.Context(), person.ID, when.DateOf(now), now)
		must(err)
		a, err := quizrows.Of(kept).UpdateAttempt(t.Context(), person.ID, when.DateOf(now), func(a *training.Attempt) error {
			for range training.DaySteps {
				a.Answer(true, false, now)
			}
			return nil
		})
		must(err)
		_, err = store.Share(t.Context(), kept, a.Post(channel, now))
		must(err)
	}
	must(quizrows.Of(kept).NewRace(t.Context(), &training.Race{
		ID: "race", Channel: channel, Guild: discordtest.GuildID, StartedBy: discordtest.Anna.ID, NextAt: now,
		Rules: training.RaceRules{
			Level: training.WholeNumber.ID(), Scheme: chess960.Scharnagl.Option, Rounds: 3, Time: time.Minute, Seed: "race",
		},
	}, time.Time{}))
}
