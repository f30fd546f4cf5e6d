package bot

import "errors"

// Alive returns nil while the bot is in touch with Discord, and otherwise why
// not.
func (b *Bot) Alive() error {
	select {
	case <-b.known:
		return nil
	default:
		return errors.New("Discord has not said yet who the bot is")
	}
}
