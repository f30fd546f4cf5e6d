package evening

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
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
	Game             GameRef // the zero GameRef in a line that takes a name away
	Black            bool    // the person plays Black
	Name             string  // of the player for whom the person stands, or which is taken away; "" if the name was removed, and of an organiser
	Outcome          Outcome // that was told, or that counts with this line; [Unknown] if it counts no more
	Results, Changes int     // how many the event had before
	By               string  // user id; "" for somebody who was forgotten
	ByName           string
	At               time.Time
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

// A Told is a game of a round, with what its players have told of it.
type Told struct {
	Result             // that counts, with all names that are known
	By     [2]*Telling // what White and Black have told and what does not count yet; nil for nothing
}

// Open reports whether one player has told a result and nobody has agreed.
func (g Told) Open() bool { return (g.By[0] != nil || g.By[1] != nil) && !g.Disputed() }

// Disputed reports whether the players have told different results.
func (g Told) Disputed() bool {
	return g.By[0] != nil && g.By[1] != nil && g.By[0].Outcome != g.By[1].Outcome
}

// Of returns what White or Black has told and what does not count yet; nil for nothing.
func (g Told) Of(black bool) *Telling { return g.By[sideOf(black)] }

// Last returns what was told last of an open game.
func (g Told) Last() *Telling {
	if g.By[1] == nil || g.By[0] != nil && g.By[0].Index > g.By[1].Index {
		return g.By[0]
	}
	return g.By[1]
}

// Player returns the name of White or Black; "" if nobody knows.
func (g Told) Player(black bool) string {
	if black {
		return g.Black
	}
	return g.White
}

func sideOf(black bool) int {
	if black {
		return 1
	}
	return 0
}

// Told returns the games of a draw in the order of the boards.
func (e *Event) Told(d *Draw) []Told {
	games := make([]Told, 0, e.BoardsOf(d))
	for _, r := range e.GamesOf(d) {
		games = append(games, Told{Result: r})
	}
	if d.Void != nil || len(e.Tellings) == 0 {
		return games
	}
	log, people, pairs := e.tellingLog(), e.Bound(), e.RulesOf(d).Games
	names := log.names
	for i := range e.Tellings {
		t := &e.Tellings[i]
		at := (t.Game.Board-1)*pairs + t.Game.Game - 1
		if t.Kind != Tells || t.Game.Draw != d.Index || at >= len(games) || e.redrawnSince(t.Game, t.Changes) {
			continue
		}
		key := PlayerKey(names.of(t.Name))
		g := &games[at]
		sits := PlayerKey(g.Player(t.Black)) == key || g.Player(t.Black) == ""
		scored := log.scored[t.Game]
		settled := len(scored) > 0 && scored[len(scored)-1] >= t.Results
		if PlayerKey(people[t.By]) == key && key != "" && sits && !settled && !log.takenAway(t, len(e.Tellings), len(e.Results)) {
			g.By[sideOf(t.Black)] = t
			if t.Black {
				g.Black = cmp.Or(g.Black, names.of(t.Name))
			} else {
				g.White = cmp.Or(g.White, names.of(t.Name))
			}
		}
	}
	return games
}

// ToldOf is Told for one game; ok is false if the round has no such game, or does not count.
func (e *Event) ToldOf(game GameRef) (g Told, ok bool) {
	if !e.hasGame(game) {
		return g, false
	}
	d := &e.Draws[game.Draw]
	return e.Told(d)[(game.Board-1)*e.RulesOf(d).Games+game.Game-1], true
}

// Bound returns the names of the players for whom people stand, by the ids of the people.
func (e *Event) Bound() map[string]string {
	names, people := e.aliases(), map[string]string{}
	for _, t := range e.Tellings {
		name := names.of(t.Name)
		switch {
		case t.Kind == Unbinds:
			for person, of := range people {
				if PlayerKey(of) == PlayerKey(name) {
					delete(people, person)
				}
			}
		case t.Kind != Accepts && t.By != "" && name != "":
			people[t.By] = name
		}
	}
	return people
}

// NameOf returns the name for which a person stands; "" for none. Somebody whose mention is a name stands
// for it.
func (e *Event) NameOf(person string) string {
	mention := MentionOf(person)
	if name := e.Bound()[person]; name != "" {
		return name
	}
	for _, r := range e.results() {
		if r.has(mention) {
			return mention
		}
	}
	return ""
}

