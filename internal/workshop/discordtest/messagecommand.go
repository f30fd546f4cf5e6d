package discordtest

import (
	"context"
	"fmt"
	"unicode/utf8"
)

// longestMessage is the largest number of characters in a person's message.
const longestMessage = 2000

// Write writes a message in a place. The bot gets no event.
func (s *Server) Write(who User, where Place, content string, files ...Upload) (*Message, error) {
	if n := utf8.RuneCountInString(content); n == 0 && files == nil || n > longestMessage {
		return nil, fmt.Errorf("a message has 1 to %d characters, not %d", longestMessage, n)
	}
	where = where.of(who)
	s.enter(who, where)
	m := &Message{ID: s.ids.next(), Created: s.ids.now(), GuildID: where.GuildID, ChannelID: where.ChannelID, Author: who, Content: content}
	for _, f := range files {
		m.Attachments = append(m.Attachments, s.upload(f, where))
	}
	s.show(m)
	return m, nil
}

// UseOn uses a message command on the current state of a message, like a choice under
// Apps in the menu of the message.
func (s *Server) UseOn(ctx context.Context, who User, m *Message, name string, details ...Detail) (*Answer, error) {
	target, err := s.visible(who, m)
	if err != nil {
		return nil, err
	}
	command, err := s.usableCommand(messageCommand, name, who, target.place())
	if err != nil {
		return nil, err
	}
	data := command.data()
	data.TargetID = target.ID
	data.Resolved = &resolvedJSON{Messages: map[string]*messageJSON{target.ID: target.json()}}
	it, err := s.newCommandInteraction(kindCommand, command, who, target.place())
	if err != nil {
		return nil, err
	}
	it.target = target.ID
	return s.send(ctx, it, s.interactionJSON(it, data), details)
}

// UseOnPerson uses a user command on a person, like a choice under Apps in the menu of their name.
func (s *Server) UseOnPerson(ctx context.Context, who User, where Place, target User, name string, details ...Detail) (*Answer, error) {
	where = where.of(who)
	s.enter(who, where)
	command, err := s.usableCommand(userCommand, name, who, where)
	if err != nil {
		return nil, err
	}
	data := command.data()
	data.TargetID, data.Resolved = target.ID, &resolvedJSON{Users: map[string]userJSON{target.ID: target.json()}}
	if where.GuildID != "" {
		data.Resolved.Members = map[string]map[string]any{target.ID: target.partialMember()}
	}
	it, err := s.newCommandInteraction(kindCommand, command, who, where)
	if err != nil {
		return nil, err
	}
	return s.send(ctx, it, s.interactionJSON(it, data), details)
}
