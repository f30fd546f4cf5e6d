package discordtest_test

import (
	"strings"
	"testing"

	"chess960bot/internal/workshop/discordtest/validate"
)

// Building blocks of forms. Only many replaces %d.
const (
	okInput = `{"type":4,"style":1,"custom_id":"i%d"}`
	okRadio = `{"type":21,"custom_id":"r%d","options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}`
)

func form(parts ...string) string {
	return `{"custom_id":"f","title":"Form","components":[` + strings.Join(parts, ",") + `]}`
}

func label(component string) string {
	return `{"type":18,"label":"Question","component":` + component + `}`
}

// input is a form with one text input with further fields.
func input(fields string) string {
	return form(label(`{"type":4,"style":1,"custom_id":"i"` + fields + `}`))
}

// radio is a form with one radio group with these options.
func radio(options string) string {
	return form(label(`{"type":21,"custom_id":"r","options":` + options + `}`))
}

// The paths of faults in forms.
const (
	part   = "components.0"
	inside = "components.0.component"
)

// formFaults breaks each rule of forms once.
var formFaults = []struct{ name, json, path, code string }{
	{"no object", `[]`, "", "MODEL_TYPE_CONVERT"},
	{"no custom id", `{"title":"x","components":[` + okText + `]}`, "custom_id", "BASE_TYPE_REQUIRED"},
	{"custom id too long", `{"custom_id":"` + long(101) + `","title":"x","components":[` + okText + `]}`, "custom_id", "BASE_TYPE_BAD_LENGTH"},
	{"no title", `{"custom_id":"f","components":[` + okText + `]}`, "title", "BASE_TYPE_REQUIRED"},
	{"title empty", `{"custom_id":"f","title":"","components":[` + okText + `]}`, "title", "BASE_TYPE_BAD_LENGTH"},
	{"title too long", `{"custom_id":"f","title":"` + long(46) + `","components":[` + okText + `]}`, "title", "BASE_TYPE_BAD_LENGTH"},
	{"no components", `{"custom_id":"f","title":"x"}`, "components", "BASE_TYPE_REQUIRED"},
	{"nothing inside", form(), "components", "BASE_TYPE_BAD_LENGTH"},
	{"6 components", `{"custom_id":"f","title":"x","components":` + many(6, label(okInput)) + `}`, "components", "BASE_TYPE_BAD_LENGTH"},
	{"no type", form(`{"label":"x"}`), part + ".type", "BASE_TYPE_REQUIRED"},
	{"a container", form(`{"type":17,"components":[` + okText + `]}`), part + ".type", "BASE_TYPE_CHOICES"},
	{"a row", form(row(okInput)), part + ".type", "BASE_TYPE_CHOICES"},
	{"a bare button", form(okButton), part + ".type", "BASE_TYPE_CHOICES"},
	{"a bare input", form(okInput), part + ".type", "BASE_TYPE_CHOICES"},
	{"id twice", form(`{"type":10,"id":1,"content":"x"}`, `{"type":10,"id":1,"content":"x"}`), "components.1.id", "COMPONENT_ID_DUPLICATED"},
	{"text without content", form(`{"type":10}`), part + ".content", "BASE_TYPE_REQUIRED"},
	{"text empty", form(`{"type":10,"content":""}`), part + ".content", "BASE_TYPE_BAD_LENGTH"},

	{"label without a text", form(`{"type":18,"component":` + okInput + `}`), part + ".label", "BASE_TYPE_REQUIRED"},
	{"label empty", form(`{"type":18,"label":"","component":` + okInput + `}`), part + ".label", "BASE_TYPE_BAD_LENGTH"},
	{"label too long", form(`{"type":18,"label":"` + long(46) + `","component":` + okInput + `}`), part + ".label", "BASE_TYPE_BAD_LENGTH"},
	{"label without a component", form(`{"type":18,"label":"x"}`), inside, "BASE_TYPE_REQUIRED"},
	{"description empty", form(`{"type":18,"label":"x","description":"","component":` + okInput + `}`), part + ".description", "BASE_TYPE_BAD_LENGTH"},
	{"description too long", form(`{"type":18,"label":"x","description":"` + long(101) + `","component":` + okInput + `}`), part + ".description", "BASE_TYPE_BAD_LENGTH"},
	{"button in a label", form(label(okButton)), inside + ".type", "BASE_TYPE_CHOICES"},
	{"text in a label", form(label(okText)), inside + ".type", "BASE_TYPE_CHOICES"},

	{"input without a custom id", form(label(`{"type":4,"style":1}`)), inside + ".custom_id", "BASE_TYPE_REQUIRED"},
	{"custom id of an input empty", form(label(`{"type":4,"style":1,"custom_id":""}`)), inside + ".custom_id", "BASE_TYPE_BAD_LENGTH"},
	{"custom id of an input too long", form(label(`{"type":4,"style":1,"custom_id":"` + long(101) + `"}`)), inside + ".custom_id", "BASE_TYPE_BAD_LENGTH"},
	{"custom id of an input twice", form(label(okInput), label(okInput)), "components.1.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
	{"input without a style", form(label(`{"type":4,"custom_id":"i"}`)), inside + ".style", "BASE_TYPE_REQUIRED"},
	{"style 3", form(label(`{"type":4,"style":3,"custom_id":"i"}`)), inside + ".style", "BASE_TYPE_CHOICES"},
	{"placeholder too long", input(`,"placeholder":"` + long(101) + `"`), inside + ".placeholder", "BASE_TYPE_MAX_LENGTH"},
	{"value too long", input(`,"value":"` + long(4001) + `"`), inside + ".value", "BASE_TYPE_MAX_LENGTH"},
	{"required no boolean", input(`,"required":1`), inside + ".required", "BOOLEAN_TYPE_CONVERT"},
	{"min length -1", input(`,"min_length":-1`), inside + ".min_length", "NUMBER_TYPE_MIN"},
	{"min length 4001", input(`,"min_length":4001`), inside + ".min_length", "NUMBER_TYPE_MAX"},
	{"max length 0", input(`,"max_length":0`), inside + ".max_length", "NUMBER_TYPE_MIN"},
	{"max length 4001", input(`,"max_length":4001`), inside + ".max_length", "NUMBER_TYPE_MAX"},
	{"min over max", input(`,"min_length":5,"max_length":4`), inside + ".min_length", "MIN_GREATER_MAX"},

	{"radio group without a custom id", form(label(strings.Replace(okRadio, `"custom_id":"r%d",`, "", 1))), inside + ".custom_id", "BASE_TYPE_REQUIRED"},
	{"radio group without options", form(label(`{"type":21,"custom_id":"r"}`)), inside + ".options", "BASE_TYPE_REQUIRED"},
	{"one option", radio(many(1, `{"label":"%d","value":"%d"}`)), inside + ".options", "BASE_TYPE_BAD_LENGTH"},
	{"11 options", radio(many(11, `{"label":"%d","value":"%d"}`)), inside + ".options", "BASE_TYPE_BAD_LENGTH"},
	{"two defaults", radio(many(2, `{"label":"%d","value":"%d","default":true}`)), inside + ".options", "TOO_MANY_DEFAULT_VALUES"},
	{"option value twice", radio(many(2, `{"label":"%d","value":"a"}`)), inside + ".options.1", "VALUE_DUPLICATED"},
	{"option without a label", radio(many(2, `{"value":"%d"}`)), inside + ".options.0.label", "BASE_TYPE_REQUIRED"},
	{"option without a value", radio(many(2, `{"label":"%d"}`)), inside + ".options.0.value", "BASE_TYPE_REQUIRED"},
	{"option label too long", radio(many(2, `{"label":"`+long(101)+`","value":"%d"}`)), inside + ".options.0.label", "BASE_TYPE_BAD_LENGTH"},
	{"option value too long", radio(many(2, `{"label":"x","value":"%d`+long(100)+`"}`)), inside + ".options.0.value", "BASE_TYPE_BAD_LENGTH"},
	{"option description too long", radio(many(2, `{"label":"x","value":"%d","description":"`+long(101)+`"}`)), inside + ".options.0.description", "BASE_TYPE_MAX_LENGTH"},
}

func TestFormFaults(t *testing.T) {
	for _, c := range formFaults {
		t.Run(c.name, func(t *testing.T) {
			var r validate.Report
			validate.Form(root(t, &r, c.json))
			wantFault(t, r.Err(), c.path, c.code)
		})
	}
}

// Forms at each limit are accepted.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		name, json string
	}{
		{"a text", form(okText)},
		{"5 components", `{"custom_id":"` + long(100) + `","title":"` + long(45) + `","components":` + many(5, label(okRadio)) + `}`},
		{"longest texts", form(`{"type":18,"id":1,"label":"` + long(45) + `","description":"` + long(100) + `","component":{"type":4,"id":2,"style":2,"custom_id":"` + long(100) + `","placeholder":"` + long(100) + `"}}`)},
		{"longest value", input(`,"required":false,"value":"` + long(4000) + `","min_length":0,"max_length":4000`)},
		{"min is max", input(`,"min_length":1,"max_length":1`)},
		{"10 options", radio(many(10, `{"label":"x","value":"%d`+long(99)+`","description":"`+long(100)+`"}`))},
		{"one default", radio(`[{"label":"A","value":"a","default":true},{"label":"B","value":"b","default":false}]`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r validate.Report
			validate.Form(root(t, &r, c.json))
			if err := r.Err(); err != nil {
				t.Error(err)
			}
			if got := r.Remarks(); len(got) > 0 {
				t.Errorf("remarks %q", got)
			}
		})
	}
}