// MentionOf is how a person, given by the user id, is mentioned.
func MentionOf(person string) string { return "<@" + person + ">" }

// A Seat is a side of a game, with the name of its player; "" if nobody knows.
type Seat struct {
	Game  GameRef
	Black bool
	Name  string
}

// Seats returns the seats of a player in a draw: two or more in the two games of a pairing, and on several
// boards.
func (e *Event) Seats(d *Draw, name string) (seats []Seat) {
	key := PlayerKey(name)
	for _, g := range e.Told(d) {
		for _, black := range []bool{false, true} {
			if known := g.Player(black); key != "" && PlayerKey(known) == key {
				seats = append(seats, Seat{g.Game, black, known})
			}
		}
	}
	return seats
}

// FreeSeats returns the seats of a draw for which nobody stands, one for each name, in the order of the
// names. Seats without a name come first, if the opponent has told a result. unnamed reports whether other seats have no name.
func (e *Event) FreeSeats(d *Draw) (seats []Seat, unnamed bool) {
	taken := map[string]bool{}
	for _, name := range e.Bound() {
		taken[PlayerKey(name)] = true
	}
	for _, g := range e.Told(d) {
		for _, black := range []bool{false, true} {
			name := g.Player(black)
			key := PlayerKey(name)
			switch {
			case g.Outcome == Bye:
			case name != "" && !taken[key]:
				taken[key] = true
				seats = append(seats, Seat{g.Game, black, name})
			case name == "" && g.Of(!black) != nil:
				seats = append(seats, Seat{g.Game, black, ""})
			case name == "":
				unnamed = true
			}
		}
	}
	slices.SortStableFunc(seats, func(a, b Seat) int { return cmp.Compare(PlayerKey(a.Name), PlayerKey(b.Name)) })
	return seats, unnamed
}

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
	e.noteTelling(Telling{Kind: Tells, Game: seat.Game, Black: seat.Black, Name: seat.Name, Outcome: outcome, Results: len(e.Results)}, by)
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

