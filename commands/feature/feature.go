// Package feature has the form of a feature: everything that one part of the bot hands to the rest, in
// one value. Package commands has the list of them. No feature imports another.
package feature

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/internal/online"
	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
	"chess960bot/internal/store"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Core is the name of the features that every program has.
const Core = "core"

// A Feature is a part of the bot. It is known before anything is connected: what needs tools is a
// function of them. Fields that a feature does not need are zero.
type Feature struct {
	Name     string    // in COMMANDS; Core, or a name of its own: then people may do without it
	Names    []string  // of its commands in COMMANDS
	Settings []Setting // variables of its own
	Checks   []Check   // of "chess960bot check"

	Commands func(Tools) []chat.Command
	OnCard   func(Tools) []chat.Press                // answer buttons under positions
	Games    func(Tools) online.Games                // opens games for all features
	Drawn    func(Tools) reading.Drawn               // what was drawn for the games of a file
	Posts    func(Tools) []outbox.Kind               // what the outbox sends
	Beside   func(Tools) func(context.Context) error // what runs until its context ends; it may return nil
	Zone     func(Tools) Zone

	Learn []HelpLine                                     // in the group “Learn” of /help
	Club  func(may func(permission int64) bool) HelpLine // in the group “Club”

	// What /forget says before it deletes the asker's or the server's data, and what stays.
	Person, Server voice.Bullets
	Stays          voice.Phrase
	// Forgotten says how many rows of a kind it has deleted: see [privacy.Deleted]. It returns nil for a
	// kind of another feature.
	Forgotten func(kind string, rows voice.Count) voice.Sentence

	Part store.Part // what the database keeps
}

// A Zone returns the time zone of a channel, "" if none is known.
type Zone func(ctx context.Context, channel string) (string, error)

// A HelpLine says what a command does. The command is not in the help if it is not offered.
type HelpLine struct {
	Command string
	Says    voice.Phrase
}

// A Setting is a variable with the address of another server. If the variable is set and empty, there is
// none.
type Setting struct{ Name, Default string }

// ErrNowhere is in the error of a [Check] if its setting is empty.
var ErrNowhere = errors.New("is empty")

// A Check finds out whether another server does what a feature expects.
type Check struct {
	Flag, Usage string                             // of "chess960bot check"
	Assumption  string                             // what is expected, for the report
	Run         func(context.Context, Tools) error // the Tools have Settings and Log alone
}

// Tools are what features work with. Boards and Store are required, and Languages, Draw and Now have
// defaults: see commands.New.
type Tools struct {
	Boards *render.Renderer
	Store  Store
	// Languages are those that servers have set; by default those of the Store.
	Languages *languages.Servers
	Support   *url.URL            // where people get help with this bot; nil for nowhere
	Settings  map[string]*url.URL // of features; nil for nowhere
	Choice    Choice              // of the commands; the zero value for all
	Log       *slog.Logger
	// Draw returns a uniform random number from 0 to n-1; by default from crypto/rand.
	Draw func(n int) (int, error)
	// Now is the clock; by default time.Now.
	Now func() time.Time

	Games online.Games    // opens games; nil for none. By default those of a feature
	Zone  Zone            // by default that of a feature
	Drawn reading.Drawn   // what was drawn for the games of a file; by default that of a feature that is offered
	Heavy *chat.HeavyWork // shared by all commands
	Files *reading.Files  // reads what people attach
	Outbox
}

// An Outbox is what the posts of features need besides.
type Outbox struct {
	Channels Channels
	Pace     *outbox.Pace
	Timing   outbox.Timing
	CatchUp  time.Duration // how late a daily post may be sent; 0 for the standard
}

// Channels are the channels in which posts appear.
type Channels interface {
	// OpenThread opens a thread with that name on a message of a post, unless it has one.
	OpenThread(ctx context.Context, p outbox.Post, message string, name voice.Sentence) error
	// Missing returns the permissions that the bot lacks for posts in a channel, as Discord's bits. It
	// makes each of its requests with retry.
	Missing(ctx context.Context, channel string, retry outbox.Retry) (int64, error)
}

// A Store keeps what features store, and who has asked for which language.
type Store interface {
	store.DB
	outbox.Slots
	privacy.Store
	languages.Store
}

// A Choice says which commands of some features are offered.
type Choice struct {
	features []Feature
	names    []string // nil for all
}

// Choose returns the choice of a text such as "all", "core,quiz" or "sp, random": the names of
// commands, of features, and "core". An empty text chooses all. unknown is the first name that is
// none of [Choice.Names].
func Choose(features []Feature, text string) (choice Choice, unknown string) {
	choice.features = features
	named := choice.groups()
	for name := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return c == ',' || c == ' ' || c == '/' }) {
		switch {
		case name == "all":
			return Choice{features: features}, ""
		case named[name] == nil:
			return Choice{features: features}, name
		}
		choice.names = append(choice.names, named[name]...)
	}
	return choice, ""
}

// Features lists the features of the program, whether they are offered or not.
func (c Choice) Features() []Feature { return c.features }

// Names lists what [Choose] knows besides "all", in the order of the alphabet.
func (c Choice) Names() []string { return slices.Sorted(maps.Keys(c.groups())) }

// groups returns the commands that each name of a choice stands for.
func (c Choice) groups() map[string][]string {
	named := map[string][]string{}
	for _, f := range c.features {
		named[f.Name] = append(named[f.Name], f.Names...)
	}
	for _, command := range slices.Concat(slices.Collect(maps.Values(named))...) {
		if named[command] == nil {
			named[command] = []string{command}
		}
	}
	return named
}

// Offers reports whether the program has a command and offers it, or play on lichess.
func (c Choice) Offers(name string) bool {
	return slices.Contains(c.names, name) || c.names == nil && c.groups()[name] != nil
}

// Has reports whether a command of a feature is offered.
func (c Choice) Has(f Feature) bool { return slices.ContainsFunc(f.Names, c.Offers) }

// SwitchedOff lists the features of which no command is offered. The core is no such feature.
func (c Choice) SwitchedOff() (off []string) {
	for _, f := range c.features {
		if f.Name != Core && !c.Has(f) {
			off = append(off, f.Name)
		}
	}
	return off
}

// Hide hides those of a feature's commands that are not offered. Buttons of the core answer as before,
// because answers of other commands have them. Those of a feature that is switched off say so.
func (c Choice) Hide(f Feature, commands []chat.Command) {
	for i, command := range commands {
		commands[i].Hidden = command.Hidden || !c.Offers(cmp.Or(command.With, command.Name))
		if f.Name != Core && !c.Has(f) {
			commands[i].Presses = chat.SwitchedOff(command.Presses)
		}
	}
}
