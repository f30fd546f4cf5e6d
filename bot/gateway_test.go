package bot_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/workshop/discordtest"
)

// A gatewayFault is a fault of the connection to the gateway, with the number of sessions
// that it costs. The tests of package gateway have more faults.
type gatewayFault struct {
	name       string
	settings   []discordtest.Setting
	connection func(n int) *discordtest.GatewayFault
	happen     func(*world) // once the bot is connected; nil for a fault of connecting

	identifies, resumes, connections int // in all
}

// firstOnly returns a fault of only the first connection.
func firstOnly(f discordtest.GatewayFault) func(int) *discordtest.GatewayFault { return onlyThe(1, f) }

// onlyThe returns a fault of only the nth connection.
func onlyThe(nth int, f discordtest.GatewayFault) func(int) *discordtest.GatewayFault {
	return func(n int) *discordtest.GatewayFault {
		if n == nth {
			return &f
		}
		return nil
	}
}

func sendText(text string) func(*world) {
	return func(w *world) { w.SendFrame(websocket.TextMessage, []byte(text)) }
}

func sendBinary(text string) func(*world) {
	return func(w *world) { w.SendFrame(websocket.BinaryMessage, []byte(text)) }
}

func packed(text string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	io.WriteString(w, text)
	w.Close()
	return out.String()
}

func closeWith(code int) func(*world) {
	return func(w *world) { w.CloseGateway(code) }
}

var gatewayFaults = []gatewayFault{
	{name: "cut off", happen: func(w *world) { w.Drop() }, identifies: 1, resumes: 1, connections: 2},
	{name: "closed with 1000", happen: closeWith(websocket.CloseNormalClosure), identifies: 1, resumes: 1, connections: 2},
	{name: "closed for a session timed out", happen: closeWith(4009), identifies: 2, connections: 2},
	{name: "closed for an invalid sequence", happen: closeWith(4007), identifies: 2, connections: 2},
	{name: "resume refused with 4007", connection: onlyThe(2, discordtest.GatewayFault{Close: 4007}), happen: func(w *world) { w.Drop() }, identifies: 2, connections: 3},
	{name: "op 7", happen: func(w *world) { w.AskReconnect() }, identifies: 1, resumes: 1, connections: 2},
	{name: "op 9, resumable", happen: func(w *world) { w.InvalidateSessions(true) }, identifies: 1, resumes: 1, connections: 2},
	{name: "op 9", happen: func(w *world) { w.InvalidateSessions(false) }, identifies: 2, connections: 2},
	{name: "a frame of 9 MB", happen: sendText(`{"op":0,"s":9,"t":"X","d":"` + strings.Repeat("x", 9<<20) + `"}`), identifies: 1, resumes: 1, connections: 2},
	{name: "no acknowledgement", settings: []discordtest.Setting{discordtest.Heartbeat(1500 * time.Millisecond)}, connection: firstOnly(discordtest.GatewayFault{NoAck: true}), identifies: 1, resumes: 1, connections: 2},

	{name: "null", happen: sendText("null"), identifies: 1, connections: 1},
	{name: "an event without data", happen: sendText(`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`), identifies: 1, connections: 1},
	{name: "an interaction without data", happen: sendText(`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":null}`), identifies: 1, connections: 1},
	{name: "compressed", connection: firstOnly(discordtest.GatewayFault{Packed: true}), happen: func(*world) {}, identifies: 1, connections: 1},
	{name: "half a compressed packet", happen: sendBinary(packed(`{"op":7,"d":null}`)[:12]), identifies: 1, connections: 1},
	{name: "asked for a heartbeat", happen: func(w *world) { w.AskHeartbeat() }, identifies: 1, connections: 1},

	{name: "no upgrade", connection: firstOnly(discordtest.GatewayFault{Refuse: 503}), identifies: 1, connections: 2},
	{name: "op 7 instead of HELLO", connection: firstOnly(discordtest.GatewayFault{Packets: []string{`{"op":7,"d":null}`}}), identifies: 1, connections: 2},
	{name: "op 7 instead of READY", connection: firstOnly(discordtest.GatewayFault{First: []string{`{"op":7,"d":null}`}, NoReady: true}), identifies: 1, connections: 2},
	{name: "a heartbeat interval of 0", connection: firstOnly(discordtest.GatewayFault{Packets: []string{`{"op":10,"d":{"heartbeat_interval":0}}`}}), identifies: 1, connections: 2},
	{name: "op 9 instead of READY", connection: firstOnly(discordtest.GatewayFault{First: []string{`{"op":9,"d":false}`}, NoReady: true}), identifies: 1, connections: 2},
}

// After every fault of the connection the bot comes back with as few new sessions as
// possible. The stand-in accepts resumes only at the resume URL.
func TestGatewayFaults(t *testing.T) {
	t.Parallel()
	sideBySide(t, gatewayFaults, func(f gatewayFault) string { return f.name }, apart(func(t *testing.T, fault gatewayFault) {
		w := connect(t, offer(commands.All(tools(t)), "random"), append(fault.settings, discordtest.GatewayFaults(fault.connection))...)
		if fault.happen != nil {
			slash(t, w, "random")
			fault.happen(w)
		}
		w.settle(t, fault.identifies, fault.resumes)
		slash(t, w, "random")
		got, want := [3]int{w.Identifies(), w.Resumes(), w.Connections()}, [3]int{fault.identifies, fault.resumes, fault.connections}
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
		server, err := discordtest.Start(discordtest.GatewayFaults(firstOnly(fault)))
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
