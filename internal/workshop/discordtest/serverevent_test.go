package discordtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"testing"
	"time"
)

const eventsPath = "/guilds/" + GuildID + "/scheduled-events"

// eventClock is the clock of a stand-in for server events.
type eventClock struct{ at time.Time }

func (c *eventClock) now() time.Time { return c.at }

func (c *eventClock) in(d time.Duration) string { return c.at.Add(d).Format(time.RFC3339) }

// valid returns a new event that begins in an hour and ends in four.
func (c *eventClock) valid(changes ...string) string {
	fields := map[string]any{
		"name": "Thursday", "scheduled_start_time": c.in(time.Hour), "scheduled_end_time": c.in(4 * time.Hour), "privacy_level": 2,
		"entity_type": 3, "entity_metadata": map[string]any{"location": "Club"}, "channel_id": nil,
	}
	for i := 0; i < len(changes); i += 2 {
		delete(fields, changes[i])
		if changes[i+1] != "" {
			fields[changes[i]] = json.RawMessage(changes[i+1])
		}
	}
	text, _ := json.Marshal(fields)
	return string(text)
}

func eventServer(t *testing.T) (*Server, *eventClock) {
	t.Helper()
	c := &eventClock{time.Date(2026, 12, 3, 18, 0, 0, 0, time.UTC)}
	return serve(t, Clock(c.now)), c
}

// send makes a request about server events, and returns its answer.
func sendEvent(t *testing.T, s *Server, method, path, body string, status int, code float64) map[string]any {
	t.Helper()
	got, answer := attempt{method: method, path: eventsPath + path, json: body}.send(t, s)
	wantStatus(t, got, answer, status, code)
	return answer
}

// A server event begins and ends by the clock, as Discord does it. What has ended is final and leaves the list.
func TestServerEventByTheClock(t *testing.T) {
	s, c := eventServer(t)
	id := sendEvent(t, s, "POST", "", c.valid(), 200, 0)["id"].(string)
	s.TakeInterest(Anna, id)
	s.TakeInterest(Ben, id)
	s.TakeInterest(Ben, id)
	if e := sendEvent(t, s, "GET", "/"+id+"?with_user_count=true", "", 200, 0); e["user_count"] != 1.0 || e["creator_id"] != ApplicationID || e["status"] != 1.0 {
		t.Errorf("%v", e)
	}
	sendEvent(t, s, "PATCH", "/"+id, `{"status":3}`, 400, 50035) // not before it has begun
	c.at = c.at.Add(time.Hour)
	sendEvent(t, s, "PATCH", "/"+id, `{"status":4}`, 400, 50035)
	sendEvent(t, s, "PATCH", "/"+id, `{"scheduled_start_time":"`+c.in(time.Hour)+`"}`, 400, 50035)
	sendEvent(t, s, "PATCH", "/"+id, `{"name":"Friday","scheduled_end_time":"`+c.in(5*time.Hour)+`"}`, 200, 0)
	if e := s.ServerEvents(GuildID)[0]; e.Status != EventActive || e.Name != "Friday" || e.Interested() != 1 {
		t.Errorf("%+v", e)
	}
	c.at = c.at.Add(5 * time.Hour)
	sendEvent(t, s, "PATCH", "/"+id, `{"name":"x"}`, 400, 180000)
	if e := s.ServerEvents(GuildID)[0]; e.Status != EventCompleted {
		t.Errorf("%+v", e)
	}
	id = sendEvent(t, s, "POST", "", c.valid(), 200, 0)["id"].(string)
	sendEvent(t, s, "PATCH", "/"+id, `{"status":4}`, 200, 0)
	sendEvent(t, s, "DELETE", "/"+id, "", 204, 0)
	sendEvent(t, s, "GET", "/"+id, "", 404, 10070)
}

// What Discord refuses: wrong fields, a full list, a bot without the permission, and events of others.
func TestServerEventRefusals(t *testing.T) {
	s, c := eventServer(t)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 5, 2))); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range [][2]string{
		{"name", ""}, {"name", `"` + fmt.Sprintf("%0101d", 1) + `"`}, {"name", `""`}, {"scheduled_end_time", ""}, {"entity_metadata", ""},
		{"entity_metadata", `{"location":""}`}, {"entity_metadata", `{"location":"` + fmt.Sprintf("%0101d", 1) + `"}`},
		{"description", `"` + fmt.Sprintf("%01001d", 1) + `"`}, {"channel_id", `"` + ChannelID + `"`}, {"privacy_level", "1"},
		{"scheduled_start_time", `"` + c.in(-time.Second) + `"`}, {"scheduled_end_time", `"` + c.in(time.Minute) + `"`},
		{"scheduled_start_time", `"tomorrow"`}, {"entity_type", "2"}, {"image", `"data:image/png;base64,AAAA"`}, {"color", "1"},
		{"status", "9"},
	} {
		sendEvent(t, s, "POST", "", c.valid(wrong[0], wrong[1]), 400, 50035)
	}
	sendEvent(t, s, "POST", "", c.valid("image", `"data:image/png;base64,`+base64.StdEncoding.EncodeToString(picture.Bytes())+`"`), 200, 0)
	theirs := s.AddServerEvent(ServerEvent{GuildID: GuildID, Name: "Film", Creator: Ben, Starts: c.at.Add(time.Hour), Ends: c.at.Add(2 * time.Hour)})
	sendEvent(t, s, "PATCH", "/"+theirs, `{"name":"x"}`, 403, 50013)
	for len(s.ServerEvents(GuildID)) < 100 {
		s.AddServerEvent(ServerEvent{GuildID: GuildID, Creator: Ben, Starts: c.at.Add(time.Hour), Ends: c.at.Add(2 * time.Hour)})
	}
	sendEvent(t, s, "POST", "", c.valid(), 400, 30038)
	s.DeleteServerEvent(theirs)
	s.SetGuild(GuildID, GuildState{CannotCreateEvents: true})
	sendEvent(t, s, "POST", "", c.valid(), 403, 50013)
	s.LeaveGuild(GuildID)
	sendEvent(t, s, "GET", "", "", 403, 50001)
}
