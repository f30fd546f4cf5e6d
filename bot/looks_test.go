package bot_test

import (
	"regexp"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/workshop/discordtest"
)

const red = 0xc0392b // the bar beside refusals

var boldName = regexp.MustCompile(`\*\*([^*]+)\*\*`)

// wrongLooks says what is wrong with the looks of an answer. An answer is one container with
// a bar. A refusal has a way on. At most one button stands out, and a deletion never does so
// alone. The buttons of a game by two, with “Rules”, also show what is chosen.
func (c *conversation) wrongLooks(m *discordtest.Message) (wrong []string) {
	tree := m.Tree()
	if len(tree) != 1 || tree[0].Type != int(discordgo.ContainerComponent) || tree[0].AccentColor == nil {
		return []string{"not one container with a bar"}
	}
	if *tree[0].AccentColor == red && !c.hasWayOn(m) {
		wrong = append(wrong, "a refusal without a command or a button to press")
	}
	styles := map[int]int{}
	for _, b := range m.Buttons() {
		styles[b.Style]++
	}
	standOut := styles[int(discordgo.PrimaryButton)] + styles[int(discordgo.SuccessButton)]
	if _, byTwo := m.Button("Rules"); standOut > 1 && !byTwo {
		wrong = append(wrong, "several buttons stand out")
	}
	if styles[int(discordgo.DangerButton)] > 0 && standOut == 0 {
		wrong = append(wrong, "only a deletion stands out")
	}
	return wrong
}

// hasWayOn reports whether a message has a command or a button to press, or names a button of
// an earlier answer.
func (c *conversation) hasWayOn(m *discordtest.Message) bool {
	if commandMention.MatchString(m.Text()) || len(m.Buttons()) > 0 {
		return true
	}
	for _, name := range boldName.FindAllStringSubmatch(m.Text(), -1) {
		for _, earlier := range c.answers {
			if earlier == nil {
				continue
			}
			if _, ok := earlier.Button(name[1]); ok {
				return true
			}
		}
	}
	return false
}
