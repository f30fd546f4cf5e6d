package bot

import (
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
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
