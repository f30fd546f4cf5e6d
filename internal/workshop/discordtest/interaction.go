package discordtest

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// Interaction types, as in Discord's documentation.
const (
	kindPing         = 1
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModal        = 5
)

// Callback types: what an Answer's Type can be.
const (
	AnswerMessage        = 4 // a message
	AnswerDeferred       = 5 // a message without content yet; an edit follows
	AnswerUpdateDeferred = 6 // nothing visible; an edit may follow
	AnswerUpdate         = 7 // the message with the component is edited
	AnswerChoices        = 8 // of an autocompletion
	AnswerModal          = 9 // a form opens
)

// ErrNoAnswer is what the person sees when the bot misses the deadline.
var ErrNoAnswer = errors.New("the application did not respond")

// answerTypes lists the callback types that Discord accepts for an interaction type.
var answerTypes = map[int][]int{
	kindPing:         {1},
	kindCommand:      {AnswerMessage, AnswerDeferred, AnswerModal},
	kindComponent:    {AnswerMessage, AnswerDeferred, AnswerUpdateDeferred, AnswerUpdate, AnswerModal},
	kindAutocomplete: {AnswerChoices},
	kindModal:        {AnswerMessage, AnswerDeferred, AnswerUpdateDeferred, AnswerUpdate},
}

// interaction is one thing that a person did, and the state of the answer.
type interaction struct {
	id, token string
	kind      int
	command   string // the name of the command, or the custom_id of the component or form
	focused   int    // of an autocompletion: the type of the option that is being typed
	who       User
	place     Place
	pressed   string         // id of the message with the component
	target    string         // id of the message that a message command is used on
	owners    map[int]string // who installed the app, by integration type
	sent      time.Time
	raw       bool // made by Interact; the bot may be right not to answer

	mu       sync.Mutex
	dead     bool   // the deadline passed without an answer
	callback int    // 0 before the answer
	original string // id of the message that @original means
	answer   Answer
	refused  error // why the last callback was refused

	answered chan struct{} // closed by the answer
}

// interactions holds the last interactions. The bot may still use their tokens.
type interactions struct {
	mu      sync.Mutex
	byToken map[string]*interaction
	order   []*interaction // oldest first
	limit   int
}

func (s *Server) newInteraction(kind int, who User, where Place) *interaction {
	id, where := s.ids.next(), where.of(who)
	return &interaction{
		id: id, token: interactionToken(id), kind: kind, who: who, place: where, owners: s.owners(who, where),
		answered: make(chan struct{}),
	}
}

func (all *interactions) add(it *interaction) {
	it.sent = time.Now()
	all.mu.Lock()
	defer all.mu.Unlock()
	all.byToken[it.token] = it
	all.order = append(all.order, it)
	for len(all.order) > all.limit {
		delete(all.byToken, all.order[0].token)
		all.order[0] = nil
		all.order = all.order[1:]
	}
}

func (all *interactions) get(token string) *interaction {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.byToken[token]
}

// expire reports whether the interaction has no answer, and then marks it dead.
func (it *interaction) expire() bool {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.dead = it.callback == 0
	return it.dead
}

// late reports whether the first answer comes too late. The caller holds it.mu.
func (it *interaction) late(deadline time.Duration) bool {
	return it.dead || it.callback == 0 && time.Since(it.sent) > deadline
}

// acknowledge notes the first answer. The caller holds it.mu.
func (it *interaction) acknowledge(kind int) {
	it.callback = kind
	it.answer.ID, it.answer.Token, it.answer.Type = it.id, it.token, kind
	it.answer.After = time.Since(it.sent)
	close(it.answered)
}

// cause returns the part of the interaction that its answers keep.
func (it *interaction) cause() *cause {
	return &cause{id: it.id, command: it.command, kind: it.kind, pressed: it.pressed, target: it.target, owners: it.owners}
}

func (it *interaction) String() string {
	switch {
	case it.target != "":
		return fmt.Sprintf("%q used on a message by %s", it.command, it.who.Name)
	case it.kind == kindCommand, it.kind == kindAutocomplete:
		return fmt.Sprintf("/%s by %s", it.command, it.who.Name)
	case it.kind == kindComponent:
		return fmt.Sprintf("component %q pressed by %s", it.command, it.who.Name)
	case it.kind == kindModal:
		return fmt.Sprintf("form %q submitted by %s", it.command, it.who.Name)
	}
	return fmt.Sprintf("interaction of type %d", it.kind)
}
