package discordtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/workshop/discordtest/validate"
)

// Building blocks of messages.
const (
	okButton  = `{"type":2,"style":1,"label":"OK","custom_id":"ok%d"}`
	okText    = `{"type":10,"content":"text"}`
	okGallery = `{"type":12,"items":[{"media":{"url":"attachment://a.png"},"description":"alt"}]}`
)

func v2(components ...string) string {
	return `{"flags":32768,"components":[` + strings.Join(components, ",") + `]}`
}

func legacy(components ...string) string {
	return `{"content":"x","components":[` + strings.Join(components, ",") + `]}`
}

func row(widgets ...string) string {
	return `{"type":1,"components":[` + strings.Join(widgets, ",") + `]}`
}

func menu(fields, options string) string {
	return row(`{"type":3,"custom_id":"m"` + fields + `,"options":` + options + `}`)
}

func gallery(items string) string { return `{"type":12,"items":` + items + `}` }

// many repeats a JSON text n times as the items of an array; %d is the number.
func many(n int, text string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(text, "%d", fmt.Sprint(i))
	}
	return "[" + strings.Join(items, ",") + "]"
}

// long is a string of n characters.
func long(n int) string { return strings.Repeat("ü", n) }

// root decodes a body.
func root(t *testing.T, r *validate.Report, text string) validate.Value {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var body any
	if err := d.Decode(&body); err != nil {
		t.Fatal(err)
	}
	return r.Root(body)
}

// message applies all rules of messages to a body with files.
func message(v validate.Value, files []string) {
	v2 := validate.NewFlags(v.Get("flags"), validate.AnswerFlags)&validate.FlagComponentsV2 != 0
	text := validate.Content(v.Get("content"))
	validate.CheckAllowedMentions(v.Get("allowed_mentions"), true)
	validate.CheckAttachments(v.Get("attachments"), func(n int) bool { return n < len(files) }, func(string) bool { return false })
	validate.FileNames(v.Get("attachments"), files)
	validate.CheckComponents(v.Get("components"), v2, files)
	if v2 {
		validate.NoLegacyFields(v, text != "")
	}
}

// wantFault expects a fault at a path.
func wantFault(t *testing.T, err error, path, code string) {
	t.Helper()
	refused, ok := errors.AsType[*validate.Error](err)
	if !ok {
		t.Fatalf("want %s at %q, got %v", code, path, err)
	}
	at := refused.Errors
	for key := range strings.SplitSeq(path, ".") {
		if path != "" {
			at, _ = at[key].(map[string]any)
		}
	}
	if !strings.Contains(fmt.Sprint(at["_errors"]), code) {
		t.Errorf("want %s at %q, got %v", code, path, err)
	}
}

