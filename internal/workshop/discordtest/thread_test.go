package discordtest

import (
	"testing"
	"time"
)

// A message can have one thread. Messages can be sent to the thread.
func TestThread(t *testing.T) {
	now := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	s := serve(t, Clock(func() time.Time { return now }))
	id := post(t, s, `{"content":"x"}`)
	begin := attempt{method: "POST", path: channelMessages + "/" + id + "/threads", json: `{"name":"` + long(100) + `","auto_archive_duration":60}`}
	status, answer := begin.send(t, s)
	wantStatus(t, status, answer, 201, 0)
	meta, _ := answer["thread_metadata"].(map[string]any)
	if answer["id"] != id || answer["type"] != 11.0 || answer["parent_id"] != ChannelID || answer["guild_id"] != GuildID || answer["name"] != long(100) {
		t.Errorf("%v", answer)
	}
	if meta["auto_archive_duration"] != 60.0 || meta["archived"] != false || meta["locked"] != false || meta["create_timestamp"] != "2027-01-01T00:00:00.000000+00:00" {
		t.Errorf("%v", meta)
	}
	thread := Place{GuildID, id}
	postTo(t, s, thread, `{"content":"y"}`)
	if n := len(s.Messages(thread)); n != 1 || len(s.Messages(Channel)) != 1 {
		t.Errorf("%d messages in the thread", n)
	}
	if m := s.Messages(Channel)[0].json(); m.Flags != 32 || m.Thread.(map[string]any)["id"] != id {
		t.Errorf("%+v", m)
	}
	wantUnbroken(t, s)
	status, answer = begin.send(t, s)
	wantStatus(t, status, answer, 400, 160004)
	wantBroken(t, s, "160004")
	inside := s.Messages(thread)[0].ID
	status, answer = attempt{method: "POST", path: "/channels/" + id + "/messages/" + inside + "/threads", json: `{"name":"x"}`}.send(t, s)
	wantStatus(t, status, answer, 400, 50024)
	direct := postTo(t, s, Anna.DM(), `{"content":"x"}`)
	status, answer = attempt{method: "POST", path: "/channels/" + Anna.DM().ChannelID + "/messages/" + direct + "/threads", json: `{"name":"x"}`}.send(t, s)
	wantStatus(t, status, answer, 400, 50024)
	status, answer = attempt{method: "POST", path: channelMessages + "/1/threads", json: `{"name":"x"}`}.send(t, s)
	wantStatus(t, status, answer, 404, 10008)
}

func TestThreadDurations(t *testing.T) {
	s := serve(t)
	for _, minutes := range []string{"60", "1440", "4320", "10080", "null"} {
		id := post(t, s, `{"content":"x"}`)
		status, answer := attempt{method: "POST", path: channelMessages + "/" + id + "/threads", json: `{"name":"x","auto_archive_duration":` + minutes + `}`}.send(t, s)
		wantStatus(t, status, answer, 201, 0)
	}
	wantUnbroken(t, s)
}

// The bot opens direct messages and writes to people that it knows.
func TestDirectMessages(t *testing.T) {
	s := serve(t)
	open := func(id string) (int, map[string]any) {
		return attempt{method: "POST", path: "/users/@me/channels", json: `{"recipient_id":"` + id + `"}`}.send(t, s)
	}
	status, answer := open(Anna.ID)
	wantStatus(t, status, answer, 200, 0)
	if answer["id"] != Anna.DM().ChannelID || answer["type"] != 1.0 || answer["recipients"].([]any)[0].(map[string]any)["username"] != "Anna" {
		t.Errorf("%v", answer)
	}
	postTo(t, s, Anna.DM(), `{"content":"x"}`)
	if n := len(s.Messages(Anna.DM())); n != 1 {
		t.Errorf("%d messages", n)
	}
	dora := User{"500000000000000001", "Dora"}
	s.people.add(dora)
	status, answer = open(dora.ID)
	wantStatus(t, status, answer, 200, 0)
	postTo(t, s, dora.DM(), `{"content":"x"}`)
	wantUnbroken(t, s)
	status, answer = open("500000000000000002")
	wantStatus(t, status, answer, 400, 50033)
	s.people.add(Bot)
	status, answer = open(Bot.ID)
	wantStatus(t, status, answer, 400, 50033)
	status, answer = open("Anna")
	s.TakeBroken()
	wantStatus(t, status, answer, 400, 50035)
	status, answer = attempt{method: "POST", path: "/users/@me/channels", json: `{}`}.send(t, s)
	wantFault(t, s, status, answer, "recipient_id", "BASE_TYPE_REQUIRED")
}
