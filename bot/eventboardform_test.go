package bot_test

import (
	"strings"
	"testing"

	"chess960bot/internal/workshop/discordtest"
)

// Under one board “Results” opens a form with both players and the outcome. The form opens with what is
// known, a member counts before a name, and a refusal leads back.
func TestResultOfABoard(t *testing.T) {
	t.Parallel()
	w := connect(t, offerEvents(tools(t)))
	w.event(t, "new", map[string]any{"name": "Thursday", "rounds": 2, "boards": 3})
	w.event(t, "draw", nil)
	open := func(m *discordtest.Message) discordtest.Form {
		t.Helper()
		form, err := w.pressLabel(t, discordtest.Anna, m, "Results").Form()
		if err != nil {
			t.Fatal(err)
		}
		return form
	}
	round, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "round", map[string]any{"board": 2}, discordtest.Permissions(1<<33))
	if err != nil {
		t.Fatal(err)
	}
	tell := func(form discordtest.Form, values map[string]string, private bool, want string) *discordtest.Message {
		t.Helper()
		answer, err := w.Submit(within(t), discordtest.Anna, round.Message, form, values)
		if err != nil {
			t.Fatal(err)
		}
		if m := answer.Message; m.Private() != private || !strings.Contains(m.Text(), want) {
			t.Errorf("private %t, want %q in\n%s", m.Private(), want, m.Text())
		}
		return answer.Message
	}
	form := open(round.Message)
	if len(form.Parts) != 5 || form.Title != "Round 1, board 2" || len(form.Parts[4].Input.Options) != 8 {
		t.Fatalf("%+v", form)
	}
	ben, cleo := "<@"+discordtest.Ben.ID+">", "<@"+discordtest.Cleo.ID+">"
	tell(form, map[string]string{"white-member": discordtest.Ben.ID, "white": "not counted", "black": " Vera ", "outcome": "1-0"}, false, "Round 1, board 2: "+ben+" – Vera, 1-0.")
	form = open(round.Message)
	if chosen := form.Parts[0].Input.Chosen; len(chosen) != 1 || chosen[0].ID != discordtest.Ben.ID || form.Parts[1].Input.Value != "" || form.Parts[3].Input.Value != "Vera" {
		t.Errorf("%+v", form.Parts)
	}
	tell(form, map[string]string{"black-member": discordtest.Cleo.ID, "outcome": "½-½"}, false, "Round 1, board 2: "+ben+" – "+cleo+", ½-½.")
	refused := tell(open(round.Message), map[string]string{"black-member": discordtest.Ben.ID}, true, "both sides")
	if again := open(refused); again.Title != "Round 1, board 2" {
		t.Errorf("%+v", again)
	}
	tell(open(round.Message), map[string]string{"outcome": "*"}, false, "Round 1, board 2: "+ben+" – "+cleo+", ")
	all, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "round", nil, discordtest.Permissions(1<<33))
	if err != nil {
		t.Fatal(err)
	}
	if form := open(all.Message); len(form.Parts) != 2 { // the known names, and the lines
		t.Errorf("under all boards: %+v", form)
	}
	holdAgainstOpenAPI(t, w.Requests())
}
