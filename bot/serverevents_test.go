package bot_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/workshop/discordtest"
)

var (
	interested = regexp.MustCompile(`^(\w+) is interested in (.+)$`)
	deleted    = regexp.MustCompile(`^a moderator deletes (.+)$`)
)

// atServerEvents carries out an action about the list of events of the server. An event is the last one of its name.
func (c *conversation) atServerEvents(t *testing.T, line string) (said string, ok bool) {
	t.Helper()
	named := func(name string) string {
		for _, e := range slices.Backward(c.ServerEvents(discordtest.GuildID)) {
			if e.Name == name {
				return e.ID
			}
		}
		t.Fatalf("%s: no such event", line)
		return ""
	}
	switch {
	case line == "the server's events":
		return c.listed(), true
	case line == "a moderator lets the bot make no events", line == "a moderator lets the bot make events":
		c.SetGuild(discordtest.GuildID, discordtest.GuildState{CannotCreateEvents: strings.Contains(line, " no ")})
	case interested.MatchString(line):
		m := interested.FindStringSubmatch(line)
		c.TakeInterest(people[m[1]], named(m[2]))
	case deleted.MatchString(line):
		c.DeleteServerEvent(named(deleted.FindStringSubmatch(line)[1]))
	default:
		return "", false
	}
	return "", true
}

var eventStates = map[int]string{
	discordtest.EventScheduled: "scheduled", discordtest.EventActive: "active", discordtest.EventCompleted: "completed", discordtest.EventCanceled: "cancelled",
}

// listed describes the events of the server.
func (c *conversation) listed() string {
	said := ""
	for _, e := range c.ServerEvents(discordtest.GuildID) {
		const format = "Mon 2 Jan 15:04 UTC"
		said += fmt.Sprintf("`%s, %s: %s to %s, %s. %d interested.`\n", e.Name, eventStates[e.Status], e.Starts.UTC().Format(format), e.Ends.UTC().Format(format), e.Place, e.Interested())
		said += e.Description + "\n"
		if e.Picture != nil {
			said += fmt.Sprintf("[picture: %d kB]\n", (len(e.Picture)+512)/1024)
		}
	}
	return said
}
