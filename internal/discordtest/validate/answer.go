package validate

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
