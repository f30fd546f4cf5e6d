package bot

import (
	"regexp"
	"strings"

	"chess960bot/internal/voice"
)

var (
	// unoffered matches the name of a command that has not become a mention: nobody can use it.
	unoffered = regexp.MustCompile(string(voice.MentionStart) + "([^" + string(voice.MentionEnd) + "]*)" + string(voice.MentionEnd))
	// sentence matches the mark of a list, or the text up to the end of a sentence.
	sentence = regexp.MustCompile(`^(?:- |-# |\d+\. )|.+?(?:[.!?](?:\*\*)? +|$)`)
)

// mention makes mentions of the commands in a text. A sentence that names a command that is not
// offered goes. If no sentence is left, all stay, with the name as people would type it.
func (p printer) mention(text string) string {
	text = p.mentions.Replace(text)
	if !unoffered.MatchString(text) {
		return text
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if !unoffered.MatchString(line) {
			lines = append(lines, line)
			continue
		}
		var kept []string
		for _, s := range sentence.FindAllString(line, -1) {
			if !unoffered.MatchString(s) {
				kept = append(kept, s)
			}
		}
		if said := strings.TrimSpace(strings.Join(kept, "")); len(said) > len("10.") {
			lines = append(lines, said)
		}
	}
	left := strings.TrimSpace(strings.Join(lines, "\n"))
	if left == "" {
		return unoffered.ReplaceAllString(text, "`/$1`")
	}
	return left
}
