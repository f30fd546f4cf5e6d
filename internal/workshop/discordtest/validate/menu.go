package validate

// menu checks a select menu, in which people choose one option.
func (k *Components) menu(v Value) {
	if v.Get("custom_id").Required() {
		k.customID(v.Get("custom_id"))
	}
	v.Get("placeholder").Text(0, 150)
	v.Get("disabled").Boolean()
	for _, name := range []string{"min_values", "max_values"} {
		if !v.Get(name).Null() {
			v.Get(name).Remark("%s is unknown here: people choose one option", name)
		}
	}
	if options := v.Get("options"); options.Required() && defaultsOf(options, 1, 25) > 1 {
		options.Fault("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More default options than max_values")
	}
}

// defaultsOf checks a list of least to most options, and returns how many of them are
// chosen by default.
func defaultsOf(v Value, least, most int) (defaults int) {
	values := map[string]bool{}
	for _, o := range v.List(least, most) {
		if o.Object() && menuOption(o, values) {
			defaults++
		}
	}
	return defaults
}

// menuOption checks one option, adds its value to values, and reports whether the option
// is chosen by default.
func menuOption(v Value, values map[string]bool) bool {
	if v.Get("label").Required() {
		v.Get("label").Text(1, 100)
	}
	if v.Get("value").Required() {
		s := v.Get("value").Text(1, 100)
		if values[s] {
			v.Fault("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[s] = true
	}
	v.Get("description").Text(0, 100)
	remarkEmoji(v)
	return v.Get("default").Boolean()
}
