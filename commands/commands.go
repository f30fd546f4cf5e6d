// Package commands lists the features of the bot, and builds its commands. Each feature has a folder.
//
// To add a command to a feature, write a constructor in its folder, and add it to the feature's
// Commands and Names. The bot then registers and dispatches the command, the playground shows a form
// for it, and the tests run its Example.
package commands

import (
	"context"
	"crypto/rand"
	"math/big"
	"slices"
	"time"

	"chess960bot/commands/about"
	"chess960bot/commands/castle"
	"chess960bot/commands/daily"
	"chess960bot/commands/event"
	"chess960bot/commands/feature"
	"chess960bot/commands/find"
	"chess960bot/commands/number"
	"chess960bot/commands/play"
	"chess960bot/commands/quiz"
	"chess960bot/commands/random"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
)

// Features lists the features in the order in which help and README list their commands. To take a
// feature out, delete its folder and its line: see docs/design.md.
var Features = []feature.Feature{
	number.Feature,
	random.Feature,
	daily.Feature,
	castle.Feature,
	find.Feature,
	event.Feature,
	quiz.Feature,
	play.Feature,
	about.Feature,
}

// Choose reads a choice of commands: see [feature.Choose].
func Choose(text string) (choice feature.Choice, unknown string) {
	return feature.Choose(Features, text)
}

// Parts lists what the database keeps of the features.
func Parts() (parts []store.Part) {
	for _, f := range Features {
		parts = append(parts, f.Part)
	}
	return parts
}

// Built is what the features do with their tools.
type Built struct {
	Commands []chat.Command // in the order in which help and README list them
	tools    feature.Tools
}

// New builds the commands. Those that the Choice leaves out are hidden.
func New(tools feature.Tools) Built {
	tools = complete(tools)
	var all []chat.Command
	var onCards []chat.Press
	for _, f := range Features {
		if f.OnCard != nil {
			onCards = append(onCards, f.OnCard(tools)...)
		}
		if f.Commands == nil {
			continue
		}
		commands := f.Commands(tools)
		tools.Choice.Hide(f, commands)
		all = append(all, commands...)
	}
	// Any command can have them: a press is found by its custom id. They answer by themselves if their feature
	// is switched off.
	all[0].Presses = append(all[0].Presses, onCards...)
	help := []chat.Command{about.Help(all, tools.Support, tools.Choice)}
	tools.Choice.Hide(about.Feature, help)
	all = append(all, help...)
	for i, c := range all {
		all[i] = noteLanguage(tools.Languages, c)
		all[i].Heavy = tools.Heavy
	}
	return Built{all, tools}
}

// Posts returns the kinds of posts to send, and the names of those that wait because their feature is
// switched off.
func (b Built) Posts(o feature.Outbox) (sent []outbox.Kind, waiting []string) {
	b.tools.Outbox = o
	for _, f := range Features {
		if f.Posts == nil {
			continue
		}
		for _, kind := range f.Posts(b.tools) {
			if f.Name == feature.Core || b.tools.Choice.Has(f) {
				sent = append(sent, kind)
			} else {
				waiting = append(waiting, kind.Name())
			}
		}
	}
	return sent, waiting
}

// Beside returns what runs beside the bot until its context ends.
func (b Built) Beside() (all []func(context.Context) error) {
	for _, f := range Features {
		if f.Beside == nil || !b.tools.Choice.Has(f) {
			continue
		}
		if run := f.Beside(b.tools); run != nil {
			all = append(all, run)
		}
	}
	return all
}

// All returns the commands of [New].
func All(tools feature.Tools) []chat.Command { return New(tools).Commands }

// complete sets what tools lack.
func complete(tools feature.Tools) feature.Tools {
	if tools.Draw == nil {
		tools.Draw = DrawSecurely
	}
	if tools.Now == nil {
		tools.Now = time.Now
	}
	if tools.Languages == nil {
		tools.Languages = languages.New(tools.Store)
	}
	if tools.Choice.Features() == nil {
		tools.Choice, _ = Choose("all")
	}
	tools.Heavy = chat.NewHeavyWork()
	tools.Files = reading.NewFiles(tools.Heavy)
	for _, f := range Features {
		offered := tools.Choice.Has(f)
		if f.Games != nil && !offered {
			tools.Games = nil
		}
		if f.Games != nil && offered && tools.Games == nil {
			tools.Games = f.Games(tools)
		}
		if f.Zone != nil && tools.Zone == nil && tools.Store != nil {
			tools.Zone = f.Zone(tools)
		}
		if f.Drawn != nil && offered && tools.Drawn == nil {
			tools.Drawn = f.Drawn(tools)
		}
	}
	return tools
}

// DrawSecurely draws a number with crypto/rand. All numbers are equally likely.
func DrawSecurely(n int) (int, error) {
	drawn, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(drawn.Int64()), nil
}

// noteLanguage returns the command. Its subcommands that lead to posts by the clock also store the
// server's own language, for these posts.
func noteLanguage(servers *languages.Servers, c chat.Command) chat.Command {
	c.Subcommands = slices.Clone(c.Subcommands)
	for i, s := range c.Subcommands {
		if s.PostsLater {
			c.Subcommands[i].Run = func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
				if r.GuildID != "" && !r.Uninvited {
					if err := servers.Note(ctx, r.GuildID, r.OwnLanguage); err != nil {
						return nil, err
					}
				}
				return s.Run(ctx, r)
			}
		}
	}
	return c
}
