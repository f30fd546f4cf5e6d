package evening_test

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/workshop/testrun"
)

// toldEvent opens an event of one round whose players tell: Anna and Ben on board 1, and nobody known on board 2.
func toldEvent(t *testing.T, games int) *evening.Event {
	t.Helper()
	e := &evening.Event{ID: "e", Channel: "c", OpenedBy: "org", OpenedAt: noon, Rules: evening.Rules{Name: "x", Rounds: 2, Boards: 2, Games: games, PlayersTell: true}}
	if _, err := e.Draw(by("org"), first); err != nil {
		t.Fatal(err)
	}
	organiser(t, e, evening.Result{Game: game(1, 1), White: "Anna", Black: "Ben", Outcome: evening.Unknown})
	return e
}

var noon = time.Unix(1_790_000_000, 0).UTC()

func by(person string) evening.Asker {
	return evening.Asker{User: person, Name: person, Interaction: person, At: noon}
}

func first(int) (int, error) { return 0, nil }

func game(board, n int) evening.GameRef { return evening.GameRef{Board: board, Game: n} }

func seatOf(board int, black bool, name string) evening.Seat {
	return evening.Seat{Game: game(board, 1), Black: black, Name: name}
}

func organiser(t *testing.T, e *evening.Event, r evening.Result) {
	t.Helper()
	if _, err := e.AddResults(by("org"), []evening.Result{r}); err != nil {
		t.Fatal(err)
	}
}

// seenAll is more than any test tells.
const seenAll = 9999

func tell(t *testing.T, e *evening.Event, person string, s evening.Seat, o evening.Outcome) {
	t.Helper()
	if err := e.Tell(by(person), s, o, seenAll); err != nil {
		t.Fatalf("%s tells %s: %v", person, o, err)
	}
}

// What nobody may tell is refused, and changes nothing.
func TestRefusedTellings(t *testing.T) {
	anna, ben := seatOf(1, false, "Anna"), seatOf(1, true, "Ben")
	for name, c := range map[string]struct {
		before func(e *evening.Event)
		person string
		seat   evening.Seat
		want   any // an error, or the type of one
	}{
		"as somebody else":                  {nil, "b", anna, evening.ErrBound},
		"as another name":                   {nil, "a", ben, &evening.OtherNameError{}},
		"on another's seat":                 {nil, "c", seatOf(1, true, "Carl"), evening.ErrSeat},
		"against oneself":                   {nil, "a", seatOf(1, true, "Anna"), evening.ErrSeat},
		"without a name":                    {nil, "c", seatOf(2, true, "\u200b"), evening.ErrUnseen},
		"a long name":                       {nil, "c", seatOf(2, true, "12345678901234567890123456789012345678901"), evening.ErrUnseen},
		"as another member":                 {nil, "c", seatOf(2, true, "<@42>"), evening.ErrBound},
		"a name of another board":           {nil, "c", seatOf(2, true, "Ben"), &evening.SeatedError{}},
		"a board that is not there":         {nil, "c", seatOf(3, true, "Carl"), evening.ErrNoGame},
		"a game that is not there":          {nil, "c", evening.Seat{Game: game(2, 2), Name: "Carl"}, evening.ErrNoGame},
		"a result that counts":              {func(e *evening.Event) { _ = e.Tell(by("b"), ben, evening.WhiteWins, seenAll) }, "a", anna, evening.ErrScored},
		"in a dispute":                      {func(e *evening.Event) { _ = e.Tell(by("b"), ben, evening.BlackWins, seenAll) }, "a", anna, evening.ErrDisputed},
		"after the end":                     {func(e *evening.Event) { _ = e.Close(by("org")) }, "b", ben, evening.ErrClosed},
		"in a round that does not count":    {func(e *evening.Event) { _, _ = e.Void(1, "", by("org")) }, "b", ben, evening.ErrNoGame},
		"where results are the organiser's": {func(e *evening.Event) { e.Rules.PlayersTell = false }, "b", ben, evening.ErrOrganiser},
		"one's own result from the other side": {func(e *evening.Event) {
			_, _, _ = e.Unbind(by("org"), evening.PlayerSum("Anna"))
			_ = e.Tell(by("c"), anna, evening.Drawn, seenAll)
			_, _, _ = e.Unbind(by("org"), evening.PlayerSum("Anna"))
		}, "c", seatOf(1, false, "Carl"), evening.ErrSeat},
	} {
		t.Run(name, func(t *testing.T) {
			e := toldEvent(t, 1)
			tell(t, e, "a", anna, evening.WhiteWins)
			if c.before != nil {
				c.before(e)
			}
			lines := len(e.Tellings)
			err := e.Tell(by(c.person), c.seat, evening.Drawn, seenAll)
			ok := false
			switch want := c.want.(type) {
			case *evening.OtherNameError:
				_, ok = errors.AsType[*evening.OtherNameError](err)
			case *evening.SeatedError:
				_, ok = errors.AsType[*evening.SeatedError](err)
			case error:
				ok = errors.Is(err, want)
			}
			if !ok || len(e.Tellings) != lines {
				t.Errorf("%v, want %v; %d lines instead of %d", err, c.want, len(e.Tellings), lines)
			}
		})
	}
}