// messageFaults breaks each rule of messages once.
var messageFaults = []struct {
	name, data string
	files      int
	path, code string
}{
	{"content too long", `{"content":"` + long(2001) + `"}`, 0, "content", "BASE_TYPE_MAX_LENGTH"},
	{"content no string", `{"content":5}`, 0, "content", "STRING_TYPE_CONVERT"},
	{"flags unknown", `{"content":"x","flags":1}`, 0, "flags", "BITFIELD_TYPE_INVALID"},
	{"flags no number", `{"content":"x","flags":{}}`, 0, "flags", "NUMBER_TYPE_COERCE"},

	{"V2 with content", `{"content":"x","flags":32768,"components":[` + okText + `]}`, 0, "content", "LEGACY_FIELDS"},
	{"V2 with embeds", `{"embeds":[{"title":"x"}],"flags":32768,"components":[` + okText + `]}`, 0, "embeds", "LEGACY_FIELDS"},
	{"V2 with a poll", `{"poll":{},"flags":32768,"components":[` + okText + `]}`, 0, "poll", "LEGACY_FIELDS"},
	{"V2 components without the flag", legacy(okText), 0, "components.0.type", "BASE_TYPE_CHOICES"},
	{"six rows", `{"content":"x","components":` + many(6, row(okButton)) + `}`, 0, "components", "BASE_TYPE_MAX_LENGTH"},
	{"41 components", `{"flags":32768,"components":` + many(39, okText)[:len(many(39, okText))-1] + `,` + row(okButton) + `]}`, 0, "components", "COMPONENT_MAX_TOTAL"},
	{"4001 characters", v2(`{"type":10,"content":"`+long(4000)+`"}`, `{"type":10,"content":"x"}`), 0, "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
	{"empty text display", v2(`{"type":10,"content":""}`), 0, "components.0.content", "BASE_TYPE_BAD_LENGTH"},
	{"no type", v2(`{"content":"x"}`), 0, "components.0.type", "BASE_TYPE_REQUIRED"},
	{"unknown type", v2(`{"type":99}`), 0, "components.0.type", "BASE_TYPE_CHOICES"},
	{"section", v2(`{"type":9}`), 0, "components.0.type", "BASE_TYPE_CHOICES"},
	{"button outside a row", v2(fmt.Sprintf(okButton, 1)), 0, "components.0.type", "BASE_TYPE_CHOICES"},
	{"component no object", v2(`5`), 0, "components.0", "MODEL_TYPE_CONVERT"},
	{"components no list", `{"content":"x","components":{}}`, 0, "components", "LIST_TYPE_CONVERT"},
	{"component id twice", v2(`{"type":10,"id":7,"content":"x"}`, `{"type":10,"id":7,"content":"x"}`), 0, "components.1.id", "COMPONENT_ID_DUPLICATED"},
	{"container in a container", v2(`{"type":17,"components":[{"type":17,"components":[` + okText + `]}]}`), 0, "components.0.components.0.type", "BASE_TYPE_CHOICES"},
	{"empty container", v2(`{"type":17,"components":[]}`), 0, "components.0.components", "BASE_TYPE_BAD_LENGTH"},
	{"container without components", v2(`{"type":17,"components":null}`), 0, "components.0.components", "BASE_TYPE_REQUIRED"},
	{"accent colour too large", v2(`{"type":17,"accent_color":16777216,"components":[` + okText + `]}`), 0, "components.0.accent_color", "NUMBER_TYPE_MAX"},
	{"spoiler no boolean", v2(`{"type":17,"spoiler":"yes","components":[` + okText + `]}`), 0, "components.0.spoiler", "BOOLEAN_TYPE_CONVERT"},

	{"empty gallery", v2(gallery(`[]`)), 0, "components.0.items", "BASE_TYPE_BAD_LENGTH"},
	{"11 pictures", v2(gallery(many(11, `{"media":{"url":"https://example.org/a.png"}}`))), 0, "components.0.items", "BASE_TYPE_BAD_LENGTH"},
	{"alt text too long", v2(gallery(`[{"media":{"url":"attachment://a.png"},"description":"` + long(1025) + `"}]`)), 1, "components.0.items.0.description", "BASE_TYPE_BAD_LENGTH"},
	{"alt text empty", v2(gallery(`[{"media":{"url":"attachment://a.png"},"description":""}]`)), 1, "components.0.items.0.description", "BASE_TYPE_BAD_LENGTH"},
	{"no media", v2(gallery(`[{"description":"x"}]`)), 0, "components.0.items.0.media", "BASE_TYPE_REQUIRED"},
	{"reference without file", v2(okGallery), 0, "components.0.items.0.media.url", "REFERENCED_ATTACHMENT_NOT_FOUND"},
	{"reference to another name", v2(gallery(`[{"media":{"url":"attachment://b.png"}}]`)), 1, "components.0.items.0.media.url", "REFERENCED_ATTACHMENT_NOT_FOUND"},
	{"media of another scheme", v2(gallery(`[{"media":{"url":"ftp://a/b"}}]`)), 0, "components.0.items.0.media.url", "URL_TYPE_INVALID_SCHEME"},
	{"file from elsewhere", v2(`{"type":13,"file":{"url":"https://example.org/a.pdf"}}`), 0, "components.0.file.url", "URL_TYPE_INVALID_SCHEME"},

	{"empty row", legacy(row()), 0, "components.0.components", "BASE_TYPE_BAD_LENGTH"},
	{"row without components", legacy(`{"type":1}`), 0, "components.0.components", "BASE_TYPE_REQUIRED"},
	{"six buttons", legacy(`{"type":1,"components":` + many(6, okButton) + `}`), 0, "components.0.components", "BASE_TYPE_BAD_LENGTH"},
	{"button beside a menu", legacy(row(fmt.Sprintf(okButton, 1), `{"type":3,"custom_id":"u","options":[{"label":"a","value":"a"}]}`)), 0, "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
	{"text in a row", legacy(row(okText)), 0, "components.0.components.0.type", "BASE_TYPE_CHOICES"},
	{"custom_id twice", legacy(row(okButton, okButton)), 0, "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
	{"custom_id too long", legacy(row(`{"type":2,"style":1,"label":"x","custom_id":"` + long(101) + `"}`)), 0, "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"},
	{"custom_id empty", legacy(row(`{"type":2,"style":1,"label":"x","custom_id":""}`)), 0, "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"},
	{"no custom_id", legacy(row(`{"type":2,"style":1,"label":"x"}`)), 0, "components.0.components.0.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"},
	{"no style", legacy(row(`{"type":2,"label":"x","custom_id":"x"}`)), 0, "components.0.components.0.style", "BASE_TYPE_REQUIRED"},
	{"style 6", legacy(row(`{"type":2,"style":6,"label":"x","custom_id":"x"}`)), 0, "components.0.components.0.style", "BASE_TYPE_CHOICES"},
	{"label too long", legacy(row(`{"type":2,"style":1,"custom_id":"x","label":"` + long(81) + `"}`)), 0, "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"},
	{"no label or emoji", legacy(row(`{"type":2,"style":1,"custom_id":"x"}`)), 0, "components.0.components.0", "BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI"},
	{"link without url", legacy(row(`{"type":2,"style":5,"label":"x"}`)), 0, "components.0.components.0.url", "BUTTON_COMPONENT_URL_REQUIRED"},
	{"link with custom_id", legacy(row(`{"type":2,"style":5,"label":"x","url":"https://example.org","custom_id":"x"}`)), 0, "components.0.components.0", "MUTUALLY_EXCLUSIVE"},
	{"button with url", legacy(row(`{"type":2,"style":1,"label":"x","url":"https://example.org","custom_id":"x"}`)), 0, "components.0.components.0", "MUTUALLY_EXCLUSIVE"},
	{"link of another scheme", legacy(row(`{"type":2,"style":5,"label":"x","url":"javascript:1"}`)), 0, "components.0.components.0.url", "URL_TYPE_INVALID_SCHEME"},
	{"link to nowhere", legacy(row(`{"type":2,"style":5,"label":"x","url":"https:///x"}`)), 0, "components.0.components.0.url", "URL_TYPE_INVALID_URL"},

	{"menu without custom_id", legacy(row(`{"type":3,"options":[{"label":"a","value":"a"}]}`)), 0, "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"},
	{"menu without options", legacy(menu("", `[]`)), 0, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"},
	{"menu with null options", legacy(menu("", `null`)), 0, "components.0.components.0.options", "BASE_TYPE_REQUIRED"},
	{"26 options", legacy(menu("", many(26, `{"label":"a","value":"%d"}`))), 0, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"},
	{"option label too long", legacy(menu("", `[{"label":"`+long(101)+`","value":"a"}]`)), 0, "components.0.components.0.options.0.label", "BASE_TYPE_BAD_LENGTH"},
	{"option value empty", legacy(menu("", `[{"label":"a","value":""}]`)), 0, "components.0.components.0.options.0.value", "BASE_TYPE_BAD_LENGTH"},
	{"option description too long", legacy(menu("", `[{"label":"a","value":"a","description":"`+long(101)+`"}]`)), 0, "components.0.components.0.options.0.description", "BASE_TYPE_MAX_LENGTH"},
	{"option value twice", legacy(menu("", many(2, `{"label":"a","value":"a"}`))), 0, "components.0.components.0.options.1", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
	{"two defaults", legacy(menu("", many(2, `{"label":"a","value":"%d","default":true}`))), 0, "components.0.components.0.options", "TOO_MANY_DEFAULT_VALUES"},
	{"placeholder too long", legacy(menu(`,"placeholder":"`+long(151)+`"`, `[{"label":"a","value":"a"}]`)), 0, "components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"},

	{"attachment without file", `{"content":"x","attachments":[{"id":0}]}`, 0, "attachments.0.id", "ATTACHMENT_NOT_FOUND"},
	{"attachment of another number", `{"content":"x","attachments":[{"id":1}]}`, 1, "attachments.0.id", "ATTACHMENT_NOT_FOUND"},
	{"attachment without id", `{"content":"x","attachments":[{"filename":"a.png"}]}`, 1, "attachments.0.id", "BASE_TYPE_REQUIRED"},
	{"attachment alt text too long", `{"content":"x","attachments":[{"id":0,"description":"` + long(1025) + `"}]}`, 1, "attachments.0.description", "BASE_TYPE_MAX_LENGTH"},
	{"allowed_mentions no object", `{"content":"x","allowed_mentions":[]}`, 0, "allowed_mentions", "MODEL_TYPE_CONVERT"},
	{"unknown mention type", `{"content":"x","allowed_mentions":{"parse":["all"]}}`, 0, "allowed_mentions.parse.0", "BASE_TYPE_CHOICES"},
	{"mentioned user no id", `{"content":"x","allowed_mentions":{"users":["Anna"]}}`, 0, "allowed_mentions.users.0", "NUMBER_TYPE_COERCE"},
	{"roles parsed and named", `{"content":"x","allowed_mentions":{"parse":["roles"],"roles":["1"]}}`, 0, "allowed_mentions", "PARSE_EXCLUSIVE"},
}

func TestMessageFaults(t *testing.T) {
	for _, c := range messageFaults {
		t.Run(c.name, func(t *testing.T) {
			var r validate.Report
			message(root(t, &r, c.data), []string{"a.png", "b.png", "c.png"}[:c.files])
			wantFault(t, r.Err(), c.path, c.code)
		})
	}
}

// Messages at the limits are accepted without a remark.
func TestMessageBounds(t *testing.T) {
	for name, data := range map[string]string{
		"content":        `{"content":"` + long(2000) + `"}`,
		"quiet mention":  `{"content":"@everyone","allowed_mentions":{"parse":[]}}`,
		"40 components":  `{"flags":32768,"components":` + many(38, okText)[:len(many(38, okText))-1] + `,` + row(okButton) + `]}`,
		"4000 letters":   v2(`{"type":10,"content":"` + long(4000) + `"}`),
		"25 options":     legacy(menu("", many(25, `{"label":"a","value":"%d"}`))),
		"five by five":   `{"content":"x","components":[` + strings.Join([]string{fives(0), fives(1), fives(2), fives(3), fives(4)}, ",") + `]}`,
		"discord link":   legacy(row(`{"type":2,"style":5,"label":"x","url":"discord://-/channels/1/2"}`)),
		"unknown fields": `{"content":"x","colour":"red","components":null,"embeds":null,"attachments":null}`,
		"all of V2": v2(`{"type":17,"accent_color":0,"components":[`+row(okButton)+`,`+okText+`]}`,
			gallery(`[{"media":{"url":"https://example.org/a.png"}}]`)),
	} {
		t.Run(name, func(t *testing.T) {
			var r validate.Report
			if message(root(t, &r, data), nil); r.Err() != nil || len(r.Remarks()) > 0 {
				t.Error(r.Err(), r.Remarks())
			}
		})
	}
}

func fives(r int) string {
	return `{"type":1,"components":` + many(5, strings.ReplaceAll(okButton, "%d", fmt.Sprint(r)+"-%d")) + `}`
}
