package commands

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands/feature"
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
	others := map[string][]string{} // the commands of features that people may do without
	for _, f := range Features {
		if f.Name != feature.Core {
			others[f.Name] = f.Names
		}
	}
	isOfOther := func(name string) bool {
		return slices.ContainsFunc(slices.Collect(maps.Values(others)), func(names []string) bool { return slices.Contains(names, name) })
	}
	wants := map[string][]string{
		"": all, "core,all": all,
		"core," + strings.Join(slices.Collect(maps.Keys(others)), ","): all,
		"sp, random, /fritz": {"sp", "fritz", "random"},
		"ENCODE":             {"encode", "Explain this position"},
		"find,castle":        {"castle", "Can I castle here?", "find"},
		"core":               slices.DeleteFunc(slices.Clone(all), isOfOther),
	}
	for setting, want := range wants {
		if got := offered(setting); !slices.Equal(got, want) {
			t.Errorf("COMMANDS=%s offers\n%q, want\n%q", setting, got, want)
		}
	}
	if _, unknown := Choose("core, chess"); unknown != "chess" {
		t.Errorf("unknown: %q", unknown)
	}
	for name := range others {
		choice, _ := Choose("core," + name)
		if off := choice.SwitchedOff(); slices.Contains(off, name) || len(off) != len(others)-1 {
			t.Errorf("COMMANDS=core,%s switches %q off", name, off)
		}
	}
}
