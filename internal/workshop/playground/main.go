// Playground lets you try the bot without Discord, an account or a token:
//
//	go run ./internal/workshop/playground
//
// and open http://127.0.0.1:8960. The page looks and behaves like a channel in
// Discord. The bot on the page is the real one. It is connected to a stand-in for
// Discord (package discordtest) that checks the bot's requests as strictly as Discord
// does, and lists mistakes under "Rules broken". Games are opened on a stand-in for lichess
// (package lichesstest). Everything runs on this machine and is deleted when the program
// ends.
//
// The panel "Daily" can wind the playground's clock forward. The bot then posts every
// daily post that is due on the way. So people can watch a week of daily posts, or a
// change of clocks, in a minute.
//
// The browser sends a person's actions to a small JSON API (api.go, dailyapi.go) and
// follows the channel on an event stream (events.go). The page itself, in page/, is
// HTML, CSS and ES modules without a build step.
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

	"chess960bot/internal/discord/rest"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/render"
)

// exitUsage is the exit code for wrong arguments, the same as package flag's.
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

// run opens the port and runs the playground until the context ends.
func run(ctx context.Context, addr string) error {
	listener, err := listen(addr)
	if err != nil {
		return err
	}
	return play(ctx, listener, os.Stdout)
}

// play starts the bot, prints the address of the page, and serves the page.
func play(ctx context.Context, listener net.Listener, out io.Writer) error {
	defer listener.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	log := slog.New(slog.NewTextHandler(rest.Redact(os.Stderr, discordtest.Token), &slog.HandlerOptions{Level: slog.LevelWarn}))
	s, err := startStage(ctx, render.New(), log)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "The chess960 bot is at http://%s for you to try. Ctrl-C ends it.\n", visitable(listener.Addr()))
	err = serve(ctx, s, listener)
	cancel()
	return errors.Join(err, s.close())
}

// listen opens the port. Its errors say what to do if the port is taken.
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

// visitable returns an address that a browser can open. For a server on all
// addresses of this machine it returns the loopback address.
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
