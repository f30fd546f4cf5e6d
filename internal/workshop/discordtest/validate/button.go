package validate

const styleLink = 5

// button checks a button. A link has an address, and all others have a custom_id. None of
// them has both.
func (k *Components) button(v Value) {
	if !v.Get("style").Required() {
		return
	}
	style, _ := v.Get("style").OneOf(1, 2, 3, 4, styleLink)
	label := v.Get("label").Text(0, 80)
	v.Get("disabled").Boolean()
	remarkEmoji(v)
	if label == "" {
		v.Fault("BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI", "A button must have a label or an emoji")
	}
	if style == styleLink {
		onlyField(v, "url", "custom_id", "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
		v.Get("url").Link(512, "http", "https", "discord")
		return
	}
	onlyField(v, "custom_id", "url", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
	k.customID(v.Get("custom_id"))
}

// onlyField requires a field, and refuses another one.
func onlyField(v Value, name, other, code, message string) {
	if v.Get(name).Null() {
		v.Get(name).Fault(code, "%s", message)
	}
	if !v.Get(other).Null() {
		v.Fault("BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", "A button with %s cannot have %s", name, other)
	}
}

// customID checks the custom_id of a button, menu or input. A message or form has each only
// once.
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

// remarkEmoji adds a remark for the emoji of a button or of an option.
func remarkEmoji(v Value) {
	if !v.Get("emoji").Null() {
		v.Remark("emoji are unknown here")
	}
}
