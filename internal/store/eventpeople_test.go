package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// furnishEvent makes an evening with something of everything.
func furnishEvent(t testing.TB, s *store.Store) {
	t.Helper()
	e := evening.Event{ID: "e", Channel: "7", OpenedAt: noon, Rules: evening.Rules{Name: "“?”", Rounds: 3, Boards: 1, Games: 1}}
	first, ann := func(int) (int, error) { return 0, nil }, evening.Asker{User: "5", Interaction: "77", At: noon}
	_, drawn := e.Draw(ann, first)
	_, voided := e.Void(1, "“?” '; --", ann)
	_, again := e.Draw(ann, first)
	_, sealed := e.Seal(ann, first, func() [16]byte { return [16]byte{9, 6, 0} })
	added := e.Add(2, evening.Asker{User: "6", Name: "Bo; 'x'"}, 17)
	more := e.Add(2, evening.Asker{User: "7"}, 9999)
	opened, open := e.OpenSeal(2, ann)
	rules := e.Rules
	rules.Boards = 2
	_, changed := e.AnswerChange(ann, rules, first)
	played := evening.GameRef{Draw: 2, Board: 2, Game: 1}
	_, told := e.AddResults(ann, []evening.Result{{Game: played, White: "<@5>", Black: "Bo; 'x'", Outcome: evening.Drawn}})
	e.AddOnline(evening.OnlineGame{Game: played, ID: "abc", White: "https://lichess.org/abc?color=white", At: noon})
	planned := e.PlanDraw(ann, noon.Add(time.Hour))
	if err := errors.Join(drawn, voided, again, sealed, added, more, open, changed, told, planned); err != nil {
		t.Fatal(err)
	}
	opened.Shown = true // it needs no post
	e.Message, e.Thread = "90", "90"
	if err := eventrows.Of(s).NewEvent(ctx, &e); err != nil {
		t.Fatal(err)
	}
}

// sealedEvents are the ids of the events that furnishSeals makes. They are the ids of
// their channels too.
var sealedEvents = []string{"sealed", "pressed", "unanswered", "shown", "open"}

