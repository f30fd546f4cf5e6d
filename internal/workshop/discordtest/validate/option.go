package validate

import "encoding/json"

// Option types, as in Discord's documentation.
const (
	OptionSubcommand = 1
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionUser       = 6
	OptionChannel    = 7
	OptionRole       = 8
	OptionAttachment = 11
)

// MaxInteger is the largest whole number that Discord accepts for an option. A float64
// represents it exactly.
const MaxInteger = 1<<53 - 1

// maxOptionText is the largest length of the text of a string option.
const maxOptionText = 6000

// options checks the options of a command or of a subcommand: at most 25, the required
// ones first, and either subcommands or others.
func options(v Value) {
	names, optional, nested, plain := map[string]bool{}, false, false, false
	for _, o := range v.List(0, 25) {
		if !o.Object() || !o.Get("type").Required() {
			continue
		}
		t, ok := o.Get("type").OneOf(OptionSubcommand, OptionString, OptionInteger,
			OptionBoolean, OptionUser, OptionChannel, OptionRole, OptionAttachment)
		if !ok {
			continue
		}
		option(o, t)
		isNested := t == OptionSubcommand
		nested, plain = nested || isNested, plain || !isNested
		name, _ := o.Get("name").v.(string)
		if names[name] {
			o.Fault("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
		}
		names[name] = true
		required := o.Get("required").v == true
		if required && optional {
			o.Fault("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !required
	}
	if nested && plain {
		v.Fault("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands are mutually exclusive to all other types")
	}
}

func option(v Value, t int) {
	name(v.Get("name"))
	localizations(v.Get("name_localizations"), name)
	description(v)
	v.Get("required").Boolean()
	if v.Get("autocomplete").Boolean() && t != OptionString && t != OptionInteger {
		v.Get("autocomplete").Fault("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "Only texts and numbers can have autocomplete")
	}
	if !v.Get("channel_types").Empty() && t != OptionChannel {
		v.Get("channel_types").Fault("APPLICATION_COMMAND_OPTIONS_CHANNEL_TYPES_INVALID", "Only channels can have channel_types")
	}
	if !v.Get("file_types").Empty() && t != OptionAttachment {
		v.Get("file_types").Fault("APPLICATION_COMMAND_OPTIONS_FILE_TYPES_INVALID", "Only files can have file_types")
	}
	if t != OptionString {
		notOfType(v, "Only texts can have it", "min_length", "max_length")
	}
	if t != OptionInteger {
		notOfType(v, "Only numbers can have it", "min_value", "max_value")
	}
	switch t {
	case OptionSubcommand:
		subcommand(v)
	case OptionString, OptionInteger:
		suggestions(v, t)
		bounds(v.Get("min_length"), v.Get("max_length"), 0, 1, maxOptionText)
		bounds(v.Get("min_value"), v.Get("max_value"), -MaxInteger, -MaxInteger, MaxInteger)
	case OptionChannel:
		for _, kind := range v.Get("channel_types").List(0, 25) {
			kind.OneOf(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
		}
	}
}

func subcommand(v Value) {
	options(v.Get("options"))
	for _, o := range v.Get("options").Items() {
		if Int(o.Get("type").v) == OptionSubcommand {
			v.Get("options").Fault("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command cannot contain sub-commands")
		}
	}
}

// suggestions checks choices and autocomplete. An option has at most one of the two.
func suggestions(v Value, t int) {
	choices := v.Get("choices")
	if v.Get("autocomplete").Boolean() && !choices.Empty() {
		v.Fault("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", "Autocomplete cannot be used with choices")
	}
	Choices(choices, t)
}

// Choice is one of the values that an option offers. Value is a string or a float64.
type Choice struct {
	Name  string
	Value any
}

// Choices checks the choices of an option of type t, or the answer to its
// autocompletion, and returns them. Type 0 accepts values of any type.
func Choices(v Value, t int) []Choice {
	var out []Choice
	names := map[string]bool{}
	for _, c := range v.List(0, 25) {
		if !c.Object() {
			continue
		}
		choice := Choice{Value: choiceValue(c.Get("value"), t)}
		if c.Get("name").Required() {
			choice.Name = c.Get("name").Text(1, 100)
		}
		localizations(c.Get("name_localizations"), func(v Value) { v.Text(1, 100) })
		if names[choice.Name] {
			c.Get("name").Fault("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Option choice name already exists")
		}
		names[choice.Name] = true
		out = append(out, choice)
	}
	return out
}

func choiceValue(v Value, t int) any {
	if !v.Required() {
		return nil
	}
	switch t {
	case OptionString:
		return v.Text(1, 100)
	case OptionInteger:
		n, _ := v.Integer(-MaxInteger, MaxInteger)
		return float64(n)
	}
	if n, ok := v.v.(json.Number); ok {
		x, _ := n.Float64()
		return x
	}
	return v.v
}

// notOfType faults the fields that an option of this type does not have.
func notOfType(v Value, reason string, fields ...string) {
	for _, field := range fields {
		if !v.Get(field).Null() {
			v.Get(field).Fault("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "%s", reason)
		}
	}
}

// bounds checks the bounds of the length of a text, or of a number. leastLow and leastHigh
// are the smallest that each bound may be, and most is the largest.
func bounds(lower, upper Value, leastLow, leastHigh, most int64) {
	low, hasLow := lower.Integer(leastLow, most)
	high, hasHigh := upper.Integer(leastHigh, most)
	if hasLow && hasHigh && low > high {
		lower.Fault("APPLICATION_COMMAND_OPTION_MIN_GREATER_MAX", "the minimum must not exceed the maximum")
	}
}
