package discordtest

import (
	"testing"
	"time"
)

// clock shows the time that the test sets.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

// post sends a message to the default channel and returns its id.
func post(t *testing.T, s *Server, json string) string {
	t.Helper()
	return postTo(t, s, Channel, json)
}

func postTo(t *testing.T, s *Server, p Place, json string) string {
	t.Helper()
	status, answer := attempt{method: "POST", path: "/channels/" + p.ChannelID + "/messages", json: json}.send(t, s)
	wantStatus(t, status, answer, 200, 0)
	id, _ := answer["id"].(string)
	return id
}

// Times and ids come from the clock. Ids increase even if the clock stands still or goes
// back.
func TestClock(t *testing.T) {
	noon := time.Date(2027, 3, 28, 12, 0, 0, 0, time.UTC)
	c := &clock{noon}
	s := serve(t, Clock(c.read))
	first := post(t, s, `{"content":"x"}`)
	m := s.Messages(Channel)[0]
	if !m.Created.Equal(noon) || m.json().Timestamp != "2027-03-28T12:00:00.000000+00:00" {
		t.Errorf("created %v", m.Created)
	}
	if at := snowflakeTime(t, first); !at.Equal(noon) {
		t.Errorf("id of %v", at)
	}
	second := post(t, s, `{"content":"the clock stands"}`)
	c.now = noon.Add(-time.Hour)
	third := post(t, s, `{"content":"the clock goes back"}`)
	c.now = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fourth := post(t, s, `{"content":"before Discord"}`)
	c.now = noon.Add(time.Hour)
	fifth := post(t, s, `{"content":"an hour later"}`)
	ids := []string{first, second, third, fourth, fifth}
	for i := range ids[1:] {
		if compareIDs(ids[i], ids[i+1]) >= 0 {
			t.Errorf("id %s comes before %s", ids[i], ids[i+1])
		}
	}
	if at := snowflakeTime(t, fifth); !at.Equal(c.now) {
		t.Errorf("id of %v", at)
	}
	attempt{method: "PATCH", path: channelMessages + "/" + first, json: `{"content":"y"}`}.send(t, s)
	if m := s.Message(m); !m.Edited.Equal(c.now) {
		t.Errorf("edited %v", m.Edited)
	}
	wantUnbroken(t, s)
}

func snowflakeTime(t *testing.T, id string) time.Time {
	t.Helper()
	var n int64
	for _, digit := range id {
		n = 10*n + int64(digit-'0')
	}
	return time.UnixMilli(n>>22 + discordEpoch)
}

// Until the window ends, an enforced nonce makes one message.
func TestNonce(t *testing.T) {
	c := &clock{time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}
	s := serve(t, Clock(c.read), NonceWindow(time.Minute))
	const again = `{"content":"x","nonce":"day-1","enforce_nonce":true}`
	first := post(t, s, again)
	c.now = c.now.Add(59 * time.Second)
	if post(t, s, again) != first || len(s.Messages(Channel)) != 1 {
		t.Error("a second message within the window")
	}
	if post(t, s, `{"content":"x","nonce":"day-2","enforce_nonce":true}`) == first {
		t.Error("another nonce returns the first message")
	}
	s.AddChannel(Place{GuildID, "77"}, "other")
	if postTo(t, s, Place{GuildID, "77"}, again) == first {
		t.Error("another channel returns the first message")
	}
	c.now = c.now.Add(time.Second)
	second := post(t, s, again)
	if second == first {
		t.Error("the window has no end")
	}
	if post(t, s, again) != second {
		t.Error("the second message has no window")
	}
	wantUnbroken(t, s)
	post(t, s, `{"content":"x","enforce_nonce":true}`)
	wantBroken(t, s, "enforce_nonce without a nonce")
}

// Without settings the window is five minutes.
func TestNonceDefault(t *testing.T) {
	c := &clock{time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}
	s := serve(t, Clock(c.read))
	first := post(t, s, `{"content":"x","nonce":"n","enforce_nonce":true}`)
	c.now = c.now.Add(5*time.Minute - time.Millisecond)
	if post(t, s, `{"content":"x","nonce":"n","enforce_nonce":true}`) != first {
		t.Error("the window is too short")
	}
	c.now = c.now.Add(time.Millisecond)
	if post(t, s, `{"content":"x","nonce":"n","enforce_nonce":true}`) == first {
		t.Error("the window is too long")
	}
}
