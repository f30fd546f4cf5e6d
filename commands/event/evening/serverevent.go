package evening

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/outbox"
)

// A ServerEvent is the event of an evening in the server's own list of events, where people press “Interested” and
// Discord reminds them. Discord begins and ends the event by the clock, and what has ended is final.
//
// It is made and changed by posts of the outbox: the first one makes it, the others bring it in step with the evening.
// Discord has no nonce for events. So the first post always looks through the list for an event with the Name and the
// First start, which stay until the outcome is known.
type ServerEvent struct {
	State        ServerState
	Starts, Ends time.Time
	Place        string // at most MostPlace characters

	Name  string    // with which it is made
	First time.Time // the start with which it is made
	Twin  bool      // another evening of the server has the same Name and First: the text tells the two apart

	Made   int       // number of the post that makes it, from 1; 0 if nobody wanted it so far
	MadeAt time.Time // when this post was planned
	Last   int       // number of the last post
	LastAt time.Time // when the last post was planned

	Why outbox.Trouble // of the last refusal; "" after none
	// Reason is the refusal's: one of the reasons of package outbox, or Discord's words.
	Reason string
}

// A ServerState says what is wanted of a server event.
type ServerState string

// The states.
const (
	ServerOffered ServerState = "offered" // nobody has asked for it: Starts, Ends and Place are a proposal
	ServerWanted  ServerState = "wanted"  // it is to be in the list, or is there
	ServerRefused ServerState = "refused" // Discord did not make it
	ServerEnding  ServerState = "ending"  // the evening was closed
	ServerOver    ServerState = "over"    // it has ended, was cancelled, or was deleted by a moderator
)

// MostPlace is the longest place, in characters.
const MostPlace = 100

// ServerTime is how long a server event lasts if nobody says otherwise.
const ServerTime = 3 * time.Hour

// longer is how much the end of a server event moves for a round behind it.
const longer = time.Hour

// The errors of WantServerEvent, besides ErrClosed and ErrPast.
var (
	ErrNoStart   = errors.New("the server's event has no start")
	ErrEndsFirst = errors.New("the end is not after the start")
	ErrStarted   = errors.New("the server's event has begun")
)

// HasServerEvent reports whether the evening is in the server's list, or will be.
func (e *Event) HasServerEvent() bool { return e.Server != nil && e.Server.State == ServerWanted }

// A ServerWish is what a person wants of a server event.
type ServerWish struct {
	Starts, Ends time.Time // zero for no other: a new one ends after three hours, and a moved one lasts as long as before
	Place        string    // "" for no other
}

// WantServerEvent puts the evening into the server's list, or changes its event there. usual is the place of a new
// event if nobody says another one.
func (e *Event) WantServerEvent(by Asker, wish ServerWish, usual string) error {
	s, lasts := ServerEvent{State: ServerWanted, Place: usual}, ServerTime
	switch {
	case e.HasServerEvent():
		s = *e.Server
		lasts = s.Ends.Sub(s.Starts)
	case e.Server != nil: // a new one, whatever became of the last
		s.Last = e.Server.Last
	}
	switch {
	case !e.ClosedAt.IsZero():
		return ErrClosed
	case wish.Starts.IsZero() && s.Starts.IsZero():
		return ErrNoStart
	case wish.Starts.IsZero() || wish.Starts.Equal(s.Starts):
	case !s.Starts.IsZero() && !by.At.Before(s.Starts):
		return ErrStarted
	case !wish.Starts.After(by.At):
		return ErrPast
	default:
		s.Starts, s.Ends = wish.Starts, wish.Starts.Add(lasts)
	}
	if !wish.Ends.IsZero() {
		s.Ends = wish.Ends
	}
	if !s.Ends.After(s.Starts) || !s.Ends.After(by.At) {
		return ErrEndsFirst
	}
	if wish.Place != "" {
		s.Place = wish.Place
	}
	if s.Name == "" {
		s.Name, s.First = e.Rules.Name, s.Starts
		s.Last, s.LastAt = s.Last+1, by.At
		s.Made, s.MadeAt = s.Last, s.LastAt
	}
	e.Server = &s
	return nil
}

