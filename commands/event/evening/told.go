package evening

import (
	"cmp"
	"slices"
)

// A Told is a game of a round, with what its players have told of it.
type Told struct {
	Result             // that counts, with all names that are known
	By     [2]*Telling // what White and Black have told and what does not count yet; nil for nothing
}

// Open reports whether one player has told a result and nobody has agreed.
func (g Told) Open() bool { return (g.By[0] != nil || g.By[1] != nil) && !g.Disputed() }

// Known reports whether anything was told of the game, or typed.
func (g Told) Known() bool { return g.Outcome != "" || g.By != [2]*Telling{} }

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
func (g Told) Player(black bool) string { return [2]string{g.White, g.Black}[sideOf(black)] }

// sideOf is the index of White or Black.
func sideOf(black bool) int {
	if black {
		return 1
	}
	return 0
}

// Told returns the games of a draw in the order of the boards. What a player has told stands as long as the person
// stands for the name, and nobody else sits there.
func (e *Event) Told(d *Draw) []Told {
	games := make([]Told, 0, e.BoardsOf(d))
	for _, r := range e.GamesOf(d) {
		games = append(games, Told{Result: r})
	}
	if d.Void != nil || len(e.Tellings) == 0 {
		return games
	}
	log := e.readTellings()
	for i := range games {
		g := &games[i]
		for side, t := range log.stands(g.Game, len(e.Changes)) {
			if t == nil {
				continue
			}
			name, player := log.names.of(t.Name), []*string{&g.White, &g.Black}[side]
			if key := PlayerKey(name); key != "" && key == PlayerKey(log.people[t.By]) && (*player == "" || key == PlayerKey(*player)) {
				g.By[side], *player = t, cmp.Or(*player, name)
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

// A tellingLog is what the logs of tellings and of results say together.
type tellingLog struct {
	*Event
	names  aliases
	people map[string]string       // the names for which people stand, by the ids of the people
	last   map[GameRef][2]*Telling // what White and Black have told last, unless a result has settled it or the name was taken away

	// By the indexes of tellings and of results:
	beforeTelling map[int][2]*Telling // what White and Black had told of the game before
	beforeResult  map[int][2]*Telling
	made          map[int]*Telling // the line that has added a result
}

// readTellings reads both logs from beginning to end.
func (e *Event) readTellings() tellingLog {
	l := tellingLog{
		e, e.aliases(), map[string]string{}, map[GameRef][2]*Telling{},
		map[int][2]*Telling{}, map[int][2]*Telling{}, map[int]*Telling{},
	}
	results := e.Results
	readResults := func(before int) {
		for ; len(results) > 0 && results[0].Index < before; results = results[1:] {
			r := results[0]
			if _, told := l.last[r.Game]; told {
				l.beforeResult[r.Index] = l.stands(r.Game, r.Changes)
			}
			if r.Outcome.Scored() {
				delete(l.last, r.Game)
			}
		}
	}
	for i := range e.Tellings {
		t := &e.Tellings[i]
		readResults(t.Results)
		name := l.names.of(t.Name)
		switch t.Kind {
		case Tells:
			told := l.stands(t.Game, t.Changes)
			l.beforeTelling[i] = told
			told[sideOf(t.Black)] = t
			l.last[t.Game] = told
		case Unbinds:
			l.unbind(PlayerKey(name))
			continue
		default:
			l.made[t.Results] = t
		}
		if t.Kind != Accepts && t.By != "" && name != "" {
			l.people[t.By] = name
		}
	}
	readResults(len(e.Results))
	return l
}

// stands returns what White and Black have told last of a game, unless the board got another position before the
// event had some changes.
func (l tellingLog) stands(game GameRef, changes int) [2]*Telling {
	told := l.last[game]
	for side, t := range told {
		if t != nil && l.redrawn(game, t.Changes, changes) {
			told[side] = nil
		}
	}
	return told
}

// unbind takes a name, given by its key, away from its person, with what the person has told.
func (l tellingLog) unbind(key string) {
	for person, name := range l.people {
		if PlayerKey(name) == key {
			delete(l.people, person)
		}
	}
	for game, told := range l.last {
		for side, t := range told {
			if t != nil && PlayerKey(l.names.of(t.Name)) == key {
				told[side] = nil
			}
		}
		l.last[game] = told
	}
}

// Claims returns what White and Black had told before a result came; nil for nothing.
func (e *Event) Claims(r Result) [2]*Telling { return e.readTellings().beforeResult[r.Index] }

// TellingOf returns the line that has added a result; nil for one that somebody typed, or that lichess told.
func (e *Event) TellingOf(r Result) *Telling {
	if r.Outcome == "" { // the game has none
		return nil
	}
	return e.readTellings().made[r.Index]
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

// Bound returns the names of the players for whom people stand, by the ids of the people.
func (e *Event) Bound() map[string]string { return e.readTellings().people }

// NameOf returns the name for which a person stands; "" for none. Somebody whose mention is a name stands
// for it.
func (e *Event) NameOf(person string) string {
	mention := MentionOf(person)
	if name := e.Bound()[person]; name != "" {
		return name
	}
	for _, r := range e.results((*Draw).counts) {
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