// Nobody confirms a result alone: not as another name, and not after the organiser took the name away.
func TestNobodyConfirmsAlone(t *testing.T) {
	e := toldEvent(t, 1)
	tell(t, e, "x", seatOf(1, false, "Anna"), evening.WhiteWins)
	if _, _, err := e.Unbind(by("org"), evening.PlayerSum("anna")); err != nil {
		t.Fatal(err)
	}
	if g, _ := e.ToldOf(game(1, 1)); g.Open() {
		t.Errorf("a telling stays without its name: %+v", g)
	}
	tell(t, e, "x", seatOf(1, true, "Ben"), evening.WhiteWins)
	if g, _ := e.ToldOf(game(1, 1)); !g.Open() || g.Outcome.Scored() {
		t.Errorf("one person has told and confirmed: %+v", g)
	}
}

// Whoever has not seen what the opponent told is shown it, before a dispute begins; the same result counts.
func TestToldMeanwhile(t *testing.T) {
	e := toldEvent(t, 1)
	tell(t, e, "a", seatOf(1, false, "Anna"), evening.WhiteWins)
	if err := e.Tell(by("b"), seatOf(1, true, "Ben"), evening.Drawn, 0); !errors.Is(err, evening.ErrMeanwhile) || len(e.Tellings) != 1 {
		t.Errorf("%v, %+v", err, e.Tellings)
	}
	if err := e.Tell(by("b"), seatOf(1, true, "Ben"), evening.WhiteWins, 0); err != nil || e.ResultOf(game(1, 1)).Outcome != evening.WhiteWins {
		t.Errorf("%v, %+v", err, e.Results)
	}
}

// An interaction that Discord delivers again changes nothing.
func TestTellingsDeliveredAgain(t *testing.T) {
	e := toldEvent(t, 1)
	anna, ben := seatOf(1, false, "Anna"), seatOf(1, true, "Ben")
	for range 2 {
		tell(t, e, "a", anna, evening.WhiteWins)
	}
	for range 2 {
		tell(t, e, "b", ben, evening.WhiteWins)
	}
	for range 2 {
		if err := e.TakeBack(by("a"), 1); err != nil {
			t.Fatal(err)
		}
	}
	if len(e.Tellings) != 3 || len(e.Results) != 3 || e.ResultOf(game(1, 1)).Outcome.Scored() {
		t.Errorf("%+v\n%+v", e.Tellings, e.Results)
	}
}

