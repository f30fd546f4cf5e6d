package commands

import (
	"slices"
	"strings"
	"testing"
)

// The names in COMMANDS choose commands, and each command has a name that chooses it.
func TestChoose(t *testing.T) {
	offered := func(setting string) (names []string) {
		choice, unknown := Choose(setting)
		if unknown != "" {
			t.Fatal(unknown)
		}
		tools := fixedTools(0)
		tools.Choice = choice
		for _, c := range All(tools) {
			if !c.Hidden {
				names = append(names, c.Name)
			}
		}
		return names
	}
	all := offered("all")
	for _, name := range all {
		if strings.Contains(name, " ") { // in the menu of a message
			continue
		}
		if got := offered(name); !slices.Contains(got, name) {
			t.Errorf("COMMANDS=%s offers %q", name, got)
		}
	}
	for setting, want := range map[string][]string{
		"": all, "core,all": all, "core,events,quiz": all,
		"sp, random, /fritz": {"sp", "fritz", "random"},
		"ENCODE":             {"encode", "Explain this position"},
		"quiz,castle":        {"castle", "Can I castle here?", "quiz"},
		"core":               slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains([]string{"event", "round", "standings", "quiz"}, name) }),
	} {
		if got := offered(setting); !slices.Equal(got, want) {
			t.Errorf("COMMANDS=%s offers\n%q, want\n%q", setting, got, want)
		}
	}
	if _, unknown := Choose("core, chess"); unknown != "chess" {
		t.Errorf("unknown: %q", unknown)
	}
	if choice, _ := Choose("core,quiz"); !slices.Equal(choice.SwitchedOff(), []string{"events", "play"}) {
		t.Error(choice.SwitchedOff())
	}
}
