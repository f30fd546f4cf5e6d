package evening

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"chess960bot/internal/voice"
)

// A Telling is a line of an event's log of what players tell themselves. What one player tells of a game
// does not count until the opponent, or the organiser, agrees: then the game has a [Result].
//
// The first line of a person binds the person to the name of a player, for the whole event. A person
// stands for one name, and a name has one person, until an organiser takes the name away.
type Telling struct {
	Index            int // in Event.Tellings
	Kind             TellingKind
	Seat                     // of the person. The name is "" if it was removed, and for an organiser. A line that takes a name away has only that name
	Outcome          Outcome // that was told, or that counts with this line; [Unknown] if it counts no more
	Results, Changes int     // how many the event had before
	Stamp
}

// A TellingKind is what a person said.
type TellingKind string

// The kinds. A line that confirms, accepts or takes back has added the result with the index Results.
const (
	Tells     TellingKind = "tell"    // a player told how a game ended
	Confirms  TellingKind = "confirm" // the opponent agreed
	Accepts   TellingKind = "accept"  // an organiser agreed
	TakesBack TellingKind = "back"    // one of the two took back what was confirmed
	Unbinds   TellingKind = "unbind"  // an organiser took a name away from a person
)

// MostTellings is how many lines the log of tellings has at most, and mostOfGame how many of them are about
// one game.
const (
	MostTellings = 10_000
	mostOfGame   = 20
)

// ToldOutcomes are the outcomes that a player can tell. Forfeits and byes are for the organiser.
func ToldOutcomes() []Outcome { return []Outcome{WhiteWins, Drawn, BlackWins} }

// The errors of tellings.
var (
	ErrOrganiser = errors.New("the results come from the organiser")
	ErrSeat      = errors.New("another player sits there")
	ErrBound     = errors.New("another person stands for the name")
	ErrScored    = errors.New("the game has a result")
	ErrDisputed  = errors.New("the players have told different results")
	ErrMeanwhile = errors.New("something was told meanwhile")
	ErrTellings  = errors.New("too much was told")
	ErrLate      = errors.New("a later round was drawn")
	ErrNotBack   = errors.New("nothing to take back")
	ErrUnseen    = errors.New("nobody can see the name")
)

// An OtherNameError is returned to a person who stands for another name.
type OtherNameError struct{ Name string }

// Error names it.
func (e *OtherNameError) Error() string { return "other name: " + e.Name }

// A SeatedError is returned for a name that plays on another board of the round.
type SeatedError struct{ Board int }

// Error names it.
func (e *SeatedError) Error() string { return "board " + strconv.Itoa(e.Board) }

// Tell records what a person tells of the game of a seat. The person stands for the name of the seat. seen
// is how many tellings the event had when the person decided. If the opponent has told the same, the game has a
// result then. Nothing is recorded twice.
func (e *Event) Tell(by Asker, seat Seat, outcome Outcome, seen int) error {
	g, err := e.mayTell(by, &seat)
	if err != nil {
		return err
	}
	own, other := g.Of(seat.Black), g.Of(!seat.Black)
	counts := e.TellingOf(g.Result)
	switch {
	case !slices.Contains(ToldOutcomes(), outcome):
		return ErrNoGame
	case g.Outcome == outcome && counts != nil && counts.Kind == Confirms && counts.By == by.User: // delivered again
		return nil
	case g.Outcome.Scored():
		return ErrScored
	case own != nil && own.By == by.User && own.Outcome == outcome: // delivered again
		return nil
	case g.Disputed():
		return ErrDisputed
	case other != nil && other.Outcome == outcome:
		return e.agree(by, Confirms, seat, g, outcome)
	case other != nil && other.Index >= seen:
		return ErrMeanwhile
	case e.toldOften(seat.Game):
		return ErrTellings
	}
	e.noteTelling(by, Tells, seat, outcome, len(e.Results))
	return nil
}