// furnishSeals fills a new database with events. Their draws were sealed at noon.
func furnishSeals(t testing.TB, s *store.Store) {
	t.Helper()
	first := func(int) (int, error) { return 0, nil }
	for _, id := range sealedEvents {
		e := &evening.Event{
			ID: id, Channel: id, Guild: "1", OpenedBy: "5", OpenedAt: noon,
			Rules: evening.Rules{Name: "Thursday 960", Rounds: 3, Boards: 1, Games: 1, Sealed: true},
		}
		if err := eventrows.Of(s).NewEvent(ctx, e); err != nil {
			t.Fatal(err)
		}
		_, err := eventrows.Of(s).UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error {
			if id == "open" {
				_, err := e.Draw(evening.Asker{User: "5", At: noon}, first)
				return err
			}
			d, err := e.Seal(evening.Asker{User: "5", At: noon}, first, func() [16]byte { return [16]byte{9, 6, 0} })
			if err != nil || id == "sealed" {
				return err
			}
			_, err = e.OpenSeal(1, evening.Asker{User: "5", At: noon.Add(5 * time.Minute)})
			d.Shown = id == "shown"
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// wantSeals checks that each sealed draw that nobody has seen has one post, and that no
// other event has one.
func wantSeals(t *testing.T, s *store.Store) {
	t.Helper()
	var got []string
	for {
		p, ok, err := s.Claim(ctx, noon.Add(evening.SealTime), "new", time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if p.Kind != evening.SealKind {
			continue
		}
		e, err := eventrows.Of(s).Event(ctx, evening.Ref{Channel: p.Channel, ID: p.Subject})
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := e.SealPost(); p.Number != want.Number || p.Channel != e.Channel || p.ExpiresAt.Sub(p.DueAt) != want.ExpiresAt.Sub(want.DueAt) || p.Attempts != 1 {
			t.Errorf("got  %+v\nwant %+v", p, want)
		}
		got = append(got, p.Subject)
	}
	slices.Sort(got)
	if want := []string{"pressed", "sealed", "unanswered"}; !slices.Equal(got, want) {
		t.Errorf("the seals of %v have posts, want %v", got, want)
	}
}

// openFilledEvent opens an event in which a person acts in every way, and another one adds
// a number and strikes a round out. The last draw is sealed, and its post is queued.
func openFilledEvent(t *testing.T, s *store.Store, id, guild string, by, other evening.Asker) {
	t.Helper()
	first := func(int) (int, error) { return 0, nil }
	e := evening.Event{
		ID: id, Channel: "of " + id, Guild: guild, OpenedBy: by.User, OpenedByName: by.Name, OpenedAt: noon,
		Rules: evening.Rules{Name: "Thursday", Rounds: 5, Boards: 1, Games: 1},
	}
	longer := e.Rules
	longer.Rounds++
	_, changed := e.AnswerChange(by, longer, first)
	studied := by
	studied.Study = new(5)
	_, drawn := e.Draw(studied, first)
	_, started := e.StartGames(0, by)
	_, voided := e.Void(1, "a mistake", by)
	_, again := e.Draw(other, first)
	_, voidedAgain := e.Void(1, "another", other)
	_, locked := e.Seal(other, first, func() [16]byte { return [16]byte{9} })
	_, opened := e.OpenSeal(1, by)
	_, voidedOpen := e.Void(1, "a third", other)
	_, sealed := e.Seal(by, first, func() [16]byte { return [16]byte{9, 6, 0} })
	added := e.Add(1, by, 17)
	if other != by {
		err := e.Add(1, other, 4)
		added = errors.Join(added, err)
	}
	e.Plan = &evening.Plan{Round: 1, At: noon.Add(time.Hour), By: by.User, ByName: by.Name}
	e.Results = []evening.Result{
		{White: "<@" + by.User + ">", Black: "<@" + other.User + ">", By: by.User, ByName: by.Name, At: noon},
		{Index: 1, White: "<@" + other.User + ">", Black: "<@" + by.User + ">", By: other.User, ByName: other.Name, At: noon},
	}
	for _, r := range []evening.Rename{{From: "<@" + by.User + ">", To: "somebody"}, {From: "somebody", To: "<@" + by.User + ">"}} {
		e.Changes = append(e.Changes, evening.Change{Index: len(e.Changes), Was: e.Rules, Draws: len(e.Draws), Joined: -1, Rename: &r, By: other.User, ByName: other.Name, At: noon, Shown: true})
	}
	e.Last().Seal.Channel, e.Last().Seal.Message = e.Channel, "message of "+id // has a post to change it
	if err := errors.Join(changed, locked, opened, voidedOpen, drawn, started, voided, again, voidedAgain, sealed, added, eventrows.Of(s).NewEvent(ctx, &e)); err != nil {
		t.Fatal(err)
	}
}

// openPlayed opens an event with results of a player who was renamed. forget removes the name.
func openPlayed(t *testing.T, s *store.Store, player string) (forget func() error) {
	t.Helper()
	e := evening.Event{
		ID: "event-played", Channel: "of event-played", Guild: otherServer, OpenedBy: boID, OpenedAt: noon,
		Rules: evening.Rules{Name: "Thursday", Rounds: 5, Boards: 1, Games: 1},
	}
	for i := range 5 {
		e.Results = append(e.Results, evening.Result{Index: i, White: player, Black: "Bo", By: boID, At: noon})
	}
	e.Changes = []evening.Change{{Was: e.Rules, Joined: -1, Rename: &evening.Rename{From: player, To: "Zoe"}, By: boID, At: noon}}
	if err := eventrows.Of(s).NewEvent(ctx, &e); err != nil {
		t.Fatal(err)
	}
	return func() error {
		_, err := eventrows.Of(s).UpdateEvent(ctx, evening.Ref{Channel: e.Channel}, func(e *evening.Event) error {
			_, err := e.AnswerRemoval(evening.Asker{User: boID, Interaction: "removal", At: noon}, player)
			return err
		})
		return err
	}
}

// A change of an event that is under way cannot bring back a person who is forgotten
// meanwhile.
func TestForgetPersonDuringAChange(t *testing.T) {
	s := open(t, storetest.Both["PostgreSQL"](t)) // SQLite has one writer at a time
	fillForPeople(t, s)
	forgotten := make(chan error, 1)
	_, err := eventrows.Of(s).UpdateEvent(ctx, evening.Ref{Channel: "of event-shared"}, func(e *evening.Event) error {
		go func() {
			_, err := s.ForgetPerson(ctx, annID)
			forgotten <- err
		}()
		for waiting := 0; waiting == 0 && len(forgotten) == 0; {
			err := s.DB().QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE event SET id = id%RETURNING guild'`).Scan(&waiting)
			if err != nil {
				return err
			}
		}
		e.Draws[0].Void.Reason = "changed"
		return nil
	})
	if err := errors.Join(err, <-forgotten); err != nil {
		t.Fatal(err)
	}
	if left := naming(everything(t, s), annID, annName); len(left) > 0 {
		t.Errorf("Ann is still in\n%s", strings.Join(left, "\n"))
	}
}

// peopleInEvents are Ann and Bo in events in two servers, in a group and alone.
var peopleInEvents = peopleIn{
	fill: func(t *testing.T, s *store.Store) {
		ann := evening.Asker{User: annID, Name: annName, Interaction: "77", At: noon}
		bo := evening.Asker{User: boID, Name: boName, Interaction: "78", At: noon}
		openFilledEvent(t, s, "event-shared", ownServer, ann, bo)
		openFilledEvent(t, s, "event-elsewhere", otherServer, ann, bo)
		openFilledEvent(t, s, "event-group", "", ann, bo)
		openFilledEvent(t, s, "event-alone", "", ann, ann)
	},
	person: "{sharedEvents 3} {ownEvents 1} ",
	server: "{events 1} ",
	after: func(t *testing.T, s *store.Store) {
		e, err := eventrows.Of(s).Event(ctx, evening.Ref{Channel: "of event-shared"})
		if err != nil {
			t.Fatal(err)
		}
		want := []evening.Added{{Number: 17}, {Number: 4}}
		if d := e.Sealed(); d == nil || !slices.Equal(d.Seal.Added, want) || len(e.Draws) != 4 || len(e.Draws[0].SPs) != 1 {
			t.Errorf("the event is now %+v", e)
		}
	},
}
