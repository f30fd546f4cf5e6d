package bot

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"chess960bot/commands"
	"chess960bot/internal/store"
	"chess960bot/render"
)

// line is a connection over which something has come.
type wire struct {
	net.Conn
	io.Reader
}

func (l wire) Read(p []byte) (int, error)       { return l.Reader.Read(p) }
func (l wire) Write(p []byte) (int, error)      { return len(p), nil }
func (l wire) Close() error                     { return nil }
func (l wire) SetReadDeadline(time.Time) error  { return nil }
func (l wire) SetWriteDeadline(time.Time) error { return nil }

// deaf hears events and does nothing.
type deaf struct{}

func (deaf) begun(string, string) {}
func (deaf) resumed()             {}
func (deaf) event(string, []byte) {}

const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

// Whatever bytes come over the line, discordgo gets to see whole frames that are
// control frames or packets it can take.
func FuzzGuard(f *testing.F) {
	for _, text := range []string{
		`{"op":10,"d":{"heartbeat_interval":41250}}`, `null`, `{"op":7}`, `{"op":9,"d":true}`, `{"op":11}`, `{"op":1,"d":null}`,
		`{"op":0,"s":1,"t":"READY","d":{"session_id":"x","user":{"id":"1"}}}`,
		`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`, `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":{"id":"1"}}`,
	} {
		whole := frame(1, []byte(text))
		f.Add(append([]byte(upgrade), whole...))
		split := append([]byte{0x01, 2}, text[:2]...)
		f.Add(append(append([]byte(upgrade), split...), frame(0, []byte(text[2:]))...))
	}
	f.Add([]byte("HTTP/1.1 502 Bad Gateway\r\n\r\n"))
	f.Add([]byte(upgrade + "\x88\x02\x0f\xa4" + "\x89\x00" + "\x82\x7f\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, came []byte) {
		g := newGuard(wire{Reader: bytes.NewReader(came)}, deaf{})
		passed, _ := io.ReadAll(g)
		if g.reason() == nil {
			t.Fatal("the line has no end")
		}
		in := bufio.NewReader(bytes.NewReader(passed))
		for line, err := in.ReadString('\n'); err == nil && line != "\r\n" && line != "\n"; line, err = in.ReadString('\n') {
		}
		for peeks(in) {
			head, _ := in.Peek(2)
			if head[0]&finalFragment == 0 {
				t.Fatalf("a fragment reaches discordgo in %q", passed)
			}
			kind := head[0] & opcodeBits
			length := frameLength(t, in)
			payload := make([]byte, length)
			if _, err := io.ReadFull(in, payload); err != nil {
				t.Fatalf("half a frame reaches discordgo in %q", passed)
			}
			var p packet
			if kind == 1 && (json.Unmarshal(payload, &p) != nil || p.Op == nil) {
				t.Fatalf("%q reaches discordgo", payload)
			}
		}
	})
}

func peeks(in *bufio.Reader) bool {
	_, err := in.Peek(1)
	return err == nil
}

// frameLength reads a frame's head and returns the payload's length.
func frameLength(t *testing.T, in *bufio.Reader) uint64 {
	t.Helper()
	var head [2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		t.Fatal(err)
	}
	g := &guard{in: in}
	length, err := g.readLength(head[1])
	if err != nil {
		t.Fatal(err)
	}
	return length
}

// An interaction is dropped or answered, whatever it says, and never with an
// apology.
func FuzzHandlers(f *testing.F) {
	kept, err := store.Open(context.Background(), "sqlite:"+filepath.Join(f.TempDir(), "fuzz.db"))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { kept.Close() })
	b, err := New(Options{
		APIURL: &url.URL{Scheme: "http", Host: "127.0.0.1:1"}, Token: "token", Log: slog.New(slog.DiscardHandler),
		Commands: commands.All(commands.Tools{Boards: render.New(), Dailies: kept}),
	})
	if err != nil {
		f.Fatal(err)
	}
	const who = `"id":"1","token":"t","channel_id":"5","user":{"id":"7"}`
	const member = `"id":"1","token":"t","channel_id":"5","guild_id":"9","app_permissions":"8","member":{"permissions":"32","user":{"id":"7"}}`
	for _, seed := range []string{
		`{` + who + `,"type":2,"data":{"name":"sp","options":[{"name":"number","type":4,"value":518}]}}`,
		`{` + who + `,"type":2,"data":{"name":"encode","options":[{"name":"position","type":3,"value":"RNBQKBNR"},{"name":"explain","type":3,"value":"head"}]}}`,
		`{` + who + `,"type":2,"data":{"name":"table","options":[{"name":"name","type":3,"value":"kings"}]}}`,
		`{` + who + `,"type":2,"data":{"name":"random","options":[{"name":"exclude_standard","type":5,"value":true}]}}`,
		`{` + who + `,"type":3,"message":{"id":"3","flags":64},"data":{"custom_id":"next:518:white:brown:direct:number"}}`,
		`{` + who + `,"type":3,"message":{"id":"3"},"data":{"custom_id":"method:518:black:blue:head:position","values":["tables"]}}`,
		`{` + member + `,"type":2,"data":{"name":"daily","options":[{"name":"set","type":1,"options":[{"name":"channel","type":7,"value":"5"},{"name":"time","type":3,"value":"7.30 pm"},{"name":"timezone","type":3,"value":"Berlin"}]}],"resolved":{"channels":{"5":{"type":0,"app_permissions":"8"}}}}}`,
		`{` + member + `,"type":4,"data":{"name":"daily","options":[{"name":"set","type":1,"options":[{"name":"timezone","type":3,"value":"ber","focused":true}]}]}}`,
		`{` + member + `,"type":2,"data":{"name":"daily","options":[{"name":"today","type":1,"options":[{"name":"date","type":3,"value":"2026-11-20"}]}]}}`,
		`null`, `{}`, `{` + who + `,"type":99}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		i, ok := readInteraction(raw)
		if !ok {
			return
		}
		answer, outcome, err := b.compose(t.Context(), b.log, i)
		if outcome == "failed" || err != nil {
			t.Errorf("fails: %s: %v", raw, err)
		}
		if len(answer.Bytes) == 0 {
			t.Errorf("an empty answer to %s", raw)
		}
	})
}
