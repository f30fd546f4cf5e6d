package paper

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"chess960bot/internal/recent"
)

// A Press prints cards for many people in limited memory. It prints one file at a time,
// and keeps the last files: the cards of a round never change. Make it with NewPress.
type Press struct {
	turn *semaphore.Weighted
	kept recent.Table[file]
}

type file struct {
	pdf []byte
	err error
}

const (
	// filesKept is the number of files that a Press keeps at least; at most it keeps
	// twice as many. The cards of 200 boards take 0.6 MB.
	filesKept = 4
	// printTime is the part of a deadline that is left for printing. The cards of 200
	// boards take an eighth of it.
	printTime = 500 * time.Millisecond
)

// NewPress returns a Press.
func NewPress() *Press {
	return &Press{turn: semaphore.NewWeighted(1), kept: recent.Table[file]{Size: filesKept}}
}

// ErrBusy means that a Press was printing for others until shortly before the deadline.
var ErrBusy = errors.New("paper: other cards are being printed")

// Cards returns the cards as a PDF file, as the function Cards does. The bytes are
// shared: do not modify them. If the turn of this file does not come in time before the
// deadline of ctx, Cards returns ErrBusy.
func (p *Press) Cards(ctx context.Context, title string, cards []Card) ([]byte, error) {
	waiting := ctx
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		waiting, cancel = context.WithDeadline(ctx, deadline.Add(-printTime))
		defer cancel()
	}
	if err := p.turn.Acquire(waiting, 1); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, ErrBusy
	}
	defer p.turn.Release(1)
	f, _ := p.kept.Get(key(title, cards), func() file {
		pdf, err := Cards(title, cards)
		return file{pdf, err}
	})
	return f.pdf, f.err
}

// key identifies a file by all that is printed in it.
func key(title string, cards []Card) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q", title)
	for _, c := range cards {
		fmt.Fprintf(&b, " %q %v", c.Label, c.Position)
	}
	return b.String()
}