// Only the two players take back what they have agreed on, until a later round is drawn.
func TestTakeBack(t *testing.T) {
	for name, c := range map[string]struct {
		before func(e *evening.Event)
		person string
		line   int
		want   error
	}{
		"by White":             {nil, "a", 1, nil},
		"by Black":             {nil, "b", 1, nil},
		"by somebody else":     {nil, "x", 1, evening.ErrSeat},
		"what was only told":   {nil, "a", 0, evening.ErrNotBack},
		"what nobody has told": {nil, "a", 7, evening.ErrNotBack},
		"after the next draw":  {func(e *evening.Event) { _, _ = e.Draw(by("org"), first) }, "a", 1, evening.ErrLate},
		"after the end":        {func(e *evening.Event) { _ = e.Close(by("org")) }, "a", 1, evening.ErrClosed},
		"the organiser's word": {func(e *evening.Event) {
			_, _ = e.AddResults(by("org"), []evening.Result{{Game: game(1, 1), White: "Anna", Black: "Ben", Outcome: evening.Drawn}})
		}, "a", 1, evening.ErrNotBack},
		"in a round that is void": {func(e *evening.Event) { _, _ = e.Void(1, "", by("org")) }, "a", 1, evening.ErrNotBack},
	} {
		t.Run(name, func(t *testing.T) {
			e := toldEvent(t, 1)
			tell(t, e, "a", seatOf(1, false, "Anna"), evening.WhiteWins)
			tell(t, e, "b", seatOf(1, true, "Ben"), evening.WhiteWins)
			if c.before != nil {
				c.before(e)
			}
			if err := e.TakeBack(by(c.person), c.line); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

// A game has at most so many lines.
func TestTellingsOfOneGame(t *testing.T) {
	e := toldEvent(t, 1)
	var err error
	for i := range 50 {
		if err = e.Tell(by("a"), seatOf(1, false, "Anna"), evening.ToldOutcomes()[i%2], seenAll); err != nil {
			break
		}
	}
	if !errors.Is(err, evening.ErrTellings) || len(e.Tellings) != 20 {
		t.Errorf("%v after %d lines", err, len(e.Tellings))
	}
	tell(t, e, "b", seatOf(1, true, "Ben"), evening.Drawn) // the opponent can still agree
	if e.ResultOf(game(1, 1)).Outcome != evening.Drawn {
		t.Errorf("%+v", e.ResultOf(game(1, 1)))
	}
}

// A modelGame is a game as a person with a notebook would keep it.
type modelGame struct {
	names  [2]string
	counts evening.Outcome
	told   [2]evening.Outcome
	teller [2]string
}

func (g *modelGame) clear() { g.told, g.teller = [2]evening.Outcome{}, [2]string{} }

// A modelEvening is an evening in a notebook: by draw, board and game.
type modelEvening struct {
	games    map[evening.GameRef]*modelGame
	void     map[int]bool
	person   map[string]string // by name
	results  int
	tells    int
	disputes int
}

// Whatever players and organisers do on random evenings: the event, its table, its log and its CSV say what a
// notebook says.
func TestRandomTellings(t *testing.T) {
	for seed := range testrun.Sized(200, 1000, 5000) {
		r := rand.New(rand.NewPCG(uint64(seed), 68))
		if !randomEvening(t, r) {
			t.Fatalf("seed %d", seed)
		}
	}
}

func randomEvening(t *testing.T, r *rand.Rand) bool {
	boards, games := 1+r.IntN(4), 1+r.IntN(2)
	e := &evening.Event{ID: "e", Channel: "c", OpenedBy: "org", OpenedAt: noon, Rules: evening.Rules{Name: "x", Rounds: 4, Boards: boards, Games: games, Each: r.IntN(2) == 0, PlayersTell: true}}
	m := &modelEvening{map[evening.GameRef]*modelGame{}, map[int]bool{}, map[string]string{}, 0, 0, 0}
	at := noon
	asker := func(person string) evening.Asker {
		at = at.Add(time.Minute)
		return evening.Asker{User: person, Name: person, Interaction: at.String(), At: at, Asked: at}
	}
	renamed := map[string]string{}
	for range 60 {
		ref := evening.GameRef{Draw: r.IntN(max(1, len(e.Draws))), Board: 1 + r.IntN(boards), Game: 1 + r.IntN(games)}
		g := m.games[ref]
		switch op := r.IntN(20); {
		case len(e.Draws) == 0 || op == 0:
			d, err := e.Draw(asker("org"), func(n int) (int, error) { return r.IntN(n), nil })
			if err != nil {
				continue
			}
			for b := 1; b <= boards; b++ {
				for n := 1; n <= games; n++ {
					m.games[evening.GameRef{Draw: d.Index, Board: b, Game: n}] = &modelGame{}
				}
				if r.IntN(4) > 0 { // known pairings
					white, black := fmt.Sprint("w", b), fmt.Sprint("b", b)
					for _, name := range []*string{&white, &black} {
						*name = cmp.Or(renamed[*name], *name)
					}
					if _, err := e.AddResults(asker("org"), []evening.Result{{Game: evening.GameRef{Draw: d.Index, Board: b, Game: 1}, White: white, Black: black, Outcome: evening.Unknown}}); err != nil {
						t.Errorf("pair: %v", err)
					}
					m.results++
					m.games[evening.GameRef{Draw: d.Index, Board: b, Game: 1}].names = [2]string{white, black}
					if games == 2 {
						m.games[evening.GameRef{Draw: d.Index, Board: b, Game: 2}].names = [2]string{black, white}
					}
				}
			}
		case op == 1:
			if d := e.Draws[ref.Draw]; d.Void == nil && r.IntN(3) == 0 {
				if _, err := e.Void(d.Round, "", asker("org")); err == nil {
					m.void[d.Index] = true
				}
			}
		case op < 4 && !m.void[ref.Draw] && g.names[0] != "": // the organiser's word
			outcome := evening.ToldOutcomes()[r.IntN(3)]
			added, err := e.AddResults(asker("org"), []evening.Result{{Game: ref, White: g.names[0], Black: g.names[1], Outcome: outcome}})
			if err != nil {
				t.Errorf("the organiser's word: %v", err)
			}
			m.results += len(added)
			if len(added) > 0 {
				g.counts = outcome
				g.clear()
			}
		case op == 4: // an organiser takes a name away
			name := fmt.Sprint(string("wb"[r.IntN(2)]), 1+r.IntN(boards))
			name = cmp.Or(renamed[name], name)
			_, person, _ := e.Unbind(asker("org"), evening.PlayerSum(name))
			if person != m.person[name] {
				t.Errorf("%s was %q, want %q", name, person, m.person[name])
			}
			delete(m.person, name)
			for _, g := range m.games {
				for side := range g.told {
					if g.names[side] == name || g.teller[side] == person {
						g.told[side], g.teller[side] = "", ""
					}
				}
			}
		case op == 5: // somebody takes back
			if t := e.Confirmed(ref); t != nil && g.names[0] != "" {
				person := m.person[g.names[r.IntN(2)]]
				if err := e.TakeBack(asker(person), t.Index); err == nil {
					m.results++
					g.counts = ""
				}
			}
		case op == 6 && r.IntN(3) == 0:
			open, _ := e.OpenTellings()
			accepted, err := e.AcceptTellings(asker("org"), len(e.Tellings))
			if err != nil || len(accepted) != len(open) {
				t.Errorf("accepted %d of %d: %v", len(accepted), len(open), err)
			}
			for ref, g := range m.games {
				if !m.void[ref.Draw] && (g.told[0] == "") != (g.told[1] == "") {
					g.counts = cmp.Or(g.told[0], g.told[1])
					g.clear()
					m.results++
				}
			}
		case op == 7 && r.IntN(2) == 0: // a rename
			old := fmt.Sprint("w", 1+r.IntN(boards))
			from, to := cmp.Or(renamed[old], old), fmt.Sprint("r", at.Unix())
			if _, err := e.AnswerRename(asker("org"), from, to); err != nil {
				continue
			}
			renamed[old] = to
			if person, ok := m.person[from]; ok {
				delete(m.person, from)
				m.person[to] = person
			}
			for _, g := range m.games {
				for side, name := range g.names {
					if name == from {
						g.names[side] = to
					}
				}
			}
		default: // a player tells, or a stranger tries to
			side := r.IntN(2)
			if m.void[ref.Draw] || g.names[side] == "" {
				continue
			}
			name := g.names[side]
			person := cmp.Or(m.person[name], "person of "+name)
			if r.IntN(10) == 0 {
				person = "a stranger"
			}
			outcome := evening.ToldOutcomes()[r.IntN(3)]
			if other := g.told[1-side]; other != "" && r.IntN(2) == 0 {
				outcome = other
			}
			err := e.Tell(asker(person), evening.Seat{Game: ref, Black: side == 1, Name: name}, outcome, len(e.Tellings))
			stands := ""
			for of, id := range m.person {
				if id == person {
					stands = of
				}
			}
			switch disputed := g.told[0] != "" && g.told[1] != ""; {
			case m.person[name] != "" && m.person[name] != person, stands != "" && stands != name:
				if err == nil {
					t.Errorf("%s told as %s, who is %s", person, name, m.person[name])
				}
			case g.counts != "": // nothing can be told; the same result again is no error
			case g.told[side] == outcome && g.teller[side] == person:
			case disputed && !errors.Is(err, evening.ErrDisputed):
				t.Errorf("told in a dispute: %v", err)
			case disputed:
			case g.teller[1-side] == person:
				t.Errorf("%s told for both sides: %v", person, err)
			case errors.Is(err, evening.ErrTellings):
			case err != nil:
				t.Errorf("%s as %s on %+v: %v", person, name, ref, err)
			case g.told[1-side] == outcome:
				g.counts = outcome
				g.clear()
				m.person[name] = person
				m.results++
			default:
				m.tells++
				if g.told[1-side] != "" {
					m.disputes++
				}
				g.told[side], g.teller[side] = outcome, person
				m.person[name] = person
			}
		}
		if m.compare(t, e); t.Failed() {
			for _, entry := range e.Log(noon.Add(time.Hour * 1000)) {
				t.Logf("%s %s %+v %+v", entry.Kind, entry.By, entry.Telling, entry.Result)
			}
			return false
		}
	}
	return true
}

// compare compares an event with a notebook.
func (m *modelEvening) compare(t *testing.T, e *evening.Event) {
	t.Helper()
	points := map[string]int{}
	for ref, g := range m.games {
		if m.void[ref.Draw] {
			continue
		}
		told, _ := e.ToldOf(ref)
		counts := told.Outcome
		if !counts.Scored() {
			counts = ""
		}
		if counts != g.counts || told.Open() != ((g.told[0] == "") != (g.told[1] == "")) || told.Disputed() != (g.told[0] != "" && g.told[1] != "") {
			t.Errorf("%+v: %+v, in the notebook %+v", ref, told, g)
		}
		if white, black, ok := g.counts.Points(); ok {
			points[g.names[0]] += white
			points[g.names[1]] += black
		}
	}
	for _, row := range evening.Standings(e) {
		if points[row.Name] != row.Points {
			t.Errorf("%s has %d half points, in the notebook %d", row.Name, row.Points, points[row.Name])
		}
	}
	var table bytes.Buffer
	if err := e.WriteCSV(&table); err != nil {
		t.Error(err)
	}
	rows, _ := csv.NewReader(&table).ReadAll()
	i := 1
	for d := range e.Draws {
		for board := 1; board <= e.Rules.Boards; board++ {
			for n := 1; n <= e.Rules.Games; n++ {
				g := m.games[evening.GameRef{Draw: d, Board: board, Game: n}]
				if got := rows[i][18]; !m.void[d] && got != string(g.counts) && !(g.counts == "" && got == "*") || rows[i][2] != strconv.Itoa(board) {
					t.Errorf("row %q, in the notebook %+v", rows[i], g)
				}
				i++
			}
		}
	}
	results, tells, disputes := 0, 0, 0
	last := map[evening.GameRef]evening.Outcome{}
	log := e.Log(noon.Add(time.Hour * 1000))
	for i, entry := range log {
		switch entry.Kind {
		case evening.EntryResult:
			results++
			last[entry.Result.Game] = entry.Result.Outcome
		case evening.EntryTell:
			tells++
		case evening.EntryDiffer:
			tells, disputes = tells+1, disputes+1
		}
		if i > 0 && entry.At.Before(log[i-1].At) {
			t.Errorf("the log goes back: %+v", entry)
		}
	}
	for ref, g := range m.games {
		if got := last[ref]; got.Scored() != (g.counts != "") || got.Scored() && got != g.counts {
			t.Errorf("the log ends with %q on %+v, in the notebook %+v", got, ref, g)
		}
	}
	if results != m.results || tells != m.tells || disputes != m.disputes {
		t.Errorf("the log has %d results, %d tellings and %d disputes, the notebook %d, %d and %d", results, tells, disputes, m.results, m.tells, m.disputes)
	}
	if !slices.IsSortedFunc(e.Tellings, func(a, b evening.Telling) int { return a.Index - b.Index }) {
		t.Error("the tellings have no order")
	}
}
