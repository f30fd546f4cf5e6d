package bot_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/discordtest"
)

// A gatewayFault is something that goes wrong with the connection to the gateway,
// and what has to come of it.
type gatewayFault struct {
	name       string
	settings   []discordtest.Setting
	connection func(n int) *discordtest.GatewayFault
	happen     func(*world) // once the bot is connected; nil for a fault of connecting

	identifies, resumes int    // in all; resumes are counted after what happens
	logged              string // a reason that the log gives
	quiet               bool   // the connection lives on
}

// firstOnly is a fault of the first connection alone.
func firstOnly(f discordtest.GatewayFault) func(int) *discordtest.GatewayFault {
	return func(n int) *discordtest.GatewayFault {
		if n == 1 {
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

var quick = discordtest.Heartbeat(300 * time.Millisecond)

var gatewayFaults = []gatewayFault{
	{name: "cut off", happen: func(w *world) { w.Drop() }, identifies: 1, resumes: 1},
	{name: "closed without a code", happen: closeWith(websocket.CloseNormalClosure), identifies: 1, resumes: 1, logged: "close 1000"},
	{name: "closed for an unknown error", happen: closeWith(4000), identifies: 1, resumes: 1, logged: "close 4000"},
	{name: "closed for being too fast", happen: closeWith(4008), identifies: 1, resumes: 1, logged: "close 4008"},
	{name: "closed for a wrong sequence", happen: closeWith(4007), identifies: 2, logged: "close 4007"},
	{name: "closed for a session timed out", happen: closeWith(4009), identifies: 2, logged: "close 4009"},
	{name: "op 7", happen: func(w *world) { w.AskReconnect() }, identifies: 1, resumes: 1, logged: "Discord asked to connect again"},
	{name: "op 9, resumable", happen: func(w *world) { w.InvalidateSessions(true) }, identifies: 1, resumes: 1, logged: "cannot take up the session now"},
	{name: "op 9", happen: func(w *world) { w.InvalidateSessions(false) }, identifies: 2, logged: "does not know the session any more"},
	{name: "a frame of 9 MB", happen: sendText(`{"op":0,"s":9,"t":"X","d":"` + strings.Repeat("x", 9<<20) + `"}`), identifies: 1, resumes: 1, logged: "a message of more than 8388608 bytes"},

	{name: "null", happen: sendText("null"), identifies: 1, quiet: true},
	{name: "no JSON", happen: sendText(`{"op":`), identifies: 1, quiet: true},
	{name: "a list", happen: sendText(`[1,2,3]`), identifies: 1, quiet: true},
	{name: "an empty packet", happen: sendText(``), identifies: 1, quiet: true},
	{name: "an unknown op", happen: sendText(`{"op":77,"d":{}}`), identifies: 1, quiet: true},
	{name: "an unknown event", happen: sendText(`{"op":0,"s":2,"t":"PAWN_TAKEN","d":{"by":"queen"}}`), identifies: 1, quiet: true},
	{name: "an event that discordgo dies of", happen: sendText(`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`), identifies: 1, quiet: true},
	{name: "a wrong READY", happen: sendText(`{"op":0,"s":2,"t":"READY","d":{"guilds":[null]}}`), identifies: 1, resumes: 1, logged: "READY names no session"},
	{name: "compressed", connection: firstOnly(discordtest.GatewayFault{Packed: true}), identifies: 1, quiet: true},
	{name: "a packet that unpacks to 9 MB", happen: sendBinary(packed(strings.Repeat(" ", 9<<20))), identifies: 1, resumes: 1, logged: "a message of more than 8388608 bytes"},
	{name: "half a compressed packet", happen: sendBinary(packed(`{"op":7,"d":null}`)[:12]), identifies: 1, quiet: true},
	{name: "bad zlib", happen: sendBinary("x\x9cthis is no zlib"), identifies: 1, quiet: true},
	{name: "asked for a heartbeat", happen: func(w *world) { w.AskHeartbeat() }, identifies: 1, quiet: true},
	{name: "a second HELLO of nonsense", happen: sendText(`{"op":10,"d":{"heartbeat_interval":0}}`), identifies: 1, resumes: 1, logged: "an impossible heartbeat"},

	{name: "no acknowledgement", settings: []discordtest.Setting{quick}, connection: firstOnly(discordtest.GatewayFault{NoAck: true}), identifies: 1, resumes: 1, logged: "gone silent"},
	{name: "no HELLO", connection: firstOnly(discordtest.GatewayFault{Silent: true}), identifies: 1, logged: "gone silent"},
	{name: "no upgrade", connection: firstOnly(discordtest.GatewayFault{Refuse: 503}), identifies: 1, logged: "503 Service Unavailable"},
	{name: "op 7 first", connection: firstOnly(discordtest.GatewayFault{Packets: []string{`{"op":7,"d":null}`}}), identifies: 1, logged: "asked to connect again"},
	{name: "op 7 in place of READY", connection: firstOnly(discordtest.GatewayFault{First: []string{`{"op":7,"d":null}`}, NoReady: true}), identifies: 1, logged: "asked to connect again"},
	{name: "op 9 in place of READY", connection: firstOnly(discordtest.GatewayFault{First: []string{`{"op":9,"d":false}`}, NoReady: true}), identifies: 1, logged: "does not know the session"},
	{name: "null in place of HELLO", connection: firstOnly(discordtest.GatewayFault{Packets: []string{`null`, `{"op":10,"d":{"heartbeat_interval":41250}}`}}), identifies: 1},
	{name: "a heartbeat interval of 0", connection: firstOnly(discordtest.GatewayFault{Packets: []string{`{"op":10,"d":{"heartbeat_interval":0}}`}}), identifies: 1, logged: "an impossible heartbeat"},
	{name: "a heartbeat interval beyond bounds", connection: firstOnly(discordtest.GatewayFault{Packets: []string{`{"op":10,"d":{"heartbeat_interval":9223372036854775807}}`}}), identifies: 1, logged: "an impossible heartbeat"},
	{name: "READY delayed by a heartbeat request", connection: firstOnly(discordtest.GatewayFault{First: []string{`{"op":1,"d":null}`}}), identifies: 1},
}

// Whatever happens to the connection, the bot is there again, with as few new
// sessions as can be, and says in the log what it was.
func TestGatewayFaults(t *testing.T) {
	t.Parallel()
	sideBySide(t, gatewayFaults, func(f gatewayFault) string { return f.name }, func(t *testing.T, fault gatewayFault) {
		if testing.Short() && fault.name == "no HELLO" {
			t.Skip("takes ten seconds")
		}
		w := connect(t, commands.All(tools(t)), append(fault.settings, discordtest.GatewayFaults(fault.connection))...)
		if fault.happen != nil {
			slash(t, w, "random")
			fault.happen(w)
		}
		w.settle(t, fault.identifies, fault.resumes)
		slash(t, w, "random")
		if got, want := [2]int{w.Identifies(), w.Resumes()}, [2]int{fault.identifies, fault.resumes}; got != want {
			t.Errorf("%d identifies and %d resumes, want %d and %d", got[0], got[1], want[0], want[1])
		}
		if log := w.log.String(); !strings.Contains(log, fault.logged) || fault.quiet && strings.Contains(log, "not connected") {
			t.Errorf("the log should say %q:\n%s", fault.logged, log)
		}
	})
}

// settle waits until the bot has identified and resumed so often, and is there.
func (w *world) settle(t *testing.T, identifies, resumes int) {
	t.Helper()
	for ctx := within(t); w.Identifies() < identifies || w.Resumes() < resumes; {
		if !sleep(ctx, 5*time.Millisecond) {
			t.Fatalf("%d identifies and %d resumes, want %d and %d\n%s", w.Identifies(), w.Resumes(), identifies, resumes, w.log)
		}
	}
	if err := w.WaitReady(within(t)); err != nil {
		t.Fatal(err, w.log)
	}
}

// A fatalClose is a close code that ends the bot.
type fatalClose struct {
	code int
	want string // what it says as it ends
	late bool   // it comes when the bot has been connected for a while
}

// What trying again cannot mend ends the bot with a sentence on what to do.
func TestFatalCloses(t *testing.T) {
	t.Parallel()
	var cases []fatalClose
	for code, want := range map[int]string{
		4004: "Discord rejected the token",
		4010: "invalid shard",
		4011: "sharding required",
		4012: "invalid API version",
		4013: "invalid intents",
		4014: "disallowed intents",
	} {
		cases = append(cases, fatalClose{code, want, false}, fatalClose{code, want, true})
	}
	sideBySide(t, cases, func(c fatalClose) string { return fmt.Sprintf("%d, late %t", c.code, c.late) }, testFatalClose)
}

func testFatalClose(t *testing.T, c fatalClose) {
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
	ended := w.run(t, bot.Options{Token: discordtest.Token, Commands: commands.All(tools(t))})
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
		t.Error("lives on")
	}
	if n := server.Connections(); n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
}

// A rate limit on asking where the gateway is does not hang the connecting, at the
// end of which the session would be given up.
func TestRateLimitBeforeResuming(t *testing.T) {
	t.Parallel()
	var away atomic.Bool
	w := connect(t, commands.All(tools(t)),
		discordtest.GatewayFaults(func(int) *discordtest.GatewayFault {
			if away.Load() {
				return &discordtest.GatewayFault{Refuse: 503}
			}
			return nil
		}),
		discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
			if r.Route == "/gateway" && away.Load() {
				return &discordtest.Fault{RetryAfter: time.Hour}
			}
			return nil
		}))
	away.Store(true)
	w.Drop()
	for ctx := within(t); !strings.Contains(w.log.String(), "again_in=1h0m0s"); {
		if !sleep(ctx, 5*time.Millisecond) {
			t.Fatal(w.log)
		}
	}
}

// A bot that stops ends its session, so that Discord sends it nothing any more.
func TestStoppingEndsTheSession(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(tools(t)))
	w.stop()
	if _, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "random", nil); err != discordtest.ErrNoBot {
		t.Error(err)
	}
}
