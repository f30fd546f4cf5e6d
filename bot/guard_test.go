package bot

import (
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// talk makes a guard, and the other end of its connection, on which a gateway
// that means no good says something.
func talk(t *testing.T, say func(gateway net.Conn)) *guard {
	t.Helper()
	near, far := net.Pipe()
	t.Cleanup(func() { near.Close() })
	said := make(chan struct{})
	go func() {
		defer close(said)
		defer far.Close()
		say(far)
	}()
	t.Cleanup(func() { near.Close(); <-said })
	return newGuard(near, deaf{})
}

// An answer to the upgrade that has no end is not kept in memory, even if it has
// no line's end either.
func TestGuardReadsNoEndlessAnswer(t *testing.T) {
	for _, text := range []string{"x", "x\r\n"} {
		g := talk(t, func(gateway net.Conn) {
			io.WriteString(gateway, strings.Repeat(text, 2*headLimit))
		})
		if _, err := io.ReadAll(g); err == nil || !strings.Contains(err.Error(), "has no end") {
			t.Errorf("%q again and again: %v", text, err)
		}
	}
}

// A gateway that asks for heartbeats and reads none of them has the connection
// ended: it would hold up discordgo's reading for ever.
func TestGuardWaitsForNoReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		g := talk(t, func(net.Conn) { <-over })
		defer close(over)
		written := make(chan struct{})
		go func() { g.Write([]byte("heartbeat")); close(written) }()
		select {
		case <-written:
		case <-time.After(time.Minute):
			t.Fatal("still writing after a minute")
		}
		if g.reason() == nil {
			t.Error("the connection goes on")
		}
	})
}

const (
	hello = `{"op":10,"d":{"heartbeat_interval":41250}}`
	ack   = `{"op":11}`
)

// READY names all of a shard's servers, 2,500 of them as Discord allows; what it
// took is given back, because a process may have hundreds of connections.
func TestGuardForgetsReady(t *testing.T) {
	ready := `{"op":0,"s":1,"t":"READY","d":{"session_id":"x","user":{"id":"1"},"guilds":[` +
		strings.Repeat(`{"id":"1234567890123456789","unavailable":true},`, 2499) + `{}]}}`
	g := talk(t, func(gateway net.Conn) {
		io.WriteString(gateway, upgrade)
		for _, text := range []string{hello, ready, ack} {
			gateway.Write(frame(websocket.TextMessage, []byte(text)))
		}
	})
	if passed, _ := io.ReadAll(g); !strings.HasSuffix(string(passed), ack) {
		t.Fatalf("passed %q", passed)
	}
	if kept := g.message.Cap(); kept > keptLimit {
		t.Errorf("keeps %d bytes", kept)
	}
}

// A gateway that greets again and again in place of READY is left.
func TestGuardWantsMoreThanGreetings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		g := talk(t, func(gateway net.Conn) {
			io.WriteString(gateway, upgrade)
			for time.Since(began) < 10*readyLimit {
				if _, err := gateway.Write(frame(websocket.TextMessage, []byte(hello))); err != nil {
					return
				}
				time.Sleep(readyLimit / 2)
			}
		})
		io.Copy(io.Discard, g)
		if took := time.Since(began); took != readyLimit {
			t.Errorf("left after %v", took)
		}
	})
}

// discordgo's goodbye, which ends the session, reaches the gateway only when the
// bot stops: discordgo says it too when the clock is put forward.
func TestGuardKeepsGoodbyesBack(t *testing.T) {
	for _, stopping := range []bool{false, true} {
		heard := make(chan string, 1)
		g := talk(t, func(gateway net.Conn) {
			io.WriteString(gateway, upgrade)
			all, _ := io.ReadAll(gateway)
			heard <- string(all)
		})
		if _, err := g.Read(make([]byte, len(upgrade))); err != nil {
			t.Fatal(err)
		}
		if stopping {
			g.letGo()
		}
		goodbye := frame(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""))
		if _, err := g.Write(goodbye); err != nil {
			t.Error(err)
		}
		if ended := g.reason() != nil; ended == stopping {
			t.Errorf("stopping: %t; ended: %t", stopping, ended)
		}
		g.Close()
		if said := <-heard; (said == string(goodbye)) != stopping {
			t.Errorf("stopping: %t; the gateway hears %q", stopping, said)
		}
	}
}

// A session that cannot be taken up, for whatever reason, is begun anew in the
// end.
func TestResumingIsGivenUp(t *testing.T) {
	s := &gatewaySession{shard: &shard{bot: new(Bot)}}
	reason := &websocket.CloseError{Code: 4000}
	if s.resumable(reason) {
		t.Error("before READY")
	}
	s.connected()
	for range 2 {
		for n := range mostFailures {
			if !s.resumable(reason) {
				t.Errorf("given up after %d failures", n)
			}
			s.fail()
		}
		if s.resumable(reason) {
			t.Error("never given up")
		}
		s.connected() // it has worked after all
	}
}
