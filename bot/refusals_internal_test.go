package bot

import (
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// Processes that share a database learn what all of them owe for refused requests.
func TestRefusalsAreShared(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]func(testing.TB) string{"SQLite": storetest.SQLite, "PostgreSQL": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := address(t)
			open := func() *store.Store {
				kept := storetest.Open(t, at)
				return kept
			}
			processes := []*store.Store{open()}
			if name == "PostgreSQL" { // a SQLite file belongs to one process
				processes = append(processes, open(), open())
			}
			const cost, refusals = time.Minute, 9
			var owed time.Duration
			for n := range refusals {
				var err error
				if owed, err = shareRefusals(processes[n%len(processes)])(t.Context(), cost); err != nil {
					t.Fatal(err)
				}
			}
			if owed > refusals*cost || owed < refusals*cost-30*time.Second {
				t.Errorf("%d refusals owe %v", refusals, owed)
			}
		})
	}
}