// RetryServer plans a change of the server's event again that Discord has refused with the post of a number. It does nothing if
// a later one is planned.
func (e *Event) RetryServer(by Asker, number int) error {
	switch {
	case !e.ClosedAt.IsZero():
		return ErrClosed
	case e.HasServerEvent() && e.Server.Last == number:
		s := *e.Server
		s.Last, s.LastAt = number+1, by.At
		e.Server = &s
	}
	return nil
}

// NextWeek returns the proposal for an evening like this one: the same weekday, time and place in a week to come, in the time
// zone of now; nil without a server event.
func (e *Event) NextWeek(now time.Time) *ServerEvent {
	if e.Server == nil {
		return nil
	}
	next := ServerEvent{State: ServerOffered, Place: e.Server.Place}
	next.Starts = e.Server.Starts.In(now.Location())
	for !next.Starts.After(now) || !next.Starts.After(e.Server.Starts) {
		next.Starts = next.Starts.AddDate(0, 0, 7)
	}
	next.Ends = next.Starts.Add(e.Server.Ends.Sub(e.Server.Starts)).UTC()
	next.Starts = next.Starts.UTC()
	return &next
}

// serverView returns all that the server's event is to show now, to be compared.
func (e *Event) serverView() [12]any {
	sp, _ := e.ServerBoard()
	s, r := e.Server, e.Rules
	return [12]any{r.Name, s.Place, s.Starts, s.Ends, r.Rounds, r.Boards, r.Each, r.Sealed, r.Games, sp, e.PostChannel(), e.ClosedAt.IsZero()}
}

// ServerBoard returns the position that the picture of the server's event shows: that of the last round that counts, on its
// first board. ok is false before the first.
func (e *Event) ServerBoard() (sp int, ok bool) {
	for i := len(e.Draws) - 1; i >= 0; i-- {
		if d := &e.Draws[i]; d.Void == nil && len(d.SPs) > 0 {
			return d.SPs[0], true
		}
	}
	return -1, false
}

// FollowServer brings the server's event in step with a change of the evening, which was as previous says: it moves the
// end behind a round that is drawn or planned later, and plans a post if there is anything new to show. A Store calls it
// before it saves an event.
func (e *Event) FollowServer(previous *Event) {
	if !e.HasServerEvent() {
		return
	}
	s := *e.Server
	var latest time.Time
	if len(e.Draws) > len(previous.Draws) {
		latest = e.Last().At
	}
	if e.Plan != nil && (previous.Plan == nil || !e.Plan.At.Equal(previous.Plan.At)) && e.Plan.At.After(latest) {
		latest = e.Plan.At
	}
	for !latest.IsZero() && !s.Ends.After(latest) {
		s.Ends = s.Ends.Add(longer)
	}
	e.Server = &s
	if !previous.HasServerEvent() || previous.Server.Made != s.Made || e.serverView() == previous.serverView() {
		return
	}
	s.Last, s.LastAt = s.Last+1, e.changedAt()
	if !e.ClosedAt.IsZero() {
		s.State = ServerEnding
	}
	e.Server = &s
}

// ServerEventKind is the name, in the outbox, of what makes, changes and ends a server's event. The subject is the evening.
const ServerEventKind = "server_event"

// serverCatchUp is how late an event is changed or ended.
const serverCatchUp = 24 * time.Hour

// serverPosts returns the posts about the server's event.
func (e *Event) serverPosts() (posts []outbox.Post) {
	s := e.Server
	if s == nil || s.State != ServerWanted && s.State != ServerEnding {
		return nil
	}
	if s.State == ServerWanted {
		p := e.post(ServerEventKind, s.Made, s.MadeAt, 0)
		p.ExpiresAt = s.Ends
		posts = append(posts, p)
	}
	if s.Last > s.Made {
		p := e.post(ServerEventKind, s.Last, s.LastAt, serverCatchUp)
		if last := s.Ends.Add(serverCatchUp); last.After(p.ExpiresAt) {
			p.ExpiresAt = last
		}
		posts = append(posts, p)
	}
	return posts
}

