package store_test

import (
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/club/events"
)

// oldLog is an event as one JSON document, as databases up to version 6 have it: a void
// round, a round drawn again, and a sealed draw with two numbers.
const oldLog = `{"ID":"open","Channel":"open","Guild":"1","Rules":{"Name":"“?” '; --","Rounds":5,"Boards":2,"Each":true,"Games":2,"Exclude":[518,534],"NoMirrors":true,"Sealed":true},
"OpenedBy":"5","OpenedAt":"2026-03-29T10:00:00Z","ClosedAt":"0001-01-01T00:00:00Z","Draws":[
{"Round":1,"Pool":958,"SPs":[0,1],"By":"5","At":"2026-03-29T10:01:00.5Z","Interaction":"77","Process":"","Shown":true,"Seal":null,"Void":{"Reason":"fire “alarm”","By":"6","At":"2026-03-29T10:02:00Z"}},
{"Round":1,"Pool":954,"SPs":[2,3],"By":"5","At":"2026-03-29T10:03:00Z","Interaction":"78","Process":"gone","Shown":false,"Seal":{"Number":2,"Order":[2,3,957],"Bits":"0906","Added":null,"OpensAt":"2026-03-29T10:13:00Z","Opened":"2026-03-29T10:04:00Z"},"Void":null},
{"Round":2,"Pool":950,"SPs":null,"By":"6","At":"2026-03-29T10:05:00Z","Interaction":"","Process":"","Shown":false,"Seal":{"Number":612,"Order":[955,4,5],"Bits":"0960","Added":[{"User":"8","Number":17},{"User":"7","Number":9999}],"OpensAt":"2026-03-29T10:15:00Z","Opened":"0001-01-01T00:00:00Z"},"Void":null}]}`

// oldEvent is the event of oldLog.
func oldEvent() *events.Event {
	at := func(minute int) time.Time { return time.Date(2026, 3, 29, 10, minute, 0, 0, time.UTC) }
	return &events.Event{
		ID: "open", Channel: "open", Guild: "1", OpenedBy: "5", OpenedAt: noon,
		Rules: events.Rules{Name: "“?” '; --", Rounds: 5, Boards: 2, Each: true, Games: 2, Exclude: []int{518, 534}, NoMirrors: true, Sealed: true},
		Draws: []events.Draw{
			{Round: 1, Pool: 958, SPs: []int{0, 1}, By: "5", At: at(1).Add(500 * time.Millisecond), Interactions: []string{"77"}, Shown: true,
				Void: &events.Void{Reason: "fire “alarm”", By: "6", At: at(2)}},
			{Index: 1, Round: 1, Pool: 954, SPs: []int{2, 3}, By: "5", At: at(3), Interactions: []string{"78"},
				Seal: &events.Seal{Number: 2, Order: []int{2, 3, 957}, Bits: "0906", OpensAt: at(13), Opened: at(4)}},
			{Index: 2, Round: 2, Pool: 950, By: "6", At: at(5),
				Seal: &events.Seal{Number: 612, Order: []int{955, 4, 5}, Bits: "0960", Added: []events.Added{{User: "8", Number: 17}, {User: "7", Number: 9999}}, OpensAt: at(15)}},
		},
	}
}

// putOldLog writes the document of the event "open" into a database of version 6.
func putOldLog(t testing.TB, address, log string) {
	t.Helper()
	driver := "pgx"
	if file, ok := strings.CutPrefix(address, "sqlite:"); ok {
		driver, address = "sqlite", file
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE event SET log = $1, closed_at = 0 WHERE id = 'open'`, log); err != nil {
		t.Fatal(err)
	}
}

// An event that was one document comes back from its rows with everything it had, also
// one of the largest size.
func TestEventsAreTakenApart(t *testing.T) {
	for kind, old := range map[string]func(*testing.T, string) string{"SQLite": oldSQLite, "PostgreSQL": oldPostgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			address := old(t, "00006")
			putOldLog(t, address, oldLog)
			s := open(t, address)
			if got, err := s.Event(ctx, events.Ref{Channel: "open"}); err != nil || !reflect.DeepEqual(got, oldEvent()) {
				t.Errorf("got  %+v, %v\nwant %+v", got, err, oldEvent())
			}
		})
		t.Run(kind+", large", func(t *testing.T) {
			t.Parallel()
			address := old(t, "00006")
			one := `{"Round":%d,"Pool":958,"SPs":[` + strings.Repeat("1,", 199) + `2],"By":"5","At":"2026-03-29T10:01:00Z"}`
			draws := make([]string, events.MostRounds)
			for i := range draws {
				draws[i] = fmt.Sprintf(one, i+1)
			}
			putOldLog(t, address, `{"ID":"open","Channel":"open","Rules":{"Rounds":99,"Boards":200,"Each":true},"Draws":[`+strings.Join(draws, ",")+`]}`)
			e, err := open(t, address).Event(ctx, events.Ref{Channel: "open"})
			if err != nil || len(e.Draws) != events.MostRounds || len(e.Draws[98].SPs) != events.MostBoards || e.Draws[98].SPs[199] != 2 {
				t.Error(err)
			}
		})
	}
}
