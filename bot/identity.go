package bot

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// askIdentity asks Discord who the bot is, where no READY says so.
func (b *Bot) askIdentity(ctx context.Context) error {
	b.log.Info("taking interactions over HTTP, without a gateway", "api", b.api)
	return b.persevere(ctx, "learn who the bot is", func() error {
		answer, err := b.request(ctx, "GET", discordgo.EndpointApplication("@me"), body{})
		if err != nil {
			return err
		}
		var application struct {
			ID  string          `json:"id"`
			Bot *discordgo.User `json:"bot"`
		}
		if err := json.Unmarshal(answer, &application); err != nil {
			return fmt.Errorf("read the application: %w", err)
		}
		b.onReady(nil, &discordgo.Ready{Application: &discordgo.Application{ID: application.ID}, User: application.Bot})
		return nil
	})
}
