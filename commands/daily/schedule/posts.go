package schedule

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	_ "chess960bot/commands/daily/messages" // what the voice says
	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// Kind is the name of daily posts in the outbox. The subject of a post is its channel,
// and the number is its date.
const Kind = "daily"

// Posts are the daily posts in the outbox. It implements [outbox.Kind].
type Posts struct {
	Store    Store
	Channels Channels
	Compose  func(Delivery) (outbox.Message, error)
	Pace     *outbox.Pace // of the requests to Channels
	Log      *slog.Logger
	Timing   outbox.Timing
	CatchUp  time.Duration // how late a post may be sent

	recomputed atomic.Bool
}

const (
	StandardCatchUp = 6 * time.Hour      // the usual CatchUp
	GiveUp          = 7 * 24 * time.Hour // how long a channel may refuse its posts before they are disabled
)

// Channels is what daily posts need from Discord besides sending.
type Channels interface {
	// OpenThread opens a thread with that name on a message of a post, unless it has one.
	OpenThread(ctx context.Context, p outbox.Post, message string, name voice.Sentence) error
	// Missing returns the permissions that the bot lacks for posts in a channel, as
	// Discord's bits. It makes each of its requests with retry.
	Missing(ctx context.Context, channel string, retry outbox.Retry) (int64, error)
}

// A Delivery is what the message of a daily post is made from.
type Delivery struct {
	Sub    Sub
	Post   Post
	Missed int // days without a post since the last one that was sent
}

// FileName returns the name of the board's file. Its date tells the post from others.
func (d Delivery) FileName() string { return "daily-" + d.Post.Date.String() + ".png" }

// Name implements [outbox.Kind].
func (k *Posts) Name() string { return Kind }

// Prepare implements [outbox.Kind].
func (k *Posts) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	s, err := k.Store.Sub(ctx, p.Subject)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	d := &delivery{k, Delivery{Sub: s, Post: PostOf(p)}}
	return &outbox.Delivery{
		Server:   s.Guild,
		Unwanted: s.Status != Active, // without a subscription the Sub is zero
		Mark:     d.FileName(), Compose: d.compose, Refused: d.refused, Ended: d.ended,
	}, nil
}

// A delivery is an attempt at a daily post.
type delivery struct {
	posts *Posts
	Delivery
}

func (d *delivery) compose(ctx context.Context) (outbox.Message, error) {
	var err error
	if d.Missed, err = d.daysMissed(ctx); err != nil {
		return nil, err
	}
	return outbox.Composed(d.posts.Compose(d.Delivery))
}

// daysMissed counts the days since the last post on which certainly no post was
// sent. Unwanted posts and posts with an unknown outcome do not count.
func (d *delivery) daysMissed(ctx context.Context) (int, error) {
	const most = 31 // posts
	posts, err := d.posts.Store.Posts(ctx, d.Post.Channel, most)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, previous := range posts {
		switch {
		case previous.Date >= d.Post.Date:
		case previous.State == outbox.Posted:
			return n, nil
		case previous.State == outbox.Missed && previous.Trouble == outbox.Unwanted:
		case previous.State == outbox.Missed, previous.State == outbox.Failed:
			n++
		}
	}
	return n, nil
}

// refused notes the trouble in the subscription. A channel is gone when two attempts in a row
// say so. The subscription is disabled if its channel is gone, or if Discord has refused
// its posts for too long.
func (d *delivery) refused(ctx context.Context, at time.Time, r *outbox.Refusal) (giveUp bool, err error) {
	gone := r.Trouble == outbox.Gone && d.Post.Trouble == outbox.Gone
	tooLong := !d.Sub.FailingSince.IsZero() && at.Sub(d.Sub.FailingSince) >= GiveUp
	missing := d.missing(ctx, r)
	changed, err := d.update(ctx, func(s *Sub) {
		s.Trouble, s.Reason, s.Missing = r.Trouble, r.Reason, missing
		if s.FailingSince.IsZero() {
			s.FailingSince = at
		}
		if gone || tooLong {
			s.Status = Disabled
		}
	})
	if changed && (gone || tooLong) && d.Sub.Status != Disabled {
		d.posts.Log.Warn("daily posts disabled", "channel", d.Sub.Channel, "trouble", r.Trouble, "reason", r.Error())
	}
	return gone, err
}

// missing asks Discord which permissions the bot lacks in the channel; 0 if that is not the
// trouble, or cannot be found out.
func (d *delivery) missing(ctx context.Context, r *outbox.Refusal) int64 {
	if r.Trouble != outbox.Forbidden {
		return 0
	}
	ctx, cancel := context.WithTimeout(ctx, d.posts.Timing.Deadline)
	defer cancel()
	missing, err := d.posts.Channels.Missing(ctx, d.Post.Channel, d.posts.Pace.Retry)
	if err != nil {
		d.posts.Log.Warn("cannot find out which permissions are missing", "channel", d.Post.Channel, "error", err)
		return 0
	}
	return missing
}

