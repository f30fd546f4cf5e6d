package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"chess960bot/bot"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// person returns the person with a number, who is like no other in these tests.
func person(n int) discordtest.User {
	return discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + n), Name: fmt.Sprint("Person ", n)}
}

// refused is the answer to people for whose heavy work the bot has no time.
const refused = "I am busy with many other people right now.\n\nWait a minute."

// While many people wait for heavy work that does not end, everybody else is answered. Those
// for whom there is no place read that. Discord waits for 3 seconds, so only long runs, in
// which no other test runs, have 100 people.
func TestCheapAnswersPassHeavyWork(t *testing.T) {
	t.Parallel()
	const waiting = 32
	people, others := testrun.Choose(50, 100), testrun.Choose(10, 100)
	work, leave := chat.NewHeavyWork(), make(chan struct{})
	heavy := simple("heavy", func(ctx context.Context, _ *chat.Request) (*chat.Reply, error) {
		return chat.Say(voice.Raw("done")), work.Do(context.WithoutCancel(ctx), "", func() error { <-leave; return nil }) // places decide, not the time
	})
	quick := simple("quick", func(context.Context, *chat.Request) (*chat.Reply, error) { return chat.Say(voice.Raw("done")), nil })
	w := connectWith(t, bot.Options{Commands: []chat.Command{heavy, quick}, AnswerTime: patience}, discordtest.Deadline(patience))
	answers := make(chan string, people)
	var asking sync.WaitGroup
	for n := range people {
		asking.Go(func() {
			answer, err := w.Slash(within(t), person(n), discordtest.Channel, "heavy", nil)
			if err != nil {
				answers <- err.Error()
				return
			}
			answers <- answer.Message.Text()
		})
	}
	for range people - waiting - 4 { // those that find no place, even beside four processors
		if got := <-answers; !strings.HasPrefix(got, refused) {
			t.Errorf("got %s", got)
		}
	}
	for n := range others {
		if _, err := w.Slash(within(t), person(people+n), discordtest.Channel, "quick", nil); err != nil {
			t.Error(err)
			break
		}
	}
	close(leave)
	asking.Wait()
	close(answers)
	for got := range answers {
		if got != "done" && !strings.HasPrefix(got, refused) {
			t.Errorf("got %s", got)
		}
	}
}
