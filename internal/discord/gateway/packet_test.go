package gateway

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"chess960bot/internal/workshop/testrun"
)

// deflated compresses a text as Discord does.
func deflated(text string) []byte {
	var out bytes.Buffer
	w, _ := zlib.NewWriterLevel(&out, zlib.BestSpeed)
	io.WriteString(w, text)
	w.Close()
	return out.Bytes()
}

// Invalid packets and a second HELLO are ignored, and the connection stays open.
func TestNonsense(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		d.run()
		p := d.begin()
		go p.serve()
		d.happened()
		for _, text := range []string{
			``, `null`, `{`, `[1]`, `"x"`, `{}`, `{"op":null}`, `{"op":"x"}`, `{"op":77}`, `{"op":0}`, `{"op":0,"t":"NO_SEQUENCE","d":{}}`,
			`{"op":11}`, `{"op":10,"d":{"heartbeat_interval":1}}`, `{"op":10,"d":{"heartbeat_interval":0}}`, `{"op":10}`, "\xff\xfe",
		} {
			p.send("%s", text)
			p.sendBinary([]byte(text))
			p.sendBinary(deflated(text))
		}
		p.sendBinary(deflated(`{"op":7}`)[:9])
		p.ws.WriteControl(websocket.PingMessage, nil, time.Time{})
		p.send(`{"op":0,"s":2,"t":"A","d":1}`)
		p.sendBinary(deflated(`{"op":0,"s":3,"t":"B","d":2}`))
		if got := d.happened(); !slices.Equal(got, []string{"A 1", "B 2"}) {
			t.Errorf("events: %q", got)
		}
	})
}

// Wrong packets from Discord end the connection, but not the client: it resumes the
// session that it had before.
func TestEndsConnection(t *testing.T) {
	for _, text := range []string{
		`{"op":10,"d":{"heartbeat_interval":0}}`,
		`{"op":10,"d":{"heartbeat_interval":-1}}`,
		`{"op":10,"d":{"heartbeat_interval":3600001}}`,
		`{"op":10,"d":{"heartbeat_interval":9223372036854775807}}`,
		`{"op":10,"d":{"heartbeat_interval":1e99}}`,
		`{"op":10}`,
		`{"op":0,"s":2,"t":"READY","d":{"guilds":[null]}}`,
		`{"op":0,"s":2,"t":"READY","d":{"session_id":"x"}}`,
		`{"op":0,"s":2,"t":"READY","d":{"session_id":["x"]}}`,
		`{"op":0,"s":2,"t":"READY"}`,
	} {
		play(t, func(t *testing.T, d *discord) {
			d.run()
			p := d.begin()
			if strings.HasPrefix(text, `{"op":10`) { // only the first HELLO of a connection counts
				p.send(`{"op":7}`)
				p.expectClose(4000)
				p = d.next()
			}
			sent := time.Now()
			p.send("%s", text)
			p.expectClose(4000)
			if took := time.Since(sent); took > 0 { // such as until a heartbeat is missed
				t.Errorf("%s ends the connection after %v", text, took)
			}
			p = d.next()
			p.hello(41250)
			if resumed := p.expect(opResume); !strings.Contains(resumed, `"session_id":"first"`) {
				t.Errorf("after %s: %s", text, resumed)
			}
		})
	}
}

// A small message that inflates to a huge one takes little memory.
func TestInflateBomb(t *testing.T) {
	testrun.NotShort(t, "slow with the race detector")
	bomb := deflated(strings.Repeat("x", 3*messageLimit))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if text, err := inflate(bomb); err != errTooLarge {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 4*messageLimit {
		t.Errorf("took %d bytes for %d", took, len(bomb))
	}
}

// Any message can be read in limited time and memory, and no event is reported without its
// sequence number.
func FuzzPackets(f *testing.F) {
	for _, text := range []string{
		`{"op":10,"d":{"heartbeat_interval":41250}}`, `null`, `{"op":7}`, `{"op":9,"d":true}`, `{"op":11}`, `{"op":1,"d":null}`,
		`{"op":0,"s":1,"t":"READY","d":{"session_id":"x","user":{"id":"1"},"resume_gateway_url":"wss://x"}}`,
		`{"op":0,"s":2,"t":"RESUMED"}`, `{"op":0,"s":3,"t":"INTERACTION_CREATE","d":{"id":"1"}}`,
	} {
		f.Add(false, []byte(text))
		f.Add(true, []byte(text))
		f.Add(true, deflated(text))
	}
	f.Fuzz(func(t *testing.T, binary bool, message []byte) {
		kind := websocket.TextMessage
		if binary {
			kind = websocket.BinaryMessage
		}
		p, ok, err := readPacket(kind, message)
		if !ok || err != nil {
			return
		}
		c := newConn(new(websocket.Conn), &session{address: normalURL})
		reported := ""
		s := &shard{log: slog.New(slog.DiscardHandler), client: New(Options{
			Connected: func(int, bool) {},
			Resumed:   func(int) {},
			Ready:     func(_ int, user, application string) { reported = user + application },
			Event: func(_ string, data []byte) {
				if reported = "event"; len(data) > 0 && !json.Valid(data) {
					t.Errorf("an event with %q", data)
				}
			},
		})}
		err = s.handle(c, p)
		if err != nil && reported != "" {
			t.Errorf("%v, and reports %s", err, reported)
		}
		if reported != "" && (p.Sequence == nil || c.session.sequence.Load() != *p.Sequence) {
			t.Error("an event without its sequence number")
		}
		if s.session != nil && (s.session.id == "" || checkAddress(s.session.address) != nil) {
			t.Errorf("a session that cannot be resumed: %q at %q", s.session.id, s.session.address)
		}
		if c.reached {
			if interval := <-c.hello; interval < time.Millisecond || interval > longestInterval {
				t.Errorf("heartbeats every %v", interval)
			}
		}
	})
}
