package rows_test

import (
	"context"
	"testing"

	"chess960bot/commands/quiz/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/storetest"
)

var ctx = context.Background()

const today = when.Date(20777) // of noon

// A bench keeps what people practise in a database under test.
type bench struct {
	*storetest.Bench
	rows.Store
}

// cases run on databases of their own.
type cases map[string]func(*bench)

func (all cases) run(t *testing.T) {
	storetest.Run(t, false, []store.Part{rows.Part}, func(b *storetest.Bench) *bench { return &bench{b, rows.Of(b.Store)} }, all)
}
