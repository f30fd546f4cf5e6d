package event

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
)

// A club runs events in one channel, with a real store.
type club struct {
	*testing.T
	*store.Store
	tools Tools
	asked int
}

func newClub(t *testing.T) *club {
	t.Helper()
	s := storetest.Open(t, storetest.SQLite(t))
	return &club{T: t, Store: s, tools: toolsWith(rows.Of(s), 0)}
}

// by returns the next request of somebody who may manage events.
func (c *club) by(r chat.Request) *chat.Request {
	c.asked++
	r.ID, r.Asker, r.GuildID, r.ChannelID = fmt.Sprint(c.asked), chattest.Anna, "1", "2"
	r.Permissions, r.AppPermissions = discordgo.PermissionManageEvents, -1
	return &r
}

// ask answers /event, and does not show the answer.
func (c *club) ask(subcommand string, options chat.Options) (*chat.Reply, error) {
	return Command(c.tools).Answer(c.Context(), c.by(chat.Request{
		Subcommand: subcommand, Options: options, Roles: map[string]chat.Role{"55": {ID: "55", Mentionable: true}},
	}))
}

// event answers /event, and everyone sees the answer.
func (c *club) event(subcommand string, options chat.Options) *chat.Reply {
	c.Helper()
	reply, err := c.ask(subcommand, options)
	if err != nil {
		c.Fatal(subcommand, options, err)
	}
	if err := reply.WasSent(c.Context(), fmt.Sprint(900+c.asked), nil); err != nil {
		c.Fatal(subcommand, options, err)
	}
	return reply
}

// The events after the first one leave out the positions of as many earlier ones as were asked
// for then, even if there were fewer.
func TestAgainLeavesOutEarlierPositions(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 1.0, "not_again": 10.0})
	for week := range 3 {
		if week > 0 {
			c.event("again", nil)
		}
		c.event("draw", nil)
		e, err := rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"})
		if err != nil {
			t.Fatal(err)
		}
		if want := []int{0, 1, 2}[:week]; !slices.Equal(e.Rules.Past, want) || e.Last().SPs[0] != week {
			t.Errorf("week %d: SP %d, without %v, want %v", week, e.Last().SPs[0], e.Rules.Past, want)
		}
		c.event("close", nil)
	}
}

// A round is drawn on time only where the bot can post the draw.
func TestPlanNeedsPosts(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "timezone": "UTC"})
	_, err := Command(c.tools).Answer(t.Context(), &chat.Request{
		ID: "99", Asker: chattest.Anna, GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents, AppPermissions: discordgo.PermissionViewChannel,
		Subcommand: "draw", Options: chat.Options{"at": "23:00"},
	})
	chattest.RefusedWith(t, err, "I am not allowed to post pictures here, so I cannot draw a round on time.")
	if text := chattest.Text(c.event("draw", chat.Options{"at": "23:00"})); !strings.Contains(text, "I will draw round 1 on") {
		t.Error(text)
	}
}

