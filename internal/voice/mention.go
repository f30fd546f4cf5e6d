package voice

import (
	"regexp"
	"strings"
)

// In texts, the name of a slash command stands between these two characters of Unicode's
// private use area. The bot replaces them. People cannot type such names: [Quoted] and
// [Typed] remove the characters.
const (
	MentionStart = '\ue960'
	MentionEnd   = '\ue961'
)

// writtenCommand matches a slash command in one of the bot's own texts, such as
// `/sp path:true`: the name with a subcommand, and the options.
var writtenCommand = regexp.MustCompile("`/([a-z-]+(?: [a-z]+)?)((?: [a-z_]+:[^ `]+)*)`")

// WithMentions makes mentions of the commands in one of the bot's own texts. Their options
// stay code. All messages are read with it.
func WithMentions(text string) string {
	return writtenCommand.ReplaceAllStringFunc(text, func(written string) string {
		parts := writtenCommand.FindStringSubmatch(written)
		mention := string(MentionStart) + parts[1] + string(MentionEnd)
		if options := strings.TrimSpace(parts[2]); options != "" {
			mention += " `" + options + "`"
		}
		return mention
	})
}
