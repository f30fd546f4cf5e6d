package discordtest

import (
	"encoding/json"
	"slices"
)

// checkOptions checks the options of a command (top) or subcommand: at most 25,
// required ones first, and either subcommands and groups or plain options.
func checkOptions(v value, top bool) {
	names, optional, nested, plain := map[string]bool{}, false, false, false
	for _, o := range v.list(0, 25) {
		if !o.object() || !o.get("type").required() {
			continue
		}
		t, ok := o.get("type").kind(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
		if !ok {
			continue
		}
		checkOption(o, t, top)
		isNested := t <= optionSubcommandGroup
		nested, plain = nested || isNested, plain || !isNested
		if name, _ := o.get("name").v.(string); names[name] {
			o.fault("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
		} else {
			names[name] = true
		}
		required := o.get("required").v == true
		if required && optional {
			o.fault("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !required
	}
	if nested && plain {
		v.fault("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

func checkOption(v value, t int, top bool) {
	checkName(v.get("name"))
	checkLocal(v.get("name_localizations"), checkName)
	checkDescription(v)
	v.get("required").boolean()
	switch t {
	case optionSubcommand:
		checkOptions(v.get("options"), false)
		for _, o := range items(v.get("options")) {
			if n, _ := o.get("type").v.(json.Number); n.String() == "1" || n.String() == "2" {
				v.get("options").fault("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command cannot contain sub-commands or groups")
			}
		}
	case optionSubcommandGroup:
		checkGroup(v, top)
	case optionString, optionInteger, optionNumber:
		checkSuggestions(v, t)
		checkBounds(v, t)
	case optionChannel:
		for _, kind := range v.get("channel_types").list(0, 25) {
			kind.oneOf(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
		}
	}
}

func checkGroup(v value, top bool) {
	if !top {
		v.fault("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command group cannot be nested")
	}
	checkOptions(v.get("options"), false)
	for _, o := range items(v.get("options")) {
		if n, _ := o.get("type").v.(json.Number); n.String() != "1" {
			v.get("options").fault("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command group holds sub-commands alone")
		}
	}
}

// checkSuggestions checks choices and autocomplete, which exclude each other.
func checkSuggestions(v value, t int) {
	choices := v.get("choices")
	if v.get("autocomplete").boolean() && !choices.null() && !isEmptyList(choices.v) {
		v.fault("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", "Autocomplete cannot be used with choices")
	}
	checkChoices(choices, t)
}

// checkChoices checks the choices of an option of this type, or the answer to
// its autocompletion, and returns them. Type 0 admits any value.
func checkChoices(v value, t int) []Choice {
	var out []Choice
	names := map[string]bool{}
	for _, c := range v.list(0, 25) {
		if !c.object() {
			continue
		}
		choice := Choice{Value: checkChoiceValue(c.get("value"), t)}
		if c.get("name").required() {
			choice.Name = c.get("name").text(1, 100)
		}
		checkLocal(c.get("name_localizations"), func(v value) { v.text(1, 100) })
		if names[choice.Name] {
			c.get("name").fault("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Option choice name already exists")
		}
		names[choice.Name] = true
		out = append(out, choice)
	}
	return out
}

func checkChoiceValue(v value, t int) any {
	if !v.required() {
		return nil
	}
	switch t {
	case optionString:
		return v.text(1, 100)
	case optionInteger:
		n, _ := v.integer(-maxInt53, maxInt53)
		return float64(n)
	case optionNumber:
		x, _ := v.float()
		return x
	}
	if n, ok := v.v.(json.Number); ok {
		x, _ := n.Float64()
		return x
	}
	return v.v
}

// maxInt53 is the largest whole number that Discord keeps exactly.
const maxInt53 = 1<<53 - 1

// checkBounds checks min and max of numbers and of string lengths.
func checkBounds(v value, t int) {
	if t == optionString {
		low, hasLow := v.get("min_length").integer(0, 6000)
		high, hasHigh := v.get("max_length").integer(1, 6000)
		if hasLow && hasHigh && low > high {
			v.get("min_length").fault("APPLICATION_COMMAND_OPTION_MIN_GREATER_MAX", "min_length must not exceed max_length")
		}
		return
	}
	if t == optionInteger {
		v.get("min_value").integer(-maxInt53, maxInt53)
		v.get("max_value").integer(-maxInt53, maxInt53)
	}
	low, hasLow := v.get("min_value").float()
	high, hasHigh := v.get("max_value").float()
	if hasLow && hasHigh && low > high {
		v.get("min_value").fault("APPLICATION_COMMAND_OPTION_MIN_GREATER_MAX", "min_value must not exceed max_value")
	}
}

// offers tells whether a choice with that value is among the option's choices.
func (o Option) offers(x any) bool {
	return slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == x })
}
