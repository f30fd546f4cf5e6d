package validate

// menu checks a select menu.
func (k *Components) menu(v Value) {
	if v.Get("custom_id").Required() {
		k.customID(v.Get("custom_id"))
	}
	v.Get("placeholder").Text(0, 150)
	v.Get("disabled").Boolean()
	low, high := int64(1), int64(1)
	if n, ok := v.Get("min_values").Integer(0, 25); ok {
		low = n
	}
	if n, ok := v.Get("max_values").Integer(1, 25); ok {
		high = n
	}
	if low > high {
		v.Get("min_values").Fault("SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "min_values must not exceed max_values")
	}
	menuOptions(v.Get("options"), low, high)
}

// menuOptions checks the options of a menu in which people choose low to high options.
func menuOptions(v Value, low, high int64) {
	if !v.Required() {
		return
	}
	n, defaults := optionsOf(v, 1, 25)
	if low > n || high > n {
		v.Fault("SELECT_COMPONENT_TOO_FEW_OPTIONS", "min_values and max_values must not exceed the number of options")
	}
	if defaults > high {
		v.Fault("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More default options than max_values")
	}
}

// optionsOf checks a list of least to most options. It returns how many there are, and
// how many of them are chosen by default.
func optionsOf(v Value, least, most int) (n, defaults int64) {
	values := map[string]bool{}
	options := v.List(least, most)
	for _, o := range options {
		if o.Object() && menuOption(o, values) {
			defaults++
		}
	}
	return int64(len(options)), defaults
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
	emoji(v.Get("emoji"))
	return v.Get("default").Boolean()
}
