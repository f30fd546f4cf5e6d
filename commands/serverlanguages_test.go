package commands_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/languages"
)

// oneServer is a store with one server, and counts how often it is read.
type oneServer struct {
	languages.Setting
	err   error
	hangs bool
	reads int
}

func (s *oneServer) Language(ctx context.Context, _ string) (languages.Setting, error) {
	s.reads++
	if s.hangs {
		<-ctx.Done()
		return languages.Setting{}, ctx.Err()
	}
	return s.Setting, s.err
}

func (s *oneServer) ChooseLanguage(_ context.Context, _ string, chosen string) error {
	s.Chosen = chosen
	return s.err
}

func (s *oneServer) NoteLanguage(_ context.Context, _ string, own string) error {
	s.Own = own
	return s.err
}

// A setting is read once a minute, and again after it was changed here.
func TestServersLanguages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := new(oneServer)
		servers := languages.New(store)
		want := func(setting languages.Setting, reads int) {
			t.Helper()
			if got := servers.Of(t.Context(), "1"); got != setting || store.reads != reads {
				t.Errorf("%+v after %d reads, want %+v after %d", got, store.reads, setting, reads)
			}
		}
		want(languages.Setting{}, 1)
		store.Chosen = "de" // by another process
		want(languages.Setting{}, 1)
		time.Sleep(5 * time.Second)
		want(languages.Setting{Chosen: "de"}, 2)
		if err := errors.Join(servers.Choose(t.Context(), "1", "ru"), servers.Note(t.Context(), "1", "de")); err != nil {
			t.Fatal(err)
		}
		want(languages.Setting{Chosen: "ru", Own: "de"}, 4)
		if err := servers.Note(t.Context(), "1", "de"); err != nil || store.reads != 4 {
			t.Error("what is known was stored again", err)
		}
		if err := servers.Note(t.Context(), "1", "en"); err != nil || store.Own != "" {
			t.Error("English is stored", err)
		}
	})
}

// A store that fails or hangs holds an answer back for a quarter of a second, once in ten
// seconds. Until then the last setting counts.
func TestLanguagesOfAFailingStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &oneServer{Setting: languages.Setting{Chosen: "de"}}
		servers := languages.New(store)
		servers.Of(t.Context(), "1")
		time.Sleep(5 * time.Second)
		store.hangs = true
		began := time.Now()
		for range 5 {
			if got := servers.Of(t.Context(), "1"); got.Chosen != "de" {
				t.Errorf("got %+v", got)
			}
		}
		if waited := time.Since(began); waited != 250*time.Millisecond || store.reads != 2 {
			t.Errorf("waited %v, %d reads", waited, store.reads)
		}
		time.Sleep(10 * time.Second)
		store.hangs, store.Setting = false, languages.Setting{Chosen: "en"}
		if got := servers.Of(t.Context(), "1"); got.Chosen != "en" {
			t.Errorf("got %+v afterwards", got)
		}
	})
}

// Without anything stored, answers are in the server's own language, and posts in English.
func TestLanguagesOfAnswersAndPosts(t *testing.T) {
	for setting, want := range map[languages.Setting][2]string{
		{}:                        {"de", "en"},
		{Own: "ru"}:               {"de", "ru"},
		{Chosen: "en", Own: "ru"}: {"en", "en"},
		{Chosen: "ru"}:            {"ru", "ru"},
	} {
		if got := [2]string{setting.OfAnswers("de"), setting.OfPosts()}; got != want {
			t.Errorf("%+v: %q, want %q", setting, got, want)
		}
	}
	if got := (*languages.Servers)(nil).Of(t.Context(), "1"); got != (languages.Setting{}) {
		t.Errorf("%+v of nobody", got)
	}
}
