package discordtest

import "strings"

// Button styles with rules of their own.
const (
	styleLink    = 5
	stylePremium = 6
)

// button checks a button: a link has an address, a premium button a product,
// all others a custom_id; each has that alone.
func (k *inspector) button(v value) {
	if !v.get("style").required() {
		return
	}
	style, _ := v.get("style").oneOf(1, 2, 3, 4, 5, 6)
	label := v.get("label").text(0, 80)
	v.get("disabled").boolean()
	k.emoji(v.get("emoji"))
	if label == "" && v.get("emoji").null() && style != stylePremium {
		v.fault("BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI", "A button must have a label or an emoji")
	}
	switch style {
	case styleLink:
		k.onlyField(v, "url", "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
		v.get("url").link(512, "http", "https", "discord")
	case stylePremium:
		k.onlyField(v, "sku_id", "BUTTON_COMPONENT_SKU_ID_REQUIRED", "A sku id is required")
	default:
		k.onlyField(v, "custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
		k.customID(v.get("custom_id"))
	}
}

// onlyField demands one of the fields that exclude each other on a button.
func (k *inspector) onlyField(v value, name, code, message string) {
	if v.get(name).null() {
		v.get(name).fault(code, "%s", message)
	}
	for _, other := range []string{"url", "custom_id", "sku_id"} {
		if other != name && !v.get(other).null() {
			v.fault("BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", "A button with %s cannot have %s", name, other)
		}
	}
}

func (k *inspector) customID(v value) {
	id := v.text(1, 100)
	if id == "" {
		return
	}
	if k.customIDs[id] {
		v.fault("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	k.customIDs[id] = true
}

// emoji is one of Unicode by its characters, or one of Discord's by id and name.
func (k *inspector) emoji(v value) {
	if v.null() || !v.object() {
		return
	}
	name := v.get("name").text(0, 32)
	id := v.get("id").text(0, 20)
	unicode := strings.ContainsFunc(name, func(r rune) bool { return r > 0x7F })
	if id == "" && !unicode || id != "" && !isSnowflake(id) {
		v.fault("COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

func (k *inspector) menu(v value, t int) {
	if v.get("custom_id").required() {
		k.customID(v.get("custom_id"))
	}
	v.get("placeholder").text(0, 150)
	v.get("disabled").boolean()
	low, high := int64(1), int64(1)
	if n, ok := v.get("min_values").integer(0, 25); ok {
		low = n
	}
	if n, ok := v.get("max_values").integer(1, 25); ok {
		high = n
	}
	if low > high {
		v.get("min_values").fault("SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "min_values must not exceed max_values")
	}
	if t == typeMenu {
		k.options(v.get("options"), low, high)
		return
	}
	if defaults := v.get("default_values").list(0, 25); int64(len(defaults)) > high {
		v.get("default_values").fault("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More default values than max_values")
	}
}

func (k *inspector) options(v value, low, high int64) {
	if !v.required() {
		return
	}
	values, defaults := map[string]bool{}, int64(0)
	options := v.list(1, 25)
	for _, o := range options {
		if !o.object() {
			continue
		}
		if k.option(o, values) {
			defaults++
		}
	}
	n := int64(len(options))
	if low > n || high > n {
		v.fault("SELECT_COMPONENT_TOO_FEW_OPTIONS", "min_values and max_values must not exceed the number of options")
	}
	if defaults > high {
		v.fault("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More default options than max_values")
	}
}

// option checks one line of a menu and tells whether it is chosen by default.
func (k *inspector) option(v value, values map[string]bool) bool {
	if v.get("label").required() {
		v.get("label").text(1, 100)
	}
	if v.get("value").required() {
		s := v.get("value").text(1, 100)
		if values[s] {
			v.fault("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[s] = true
	}
	v.get("description").text(0, 100)
	k.emoji(v.get("emoji"))
	return v.get("default").boolean()
}
