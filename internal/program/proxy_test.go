package program

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
)

// A bot that can reach only the proxy of HTTP_PROXY sends its requests and connects to the
// gateway through the proxy.
func TestProxy(t *testing.T) {
	t.Parallel()
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	var tunnels atomic.Int64
	proxy := httptest.NewServer(proxyTo(t, discord.URL(), &tunnels))
	defer proxy.Close()
	// No name below .test exists, so only the proxy can reach the server.
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "HTTP_PROXY="+proxy.URL, "DISCORD_API_URL=http://discord.test", "DATABASE_URL="+storetest.SQLite(t))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := discord.WaitCommands(ctx, "sp"); err != nil {
		t.Fatal(err, stderr)
	}
	if _, err := discord.Slash(ctx, discordtest.Anna, discordtest.Channel, "sp", map[string]any{"number": 518}); err != nil {
		t.Error(err)
	}
	if n := tunnels.Load(); n != 1 {
		t.Errorf("%d tunnels through the proxy, want one for the gateway\n%s", n, stderr)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v\n%s", err, stderr)
	}
	for _, broken := range discord.Broken() {
		t.Error(broken)
	}
}

// proxyTo returns an HTTP proxy that sends requests for discord.test to the stand-in. It
// counts the tunnels that were opened with CONNECT.
func proxyTo(t *testing.T, discord string, tunnels *atomic.Int64) http.HandlerFunc {
	target, err := url.Parse(discord)
	if err != nil {
		t.Fatal(err)
	}
	forward := httputil.NewSingleHostReverseProxy(target)
	forward.ModifyResponse = func(answer *http.Response) error {
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		// GET /gateway/bot names the stand-in's gateway.
		answer.Body = io.NopCloser(strings.NewReader(strings.ReplaceAll(string(text), target.Host, "discord.test:80")))
		answer.ContentLength = -1
		answer.Header.Del("Content-Length")
		return err
	}
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.TrimSuffix(r.Host, ":80") != "discord.test":
			t.Errorf("unexpected request to the proxy: %s %s", r.Method, r.Host)
			w.WriteHeader(http.StatusBadGateway)
		case r.Method == http.MethodConnect:
			tunnels.Add(1)
			tunnel(t, w, target.Host)
		default:
			forward.ServeHTTP(w, r)
		}
	}
}

// tunnel connects the client of a request with a host until both have closed the
// connection.
func tunnel(t *testing.T, w http.ResponseWriter, host string) {
	far, err := net.Dial("tcp", host)
	if err != nil {
		t.Error(err)
		return
	}
	defer far.Close()
	near, buffered, err := w.(http.Hijacker).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	defer near.Close()
	fmt.Fprint(near, "HTTP/1.1 200 Connection established\r\n\r\n")
	go func() {
		io.Copy(far, buffered) // may hold the first bytes
		far.Close()
	}()
	io.Copy(near, far)
}
