package discordtest

import (
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest/validate"
)

// answers sends a callback and returns the response.
func (it *interaction) answers(t *testing.T, s *Server, json string, files ...string) (int, map[string]any) {
	t.Helper()
	return attempt{method: "POST", path: it.callbackPath(), json: json, files: files}.send(t, s)
}

// edits edits @original.
func (it *interaction) edits(t *testing.T, s *Server, json string, files ...string) (int, map[string]any) {
	t.Helper()
	return attempt{method: "PATCH", path: it.webhookPath() + "/messages/@original", json: json, files: files}.send(t, s)
}

func wantStatus(t *testing.T, status int, answer map[string]any, want int, code float64) {
	t.Helper()
	if status != want || code != 0 && answer["code"] != code {
		t.Errorf("want %d %v, got %d %v", want, code, status, answer)
	}
}

// Discord accepts only some types of answer for each type of interaction. Each answer must
// have the right fields.
func TestCallbackFaults(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		name       string
		kind       int
		json       string
		path, code string
	}{
		{"no type", kindCommand, `{"data":{"content":"x"}}`, "type", "BASE_TYPE_REQUIRED"},
		{"no object", kindCommand, `[]`, "", "MODEL_TYPE_CONVERT"},
		{"no data", kindCommand, `{"type":4}`, "data", "BASE_TYPE_REQUIRED"},
		{"update of a command", kindCommand, `{"type":7,"data":{"content":"x"}}`, "type", "BASE_TYPE_CHOICES"},
		{"deferred update of a command", kindCommand, `{"type":6}`, "type", "BASE_TYPE_CHOICES"},
		{"choices for a command", kindCommand, `{"type":8,"data":{"choices":[]}}`, "type", "BASE_TYPE_CHOICES"},
		{"choices for a button", kindComponent, `{"type":8,"data":{"choices":[]}}`, "type", "BASE_TYPE_CHOICES"},
		{"message for an autocompletion", kindAutocomplete, `{"type":4,"data":{"content":"x"}}`, "type", "BASE_TYPE_CHOICES"},
		{"form after a form", kindModal, `{"type":9,"data":{}}`, "type", "BASE_TYPE_CHOICES"},
		{"update of a form without a message", kindModal, `{"type":7,"data":{"content":"x"}}`, "type", "BASE_TYPE_CHOICES"},
		{"type 3", kindCommand, `{"type":3}`, "type", "BASE_TYPE_CHOICES"},
		{"deferral of choices", kindAutocomplete, `{"type":5}`, "type", "BASE_TYPE_CHOICES"},
		{"26 choices", kindAutocomplete, `{"type":8,"data":{"choices":` + many(26, `{"name":"%d","value":"x"}`) + `}}`, "data.choices", "BASE_TYPE_MAX_LENGTH"},
		{"choice of another type", kindAutocomplete, `{"type":8,"data":{"choices":[{"name":"a","value":"x"}]}}`, "data.choices.0.value", "NUMBER_TYPE_COERCE"},
		{"choice without name", kindAutocomplete, `{"type":8,"data":{"choices":[{"name":"","value":1}]}}`, "data.choices.0.name", "BASE_TYPE_BAD_LENGTH"},
		{"choice name too long", kindAutocomplete, `{"type":8,"data":{"choices":[{"name":"` + long(101) + `","value":1}]}}`, "data.choices.0.name", "BASE_TYPE_BAD_LENGTH"},
		{"choice without value", kindAutocomplete, `{"type":8,"data":{"choices":[{"name":"a"}]}}`, "data.choices.0.value", "BASE_TYPE_REQUIRED"},
		{"form without title", kindCommand, `{"type":9,"data":{"custom_id":"x","components":[{"type":1}]}}`, "data.title", "BASE_TYPE_REQUIRED"},
		{"form without fields", kindCommand, `{"type":9,"data":{"custom_id":"x","title":"x","components":[]}}`, "data.components", "BASE_TYPE_BAD_LENGTH"},
		{"form with a label without a component", kindCommand, `{"type":9,"data":{"custom_id":"x","title":"x","components":[{"type":18,"label":"x"}]}}`, "data.components.0.component", "BASE_TYPE_REQUIRED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			it := pending(s, c.kind)
			it.focused = validate.OptionInteger
			status, answer := it.answers(t, s, c.json)
			wantFault(t, s, status, answer, c.path, c.code)
		})
	}
}

