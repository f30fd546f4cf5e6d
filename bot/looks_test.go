package bot_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/render"
)

// The bars beside refusals, and beside what was done.
const (
	red   = 0xc0392b
	green = 0x2e8b57
)

var boldName = regexp.MustCompile(`\*\*([^*]+)\*\*`)

// wrongLooks says what is wrong with the looks of an answer. An answer is one container, whose
// bar is green, red or of a theme. A refusal has a way on. At most one button stands out, and a
// deletion never does so alone. No row of a table is wider than a phone.
func (c *conversation) wrongLooks(m *discordtest.Message) (wrong []string) {
	tree := m.Tree()
	if len(tree) != 1 || tree[0].Type != int(discordgo.ContainerComponent) || tree[0].AccentColor == nil {
		return []string{"not one container with a bar"}
	}
	if bar := *tree[0].AccentColor; !slices.Contains(bars(), bar) {
		wrong = append(wrong, fmt.Sprintf("a bar in the colour %06x", bar))
	} else if bar == red && !c.hasWayOn(m) {
		wrong = append(wrong, "a refusal without a command or a button to press")
	}
	styles := map[int]int{}
	for _, b := range m.Buttons() {
		styles[b.Style]++
	}
	switch standOut := styles[int(discordgo.PrimaryButton)]; {
	case styles[int(discordgo.SuccessButton)] > 0 || standOut > 1:
		wrong = append(wrong, "several buttons stand out")
	case styles[int(discordgo.DangerButton)] > 0 && standOut == 0:
		wrong = append(wrong, "only a deletion stands out")
	}
	for _, row := range chattest.TableRows(m.Text()) {
		if isFEN := strings.Contains(row, "/pppppppp/"); utf8.RuneCountInString(row) > chat.MostColumns && !isFEN { // a FEN is copied, not read
			wrong = append(wrong, "a row of a table that breaks on a phone: "+row)
		}
	}
	return wrong
}

// bars are the colours that a bar may have.
func bars() []int {
	all := []int{green, red}
	for _, t := range render.Themes() {
		all = append(all, int(t.Dark.R)<<16|int(t.Dark.G)<<8|int(t.Dark.B))
	}
	return all
}

// everyAnswer looks at all messages of the bot once a conversation is over: at those that
// changed later, and at those that nobody asked for.
func (c *conversation) everyAnswer(t *testing.T) {
	t.Helper()
	var all []*discordtest.Message
	for _, where := range []discordtest.Place{discordtest.Channel, discordtest.Anna.DM(), discordtest.Ben.DM(), discordtest.Cleo.DM()} {
		all = append(all, c.Messages(where)...)
	}
	for _, m := range all {
		if m.Author != discordtest.Bot {
			continue
		}
		for _, wrong := range c.wrongLooks(m) {
			t.Errorf("at the end: %s\n%s", wrong, m.Text())
		}
	}
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
