package store_test

import (
	"testing"

	"chess960bot/internal/workshop/storetest"
)

type bench = storetest.Bench

// Cases say what every store must do, by sentences of the contract or the reasons behind
// them. Each runs on a store of its own.
type cases map[string]func(b *bench)

func (all cases) run(t *testing.T) {
	storetest.Run(t, true, nil, func(b *bench) *bench { return b }, all)
}

const (
	today = 20777 // the number of most posts
	lease = storetest.Lease
)

var (
	noon    = storetest.Noon
	channel = storetest.Channel
	newPost = storetest.NewPost
)
