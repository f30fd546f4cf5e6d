package bot

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A shard that has had its turn counts, though Discord has not heard of it yet.
func TestLastIdentifyIsGivenOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const reset = time.Hour
		began := time.Now()
		turns := &identifies{log: slog.New(slog.DiscardHandler), ask: func(context.Context) (*discordgo.GatewayBotResponse, error) {
			return &discordgo.GatewayBotResponse{SessionStartLimit: discordgo.SessionInformation{Remaining: 1, MaxConcurrency: 2, ResetAfter: int(reset.Milliseconds())}}, nil
		}}
		for shard, want := range []time.Duration{0, reset} {
			if err := turns.wait(t.Context(), shard); err != nil {
				t.Fatal(err)
			}
			if after := time.Since(began); after != want {
				t.Errorf("shard %d identifies after %v, want %v", shard, after, want)
			}
		}
	})
}