// An interaction is answered once, in time and with its own token. The answer is not empty.
func TestCallbackOnce(t *testing.T) {
	s := serve(t, Deadline(5*time.Minute))
	it := pending(s, kindCommand)
	status, answer := it.answers(t, s, `{"type":4,"data":{}}`)
	wantStatus(t, status, answer, 400, 50006)
	wantBroken(t, s, "50006")
	status, answer = attempt{method: "POST", path: "/interactions/1/" + it.token + "/callback", json: `{"type":4,"data":{"content":"x"}}`}.send(t, s)
	wantStatus(t, status, answer, 404, 10062)
	status, answer = attempt{method: "POST", path: "/interactions/" + it.id + "/x/callback", json: `{"type":4,"data":{"content":"x"}}`}.send(t, s)
	wantStatus(t, status, answer, 404, 10062)
	status, answer = it.edits(t, s, `{"content":"too early"}`)
	wantStatus(t, status, answer, 404, 10015)
	status, answer = attempt{method: "POST", path: it.callbackPath() + "?with_response=true", json: `{"type":4,"data":{"content":"x"}}`}.send(t, s)
	wantStatus(t, status, answer, 200, 0)
	resource, _ := answer["resource"].(map[string]any)
	if m, _ := resource["message"].(map[string]any); m["content"] != "x" {
		t.Errorf("%v", answer)
	}
	s.TakeBroken()
	status, answer = it.answers(t, s, `{"type":4,"data":{"content":"x"}}`)
	wantStatus(t, status, answer, 400, 40060)
	wantBroken(t, s, "40060")

	late := pending(s, kindCommand)
	late.sent = late.sent.Add(-6 * time.Minute)
	status, answer = late.answers(t, s, `{"type":4,"data":{"content":"x"}}`)
	wantStatus(t, status, answer, 404, 10062)
	wantBroken(t, s, "10062")

	it.sent = it.sent.Add(-time.Hour)
	status, answer = it.edits(t, s, `{"content":"too late"}`)
	wantStatus(t, status, answer, 401, 50027)
	wantBroken(t, s, "50027")
}

// A missed deadline is a mistake of the bot. Slash returns an error, and the token is dead.
func TestDeadline(t *testing.T) {
	s := serve(t, Deadline(time.Millisecond))
	it := s.newInteraction(kindCommand, Anna, Channel)
	s.interactions.add(it)
	if err := s.awaitAnswer(t.Context(), it); err == nil {
		t.Fatal("an answer, although the bot sent none")
	}
	wantBroken(t, s, "by Anna was not answered within 1ms")
	status, answer := it.answers(t, s, `{"type":4,"data":{"content":"x"}}`)
	wantStatus(t, status, answer, 404, 10062)
}

// An edit replaces only the given fields. The attachments list says which files stay.
func TestEdit(t *testing.T) {
	s := serve(t)
	it := pending(s, kindCommand)
	it.answers(t, s, `{"type":4,"data":{"content":"x","components":[`+row(okButton)+`]}}`, "a.png")
	first := s.Messages(Channel)[0]
	step := func(name, json string, files []string, content string, attachments, buttons int) {
		t.Helper()
		status, answer := it.edits(t, s, json, files...)
		m := s.Message(first)
		if status != 200 || m.Content != content || len(m.Attachments) != attachments || len(m.Buttons()) != buttons || m.Edited.IsZero() {
			t.Errorf("%s: %d %v: %+v", name, status, answer, m)
		}
	}
	step("content alone", `{"content":"y"}`, nil, "y", 1, 1)
	step("null components", `{"components":null}`, nil, "y", 1, 1)
	step("no components", `{"components":[]}`, nil, "y", 1, 0)
	step("a second file", `{"attachments":[{"id":"`+first.Attachments[0].ID+`"},{"id":0}]}`, []string{"b.png"}, "y", 2, 0)
	step("the first file alone", `{"attachments":[{"id":"`+first.Attachments[0].ID+`"}]}`, nil, "y", 1, 0)
	step("another file instead", `{"attachments":[{"id":0}]}`, []string{"c.png"}, "y", 1, 0)
	if a := s.Message(first).Attachments[0]; a.Filename != "c.png" {
		t.Errorf("%+v", a)
	}
	if first.Content != "x" || first.Attachments[0].Filename != "a.png" {
		t.Errorf("an edit changed the former state: %+v", first)
	}
	wantUnbroken(t, s)
	status, answer := it.edits(t, s, `{"content":"","attachments":[]}`)
	wantStatus(t, status, answer, 400, 50006)
	status, answer = it.edits(t, s, `{"attachments":[{"id":"123456789012345"}]}`)
	s.TakeBroken()
	wantStatus(t, status, answer, 400, 50035)
	status, answer = attempt{method: "PATCH", path: "/webhooks/1/" + it.token + "/messages/@original", json: `{}`}.send(t, s)
	wantStatus(t, status, answer, 404, 10015)
}

