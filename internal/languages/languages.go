// Package languages knows in which language each server reads what everyone sees.
//
// An answer to a request is in the language that was set with /language, and else in the
// server's own, which Discord tells with each request. Posts by the clock follow no request:
// without a set language they are in the server's own as it was when somebody last set a
// post, and in English before that.
//
// The package knows neither Discord nor SQL: a [Store] keeps the settings.
package languages

import (
	"cmp"
	"context"
	"sync"
	"time"

	"chess960bot/internal/recent"
)

// english is the language where nothing else is known.
const english = "en"

// A Setting has the languages that are stored about a server, as in voice.Languages; "" for nothing.
type Setting struct {
	Chosen string // with /language
	Own    string // the server's own when somebody last set a post
}

// OfAnswers returns the language of answers, in a server whose own language is known.
func (s Setting) OfAnswers(own string) string { return cmp.Or(s.Chosen, own, english) }

// OfPosts returns the language of posts by the clock.
func (s Setting) OfPosts() string { return cmp.Or(s.Chosen, s.Own, english) }

// A Store keeps the settings of servers. When a method returns nil, its change survives a
// crash.
type Store interface {
	// Language returns the setting of a server, an empty one for a server without one.
	Language(ctx context.Context, guild string) (Setting, error)
	// ChooseLanguage stores what /language sets; "" for the server's own language.
	ChooseLanguage(ctx context.Context, guild string, chosen string) error
	// NoteLanguage stores the server's own language.
	NoteLanguage(ctx context.Context, guild string, own string) error
}

// Servers remembers the settings of many servers for 5 seconds, so that an answer seldom waits
// for the store. Another process that changes a setting is heard within that time. Make it
// with New. Its methods may be called from any number of goroutines. Of a nil *Servers nothing is
// stored.
type Servers struct {
	store Store
	kept  recent.Table[*kept]
}

// New returns the Servers of a store. Without a store it returns nil.
func New(store Store) *Servers {
	if store == nil {
		return nil
	}
	return &Servers{store: store}
}

const (
	keptFor    = 5 * time.Second        // a busy server costs a read, and nobody sees two languages for long
	retryAfter = 10 * time.Second       // after a failure
	mostWait   = 250 * time.Millisecond // an answer in another language is better than none
)

// kept is a setting that was read.
type kept struct {
	mu      sync.Mutex
	setting Setting
	until   time.Time
}

func (s *Servers) of(guild string) *kept {
	k, _ := s.kept.Get(guild, func() *kept { return new(kept) })
	return k
}

// Of returns the setting of a server, an empty one outside servers. While the store fails, that
// is the last known one.
func (s *Servers) Of(ctx context.Context, guild string) Setting {
	if s == nil || guild == "" {
		return Setting{}
	}
	k := s.of(guild)
	k.mu.Lock()
	defer k.mu.Unlock()
	if time.Now().Before(k.until) {
		return k.setting
	}
	ctx, cancel := context.WithTimeout(ctx, mostWait)
	defer cancel()
	setting, err := s.store.Language(ctx, guild)
	if err != nil {
		k.until = time.Now().Add(retryAfter)
		return k.setting
	}
	k.setting, k.until = setting, time.Now().Add(keptFor)
	return setting
}

// Choose sets the language of a server; "" for the server's own.
func (s *Servers) Choose(ctx context.Context, guild string, chosen string) error {
	err := s.store.ChooseLanguage(ctx, guild, chosen)
	s.Reread(guild)
	return err
}

// Note stores the server's own language for posts by the clock.
func (s *Servers) Note(ctx context.Context, guild string, own string) error {
	if own == english {
		own = "" // as if nothing was stored
	}
	if s.Of(ctx, guild).Own == own {
		return nil
	}
	err := s.store.NoteLanguage(ctx, guild, own)
	s.Reread(guild)
	return err
}

// Reread makes Of read the setting of a server again, because it has changed.
func (s *Servers) Reread(guild string) {
	k := s.of(guild)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.until = time.Time{}
}
