package evening

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// A rename holds for earlier and later results, is taken back by the opposite one, and is refused
// for two names of one round.
func TestRenamePlayer(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 2, Boards: 2, Games: 1})
	for range 2 {
		play(t, e, zero)
	}
	tell := func(draw, board int, white, black string, o Outcome) error {
		_, err := e.AddResults(by("ann"), []Result{{Game: GameRef{draw, board, 1}, White: white, Black: black, Outcome: o}})
		return err
	}
	table := func() string {
		var names []string
		for _, s := range Standings(e) {
			names = append(names, fmt.Sprintf("%s %d/%d", s.Name, s.Points, s.Games))
		}
		slices.Sort(names)
		return strings.Join(names, ", ")
	}
	rename := func(from, to string) error {
		asker := by("ann")
		asker.Interaction = from + to + fmt.Sprint(len(e.Changes))
		_, err := e.AnswerRename(asker, from, to)
		return err
	}
	if err := errors.Join(tell(0, 1, "Anna", "Ben", WhiteWins), tell(0, 2, "Cleo", "Dan", Drawn)); err != nil {
		t.Fatal(err)
	}
	met, ok := errors.AsType[*MetError](rename("Dan", "anna"))
	if !ok || met.Round != 1 || table() != "Anna 2/1, Ben 0/1, Cleo 1/1, Dan 1/1" {
		t.Errorf("two people of one round: %v, %s", met, table())
	}
	if err := rename("nobody", "x"); err != ErrNoPlayer {
		t.Error(err)
	}
	if err := errors.Join(rename(" ANNA", "Anna K."), tell(1, 1, "anna", "Eve", BlackWins)); err != nil || table() != "Anna K. 2/2, Ben 0/1, Cleo 1/1, Dan 1/1, Eve 2/1" {
		t.Errorf("renamed: %v, %s", err, table())
	}
	// A correction that names the player as now keeps the name that was told.
	if err := errors.Join(tell(0, 1, "Anna K.", "Ben", Drawn), rename("Anna K.", "Anna")); err != nil || table() != "Anna 1/2, Ben 1/1, Cleo 1/1, Dan 1/1, Eve 2/1" {
		t.Errorf("taken back: %v, %s", err, table())
	}
	// Two people that were merged are two again.
	if err := errors.Join(rename("Eve", "Dan")); err != nil || table() != "Anna 1/2, Ben 1/1, Cleo 1/1, Dan 3/2" {
		t.Errorf("merged: %v, %s", err, table())
	}
	if err := rename("Dan", "Eve"); err != nil || table() != "Anna 1/2, Ben 1/1, Cleo 1/1, Dan 1/1, Eve 2/1" {
		t.Errorf("taken back: %v, %s", err, table())
	}
	// A name that is removed stands nowhere.
	if name, n := e.PlayerOf(PlayerSum("ANNA")); PlayerKey(name) != "anna" || n != 3 {
		t.Errorf("%q has %d results", name, n)
	}
	removal := by("ann")
	removal.Interaction = "removal"
	for range 2 { // delivered again
		list, err := e.AnswerRemoval(removal, "anna")
		if err != nil || len(list) == 0 {
			t.Fatal(list, err)
		}
		if n, ok := list[len(list)-1].Rename.Removed(); n != 3 || !ok {
			t.Errorf("removed from %d results, %t", n, ok)
		}
	}
	if last := e.Log(time.Time{})[len(e.Log(time.Time{}))-1]; last.Kind != EntryRemove || last.By != "ann" {
		t.Errorf("the log ends with %+v", last)
	}
	if all := fmt.Sprintf("%+v %+v", e.Results, e.Log(evening.AddDate(0, 0, 1))); strings.Contains(strings.ToLower(all), "anna") {
		t.Errorf("the name is still in %s", all)
	}
	for _, c := range e.Changes {
		if c.Rename != nil && strings.Contains(strings.ToLower(c.Rename.From+c.Rename.To), "anna") {
			t.Errorf("the name is still in %+v", c.Rename)
		}
	}
	if err := tell(1, 2, "Cleo", " CLEO ", Drawn); err != ErrSelf {
		t.Errorf("one player on both sides: %v", err)
	}
	if err := rename("Eve", "Zoe"); err != nil {
		t.Fatal(err)
	}
	if read, wrong := e.ReadResults(&e.Draws[0], "1 Eve – ZOE 1-0", nil); len(read) > 0 || len(wrong) != 1 || wrong[0].Why != WrongSelf {
		t.Errorf("a player under both names: %v, %v", read, wrong)
	}
	if name, board := e.AlsoOn(Result{Game: GameRef{0, 1, 1}, White: "Dan", Black: "Zoe"}, true); name != "Dan" || board != 2 {
		t.Errorf("also on: %q, %d", name, board)
	}
}

