package rows_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// evenings stores closed events of a channel, each with so many results, the last one first.
func evenings(t testing.TB, s evening.Store, channel string, results ...int) {
	t.Helper()
	for i, n := range results {
		at := storetest.Noon.Add(-time.Duration(i) * 24 * time.Hour)
		e := &evening.Event{
			ID: fmt.Sprint(channel, "-", i), Channel: channel, Guild: "1", OpenedBy: "5", OpenedAt: at,
			Rules: evening.Rules{Name: fmt.Sprint("Evening ", i), Rounds: 99, Boards: 200, Games: 2},
		}
		for round := range (n + 399) / 400 {
			if _, err := e.Draw(evening.Asker{User: "5", Interaction: fmt.Sprint(e.ID, round), At: at}, func(int) (int, error) { return 0, nil }); err != nil {
				t.Fatal(err)
			}
		}
		var told []evening.Result
		for r := range n {
			told = append(told, evening.Result{
				Game:  evening.GameRef{Draw: r / 400, Board: r/2%200 + 1, Game: r%2 + 1},
				White: fmt.Sprintf("White %d %d", i, r), Black: fmt.Sprintf("Black %d %d", i, r), Outcome: evening.Drawn,
			})
		}
		if _, err := e.AddResults(evening.Asker{User: "5", At: at}, told); err != nil {
			t.Fatal(err)
		}
		e.ClosedAt = at.Add(time.Hour)
		if err := s.NewEvent(t.Context(), &evening.Event{ID: e.ID, Channel: channel, Guild: "1", OpenedBy: "5", OpenedAt: at, Rules: e.Rules}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.UpdateEvent(t.Context(), e.Ref(), func(stored *evening.Event) error { *stored = *e; return nil }); err != nil {
			t.Fatal(err)
		}
	}
}

func listedEvents(b *bench) {
	evenings(b, b, "c1", 3, 2, 0)
	evenings(b, b, "c2", 1)
	evenings(b, b, "c4", 0, evening.LargeLog+1)
	evenings(b, b, "c5", evening.LargeLog)
	for channel, want := range map[string]bool{"c1": false, "c4": true, "c5": false, "c6": false} {
		if many, err := b.ManyResults(b.Context(), channel); err != nil || many != want {
			b.Errorf("%s has many results: %t, %v", channel, many, err)
		}
	}
	heads, err := b.Heads(b.Context(), "c1", 2)
	want := []evening.Head{{ID: "c1-0", Name: "Evening 0", OpenedAt: storetest.Noon}, {ID: "c1-1", Name: "Evening 1", OpenedAt: storetest.Noon.Add(-24 * time.Hour)}}
	if err != nil || !slices.Equal(heads, want) {
		b.Errorf("%+v, %v", heads, err)
	}
	if _, err := b.UpdateEvent(b.Context(), evening.Ref{Channel: "c1", ID: "c1-0"}, func(e *evening.Event) error {
		first := evening.GameRef{Draw: 0, Board: 1, Game: 1} // somebody corrects a name
		_, err := e.AddResults(evening.Asker{User: "5", At: storetest.Noon}, []evening.Result{{Game: first, White: "Corrected", Black: "BLACK 0  1", Outcome: evening.Drawn}})
		return err
	}); err != nil {
		b.Fatal(err)
	}
	players, err := b.Players(b.Context(), "c1")
	if want := "Corrected, Black 0 1, White 0 2, Black 0 2, White 0 1, White 1 1, Black 1 1, White 1 0, Black 1 0"; err != nil || strings.Join(players, ", ") != want {
		b.Errorf("players are %q, %v", players, err)
	}
	if none, err := b.Players(b.Context(), "c3"); err != nil || len(none) > 0 {
		b.Errorf("%q, %v", none, err)
	}
	brief, err := b.Event(b.Context(), evening.Ref{Channel: "c1", ID: "c1-0", WithoutResults: true})
	if err != nil || len(brief.Results) > 0 || len(brief.Draws) != 1 || brief.Rules.Name != "Evening 0" {
		b.Errorf("%+v, %v", brief, err)
	}
	kept, err := b.Event(b.Context(), evening.Ref{Channel: "c1", ID: "c1-0"})
	if err != nil {
		b.Fatal(err)
	}
	without := evening.Ref{Channel: "c1", ID: "c1-0", WithoutResults: true}
	if _, err := b.UpdateEvent(b.Context(), without, func(e *evening.Event) error { e.Rules.Name = "Another"; return nil }); err != nil {
		b.Error(err)
	}
	if _, err := b.UpdateEvent(b.Context(), without, func(e *evening.Event) error {
		e.Results = []evening.Result{{White: "Lost"}}
		return nil
	}); err == nil {
		b.Error("an update without the results may add one")
	}
	now, err := b.Event(b.Context(), evening.Ref{Channel: "c1", ID: "c1-0"})
	if err != nil || now.Rules.Name != "Another" || !slices.Equal(now.Results, kept.Results) {
		b.Errorf("%+v, %v", now, err)
	}
}

// BenchmarkUpdateLargeEvent notes something in an event with the most results: without them, as a
// draw does, and with them, as a result does.
func BenchmarkUpdateLargeEvent(b *testing.B) {
	s, err := store.Open(b.Context(), storetest.SQLite(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	evenings(b, rows.Of(s), "c1", evening.MostResults)
	for _, without := range []bool{false, true} {
		b.Run(map[bool]string{false: "whole", true: "without results"}[without], func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				ref := evening.Ref{Channel: "c1", ID: "c1-0", WithoutResults: without}
				if _, err := rows.Of(s).UpdateEvent(b.Context(), ref, func(e *evening.Event) error { e.Message = fmt.Sprint(i); return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// manyMore adds results to those of the second and third event of a channel, so that there are as many
// as a number.
const manyMore = `
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1 - 1)
INSERT INTO event_result (event, number, draw, board, game, white, black, outcome, link, changes, told_by, told_by_name, told_at)
SELECT event, i, i / 400, i / 2 % 200 + 1, i % 2 + 1, replace(white, ' 0', ' ' || i), replace(black, ' 0', ' ' || i),
	outcome, link, changes, told_by, told_by_name, told_at
FROM n, event_result WHERE event IN ('c1-1', 'c1-2')`

// However many results the events of a channel have, lists of them read a bounded number.
func TestListsOfLargeEvents(t *testing.T) {
	testrun.NotShort(t, "saves events with thousands of rows")
	s := open(t, storetest.SQLite(t))
	evenings(t, rows.Of(s), "c1", 300, 1, 1, 10)
	if err := s.Execute(ctx, manyMore, evening.MostResults); err != nil {
		t.Fatal(err)
	}
	if all, err := rows.Of(s).Evenings(t.Context(), "c1", 50); err != nil || len(all) != 3 {
		t.Errorf("%d events, %v", len(all), err)
	}
	if all, err := rows.Of(s).Evenings(t.Context(), "c1", 2); err != nil || len(all) != 2 {
		t.Errorf("%d events of 2, %v", len(all), err)
	}
	players, err := rows.Of(s).Players(t.Context(), "c1")
	if err != nil || len(players) != 2*500 || players[0] != "White 0 299" || players[999] != fmt.Sprint("Black 1 ", evening.MostResults-200) {
		t.Errorf("%d players, %v", len(players), err)
	}
}
