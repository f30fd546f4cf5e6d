package program

import (
	"context"
	"log/slog"
	"net/url"
	"strings"

	"chess960bot/commands/play/lichess"
	"chess960bot/internal/chess960"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/outbox"
)

// games returns the client that opens games on lichess; nil if there is to be none.
func games(settings config, slots outbox.Slots, log *slog.Logger) *lichess.Client {
	if settings.Lichess == nil {
		return nil
	}
	return lichess.New(lichess.Options{URL: settings.Lichess, Log: log, Slots: slots})
}

// checkLichess opens a game.
func checkLichess(ctx context.Context, settings config, log *slog.Logger) rest.Finding {
	f := rest.Finding{Assumption: "lichess opens a game", Seen: rest.Yes}
	if settings.Lichess == nil {
		f.Seen, f.Detail = rest.NotSeen, "LICHESS_URL is empty"
		return f
	}
	challenge := lichess.Challenge{Position: chess960.Classical(), Time: lichess.TimeControl{Limit: 300}, Name: "check"}
	_, err := lichess.New(lichess.Options{URL: settings.Lichess, Log: log}).Open(ctx, lichess.Asker{}, challenge)
	if err != nil {
		f.Seen, f.Detail = rest.No, err.Error()
	}
	return f
}

// urlOrNone returns nil for a variable that is set and empty.
func (r *reader) urlOrNone(name, fallback string) *url.URL {
	if value, set := r.lookup(name); set && strings.Trim(value, space) == "" {
		return nil
	}
	return r.url(name, fallback)
}