// An event that begins where the bot cannot post says what will not work, and what to grant.
func TestNewEventSaysWhatNeedsPosts(t *testing.T) {
	const cannot = "I cannot post here on my own. So I draw no round on time, and a sealed draw stays locked until somebody presses **Open the draw**."
	for _, c := range []struct {
		uninvited bool
		granted   int64
		want      string
	}{
		{false, -1, ""},
		{false, discordgo.PermissionViewChannel | discordgo.PermissionEmbedLinks, cannot + " Please grant me **Send Messages** and **Attach Files** here."},
		{true, 0, cannot},
	} {
		reply, err := Command(newClub(t).tools).Answer(t.Context(), &chat.Request{
			ID: "99", Asker: chattest.Anna, GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents, AppPermissions: c.granted,
			Uninvited: c.uninvited, Subcommand: "new", Options: chat.Options{"name": "Thursday", "rounds": 2.0},
		})
		if err != nil {
			t.Fatal(err)
		}
		_, small, _ := strings.Cut(chattest.Text(reply), "\n-# ")
		if got, _, _ := strings.Cut(small, "\n"); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// Two boards with one position are both boards, and more are all of them.
func TestBothBoardsPlayAPosition(t *testing.T) {
	for boards, want := range map[float64]string{2: " Both boards have SP 0.", 3: " All 3 boards have SP 0."} {
		c := newClub(t)
		c.event("new", chat.Options{"name": "Thursday", "rounds": 1.0, "boards": boards})
		if said := chattest.Text(c.event("draw", nil)); !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

// The role is pinged once for a round, though its boards are recorded one after another.
func TestRoleIsPingedOnceForARound(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 3.0, "each": true, "role": "55"})
	for board := 1.0; board <= 3; board++ {
		reply := c.event("set", chat.Options{"round": 1.0, "board": board, "position": fmt.Sprint(500 + board)})
		if pinged := len(reply.Roles) > 0; pinged != (board == 1) {
			t.Errorf("board %v: pinged %t", board, pinged)
		}
	}
}

// A table says how many games have a result and no names, which lichess does not tell of people
// without an account.
func TestStandingsOfGamesWithoutNames(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 1.0, "boards": 3.0})
	c.event("draw", nil)
	table := func() string {
		t.Helper()
		reply, err := Standings(c.tools).Answer(t.Context(), &chat.Request{Asker: chattest.Anna, GuildID: "1", ChannelID: "2"})
		if err != nil {
			t.Fatal(err)
		}
		return chattest.Text(reply)
	}
	result := func(board float64, outcome, white string) {
		c.event("result", chat.Options{"round": 1.0, "board": board, "result": outcome, "white": white})
	}
	want := func(lines ...string) {
		t.Helper()
		if got := table(); got != strings.Join(append([]string{"## Thursday"}, lines...), "\n") {
			t.Errorf("got\n%s\nwant %q", got, lines)
		}
	}
	result(1, "1-0", "")
	result(3, "*", "") // no result
	want("1 game has a result, but no names: add them with `/event result`.")
	result(2, "½-½", "")
	want("2 games have results, but no names: add them with `/event result`.")
	result(1, "1-0", "Anna")
	want("1 · Anna: **1.0** points (1 game)", "1 game has a result, but no names: add them with `/event result`.")
}

// sleep lets a day pass.
func (c *club) sleep() {
	today := c.tools.Now
	c.tools.Now = func() time.Time { return today().Add(24 * time.Hour) }
}

// press presses a button under an earlier answer, or submits its form, as somebody who may manage events.
func (c *club) press(id string, inputs chat.Options) (*chat.Reply, error) {
	c.Helper()
	r := c.by(chat.Request{CustomID: id, Options: inputs, Message: &chat.Message{ID: "3"}})
	return chattest.Pressed(c, []chat.Command{Command(c.tools), Standings(c.tools)}, r)
}

// What was asked about an evening is answered about that evening, also when a newer one has been opened.
func TestOlderEvenings(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 1.0, "boards": 2.0, "each": true})
	round := c.event("draw", nil)
	told := c.event("result", chat.Options{"round": 1.0, "board": 1.0, "result": "1-0", "white": "anna", "black": "Ben"})
	c.event("close", nil)
	table := chattest.Buttons(told)["Standings"].CustomID
	panel := chattest.Buttons(round)["Manage"].CustomID
	c.sleep()
	c.event("new", chat.Options{"name": "Friday", "rounds": 1.0, "boards": 1.0})
	_, err := c.press(panel, nil)
	chattest.RefusedWith(t, err, "A newer event is open in this channel.")
	c.event("draw", nil)
	c.event("result", chat.Options{"round": 1.0, "board": 1.0, "result": "1-0", "white": "Anna", "black": "Cleo"})
	c.event("close", nil)
	_, err = c.press(panel, nil)
	chattest.RefusedWith(t, err, "The event “Thursday” is over.")

	reply, err := c.press(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := chattest.Text(reply); !strings.Contains(text, "Thursday") || !strings.Contains(text, "Ben") || strings.Contains(text, "Cleo") {
		t.Errorf("the table under a result of Thursday is\n%s", text)
	}
	for c := range chattest.Walk(reply.Components) {
		if c.Type == discordgo.SelectMenuComponent && !strings.HasPrefix(c.CustomID, eventGames.Name()+":") {
			t.Errorf("the menu is %s", c.CustomID)
		}
	}
	if reply, err = c.press("event-table", nil); err != nil || !strings.Contains(chattest.Text(reply), "Cleo") {
		t.Errorf("the button of older messages: %v, %v", reply, err)
	}
	both, err := Standings(c.tools).Answer(t.Context(), &chat.Request{ID: "9", Asker: chattest.Anna, GuildID: "1", ChannelID: "2", Options: chat.Options{"last": 2.0}})
	if err != nil || !strings.Contains(chattest.Text(both), "Anna") || strings.Contains(chattest.Text(both), "anna") {
		t.Errorf("names are not spelt as in the last evening: %v, %v", chattest.Text(both), err)
	}
}

