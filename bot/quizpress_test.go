package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/commands/quiz"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/workshop/discordtest"
)

// The people in a race do not count against the limit of the server either.
func TestRacersDoNotCountAgainstTheServer(t *testing.T) {
	t.Parallel()
	const racers = 10
	w := connectNarrow(t)
	for i := range racers {
		who := discordtest.User{ID: fmt.Sprint(8_000_000_000_000_000 + i), Name: "Racer"}
		press := fmt.Sprintf(`{"type": 3, "guild_id": %q, "channel_id": %q, "member": {"user": {"id": %q}, "permissions": "0"},
			"message": {"id": "1"}, "data": {"component_type": 2, "custom_id": %q}}`, discordtest.GuildID, discordtest.ChannelID, who.ID, quiz.RaceAnswerID(&training.Race{ID: "none"}, 1))
		if answer, err := w.Interact(within(t), press); err != nil || strings.HasPrefix(answer.Message.Text(), "You asked too much at once") {
			t.Errorf("the first press of %s: %v, %v", who.ID, answer, err)
		}
	}
	if m := ask(t, w, discordtest.Ben, discordtest.Channel); m.Private() {
		t.Error(m.Text())
	}
}
