package discordtest

import (
	"strings"
	"testing"
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

func row(widgets ...string) string {
	return `{"type":1,"components":[` + strings.Join(widgets, ",") + `]}`
}

// An answer that breaks a rule of package validate is refused: the path of each fault
// begins below data, and no message appears.
func TestMessageFaults(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		name, data string
		files      []string
		path, code string
	}{
		{"content too long", `{"content":"` + long(2001) + `"}`, nil, "content", "BASE_TYPE_MAX_LENGTH"},
		{"unknown flag", `{"content":"x","flags":1}`, nil, "flags", "BITFIELD_TYPE_INVALID"},
		{"V2 with content", `{"content":"x","flags":32768,"components":[` + okText + `]}`, nil, "content", "LEGACY_FIELDS"},
		{"V2 component without the flag", `{"content":"x","components":[` + okText + `]}`, nil, "components.0.type", "BASE_TYPE_CHOICES"},
		{"reference to another name", v2(okGallery), []string{"b.png"}, "components.0.items.0.media.url", "REFERENCED_ATTACHMENT_NOT_FOUND"},
		{"attachment of another number", `{"content":"x","attachments":[{"id":1}]}`, []string{"a.png"}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"},
		{"allowed_mentions no object", `{"content":"x","allowed_mentions":[]}`, nil, "allowed_mentions", "MODEL_TYPE_CONVERT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			it := pending(s, kindCommand)
			status, answer := it.answers(t, s, `{"type":4,"data":`+c.data+`}`, c.files...)
			wantFault(t, s, status, answer, "data."+c.path, c.code)
			if it.callback != 0 {
				t.Error("a refused answer counts as an answer")
			}
		})
	}
	if n := len(s.Messages(Channel)); n != 0 {
		t.Errorf("%d messages from refused answers", n)
	}
}

// messageRemarks are messages that Discord accepts and Broken lists.
var messageRemarks = []struct {
	name, data string
	files      []string
	words      string
}{
	{"ping of everyone", `{"content":"hello @everyone"}`, nil, "mentions not disarmed: @everyone"},
	{"ping of a person", `{"content":"hello <@204255221017214977>"}`, nil, "mentions not disarmed: <@204"},
	{"ping of a role in a text display", v2(`{"type":10,"content":"<@&1>"}`), nil, "mentions not disarmed: <@&1>"},
	{"embeds", `{"content":"x","embeds":[{"title":"x"}]}`, nil, "embeds are unknown here"},
	{"emoji of a button", `{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"x","emoji":{"name":"♟️"}}]}]}`, nil, "emoji are unknown here"},
	{"emoji of an option", `{"components":[{"type":1,"components":[{"type":3,"custom_id":"x","options":[{"label":"a","value":"a","emoji":{"name":"♟️"}}]}]}]}`, nil, "emoji are unknown here"},
	{"several choices", `{"components":[{"type":1,"components":[{"type":3,"custom_id":"x","max_values":2,"options":[{"label":"a","value":"a"},{"label":"b","value":"b"}]}]}]}`, nil, "max_values is unknown here"},
	{"file not shown", v2(okText), []string{"a.png"}, `attachment "a.png" is not shown`},
	{"file not listed", `{"content":"x","attachments":[]}`, []string{"a.png"}, "files[0] \"a.png\" is not in the attachments list"},
	{"file name with a space", `{"content":"x"}`, []string{"a b.png"}, "would be rewritten"},
	{"two files of one name", `{"content":"x"}`, []string{"a.png", "a.png"}, "two attachments are named"},
	{"text of too many bytes", v2(`{"type":10,"content":"` + strings.Repeat("♜", 3400) + `"}`), nil, "Discord answers 500"},
}

func TestMessageRemarks(t *testing.T) {
	s := serve(t)
	for _, c := range messageRemarks {
		t.Run(c.name, func(t *testing.T) {
			it := pending(s, kindCommand)
			status, answer := attempt{method: "POST", path: it.callbackPath(), json: `{"type":4,"data":` + c.data + `}`, files: c.files}.send(t, s)
			if status != 204 {
				t.Errorf("%d %v", status, answer)
			}
			wantBroken(t, s, c.words)
		})
	}
}
