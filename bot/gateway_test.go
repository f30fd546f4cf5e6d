package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/workshop/discordtest"
)

// After every fault of the connection the bot comes back with as few new sessions as
// possible. The stand-in accepts resumes only at the resume URL.
func TestGatewayFaults(t *testing.T) {
	t.Parallel()
	sideBySide(t, discordtest.GatewayScenes, func(s discordtest.GatewayScene) string { return s.Name }, apart(func(t *testing.T, scene discordtest.GatewayScene) {
		w := connect(t, offer(commands.All(tools(t)), "random"), scene.Settings()...)
		if scene.Happen != nil {
			slash(t, w, "random")
			scene.Happen(w.Server)
		}
		w.settle(t, scene.Identifies, scene.Resumes)
		slash(t, w, "random")
		got, want := [3]int{w.Identifies(), w.Resumes(), w.Connections()}, [3]int{scene.Identifies, scene.Resumes, scene.Connections}
		if got != want {
			t.Errorf("identifies, resumes and connections: %d, want %d\n%s", got, want, w.log)
		}
	}))
}

// settle waits until the bot is connected and has identified and resumed as often as
// expected.
func (w *world) settle(t *testing.T, identifies, resumes int) {
	t.Helper()
	if err := w.WaitSessions(within(t), identifies, resumes); err != nil {
		t.Fatalf("%d identifies and %d resumes, want %d and %d\n%s", w.Identifies(), w.Resumes(), identifies, resumes, w.log)
	}
}

// After some close codes another attempt cannot help. Then the bot ends with an error that
// says what to do.
func TestFatalCloses(t *testing.T) {
	t.Parallel()
	type fatalClose struct {
		code int
		late bool // the bot has been connected for a while
		want string
	}
	cases := []fatalClose{
		{4004, false, "Discord rejected the token: reset it"}, {4004, true, "Discord rejected the token: reset it"},
		{4011, true, "set DISCORD_SHARDS to auto"}, {4014, false, "disallowed intents"},
	}
	cmds := offer(commands.All(tools(t)), "random")
	sideBySide(t, cases, func(c fatalClose) string { return fmt.Sprintf("%d, late %t", c.code, c.late) }, func(t *testing.T, c fatalClose) {
		var fault discordtest.GatewayFault
		if !c.late {
			fault.Close = c.code
		}
		server, err := discordtest.Start(discordtest.GatewayFaults(func(int) *discordtest.GatewayFault { return &fault }))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.Close)
		w := &world{Server: server}
		ended := w.run(t, bot.Options{Token: discordtest.Token, Commands: cmds})
		if c.late {
			if err := server.WaitCommands(within(t), "random"); err != nil {
				t.Fatal(err)
			}
			server.CloseGateway(c.code)
		}
		select {
		case err := <-ended:
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("ended with %v, want %s", err, c.want)
			}
		case <-within(t).Done():
			t.Error("the bot still runs")
		}
		if n := server.Connections(); n != 1 {
			t.Errorf("%d connections, want 1", n)
		}
	})
}

// A bot that stops ends its session, so that Discord sends no more events.
func TestStoppingEndsTheSession(t *testing.T) {
	t.Parallel()
	w := connect(t, offer(commands.All(tools(t)), "random"))
	w.stop()
	if err := w.WaitGone(within(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "random", nil); err != discordtest.ErrNoBot {
		t.Error(err)
	}
}
