package validate

import "strings"

// Button styles that have special rules.
const (
	styleLink    = 5
	stylePremium = 6
)

// button checks a button. A link has an address, a premium button has a product,
// and all others have a custom_id. None of them has two of these.
func (k *Components) button(v Value) {
	if !v.Get("style").Required() {
		return
	}
	style, _ := v.Get("style").OneOf(1, 2, 3, 4, 5, 6)
	label := v.Get("label").Text(0, 80)
	v.Get("disabled").Boolean()
	emoji(v.Get("emoji"))
	if label == "" && v.Get("emoji").Null() && style != stylePremium {
		v.Fault("BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI", "A button must have a label or an emoji")
	}
	switch style {
	case styleLink:
		onlyField(v, "url", "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
		v.Get("url").Link(512, "http", "https", "discord")
	case stylePremium:
		onlyField(v, "sku_id", "BUTTON_COMPONENT_SKU_ID_REQUIRED", "A sku id is required")
	default:
		onlyField(v, "custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
		k.customID(v.Get("custom_id"))
	}
}

// onlyField requires the field, and refuses the other fields that name a target.
func onlyField(v Value, name, code, message string) {
	if v.Get(name).Null() {
		v.Get(name).Fault(code, "%s", message)
	}
	for _, other := range []string{"url", "custom_id", "sku_id"} {
		if other != name && !v.Get(other).Null() {
			v.Fault("BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", "A button with %s cannot have %s", name, other)
		}
	}
}

// customID checks the custom_id of a button or menu. A message has each only once.
func (k *Components) customID(v Value) {
	id := v.Text(1, 100)
	if id == "" {
		return
	}
	if k.customIDs[id] {
		v.Fault("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	k.customIDs[id] = true
}

// emoji checks a Unicode emoji, which has its characters as name, or one of
// Discord's own, which has an id.
func emoji(v Value) {
	if v.Null() || !v.Object() {
		return
	}
	name := v.Get("name").Text(0, 32)
	id := v.Get("id").Text(0, 20)
	unicode := strings.ContainsFunc(name, func(r rune) bool { return r > 0x7F })
	if id == "" && !unicode || id != "" && !isSnowflake(id) {
		v.Fault("COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}
