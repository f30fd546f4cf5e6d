package commands

import (
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// seedRow matches a row of docs/seeds.md: the document, the idea with words in quotes, and
// the command with the buttons to press, if any.
var seedRow = regexp.MustCompile("^\\| (\\d{3}) \\| (.+) \\| `(/[^`]+)`((?:, then `[^`]+`)*) \\|$")

// leftOutRow matches a row of what is left out: the document, the idea and the reason.
var leftOutRow = regexp.MustCompile(`^\| (\d{3}) \| [^|]+ \| [^|]+ \|$`)

// Every idea of the sources is in the answer that docs/seeds.md names for it.
func TestSeedsAreShown(t *testing.T) {
	page, err := os.ReadFile("../docs/seeds.md")
	if err != nil {
		t.Fatal(err)
	}
	all := All(fixedTools(303))
	answers := map[string]string{} // by command and button
	rows := map[string]int{}       // by document, with those that are left out
	leftOut := false
	document := ""
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok {
			document, leftOut = title[:3], title == "Left out on purpose"
		}
		if !strings.HasPrefix(line, "| 0") {
			continue
		}
		if leftOut {
			if left := leftOutRow.FindStringSubmatch(line); left == nil {
				t.Errorf("not a row with a reason: %s", line)
			} else {
				rows[left[1]]++
			}
			continue
		}
		row := seedRow.FindStringSubmatch(line)
		if row == nil || row[1] != document {
			t.Errorf("not a row of document %s: %s", document, line)
			continue
		}
		rows[document]++
		asked := row[3] + "\n" + row[4]
		if _, ok := answers[asked]; !ok {
			answers[asked] = plainWords(allWords(answerOf(t, all, row[3], row[4])))
		}
		words := quoted(row[2])
		if len(words) == 0 {
			t.Errorf("no words in quotes: %s", line)
		}
		for _, words := range words {
			if !strings.Contains(answers[asked], plainWords(words)) {
				t.Errorf("%s: no %q in\n%s", row[3], words, answers[asked])
			}
		}
	}
	// A row goes only to the list of what is left out. With a new idea, the count grows.
	if want := map[string]int{"000": 77, "001": 36, "002": 41, "003": 182}; !maps.Equal(rows, want) {
		t.Errorf("ideas by document, shown or left out: %v, want %v: has a row gone without a reason?", rows, want)
	}
}

// answerOf returns the answer to a command, or to the presses of buttons, one below the
// other: ", then `Step by step`, then `Next`".
func answerOf(t *testing.T, all []chat.Command, typed, presses string) *chat.Reply {
	t.Helper()
	reply, err := chattest.Run(t, all, typed)
	for i, label := range strings.Split(presses, "`") {
		if err == nil && i%2 == 1 {
			reply, err = chattest.Press(t, all, chattest.Anna, chattest.Buttons(reply)[label].CustomID, nil)
		}
	}
	if err != nil {
		t.Fatalf("%s%s: %v", typed, presses, err)
	}
	return reply
}

// allWords returns the texts of a reply, the labels of its buttons and menus, and the
// descriptions of its pictures.
func allWords(reply *chat.Reply) string {
	words := chattest.Text(reply)
	for c := range chattest.Walk(reply.Components) {
		words += "\n" + chattest.English(c.Label)
		for _, option := range c.Options {
			words += "\n" + chattest.English(option.Label)
		}
	}
	for _, p := range reply.Pictures {
		words += "\n" + chattest.English(p.Alt)
	}
	return words
}

// plainWords returns a text without Markdown, with ordinary hyphens and single spaces.
func plainWords(text string) string {
	text = strings.NewReplacer("**", "", "`", "", "\u2011", "-").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

// quoted returns the parts of a text in quotes. A part may have quotes inside.
func quoted(text string) []string {
	var parts []string
	begin, depth := 0, 0
	for i, r := range text {
		switch r {
		case '“':
			if depth++; depth == 1 {
				begin = i + len("“")
			}
		case '”':
			if depth--; depth == 0 {
				parts = append(parts, text[begin:i])
			}
		}
	}
	return parts
}