// A name that stands in renames alone, because a rename was taken back, can be removed as well.
func TestForgetANameOfRenamesAlone(t *testing.T) {
	e := drawnEvening(t, false)
	if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: WhiteWins}}); err != nil {
		t.Fatal(err)
	}
	for i, to := range []string{"Anna Realname", "Anna"} {
		asker := by("ann")
		asker.Interaction = fmt.Sprint("rename ", i)
		if _, err := e.AnswerRename(asker, []string{"Anna", "Anna Realname"}[i], to); err != nil {
			t.Fatal(err)
		}
	}
	if name, n := e.PlayerOf(PlayerSum("anna realname")); name != "Anna Realname" || n != 0 {
		t.Errorf("%q has %d results", name, n)
	}
	if n, err := e.removePlayer("Anna Realname"); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if all := fmt.Sprintf("%+v %+v", e.Changes, e.Log(evening.AddDate(0, 0, 1))); strings.Contains(all, "Realname") || e.ResultOf(GameRef{0, 1, 1}).White != "Anna" {
		t.Errorf("the name is still there, or another one has gone: %s", all)
	}
	if _, err := e.removePlayer("Anna Realname"); err != ErrNoPlayer {
		t.Errorf("a name that stands nowhere: %v", err)
	}
}

// A result that a person tells otherwise than lichess counts and keeps the link, whichever comes first.
// Lichess replaces what nobody has told.
func TestAResultToldOverLichess(t *testing.T) {
	game := GameRef{0, 1, 1}
	typed := Result{Game: game, White: "Anna", Black: "Ben", Outcome: Drawn}
	said := Result{Game: game, White: "anna99", Black: "ben77", Outcome: WhiteWins, Link: "https://l/1"}
	deleted, agreed := typed, said
	deleted.Outcome, agreed.Outcome = Unknown, Drawn
	for name, c := range map[string]struct {
		results []Result // the last one is told twice
		want    Outcome
		log     string
		differs bool
	}{
		"lichess":                       {[]Result{said}, WhiteWins, "result 1.1.1", false},
		"lichess, a person":             {[]Result{said, typed}, Drawn, "result 1.1.1, result 1.1.1 was 1-0", true},
		"a person, lichess":             {[]Result{typed, said}, Drawn, "result 1.1.1, result 1.1.1 beside 1-0", true},
		"a person, lichess agrees":      {[]Result{typed, agreed}, Drawn, "result 1.1.1, result 1.1.1 beside ½-½", false},
		"a person, lichess, the person": {[]Result{typed, said, deleted}, Unknown, "result 1.1.1, result 1.1.1 beside 1-0, result 1.1.1 was ½-½", true},
		"a pairing, lichess":            {[]Result{deleted, said}, WhiteWins, "result 1.1.1, result 1.1.1 was *", false},
	} {
		e := drawnEvening(t, false)
		for i := range len(c.results) + 1 {
			r := c.results[min(i, len(c.results)-1)]
			asker := by("ann")
			if r.Link != "" {
				asker = Asker{At: evening}
			}
			if _, err := e.AddResults(asker, []Result{r}); err != nil {
				t.Fatal(name, err)
			}
		}
		counts := e.ResultOf(game)
		if _, differs := e.SaidByLichess(counts); counts.Outcome != c.want || differs != c.differs {
			t.Errorf("%s: %+v, lichess says something else: %t", name, counts, differs)
		}
		for i := range e.Results { // whoever told the result was forgotten
			e.Results[i].By, e.Results[i].ByName = "", ""
		}
		if again := e.ResultOf(game); again.Outcome != c.want {
			t.Errorf("%s: later the result is %s", name, again.Outcome)
		}
		if log := strings.TrimPrefix(logged(e), "new, draw 1.0.0, "); log != c.log {
			t.Errorf("%s: the log is %s", name, log)
		}
		table, games := exported(t, e)
		if table[0]["link"] != said.Link || table[0]["result"] != string(c.want) || !strings.Contains(games, `[Site "https://l/1"]`) {
			t.Errorf("%s: %v\n%s", name, table[0], games)
		}
		if _, err := e.Void(1, "", by("ann")); err != nil {
			t.Fatal(name, err)
		}
		if table, _ := exported(t, e); table[0]["link"] != said.Link || table[0]["result"] != string(c.want) {
			t.Errorf("%s, void: %v", name, table[0])
		}
	}
}

