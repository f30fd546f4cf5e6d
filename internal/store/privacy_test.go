package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// The page about privacy has every column of the databases, once.
func TestPrivacyPageNamesEveryColumn(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			stored := storetest.Columns(t, open(t, address(t)))
			delete(stored, "chess960bot_version") // of the migrations
			page := map[string][]string{}
			for _, row := range storetest.PrivacyPage(t) {
				page[row.Table] = append(page[row.Table], row.Columns...)
				if !slices.Contains([]string{"a person", "a server", "nobody"}, row.About) {
					t.Errorf("docs/privacy.md: %s %v is about %q", row.Table, row.Columns, row.About)
				}
			}
			for table := range stored {
				for _, column := range stored[table] {
					if !slices.Contains(page[table], column) {
						t.Errorf("docs/privacy.md has no row for the column %s of the table %s", column, table)
					}
				}
			}
			for table, columns := range page {
				for i, column := range columns {
					if !slices.Contains(stored[table], column) || slices.Contains(columns[:i], column) {
						t.Errorf("docs/privacy.md names the column %s of the table %s, which does not exist or has another row", column, table)
					}
				}
			}
		})
	}
}

// The page says how long data are kept.
func TestPrivacyPageSaysHowLong(t *testing.T) {
	storetest.CheckKept(t, "| 366 days", outbox.KeptFor)
	storetest.CheckKept(t, "deleted 30 days later", privacy.KeptAfterLeaving)
}

// What the store itself keeps is copied and forgotten as the parts of features are.
func TestCorePart(t *testing.T) {
	storetest.CheckPart(t, store.Part{}, storetest.Filling{
		Tables: "server_",
		Fill: func(t testing.TB, s *store.Store, p storetest.People) {
			joined := s.Transaction(ctx, func(tx *store.Tx) { store.Joined(tx, p.Own); store.Joined(tx, p.Other) })
			if err := errors.Join(joined, s.ChooseLanguage(ctx, p.Own, "de"), s.NoteLanguage(ctx, p.Other, "fr")); err != nil {
				t.Fatal(err)
			}
		},
		Server: "{language 1}",
		Gone:   func(string, storetest.People) bool { return false },
	})
}

// Every server with data is known, and whether the bot was a member there.
func TestServers(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			err := errors.Join(s.ChooseLanguage(ctx, "never", "de"), s.ChooseLanguage(ctx, "left", "de"), s.NoteServer(ctx, "left", noon),
				s.NoteServer(ctx, "back", noon), s.NoteServer(ctx, "back", time.Time{}))
			if err != nil {
				t.Fatal(err)
			}
			servers, err := s.Servers(ctx)
			slices.SortFunc(servers, func(a, b privacy.KnownServer) int { return strings.Compare(a.Guild, b.Guild) })
			want := []privacy.KnownServer{{Guild: "back", Joined: true}, {Guild: "left", Joined: true, LeftAt: noon}, {Guild: "never"}}
			if !slices.Equal(servers, want) || err != nil {
				t.Errorf("got %+v, %v", servers, err)
			}
			for _, known := range want {
				if _, err := s.ForgetServer(ctx, known.Guild); err != nil {
					t.Fatal(err)
				}
			}
			if servers, err := s.Servers(ctx); len(servers) > 0 || err != nil {
				t.Errorf("after all were forgotten: %+v, %v", servers, err)
			}
		})
	}
}
