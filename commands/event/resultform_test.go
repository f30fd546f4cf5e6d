package event

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// told submits the form “Results” of the first round, after somebody has edited the text.
func told(t *testing.T, all []chat.Command, asker string, edit func(opened string) string) (*chat.Reply, error) {
	t.Helper()
	ask := func(id string, inputs chat.Options) (*chat.Reply, error) {
		return all[0].Press(t.Context(), &chat.Request{Asker: asker, GuildID: "1", ChannelID: "2", CustomID: id, Options: inputs, Message: &chat.Message{ID: "3"}})
	}
	reply, err := ask(chattest.Buttons(shownRound(t, all, "event"))["Results"].CustomID, nil)
	if err != nil {
		return nil, err
	}
	return ask(reply.Form.CustomID, chat.Options{"results": edit(reply.Form.Parts[len(reply.Form.Parts)-1].Input.Value)})
}

func refusedWith(t *testing.T, err error, begin string) {
	t.Helper()
	if refused, ok := err.(*chat.UserError); !ok || !strings.HasPrefix(strings.ReplaceAll(refused.Error(), "\u200b", ""), begin) {
		t.Errorf("refused with %v, want %s", err, begin)
	}
}

// A line that ends with no result deletes none, and two lines for one board do not count.
func TestResultFormKeepsResults(t *testing.T) {
	store, all := thursday(t, 4, 1)
	if _, err := told(t, all, chattest.Anna, func(string) string {
		return "1 Anna – Ben 1-0\n2 Carl – Dora 1-0\n3 Eva – Finn 1-0\n4 Gus – Hans ½"
	}); err != nil {
		t.Fatal(err)
	}
	previous := store.event.GamesOf(&store.event.Draws[0])
	_, err := told(t, all, chattest.Anna, func(string) string {
		return "1 Anna – Ben won\n2 Carl – Dora White won\n3 Eva – Finn 1\n4 Gus – Hans\n1 Anna – Ben"
	})
	refusedWith(t, err, "`1 Anna – Ben won`: another line is about this board too. Keep only one of them.\n"+
		"`2 Carl – Dora White won`: I do not know this result. End the line with 1-0, ½-½, 0-1, +/-, -/+, -/- or bye, or with – for no result.\n"+
		"`3 Eva – Finn 1`: I do not know this result.")
	if after := store.event.GamesOf(&store.event.Draws[0]); !slices.Equal(after, previous) {
		t.Errorf("the results are %+v, and were %+v", after, previous)
	}
	// What could not be read comes back at its board, for the person who typed it.
	_, err = told(t, all, chattest.Anna, func(opened string) string {
		if want := "1 Anna – Ben won\n1 Anna – Ben\n2 Carl – Dora White won\n3 Eva – Finn 1\n4 Gus – Hans ½-½"; opened != want {
			t.Errorf("the form opens again with %q, want %q", opened, want)
		}
		return "1 Anna – Ben 1-0\n9 Eva – Finn 1-0\n" + strings.Join(strings.Split(opened, "\n")[3:], "\n")
	})
	refusedWith(t, err, "`9 Eva – Finn 1-0`: this round has no such board.")
	if _, err := store.event.AddResults(evening.Asker{User: "5"}, []evening.Result{{Game: evening.GameRef{Board: 3, Game: 1}, White: "Eva", Black: "Finn", Outcome: evening.Drawn}}); err != nil {
		t.Fatal(err)
	}
	previous = store.event.GamesOf(&store.event.Draws[0])
	_, err = told(t, all, chattest.Anna, func(opened string) string {
		if want := "9 Eva – Finn 1-0\n1 Anna – Ben 1-0\n2 Carl – Dora 1-0\n3 Eva – Finn ½-½\n4 Gus – Hans ½-½"; opened != want {
			t.Errorf("the form opens again with %q, want %q", opened, want)
		}
		return "1 –"
	})
	refusedWith(t, err, "These results have been entered already.")
	if _, err := told(t, all, chattest.Anna, func(string) string { return "1 Anna – Ben –\n2 none" }); err != nil {
		t.Fatal(err)
	}
	if after := store.event.GamesOf(&store.event.Draws[0]); after[0].Outcome != evening.Unknown || after[1].Outcome != evening.Unknown || after[0].White != "Anna" || after[2] != previous[2] {
		t.Errorf("the results are %+v", after)
	}
}

