package validate

// Deferral checks the data of a deferred answer and returns its flags. They only decide
// who sees the message that follows.
func Deferral(v Value) int {
	if !v.Null() && !v.Object() {
		return 0
	}
	flags := NewFlags(v.Get("flags"), AnswerFlags)
	if v.Err() != nil {
		return 0
	}
	if flags&^FlagEphemeral != 0 {
		v.Remark("flags: a deferral fixes ephemerality alone; other flags belong on the edit")
	}
	for _, name := range []string{"content", "embeds", "components", "attachments"} {
		if x := v.Get(name); !x.Empty() && x.v != "" {
			v.Remark("%s: a deferral shows nothing; it belongs on the edit", name)
		}
	}
	return flags & FlagEphemeral
}

// Modal checks a form that opens in answer to an interaction.
func Modal(v Value) {
	if !v.Required() || !v.Object() {
		return
	}
	for name, high := range map[string]int{"custom_id": 100, "title": 45} {
		if v.Get(name).Required() {
			v.Get(name).Text(1, high)
		}
	}
	if v.Get("components").Required() {
		for _, row := range v.Get("components").List(1, 5) {
			row.Get("type").OneOf(TypeRow, TypeText, TypeLabel)
		}
	}
}
