package validate

// maxFormParts is the documented limit. Discord's OpenAPI document says 40.
const maxFormParts = 5

// The component types that may be in a form, and in its labels. Discord also knows other
// menus, uploads and checkboxes in labels, and still accepts action rows, which have been
// deprecated in forms since 25 August 2025.
var (
	inForm  = []int{TypeText, TypeLabel}
	inLabel = []int{TypeInput, TypeUserMenu, TypeRadioGroup}
)

// Form checks a form (modal) that opens in answer to an interaction.
func Form(v Value) {
	if !v.Required() || !v.Object() {
		return
	}
	v.Get("custom_id").requiredText(1, 100)
	v.Get("title").requiredText(1, 45)
	k := &Components{customIDs: map[string]bool{}, IDs: map[int64]bool{}}
	if v.Get("components").Required() {
		for _, part := range v.Get("components").List(1, maxFormParts) {
			k.formPart(part)
		}
	}
}

// requiredText is Text for a value that must not be null.
func (v Value) requiredText(low, high int) string {
	if !v.Required() {
		return ""
	}
	return v.Text(low, high)
}

func (k *Components) formPart(v Value) {
	switch t := k.typed(v, inForm); t {
	case TypeText:
		k.textDisplay(v.Get("content"))
	case TypeLabel:
		v.Get("label").requiredText(1, 45)
		v.Get("description").Text(1, 100)
		if v.Get("component").Required() {
			k.formInput(v.Get("component"))
		}
	}
}

func (k *Components) formInput(v Value) {
	t := k.typed(v, inLabel)
	if t == 0 {
		return
	}
	if v.Get("custom_id").Required() {
		k.customID(v.Get("custom_id"))
	}
	v.Get("required").Boolean()
	switch t {
	case TypeRadioGroup:
		radioGroup(v.Get("options"))
	case TypeUserMenu:
		v.Get("placeholder").Text(0, 150)
		if least, ok := v.Get("min_values").Integer(0, 25); (!ok || least > 0) && v.Get("required").JSON() == false {
			v.Get("min_values").Remark("a menu that may stay empty should say min_values 0")
		}
		for _, person := range v.Get("default_values").List(0, 1) { // one, as max_values is not set
			person.Get("id").Snowflake()
			if kind, _ := person.Get("type").JSON().(string); kind != "user" {
				person.Get("type").Fault("BASE_TYPE_CHOICES", "Value must be one of {'user'}.")
			}
		}
	default:
		textInput(v)
	}
}

func textInput(v Value) {
	const longest = 4000
	if v.Get("style").Required() {
		v.Get("style").OneOf(1, 2)
	}
	v.Get("value").Text(0, longest)
	v.Get("placeholder").Text(0, 100)
	low, hasLow := v.Get("min_length").Integer(0, longest)
	high, hasHigh := v.Get("max_length").Integer(1, longest)
	if hasLow && hasHigh && low > high {
		v.Get("min_length").Fault("TEXT_INPUT_MIN_GREATER_MAX", "min_length must not exceed max_length")
	}
}

func radioGroup(v Value) {
	if v.Required() && defaultsOf(v, 2, 10) > 1 {
		v.Fault("RADIO_GROUP_TOO_MANY_DEFAULT_VALUES", "Only one option can be the default")
	}
}
