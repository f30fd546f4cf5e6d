package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// askIdentity asks Discord who the bot is, where no READY says so.
func (b *Bot) askIdentity(ctx context.Context) error {
	b.log.Info("taking interactions over HTTP, without a gateway", "api", b.api)
	return b.insist(ctx, func(ctx context.Context) error {
		answer, err := b.request(ctx, "GET", discordgo.EndpointApplication("@me"), body{})
		if err != nil {
			return fmt.Errorf("ask who the bot is: %w", err)
		}
		var application struct {
			ID  string `json:"id"`
			Bot struct {
				ID string `json:"id"`
			} `json:"bot"`
		}
		if err := json.Unmarshal(answer, &application); err != nil {
			return fmt.Errorf("ask who the bot is: %w", err)
		}
		if application.ID == "" {
			return errors.New("ask who the bot is: Discord names no application")
		}
		b.introduce(cmp.Or(application.Bot.ID, application.ID), application.ID)
		return nil
	})
}