// What was told of a board or a round that does not count stays in the table, and a bye is no
// game.
func TestExportOfWhatDoesNotCount(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 3, Games: 1, Each: true})
	play(t, e, zero)
	for board, o := range map[int]Outcome{1: WhiteWins, 2: Bye, 3: BlackByLoss} {
		if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, board, 1}, White: "W", Black: "B", Outcome: o}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, games := exported(t, e); strings.Count(games, "[FEN ") != 2 || strings.Count(games, `[Termination "unplayed"]`) != 1 {
		t.Errorf("of three boards, one with a bye:\n%s", games)
	}
	if _, err := e.AnswerRedraw(by("ann"), 1, 1, "", zero); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Void(1, "", by("ann")); err != nil {
		t.Fatal(err)
	}
	table, _ := exported(t, e)
	var told []string
	for _, row := range table {
		if row["result"] != "" {
			told = append(told, row["board"]+" "+row["white"]+" "+row["result"]+" "+row["void"])
		}
	}
	slices.Sort(told)
	if want := []string{"1 W 1-0 true", "2 W bye true", "3 W 0-1 forfeit true"}; !slices.Equal(told, want) {
		t.Errorf("told: %q, want %q", told, want)
	}
}

// Chains and circles of renames, other spellings, and what is told after a rename: the table has the
// names that people have given, and a rename counts the results that it changes.
func TestHostileRenames(t *testing.T) {
	for name, c := range map[string]struct {
		steps string // from>to: a rename; otherwise White of the next board
		want  string // the names of the boards
		moved string // results that each rename changes
	}{
		"a circle":                       {"A A>B B>C C>A", "A", "1 1 1"},
		"a circle that others enter":     {"A A>B X B>C C>A X>C A", "A C A", "1 1 1 1"},
		"taken back step by step":        {"A A>B B>C C>B B>A", "A", "1 1 1 1"},
		"two are one, and two again":     {"A B A>B B>A", "A B", "1 1"},
		"in another case":                {"A B a>b b>a", "A B", "1 1"},
		"told by the new name meanwhile": {"Ana Ana>Anna Anna Anna>Ana", "Ana Ana", "1 2"},
		"told by the old name meanwhile": {"Ana Ana>Anna Ana Anna>Ana", "Ana Ana", "1 2"},
		"only another spelling":          {"anna anna>Anna ANNA", "Anna Anna", "1"},
		"letters of two characters":      {"Zoe\u0308 zo\u00eb>Zoe", "Zoe", "1"},
		"characters that nobody sees":    {"An\u200bna anna>Anna", "Anna", "1"},
		"merged, then taken back twice":  {"A B A>B B>A B>A", "A A", "1 1 1"},
	} {
		e := newEvent(Rules{Name: "x", Rounds: 99, Boards: 1, Games: 1})
		var moved, names []string
		for _, step := range strings.Fields(c.steps) {
			from, to, rename := strings.Cut(step, ">")
			if !rename {
				play(t, e, zero)
				if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{len(e.Draws) - 1, 1, 1}, White: from, Black: "", Outcome: WhiteWins}}); err != nil {
					t.Fatal(err)
				}
				continue
			}
			asker := by("ann")
			asker.Interaction = fmt.Sprint(name, len(e.Changes))
			asker.At = evening.Add(time.Duration(len(e.Changes)) * time.Second)
			list, err := e.AnswerRename(asker, from, to)
			if again, other := e.AnswerRename(asker, from, to); err != nil || other != nil || !slices.Equal(list, again) {
				t.Fatalf("%s, %s: %v, delivered again %v", name, step, err, other)
			}
			moved = append(moved, fmt.Sprint(e.Renamed(list[len(list)-1])))
			if asker.Interaction += "again"; from != to && PlayerKey(from) != PlayerKey(to) && name == "a circle" {
				if again, err := e.AnswerRename(asker, from, to); len(again) > 0 || !errors.Is(err, ErrSame) {
					t.Errorf("%s, %s: asked again at once: %v, %v", name, step, again, err)
				}
			}
		}
		for i := range e.Draws {
			names = append(names, e.ResultOf(GameRef{i, 1, 1}).White)
		}
		if got := strings.Join(names, " "); got != c.want || strings.Join(moved, " ") != c.moved {
			t.Errorf("%s: %s, moved %v; want %s, %s", name, got, moved, c.want, c.moved)
		}
	}
}

