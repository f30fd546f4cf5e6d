package evening

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"time"
)

// JoinTime is how long a game on lichess waits for its players.
const JoinTime = 24 * time.Hour

// An OnlineGame is a game on lichess that counts: its result comes by itself.
type OnlineGame struct {
	Game    GameRef
	ID      string // on lichess
	White   string // address of the side
	Black   string
	ByLot   string    // address that gives a side by lot
	Days    bool      // days for a move, instead of a clock
	Players [2]string // accounts of White and Black, as lichess has told them; "" without one
	Changes int       // number of changes that the event had before
	At      time.Time
	AskAt   time.Time // when lichess is asked for the result; zero if never again
}

// OnlineGame returns the game on lichess that counts for a game of a round that counts. A game
// that ended without a result does not count.
func (e *Event) OnlineGame(ref GameRef) (g OnlineGame, ok bool) {
	if !e.hasGame(ref) {
		return OnlineGame{}, false
	}
	for _, g := range slices.Backward(e.Online) { // an earlier one ended without a result
		if g.Game == ref && !e.redrawnSince(ref, g.Changes) && (!g.AskAt.IsZero() || e.ResultOf(ref).Outcome.Scored()) {
			return g, true
		}
	}
	return OnlineGame{}, false
}

// AddOnline notes a game on lichess that counts, unless there is one, or the board was drawn again
// since the game was opened.
func (e *Event) AddOnline(g OnlineGame) {
	if _, ok := e.OnlineGame(g.Game); ok || e.redrawnSince(g.Game, g.Changes) {
		return
	}
	g.AskAt = g.At.Add(g.pause(g.At))
	e.Online = append(e.Online, g)
}

const (
	followedFor  = 14 * 24 * time.Hour     // how long after the end of an evening results are asked for
	followedOpen = 180 * 24 * time.Hour    // how long after its start a game of an evening without an end is asked for
	unreadFor    = JoinTime + 12*time.Hour // how long after its start a game with a clock is asked for if nobody can read what lichess says
)

// pause returns how long to wait before lichess is asked again.
func (g OnlineGame) pause(now time.Time) time.Duration {
	switch age := now.Sub(g.At); {
	case g.Days:
		return 3 * time.Hour
	case age < 3*time.Hour:
		return 2 * time.Minute
	default: // nobody may have begun
		return min(age/10, 6*time.Hour)
	}
}

// Accounts returns the accounts on lichess of a game's players, if lichess has told both in this
// event. What somebody typed is never an account: it may be the name of a stranger's. A player
// whose account was renamed is known by both names.
func (e *Event) Accounts(ref GameRef) (accounts [2]string, ok bool) {
	known, names := map[string]string{}, e.aliases()
	know := func(player, account string) {
		if key := PlayerKey(player); account != "" && known[key] == "" {
			known[key] = account
		} else if account != "" && known[key] != account { // two people have this name
			known[key] = several
		}
	}
	for _, g := range e.Online {
		know(g.Players[0], g.Players[0])
		know(g.Players[1], g.Players[1])
		for _, r := range e.Results {
			if r.Link == g.ByLot {
				know(names.of(r.White), g.Players[0])
				know(names.of(r.Black), g.Players[1])
			}
		}
	}
	r := e.ResultOf(ref)
	accounts = [2]string{known[PlayerKey(r.White)], known[PlayerKey(r.Black)]}
	for _, account := range accounts {
		if account == "" || account == several {
			return [2]string{}, false
		}
	}
	return accounts, true
}

// forgetAccounts removes the accounts of a player, whose names isPlayer knows.
func (e *Event) forgetAccounts(isPlayer func(name string) bool) {
	for i := range e.Online {
		g := &e.Online[i]
		for side := range g.Players {
			named := slices.ContainsFunc(e.Results, func(r Result) bool {
				return r.Link == g.ByLot && isPlayer([]string{r.White, r.Black}[side])
			})
			if named || isPlayer(g.Players[side]) {
				g.Players[side] = ""
			}
		}
	}
}

// several stands for more than one account. No account has such a name.
const several = "*"

// accountName matches the names of accounts on lichess.
var accountName = regexp.MustCompile(`^[\w-]{2,30}$`)

// An OnlineResult is what lichess says about a game.
type OnlineResult struct {
	White, Black string  // names of accounts; "" for players without one
	Outcome      Outcome // "" without a result
	Begun, Ended bool
	Unread       bool // lichess has said something that cannot be read
}

