package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// openBot connects a bot with options and all commands. It may break Discord's rules.
func openBot(t *testing.T, o bot.Options, settings ...discordtest.Setting) *world {
	t.Helper()
	o.Commands = commands.All(tools(t))
	return connectFreely(t, standIn(t, o.Commands, settings...), o)
}

func ask(t *testing.T, w *world, who discordtest.User, where discordtest.Place) *discordtest.Message {
	t.Helper()
	answer, err := w.Slash(within(t), who, where, "random", nil)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Message
}

// A person who asks too often is told so once. Then they get no answer until some time has
// passed. Others are not affected.
func TestPeopleAreLimited(t *testing.T) {
	t.Parallel()
	w := openBot(t, bot.Options{RateUser: bot.Rate{Times: 3, Per: time.Minute}, RateGuild: bot.Rate{Times: 5, Per: time.Hour}})
	for range 3 {
		if m := ask(t, w, discordtest.Anna, discordtest.Channel); m.Private() {
			t.Fatal(m.Text())
		}
	}
	m := ask(t, w, discordtest.Anna, discordtest.Channel)
	said := strings.ReplaceAll(commandMention.ReplaceAllString(m.Text(), "/$1"), "`", "") // Discord may not have told the id of the command yet
	if !m.Private() || said != "You asked too much at once: I give each person up to 3 answers in 1 minute.\n\nWait a moment, then ask again.\nTry again: /random" {
		t.Fatal(m.Text())
	}
	earlier := callbacks(w)
	for n := range 50 {
		i := interactionOf(2)
		i["id"], i["token"] = fmt.Sprint(n+1), "flood"
		if err := w.Dispatch("INTERACTION_CREATE", i); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if m := ask(t, w, discordtest.Ben, discordtest.Channel); m.Private() {
			t.Error("another person:", m.Text())
		}
	}
	if n := callbacks(w); n != earlier+2 {
		t.Errorf("%d answers to 52 interactions, 50 of them over the limit", n-earlier)
	}
	m = ask(t, w, discordtest.Cleo, discordtest.Channel)
	if !m.Private() || !strings.HasPrefix(m.Text(), "Many people are asking at once: I give each server up to 5 answers in 60 minutes.") {
		t.Error("the server's sixth:", m.Text())
	}
	if m := ask(t, w, discordtest.Cleo, discordtest.Place{}); m.Private() {
		t.Error("a direct message:", m.Text())
	}
}

// An interaction that arrives twice, as may happen after a resume, is answered once.
func TestRepetitionsAreDropped(t *testing.T) {
	t.Parallel()
	var runs atomic.Int64
	w := connect(t, []chat.Command{simple("count", func(context.Context, *chat.Request) (*chat.Reply, error) {
		runs.Add(1)
		return chat.Say(voice.Raw("counted")), nil
	})}, discordtest.DeliverTwice())
	for range 20 {
		slash(t, w, "count")
	}
	if n := runs.Load(); n != 20 {
		t.Errorf("the handler ran %d times for 20 interactions", n)
	}
	if n := callbacks(w); n != 20 {
		t.Errorf("%d answers to 20 interactions", n)
	}
}

// connectNarrow connects a bot that gives each person two answers and a server three.
func connectNarrow(t *testing.T) *world {
	t.Helper()
	return connectWith(t, bot.Options{
		Commands: offer(commands.All(tools(t)), "event", "quiz", "random"), AnswerTime: patience, RateUser: bot.Rate{Times: 2, Per: time.Hour}, RateGuild: bot.Rate{Times: 3, Per: time.Hour},
	}, discordtest.Deadline(patience))
}
