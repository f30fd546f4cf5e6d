package rows_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// sealedEvents are the ids of the events that furnishSeals makes. They are the ids of
// their channels too.
var sealedEvents = []string{"sealed", "pressed", "unanswered", "shown", "open"}

// furnishSeals fills a new database with events. Their draws were sealed at noon.
func furnishSeals(t testing.TB, s *store.Store) {
	t.Helper()
	first := func(int) (int, error) { return 0, nil }
	for _, id := range sealedEvents {
		e := &evening.Event{
			ID: id, Channel: id, Guild: "1", OpenedBy: "5", OpenedAt: storetest.Noon,
			Rules: evening.Rules{Name: "Thursday 960", Rounds: 3, Boards: 1, Games: 1, Sealed: true},
		}
		if err := rows.Of(s).NewEvent(ctx, e); err != nil {
			t.Fatal(err)
		}
		_, err := rows.Of(s).UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error {
			if id == "open" {
				_, err := e.Draw(evening.Asker{User: "5", At: storetest.Noon}, first)
				return err
			}
			d, err := e.Seal(evening.Asker{User: "5", At: storetest.Noon}, first, func() [16]byte { return [16]byte{9, 6, 0} })
			if err != nil || id == "sealed" {
				return err
			}
			_, err = e.OpenSeal(1, evening.Asker{User: "5", At: storetest.Noon.Add(5 * time.Minute)})
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
		p, ok, err := s.Claim(ctx, storetest.Noon.Add(evening.SealTime), "new", time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if p.Kind != evening.SealKind {
			continue
		}
		e, err := rows.Of(s).Event(ctx, evening.Ref{Channel: p.Channel, ID: p.Subject})
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
func openFilledEvent(t testing.TB, s *store.Store, id, guild string, by, other evening.Asker) {
	t.Helper()
	first := func(int) (int, error) { return 0, nil }
	e := evening.Event{
		ID: id, Channel: "of " + id, Guild: guild, Invited: guild != "", OpenedBy: by.User, OpenedByName: by.Name, OpenedAt: storetest.Noon,
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
	e.Plan = &evening.Plan{Round: 1, At: storetest.Noon.Add(time.Hour), By: by.User, ByName: by.Name}
	e.Results = []evening.Result{
		{White: "<@" + by.User + ">", Black: "<@" + other.User + ">", Stamp: evening.Stamp{By: by.User, ByName: by.Name, At: storetest.Noon}},
		{Index: 1, White: "<@" + other.User + ">", Black: "<@" + by.User + ">", Stamp: evening.Stamp{By: other.User, ByName: other.Name, At: storetest.Noon}},
	}
	for i, who := range []evening.Asker{by, other} {
		e.Tellings = append(e.Tellings, evening.Telling{
			Index: i, Kind: evening.Tells, Seat: evening.Seat{Game: evening.GameRef{Draw: 1, Board: 1, Game: 1}, Black: i == 1, Name: "<@" + who.User + ">"}, Outcome: evening.Drawn,
			Stamp: evening.Stamp{By: who.User, ByName: who.Name, At: storetest.Noon},
		})
	}
	for _, r := range []evening.Rename{{From: "<@" + by.User + ">", To: "somebody"}, {From: "somebody", To: "<@" + by.User + ">"}} {
		e.Changes = append(e.Changes, evening.Change{Index: len(e.Changes), Was: e.Rules, Draws: len(e.Draws), Joined: -1, Rename: &r, Stamp: evening.Stamp{By: other.User, ByName: other.Name, At: storetest.Noon}, Shown: true})
	}
	e.Results[0].Link = "https://lichess.org/abc"
	e.Online = []evening.OnlineGame{{
		Game: evening.GameRef{Draw: 1, Board: 1, Game: 1}, ID: "abc", White: "https://lichess.org/abc?color=white", ByLot: e.Results[0].Link,
		At: storetest.Noon, AskAt: storetest.Noon,
	}}
	e.Last().Seal.Channel, e.Last().Seal.Message = e.Channel, "message of "+id // has a post to change it
	if err := errors.Join(changed, locked, opened, voidedOpen, drawn, started, voided, again, voidedAgain, sealed, added, rows.Of(s).NewEvent(ctx, &e)); err != nil {
		t.Fatal(err)
	}
	// The game has ended, and lichess has told its moves.
	_, ended := rows.Of(s).UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error {
		e.Online[0].AskAt = time.Time{}
		return nil
	})
	kept := rows.Of(s).KeepMoves(ctx, evening.DueGame{Event: id}, "the moves of "+by.User)
	if moves, err := rows.Of(s).Moves(ctx, id); errors.Join(ended, kept, err) != nil || len(moves) != 1 {
		t.Fatal(ended, kept, err, moves)
	}
}

// fill lets Ann and Bo act in events in two servers, in a group and alone.
func fill(t testing.TB, s *store.Store, p storetest.People) {
	ann := evening.Asker{User: p.Ann, Name: p.AnnName, Interaction: "77", At: storetest.Noon}
	bo := evening.Asker{User: p.Bo, Name: p.BoName, Interaction: "78", At: storetest.Noon}
	openFilledEvent(t, s, p.Own+"-shared", p.Own, ann, bo)
	openFilledEvent(t, s, p.Other+"-elsewhere", p.Other, ann, bo)
	openFilledEvent(t, s, "group of "+p.Bo[:14], "", ann, bo)
	openFilledEvent(t, s, "alone "+p.Bo[:14], "", ann, ann)
}

func TestPart(t *testing.T) {
	storetest.CheckPart(t, rows.Part, storetest.Filling{
		Tables: "event", Fill: fill, Person: "{sharedEvents 3} {ownEvents 1}", Server: "{events 1} ",
		Gone: func(row string, p storetest.People) bool {
			return strings.Contains(row, "alone "+p.Bo[:14]) || strings.HasPrefix(row, "event_moves ")
		},
		Erase: erasePlayer,
	})
}

// erasePlayer opens an event with results of a player who was renamed. erase removes the name.
func erasePlayer(t *testing.T, s *store.Store) (player string, erase func() error) {
	player, bo := "Zoe of another club", storetest.Everybody.Bo
	e := evening.Event{
		ID: "played", Channel: "of played", Guild: storetest.Everybody.Other, OpenedBy: bo, OpenedAt: storetest.Noon,
		Rules: evening.Rules{Name: "Thursday", Rounds: 5, Boards: 1, Games: 1},
	}
	for i := range 5 {
		e.Results = append(e.Results, evening.Result{Index: i, White: player, Black: "Bo", Stamp: evening.Stamp{By: bo, At: storetest.Noon}})
	}
	e.Changes = []evening.Change{{Was: e.Rules, Joined: -1, Rename: &evening.Rename{From: player, To: "Zoe"}, Stamp: evening.Stamp{By: bo, At: storetest.Noon}}}
	if err := rows.Of(s).NewEvent(t.Context(), &e); err != nil {
		t.Fatal(err)
	}
	return player, func() error {
		_, err := rows.Of(s).UpdateEvent(t.Context(), evening.Ref{Channel: e.Channel}, func(e *evening.Event) error {
			_, err := e.AnswerRemoval(evening.Asker{User: bo, Interaction: "removal", At: storetest.Noon}, player)
			return err
		})
		return err
	}
}

// What people who are forgotten have drawn and added stays, in its order.
func TestForgottenPeopleLeaveTheirDraws(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s, p := open(t, address(t)), storetest.Everybody
			fill(t, s, p)
			for _, person := range []string{p.Ann, p.Bo} {
				if _, err := s.ForgetPerson(t.Context(), person); err != nil {
					t.Fatal(err)
				}
			}
			e, err := rows.Of(s).Event(t.Context(), evening.Ref{Channel: "of " + p.Own + "-shared"})
			if err != nil {
				t.Fatal(err)
			}
			want := []evening.Added{{Number: 17}, {Number: 4}}
			if d := e.Sealed(); d == nil || !slices.Equal(d.Seal.Added, want) || len(e.Draws) != 4 || len(e.Draws[0].SPs) != 1 {
				t.Errorf("the event is now %+v", e)
			}
		})
	}
}

// The bot is known as a member of the servers that have invited it.
func TestServers(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			for id, invited := range map[string]bool{"invited": true, "uninvited": false} {
				e := &evening.Event{ID: id, Channel: id, Guild: "guild of " + id, Invited: invited, OpenedBy: "5", OpenedAt: storetest.Noon, Rules: evening.Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1}}
				if err := rows.Of(s).NewEvent(t.Context(), e); err != nil {
					t.Fatal(err)
				}
			}
			servers, err := s.Servers(t.Context())
			for _, known := range servers {
				if known.Joined != (known.Guild == "guild of invited") || !known.LeftAt.IsZero() {
					t.Errorf("%+v", known)
				}
			}
			if len(servers) != 2 || err != nil {
				t.Errorf("%+v, %v", servers, err)
			}
		})
	}
}

