package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/sleep"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// If a file comes so slowly that Discord would not wait, people see that the bot is at work, and then
// the answer, or why there is none.
func TestSlowFiles(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		w := connectWith(t, bot.Options{Commands: offer(commands.All(tools(t)), "encode"), AnswerTime: 4 * time.Second}, discordtest.Deadline(patience))
		for pgn, want := range map[string]string{"1. e4 e5 *\n": "## 1 game in `slow.pgn`", "\n": "I found no games in that file."} {
			release := w.HoldFiles()
			file := discordtest.Upload{Name: "slow.pgn", Data: []byte(pgn)}
			answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "encode", map[string]any{"file": file})
			release()
			if err != nil || answer.Type != discordtest.AnswerDeferred || answer.Message.Private() {
				t.Fatalf("answer of type %v, %v", answer, err)
			}
			m, err := w.WaitMessage(within(t), discordtest.Channel, func(m *discordtest.Message) bool { return m.ID == answer.Message.ID && m.Text() != "" })
			if err != nil || !strings.Contains(m.Text(), want) {
				t.Errorf("%v\n%s", err, m.Text())
			}
		}
		holdAgainstOpenAPI(t, w.Requests())
	})
}

// People read why a file of Discord's is not there, and nobody else hears of it.
func TestFilesThatDiscordDoesNotGive(t *testing.T) {
	t.Parallel()
	w := connect(t, offer(commands.All(tools(t)), "encode", "Explain this position"))
	file := discordtest.Upload{Name: "x.pgn", Data: []byte("1. e4 *")}
	said, err := w.Write(discordtest.Ben, discordtest.Channel, "", file)
	if err != nil {
		t.Fatal(err)
	}
	const late = "Discord did not send me the file.\n\nTry again." // how many games the file has does not matter
	for status, want := range map[int]string{
		404: "Discord no longer has that file.\n\nAttach the file again: ", 403: "Discord no longer has that file.", 410: "Discord no longer has that file.",
		500: late, 503: late, 302: late, 429: late,
	} {
		w.FailFiles(status)
		answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "encode", map[string]any{"file": file})
		if err != nil || !answer.Message.Private() || !strings.Contains(answer.Message.Text(), want) {
			t.Errorf("%d: %v\n%s", status, err, answer.Message.Text())
		}
		if answer, err = w.UseOn(within(t), discordtest.Anna, said, "Explain this position"); err != nil || !strings.Contains(answer.Message.Text(), want) {
			t.Errorf("%d: %v\n%s", status, err, answer.Message.Text())
		}
	}
	if strings.Contains(w.log.String(), "ERROR") {
		t.Errorf("the log has\n%s", w.log)
	}
}

// A command that panics while people wait becomes an apology, and the bot goes on.
func TestPanicsOfLateReplies(t *testing.T) {
	t.Parallel()
	w := connect(t, []chat.Command{simple("late", func(context.Context, *chat.Request) (*chat.Reply, error) {
		return &chat.Reply{Later: func(context.Context) (*chat.Reply, error) { panic("the cause") }}, nil
	})})
	for range 2 {
		answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "late", nil)
		if err != nil || answer.Type != discordtest.AnswerDeferred {
			t.Fatalf("answer of type %v, %v", answer, err)
		}
		m, err := w.WaitMessage(within(t), discordtest.Channel, func(m *discordtest.Message) bool { return m.ID == answer.Message.ID && m.Text() != "" })
		if err != nil || !strings.Contains(m.Text(), "Sorry, something went wrong on my side.") || strings.Contains(m.Text(), "the cause") {
			t.Errorf("%v\n%s", err, m.Text())
		}
	}
	if !strings.Contains(w.log.String(), "the cause") {
		t.Errorf("the log lacks the panic:\n%s", w.log)
	}
}

// later is a command that makes people wait for its reply.
func later(name string, audience chat.Audience, make func() (*chat.Reply, error)) chat.Command {
	return simple(name, func(context.Context, *chat.Request) (*chat.Reply, error) {
		return &chat.Reply{Audience: audience, Later: func(context.Context) (*chat.Reply, error) { return make() }}, nil
	})
}

// askLater uses a command in an English server, as a German, and returns the message that it makes people wait for.
func (w *world) askLater(t *testing.T, command string) string {
	t.Helper()
	answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, command, nil, discordtest.Locale("de"), discordtest.ServerLocale("en-US"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := w.WaitMessage(within(t), discordtest.Channel, func(m *discordtest.Message) bool { return m.ID == answer.Message.ID && m.Text() != "" })
	if err != nil {
		t.Fatal(err)
	}
	return m.Text()
}

// A refusal that people waited for is in the language of those who read it.
func TestLanguageOfLateRefusals(t *testing.T) {
	t.Parallel()
	refuse := func() (*chat.Reply, error) {
		return nil, chat.Refuse(voice.Phrase("reading.lateFile"), voice.Phrase("reading.tryFileAgain"))
	}
	w := connect(t, []chat.Command{later("everyone", chat.AsAsked, refuse), later("asker", chat.OnlyAsker, refuse)})
	for command, language := range map[string]string{"everyone": "en", "asker": "de"} {
		want := voice.In(language).Say(voice.Phrase("reading.lateFile"))
		if text := w.askLater(t, command); !strings.Contains(text, want) {
			t.Errorf("/%s, want %q:\n%s", command, want, text)
		}
	}
}

// The positions of a reply that everyone waited for are offered. Those of a private one are not.
func TestPositionsOfLateRepliesAreOffered(t *testing.T) {
	t.Parallel()
	showing := func(position string) func() (*chat.Reply, error) {
		return func() (*chat.Reply, error) {
			return &chat.Reply{Components: []chat.Component{chat.Text(voice.Raw(position))}, Shows: []string{position}}, nil
		}
	}
	cmds := append(offer(commands.All(tools(t)), "encode"), later("asker", chat.OnlyAsker, showing("SP\u00a0100")), later("everyone", chat.AsAsked, showing("SP\u00a0400")))
	w := connect(t, cmds)
	w.askLater(t, "asker")
	w.askLater(t, "everyone")
	offered := func() string {
		return fmt.Sprint(w.completed(t, discordtest.Ben, discordtest.Channel, "encode", map[string]any{"position": ""}, "position"))
	}
	for ctx := within(t); !strings.Contains(offered(), "SP\u00a0400 "); {
		if !sleep.For(ctx, 5*time.Millisecond) {
			t.Fatal("SP 400 is not offered")
		}
	}
	if names := offered(); strings.Contains(names, "SP\u00a0100 ") {
		t.Error(names)
	}
}
