package main

import (
	"strings"

	"chess960bot/internal/workshop/discordtest"
)

// optionTypes returns the types of a command's options by name. A subcommand
// follows its command after a space.
func (s *server) optionTypes(command string) map[string]int {
	types := map[string]int{}
	for _, c := range s.discord.Commands() {
		for _, o := range optionsAt(c.Name, c.Options, command) {
			types[o.Name] = o.Type
		}
	}
	return types
}

// optionsAt returns the options of the command or subcommand with the full name
// wanted, or nil. The search starts at the command or subcommand with the full name
// name, which has these options.
func optionsAt(name string, options []discordtest.Option, wanted string) []discordtest.Option {
	if name == wanted {
		return options
	}
	for _, o := range options {
		if full := name + " " + o.Name; full == wanted || strings.HasPrefix(wanted, full+" ") {
			return optionsAt(full, o.Options, wanted)
		}
	}
	return nil
}