func TestUpgrade(t *testing.T) { storetest.CheckUpgrade(t, rows.Part, furnishSeals, wantSeals) }

// A change of an event that is under way cannot bring back a person who is forgotten
// meanwhile.
func TestForgetPersonDuringAChange(t *testing.T) {
	s, p := open(t, storetest.Postgres(t)), storetest.Everybody // SQLite has one writer at a time
	fill(t, s, p)
	forgotten := make(chan error, 1)
	_, err := rows.Of(s).UpdateEvent(ctx, evening.Ref{Channel: "of " + p.Own + "-shared"}, func(e *evening.Event) error {
		go func() {
			_, err := s.ForgetPerson(ctx, p.Ann)
			forgotten <- err
		}()
		for waiting := 0; waiting == 0 && len(forgotten) == 0; {
			var err error
			if waiting, err = store.Count(ctx, s.Reader(), `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE event SET id = id%RETURNING guild'`); err != nil {
				return err
			}
		}
		e.Draws[0].Void.Reason = "changed"
		return nil
	})
	if err := errors.Join(err, <-forgotten); err != nil {
		t.Fatal(err)
	}
	if left := storetest.Naming(storetest.Rows(t, s), p.Ann, p.AnnName); len(left) > 0 {
		t.Errorf("Ann is still in\n%s", strings.Join(left, "\n"))
	}
}