// An edit can set the V2 flag and cannot remove it. Ephemeral stays ephemeral.
func TestEditFlags(t *testing.T) {
	s := serve(t)
	it := pending(s, kindCommand)
	it.answers(t, s, `{"type":4,"data":`+v2(okText)+`}`)
	wantUnbroken(t, s)
	status, answer := it.edits(t, s, `{"flags":0}`)
	wantFault(t, s, status, answer, "flags", "MESSAGE_COMPONENTS_V2_IRREVERSIBLE")
	status, answer = it.edits(t, s, `{"content":"x"}`)
	wantFault(t, s, status, answer, "content", "LEGACY_FIELDS")
	status, answer = it.edits(t, s, `{"flags":32832}`)
	wantStatus(t, status, answer, 200, 0)
	wantBroken(t, s, "cannot make a public answer ephemeral")

	it = pending(s, kindCommand)
	it.answers(t, s, `{"type":4,"data":{"content":"legacy"}}`)
	status, answer = it.edits(t, s, v2(okText))
	wantFault(t, s, status, answer, "content", "LEGACY_FIELDS")
}

// A new picture replaces an old one only if both components and attachments say so.
func TestEditPicture(t *testing.T) {
	s := serve(t)
	it := pending(s, kindCommand)
	it.answers(t, s, `{"type":4,"data":`+v2(okGallery)+`}`, "a.png")
	wantUnbroken(t, s)
	it.edits(t, s, `{"attachments":[{"id":0}]}`, "b.png")
	wantBroken(t, s, "a component still shows attachment")
	it.edits(t, s, `{}`, "c.png")
	wantBroken(t, s, `attachment "c.png" is not shown`)
	it.edits(t, s, `{}`, "d.png")
	wantBroken(t, s, `files[0] "d.png" is not in the attachments list`)
}

// A component is answered in place, later, or with a new message that refers to the old one.
func TestComponentAnswers(t *testing.T) {
	s := serve(t)
	it := pending(s, kindCommand)
	it.answers(t, s, `{"type":4,"data":{"content":"x"}}`)
	first := s.Messages(Channel)[0]
	press := func() *interaction {
		p := pending(s, kindComponent)
		p.pressed = first.ID
		return p
	}
	p := press()
	status, answer := p.answers(t, s, `{"type":6}`)
	wantStatus(t, status, answer, 204, 0)
	if s.Message(first).Content != "x" {
		t.Error("a deferred update changed the message")
	}
	p.edits(t, s, `{"content":"later"}`)
	if s.Message(first).Content != "later" {
		t.Error("the edit after a deferred update is missing")
	}
	press().answers(t, s, `{"type":4,"data":{"content":"new","flags":64}}`)
	list := s.Messages(Channel)
	if len(list) != 2 || list[1].For != Anna || list[1].json().MessageReference.MessageID != first.ID {
		t.Errorf("%+v", list)
	}
	wantUnbroken(t, s)
	p = press()
	p.pressed = "1"
	status, answer = p.answers(t, s, `{"type":7,"data":{"content":"gone"}}`)
	wantStatus(t, status, answer, 404, 10008)
}
