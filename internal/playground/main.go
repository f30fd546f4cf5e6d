// Playground lets you try the bot without Discord, an account or a token:
//
//	go run ./internal/playground
//
// and open http://127.0.0.1:8960. The page looks and behaves like a channel of
// Discord. The bot in it is the real one, connected to a stand-in for Discord
// (package discordtest) that checks everything it sends as strictly as Discord
// does; what it got wrong is listed under "Rules broken". All of it runs on
// this machine and is gone when the program ends.
//
// The clock of the playground can be wound forward, in the panel "Daily": what is
// due on the way is posted as it would have been, so that a week of daily posts,
// or a change of clocks, can be watched in a minute.
//
// A browser sends what a person does to a small JSON API (api.go, dailyapi.go) and
// follows the channel on a stream of events (events.go). The page itself, in
// page/, is HTML, CSS and ES modules as they stand there, with no build step.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"chess960bot/internal/discordapi"
	"chess960bot/internal/discordtest"
	"chess960bot/render"
)

// exitUsage is the exit code for arguments that mean nothing (flag's own).
const exitUsage = 2

func main() {
	addr := flag.String("addr", "127.0.0.1:8960", "`host:port` where the page is served")
	if flag.Parse(); flag.NArg() > 0 {
		fmt.Fprintf(flag.CommandLine.Output(), "playground: %q is more than it takes; its settings are:\n", flag.Arg(0))
		flag.PrintDefaults()
		os.Exit(exitUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *addr); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

// run opens the port and plays until the context ends.
func run(ctx context.Context, addr string) error {
	listener, err := listen(addr)
	if err != nil {
		return err
	}
	return play(ctx, listener, os.Stdout)
}

// play starts the bot, says where the page is, and serves it.
func play(ctx context.Context, listener net.Listener, out io.Writer) error {
	defer listener.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	log := slog.New(slog.NewTextHandler(discordapi.Redact(os.Stderr, discordtest.Token), &slog.HandlerOptions{Level: slog.LevelWarn}))
	s, err := startStage(ctx, render.New(), log)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "The chess960 bot is at http://%s for you to try. Ctrl-C ends it.\n", visitable(listener.Addr()))
	err = serve(ctx, s, listener)
	cancel()
	return errors.Join(err, s.close())
}

// listen opens the port, and says what to do where it is taken.
func listen(addr string) (net.Listener, error) {
	if _, err := strconv.ParseUint(addr, 10, 16); err == nil {
		return nil, fmt.Errorf("-addr takes a host and a port, such as -addr 127.0.0.1:%s", addr)
	}
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use by another program; choose another port with -addr, such as -addr 127.0.0.1:8961", addr)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot serve at -addr %s: %w", addr, err)
	}
	return listener, nil
}

// visitable is an address that a browser can open: a server on all addresses of
// this machine is on the nearest one too.
func visitable(addr net.Addr) string {
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
	}
	return addr.String()
}

// serve answers browsers until the context ends or the bot gives up.
func serve(ctx context.Context, s *stage, listener net.Listener) error {
	host, _, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return err
	}
	web := &http.Server{
		Handler:           newServer(s, host),
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx }, // ends the event streams
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-s.ended:
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if web.Shutdown(grace) != nil {
		return web.Close()
	}
	return nil
}
