package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// walkParts draws messages that the bot does not send, and some that it never should.
func walkParts(v *visitor) {
	for _, test := range []struct{ name, message, probe, want string }{
		{"content", `{"content": "**x** <b>"}`, `html(".text")`, "<p><strong>x</strong> &lt;b&gt;</p>"},
		{"unknown type", `{"components": [{"type": 99}, {"type": 10, "content": "after"}]}`, `text`, "after"},
		{"script link", `{"components": [{"type": 1, "components": [{"type": 2, "style": 5, "label": "x", "url": "javascript:alert(1)"}]}]}`,
			`html(".row")`, ""},
		{"hostile label", `{"components": [{"type": 1, "components": [{"type": 2, "style": 4, "label": "<i>", "custom_id": "\"><i>"}]}]}`,
			`html(".row button.danger")`, "&lt;i&gt;"},
		{"disabled", `{"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x", "disabled": true}]}]}`,
			`String(find(".primary").disabled)`, "true"},
		{"accent", `{"components": [{"type": 17, "accent_color": 255, "components": [{"type": 10, "content": "x"}]}]}`,
			`find(".container").style.getPropertyValue("--accent")`, "#0000ff"},
		{"picture from elsewhere", `{"components": [{"type": 12, "items": [{"media": {"url": "https://a.example/x.png"}}]}]}`,
			`String(find("img"))`, "null"},
		{"select", `{"components": [{"type": 1, "components": [{"type": 3, "custom_id": "how", "placeholder": "Explain by",
			"options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b", "description": "why"}]}]}]}`,
			`(find("select").value = "b", find("select").dispatchEvent(new Event("change")), chosen)`, "how: b of Explain by, A, B why"},
	} {
		v.t.Run(test.name, func(t *testing.T) {
			if got := v.draw(test.message, test.probe); !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// draw draws a message and evaluates a probe of it. message has only the unusual fields, as
// JSON.
func (v *visitor) draw(message, probe string) string {
	v.t.Helper()
	usual := map[string]any{
		"id": "1", "author": userJSON{Name: "chess960", Bot: true}, "created": "2026-01-02T03:04:05Z",
		"content": "", "components": []any{}, "attachments": []any{},
	}
	if err := json.Unmarshal([]byte(message), &usual); err != nil {
		v.t.Fatal(err)
	}
	whole, _ := json.Marshal(usual)
	return v.js(fmt.Sprintf(`import("/message.js").then(({ drawMessage }) => {
		let chosen = "";
		const article = drawMessage(%s, { choose: (message, id, value, control) => {
			chosen = id + ": " + value + (control.options ? " of " + [...control.options].map((o) => o.text).join(", ") : "");
		} });
		const find = (selector) => article.querySelector(selector), html = (selector) => find(selector).innerHTML;
		const text = find(".body").textContent;
		return %s;
	})`, whole, probe))
}
