package bot_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands"
	"chess960bot/internal/workshop/discordtest"
)

// member takes the permissions from a person that members do not have.
var member = discordtest.Permissions(0)

// hidden matches the names of commands that members do not see.
var hidden = regexp.MustCompile(`/(event|daily-posts)\b`)

// An evening, of which a member sees every message, uses every command and presses every
// button in every state. No text that the member sees names a command that members do not
// see.
func TestMembersReadOnlyWhatTheySee(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(randomTools(t)))
	states := []struct {
		subcommand string
		options    map[string]any
	}{
		{"", nil},
		{"new", map[string]any{"name": "Plain", "rounds": 2, "boards": 12}},
		{"draw", nil},
		{"void", map[string]any{"round": 1, "reason": "fire alarm"}},
		{"draw", nil},
		{"draw", nil},
		{"show", map[string]any{"round": 1, "cards": true}},
		{"close", nil},
		{"new", map[string]any{"name": "Sealed", "rounds": 2, "boards": 14, "each": true, "sealed": true}},
		{"draw", nil},
		{"close", nil}, // refused
		{"press Open the draw", nil},
		{"draw", nil},
		{"press Open the draw", nil},
		{"close", nil},
	}
	for _, s := range states {
		if label, ok := strings.CutPrefix(s.subcommand, "press "); ok {
			for _, m := range slices.Backward(w.Messages(discordtest.Channel)) {
				if _, ok := m.Button(label); ok && !m.Private() {
					w.pressLabel(t, discordtest.Anna, m, label)
					break
				}
			}
		} else if s.subcommand != "" { // at first there is no event
			w.event(t, s.subcommand, s.options)
		}
		w.actAsMember(t)
	}
	seen := 0
	for _, m := range w.Messages(discordtest.Channel) {
		if m.Private() && m.For != discordtest.Ben {
			continue
		}
		seen++
		offered := regexp.MustCompile(`\nTry again: .*$`).ReplaceAllString(m.Text(), "") // the command that the member has typed
		if found := hidden.FindString(offered); found != "" {
			t.Errorf("a member reads of %s:\n%s", found, m.Text())
		}
	}
	t.Logf("%d texts", seen)
	if seen < 200 {
		t.Errorf("only %d texts", seen)
	}
}

// actAsMember uses every command of events as Ben, and presses all buttons that lead to
// events.
func (w *world) actAsMember(t *testing.T) {
	t.Helper()
	for _, use := range []struct {
		command string
		options map[string]any
	}{
		{"round", nil}, {"round", map[string]any{"round": 1}}, {"round", map[string]any{"round": 2, "board": 3}}, {"round", map[string]any{"round": 99}},
		{"round", map[string]any{"board": 200}}, {"help", nil}, {"help", map[string]any{"private": true}},
		{"event new", map[string]any{"name": "x", "rounds": 1}}, {"event draw", nil}, {"event void", map[string]any{"round": 1}},
		{"event show", nil}, {"event show", map[string]any{"round": 2}}, {"event export", nil}, {"event close", nil},
	} {
		if _, err := w.Slash(within(t), discordtest.Ben, discordtest.Channel, use.command, use.options, member); err != nil {
			t.Fatal(use, err)
		}
	}
	pressed := map[string]bool{}
	for _, m := range w.Messages(discordtest.Channel) {
		for _, b := range m.Buttons() {
			if !strings.HasPrefix(b.CustomID, "event-") || pressed[b.CustomID] || m.Private() {
				continue
			}
			pressed[b.CustomID] = true
			answer, err := w.Press(within(t), discordtest.Ben, m, b.CustomID, member)
			if err != nil {
				t.Fatal(b.Label, err)
			}
			if answer.Modal != nil {
				form, err := answer.Form()
				if err != nil {
					t.Fatal(err)
				}
				if _, err := w.Submit(within(t), discordtest.Ben, m, form, map[string]string{"number": "17"}, member); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
