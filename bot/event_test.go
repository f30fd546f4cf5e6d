package bot_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/discordtest"
)

// eventAsker gives a person the permission to manage events.
var eventAsker = discordtest.Permissions(discordgo.PermissionManageEvents)

// event uses /event as Anna.
func (w *world) event(t *testing.T, subcommand string, options map[string]any) *discordtest.Message {
	t.Helper()
	answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "event "+subcommand, options, eventAsker)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Message
}

// add adds a number to a sealed draw and returns the answer.
func (w *world) add(t *testing.T, who discordtest.User, m *discordtest.Message, number string) string {
	t.Helper()
	form, err := w.pressLabel(t, who, m, "Add a number").Form()
	if err != nil {
		t.Fatal(err)
	}
	answer, err := w.Submit(within(t), who, m, form, map[string]string{"number": number})
	if err != nil {
		t.Fatal(err)
	}
	if !answer.Message.Private() {
		t.Error("the answer to a form is public")
	}
	return answer.Message.Text()
}

// A stranger can check a sealed draw with only SHA-256 and arithmetic.
func TestSealedDraw(t *testing.T) {
	t.Parallel()
	w := connect(t, offerEvents(tools(t)))
	begun := w.event(t, "new", map[string]any{"name": "Sealed", "rounds": 2, "sealed": true, "exclude": "518"})
	seal := w.pressLabel(t, discordtest.Anna, begun, "Draw round 1").Message
	sum := regexp.MustCompile("[0-9a-f]{64}").FindString(seal.Text())
	if sum == "" || !strings.Contains(seal.Text(), "below 959") {
		t.Fatalf("got %s", seal.Text())
	}
	for _, said := range []struct{ number, want string }{{"17", "Your number 17 counts"}, {"18", "You have added a number already"}, {"1e3", "`1e3` is not a whole number"}} {
		if got := w.add(t, discordtest.Ben, seal, said.number); !strings.Contains(got, said.want) {
			t.Errorf("%s: %s", said.number, got)
		}
	}
	w.add(t, discordtest.Cleo, seal, "9999")
	for _, again := range []*discordtest.Message{w.event(t, "draw", nil), w.pressLabel(t, discordtest.Anna, begun, "Draw round 1").Message} {
		if !strings.Contains(again.Text(), sum) {
			t.Errorf("a second draw does not show the seal again: %s", again.Text())
		}
	}
	if got := w.pressLabel(t, discordtest.Ben, seal, "Open the draw").Message; !got.Private() || !strings.Contains(got.Text(), "can open the seal") {
		t.Errorf("Ben opens Anna's seal: %s", got.Text())
	} else if strings.Contains(got.Text(), "Add a number") {
		t.Errorf("Ben, who has added a number, is told to add one: %s", got.Text())
	}
	opened := w.pressLabel(t, discordtest.Anna, seal, "Open the draw").Message
	again := w.pressLabel(t, discordtest.Anna, seal, "Open the draw").Message
	if opened.Private() || !again.Private() {
		t.Error("a seal opens once in public, and again in private")
	}
	if late := w.pressLabel(t, discordtest.Anna, begun, "Draw round 1").Message; !late.Private() || !strings.Contains(late.Text(), "Round 1 has been drawn: [SP ") {
		t.Errorf("a press after the seal was opened: %s", late.Text())
	}

	file := w.download(t, opened, "seal.txt")
	if got := sha256.Sum256([]byte(file)); hex.EncodeToString(got[:]) != sum {
		t.Errorf("the file's sum is not %s", sum)
	}
	number, _ := strconv.Atoi(regexp.MustCompile(`(?m)^number: (\d+)$`).FindStringSubmatch(file)[1])
	list := strings.Fields(regexp.MustCompile(`(?m)^list: (.*)$`).FindStringSubmatch(file)[1])
	sp, _ := strconv.Atoi(list[(number+17+9999)%len(list)])
	p, err := chess960.FromSP(sp)
	if err != nil || len(list) != 959 {
		t.Fatal(err, len(list))
	}
	if want := fmt.Sprintf("**SP %d · %v**", sp, p); !strings.Contains(opened.Text(), want) {
		t.Errorf("want %s in\n%s", want, opened.Text())
	}
	shown := w.event(t, "show", nil)
	if got := w.download(t, shown, "seal.txt"); got != file || !strings.Contains(shown.Text(), "<@"+discordtest.Anna.ID+"> started the draw from") {
		t.Errorf("shown again: %s", shown.Text())
	}
	if check := w.pressLabel(t, discordtest.Ben, opened, "How to check").Message; !check.Private() || !strings.Contains(check.Text(), sum) {
		t.Errorf("how to check: %s", check.Text())
	}
	for _, r := range w.Requests() {
		holdsBefore := strings.Contains(string(r.Body), "number: ")
		if holdsBefore && !strings.Contains(string(r.Body), "Opened") {
			t.Errorf("the number leaves before the seal is opened:\n%s", r.Body)
		}
	}
	if got := w.add(t, discordtest.Cleo, w.event(t, "draw", nil), "0"); !strings.Contains(got, "round 2") {
		t.Errorf("the second round: %s", got)
	}
	holdAgainstOpenAPI(t, w.Requests())
}

