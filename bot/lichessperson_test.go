package bot_test

import (
	"slices"
	"strings"
	"testing"

	"chess960bot/commands"
	"chess960bot/commands/play"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/lichesstest"
)

// From the menu of a person to a draw for both, with the links of a game. Only the other person is notified,
// and lichess gets no word about anybody. If lichess opens no game, the draw stands.
func TestPlayAPerson(t *testing.T) {
	t.Parallel()
	cmds, games := lichessCommands(t)
	w := connect(t, cmds)
	playBen := func(values map[string]string) *discordtest.Message {
		t.Helper()
		asked, err := w.UseOnPerson(within(t), discordtest.Anna, discordtest.Channel, discordtest.Ben, play.PersonName)
		if err != nil {
			t.Fatal(err)
		}
		form, err := asked.Form()
		if err != nil {
			t.Fatal(err)
		}
		answer, err := w.SubmitIn(within(t), discordtest.Anna, discordtest.Channel, form, values)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Message
	}
	labels := func(m *discordtest.Message) (all []string) {
		for _, b := range m.Buttons() {
			all = append(all, b.Label)
		}
		return all
	}
	m := playBen(map[string]string{"time": "10+5"})
	if text := m.Text(); m.Private() || len(m.Pictures()) != 1 || !strings.Contains(text, "for <@"+discordtest.Anna.ID+"> and <@"+discordtest.Ben.ID+"> on ") || !strings.Contains(text, "10+5 · open until") {
		t.Errorf("private %t\n%s", m.Private(), text)
	}
	if !slices.Equal(m.Pings.Users, []string{discordtest.Ben.ID}) {
		t.Errorf("notified: %q", m.Pings.Users)
	}
	if got := labels(m); !slices.Equal(got, []string{"Play White", "Play Black", "Play either colour", "More"}) {
		t.Errorf("buttons %q", got)
	}
	wrong := playBen(map[string]string{"own": "7 minutes and a bit"})
	if !wrong.Private() || !strings.Contains(wrong.Text(), "7 minutes and a bit") {
		t.Errorf("%s", wrong.Text())
	}
	if form, err := w.pressLabel(t, discordtest.Anna, wrong, "Try again").Form(); err != nil || form.Parts[1].Input.Value != "7 minutes and a bit" {
		t.Errorf("%+v, %v", form, err)
	}
	games.Fail(lichesstest.Broken)
	m = playBen(nil)
	if got := labels(m); m.Private() || len(m.Pictures()) != 1 || !strings.Contains(m.Text(), "so there is no game") && !strings.Contains(m.Text(), "lichess does not answer") || !slices.Contains(got, "Play") {
		t.Errorf("private %t, buttons %q\n%s", m.Private(), got, m.Text())
	}
	for _, sent := range games.Forms() {
		if text := sent.Encode(); strings.Contains(text, discordtest.Ben.ID) || strings.Contains(text, discordtest.Anna.ID) {
			t.Errorf("lichess got %s", text)
		}
	}
	for who, want := range map[discordtest.User]string{discordtest.Anna: "You cannot be your own opponent.", discordtest.Bot: "is a bot and cannot play."} {
		answer, err := w.UseOnPerson(within(t), discordtest.Anna, discordtest.Channel, who, "Play Chess960")
		if err != nil || !answer.Message.Private() || !strings.Contains(answer.Message.Text(), want) {
			t.Errorf("%v: %v", who, err)
		}
	}
	holdAgainstOpenAPI(t, w.Requests())
}

// Without lichess, and without play, nobody sees the command.
func TestPlayAPersonIsSwitchedOff(t *testing.T) {
	t.Parallel()
	with := tools(t)
	playOnLichess(t, &with)
	with.Choice, _ = commands.Choose("core")
	for _, cmds := range [][]string{namesOf(commands.All(tools(t))), namesOf(commands.All(with))} {
		if slices.Contains(cmds, "Play Chess960") {
			t.Errorf("offered: %q", cmds)
		}
	}
}
