package commands

import (
	"testing"

	"chess960bot/internal/chat"
)

// People quote values, because other programs want that. Discord sends the quotation marks.
func TestOptionsAreReadWithoutQuotes(t *testing.T) {
	read := 0
	for _, c := range All(fixedTools(0)) {
		options := c.Options
		for _, s := range c.Subcommands {
			options = append(options, s.Options...)
		}
		for _, o := range options {
			o, isText := o.(chat.OptionOf[string])
			if !isText || o.Read(&chat.Request{Options: chat.Options{o.Name(): "x"}}) == "" { // a list of choices
				continue
			}
			read++
			for typed, want := range map[string]string{
				`"518, 534"`: "518, 534", "„518, 534“": "518, 534", "“518”": "518", "«Berlin»": "Berlin", "'7pm'": "7pm", "`Q....KR`": "Q....KR",
				"```RNBQKBNR```": "RNBQKBNR", `"'a'"`: "a", ` "a" `: "a", `"Anna's cup"`: "Anna's cup",
				`The "big" cup`: `The "big" cup`, `"a" and "b"`: `"a" and "b"`, `5"`: `5"`, `"`: `"`, " a": " a",
			} {
				if got := o.Read(&chat.Request{Options: chat.Options{o.Name(): typed}}); got != want {
					t.Errorf("/%s %s: %s is read as %q", c.Name, o.Name(), typed, got)
				}
			}
			if o.Given(&chat.Request{Options: chat.Options{o.Name(): `""`}}) {
				t.Errorf("/%s %s: two quotation marks are a value", c.Name, o.Name())
			}
		}
	}
	if read < 10 {
		t.Errorf("only %d options", read)
	}
}