// A board that has gone since can be struck out in the rounds that have the board, by the panel too.
func TestPanelKnowsBoardsThatHaveGone(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 3.0, "each": true})
	round := c.event("draw", nil)
	c.event("change", chat.Options{"boards": 1.0})
	reply, err := c.press(chattest.Buttons(round)["Manage"].CustomID, nil)
	if err != nil {
		t.Fatal(err)
	}
	if reply, err = c.press(chattest.Buttons(reply)["Void the round"].CustomID, nil); err != nil {
		t.Fatal(err)
	}
	if reply, err = c.press(reply.Form.CustomID, chat.Options{"board": "3", "reason": "a rook fell"}); err != nil || !strings.Contains(chattest.Text(reply), "a rook fell") {
		t.Errorf("%v, %v", reply, err)
	}
}

// A player is named as the player is called now, and a mention that got a name shows the person.
func TestNamesAfterARename(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 1.0})
	c.event("draw", nil)
	c.event("result", chat.Options{"round": 1.0, "board": 1.0, "result": "1-0", "white": "<@204255221017214977>", "black": "Ben"})
	if text := chattest.Text(c.event("player", chat.Options{"from": "<@204255221017214977>", "to": "Anna"})); !strings.HasPrefix(text, "<@204255221017214977> is now called Anna") {
		t.Error(text)
	}
	c.event("player", chat.Options{"from": "Ben", "to": "Ben Schmidt"})
	opened, err := c.press(chattest.Buttons(c.event("show", nil))["Results"].CustomID, nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := c.press(opened.Form.CustomID, chat.Options{"results": "1 Anna – Ben Schmidt 0-1"})
	if err != nil || !strings.Contains(chattest.Text(reply), "Anna – Ben Schmidt") {
		t.Errorf("%v, %v", chattest.Text(reply), err)
	}
}