// agree adds the result of a game, for the opponent or an organiser.
func (e *Event) agree(by Asker, kind TellingKind, seat Seat, g Told, outcome Outcome) error {
	r := Result{Game: g.Game, White: g.White, Black: g.Black, Outcome: outcome}
	if kind == Confirms && seat.Black {
		r.Black = cmp.Or(r.Black, seat.Name)
	} else if kind == Confirms {
		r.White = cmp.Or(r.White, seat.Name)
	}
	if len(e.Tellings) >= MostTellings {
		return ErrTellings
	}
	results := len(e.Results)
	added, err := e.AddResults(by, []Result{r})
	if err == nil && len(added) > 0 {
		e.noteTelling(Telling{Kind: kind, Game: g.Game, Black: seat.Black, Name: seat.Name, Outcome: outcome, Results: results}, by)
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

func (e *Event) noteTelling(t Telling, by Asker) {
	t.Index, t.Changes, t.By, t.ByName, t.At = len(e.Tellings), len(e.Changes), by.User, by.Name, by.At
	e.Tellings = append(e.Tellings, t)
}

// A tellingLog has the tellings of an event by their games.
type tellingLog struct {
	*Event
	made    map[int]*Telling // the lines that have added results, by the indexes of these
	tells   map[GameRef][]*Telling
	scored  map[GameRef][]int // indexes of results
	unbinds []*Telling
	names   aliases
}

func (e *Event) tellingLog() tellingLog {
	l := tellingLog{e, map[int]*Telling{}, map[GameRef][]*Telling{}, map[GameRef][]int{}, nil, e.aliases()}
	for i := range e.Tellings {
		switch t := &e.Tellings[i]; t.Kind {
		case Tells:
			l.tells[t.Game] = append(l.tells[t.Game], t)
		case Unbinds:
			l.unbinds = append(l.unbinds, t)
		default:
			l.made[t.Results] = t
		}
	}
	for i := range e.Results {
		if r := &e.Results[i]; r.Outcome.Scored() && len(l.tells[r.Game]) > 0 {
			l.scored[r.Game] = append(l.scored[r.Game], r.Index)
		}
	}
	return l
}

// of returns the line that has added a result, or nil.
func (l tellingLog) of(r Result) *Telling {
	if t := l.made[r.Index]; t != nil && t.Game == r.Game && r.Outcome != "" {
		return t
	}
	return nil
}

// claims returns what White and Black had told before a result came, by the tellings before the last one; nil
// for nothing.
func (l tellingLog) claims(r Result, last int) (by [2]*Telling) {
	first := 0 // of the results after which something was told for this one
	for _, scored := range l.scored[r.Game] {
		if scored < r.Index {
			first = scored + 1
		}
	}
	for _, t := range l.tells[r.Game] {
		if t.Index < last && t.Results >= first && t.Results <= r.Index && !l.takenAway(t, last, r.Index) && !l.redrawn(r.Game, t.Changes, r.Changes) {
			by[sideOf(t.Black)] = t
		}
	}
	return by
}

// takenAway reports whether the name of a line was taken away from its person, before the telling with an index
// and no later than a result.
func (l tellingLog) takenAway(t *Telling, last, result int) bool {
	return slices.ContainsFunc(l.unbinds, func(u *Telling) bool {
		return u.Index > t.Index && u.Index < last && u.Results <= result && PlayerKey(l.names.of(u.Name)) == PlayerKey(l.names.of(t.Name))
	})
}

// entries returns the entries of the lines that have added no result. The names are those that the
// players had then.
func (l tellingLog) entries() (entries []Entry) {
	var names aliases
	for i, t := range l.Tellings {
		if i == 0 || t.Changes != l.Tellings[i-1].Changes {
			names = l.aliasesAt(t.Changes)
		}
		entry := Entry{Kind: EntryTell, By: t.By, ByName: t.ByName, At: t.At, changes: t.Changes}
		switch t.Kind {
		case Unbinds:
			entry.Kind = EntryUnbind
		case Tells:
			entry.Claims = l.claims(Result{Index: t.Results, Game: t.Game, Changes: t.Changes}, i)
			if other := entry.Claims[sideOf(!t.Black)]; other != nil && other.Outcome != t.Outcome {
				entry.Kind = EntryDiffer
			}
		default:
			continue
		}
		t.Name = names.of(t.Name)
		entry.Telling = &t
		entries = append(entries, entry)
	}
	return entries
}

// TellingOf returns the line that has added a result; nil for one that somebody typed, or that lichess told.
func (e *Event) TellingOf(r Result) *Telling {
	if len(e.Tellings) == 0 {
		return nil
	}
	return e.tellingLog().of(r)
}

// Claims returns what White and Black had told before a result came; nil for nothing.
func (e *Event) Claims(r Result) (by [2]*Telling) {
	if len(e.Tellings) == 0 {
		return by
	}
	return e.tellingLog().claims(r, MostTellings)
}

// Confirmed returns the line by which two players have agreed on the result of a game, and which they can
// take back; nil if the result is the organiser's word.
func (e *Event) Confirmed(game GameRef) *Telling {
	r := e.ResultOf(game)
	if t := e.TellingOf(r); t != nil && t.Kind == Confirms && r.Outcome.Scored() {
		return t
	}
	return nil
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
	results := len(e.Results)
	r := g.Result
	r.Outcome, r.Link = Unknown, ""
	added, err := e.AddResults(by, []Result{r})
	if err == nil && len(added) > 0 {
		e.noteTelling(Telling{Kind: TakesBack, Game: g.Game, Black: PlayerKey(name) == PlayerKey(g.Black), Name: name, Outcome: Unknown, Results: results}, by)
	}
	return err
}

// OpenTellings returns the games of all rounds that count of which one player has told a result, and those
// that are disputed.
func (e *Event) OpenTellings() (open, disputed []Told) {
	for i := range e.Draws {
		if len(e.Tellings) == 0 {
			break
		}
		for _, g := range e.Told(&e.Draws[i]) {
			switch {
			case g.Disputed():
				disputed = append(disputed, g)
			case g.Open():
				open = append(open, g)
			}
		}
	}
	return open, disputed
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
	e.noteTelling(Telling{Kind: Unbinds, Name: name, Results: len(e.Results)}, by)
	return name, person, nil
}
