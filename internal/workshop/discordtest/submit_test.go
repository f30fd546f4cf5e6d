package discordtest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// survey is a form with an input of each kind. The second text input and the second radio
// group may stay empty.
const survey = `{"custom_id":"survey","title":"Survey","components":[
	{"type":10,"content":"Two questions"},
	{"type":18,"label":"Word","component":{"type":4,"style":1,"custom_id":"word","min_length":2,"max_length":4}},
	{"type":18,"label":"More","component":{"type":4,"style":2,"custom_id":"more","required":false,"min_length":2}},
	{"type":18,"label":"Colour","component":{"type":21,"custom_id":"colour","options":[{"label":"White","value":"w"},{"label":"Black","value":"b"}]}},
	{"type":18,"label":"Side","component":{"type":21,"custom_id":"side","required":false,"options":[{"label":"King","value":"k"},{"label":"Queen","value":"q","default":%t}]}}]}`

// A person's entries in a form reach the bot as Discord sends them. Entries that Discord's
// client would not send are refused.
func TestSubmit(t *testing.T) {
	form := func(withDefault bool) (f Form) {
		text := strings.Replace(survey, "%t", map[bool]string{true: "true", false: "false"}[withDefault], 1)
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		return f
	}
	entered := func(pairs ...string) map[string]string {
		values := map[string]string{"word": "rook", "colour": "b"}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		return values
	}
	const submitted = `[{"id":1,"type":10},` +
		`{"component":{"custom_id":"word","id":3,"type":4,"value":"rook"},"id":2,"type":18},` +
		`{"component":{"custom_id":"more","id":5,"type":4,"value":""},"id":4,"type":18},` +
		`{"component":{"custom_id":"colour","id":7,"type":21,"value":"b"},"id":6,"type":18},` +
		`{"component":{"custom_id":"side","id":9,"type":21,"value":null},"id":8,"type":18}]`
	for _, c := range []struct {
		name    string
		form    Form
		values  map[string]string
		want    string
		refused string
	}{
		{name: "what is required", form: form(false), values: entered(), want: submitted},
		{name: "a default", form: form(true), values: entered(), want: strings.Replace(submitted, "null", `"q"`, 1)},
		{name: "instead of a default", form: form(true), values: entered("side", "k"), want: strings.Replace(submitted, "null", `"k"`, 1)},
		{name: "everything", form: form(false), values: entered("more", "♜♜", "side", "q"), want: strings.Replace(strings.Replace(submitted, "null", `"q"`, 1), `""`, `"♜♜"`, 1)},
		{name: "no text", form: form(false), values: entered("word", ""), refused: `the input "word" does not admit 0 characters`},
		{name: "text too short", form: form(false), values: entered("word", "♜"), refused: `"word" does not admit 1 characters`},
		{name: "text too long", form: form(false), values: entered("word", "rooks"), refused: `"word" does not admit 5 characters`},
		{name: "optional text too short", form: form(false), values: entered("more", "x"), refused: `"more" does not admit 1 characters`},
		{name: "longest text", form: form(false), values: entered("more", strings.Repeat("x", 4001)), refused: `"more" does not admit 4001 characters`},
		{name: "no choice", form: form(false), values: entered("colour", ""), refused: `the radio group "colour" needs a choice`},
		{name: "no option", form: form(false), values: entered("colour", "White"), refused: `the radio group "colour" has no option "White"`},
		{name: "no input", form: form(false), values: entered("x", ""), refused: `the form has no inputs ["x"]`},
	} {
		got, err := c.form.fillIn(c.values)
		switch text, _ := json.Marshal(got); {
		case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)):
			t.Errorf("%s: want the error %s, got %v", c.name, c.refused, err)
		case c.refused == "" && (err != nil || string(text) != c.want):
			t.Errorf("%s: got %s %v\nwant %s", c.name, text, err, c.want)
		}
	}
}

// A form opens after a press and is submitted under the same message. The bot can update
// that message.
func TestFormUnderAMessage(t *testing.T) {
	seen := make(chan json.RawMessage, 1)
	s, d := start(t, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		var payload any
		switch i.Type {
		case discordgo.InteractionApplicationCommand:
			payload = json.RawMessage(`{"type":4,"data":{"content":"asked","components":[` + row(okButton) + `]}}`)
		case discordgo.InteractionMessageComponent:
			payload = json.RawMessage(`{"type":9,"data":` + strings.Replace(survey, "%t", "true", 1) + `}`)
		default:
			payload = json.RawMessage(`{"type":7,"data":{"content":"answered","components":[]}}`)
		}
		if err := respond(d, i, payload); err != nil {
			t.Error(err)
		}
	})
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		var about struct {
			Type int
			Data struct{ Components json.RawMessage }
		}
		if json.Unmarshal(e.RawData, &about); e.Type == "INTERACTION_CREATE" && about.Type == kindModal {
			seen <- about.Data.Components
		}
	})
	register(t, s, d, pingCommand)
	asked, err := s.Slash(within5s(t), Anna, Channel, "ping", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := asked.Form(); err == nil {
		t.Error("a message is read as a form")
	}
	pressed, err := s.Press(within5s(t), Ben, asked.Message, asked.Message.Buttons()[0].CustomID)
	if err != nil {
		t.Fatal(err)
	}
	form, err := pressed.Form()
	if err != nil || form.Title != "Survey" || len(form.Parts) != 5 || form.Parts[3].Input.Options[1].Label != "Black" {
		t.Fatalf("%+v %v", form, err)
	}
	if _, err := s.Submit(within5s(t), Ben, asked.Message, form, nil); err == nil {
		t.Error("an empty form is submitted")
	}
	answer, err := s.Submit(within5s(t), Ben, asked.Message, form, map[string]string{"word": "rook", "colour": "w"})
	if err != nil || !answer.Updated || answer.Message.Content != "answered" {
		t.Errorf("%+v %v", answer, err)
	}
	if components := string(<-seen); !strings.Contains(components, `"custom_id":"side"`) {
		t.Errorf("the bot got %s", components)
	}
	wantUnbroken(t, s)
}