// A rename whose answer was lost is shown by the next change, with its results.
func TestLostRenameIsShownWithItsResults(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 1.0})
	c.event("draw", nil)
	c.event("result", chat.Options{"round": 1.0, "board": 1.0, "result": "1-0", "white": "Anna", "black": "Ben"})
	if _, err := rows.Of(c).UpdateEvent(t.Context(), evening.Ref{Channel: "2"}, func(e *evening.Event) error {
		_, err := e.AnswerRename(evening.Asker{User: chattest.Anna, Name: "Anna", Interaction: "lost", At: c.tools.Now().Add(-time.Minute)}, "Anna", "Annabel")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if text := chattest.Text(c.event("change", chat.Options{"rounds": 3.0})); !strings.Contains(text, "Anna is now called Annabel in 1 result.") {
		t.Error(text)
	}
}

// Players who were given as mentions have names in the PGN and the log: as Discord shows them, or a
// number. A round that was drawn elsewhere was drawn by nobody here.
func TestNamesInFiles(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 2.0})
	c.event("set", chat.Options{"round": 1.0, "position": "518"})
	c.event("draw", nil)
	c.event("result", chat.Options{"round": 1.0, "board": 1.0, "result": "1-0", "white": "<@42>", "black": "<@43>"})
	c.event("result", chat.Options{"round": 1.0, "board": 2.0, "result": "½-½", "white": "Carl", "black": "<@44>"})
	c.event("player", chat.Options{"from": "Carl", "to": "<@45>"})
	c.sleep()
	reply, err := Command(c.tools).Answer(t.Context(), &chat.Request{
		ID: "99", Asker: chattest.Anna, GuildID: "1", ChannelID: "2", Permissions: discordgo.PermissionManageEvents, AppPermissions: -1, Subcommand: "export",
		NameOf: func(_ context.Context, person string) string {
			return map[string]string{"42": "Dana \"D\"", "44": ""}[person]
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range reply.Files {
		files[f.Name] = string(f.Bytes)
	}
	for file, want := range map[string][]string{
		"event.pgn": {`[White "Dana \"D\""]` + "\n" + `[Black "Player 2"]`, `[White "Player 4"]` + "\n" + `[Black "Player 3"]`},
		"log.txt":   {`Dana "D" – Player 2, 1-0.`, `Carl – Player 3, ½-½.`, `renamed “Carl” to “Player 4” in the results.`},
		"event.csv": {"RNBQKBNR,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,,2", "Z,,,false,"},
	} {
		for _, part := range want {
			if !strings.Contains(files[file], part) {
				t.Errorf("%q is not in %s:\n%s", part, file, files[file])
			}
		}
	}
	if strings.Contains(files["event.pgn"]+files["log.txt"], "<@4") {
		t.Error("a mention is in the PGN or the log")
	}
}

// refused asks /event for something that it refuses.
func (c *club) refused(subcommand string, options chat.Options, want string) {
	c.Helper()
	_, err := c.ask(subcommand, options)
	chattest.RefusedWith(c, err, want)
}

// A round that was struck out does not count, whoever comes too late, and its plan has gone.
func TestRoundsThatDoNotCount(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "timezone": "UTC"})
	c.refused("draw", chat.Options{"at": "none"}, "No draw is planned.")
	round := c.event("draw", nil)
	form, err := c.press(chattest.Buttons(round)["Results"].CustomID, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.event("draw", chat.Options{"at": "23:00"})
	if text := chattest.Text(c.event("void", chat.Options{"round": 1.0, "reason": "clock"})); !strings.Contains(text, "The planned draw is cancelled.") {
		t.Error(text)
	}
	c.refused("void", chat.Options{"round": 1.0}, "Round 1 was voided. The next draw replaces the round.")
	c.refused("result", chat.Options{"round": 1.0, "board": 1.0, "result": "1-0"}, "Round 1 was voided. The next draw replaces the round.")
	_, err = c.press(form.Form.CustomID, chat.Options{"results": "1 Anna – Ben 1-0"})
	chattest.RefusedWith(t, err, "Round 1 was voided. The next draw replaces the round.")
}

// Only what still holds is said of a player and of results that came late.
func TestResultsThatWereCorrected(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 1.0, "boards": 2.0})
	c.event("draw", nil)
	wrong := chat.Options{"round": 1.0, "board": 1.0, "result": "1-0", "white": "Anna", "black": "Ben"}
	c.event("result", wrong)
	c.event("result", chat.Options{"round": 1.0, "board": 1.0, "result": "*"})
	c.event("close", nil)
	right := chat.Options{"round": 1.0, "board": 2.0, "result": "1-0", "white": "Anna", "black": "Ben"}
	if text := chattest.Text(c.event("result", right)); strings.Contains(text, "board 1") {
		t.Error(text)
	}
	c.event("result", chat.Options{"round": 1.0, "board": 2.0, "result": "0-1"})
	e, err := rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"})
	if err != nil {
		t.Fatal(err)
	}
	late, err := lateResultsPost(e, e.Results[2:])
	if text := chattest.Text(late.(*chat.Reply)); err != nil || strings.Count(text, "Anna") != 1 || !strings.Contains(text, "0-1") {
		t.Errorf("%v\n%s", err, text)
	}
}

// The boards of a round are not those of the event.
func TestBoardsThatCameLater(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 2.0})
	c.event("draw", nil)
	c.event("draw", nil)
	c.event("change", chat.Options{"boards": 3.0})
	c.refused("result", chat.Options{"round": 1.0, "board": 3.0, "result": "1-0"}, "This round has no such board or game.")
}

// A player "bye" is no player: a win against a bye is a bye, and a loss is none.
func TestResultAgainstABye(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 1.0, "boards": 2.0})
	c.event("draw", nil)
	if text := chattest.Text(c.event("result", chat.Options{"round": 1.0, "board": 1.0, "result": "1-0", "white": "Eve", "black": "bye"})); !strings.Contains(text, "Round 1, board 1: Eve, bye.") {
		t.Error(text)
	}
	c.refused("result", chat.Options{"round": 1.0, "board": 2.0, "result": "0-1", "white": "Eve", "black": "bye"}, "Nobody plays against a player who has a bye.")
}
