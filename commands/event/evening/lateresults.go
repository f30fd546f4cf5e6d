package evening

import (
	"context"
	"time"

	"chess960bot/internal/outbox"
)

// LateResultsKind is the name, in the outbox, of the posts about results that came after the end of an
// event. The subject of a post is its event, and the number is the index of its first result.
const LateResultsKind = "late_results"

const (
	lateResultsTime    = 3 * time.Minute // in which results are collected for one post
	lateResultsCatchUp = 24 * time.Hour
)

// LateResults returns the results that came after the end of the event, in groups: each has what came
// within some minutes.
func (e *Event) LateResults() (groups [][]Result) {
	if e.ClosedAt.IsZero() {
		return nil
	}
	for _, r := range e.Results {
		if !r.At.After(e.ClosedAt) {
			continue
		}
		if last := len(groups) - 1; last >= 0 && r.At.Sub(groups[last][0].At) < lateResultsTime {
			groups[last] = append(groups[last], r)
		} else {
			groups = append(groups, []Result{r})
		}
	}
	return groups
}

// LateResultsPosts returns the posts about these groups. A Store keeps the outbox in step with this.
func (e *Event) LateResultsPosts() (posts []outbox.Post) {
	for _, group := range e.LateResults() {
		posts = append(posts, e.post(LateResultsKind, group[0].Index, group[0].At.Add(lateResultsTime), lateResultsCatchUp))
	}
	return posts
}

// LateResultsPosts are the posts about results that came after the end of an event. A Store plans
// the posts together with the results. LateResultsPosts implements [outbox.Kind].
type LateResultsPosts struct {
	Store   Store
	Compose func(e *Event, late []Result) (outbox.Message, error)
	// LateResultsID returns the custom id of a button in the message, by which a message is found.
	LateResultsID func(e *Event, first int) string
}

// Name implements [outbox.Kind].
func (k *LateResultsPosts) Name() string { return LateResultsKind }

// Prepare implements [outbox.Kind]. The table has the results too, so the first refusal gives up.
func (k *LateResultsPosts) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	e, err := eventOf(ctx, k.Store, p)
	if err != nil {
		return nil, err
	}
	d := &outbox.Delivery{Server: e.Guild, Unwanted: true, Mark: k.LateResultsID(e, p.Number)}
	for _, late := range e.LateResults() {
		if late[0].Index == p.Number {
			d.Unwanted = false
			d.Compose = func(context.Context) (outbox.Message, error) { return outbox.Composed(k.Compose(e, late)) }
		}
	}
	return d, nil
}
