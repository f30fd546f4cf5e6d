package rows_test

import (
	"context"
	"testing"

	"chess960bot/commands/event/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

var ctx = context.Background()

// A bench keeps events in a database under test.
type bench struct {
	*storetest.Bench
	rows.Store
}

// cases run on databases of their own.
type cases map[string]func(*bench)

func (all cases) run(t *testing.T) {
	storetest.Run(t, false, []store.Part{rows.Part}, func(b *storetest.Bench) *bench { return &bench{b, rows.Of(b.Store)} }, all)
}

// open opens a database with the part of events.
func open(t testing.TB, address string) *store.Store {
	return storetest.Open(t, address, rows.Part)
}
