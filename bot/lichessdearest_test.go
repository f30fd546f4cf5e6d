package bot

import (
	"log/slog"
	"net/url"
	"testing"
	"time"

	"chess960bot/commands/feature"
	"chess960bot/commands/play"
	"chess960bot/internal/online"
	"chess960bot/internal/workshop/lichesstest"
)

func init() {
	gamesOfAttacks = func(t testing.TB) online.Games {
		lichess, err := lichesstest.Start()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(lichess.Close)
		address, err := url.Parse(lichess.URL())
		if err != nil {
			t.Fatal(err)
		}
		return play.On(address, nil, feature.Tools{Log: slog.New(slog.DiscardHandler), Now: time.Now})
	}
}