func thursday(t *testing.T, boards, games int) (*oneEvent, []chat.Command) {
	t.Helper()
	e := drawnEvent(t, evening.Rules{Name: "Thursday", Rounds: 5, Boards: boards, Games: games, Each: true})
	e.OpenedBy, e.Draws[0].Shown = chattest.Anna, true
	store := &oneEvent{event: e}
	tools := toolsWith(store, 0)
	return store, []chat.Command{Command(tools), Round(tools), Standings(tools)}
}

func TestResultForm(t *testing.T) {
	store, all := thursday(t, 3, 1)
	reply, err := told(t, all, chattest.Anna, func(opened string) string {
		if opened != "1 –\n2 –\n3 –" {
			t.Errorf("the form opens with %q", opened)
		}
		return "1 Anna – Ben 1-0\n2 Dan – Eve 2-0\n3 Cleo bye\n4 Dan – Eve 1-0\n"
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "## Thursday, round 1 of 5: results\n1 · Anna – Ben · 1-0\n3 · Cleo · bye\n<@" + chattest.Anna + "> reported this.\n" +
		"`2 Dan – Eve 2-0`: I do not know this result. End the line with 1-0, ½-½, 0-1, +/-, -/+, -/- or bye, or with – for no result.\n" +
		"`4 Dan – Eve 1-0`: this round has no such board. Begin the line with a board number of this round, as in `1 Anna – Ben`."
	if got := strings.ReplaceAll(chattest.Text(reply), "\u200b", ""); got != want || reply.Audience != chat.AsAsked {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	// Only wrong lines, and lines that tell nothing new, are shown to the asker alone.
	_, err = told(t, all, chattest.Anna, func(string) string { return "Anna wins" })
	refusedWith(t, err, "`Anna wins`: this round has no such board.")
	_, err = told(t, all, chattest.Anna, func(opened string) string { return strings.TrimPrefix(opened, "Anna wins\n") })
	refusedWith(t, err, "These results have been entered already.")
	// Somebody else may not.
	_, err = told(t, all, chattest.Ben, func(string) string { return "1 Anna – Ben 0-1" })
	refusedWith(t, err, "Only <@"+chattest.Anna+">, who started this event")
	// A result that comes while the form is open stays, and a line that was changed replaces it.
	_, err = told(t, all, chattest.Anna, func(opened string) string {
		if _, err := store.event.AddResults(evening.Asker{At: time.Unix(1_790_000_000, 0)}, []evening.Result{{Game: evening.GameRef{Board: 2, Game: 1}, White: "Dan", Black: "Eve", Outcome: evening.Drawn, Link: "https://lichess.org/abcdefgh"}}); err != nil {
			t.Fatal(err)
		}
		return strings.Replace(opened, "Anna – Ben 1-0", "Anna – Ben 0-1", 1)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := store.event.GamesOf(&store.event.Draws[0]); got[0].Outcome != evening.BlackWins || got[1].Outcome != evening.Drawn || got[2].Outcome != evening.Bye {
		t.Errorf("the results are %+v", got)
	}
	log := chattest.English(voice.Lines(logLines(&store.event, store.event.Log(time.Time{}))))
	if !strings.Contains(log, "Round 1, board 1: Anna – Ben, 0-1. <@100000000000000001> reported this. Previous result: 1-0.") || strings.Count(log, "Previous result") != 1 {
		t.Error(log)
	}
	// The table has a menu with the games of each player.
	table, err := chattest.Command(t, all, "standings").Answer(t.Context(), &chat.Request{Asker: chattest.Ben, ChannelID: "2"})
	if err != nil {
		t.Fatal(err)
	}
	menu := table.Components[len(table.Components)-2].Components[0] // above the button for the cross table
	games, err := all[2].Press(t.Context(), &chat.Request{Asker: chattest.Ben, ChannelID: "2", CustomID: menu.CustomID, Values: []string{"Eve"}})
	if err != nil || chattest.Text(games) != "### Thursday\nRound 1, board 2: Dan – Eve, ½-½." || len(menu.Options) != 5 {
		t.Errorf("%+v: %v, %v", menu, games, err)
	}
}

// A round of many boards has a page for as many as fit, with room for what is typed, and each game stands on
// one of them.
func TestResultFormOfManyBoards(t *testing.T) {
	store, all := thursday(t, evening.MostBoards, 2)
	long := strings.Repeat("x", evening.MostPlayer)
	var half []evening.Result
	for board := 1; board <= evening.MostBoards; board += 2 {
		half = append(half, evening.Result{Game: evening.GameRef{Board: board, Game: 2}, White: long, Black: strings.ToUpper(long)[1:] + "y", Outcome: evening.Drawn})
	}
	if _, err := store.event.AddResults(evening.Asker{}, half); err != nil {
		t.Fatal(err)
	}
	press := func(id string, inputs chat.Options) (*chat.Reply, error) {
		return all[0].Press(t.Context(), &chat.Request{Asker: chattest.Anna, GuildID: "1", ChannelID: "2", CustomID: id, Options: inputs, Message: &chat.Message{ID: "3"}})
	}
	chosen, err := press(chattest.Buttons(shownRound(t, all, "event"))["Results"].CustomID, nil)
	if err != nil || chosen.Audience != chat.OnlyAsker {
		t.Fatal(chosen, err)
	}
	games, pages := 0, chattest.Buttons(chosen)
	for label, page := range pages {
		form, err := press(page.CustomID, nil)
		if err != nil {
			t.Fatal(label, err)
		}
		opened := form.Form.Parts[len(form.Form.Parts)-1].Input.Value
		lines := strings.Split(opened, "\n")
		if games += len(lines); len([]rune(opened)) > longestForm-200 {
			t.Errorf("%s: %d characters", label, len([]rune(opened)))
		}
		if strings.HasPrefix(label, "Boards 1 to") && !strings.HasPrefix(opened, "1.1 "+strings.ToUpper(long)[1:]+"y – "+long+"\n1.2 ") {
			t.Errorf("%s: %.150q", label, opened)
		}
	}
	if games != 2*evening.MostBoards || len(pages) < 5 || len(pages) > 10 {
		t.Errorf("%d games on %d pages", games, len(pages))
	}
	if _, err := press(resultsForm.ID(resultsSeen{boardRef{store.event.ID, 0, 0}, len(store.event.Results), 0}), chat.Options{"results": "200.2 Anna – Ben 1-0"}); err != nil {
		t.Fatal(err)
	}
	if got := store.event.ResultOf(evening.GameRef{Board: 200, Game: 2}); got.Outcome != evening.WhiteWins {
		t.Errorf("%+v", got)
	}
}

// The answer has remarks about the games that it lists, and no more: a message has an end.
func TestRemarksAreAsFewAsTheGames(t *testing.T) {
	_, all := thursday(t, 30, 1)
	reply, err := told(t, all, chattest.Anna, func(string) string {
		var lines strings.Builder
		for board := range 30 {
			fmt.Fprintf(&lines, "%d Anna – Ben%d 1-0\n", board+1, board)
		}
		return lines.String()
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(chattest.Text(reply), "has a result on board"); n != gamesPerPage-2 {
		t.Errorf("%d remarks about %d games:\n%s", n, gamesPerPage-2, chattest.Text(reply))
	}
}
