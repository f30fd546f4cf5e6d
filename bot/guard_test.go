package bot

import (
	"io"
	"net"
	"strings"
	"testing"
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