// A rename whose answer was lost is shown by the next one, and by asking again.
func TestRenameWhoseAnswerWasLost(t *testing.T) {
	e := drawnEvening(t, false)
	if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 1, 1}, White: "Dora", Black: "Carl", Outcome: Drawn}}); err != nil {
		t.Fatal(err)
	}
	first, again := by("ann"), by("ann")
	again.Interaction, again.At = "2", evening.Add(answerTime)
	for _, asker := range []Asker{first, again} {
		if list, err := e.AnswerRename(asker, "Dora", "Doro"); err != nil || len(list) != 1 || list[0].Rename.To != "Doro" || len(e.Changes) != 1 {
			t.Errorf("%s: %v, %v of %d", asker.Interaction, list, err, len(e.Changes))
		}
	}
	e.Changes[0].Shown = true
	again.Interaction = "3"
	if _, err := e.AnswerRename(again, "Dora", "Doro"); !errors.Is(err, ErrSame) {
		t.Errorf("people have seen it: %v", err)
	}
	if got := fmt.Sprint(e.Players()[:2]); got != "[Doro Carl]" {
		t.Errorf("players: %s", got)
	}
}

// Renames and other changes do not use up each other's limit.
func TestRenamesHaveTheirOwnLimit(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 2, Boards: 1, Games: 1})
	play(t, e, func(int) (int, error) { return 5, nil })
	e.Results = []Result{{Game: GameRef{Draw: 0, Board: 1, Game: 1}, White: "Anna", Black: "Ben", Outcome: WhiteWins}}
	names := []string{"Anna", "Annabel"}
	rename := func(i int) error {
		_, err := e.AnswerRename(Asker{User: "ann", Interaction: fmt.Sprint("rename ", i), At: evening}, names[i%2], names[(i+1)%2])
		return err
	}
	for i := range MostChanges {
		if err := rename(i); err != nil {
			t.Fatal(i, err)
		}
	}
	if err := rename(MostChanges); !errors.Is(err, ErrRenames) {
		t.Errorf("one more rename: %v", err)
	}
	for i := range MostChanges {
		if _, err := changed(e, fmt.Sprint("change ", i), func(r *Rules) { r.Name = fmt.Sprint("x", i) }, nil); err != nil {
			t.Fatal(i, err)
		}
	}
	if _, err := changed(e, "one more", func(r *Rules) { r.Name = "y" }, nil); !errors.Is(err, ErrChanges) {
		t.Errorf("one more change: %v", err)
	}
}

// Renames take no room from positions that are drawn again, nor from plans in the log.
func TestRenamesLeaveRoomForOtherChanges(t *testing.T) {
	e := drawnEvening(t, true)
	for range MostChanges {
		e.note(Change{Rename: &Rename{"Anna", "Annabel"}}, by("ann"))
	}
	if _, err := e.AnswerRedraw(by("ann"), 1, 1, "", zero); err != nil {
		t.Error(err)
	}
	if err := e.PlanDraw(by("ann"), by("ann").At.Add(time.Hour)); err != nil || e.Changes[len(e.Changes)-1].Plan == nil {
		t.Errorf("%v, the last change is %+v", err, e.Changes[len(e.Changes)-1])
	}
	e.Plan = nil
	for range MostChanges - 1 {
		e.note(Change{}, by("ann"))
	}
	if _, err := e.AnswerRedraw(Asker{User: "ann", Interaction: "one more"}, 1, 1, "", zero); !errors.Is(err, ErrChanges) {
		t.Errorf("one more: %v", err)
	}
}

// Plans fill at most half of the log of changes: rules can still be changed.
func TestPlansLeaveRoomForOtherChanges(t *testing.T) {
	e := drawnEvening(t, true)
	for range 60 {
		if err := e.PlanDraw(by("ann"), by("ann").At.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if len(e.Changes) != 50 {
		t.Errorf("%d changes", len(e.Changes))
	}
}
