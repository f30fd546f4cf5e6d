package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/discordtest/validate"
)

// A messageJSON is a message for the page.
type messageJSON struct {
	ID          string           `json:"id"`
	Author      userJSON         `json:"author"`
	Asker       *userJSON        `json:"asker,omitempty"`   // the person whom the message answers
	Command     string           `json:"command,omitempty"` // name of the command that it answers: "sp"
	Target      string           `json:"target,omitempty"`  // id of the message that the command was used on
	Pressed     string           `json:"pressed,omitempty"` // id of the message whose button it answers
	Private     bool             `json:"private"`
	Created     time.Time        `json:"created"`
	Edited      *time.Time       `json:"edited,omitempty"`
	Thread      string           `json:"thread,omitempty"` // name of the thread on this message; "" for none
	Content     string           `json:"content"`          // Markdown; only of a message without components
	Components  json.RawMessage  `json:"components"`       // as Discord returns them
	Attachments []attachmentJSON `json:"attachments"`
}

// An attachmentJSON is a file of a message. Components refer to the file by ID.
type attachmentJSON struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Alt    string `json:"alt"`
	URL    string `json:"url"` // a path on this server
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

func (s *server) messageJSON(m *discordtest.Message) messageJSON {
	j := messageJSON{
		ID: m.ID, Author: userOf(m.Author), Command: m.Command(), Target: m.Target(), Pressed: m.Pressed(),
		Private: m.Private(), Created: m.Created, Content: m.Content,
		Components: m.Components, Attachments: []attachmentJSON{},
	}
	if m.Components == nil {
		j.Components = json.RawMessage("[]")
	}
	if m.Flags&validate.FlagLoading != 0 {
		j.Content = "*" + m.Author.Name + " is thinking…*"
	}
	if m.InteractionUser.ID != "" {
		asker := userOf(m.InteractionUser)
		j.Asker = &asker
	}
	if !m.Edited.IsZero() {
		j.Edited = &m.Edited
	}
	j.Thread = s.threadOf(m)
	for _, a := range m.Attachments {
		path := strings.TrimPrefix(a.URL, s.discord.URL())
		j.Attachments = append(j.Attachments, attachmentJSON{a.ID, a.Filename, a.Description, path, a.Width, a.Height})
	}
	return j
}

// threadOf returns the name of the thread on a message, or "". The thread has the
// same id as the message.
func (s *server) threadOf(m *discordtest.Message) string {
	const hasThread = 1 << 5
	if m.Flags&hasThread == 0 {
		return ""
	}
	for _, ch := range s.discord.Channels(m.GuildID) {
		if ch.ChannelID == m.ID {
			return ch.Name
		}
	}
	return ""
}

// messages lists the messages that the viewer sees, oldest first.
func (s *server) messages(v viewer) []messageJSON {
	list := []messageJSON{}
	for _, m := range s.discord.Messages(v.where) {
		if v.sees(m) {
			list = append(list, s.messageJSON(m))
		}
	}
	return list
}

// getMessages answers /api/messages?who=…&place=… with the visible messages.
func (s *server) getMessages(w http.ResponseWriter, r *http.Request) {
	v, ok := s.viewerOf(r.FormValue("who"), r.FormValue("place"))
	if !ok {
		sendError(w, http.StatusNotFound, "There is no such person or place.")
		return
	}
	send(w, http.StatusOK, map[string][]messageJSON{"messages": s.messages(v)})
}