// RecordOnline adds what lichess says about the games with an id to the log of results. A game is
// asked for again until it is over. If the log is full, the result is left out. A result between two
// players who have one name now is left out and asked for again.
func (e *Event) RecordOnline(id string, said OnlineResult, now time.Time) error {
	for i := range e.Online {
		if g := &e.Online[i]; g.ID == id {
			if err := e.recordGame(g, said, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// recordGame adds what lichess says about one game.
func (e *Event) recordGame(g *OnlineGame, said OnlineResult, now time.Time) error {
	for i, account := range []string{said.White, said.Black} {
		if accountName.MatchString(account) {
			g.Players[i] = account
		}
	}
	counts, ok := e.OnlineGame(g.Game)
	if g.AskAt = now.Add(g.pause(now)); said.Ended || e.isOver(g, said, now) {
		g.AskAt = time.Time{}
	}
	if !said.Outcome.Scored() || !ok || counts.ID != g.ID {
		return nil
	}
	white, black := e.playersOf(g.Game, said)
	_, err := e.AddResults(Asker{At: now}, []Result{{
		Game: g.Game, White: white, Black: black, Outcome: said.Outcome, Link: g.ByLot,
	}})
	switch {
	case errors.Is(err, ErrResults): // lichess need not be asked again
		return nil
	case errors.Is(err, ErrSelf): // until somebody corrects the rename that gave both players one name
		if !e.isOver(g, said, now) {
			g.AskAt = now.Add(g.pause(now))
		}
		return nil
	}
	return err
}

// playersOf names the players of a game on lichess: as somebody has typed them for the board, or an
// account as in an earlier game of this event. Typed players who have changed sides are turned.
func (e *Event) playersOf(ref GameRef, said OnlineResult) (white, black string) {
	names, known := e.aliases(), map[string]string{} // players by account
	played := map[string]OnlineGame{}                // by link
	for _, g := range e.Online {
		played[g.ByLot] = g
	}
	for _, r := range e.Results {
		g := played[r.Link] // no accounts if a person typed the result
		for side, name := range []string{names.of(r.White), names.of(r.Black)} {
			account := PlayerKey(g.Players[side])
			switch earlier := known[account]; {
			case account == "" || name == "" || PlayerKey(name) == account:
			case earlier == "" || PlayerKey(earlier) == PlayerKey(name):
				known[account] = name
			default:
				known[account] = several
			}
		}
	}
	player := func(account string) string {
		if name := known[PlayerKey(account)]; name != several {
			return cmp.Or(name, account)
		}
		return account
	}
	white, black = player(said.White), player(said.Black)
	typed := e.ResultOf(ref)
	switch {
	case typed.By == "" && typed.Link != "":
		return white, black
	case typed.has(white) && PlayerKey(typed.White) != PlayerKey(white), typed.has(black) && PlayerKey(typed.Black) != PlayerKey(black):
		return cmp.Or(typed.Black, white), cmp.Or(typed.White, black)
	}
	return cmp.Or(typed.White, white), cmp.Or(typed.Black, black)
}

// isOver reports whether lichess is not asked again about a game without an end: nobody has joined in
// time, the evening ended long ago, or nobody can read what lichess says. A game with days for a move
// may go on then.
func (e *Event) isOver(g *OnlineGame, said OnlineResult, now time.Time) bool {
	age := now.Sub(g.At)
	switch {
	case !e.ClosedAt.IsZero() && now.Sub(e.ClosedAt) > followedFor, age > followedOpen:
		return true
	case said.Unread:
		return !g.Days && age > unreadFor
	}
	return !said.Begun && age > JoinTime
}

// A DueGame is a game on lichess whose result is to be asked for, or whose moves.
type DueGame struct {
	Channel string // of the event; "" if only the moves are asked for
	Event   string // id
	Index   int    // in Event.Online
	ID      string // on lichess
}

// MostMoves is how many bytes of moves an event keeps: those of several thousand games.
const MostMoves = 4 << 20

// HasEnded reports whether a game on lichess has told a result and nothing more is asked for: its moves can be.
func (e *Event) HasEnded(g OnlineGame) bool {
	return g.AskAt.IsZero() && slices.ContainsFunc(e.Results, func(r Result) bool { return r.Link == g.ByLot && r.Link != "" })
}
