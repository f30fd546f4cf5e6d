package app

import (
	"context"

	"chess960bot/internal/outbox"
)

// A feature is what the core can do without: see package commands.
type feature struct {
	name   string
	posts  func(Options) []outbox.Kind
	beside func(Options) func(context.Context) error // what runs beside the bot; nil for nothing
}

var features = []feature{
	evenings,
	ofQuiz,
}

// postsOfFeatures returns the kinds of posts to send, each with the message that commands write for
// it, and the names of those that wait because their feature is switched off.
func postsOfFeatures(o Options) (sent []outbox.Kind, waiting []string) {
	for _, f := range features {
		if o.Choice.Has(f.name) {
			sent = append(sent, f.posts(o)...)
			continue
		}
		for _, kind := range f.posts(o) {
			waiting = append(waiting, kind.Name())
		}
	}
	return sent, waiting
}

// besideFeatures returns what the features run.
func besideFeatures(o Options) (all []func(context.Context) error) {
	for _, f := range features {
		if f.beside == nil || !o.Choice.Has(f.name) {
			continue
		}
		if run := f.beside(o); run != nil {
			all = append(all, run)
		}
	}
	return all
}
