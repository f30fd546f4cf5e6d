package evening

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/outbox"
)

// A Seal hides the numbers of a draw until everyone has added theirs.
type Seal struct {
	Number int    // below the pool's size
	Order  []int  // the list that Index points into: the pool, shuffled if each board has a position of its own
	Bits   string // 128 random bits in hexadecimal digits: without them, trying every number would open the seal

	Channel string // id of the channel or thread of Message
	Message string // id of the message that shows the seal; "" if it is not known

	Added   []Added   // in the order in which they came
	OpensAt time.Time // when the seal opens if nobody opens it, and from when anyone may open it
	ByPress bool      // only people open the seal: the bot cannot post the result
	Opened  time.Time // zero while sealed

	OpenedBy, OpenedByName string // "" if the seal opened by itself
}

// An Added is the number that a person added to a sealed draw.
type Added struct {
	User   string // id
	Name   string
	Number int // 0 to MostAdded
}

const (
	// MostAdded is the highest number that a person can add.
	MostAdded = 9999
	// MostSealed is how many draws of one person can be sealed at a time. Those that
	// only people open do not count.
	MostSealed = 20
	// SealTime is how long a seal waits for numbers before it opens by itself.
	SealTime = 10 * time.Minute
	// Late is how long after OpensAt a seal may open without being called late.
	Late = time.Minute
)

// Sealed reports whether the draw's positions are still hidden.
func (d *Draw) Sealed() bool { return d.Seal != nil && d.Seal.Opened.IsZero() }

// Sealed returns the draw with a seal that is not open yet, or nil.
func (e *Event) Sealed() *Draw { return e.find((*Draw).Sealed) }

// Waiting returns the sealed draw with positions that nobody has seen yet, or nil. Its
// seal may be open already.
func (e *Event) Waiting() *Draw {
	d := e.Last()
	if d == nil || d.Seal == nil || d.Shown || d.Void != nil {
		return nil
	}
	return d
}

// Seal picks the next round's number and hides it. If each board has a position of its
// own, Seal also shuffles the pool. The function bits returns 128 random bits.
func (e *Event) Seal(by Asker, chance Chance, bits func() [16]byte) (*Draw, error) {
	d, pool, err := e.next(by)
	if err != nil {
		return nil, err
	}
	if e.Rules.Each {
		if pool, err = shuffle(pool, chance); err != nil {
			return nil, err
		}
	}
	n, err := chance(len(pool))
	if err != nil {
		return nil, fmt.Errorf("decide the sealed number: %w", err)
	}
	secret := bits()
	d.Seal = &Seal{Number: n, Order: pool, Bits: hex.EncodeToString(secret[:]), OpensAt: by.At.Add(SealTime), ByPress: by.NoPosts}
	e.add(d)
	return e.Last(), nil
}

// shuffle returns the numbers in random order, each order equally likely
// (Fisher and Yates).
func shuffle(numbers []int, chance Chance) ([]int, error) {
	shuffled := slices.Clone(numbers)
	for i := len(shuffled) - 1; i > 0; i-- {
		j, err := chance(i + 1)
		if err != nil {
			return nil, fmt.Errorf("shuffle the pool: %w", err)
		}
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	}
	return shuffled, nil
}

// Add adds a person's number to the sealed draw of a round. A person adds one
// number and cannot take it back.
func (e *Event) Add(round int, by Asker, number int) error {
	d := e.Sealed()
	switch {
	case d == nil || d.Round != round:
		return ErrNotSealed
	case number < 0 || number > MostAdded:
		return fmt.Errorf("%d is not between 0 and %d", number, MostAdded)
	case slices.ContainsFunc(d.Seal.Added, func(a Added) bool { return a.User == by.User }):
		return ErrAdded
	}
	d.Seal.Added = append(d.Seal.Added, Added{by.User, by.Name, number})
	return nil
}

// OpenSeal reveals the sealed draw of a round and takes its positions from Order,
// from Index on. A position that an earlier board excludes is skipped.
func (e *Event) OpenSeal(round int, by Asker) (*Draw, error) {
	d := e.Sealed()
	if d == nil || d.Round != round {
		return nil, ErrNotSealed
	}
	sps, err := e.more(d, e.Rules, e.Rules.PerRound(), nil)
	if err != nil {
		return nil, err
	}
	d.SPs = sps
	d.Seal.Opened, d.Seal.OpenedBy, d.Seal.OpenedByName = by.At, by.User, by.Name
	e.study(d)
	return d, nil
}

// Total returns the sealed number plus every added number.
func (s *Seal) Total() int {
	total := s.Number
	for _, a := range s.Added {
		total += a.Number
	}
	return total
}

