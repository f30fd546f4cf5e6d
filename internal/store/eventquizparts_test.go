package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// A program without features keeps their rows: one with them finds every row, in a copy too.
func TestRowsOfFeaturesThatWereTakenOut(t *testing.T) {
	testrun.NotShort(t, "copies whole databases")
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			at := address(t)
			s := open(t, at)
			fillForPeople(t, s)
			all := everything(t, s)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = storetest.Open(t, at, core...)
			for { // all posts of the core are sent
				p, ok, err := s.Claim(ctx, noon.AddDate(1, 0, 0), "h", time.Minute, core[0].Kinds...)
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					break
				}
				if p.Kind != schedule.Kind && p.Kind != schedule.TroubleKind {
					t.Errorf("claimed a post of the kind %s", p.Kind)
				}
			}
			if err := s.Tidy(ctx, noon); err != nil {
				t.Error(err)
			}
			if counted, err := s.CountRows(ctx); len(counted) > 0 || err != nil {
				t.Errorf("counted %v, %v", counted, err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			copied := missingFile(t)
			if _, err := store.Copy(ctx, at, copied); err != nil {
				t.Fatal(err)
			}
			ofCore := func(row string) bool {
				return !strings.HasPrefix(row, "event") && !strings.HasPrefix(row, "quiz") && !(strings.HasPrefix(row, "post ") && !strings.Contains(row, " kind=daily "))
			}
			want := slices.DeleteFunc(slices.Clone(all), ofCore)
			for _, address := range []string{at, copied} {
				got := slices.DeleteFunc(everything(t, open(t, address)), ofCore)
				if !slices.Equal(got, want) || len(want) < 10 {
					t.Errorf("the rows of features are now\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		})
	}
}