// ServerEvents make, change and end the events of servers. What Discord refuses is told in the channel of the evening,
// and not tried again until a person asks. A change that is refused only now, such as one on its way at the start, is
// tried again.
//
// compose returns what the server's event with an id is to be; "" for a new one. It has begun if its start is
// over. still returns an error once another process goes on with the post.
func ServerEvents(store Store, compose func(e *Event, id string, begun bool, still func(context.Context) error) (outbox.Message, error)) Kind {
	return Kind{ServerEventKind, store, nil, func(ctx context.Context, e *Event, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
		s := e.Server
		if s == nil || s.State != ServerWanted && s.State != ServerEnding || p.Number != s.Made && p.Number != s.Last {
			return &outbox.Delivery{Unwanted: true}, nil
		}
		making, id := p.Number == s.Made, ""
		if !making {
			made, err := store.PostOf(ctx, ServerEventKind, e.ID, s.Made)
			if err != nil {
				return nil, err
			}
			id = made.MessageID
		}
		still := func(ctx context.Context) error {
			latest, err := store.PostOf(ctx, p.Kind, p.Subject, p.Number)
			if err == nil && (latest.State != outbox.Open || latest.Attempts != p.Attempts) {
				err = errTakenOver
			}
			return err
		}
		return &outbox.Delivery{
			Unwanted: !making && id == "", // there is none
			Compose: func(context.Context) (outbox.Message, error) {
				return outbox.Composed(compose(e, id, !now.Before(s.Starts), still))
			},
			Pause: roundRetry,
			Refused: func(ctx context.Context, at time.Time, r *outbox.Refusal) (giveUp bool, err error) {
				if r.Trouble == outbox.Limited || !making && r.Trouble == outbox.Invalid {
					return false, nil
				}
				err = store.PlanPost(ctx, e.post(ServerTroubleKind, p.Number, at, troubleCatchUp))
				if err == nil {
					err = e.noteServer(ctx, store, func(s *ServerEvent) {
						if s.Why, s.Reason = r.Trouble, r.Reason; making {
							s.State = ServerRefused
						}
					})
				}
				return true, err
			},
			Ended: func(ctx context.Context, p outbox.Post) error {
				gone := p.State == outbox.Posted && p.MessageID == ""
				if making || !gone && s.State != ServerEnding {
					return nil
				}
				return e.noteServer(ctx, store, func(s *ServerEvent) { s.State = ServerOver })
			},
		}, nil
	}}
}

// errTakenOver stops a process that was suspended before it makes an event.
var errTakenOver = errors.New("another process goes on with the post")

// noteServer stores what became of the server's event that the evening has. A later one stays as it is.
func (e *Event) noteServer(ctx context.Context, store Store, change func(*ServerEvent)) error {
	_, err := store.UpdateEvent(ctx, Ref{Channel: e.Channel, ID: e.ID, WithoutResults: true}, func(now *Event) error {
		if now.Server != nil && now.Server.Made == e.Server.Made {
			s := *now.Server
			change(&s)
			now.Server = &s
		}
		return nil
	})
	if errors.Is(err, ErrNone) {
		return nil
	}
	return err
}

// ServerTroubleKind is the name, in the outbox, of messages that Discord did not make or change a server's event. Subject and
// number are those of the refused post.
const ServerTroubleKind = "server_event_trouble"

// errNotNoted puts off a message about a refusal that is being stored.
var errNotNoted = errors.New("the refusal is not stored yet")

// ServerTroubles are these messages, to the channel of the evening.
func ServerTroubles(store Store, mark func(e *Event, number int) string, compose func(e *Event, p outbox.Post) (outbox.Message, error)) Kind {
	return Kind{ServerTroubleKind, store, nil, func(_ context.Context, e *Event, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
		s := e.Server
		if s == nil || !e.ClosedAt.IsZero() || p.Number < s.Made {
			return &outbox.Delivery{Unwanted: true}, nil
		}
		return &outbox.Delivery{
			Mark: mark(e, p.Number),
			Compose: func(context.Context) (outbox.Message, error) {
				if s.Why == outbox.NoTrouble {
					return nil, errNotNoted
				}
				return outbox.Composed(compose(e, p))
			},
		}, nil
	}}
}
