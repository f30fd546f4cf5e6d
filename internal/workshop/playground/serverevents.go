package main

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"chess960bot/internal/workshop/discordtest"
)

// A serverEventJSON is an event in the server's list.
type serverEventJSON struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Place       string    `json:"place"`
	State       string    `json:"state"`
	Starts      time.Time `json:"starts"`
	Ends        time.Time `json:"ends"`
	Picture     string    `json:"picture"` // address; "" for none
	Interested  int       `json:"interested"`
	Final       bool      `json:"final"` // it has ended, or was cancelled
}

var serverEventStates = map[int]string{
	discordtest.EventScheduled: "scheduled", discordtest.EventActive: "active",
	discordtest.EventCompleted: "completed", discordtest.EventCanceled: "cancelled",
}

// serverEvents lists the events that the server ever had, the last one first. Discord shows those that are not final.
func (s *server) serverEvents() []serverEventJSON {
	list := []serverEventJSON{}
	for _, e := range slices.Backward(s.discord.ServerEvents(discordtest.GuildID)) {
		j := serverEventJSON{
			ID: e.ID, Name: e.Name, Description: e.Description, Place: e.Place, State: serverEventStates[e.Status], Starts: e.Starts, Ends: e.Ends,
			Interested: e.Interested(), Final: e.Status == discordtest.EventCompleted || e.Status == discordtest.EventCanceled,
		}
		if e.Picture != nil {
			j.Picture = "/server-events/" + e.ID + ".png"
		}
		list = append(list, j)
	}
	return list
}

func (s *server) getServerEvents(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusOK, map[string]any{"events": s.serverEvents()})
}

// A serverEventAsk is the body of a POST to /api/server-events: what a person does with an event. The response is the new
// list.
type serverEventAsk struct {
	Who string `json:"who"` // a user id
	ID  string `json:"id"`  // of the event
	Do  string `json:"do"`  // "interest" or, as a moderator, "delete"
}

func (s *server) postServerEvents(w http.ResponseWriter, r *http.Request) {
	var a serverEventAsk
	if !readJSON(w, r, &a) {
		return
	}
	v, known := s.viewerOf(a.Who, discordtest.ChannelID)
	switch {
	case known && a.Do == "interest":
		s.discord.TakeInterest(v.who, a.ID)
	case known && a.Do == "delete":
		s.discord.DeleteServerEvent(a.ID)
	default:
		sendError(w, http.StatusBadRequest, errors.New("unknown person or deed").Error())
		return
	}
	s.getServerEvents(w, r)
}

// getServerPicture shows the picture of an event: /server-events/1234.png.
func (s *server) getServerPicture(w http.ResponseWriter, r *http.Request) {
	for _, e := range s.discord.ServerEvents(discordtest.GuildID) {
		if e.Picture != nil && r.PathValue("picture") == e.ID+".png" {
			w.Header().Set("Content-Type", "image/png")
			w.Write(e.Picture)
			return
		}
	}
	http.NotFound(w, r)
}
