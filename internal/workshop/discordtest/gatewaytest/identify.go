package gatewaytest

import (
	"cmp"
	"encoding/json"
)

// identify begins a session and sends READY. The result reports whether the
// connection goes on. The bot needs no intents, so none are granted.
func (c *connection) identify(data json.RawMessage) bool {
	var d struct {
		Token      string
		Intents    *int64
		Properties map[string]any
		Compress   bool
		Shard      *[2]int
	}
	switch err := json.Unmarshal(data, &d); {
	case c.identified():
		c.fail(4005, "already identified")
		return false
	case err != nil || d.Intents == nil || d.Properties == nil:
		c.fail(4002, "identify needs token, intents and properties")
		return false
	case !c.rightToken(d.Token):
		c.fail(4004, "Authentication failed.")
		return false
	case d.Compress && c.stream != nil:
		c.fail(4002, "compress in identify, on a connection that is compressed")
		return false
	case *d.Intents != 0:
		c.fail(4014, "Disallowed intent(s).")
		return false
	case d.Shard == nil:
		d.Shard = &[2]int{0, 1}
	case d.Shard[0] < 0 || d.Shard[0] >= d.Shard[1]:
		c.fail(4010, "Invalid shard.")
		return false
	}
	if !c.gateway.mayIdentify(d.Shard[0]) {
		c.gateway.options.Broken("gateway: shard %d identified too early", d.Shard[0])
		c.send(opInvalidSession, false)
		return true
	}
	if ss := c.current(); ss != nil { // the client has given up the session that op 9 named
		ss.end()
	}
	c.compressed.Store(d.Compress || c.fault.Packed)
	ss := c.gateway.begin(c, *d.Shard)
	c.setSession(ss)
	c.sendReady(ss)
	c.gateway.options.Changed()
	return true
}

func (c *connection) rightToken(token string) bool {
	want := c.gateway.options.Token
	return token == want || token == "Bot "+want
}

// sendReady sends READY. Without intents the bot hears of no servers.
func (c *connection) sendReady(ss *session) {
	options := &c.gateway.options
	ready, _ := json.Marshal(map[string]any{
		"v": json.Number(version), "user": options.User, "guilds": []any{}, "session_id": ss.id,
		"resume_gateway_url": cmp.Or(c.fault.ResumeURL, options.ResumeURL),
		"shard":              ss.shard, "application": options.Application,
		"session_type": "normal", "private_channels": []any{}, "relationships": []any{}, "user_settings": map[string]any{},
	})
	ss.dispatch("READY", ready)
}

// resume continues a session. The answer is op 9 if the session is over, or if the
// client did not dial the resume URL. After op 9 the connection that the session had is as
// good. The result reports whether the connection goes on.
func (c *connection) resume(data json.RawMessage) bool {
	var d struct {
		Token     string
		SessionID string `json:"session_id"`
		Seq       *int64
	}
	switch err := json.Unmarshal(data, &d); {
	case c.identified():
		c.fail(4005, "already identified")
		return false
	case err != nil || d.Seq == nil:
		c.fail(4002, "resume needs token, session_id and seq")
		return false
	case !c.rightToken(d.Token):
		c.fail(4004, "Authentication failed.")
		return false
	}
	if !c.atResumeURL && c.current() == nil {
		c.gateway.options.Broken("gateway: RESUME was sent to the normal URL and not to resume_gateway_url")
		c.send(opInvalidSession, false)
		return true
	}
	ss := c.gateway.find(d.SessionID)
	if ss != nil && ss.endIfBefore(*d.Seq) {
		c.fail(4007, "resume with a sequence number that no event had")
		return false
	}
	if ss == nil || !ss.resume(c, *d.Seq) {
		c.send(opInvalidSession, false)
		return true
	}
	c.setSession(ss)
	ss.dispatch("RESUMED", json.RawMessage(`{"_trace":["discordtest"]}`))
	c.gateway.options.Changed()
	return true
}