// A seal opens by itself only where the bot may post. Elsewhere it has no post, and says so.
func TestSealsOpenByThemselvesWhereTheBotMayPost(t *testing.T) {
	t.Parallel()
	all := tools(t)
	w := connect(t, offerEvents(all))
	w.Install(discordtest.Anna)
	thread, left := w.AddThread(discordtest.Channel, "evening"), discordtest.Place{GuildID: "99", ChannelID: "98"}
	w.LeaveGuild(left.GuildID)
	const may = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles
	granted := func(bits uint64) discordtest.Detail { return discordtest.AppPermissions(bits) }
	want := map[string]bool{} // channels with a post
	for i, c := range []struct {
		name   string
		where  discordtest.Place
		detail discordtest.Detail
		posts  bool
	}{
		{"all that is needed", discordtest.Channel, granted(may), true},
		{"administrator", discordtest.Channel, granted(discordgo.PermissionAdministrator), true},
		{"hidden", discordtest.Channel, granted(may &^ discordgo.PermissionViewChannel), false},
		{"read only", discordtest.Channel, granted(may &^ discordgo.PermissionSendMessages), false},
		{"no embeds", discordtest.Channel, granted(may &^ discordgo.PermissionEmbedLinks), false},
		{"no files", discordtest.Channel, granted(may &^ discordgo.PermissionAttachFiles), false},
		{"thread", thread, granted(may&^discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads), true},
		{"read-only thread", thread, granted(may), false},
		{"a server without the bot", left, granted(may), false},
		{"direct messages with the bot", discordtest.Anna.DM(), granted(0), true},
		{"messages between people", discordtest.Anna.DM(), discordtest.BetweenPeople(), false},
	} {
		ask := func(subcommand string, options map[string]any) string {
			t.Helper()
			answer, err := w.Slash(within(t), discordtest.Anna, c.where, "event "+subcommand, options, eventAsker, c.detail)
			if err != nil {
				t.Fatal(c.name, err)
			}
			return answer.Message.Text()
		}
		ask("new", map[string]any{"name": fmt.Sprint(i), "rounds": 2, "sealed": true})
		said := ask("draw", nil)
		if strings.Contains(said, "or I do") != c.posts || strings.Contains(said, "I cannot post in this channel") == c.posts {
			t.Errorf("%s:\n%s", c.name, said)
		}
		e, err := eventrows.Of(all.Store).Event(t.Context(), evening.Ref{Channel: c.where.ChannelID})
		if err != nil {
			t.Fatal(err)
		}
		want[e.ID] = c.posts
		_, err = eventrows.Of(all.Store).UpdateEvent(t.Context(), e.Ref(), func(e *evening.Event) error { e.ClosedAt = drawnAt; return nil }) // for the next case
		if err != nil {
			t.Fatal(err)
		}
	}
	due := drawnAt.Add(evening.SealTime)
	for {
		p, ok, err := all.Store.(outbox.Store).Claim(t.Context(), due, "h", time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if !want[p.Subject] {
			t.Errorf("the seal in channel %s has a post", p.Channel)
		}
		delete(want, p.Subject)
	}
	for id, posts := range want {
		if posts {
			t.Errorf("the seal of event %s has no post", id)
		}
	}
}

// slashText returns Anna's answer to a command.
func (w *world) slashText(t *testing.T, command string, options map[string]any) string {
	t.Helper()
	answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Message.Text()
}

// A board that joins a locked draw has a record of its own. Before the draw is open, nothing tells what was drawn.
func TestSealedLateBoard(t *testing.T) {
	t.Parallel()
	all, now := tools(t), clockAt(drawnAt)
	all.Now = now.Now
	w := connect(t, offerEvents(all))
	w.event(t, "new", map[string]any{"name": "Late", "rounds": 2, "boards": 2, "each": true, "sealed": true})
	drawn := w.event(t, "draw", nil)
	locked, err := eventrows.Of(all.Store).Event(t.Context(), evening.Ref{Channel: discordtest.ChannelID})
	if err != nil {
		t.Fatal(err)
	}
	for _, sp := range locked.Last().SPs {
		if said := w.slashText(t, "round", map[string]any{"played": fmt.Sprint(sp)}); !strings.Contains(said, "was never played") {
			t.Errorf("before the draw is open: %s", said)
		}
	}
	w.pressLabel(t, discordtest.Anna, drawn, "Open the draw")
	waitShown(t, eventrows.Of(all.Store))
	now.advance(40 * time.Minute)
	if _, err := w.Slash(within(t), discordtest.Ben, discordtest.Channel, "event change", map[string]any{"boards": 3}, eventAsker); err != nil {
		t.Fatal(err)
	}
	first := fmt.Sprintf("At <t:%d:T>, Anna started the draw from 960 positions.", drawnAt.Unix())
	late := fmt.Sprintf("At <t:%d:T>, Ben added board 3 from the locked list.", now.Now().Unix())
	mentioned := strings.NewReplacer("Anna", "<@"+discordtest.Anna.ID+">", "Ben", "<@"+discordtest.Ben.ID+">")
	for what, c := range map[string]struct{ text, want string }{
		"/round":         {w.slashText(t, "round", nil), first + "\n" + late},
		"/round board:2": {w.slashText(t, "round", map[string]any{"board": 2}), "board 2: SP"}, // the record is behind “How to check”
		"/round board:3": {w.slashText(t, "round", map[string]any{"board": 3}), late},
		"/event show":    {w.event(t, "show", nil).Text(), mentioned.Replace(first + "\n" + late)},
	} {
		if !strings.Contains(c.text, c.want) || strings.HasSuffix(what, ":2") && strings.Contains(c.text, "Ben") {
			t.Errorf("%s: want %q in\n%s", what, c.want, c.text)
		}
	}
	rows := strings.Split(w.download(t, w.event(t, "close", nil), "event.csv"), "\n")
	for board, by := range map[int]string{
		2: fmt.Sprintf("%s,%s,Anna,", drawnAt.UTC().Format(time.RFC3339), discordtest.Anna.ID),
		3: fmt.Sprintf("%s,%s,Ben,", now.Now().UTC().Format(time.RFC3339), discordtest.Ben.ID),
	} {
		if row := rows[board]; !strings.HasPrefix(row, fmt.Sprintf("Late,1,%d,", board)) || !strings.Contains(row, ",960,"+by) {
			t.Errorf("board %d: want %s in %s", board, by, row)
		}
	}
}
