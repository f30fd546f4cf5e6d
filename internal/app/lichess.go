package app

import (
	"chess960bot/commands"
	"chess960bot/commands/play/lichess"
)

// games opens games on lichess; nil if the feature is switched off.
func (o Options) games() *lichess.Client {
	if !o.Choice.Has(commands.Games) {
		return nil
	}
	return o.Lichess
}
