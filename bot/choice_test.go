package bot_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/workshop/discordtest"
)

// left matches what only features have that the core can do without.
var left = regexp.MustCompile(`(?i)quiz|/event|/round|/standings|\bevents?\b|play on lichess`)

// With COMMANDS=core, only the core is registered, and no answer names the rest: each example and
// each line of the guide to the commands that belongs to the core, with every button and menu.
func TestTheCoreNamesNoFeature(t *testing.T) {
	core := toolsFor(t, "core")
	all := commands.All(core)
	c := &conversation{world: connect(t, all), named: map[string]*discordtest.Message{}}
	for _, registered := range c.Commands() {
		if slices.Contains([]string{"event", "round", "standings", "quiz"}, registered.Name) {
			t.Errorf("/%s is registered", registered.Name)
		}
	}
	seenBefore := map[string]bool{}
	var press func(path string, m *discordtest.Message, depth int)
	check := func(path string, a *discordtest.Answer, depth int) {
		if a.Message == nil {
			return // a form
		}
		said := seen(a)
		if found := left.FindString(said); found != "" || strings.ContainsAny(said, "\ue960\ue961") || strings.TrimSpace(a.Message.Text()) == "" {
			t.Errorf("%s: %q in\n%s", path, found, said)
		}
		press(path, a.Message, depth)
	}
	press = func(path string, m *discordtest.Message, depth int) {
		for _, control := range controlsOf(m.Tree()) {
			values := []string{""}
			for _, o := range control.Options {
				values = append(values, o.Value)
			}
			if control.Options != nil {
				values = values[1:]
			}
			for _, value := range values {
				key := anyNumber.ReplaceAllString(control.CustomID, "#") + " " + value
				if seenBefore[key] || depth == 0 {
					continue
				}
				seenBefore[key] = true
				c.Restore(m) // an earlier press may have changed the message
				var answer *discordtest.Answer
				var err error
				if control.Options != nil {
					answer, err = c.Select(within(t), discordtest.Anna, m, control.CustomID, value)
				} else {
					answer, err = c.Press(within(t), discordtest.Anna, m, control.CustomID)
				}
				if err != nil {
					t.Fatalf("%s › %s%s: %v", path, control.Label, value, err)
				}
				check(path+" › "+control.Label+value, answer, depth-1)
			}
		}
	}
	for _, command := range all {
		if command.Hidden || command.InMenu() {
			continue
		}
		for _, line := range []string{"Anna: " + command.Example, "Anna, who manages the server: " + command.Example, "Anna: /encode position:nothing", "Anna, who manages the server: /forget what:server"} {
			m := typed.FindStringSubmatch(line)
			answer, err := c.slash(within(t), people[m[1]], m[2], m[3], m[4])
			if err != nil {
				t.Fatal(line, err)
			}
			check(line, answer, 4)
		}
	}
	if len(seenBefore) < 200 {
		t.Errorf("only %d buttons and lines of menus", len(seenBefore))
	}
	for _, topic := range []string{"privacy", "playing", "castling-effects", "castling-board"} {
		answer, err := c.slash(within(t), discordtest.Anna, "", "about", " topic:"+topic)
		if err != nil {
			t.Fatal(err)
		}
		check(topic, answer, 1)
	}
}

var anyNumber = regexp.MustCompile(`\d+`)

// toolsFor returns tools with a choice of the commands.
func toolsFor(t *testing.T, setting string) feature.Tools {
	t.Helper()
	tools := tools(t)
	tools.Choice, _ = commands.Choose(setting)
	return tools
}

// controlsOf lists the buttons and menus that can be used.
func controlsOf(tree []discordtest.Component) (controls []discordtest.Component) {
	for _, c := range tree {
		if c.CustomID != "" && !c.Disabled {
			controls = append(controls, c)
		}
		controls = append(controls, controlsOf(c.Components)...)
	}
	return controls
}