// mayTell returns the game of a seat if a person may tell its result for the name of the seat, with
// its first spelling.
func (e *Event) mayTell(by Asker, seat *Seat) (g Told, err error) {
	g, ok := e.ToldOf(seat.Game)
	switch {
	case !e.Rules.PlayersTell:
		return g, ErrOrganiser
	case !e.ClosedAt.IsZero():
		return g, ErrClosed
	case !ok:
		return g, ErrNoGame
	}
	seat.Name = PlayerName(voice.Name(seat.Name))
	seat.Name = cmp.Or(e.spellings()[PlayerKey(seat.Name)], seat.Name)
	name := e.aliases().of(seat.Name)
	key, sits := PlayerKey(name), g.Player(seat.Black)
	switch {
	case key == "" || !voice.IsVisible(name) || utf8.RuneCountInString(name) > MostPlayer:
		return g, ErrUnseen
	case sits != "" && PlayerKey(sits) != key, g.Outcome == Bye:
		return g, ErrSeat
	case PlayerKey(g.Player(!seat.Black)) == key:
		return g, ErrSelf
	}
	for person, of := range e.Bound() {
		switch {
		case person == by.User && PlayerKey(of) != key:
			return g, &OtherNameError{of}
		case person != by.User && PlayerKey(of) == key:
			return g, ErrBound
		}
	}
	if strings.HasPrefix(name, "<@") && name != MentionOf(by.User) {
		return g, ErrBound
	}
	if sits == "" {
		for _, elsewhere := range e.Seats(&e.Draws[seat.Game.Draw], name) {
			if elsewhere.Game.Board != seat.Game.Board {
				return g, &SeatedError{elsewhere.Game.Board}
			}
		}
	}
	return g, nil
}

// agree adds the result of a game with a line that says who has agreed, or has taken the result back.
func (e *Event) agree(by Asker, kind TellingKind, seat Seat, g Told, outcome Outcome) error {
	if len(e.Tellings) >= MostTellings {
		return ErrTellings
	}
	r := Result{Game: g.Game, White: g.White, Black: g.Black, Outcome: outcome}
	name := []*string{&r.White, &r.Black}[sideOf(seat.Black)]
	*name = cmp.Or(*name, seat.Name)
	results := len(e.Results)
	added, err := e.AddResults(by, []Result{r})
	if err == nil && len(added) > 0 {
		e.noteTelling(by, kind, seat, outcome, results)
	}
	return err
}

// toldOften reports whether no more can be told of a game.
func (e *Event) toldOften(game GameRef) bool {
	n := 0
	for _, t := range e.Tellings {
		if t.Game == game && t.Kind != Unbinds {
			n++
		}
	}
	return n >= mostOfGame || len(e.Tellings) >= MostTellings
}

func (e *Event) noteTelling(by Asker, kind TellingKind, seat Seat, outcome Outcome, results int) {
	e.Tellings = append(e.Tellings, Telling{len(e.Tellings), kind, seat, outcome, results, len(e.Changes), by.stamp()})
}

// TakeBack takes back what a line has confirmed, for one of the two players, until a later round is drawn.
func (e *Event) TakeBack(by Asker, index int) error {
	if index >= len(e.Tellings) || e.Tellings[index].Kind != Confirms {
		return ErrNotBack
	}
	confirmed := e.Tellings[index]
	g, ok := e.ToldOf(confirmed.Game)
	back := slices.IndexFunc(e.Tellings[index:], func(t Telling) bool { return t.Kind == TakesBack && t.Game == confirmed.Game && t.By == by.User })
	name := e.NameOf(by.User)
	switch {
	case back > 0: // delivered again
		return nil
	case !e.ClosedAt.IsZero():
		return ErrClosed
	case !ok || e.Confirmed(g.Game) == nil || e.Confirmed(g.Game).Index != index:
		return ErrNotBack
	case !g.has(name):
		return ErrSeat
	case slices.ContainsFunc(e.Draws[g.Game.Draw+1:], func(d Draw) bool { return d.Void == nil }):
		return ErrLate
	}
	return e.agree(by, TakesBack, Seat{g.Game, PlayerKey(name) == PlayerKey(g.Black), name}, g, Unknown)
}

// AcceptTellings makes results of all that one player has told, for an organiser who has seen so many lines.
func (e *Event) AcceptTellings(by Asker, seen int) (accepted []Told, err error) {
	open, _ := e.OpenTellings()
	if len(e.Tellings) > seen && len(open) > 0 {
		return nil, ErrMeanwhile
	}
	for _, g := range open {
		t := g.Last()
		if err := e.agree(by, Accepts, Seat{Game: g.Game, Black: t.Black}, g, t.Outcome); err != nil {
			return nil, err
		}
		g.Outcome = t.Outcome
		accepted = append(accepted, g)
	}
	return accepted, nil
}

// Unbind takes a name, given by its [PlayerSum], away from the person who stands for it. What the person
// has told and nobody has confirmed does not stand any more. It returns the name and the person; both
// are "" if nobody stands for it.
func (e *Event) Unbind(by Asker, sum string) (name, person string, err error) {
	for id, of := range e.Bound() {
		if PlayerSum(of) == sum {
			name, person = of, id
		}
	}
	switch {
	case name == "":
		return "", "", nil
	case len(e.Tellings) >= MostTellings:
		return "", "", ErrTellings
	}
	e.noteTelling(by, Unbinds, Seat{Name: name}, "", len(e.Results))
	return name, person, nil
}
