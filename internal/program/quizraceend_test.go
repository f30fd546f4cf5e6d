package program_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/workshop/discordtest"
)

// end presses “End the race” under a message, and returns the answer.
func (tr *track) end(t *testing.T, who discordtest.User, m *discordtest.Message, permissions uint64) string {
	t.Helper()
	b, ok := m.Button("End the race")
	if !ok {
		t.Fatalf("no button in\n%s", m.Text())
	}
	answer, err := tr.Press(t.Context(), who, m, b.CustomID, discordtest.Permissions(permissions))
	if err != nil {
		t.Fatal(err)
	}
	if !answer.Message.Private() {
		t.Errorf("everybody sees %s", answer.Message.Text())
	}
	return answer.Message.Text()
}

// public returns the messages that everybody sees.
func (tr *track) public() []*discordtest.Message {
	return slices.DeleteFunc(tr.Messages(discordtest.Channel), (*discordtest.Message).Private)
}

// Who started a race and who manages messages or events can end it, from any of its questions.
// The channel gets the solution of the open round and the ranking so far, and no question.
func TestEndTheRace(t *testing.T) {
	t.Parallel()
	const write = discordgo.PermissionSendMessages
	tr := startTrack(t, bot.Rate{}, bot.Rate{})
	for _, c := range []struct {
		name        string
		who         discordtest.User
		permissions uint64
		ends        bool
	}{
		{"who started it", discordtest.Anna, write, true},
		{"who manages messages", discordtest.Ben, discordgo.PermissionManageMessages, true},
		{"who manages events", discordtest.Ben, discordgo.PermissionManageEvents, true},
		{"anyone else", discordtest.Ben, write, false}, // the last, whose race goes on
	} {
		t.Run(c.name, func(t *testing.T) {
			tr.startRace(t, map[string]any{"rounds": 5, "seconds": 30})
			first := tr.next(t, training.RaceStart)
			tr.wind(2 * time.Second)
			right := tr.question(t, first, 1).Number()
			if got, err := tr.answer(t.Context(), discordtest.Cleo, first, right); err != nil || !strings.Contains(got, "The solution appears") {
				t.Fatal(got, err)
			}
			second := tr.next(t, 32*time.Second)
			tr.wind(2 * time.Second)
			earlier := len(tr.public())
			said := tr.end(t, c.who, first, c.permissions) // the button of an earlier question
			if !c.ends {
				if !strings.Contains(said, "Only the person who started this race and people with the Manage Messages or Manage Events permission can end it.") {
					t.Error(said)
				}
				if third := tr.next(t, 32*time.Second); !strings.Contains(third.Text(), "Question 3 of 5") {
					t.Errorf("the race went on with\n%s", third.Text())
				}
				return
			}
			if !strings.Contains(said, "The race ends. The solution and the ranking appear here in a moment.") {
				t.Error(said)
			}
			for deadline := time.Now().Add(20 * time.Second); len(tr.public()) == earlier && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			}
			last := tr.public()[len(tr.public())-1]
			tr.settle(t)
			for _, want := range []string{"Solution 2 of 5", "The race was ended after question 2", "**1.** <@" + discordtest.Cleo.ID + ">: 1 point, 1 right"} {
				if !strings.Contains(last.Text(), want) {
					t.Errorf("no %q in\n%s", want, last.Text())
				}
			}
			if _, asks := last.Button("Answer"); asks {
				t.Errorf("another question:\n%s", last.Text())
			}
			if said := tr.end(t, c.who, second, c.permissions); !strings.Contains(said, "This race ended at <t:") {
				t.Error(said)
			}
			if got, err := tr.answer(t.Context(), discordtest.Cleo, second, right); err != nil || !strings.Contains(got, "This race ended at <t:") {
				t.Error(got, err)
			}
			tr.wind(10 * time.Minute)
			tr.settle(t)
			if n := len(tr.public()); n != earlier+1 {
				t.Errorf("%d messages after the end", n-earlier-1)
			}
		})
	}
}
