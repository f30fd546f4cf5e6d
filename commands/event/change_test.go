package event

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// changed changes the rules of an event.
func changed(t *testing.T, e *evening.Event, update func(*evening.Rules)) []*evening.Change {
	t.Helper()
	rules := e.Rules
	update(&rules)
	by := evening.Asker{User: chattest.Anna, Interaction: fmt.Sprint(len(e.Changes)), At: time.Unix(int64(1_790_000_000+10*len(e.Changes)), 0)}
	list, err := e.AnswerChange(by, rules, func(int) (int, error) { return 0, nil })
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// 196 boards join at once, and an event has as many changes and draws as there can be. The
// answers fit Discord's 4,000 characters, and what the log leaves out is in the files.
func TestLargeChanges(t *testing.T) {
	const most = 4000
	crowd := drawnEvent(t, evening.Rules{Name: "Crowd", Rounds: 4, Boards: 4, Games: 2, Each: true})
	list := changed(t, &crowd, func(r *evening.Rules) { r.Boards = evening.MostBoards })
	reply, err := toolsWith(nil, 0).changesReply(&crowd, list)
	if err != nil {
		t.Fatal(err)
	}
	said := chattest.Text(reply)
	if !strings.Contains(said, "New in round 1, board 12: SP 11 ") || !strings.Contains(said, "… and 188 more boards: see `/round`.") || utf8.RuneCountInString(said) > most {
		t.Error(said)
	}
	if log := chattest.English(endText(&crowd, evening.Standings(&crowd))); !strings.Contains(log, "The positions of the boards are in the attached files.") || utf8.RuneCountInString(log) > 1200 {
		t.Error(log)
	}

	long := drawnEvent(t, evening.Rules{Name: "x", Rounds: evening.MostRounds, Boards: evening.MostBoards, Games: 2})
	for i := range evening.MostChanges {
		list = changed(t, &long, func(r *evening.Rules) { r.Name = strings.Repeat(string('A'+rune(i%2)), evening.MostName) })
		if i%3 == 0 {
			for _, c := range list {
				c.Shown = true
			}
		}
	}
	for round := 2; round <= evening.MostRounds; round++ {
		if _, err := long.Draw(evening.Asker{User: chattest.Anna}, func(int) (int, error) { return 0, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if log := chattest.English(endText(&long, evening.Standings(&long))); !strings.Contains(log, "is in log.txt.") || utf8.RuneCountInString(log) > 1200 {
		t.Error(log)
	}
	files, err := long.Files(t.Context(), 10<<20, nil, nil, writeLog(&long, func() []evening.Entry { return long.Log(time.Time{}) }, nil, "en"))
	if err != nil || len(files) != 3 || bytes.Count(files[2].Data, []byte("\n")) != len(long.Log(time.Time{})) {
		t.Errorf("%d files, %v", len(files), err)
	}
}

// Whoever has used up a limit hears what to do next: an event that has ended cannot be ended.
func TestNextAfterALimit(t *testing.T) {
	open, closed := drawnEvent(t, evening.Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1}), evening.Event{ClosedAt: time.Unix(1, 0)}
	for _, c := range []struct {
		e     *evening.Event
		cause error
		next  voice.Sentence
	}{
		{&open, evening.ErrChanges, voice.Phrase("event.closeAndStart")}, {&closed, evening.ErrChanges, voice.Phrase("event.start")},
		{&open, evening.ErrResults, voice.Phrase("event.closeAndStart")}, {&closed, evening.ErrResults, voice.Phrase("event.start")},
		{&open, evening.ErrRenames, nil}, {&closed, evening.ErrRenames, nil},
	} {
		refused, _ := errors.AsType[*chat.UserError](refusalOf(&chat.Request{Permissions: -1}, evening.Ref{}, c.e, c.cause))
		if refused.Hint != c.next {
			t.Errorf("%v: %q, want %q", c.cause, refused.Hint, c.next)
		}
	}
}

// The table of the boards has five rounds side by side, and gaps for boards that joined later. Its
// rows fit a phone in each language.
func TestTableOfBoards(t *testing.T) {
	e := drawnEvent(t, evening.Rules{Name: "x", Rounds: 8, Boards: 1, Games: 1, Each: true})
	ann, first := evening.Asker{User: chattest.Anna}, func(int) (int, error) { return 0, nil }
	if _, err := e.Draw(ann, first); err != nil {
		t.Fatal(err)
	}
	changed(t, &e, func(r *evening.Rules) { r.Boards = 2 })
	for e.NextRound() != 0 {
		if _, err := e.Draw(ann, first); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"board   R1   R2   R3   R4   R5", "    1    0    1    3    5    7", "    2    –    2    4    6    8",
		"board   R6   R7   R8", "    1    9   11   13", "    2   10   12   14",
	}
	table := boardsTable(&e)
	if got := strings.Split(chattest.English(table), "\n"); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, language := range voice.Languages() {
		for _, row := range strings.Split(voice.In(language).Say(table), "\n") {
			if utf8.RuneCountInString(row) > chat.MostColumns {
				t.Errorf("in %s %q is too wide", language, row)
			}
		}
	}
}

// A role that everyone has, and numbers that Discord's client would refuse, are refused.
func TestOptionsOfNewEvents(t *testing.T) {
	store := &oneEvent{}
	for want, options := range map[string]chat.Options{
		"I do not ping everyone.":                                   {"role": "1"},
		"`role` must be a role of this server.":                     {"role": "7x"},
		"`not_again` must be a whole number from 0 to 50.":          {"not_again": 51.0},
		"I am not allowed to begin a thread here.":                  {"thread": true},
		"I am not allowed to ping <@&77>.":                          {"role": "77"},
		"`boards` must be a whole number from 1 to 200.":            {"boards": 201.0},
		"`y` is neither an SP number from 0 to 959 nor a position.": {"exclude": "518, y"},
		"No start position fits `K.......`.":                        {"only": "even; K......."},
	} {
		options["name"], options["rounds"] = "x", 2.0
		_, err := Command(toolsWith(store, 0)).Answer(t.Context(), &chat.Request{
			ID: "1", Asker: "5", GuildID: "1", ChannelID: "2", Permissions: 1 << 33, Subcommand: "new", Options: options,
			Roles: map[string]chat.Role{"1": {}, "77": {}},
		})
		chattest.RefusedWith(t, err, want)
	}
}

// The lists of rules are in the order of SP numbers, and "none" is an empty one.
func TestListsOfRules(t *testing.T) {
	for text, want := range map[string][]int{"none": nil, " NONE ": nil, "534, RNBQKBNR, 3-1": {1, 2, 3, 518, 534}} {
		if got, err := readList(&chat.Request{}, text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
}

// An event whose last one has a thread goes on in that thread, with its positions out, if people ask
// there. If they ask in the channel, it has a thread of its own.
func TestAgainInTheThread(t *testing.T) {
	for place, want := range map[string]string{"77": "77", "2": ""} {
		c := newClub(t)
		c.event("new", chat.Options{"name": "Thursday", "rounds": 1.0, "not_again": 10.0, "thread": true})
		if _, err := rows.Of(c).UpdateEvent(t.Context(), evening.Ref{Channel: "2"}, func(e *evening.Event) error {
			e.Thread = "77"
			_, err := e.Draw(evening.Asker{User: chattest.Anna, At: c.tools.Now()}, func(int) (int, error) { return 518, nil })
			e.Draws[0].Shown = true
			return cmp.Or(err, e.Close(evening.Asker{At: c.tools.Now()}))
		}); err != nil {
			t.Fatal(err)
		}
		c.sleep()
		reply, err := Command(c.tools).Answer(t.Context(), &chat.Request{
			ID: "99", Asker: chattest.Anna, GuildID: "1", ChannelID: place, Thread: place == "77", Permissions: discordgo.PermissionManageEvents, AppPermissions: -1,
			Subcommand: "again",
		})
		if err != nil {
			t.Fatal(err)
		}
		e, err := rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"})
		if err != nil || e.ID != "99" || e.Thread != want || !slices.Equal(e.Rules.Past, []int{518}) {
			t.Errorf("in %s: %+v, %v", place, e, err)
		}
		draws := chattest.Buttons(reply)["Draw round 1"].CustomID != ""
		if inThread := want != ""; draws != inThread || reply.Thread == nil != inThread || strings.Contains(chattest.Text(reply), "in the thread of this message") == inThread {
			t.Errorf("in %s: %+v, a button to draw: %t\n%s", place, reply.Thread, draws, chattest.Text(reply))
		}
	}
}