// ended notes how a post ended. After a success it clears the subscription's
// trouble, and opens the thread if the subscription wants one.
func (d *delivery) ended(ctx context.Context, p outbox.Post) error {
	switch {
	case p.State == outbox.Unknown && p.Trouble == outbox.NoHistory:
		_, err := d.update(ctx, func(s *Sub) { s.Trouble, s.Reason, s.Missing = outbox.NoHistory, "", 0 })
		return err
	case p.State != outbox.Posted:
		return nil
	}
	trouble, reason := d.openThread(ctx, p.MessageID)
	if d.Sub.Trouble == trouble && d.Sub.Reason == reason && d.Sub.Missing == 0 && d.Sub.FailingSince.IsZero() {
		return nil
	}
	_, err := d.update(ctx, func(s *Sub) {
		s.recovered()
		s.Trouble, s.Reason = trouble, reason
	})
	return err
}

// openThread opens the thread of a message, if the subscription wants one. It returns
// the trouble of the subscription and its details.
func (d *delivery) openThread(ctx context.Context, message string) (trouble outbox.Trouble, reason string) {
	if !d.Sub.Thread || message == "" {
		return outbox.NoTrouble, ""
	}
	ctx, cancel := context.WithTimeout(ctx, d.posts.Timing.Deadline)
	defer cancel()
	name := voice.Say("schedule.threadName", voice.F{"Position": chess960.Name(PositionOf(d.Post.Date).SP()), "Date": d.Post.Date.Words()})
	err := d.posts.Pace.Retry(ctx, func(ctx context.Context) error {
		return d.posts.Channels.OpenThread(ctx, outbox.Post{Channel: d.Post.Channel, Server: d.Sub.Guild}, message, name)
	})
	switch {
	case err == nil:
		return outbox.NoTrouble, ""
	case !outbox.IsRefusal(err, outbox.Forbidden):
		reason = err.Error()
	}
	d.posts.Log.Warn("cannot open the thread of a daily post", "channel", d.Post.Channel, "date", d.Post.Date.String(), "error", err)
	return outbox.NoThread, reason
}

// update changes the subscription, unless it was removed or set again after it was read.
func (d *delivery) update(ctx context.Context, update func(*Sub)) (changed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, d.posts.Timing.Deadline)
	defer cancel()
	return updateUnlessSet(ctx, d.posts.Store, d.Sub, update)
}

// TroubleKind is the name of the direct messages in the outbox that tell people that their
// daily posts fail. The subject of a message is the channel of the subscription. The number
// is the instant since which Discord refuses the posts, in milliseconds since 1970: there
// is one message for each trouble, however long the trouble lasts.
const TroubleKind = "trouble"

// troubleCatchUp is how long after the beginning of a trouble people are told of it. Some hear
// of it when the subscription is disabled: that is a week after the beginning, or two weeks
// for posts on one weekday.
const troubleCatchUp = 21 * 24 * time.Hour

// TroublePost returns the message to the person who set the subscription. ok is false if
// there is nobody to tell, and while its posts do not fail. People hear of a missing
// permission at once, and of a missing channel when the subscription is disabled. A Store
// plans the message together with the update of the subscription.
func (s Sub) TroublePost() (p outbox.Post, ok bool) {
	if s.SetBy == "" || s.FailingSince.IsZero() || s.Trouble != outbox.Forbidden && s.Status != Disabled {
		return p, false
	}
	return outbox.Post{
		Kind: TroubleKind, Subject: s.Channel, Number: int(s.FailingSince.UnixMilli()), Channel: s.Channel,
		DueAt: s.FailingSince, ExpiresAt: s.FailingSince.Add(troubleCatchUp), State: outbox.Open,
	}, true
}

// Troubles are the messages that daily posts fail. A Store plans the messages. Troubles implements
// [outbox.Kind].
type Troubles struct {
	Store   Store
	Compose func(Sub) (outbox.Message, error)
	// CheckID returns the custom id of a button in the message, by which a message is found.
	CheckID func(Sub) string
}

// Name implements [outbox.Kind].
func (k *Troubles) Name() string { return TroubleKind }

// Prepare implements [outbox.Kind].
func (k *Troubles) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	s, err := k.Store.Sub(ctx, p.Subject)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	// A person may forbid direct messages: the first refusal gives up.
	now, ok := s.TroublePost() // without a subscription the Sub is zero
	return &outbox.Delivery{
		Server: s.Guild, Person: s.SetBy, Mark: k.CheckID(s),
		Unwanted: !ok || now.Number != p.Number || s.Status == Paused, // the trouble is over
		Compose:  func(context.Context) (outbox.Message, error) { return outbox.Composed(k.Compose(s)) },
	}, nil
}