// Index returns the index in Order at which the positions begin.
func (s *Seal) Index() int { return s.Total() % len(s.Order) }

// list returns Order from Index on, and then the numbers before Index.
func (s *Seal) list() []int {
	i := s.Index()
	return slices.Concat(s.Order[i:], s.Order[:i])
}

// Sum returns the SHA-256 sum of the draw's seal file, in hexadecimal digits.
func (e *Event) Sum(d *Draw) string {
	sum := sha256.Sum256([]byte(e.SealFile(d)))
	return hex.EncodeToString(sum[:])
}

// SealFile returns the text of a sealed draw. Nothing that happens after sealing
// changes the text.
func (e *Event) SealFile(d *Draw) string {
	var b strings.Builder
	fmt.Fprintf(&b, "event: %s\nround: %d\npool: %d\nnumber: %d\nrandom bits: %s\nlist:",
		lineBreaks.Replace(e.RulesOf(d).Name), d.Round, d.Pool, d.Seal.Number, d.Seal.Bits)
	for _, sp := range d.Seal.Order {
		fmt.Fprintf(&b, " %d", sp)
	}
	b.WriteString("\n")
	return b.String()
}

// lineBreaks keeps a name from adding lines to a seal's file.
var lineBreaks = strings.NewReplacer("\n", " ", "\r", " ")

// SealKind is the name of opened seals in the outbox. The subject of a post is its
// event, and the number is the instant at which the seal opens, in milliseconds since
// 1970.
const SealKind = "seal"

const (
	pressTime   = time.Minute              // for the answer to the press that opened a seal
	sealCatchUp = 24 * time.Hour           // how late the result of a seal is posted
	keptFor     = 2 * 365 * 24 * time.Hour // how long closed events are kept
)

// SealPost returns the post of the sealed draw with positions that nobody has seen. ok is
// false without such a draw, and if only people open the seal. The post is due when the
// seal opens by itself. After a press has opened the seal, the post waits for the answer to
// the press, which shows the positions too.
func (e *Event) SealPost() (p outbox.Post, ok bool) {
	d := e.Waiting()
	if d == nil || d.Seal.ByPress {
		return p, false
	}
	due := d.Seal.OpensAt
	if !d.Sealed() {
		due = d.Seal.Opened.Add(pressTime)
	}
	return e.post(SealKind, d.Seal.number(), due, sealCatchUp), true
}

// number returns the number of the seal's post.
func (s *Seal) number() int { return int(s.OpensAt.UnixMilli()) }

// bySeal returns the draw by the number of its seal's post, or nil.
func (e *Event) bySeal(number int) *Draw {
	return e.find(func(d *Draw) bool { return d.Seal != nil && d.Seal.number() == number })
}

// SealPosts are the posts of seals that nobody has opened in time, or that were opened with
// an answer that was lost. One of the files of the message has the name that compose is given.
// A seal is opened once: a channel that refuses the post gets no second one. The next draw in that channel shows the
// positions. From time to time, old events are deleted.
func SealPosts(store Store, compose func(e *Event, d *Draw, fileName string) (outbox.Message, error)) Kind {
	prune := func(ctx context.Context, now time.Time) error { return store.PruneEvents(ctx, now.Add(-keptFor)) }
	return Kind{SealKind, store, prune, func(_ context.Context, e *Event, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
		d := e.bySeal(p.Number)
		unwanted := d == nil || d.Shown || d.Void != nil
		mark := fmt.Sprintf("seal-%s-%d.png", p.Subject, p.Number)
		open := func(ctx context.Context) (*Event, error) { // unless somebody has
			return store.UpdateEvent(ctx, Ref{Channel: p.Channel, ID: p.Subject, WithoutResults: true}, func(e *Event) error {
				d := e.bySeal(p.Number)
				if d == nil || !d.Sealed() {
					return nil
				}
				_, err := e.OpenSeal(d.Round, Asker{At: now})
				return err
			})
		}
		return &outbox.Delivery{
			Unwanted: unwanted,
			Mark:     mark,
			Compose: func(ctx context.Context) (outbox.Message, error) {
				e, err := open(ctx)
				if err != nil {
					return nil, err
				}
				return outbox.Composed(compose(e, e.bySeal(p.Number), mark))
			},
			Ended: func(ctx context.Context, ended outbox.Post) error {
				switch {
				case unwanted:
					return nil
				case ended.State == outbox.Posted:
					return store.ShowDraw(ctx, e.Ref(), d.Index, ended.MessageID)
				}
				_, err := open(ctx) // the draw stays unshown, so that the next one shows it
				return err
			},
		}, nil
	}}
}
