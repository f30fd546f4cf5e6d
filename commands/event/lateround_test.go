package event

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/chattest"
)

// “Show the round” under the message that the bot was away shows the round privately to everyone, and
// draws no other one.
func TestShowTheRoundWhenAway(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "study": 10.0})
	c.event("draw", nil)
	e, err := rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"})
	if err != nil {
		t.Fatal(err)
	}
	id := LateID(evening.RoundTrouble{Event: e, Draw: &e.Draws[0], Begins: true})
	press := func(permissions int64) {
		t.Helper()
		reply, err := Command(c.tools).Press(t.Context(), &chat.Request{ID: "98", Asker: chattest.Ben, GuildID: "1", ChannelID: "2", Permissions: permissions, CustomID: id})
		if err != nil || reply.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(reply), "Thursday, round 1 of 2") {
			t.Error(err)
		}
	}
	press(0)
	c.event("void", chat.Options{"round": 1.0})
	press(discordgo.PermissionManageEvents)
	if e, err = rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"}); err != nil || len(e.Draws) != 1 {
		t.Errorf("%d draws, %v", len(e.Draws), err)
	}
}

// plannedInDMs returns an event in direct messages whose first round is planned in an hour, and a
// function that presses a button there.
func (c *club) plannedInDMs() (e *evening.Event, press func(id string) (*chat.Reply, error)) {
	c.Helper()
	ask := func(subcommand, id string, options chat.Options) (*chat.Reply, error) {
		c.asked++
		r := &chat.Request{ID: fmt.Sprint(c.asked), Asker: chattest.Anna, ChannelID: "2", Subcommand: subcommand, CustomID: id, Options: options}
		return askOf(Command(c.tools), c.Context(), r)
	}
	_, opened := ask("new", "", chat.Options{"name": "Thursday", "rounds": 2.0})
	_, planned := ask("draw", "", chat.Options{"at": "1 h"})
	e, err := rows.Of(c).Event(c.Context(), evening.Ref{Channel: "2"})
	if err := errors.Join(opened, planned, err); err != nil {
		c.Fatal(err)
	}
	return e, func(id string) (*chat.Reply, error) { return ask("", id, nil) }
}

// In direct messages, the button under the message that the bot was away draws the round.
func TestDrawARoundWhenAwayInDMs(t *testing.T) {
	c := newClub(t)
	e, press := c.plannedInDMs()
	post, _ := e.RoundPost()
	c.tools.Now = func() time.Time { return post.ExpiresAt }
	if reply, err := press(LateID(evening.RoundTrouble{Event: e, Post: post})); err != nil || !strings.Contains(chattest.Text(reply), "Thursday, round 1 of 2") {
		t.Error(err)
	}
}

// The button under the message that Discord refuses a round tells how things are, in direct messages too.
func TestCheckARefusedRoundInDMs(t *testing.T) {
	c := newClub(t)
	e, press := c.plannedInDMs()
	post, _ := e.RoundPost()
	posts := evening.RoundPosts{Store: rows.Of(c), Chance: c.tools.Draw, Compose: func(*evening.Event, *evening.Draw, string) (outbox.Message, error) { return nil, nil }}
	d, err := posts.Prepare(t.Context(), post, post.DueAt)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Compose(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err = press(LateID(evening.RoundTrouble{Event: e, Post: post})); err == nil || !strings.HasPrefix(err.Error(), "Discord refused my post of round 1 in <#2>") {
		t.Error(err)
	}
}
